"""Constraints other than IK as rows of numbers: who is concerned, and what the kind needs.

Each kind is one line in `KINDS`: its number, and the function that writes its settings into the row.
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

SPACES = {
    "pose": layout.SPACE_POSE,
    "local": layout.SPACE_LOCAL,
    "local_with_parent": layout.SPACE_LOCAL_WITH_PARENT,
}
MIXES = {
    "replace": layout.MIX_REPLACE,
    "add": layout.MIX_ADD,
    "before": layout.MIX_BEFORE,
    "after": layout.MIX_AFTER,
}
KEEPS = {"inside": layout.KEEP_INSIDE, "outside": layout.KEEP_OUTSIDE, "surface": layout.KEEP_ON}
CHANNELS = {
    "location": layout.CHANNEL_LOCATION,
    "rotation": layout.CHANNEL_ROTATION,
    "scale": layout.CHANNEL_SCALE,
}


def row_of(constraint: Constraint, index: Mapping[str, int]) -> Row:
    """The row of a constraint that acts. `index` gives the rows of bones."""
    assert not isinstance(constraint, Goal)
    kind, settle = KINDS[type(constraint)]
    target = target_of(constraint)
    row = np.zeros(layout.CONSTRAINT_WIDTH)
    row[layout.CONSTRAINT_KIND] = kind
    row[layout.OWNER] = index[constraint.owner]
    row[layout.TARGET] = -1 if target is None else index[target]
    row[layout.OWNER_SPACE] = SPACES[getattr(constraint, "owner_space", "pose")]
    row[layout.TARGET_SPACE] = SPACES[getattr(constraint, "target_space", "pose")]
    row[layout.INFLUENCE] = constraint.influence
    row[layout.HEAD_TAIL] = getattr(constraint, "head_tail", 0.0)
    settle(row, constraint)
    return row


def _copy_location(row: Row, copy: CopyLocation) -> None:
    _put(row, layout.AXES, copy.axes)
    _put(row, layout.INVERT, copy.invert)
    row[layout.ADD_OFFSET] = copy.offset


def _copy_rotation(row: Row, copy: CopyRotation) -> None:
    _put(row, layout.AXES, copy.axes)
    _put(row, layout.INVERT, copy.invert)
    row[layout.MIX] = MIXES[copy.mix]


def _copy_scale(row: Row, copy: CopyScale) -> None:
    _put(row, layout.AXES, copy.axes)


def _copy_transforms(row: Row, copy: CopyTransforms) -> None:
    """Nothing to choose."""


def _damped_track(row: Row, track: DampedTrack) -> None:
    row[layout.TRACK_AXIS] = "xyz".index(track.axis[-1])
    row[layout.TRACK_SIGN] = -1.0 if track.axis.startswith("-") else 1.0


def _limit(row: Row, limit: LimitLocation | LimitScale) -> None:
    _put_range(row, limit.lower, limit.upper, inf)


def _limit_rotation(row: Row, limit: LimitRotation) -> None:
    """An end that is open, where the other is not, is half a turn from rest."""
    sides = zip(limit.lower, limit.upper, strict=True)
    half = [inf if low is None and high is None else pi for low, high in sides]
    for a in range(3):
        low, high = limit.lower[a], limit.upper[a]
        _put_end(row, a, -half[a] if low is None else low, half[a] if high is None else high)


def _limit_distance(row: Row, limit: LimitDistance) -> None:
    row[layout.LIMIT_KEEP] = KEEPS[limit.keep]
    row[layout.LIMIT_RADIUS] = limit.radius


def _transformation(row: Row, mapping: Transformation) -> None:
    read, write = mapping.read, mapping.write
    row[layout.READ], row[layout.WRITE] = CHANNELS[read], CHANNELS[write]
    _put(row, layout.READ_FROM, getattr(mapping, f"read_{read}_from"))
    _put(row, layout.READ_TO, getattr(mapping, f"read_{read}_to"))
    _put(row, layout.WRITE_FROM, getattr(mapping, f"write_{write}_from"))
    _put(row, layout.WRITE_TO, getattr(mapping, f"write_{write}_to"))
    followed = (mapping.x_follows, mapping.y_follows, mapping.z_follows)
    _put(row, layout.FOLLOWS, tuple(float("xyz".index(letter)) for letter in followed))
    row[layout.MAP_MIX] = MIXES[mapping.mix]
    row[layout.EXTRAPOLATE] = mapping.extrapolate


KINDS: Mapping[type[Any], tuple[int, Callable[[Row, Any], None]]] = {
    CopyLocation: (layout.COPY_LOCATION, _copy_location),
    CopyRotation: (layout.COPY_ROTATION, _copy_rotation),
    CopyScale: (layout.COPY_SCALE, _copy_scale),
    CopyTransforms: (layout.COPY_TRANSFORMS, _copy_transforms),
    DampedTrack: (layout.DAMPED_TRACK, _damped_track),
    LimitLocation: (layout.LIMIT_LOCATION, _limit),
    LimitRotation: (layout.LIMIT_ROTATION, _limit_rotation),
    LimitScale: (layout.LIMIT_SCALE, _limit),
    LimitDistance: (layout.LIMIT_DISTANCE, _limit_distance),
    Transformation: (layout.TRANSFORMATION, _transformation),
}


def _put(row: Row, at: int, values: tuple[float, ...]) -> None:
    row[at : at + 3] = values


def _put_range(row: Row, lower: Ends, upper: Ends, open_end: float) -> None:
    for a in range(3):
        low, high = lower[a], upper[a]
        _put_end(row, a, -open_end if low is None else low, open_end if high is None else high)


def _put_end(row: Row, a: int, low: float, high: float) -> None:
    """The range of one axis. One that ends before it begins is a problem of the rig and leaves the axis free."""
    row[layout.LEAST + a], row[layout.MOST + a] = (low, high) if low <= high else (-inf, inf)
