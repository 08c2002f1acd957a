"""The pose of a bone that is moved from where it is, whatever carries it; and matrices without their scale."""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from pantin.rigs import Transform
from pantin.rigs import rotations as rot
from pantin.rigs.vectors import four, three
from pantin.solver.program.skeleton import Floats

FLAT = 1e-12
"""The volume of a matrix's axes below which it has no size, and cannot be undone."""


def has_size(matrix: Floats) -> bool:
    """Return whether a matrix (4, 4) can be undone: that of a bone scaled to nothing cannot."""
    return abs(float(np.linalg.det(matrix[:3, :3]))) >= FLAT


def carried(own: Transform, stands: Floats, change: Floats) -> Transform:
    """Return the transform of a bone with the matrix `stands` (4, 4) that is moved by `change` (4, 4), armature space;
    scale stays.

    One that has no size cannot be moved, and keeps its own.
    """
    if not has_size(stands):
        return own
    pose = np.eye(4)
    pose[:3, :3], pose[:3, 3] = rot.matrix_from_quaternion(own.rotation) * own.scale, own.location
    moved = pose @ np.linalg.inv(stands) @ change @ stands
    turn = turn_of(moved[:3, :3] / np.array(own.scale))
    return replace(own, location=three(moved[:3, 3]), rotation=four(rot.quaternion_from_matrix(turn)))


def turn_of(matrix: Floats) -> Floats:
    """The rotation (3, 3) nearest to a matrix; of a mirrored one with all axes turned round, as kernels read it."""
    u, _sizes, v = np.linalg.svd(matrix[:3, :3])
    turn = np.asarray(u @ v)
    return turn if np.linalg.det(turn) > 0.0 else -turn


def rigid(matrix: Floats) -> Floats:
    """The matrix (4, 4) without its scale."""
    found = np.array(matrix)
    found[:3, :3] = turn_of(matrix)
    return found
