"""Vectors and rotations of single bones, in numpy: one place for edits, plans, files and pictures.

Vectors are arrays (3,), quaternions [x, y, z, w] of length 1, matrices act on columns. Kernels have their own
(`solver.maths`), which numba compiles; many bones at once are turned in `rigs.rest`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, sin, sqrt
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pantin.rigs.fields import Quaternion, Vector3

Vector = NDArray[np.float64]
Matrix = NDArray[np.float64]

Part = TypeVar("Part", float, Vector)

LEFT, UP, DOWN = np.array((1.0, 0.0, 0.0)), np.array((0.0, 0.0, 1.0)), np.array((0.0, 0.0, -1.0))
FRONT, BACK = np.array((0.0, -1.0, 0.0)), np.array((0.0, 1.0, 0.0))
"""Of a figure that stands as figures do, armature space."""

SHORTEST = 1e-12
"""A vector that is shorter has no direction."""

OPPOSITE = 1e-9
"""1 + cosine of two directions for which every arc is equally short."""

SHORTEST_QUATERNION = 1e-9
"""A quaternion that is not longer than this is no rotation."""


def three(v: ArrayLike) -> Vector3:
    """The vector (3,) as a tuple of floats, the form that documents hold."""
    x, y, z = np.asarray(v, float).tolist()
    return (x, y, z)


def upright(x: float, y: float, z: float, w: float) -> Quaternion:
    """The one of both quaternions of a rotation whose w is not negative."""
    return (x, y, z, w) if w >= 0.0 else (-x, -y, -z, -w)


def smoothstep(part: Part) -> Part:
    """3p² − 2p³: from 0 to 1 as `part` does, leaving and arriving without speed."""
    return part * part * (3.0 - 2.0 * part)


def unit(v: Vector) -> Vector:
    """The vector (3,) scaled to length 1; NaN where its length is 0."""
    return np.asarray(v / np.sqrt(v @ v))


def cross(a: Vector, b: Vector) -> Vector:
    """The cross product of two vectors (3,): the bits of numpy's, which takes much longer for single vectors."""
    (ax, ay, az), (bx, by, bz) = a.tolist(), b.tolist()
    return np.array((ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx))


def across(v: Vector, line: Vector) -> Vector:
    """The part of `v` (3,) that is orthogonal to the unit vector `line` (3,)."""
    return np.asarray(v - float(v @ line) * line)


def perpendicular(v: Vector) -> Vector:
    """A vector (3,) that is orthogonal to the unit vector `v`, always the same one; its length is not 1."""
    return cross(v, np.eye(3)[int(np.argmin(np.abs(v)))])


def shortest_arc(a: Vector, b: Vector) -> Matrix:
    """The smallest rotation (3, 3) from the direction of `a` (3,) to that of `b`; none where either has no length.

    Half a turn about any perpendicular where they are opposite. Kernels cannot call numpy's functions, and have one of
    their own, which is told about which axis to turn then: `solver.maths.rotations.shortest_arc`.
    """
    la, lb = sqrt(a @ a), sqrt(b @ b)
    if la < SHORTEST or lb < SHORTEST:
        return np.eye(3)
    u, v = a / la, b / lb
    w = 1.0 + float(u @ v)
    if w < OPPOSITE:
        aside = perpendicular(u)
        return matrix_of(unit(np.array((*(aside / sqrt(aside @ aside)), 0.0))))
    return matrix_of(unit(np.array((*cross(u, v), w))))


def multiply(a: Quaternion, b: Quaternion) -> Quaternion:
    """The quaternion product ab: the rotation `b`, then `a`."""
    (ax, ay, az, aw), (bx, by, bz, bw) = a, b
    return (
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    )


def quaternion_about(axis: Vector, angle: float) -> Quaternion:
    """The unit quaternion of a rotation about a unit axis (3,) by an angle in radians."""
    x, y, z = (sin(angle / 2) * axis).tolist()
    return (x, y, z, cos(angle / 2))


def matrix_of(quaternion: Sequence[float] | Vector) -> Matrix:
    """The rotation matrix (3, 3) of a unit quaternion."""
    x, y, z, w = map(float, quaternion)
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )


def quaternion_of(matrix: Matrix) -> Quaternion:
    """The unit quaternion of a rotation matrix (3, 3), from its largest component (Shepperd, 1978)."""
    m = matrix
    trace = float(np.trace(m))
    squares = np.array([m[0, 0], m[1, 1], m[2, 2], trace]) * 2.0 - trace + 1.0
    largest = int(np.argmax(squares))
    products = np.array(
        [
            [squares[0], m[0, 1] + m[1, 0], m[0, 2] + m[2, 0], m[2, 1] - m[1, 2]],
            [m[0, 1] + m[1, 0], squares[1], m[1, 2] + m[2, 1], m[0, 2] - m[2, 0]],
            [m[0, 2] + m[2, 0], m[1, 2] + m[2, 1], squares[2], m[1, 0] - m[0, 1]],
            [m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1], squares[3]],
        ]
    )[largest]
    x, y, z, w = (products / np.linalg.norm(products)).tolist()
    return x, y, z, w
