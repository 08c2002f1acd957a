"""Euler angles of matrices, in any order; X first is R = Rz · Ry · Rx. Constraints mean these by single axes of a turn.

Every rotation has two such triples, X and Z half a turn apart and Y mirrored about a quarter turn; the one nearer to
given angles is taken, so that a bone rotated by 100° about Y alone is read as that.
"""

from __future__ import annotations

from math import pi

from pantin.solver.compiling.functions import atan2, cos, hypot, sin
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.maths.inheritance import is_sheared, unsheared
from pantin.solver.maths.rotations import (
    Vector,
    axis,
    cross,
    dot,
    length,
    scaled,
    store_axis,
    unit,
    wrapped,
)

GIMBAL = 1e-9
"""Cosine of Y below which X and Z are one angle (gimbal lock), which X then has."""


ORDERS = ("xyz", "yzx", "zxy", "xzy", "yxz", "zyx")
"""The orders of three turns, the first named first, by their numbers: those from 3 on are left-handed."""
XYZ = 0.0


@kernel
def _place(order: int, c: int) -> int:
    """Return the place of axis `c` in an order of turns: 0, 1 or 2."""
    return (c - order) % 3 if order < 3 else (order - c) % 3


@kernel
def _axis_at(order: int, place: int) -> int:
    """Return the axis of the turn in a place of an order."""
    return (order + place) % 3 if order < 3 else (order - place) % 3


@kernel
def angles(m: Table, row: int, order: float) -> Vector:
    """Return the smallest Euler angles of the matrix m[row] about X, Y and Z, whatever its scale, radians.

    Reads `m` (2, 16).
    """
    return angles_near(m, row, (0.0, 0.0, 0.0), order)


@kernel
def angles_near(m: Table, row: int, near: Vector, order: float) -> Vector:
    """Return the Euler angles of the matrix m[row] that are nearest to `near`, whatever its scale, radians.

    Reads `m` (2, 16).
    """
    o = int(order)
    i, j, k = _axis_at(o, 0), _axis_at(o, 1), _axis_at(o, 2)
    first, second, third = _unit_axis(m, row, i), _unit_axis(m, row, j), _unit_axis(m, row, k)
    level = hypot(first[i], first[j])
    if level <= GIMBAL:
        return _placed((atan2(-third[j], second[j]), atan2(-first[k], level), 0.0), o)
    one = (atan2(second[k], third[k]), atan2(-first[k], level), atan2(first[j], first[i]))
    other = (wrapped(one[0] + pi), wrapped(pi - one[1]), wrapped(one[2] + pi))
    one, other = _placed(one, o), _placed(other, o)
    return other if _distance(other, near) < _distance(one, near) else one


@kernel
def unit_axes(m: Table, row: int) -> tuple[Vector, Vector, Vector]:
    """Return the directions of the axes of m[row], all turned round where it is mirrored: its rotation, if it has no
    shear.

    Reads `m` (2, 16).
    """
    x, y, z = _unit_axis(m, row, 0), _unit_axis(m, row, 1), _unit_axis(m, row, 2)
    if dot(x, cross(y, z)) < 0.0:
        return scaled(x, -1.0), scaled(y, -1.0), scaled(z, -1.0)
    return x, y, z


@kernel
def _unit_axis(m: Table, row: int, c: int) -> Vector:
    """Return the direction of axis `c` of m[row]; that of space where it has no length.

    Reads `m` (2, 16).
    """
    otherwise = (1.0, 0.0, 0.0) if c == 0 else (0.0, 1.0, 0.0) if c == 1 else (0.0, 0.0, 1.0)
    return unit(axis(m, row, 0, c), otherwise)


@kernel
def _placed(turns: Vector, order: int) -> Vector:
    """Return angles in the order of turning, by axis; left-handed orders count the other way."""
    by_axis = (turns[_place(order, 0)], turns[_place(order, 1)], turns[_place(order, 2)])
    return by_axis if order < 3 else scaled(by_axis, -1.0)


@kernel
def _distance(a: Vector, b: Vector) -> float:
    """Return the sum of absolute differences, each on the circle."""
    return abs(wrapped(a[0] - b[0])) + abs(wrapped(a[1] - b[1])) + abs(wrapped(a[2] - b[2]))


@kernel
def axes_of(angles: Vector, order: float) -> tuple[Vector, Vector, Vector]:
    """Return the axes of the rotation with these Euler angles about X, Y and Z."""
    o = int(order)
    turns = (angles[_axis_at(o, 0)], angles[_axis_at(o, 1)], angles[_axis_at(o, 2)])
    if o >= 3:
        turns = scaled(turns, -1.0)
    ca, sa = cos(turns[0]), sin(turns[0])
    cb, sb = cos(turns[1]), sin(turns[1])
    cc, sc = cos(turns[2]), sin(turns[2])
    first = (cc * cb, sc * cb, -sb)
    second = (cc * sb * sa - sc * ca, sc * sb * sa + cc * ca, cb * sa)
    third = (cc * sb * ca + sc * sa, sc * sb * ca - cc * sa, cb * ca)
    columns = (_by_axis(first, o), _by_axis(second, o), _by_axis(third, o))
    return columns[_place(o, 0)], columns[_place(o, 1)], columns[_place(o, 2)]


@kernel
def _by_axis(v: Vector, order: int) -> Vector:
    """Return a vector in the axes of an order, in X, Y and Z."""
    return (v[_place(order, 0)], v[_place(order, 1)], v[_place(order, 2)])


@kernel
def store_axes(m: Table, row: int, x: Vector, y: Vector, z: Vector) -> None:
    """Rotate the matrix m[row] to the unit axes given; its scale stays.

    Reads `m` (2, 16). Writes `m`.
    """
    store_axis(m, row, 0, scaled(x, length(axis(m, row, 0, 0))))
    store_axis(m, row, 1, scaled(y, length(axis(m, row, 0, 1))))
    store_axis(m, row, 2, scaled(z, length(axis(m, row, 0, 2))))


@kernel
def remove_shear(m: Table, row: int) -> bool:
    """Remove the shear of m[row] and return whether it had any. Y stays, X and Z change; the volume is kept.

    Reads `m` (2, 16). Writes `m`.
    """
    x, y, z = axis(m, row, 0, 0), axis(m, row, 0, 1), axis(m, row, 0, 2)
    if not is_sheared(x, y, z):
        return False
    x, y, z = unsheared(x, y, z)
    store_axis(m, row, 0, x)
    store_axis(m, row, 2, z)
    return True
