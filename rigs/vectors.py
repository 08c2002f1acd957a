"""Vectors in numpy, mostly single ones (3,): one place for edits, plans, files and pictures.

Rotations are in `rigs.rotations`.
"""

from __future__ import annotations

from math import atan2, sqrt
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pantin.rigs.fields import Quaternion, Vector3

Vector = NDArray[np.float64]
Matrix = NDArray[np.float64]

Part = TypeVar("Part", float, Vector)

LEFT, UP, DOWN = np.array((1.0, 0.0, 0.0)), np.array((0.0, 0.0, 1.0)), np.array((0.0, 0.0, -1.0))
FRONT, BACK = np.array((0.0, -1.0, 0.0)), np.array((0.0, 1.0, 0.0))
"""Of a figure that is posed as figures do, armature space."""

SHORTEST = 1e-12
"""A vector that is shorter has no direction."""


def three(v: ArrayLike) -> Vector3:
    """Return the vector (3,) as a tuple of floats, the form that documents hold."""
    x, y, z = np.asarray(v, float).tolist()
    return (x, y, z)


def four(q: ArrayLike) -> Quaternion:
    """Return the quaternion (4,) as a tuple of floats, the form that documents hold."""
    x, y, z, w = np.asarray(q, float).tolist()
    return (x, y, z, w)


def smoothstep(part: Part) -> Part:
    """Return 3p² − 2p³: from 0 to 1 as `part` does, leaving and arriving without speed."""
    return part * part * (3.0 - 2.0 * part)


def eased(number: float, low: float, high: float) -> float:
    """Return `smoothstep` of the way from low to high: 0 up to the one, 1 from the other on."""
    return smoothstep(max(0.0, min(1.0, (number - low) / (high - low))))


def length(v: Vector) -> float:
    """Return the length of a vector (3,); for single ones quicker than numpy's norm."""
    return sqrt(float(v @ v))


def unit(v: Vector) -> Vector:
    """Return the vector (3,) scaled to length 1; NaN where its length is 0."""
    return np.asarray(v / np.sqrt(v @ v))


def cross(a: Vector, b: Vector) -> Vector:
    """Return the cross product of two vectors (3,): the bits of numpy's, which takes much longer for single vectors."""
    (ax, ay, az), (bx, by, bz) = a.tolist(), b.tolist()
    return np.array((ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx))


def across(v: Vector, line: Vector) -> Vector:
    """Return the parts of `v` (…, 3) that are orthogonal to unit vectors `line` (…, 3)."""
    if v.ndim == line.ndim == 1:
        return np.asarray(v - float(v @ line) * line)
    return np.asarray(v - np.einsum("...i,...i->...", v, line)[..., None] * line)


def angle_between(a: Vector, b: Vector) -> float:
    """Return the angle between two vectors (3,), 0 to π: to the last digit also where it is small (Kahan, 2006)."""
    return atan2(length(cross(a, b)), float(a @ b))


def heading_of(v: Vector) -> float:
    """Return the angle about Z at which a vector (3,) points, radians from −Y: 0 is ahead, a quarter turn the left."""
    return atan2(float(v[0]), -float(v[1]))
