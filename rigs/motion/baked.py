"""Baked rigs, which leave in files: how bones are posed after all constraints, in a pose and frame by frame."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import msgspec
import numpy as np
from numpy.typing import NDArray

from pantin.rigs.figure import Figure
from pantin.rigs.motion.transform_arrays import Floats
from pantin.rigs.rig import Rig
from pantin.rigs.springs import Springs


class BakedClip(msgspec.Struct, frozen=True):
    """The frames of a clip that are played: its name, frames a second, the number of the first, and the matrices."""

    name: str
    rate: float
    first: int
    matrices: Floats
    """(f, n, 4, 4) in armature space, in the order of the rig's bones."""
    expressions: Mapping[str, Floats] = MappingProxyType({})
    """The values (f,) of expressions in these frames, by name."""

    def expressions_at(self, place: int) -> dict[str, float]:
        """Return the values of expressions in the frame at a place."""
        return {name: float(values[place]) for name, values in self.expressions.items()}

    @property
    def seconds(self) -> Floats:
        """Return the seconds at which each frame is played (f): frame 0 of the clip at 0."""
        return np.arange(self.first, self.first + len(self.matrices)) / self.rate


class BakedFigure(msgspec.Struct, frozen=True):
    """A figure, its world pose, and how it moves."""

    figure: Figure
    matrices: Floats
    """(n, 4, 4) in armature space, in the order of the rig's bones."""
    clips: tuple[BakedClip, ...] = ()
    hung: Springs | None = None
    """The springs of bones that rest as they stand in the pose; None where they rest as in the rig."""

    @property
    def rig(self) -> Rig:
        """The rig of the figure."""
        return self.figure.rig

    @property
    def springs(self) -> Springs:
        """The springs as they are written."""
        return self.rig.springs if self.hung is None else self.hung


class WrittenFile(msgspec.Struct, frozen=True):
    """The content of a file, and the bones of the rig that are in it, by their rows, in the order in which they are
    read.
    """

    data: bytes
    rows: NDArray[np.intp]
    """−1 for a joint of the figure's own file that is no bone of the rig."""
    changed: frozenset[int] = frozenset()
    """The rows of bones whose scale or shear the format cannot hold, in the pose or in a frame."""
    below_uneven: frozenset[int] = frozenset()
    """Those of them whose shear is in the file, because nodes above them are scaled unevenly, and not in how they are
    posed."""
    unbound: frozenset[int] = frozenset()
    """The rows of bones that rest squashed flat: nothing can be bound to them."""
    binds: Floats | None = None
    """Where the figure's own file was written again, what puts what is bound to each of these bones at rest there
    (n, 4, 4), armature space; None where each rests as it is bound."""
    words: tuple[str, ...] = ()
    """Whole sentences about what is missing in it."""
