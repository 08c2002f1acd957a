"""What is drawn of a posed rig: where the bones stand, and how goals were met."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class Goal(Protocol):
    """How an IK goal was met."""

    @property
    def owner(self) -> str:
        """The bone that the constraint is on."""
        ...

    @property
    def constraint(self) -> int | None:
        """The place of the constraint in the rig; None for what is dragged."""
        ...

    @property
    def reached(self) -> bool:
        """Whether the effector is at the goal."""
        ...

    @property
    def ahead(self) -> bool:
        """Whether it is not there yet because a body with speed comes after it: no miss."""
        ...

    @property
    def pinned(self) -> bool:
        """Whether it is a pin that a pull could not keep in its place."""
        ...

    @property
    def position(self) -> tuple[float, float, float]:
        """The goal, armature space, metres."""
        ...

    @property
    def effector(self) -> tuple[float, float, float]:
        """What should be there, armature space, metres."""
        ...


class Pose(Protocol):
    """The part of an evaluated pose that is drawn."""

    @property
    def matrices(self) -> Floats:
        """Where the bones stand (n, 4, 4), armature space."""
        ...

    @property
    def goals(self) -> Sequence[Goal]:
        """How each goal was met."""
        ...

    def limits_hit_in(self, rows: NDArray[np.intp]) -> tuple[str, ...]:
        """Those of the bones in `rows` whose joints stand at a limit."""
        ...
