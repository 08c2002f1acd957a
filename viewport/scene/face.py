"""The face of a body, so that no read-out of a drag covers it: one looks there while one poses."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.anatomy.by_place import parts_of
from pantin.rigs.rig import Rig
from pantin.viewport.scene.rig_arrays import RigArrays
from pantin.viewport.values.overlay import Point

AROUND = 0.6
"""Radius of a head, lengths of its bone."""


class Face(NamedTuple):
    """The middle of a head and its radius, metres."""

    middle: Point
    radius: float


def face_of(rig: Rig, arrays: RigArrays, matrices: NDArray[np.float64]) -> Face | None:
    """The face of a rig whose bones have these matrices (n, 4, 4); None where no bone is a head."""
    name = next((name for name, part in parts_of(rig).items() if part == "head"), None)
    if name is None or arrays.hidden[row := arrays.row[name]]:
        return None
    length = float(arrays.lengths[row])
    x, y, z = (matrices[row, :3, 3] + matrices[row, :3, 1] * (length / 2)).tolist()
    return Face((x, y, z), AROUND * length)
