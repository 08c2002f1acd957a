"""Euler angles of matrices, X first: R = Rz · Ry · Rx. Constraints mean these by single axes of a rotation.

Every rotation has two such triples, X and Z half a turn apart and Y mirrored about a quarter turn; the one nearer to
given angles is taken, so that a bone rotated by 100° about Y alone is read as that.
"""

from __future__ import annotations

from math import pi

from pantin.solver.compiling.functions import atan2, cos, hypot, sin, sqrt
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.maths.forward import orthonormal_axes
from pantin.solver.maths.rotations import (
    Vector,
    axis,
    cross,
    dot,
    length,
    rejection,
    scaled,
    store_axis,
    unit,
    wrapped,
)

GIMBAL = 1e-9
"""Cosine of Y below which X and Z are one angle (gimbal lock), which X then has."""
SHEAR_TOLERANCE = 1e-9
"""Axes whose cosines add up to less are at right angles."""
SMALLEST_EXTENT = 1e-30
"""A bone thinner than this keeps its shear."""


@kernel
def angles(m: Table, row: int) -> Vector:
    """The smallest Euler angles of the matrix m[row], whatever its scale, radians."""
    return angles_near(m, row, (0.0, 0.0, 0.0))


@kernel
def angles_near(m: Table, row: int, near: Vector) -> Vector:
    """The Euler angles of the matrix m[row] that are nearest to `near`, whatever its scale, radians."""
    x = unit(axis(m, row, 0, 0), (1.0, 0.0, 0.0))
    y = unit(axis(m, row, 0, 1), (0.0, 1.0, 0.0))
    z = unit(axis(m, row, 0, 2), (0.0, 0.0, 1.0))
    level = hypot(x[0], x[1])
    if level <= GIMBAL:
        return (atan2(-z[1], y[1]), atan2(-x[2], level), 0.0)
    one = (atan2(y[2], z[2]), atan2(-x[2], level), atan2(x[1], x[0]))
    other = (wrapped(one[0] + pi), wrapped(pi - one[1]), wrapped(one[2] + pi))
    return other if _distance(other, near) < _distance(one, near) else one


@kernel
def unit_axes(m: Table, row: int) -> tuple[Vector, Vector, Vector]:
    """The directions of the axes of m[row], all turned round where it is mirrored: its rotation, if it has no shear."""
    x = unit(axis(m, row, 0, 0), (1.0, 0.0, 0.0))
    y = unit(axis(m, row, 0, 1), (0.0, 1.0, 0.0))
    z = unit(axis(m, row, 0, 2), (0.0, 0.0, 1.0))
    if dot(x, cross(y, z)) < 0.0:
        return scaled(x, -1.0), scaled(y, -1.0), scaled(z, -1.0)
    return x, y, z


@kernel
def _distance(a: Vector, b: Vector) -> float:
    """The sum of absolute differences, each on the circle."""
    return abs(wrapped(a[0] - b[0])) + abs(wrapped(a[1] - b[1])) + abs(wrapped(a[2] - b[2]))


@kernel
def axes_of(angles: Vector) -> tuple[Vector, Vector, Vector]:
    """The axes of the rotation with these Euler angles."""
    ca, sa = cos(angles[0]), sin(angles[0])
    cb, sb = cos(angles[1]), sin(angles[1])
    cc, sc = cos(angles[2]), sin(angles[2])
    x = (cc * cb, sc * cb, -sb)
    y = (cc * sb * sa - sc * ca, sc * sb * sa + cc * ca, cb * sa)
    z = (cc * sb * ca + sc * sa, sc * sb * ca - cc * sa, cb * ca)
    return x, y, z


@kernel
def store_axes(m: Table, row: int, x: Vector, y: Vector, z: Vector) -> None:
    """Rotate the matrix m[row] to the unit axes given; its scale stays."""
    store_axis(m, row, 0, scaled(x, length(axis(m, row, 0, 0))))
    store_axis(m, row, 1, scaled(y, length(axis(m, row, 0, 1))))
    store_axis(m, row, 2, scaled(z, length(axis(m, row, 0, 2))))


@kernel
def remove_shear(m: Table, row: int) -> bool:
    """Remove the shear of m[row] and return whether it had any. Y stays, X and Z give way; the volume is kept."""
    x, y, z = axis(m, row, 0, 0), axis(m, row, 0, 1), axis(m, row, 0, 2)
    sizes = length(x), length(y), length(z)
    skew = abs(dot(x, y)) * sizes[2] + abs(dot(y, z)) * sizes[0] + abs(dot(z, x)) * sizes[1]
    if min(sizes[0], sizes[1], sizes[2]) < SMALLEST_EXTENT or skew <= SHEAR_TOLERANCE * sizes[0] * sizes[1] * sizes[2]:
        return False
    ux, uy, uz = orthonormal_axes(x, y, z)
    wide, deep = length(rejection(x, uy)), length(rejection(z, uy))
    straight = wide * sizes[1] * deep
    shrink = sqrt(min(abs(dot(x, cross(y, z))) / straight, 1.0)) if straight > 0.0 else 0.0
    store_axis(m, row, 0, scaled(ux, wide * shrink))
    store_axis(m, row, 2, scaled(uz, deep * shrink))
    return True
