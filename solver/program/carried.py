"""The pose of a bone that is moved from where it stands, whatever carries it."""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from pantin.rigs import Transform
from pantin.rigs.vectors import matrix_of, quaternion_of, three
from pantin.solver.program.skeleton import Floats


def carried(own: Transform, stands: Floats, change: Floats) -> Transform:
    """The transform of a bone that stands so (4, 4) and is moved by `change` (4, 4), armature space; scale stays."""
    pose = np.eye(4)
    pose[:3, :3], pose[:3, 3] = matrix_of(own.rotation) * own.scale, own.location
    moved = pose @ np.linalg.inv(stands) @ change @ stands
    return replace(own, location=three(moved[:3, 3]), rotation=quaternion_of(turn_of(moved)))


def turn_of(matrix: Floats) -> Floats:
    """The rotation (3, 3) of a matrix without its scale."""
    u, _sizes, v = np.linalg.svd(matrix[:3, :3])
    return np.asarray(u @ v)
