"""Drawings of pins: a badge beside the joint of each, and a ring on the floor around a foot."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from math import cos, pi, sin

import msgspec
import numpy as np
from numpy.typing import NDArray

from pantin.rigs.editing.pins import released
from pantin.rigs.ground.kinds import Ground
from pantin.rigs.rig import Pin, Rig
from pantin.solver import Posed
from pantin.viewport.scene.rig_arrays import RigArrays
from pantin.viewport.values.camera import Camera
from pantin.viewport.values.overlay import Point, Shape

RING = 0.085
"""Radius of the ring around a foot, heights of the figure."""
NEAR_FLOOR = 0.12
"""A pinned joint that is lower than this, heights of the figure, stands on the floor."""
FORWARD = 0.3
"""The middle of the ring lies so far from the joint towards the tail of its bone."""
CORNERS = 48
BADGE = 10.0
"""Radius of a badge, pixels."""
ARC = 14.0
"""Radius of the arc around it for a pinned rotation, pixels."""
ASIDE = (30.0, -6.0)
"""From the joint to the badge, pixels: outwards, and down."""
LIFTED = 0.001


class PinBadge(msgspec.Struct, frozen=True):
    """The place of a push-pin: beside the joint `at`."""

    bone: str
    at: Point
    outwards: float
    """On which side of the figure it stands: the sign of the joint's distance from the middle plane."""


class PinMark(PinBadge, frozen=True):
    """A push-pin beside a joint; with an arc where the rotation is pinned as well."""

    rotation: bool
    ring: Shape | None
    """Around a joint that is near the floor, on that."""
    hovered: bool = False
    released: bool = False
    """It holds nothing now: a pose lifts what would stand."""


def pin_badges(rig: Rig, arrays: RigArrays, matrices: NDArray[np.float64]) -> Iterator[tuple[Pin, int, PinBadge]]:
    """All pins that are seen, the row of their bones, and where they are."""
    for pin in rig.pins:
        row = arrays.row.get(pin.bone)
        if row is not None and not arrays.hidden[row]:
            x, y, z = matrices[row, :3, 3].tolist()
            yield pin, row, PinBadge(pin.bone, (x, y, z), 1.0 if x >= 0.0 else -1.0)


def pin_marks(
    rig: Rig,
    ground: Ground | None,
    arrays: RigArrays,
    pose: Posed,
    hovered: str | None = None,
    planted: Collection[str] = (),
) -> tuple[PinMark, ...]:
    """The marks of all pins that are seen; `hovered` is the bone whose badge is under the pointer.

    Feet that are `planted` have a ring of their own.
    """
    found, loose = list[PinMark](), released(rig, ground, pose.heads, pose.tails) if rig.pins else ()
    for pin, row, at in pin_badges(rig, arrays, pose.matrices):
        is_loose = pin.bone in loose
        ring = None if is_loose or pin.bone in planted else _ring_of(arrays, pose.matrices, row)
        found.append(PinMark(at.bone, at.at, at.outwards, pin.rotation, ring, pin.bone == hovered, is_loose))
    return tuple(found)


def badge(mark: PinBadge, joint: Sequence[float] | NDArray[np.float64], camera: Camera) -> tuple[float, float]:
    """The middle of a badge whose joint is seen at `joint`, pixels: it stands away from the figure's middle."""
    outwards = mark.outwards if camera.axes[0][0] >= 0.0 else -mark.outwards
    return float(joint[0]) + outwards * ASIDE[0], float(joint[1]) + ASIDE[1]


def _ring_of(arrays: RigArrays, matrices: NDArray[np.float64], row: int) -> Shape | None:
    """The ring around a pinned joint that is near the floor."""
    if not 0.0 <= matrices[row, 2, 3] < NEAR_FLOOR * arrays.height:
        return None
    middle = matrices[row, :3, 3] + matrices[row, :3, 1] * (FORWARD * arrays.lengths[row])
    return Shape(_ring(middle.tolist(), RING * arrays.height), "pin", width=1.5, closed=True)


def _ring(middle: Sequence[float], radius: float) -> tuple[Point, ...]:
    turns = (2.0 * pi * corner / CORNERS for corner in range(CORNERS))
    return tuple((middle[0] + radius * cos(turn), middle[1] + radius * sin(turn), LIFTED) for turn in turns)
