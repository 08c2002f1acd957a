"""The gaze of a figure: where its eyes look, and what they do for it. It is a part of the pose, whole in itself.

What the file of a character says of its eyes is taken over when they are told to look, so that a pose needs no other
file.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import pi
from typing import Annotated, Literal

import msgspec
import numpy as np
from numpy.typing import ArrayLike, NDArray

from pantin.rigs.fields import AnyBone, BoneName, BoneRef, Position, field

GazeAt = Literal["point", "bone", "camera"]
GazeBy = Literal["bones", "expressions"]
MOST_KEYS = 64
"""Keys of a curve by which eyes follow."""

Reach = Annotated[tuple[float, ...], msgspec.Meta(min_length=2, max_length=2 + 4 * MOST_KEYS)]
"""The angle to what is looked at, radians, from which on eyes follow no farther, and what they do there: radians of an
eye, or the value of an expression. In between they do a part of it: in proportion, or by the curve whose keys follow,
four numbers each: the part of the angle, what is done, and the slopes before and after."""


class Gaze(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The target of the eyes, the bones or expressions that turn them, and how far they follow."""

    at: Annotated[GazeAt, field("Look at", "What the eyes look at: a point, a bone, or whoever sees them.")] = "point"
    point: Annotated[
        Position,
        field("Point", "The point, or where the camera was last, in armature space.", unit="m", step=0.001),
    ] = (0.0, 0.0, 0.0)
    bone: Annotated[
        AnyBone | None, field("Bone", "The bone whose head they look at, of whatever figure.", refers_to="bone")
    ] = None
    by: Annotated[GazeBy, field("Eyes", "Whether bones turn, or the expressions for looking are there.")] = "bones"
    head: Annotated[BoneName | None, field("Head", "The bone that carries the eyes.", refers_to="bone")] = None
    left: Annotated[BoneName | None, field("Left eye", "The bone that turns.", refers_to="bone")] = None
    right: Annotated[BoneName | None, field("Right eye", "The bone that turns.", refers_to="bone")] = None
    between: Annotated[
        Position, field("Between the eyes", "Where they look from, from the head bone at rest.", unit="m", step=0.001)
    ] = (0.0, 0.0, 0.0)
    inner: Reach = (1.0, 1.0)
    """Towards the nose; the next three away from it, down and up."""
    outer: Reach = (1.0, 1.0)
    down: Reach = (1.0, 1.0)
    up: Reach = (1.0, 1.0)

    @property
    def of_other(self) -> BoneRef | None:
        """Return the bone of another figure that they look at; None where it is something else."""
        return self.bone if self.at == "bone" and isinstance(self.bone, BoneRef) else None


LOOKING = ("lookLeft", "lookRight", "lookUp", "lookDown")
"""The presets of VRM 1.0 that stand for looking."""

ASIDE = pi / 2.0
"""Radians for which such an expression is 1, in motion that is for any person."""


def values_of_looks(looks: NDArray[np.float64]) -> dict[str, NDArray[np.float64]]:
    """Return where eyes look, radians to the left and upwards (f, 2), as values (f,) of the presets for looking."""
    across, up = looks.T / ASIDE
    return {name: np.clip(each, 0.0, 1.0) + 0.0 for name, each in zip(LOOKING, (across, -across, up, -up), strict=True)}


def looks_of_values(values: Mapping[str, ArrayLike]) -> NDArray[np.float64] | None:
    """Return where eyes look (f, 2) by such values; None where none of the presets is among them."""
    if not any(name in values for name in LOOKING):
        return None
    left, right, up, down = (np.asarray(values.get(name, 0.0), float) for name in LOOKING)
    return ASIDE * np.stack(np.broadcast_arrays(left - right, up - down), axis=-1)
