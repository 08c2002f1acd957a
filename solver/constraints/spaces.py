"""The spaces in which constraints read and change bones: armature space, local space, and local with parent.

Local space holds what a bone's pose says: its location, rotation and scale relative to where its parent carries it.
Local with parent is everything since the rest pose.
"""

from __future__ import annotations

from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import REST, SPACE_LOCAL_WITH_PARENT, SPACE_POSE, Table
from pantin.solver.maths.forward import apply_axes, frame, location_axes
from pantin.solver.maths.rotations import (
    Vector,
    add,
    axis,
    cross,
    dot,
    store_axis,
    subtract,
)


@kernel
def into_space(bones: Table, i: int, m: Table, row: int, space: float, matrices: Table, stretches: Table) -> None:
    """Bring m[row], given in armature space, into `space` of bone `i`."""
    if space == SPACE_POSE:
        return
    x, y, z, origin, lx, ly, lz = _axes(bones, i, space, matrices, stretches)
    head = solve_axes(lx, ly, lz, subtract(axis(m, row, 0, 3), origin))
    for c in range(3):
        store_axis(m, row, c, solve_axes(x, y, z, axis(m, row, 0, c)))
    store_axis(m, row, 3, head)


@kernel
def out_of_space(bones: Table, i: int, m: Table, row: int, space: float, matrices: Table, stretches: Table) -> None:
    """Bring m[row] back from `space` of bone `i` into armature space."""
    if space == SPACE_POSE:
        return
    x, y, z, origin, lx, ly, lz = _axes(bones, i, space, matrices, stretches)
    head = add(origin, apply_axes(lx, ly, lz, axis(m, row, 0, 3)))
    for c in range(3):
        store_axis(m, row, c, apply_axes(x, y, z, axis(m, row, 0, c)))
    store_axis(m, row, 3, head)


@kernel
def _axes(
    bones: Table, i: int, space: float, matrices: Table, stretches: Table
) -> tuple[Vector, Vector, Vector, Vector, Vector, Vector, Vector]:
    """The axes of a bone's local space, its origin, and the axes along which its location counts."""
    if space == SPACE_LOCAL_WITH_PARENT:
        x, y, z = axis(bones, i, REST, 0), axis(bones, i, REST, 1), axis(bones, i, REST, 2)
        return x, y, z, axis(bones, i, REST, 3), x, y, z
    x, y, z, origin = frame(bones, i, matrices, stretches)
    lx, ly, lz = location_axes(bones, i, matrices)
    return x, y, z, origin, lx, ly, lz


@kernel
def solve_axes(x: Vector, y: Vector, z: Vector, v: Vector) -> Vector:
    """The w with x·w0 + y·w1 + z·w2 = v; 0 where the axes span no volume (a scale of 0)."""
    yz = cross(y, z)
    volume = dot(x, yz)
    if abs(volume) < 1e-30:
        return (0.0, 0.0, 0.0)
    return (dot(v, yz) / volume, dot(v, cross(z, x)) / volume, dot(v, cross(x, y)) / volume)
