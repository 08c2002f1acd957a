"""Points that somebody wears, or that are taken from a motion: each belongs to a part of the body.

Positions are metres and rotations unit quaternions [x, y, z, w], right-handed, Z up. A point need not sit on a joint
nor be turned as a bone is: a calibration tells how it is worn.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec

from pantin.rigs.fields import Position, Quaternion, Vector3, field
from pantin.rigs.figure import Figure
from pantin.rigs.sides import Side

TrackedPart = Literal["head", "hand.L", "hand.R", "hips", "foot.L", "foot.R"]
PARTS: tuple[TrackedPart, ...] = ("head", "hand.L", "hand.R", "hips", "foot.L", "foot.R")
"""As the roles of a figure are called, and in the order in which people put points on."""
HANDS: Mapping[Side, TrackedPart] = {"L": "hand.L", "R": "hand.R"}
FEET: Mapping[Side, TrackedPart] = {"L": "foot.L", "R": "foot.R"}


class Point(msgspec.Struct, frozen=True):
    """A tracked point: its place and its rotation."""

    position: Position
    rotation: Quaternion = (0.0, 0.0, 0.0, 1.0)


Points = Mapping[TrackedPart, Point]
"""The points of one frame. A part that is not tracked is left out."""


class Motion(msgspec.Struct, frozen=True, eq=False):
    """Points frame by frame."""

    name: str
    rate: float
    """Frames a second."""
    frames: tuple[Points, ...]
    source: Figure | None = None
    """The skeleton that the points were taken from: then they sit on its joints, and their rotations are turns of
    these from its rest pose."""
    mounts: Mapping[TrackedPart, Point] = {}
    """The offsets of points that do not sit on these joints: in the axes of the joint."""


class Worn(msgspec.Struct, frozen=True):
    """The place of a point on a part of a figure that wears it."""

    rotation: Quaternion
    """From the turn of the part, which is none where the figure is straight, to that of the point: behind it."""
    offset: Vector3
    """From the point to the joint of the part, in the axes of the point, metres of the figure."""


class Calibration(msgspec.Struct, frozen=True):
    """The fit of somebody's points to a figure."""

    scale: Annotated[float, field("Scale", "Metres of the figure to a metre that is tracked.", ge=1e-6, le=1e6)]
    worn: Mapping[TrackedPart, Worn]
