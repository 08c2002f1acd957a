"""Euler angles of matrices, X first: R = Rz · Ry · Rx. They are what single axes of a rotation mean to a constraint.

Every rotation has two such triples, X and Z half a turn apart and Y mirrored about a quarter; of these the one nearer
to given angles is taken, so that a bone bent by 100° about Y alone is read so.
"""

from __future__ import annotations

from math import atan2, cos, hypot, pi, sin, sqrt

from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.maths.forward import upright_axes
from pantin.solver.maths.rotations import (
    Vector,
    across,
    axis,
    cross,
    dot,
    half_turned,
    length,
    scaled,
    store_axis,
    unit,
)

POLE = 1e-9
"""Y this near to a quarter turn leaves X and Z one angle, which X then has."""
SHEARED = 1e-9
"""Axes whose cosines come to less than this are at right angles."""
FLAT = 1e-30
"""A bone thinner than this is left as it is."""


@kernel
def angles(m: Table, row: int) -> Vector:
    """The smallest angles of the matrix m[row], whatever its sizes."""
    return angles_near(m, row, (0.0, 0.0, 0.0))


@kernel
def angles_near(m: Table, row: int, near: Vector) -> Vector:
    """The angles of the matrix m[row] that are least different from `near`, whatever its sizes."""
    x = unit(axis(m, row, 0, 0), (1.0, 0.0, 0.0))
    y = unit(axis(m, row, 0, 1), (0.0, 1.0, 0.0))
    z = unit(axis(m, row, 0, 2), (0.0, 0.0, 1.0))
    level = hypot(x[0], x[1])
    if level <= POLE:
        return (atan2(-z[1], y[1]), atan2(-x[2], level), 0.0)
    one = (atan2(y[2], z[2]), atan2(-x[2], level), atan2(x[1], x[0]))
    other = (half_turned(one[0] + pi), half_turned(pi - one[1]), half_turned(one[2] + pi))
    return other if _apart(other, near) < _apart(one, near) else one


@kernel
def _apart(a: Vector, b: Vector) -> float:
    return abs(half_turned(a[0] - b[0])) + abs(half_turned(a[1] - b[1])) + abs(half_turned(a[2] - b[2]))


@kernel
def turned(angles: Vector) -> tuple[Vector, Vector, Vector]:
    """The axes of the rotation with these angles."""
    ca, sa = cos(angles[0]), sin(angles[0])
    cb, sb = cos(angles[1]), sin(angles[1])
    cc, sc = cos(angles[2]), sin(angles[2])
    x = (cc * cb, sc * cb, -sb)
    y = (cc * sb * sa - sc * ca, sc * sb * sa + cc * ca, cb * sa)
    z = (cc * sb * ca + sc * sa, sc * sb * ca - cc * sa, cb * ca)
    return x, y, z


@kernel
def store_turned(m: Table, row: int, x: Vector, y: Vector, z: Vector) -> None:
    """Turn the matrix m[row] to the axes given, and leave it as large as it is."""
    store_axis(m, row, 0, scaled(x, length(axis(m, row, 0, 0))))
    store_axis(m, row, 1, scaled(y, length(axis(m, row, 0, 1))))
    store_axis(m, row, 2, scaled(z, length(axis(m, row, 0, 2))))


@kernel
def straighten(m: Table, row: int) -> bool:
    """Take the shear out of m[row], if there is any, and say whether. Y stays, X and Z give way; the volume is kept."""
    x, y, z = axis(m, row, 0, 0), axis(m, row, 0, 1), axis(m, row, 0, 2)
    sizes = length(x), length(y), length(z)
    skew = abs(dot(x, y)) * sizes[2] + abs(dot(y, z)) * sizes[0] + abs(dot(z, x)) * sizes[1]
    if min(sizes[0], sizes[1], sizes[2]) < FLAT or skew <= SHEARED * sizes[0] * sizes[1] * sizes[2]:
        return False
    ux, uy, uz = upright_axes(x, y, z)
    wide, deep = length(across(x, uy)), length(across(z, uy))
    straight = wide * sizes[1] * deep
    shrink = sqrt(min(abs(dot(x, cross(y, z))) / straight, 1.0)) if straight > 0.0 else 0.0
    store_axis(m, row, 0, scaled(ux, wide * shrink))
    store_axis(m, row, 2, scaled(uz, deep * shrink))
    return True
