"""Constraints other than IK as rows of numbers: which bones, and what the kind needs.

A kind is a line in `WRITERS`, with the columns that it uses, and a kernel in the table of `constraint`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import inf, pi
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.constraints import (
    Constraint,
    CopyLocation,
    CopyRotation,
    CopyScale,
    CopyTransforms,
    DampedTrack,
    Goal,
    LimitDistance,
    LimitLocation,
    LimitRotation,
    LimitScale,
    Transformation,
    target_of,
)
from pantin.solver.compiling import layout

Row = NDArray[np.float64]
Ends = tuple[float | None, float | None, float | None]

# Columns behind those that all kinds have: what each kind needs. Kinds may share columns.
AXES, INVERT, MIX, ADD_OFFSET = 7, 10, 13, 14  # copies; 3 each of the first two
TRACK_AXIS, TRACK_SIGN = 7, 8
LIMIT_LOWER, LIMIT_UPPER = 7, 10  # limits of location, rotation, scale; 3 each
LIMIT_KEEP, LIMIT_RADIUS = 7, 8  # limits of distance
READ, WRITE = 7, 8  # transformations
READ_FROM, READ_TO, FOLLOWS, WRITE_FROM, WRITE_TO = 9, 12, 15, 18, 21  # 3 each
MAP_MIX, EXTRAPOLATE = 24, 25

MIX_REPLACE, MIX_ADD, MIX_BEFORE, MIX_AFTER = 0, 1, 2, 3
CHANNEL_LOCATION, CHANNEL_ROTATION, CHANNEL_SCALE = 0, 1, 2

SPACES = {
    "pose": layout.SPACE_POSE,
    "local": layout.SPACE_LOCAL,
    "local_with_parent": layout.SPACE_LOCAL_WITH_PARENT,
}
MIXES = {
    "replace": MIX_REPLACE,
    "add": MIX_ADD,
    "before": MIX_BEFORE,
    "after": MIX_AFTER,
}
KEEPS = {"inside": layout.KEEP_INSIDE, "outside": layout.KEEP_OUTSIDE, "surface": layout.KEEP_ON}
CHANNELS = {
    "location": CHANNEL_LOCATION,
    "rotation": CHANNEL_ROTATION,
    "scale": CHANNEL_SCALE,
}


def row_of(constraint: Constraint, index: Mapping[str, int]) -> Row:
    """The row of a constraint. `index` has the rows of bones."""
    assert not isinstance(constraint, Goal)
    write = WRITERS[type(constraint)]
    target = target_of(constraint)
    row = np.zeros(layout.CONSTRAINT_WIDTH)
    row[layout.CONSTRAINT_KIND] = NUMBERS[type(constraint)]
    row[layout.OWNER] = index[constraint.owner]
    row[layout.TARGET] = -1 if target is None else index[target]
    row[layout.OWNER_SPACE] = SPACES[getattr(constraint, "owner_space", "pose")]
    row[layout.TARGET_SPACE] = SPACES[getattr(constraint, "target_space", "pose")]
    row[layout.INFLUENCE] = constraint.influence
    row[layout.HEAD_TAIL] = getattr(constraint, "head_tail", 0.0)
    write(row, constraint)
    return row


def _copy_location(row: Row, copy: CopyLocation) -> None:
    _put(row, AXES, copy.axes)
    _put(row, INVERT, copy.invert)
    row[ADD_OFFSET] = copy.offset


def _copy_rotation(row: Row, copy: CopyRotation) -> None:
    _put(row, AXES, copy.axes)
    _put(row, INVERT, copy.invert)
    row[MIX] = MIXES[copy.mix]


def _copy_scale(row: Row, copy: CopyScale) -> None:
    _put(row, AXES, copy.axes)


def _copy_transforms(row: Row, copy: CopyTransforms) -> None:
    """No settings."""


def _damped_track(row: Row, track: DampedTrack) -> None:
    row[TRACK_AXIS] = "xyz".index(track.axis[-1])
    row[TRACK_SIGN] = -1.0 if track.axis.startswith("-") else 1.0


def _limit(row: Row, limit: LimitLocation | LimitScale) -> None:
    _put_range(row, limit.lower, limit.upper, inf)


def _limit_rotation(row: Row, limit: LimitRotation) -> None:
    """Where only one end is open, it is half a turn from rest."""
    sides = zip(limit.lower, limit.upper, strict=True)
    half = [inf if low is None and high is None else pi for low, high in sides]
    for a in range(3):
        low, high = limit.lower[a], limit.upper[a]
        _put_end(row, a, -half[a] if low is None else low, half[a] if high is None else high)


def _limit_distance(row: Row, limit: LimitDistance) -> None:
    row[LIMIT_KEEP] = KEEPS[limit.keep]
    row[LIMIT_RADIUS] = limit.radius


def _transformation(row: Row, mapping: Transformation) -> None:
    read, write = mapping.read, mapping.write
    row[READ], row[WRITE] = CHANNELS[read], CHANNELS[write]
    _put(row, READ_FROM, getattr(mapping, f"read_{read}_from"))
    _put(row, READ_TO, getattr(mapping, f"read_{read}_to"))
    _put(row, WRITE_FROM, getattr(mapping, f"write_{write}_from"))
    _put(row, WRITE_TO, getattr(mapping, f"write_{write}_to"))
    followed = (mapping.x_follows, mapping.y_follows, mapping.z_follows)
    _put(row, FOLLOWS, tuple(float("xyz".index(letter)) for letter in followed))
    row[MAP_MIX] = MIXES[mapping.mix]
    row[EXTRAPOLATE] = mapping.extrapolate


WRITERS: Mapping[type[Any], Callable[[Row, Any], None]] = {
    CopyLocation: _copy_location,
    CopyRotation: _copy_rotation,
    CopyScale: _copy_scale,
    CopyTransforms: _copy_transforms,
    DampedTrack: _damped_track,
    LimitLocation: _limit,
    LimitRotation: _limit_rotation,
    LimitScale: _limit,
    LimitDistance: _limit_distance,
    Transformation: _transformation,
}
"""What writes the settings of each kind into its row."""

NUMBERS = {kind: number for number, kind in enumerate(WRITERS)}
"""How kernels know the kinds: by their place in the table."""


def _put(row: Row, at: int, values: tuple[float, ...]) -> None:
    row[at : at + 3] = values


def _put_range(row: Row, lower: Ends, upper: Ends, open_end: float) -> None:
    for a in range(3):
        low, high = lower[a], upper[a]
        _put_end(row, a, -open_end if low is None else low, open_end if high is None else high)


def _put_end(row: Row, a: int, low: float, high: float) -> None:
    """The range of one axis. Ends in the wrong order are a problem of the rig, and leave the axis free."""
    row[LIMIT_LOWER + a], row[LIMIT_UPPER + a] = (low, high) if low <= high else (-inf, inf)
