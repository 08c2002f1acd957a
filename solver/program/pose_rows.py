"""A pose as rows of numbers: location, rotation, scale and stretch of each bone, in the order of the rig.

A drag replaces the transforms of a bone or two and leaves all others the same objects. So the rows of the pose before
are copied, and only transforms that are other objects are written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import compress
from math import sqrt
from operator import is_not
from struct import Struct

import numpy as np
from numpy.typing import NDArray

from pantin.rigs import REST, Transform
from pantin.solver.compiling.layout import POSE_WIDTH

Floats = NDArray[np.float64]


PoseRows = tuple[Mapping[str, Transform], list[str], Floats]
"""A pose, its names in their order, and its rows (n, POSE_WIDTH)."""


def pose_rows(index: Mapping[str, int], pose: Mapping[str, Transform]) -> PoseRows:
    """The rows of a pose. `index` has the row of each bone."""
    rows = np.zeros((len(index), POSE_WIDTH))
    rows[:, ROTATION_W], rows[:, SCALE:] = 1.0, 1.0
    for name, transform in pose.items():
        _put(rows, index.get(name), transform)
    return pose, list(pose), rows


def pose_rows_from(index: Mapping[str, int], last: PoseRows, pose: Mapping[str, Transform]) -> PoseRows:
    """The rows of `pose`, from those of another one."""
    before, names, rows = last
    rows, found = rows.copy(), list(pose)
    if found == names:
        for name in compress(names, map(is_not, before.values(), pose.values())):
            _put(rows, index.get(name), pose[name])
        return pose, names, rows
    for name in before.keys() | pose.keys():
        transform = pose.get(name, REST)
        if before.get(name, REST) is not transform:
            _put(rows, index.get(name), transform)
    return pose, found, rows


ROTATION_W, SCALE = 6, 7
_ROW = Struct(f"{POSE_WIDTH}d")
_write: Callable[..., None] = _ROW.pack_into


def _put(rows: Floats, i: int | None, transform: Transform) -> None:
    """Write a row; bones that are not in the rig are skipped. The rotation is normalised: files may round it."""
    if i is None:
        return
    x, y, z, w = transform.rotation
    square = x * x + y * y + z * z + w * w
    if square != 1.0:
        size = sqrt(square)
        x, y, z, w = (x / size, y / size, z / size, w / size) if size > 1e-12 else REST.rotation
    _write(
        rows, _ROW.size * i, *transform.location, x, y, z, w, *transform.scale, transform.length, transform.thickness
    )
