"""A pose as rows of numbers: location, rotation and scale of each bone, in the order of the rig.

A drag replaces the transform of a bone or two and leaves all others the same objects. So the rows of the pose before
are copied, and only what is another object is looked at.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import compress
from operator import is_not
from struct import Struct

import numpy as np
from numpy.typing import NDArray

from rigs import REST, Transform
from solver.layout import POSE_WIDTH

Floats = NDArray[np.float64]


Posed = tuple[Mapping[str, Transform], list[str], Floats]
"""A pose, the names in it in their order, and its rows (n, 10)."""


def posed(names: Sequence[str], pose: Mapping[str, Transform]) -> Posed:
    """The rows of a pose, one for each bone of `names`."""
    rows = [_row(pose.get(name, REST)) for name in names]
    return pose, list(pose), np.array(rows, np.float64).reshape(-1, POSE_WIDTH)


def posed_anew(index: Mapping[str, int], last: Posed, pose: Mapping[str, Transform]) -> Posed:
    """The rows of `pose`, from those of another one. `index` has the row of each bone."""
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


_ROW = Struct(f"{POSE_WIDTH}d")


def _put(rows: Floats, i: int | None, transform: Transform) -> None:
    """Write a row. A pose may name bones that are not there."""
    if i is not None:
        _ROW.pack_into(rows, _ROW.size * i, *_row(transform))


def _row(transform: Transform) -> tuple[float, ...]:
    """One row. The rotation is made a unit quaternion: a file may round it."""
    x, y, z, w = turn = transform.rotation
    size2 = x * x + y * y + z * z + w * w
    if size2 != 1.0:
        size = size2**0.5
        turn = (x / size, y / size, z / size, w / size) if size > 1e-12 else (0.0, 0.0, 0.0, 1.0)
    return (*transform.location, *turn, *transform.scale)
