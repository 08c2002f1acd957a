"""Matrices as their columns x, y, z, and as rows of 16 numbers: applied, solved, and multiplied."""

from __future__ import annotations

from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.maths.rotations import Vector, add, axis, cross, dot, scaled, store_axis

FLAT = 1e-30
"""Axes that span no more volume than this span none."""

SINGULAR = 1e-250
"""Equations with a smaller determinant ask for nothing; below 0 it comes of rounding."""


@kernel
def apply_axes(x: Vector, y: Vector, z: Vector, v: Vector) -> Vector:
    """Return the matrix with the columns x, y, z times v."""
    return (
        x[0] * v[0] + y[0] * v[1] + z[0] * v[2],
        x[1] * v[0] + y[1] * v[1] + z[1] * v[2],
        x[2] * v[0] + y[2] * v[1] + z[2] * v[2],
    )


@kernel
def seen_in_axes(x: Vector, y: Vector, z: Vector, v: Vector) -> Vector:
    """Return `v` in the unit axes x, y, z, which are at right angles: the transposed matrix times v."""
    return (dot(x, v), dot(y, v), dot(z, v))


@kernel
def solve_axes(x: Vector, y: Vector, z: Vector, v: Vector) -> Vector:
    """Return the w with x·w0 + y·w1 + z·w2 = v; 0 where the axes span no volume (a scale of 0)."""
    yz = cross(y, z)
    volume = dot(x, yz)
    if abs(volume) < FLAT:
        return (0.0, 0.0, 0.0)
    return (dot(v, yz) / volume, dot(v, cross(z, x)) / volume, dot(v, cross(x, y)) / volume)


@kernel
def solve_symmetric(a: Vector, b: Vector, c: Vector, right: Vector) -> Vector:
    """Return the solution of the positive definite system with the rows a, b, c, by Cramer's rule; 0 where it is
    singular."""
    bc, ca, ab = cross(b, c), cross(c, a), cross(a, b)
    volume = dot(a, bc)
    if volume < SINGULAR:
        return (0.0, 0.0, 0.0)
    return scaled(add(add(scaled(bc, right[0]), scaled(ca, right[1])), scaled(ab, right[2])), 1.0 / volume)


@kernel
def move_point(by: Table, i: int, v: Vector) -> Vector:
    """Return the point `v` moved by the matrix by[i].

    Reads `by` (n, 16).
    """
    return add(axis(by, i, 0, 3), apply_axes(axis(by, i, 0, 0), axis(by, i, 0, 1), axis(by, i, 0, 2), v))


@kernel
def move_matrix(by: Table, i: int, m: Table, row: int) -> None:
    """Multiply the matrix m[row] from the left by by[i].

    Reads `by` (n, 16) and `m` (2, 16). Writes `m`.
    """
    x, y, z, place = axis(by, i, 0, 0), axis(by, i, 0, 1), axis(by, i, 0, 2), axis(by, i, 0, 3)
    for c in range(3):
        store_axis(m, row, c, apply_axes(x, y, z, axis(m, row, 0, c)))
    store_axis(m, row, 3, add(place, apply_axes(x, y, z, axis(m, row, 0, 3))))
