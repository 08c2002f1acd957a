"""The spaces in which constraints read and change bones.

Armature space; local space, which holds what a bone's pose says: its location, rotation and scale relative to where its
parent carries it; local with parent, everything since the rest pose; the local space of a target along the rest axes of
the owner; and the space of another bone as it is.
"""

from __future__ import annotations

from pantin.solver.compiling import layout as at
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.maths.axes import apply_axes, seen_in_axes, solve_axes
from pantin.solver.maths.forward import frame, growth, location_axes
from pantin.solver.maths.rotations import (
    Vector,
    add,
    axis,
    ratio,
    scaled,
    store_axis,
    subtract,
)


@kernel
def into_space(
    bones: Table, i: int, m: Table, row: int, space: float, other: int, matrices: Table, stretches: Table
) -> None:
    """Bring m[row], given in armature space, into `space` of bone `i`.

    `other` is the bone whose space a custom space is, or the owner for the local space along its axes.

    Reads OFFSET, REST, PARENT_BONE and FLAGS of `bones` (n, BONE_WIDTH); `m` (2, 16); `matrices` (n, 16); and
    `stretches` (n, 2). Writes `m`.
    """
    if space == at.SPACE_POSE:
        return
    x, y, z, origin, lx, ly, lz = _axes(bones, i, space, other, matrices, stretches)
    head = solve_axes(lx, ly, lz, subtract(axis(m, row, 0, 3), origin))
    for c in range(3):
        store_axis(m, row, c, solve_axes(x, y, z, axis(m, row, 0, c)))
    store_axis(m, row, 3, head)
    _resize(m, row, ratio((1.0, 1.0, 1.0), _growth(bones, i, space, matrices, stretches)))
    if space == at.SPACE_LOCAL_OWNER:
        _seen_from(bones, i, other, m, row)


@kernel
def out_of_space(
    bones: Table, i: int, m: Table, row: int, space: float, other: int, matrices: Table, stretches: Table
) -> None:
    """Bring m[row] back from `space` of bone `i` into armature space. No owner is in the space of its own axes.

    Reads OFFSET, REST, PARENT_BONE and FLAGS of `bones` (n, BONE_WIDTH); `m` (2, 16); `matrices` (n, 16); and
    `stretches` (n, 2). Writes `m`.
    """
    if space == at.SPACE_POSE:
        return
    x, y, z, origin, lx, ly, lz = _axes(bones, i, space, other, matrices, stretches)
    head = add(origin, apply_axes(lx, ly, lz, axis(m, row, 0, 3)))
    for c in range(3):
        store_axis(m, row, c, apply_axes(x, y, z, axis(m, row, 0, c)))
    store_axis(m, row, 3, head)
    _resize(m, row, _growth(bones, i, space, matrices, stretches))


@kernel
def _axes(
    bones: Table, i: int, space: float, other: int, matrices: Table, stretches: Table
) -> tuple[Vector, Vector, Vector, Vector, Vector, Vector, Vector]:
    """Return the axes of a bone's local space, its origin, and the axes along which its location counts.

    Reads OFFSET, REST, PARENT_BONE and FLAGS of `bones` (n, BONE_WIDTH); `matrices` (n, 16); and `stretches` (n, 2).
    """
    if space == at.SPACE_CUSTOM:
        x, y, z = axis(matrices, other, 0, 0), axis(matrices, other, 0, 1), axis(matrices, other, 0, 2)
        return x, y, z, axis(matrices, other, 0, 3), x, y, z
    if space == at.SPACE_LOCAL_WITH_PARENT:
        x, y, z = axis(bones, i, at.REST, 0), axis(bones, i, at.REST, 1), axis(bones, i, at.REST, 2)
        return x, y, z, axis(bones, i, at.REST, 3), x, y, z
    x, y, z, origin = frame(bones, i, matrices, stretches)
    lx, ly, lz = location_axes(bones, i, matrices)
    return x, y, z, origin, lx, ly, lz


@kernel
def _growth(bones: Table, i: int, space: float, matrices: Table, stretches: Table) -> Vector:
    """Return the scale inherited after the pose, which the local spaces leave out.

    Reads PARENT_BONE and FLAGS of `bones` (n, BONE_WIDTH); `matrices` (n, 16); and `stretches` (n, 2).
    """
    if space in (at.SPACE_CUSTOM, at.SPACE_LOCAL_WITH_PARENT):
        return (1.0, 1.0, 1.0)
    return growth(bones, i, matrices, stretches)


@kernel
def _resize(m: Table, row: int, sizes: Vector) -> None:
    """Scale each axis of m[row]; one that stays does so to the bit.

    Reads `m` (2, 16). Writes `m`.
    """
    for c in range(3):
        if sizes[c] != 1.0:
            store_axis(m, row, c, scaled(axis(m, row, 0, c), sizes[c]))


@kernel
def _seen_from(bones: Table, i: int, other: int, m: Table, row: int) -> None:
    """Turn m[row], in local space of bone `i`, into the rest axes of bone `other`: the same motion, other numbers.

    Reads REST of `bones` (n, BONE_WIDTH) and `m` (2, 16). Writes `m`.
    """
    ix, iy, iz = axis(bones, i, at.REST, 0), axis(bones, i, at.REST, 1), axis(bones, i, at.REST, 2)
    ox, oy, oz = axis(bones, other, at.REST, 0), axis(bones, other, at.REST, 1), axis(bones, other, at.REST, 2)
    head = seen_in_axes(ox, oy, oz, apply_axes(ix, iy, iz, axis(m, row, 0, 3)))
    x, y, z = axis(m, row, 0, 0), axis(m, row, 0, 1), axis(m, row, 0, 2)
    store_axis(m, row, 0, _moved(ix, iy, iz, ox, oy, oz, x, y, z, 0))
    store_axis(m, row, 1, _moved(ix, iy, iz, ox, oy, oz, x, y, z, 1))
    store_axis(m, row, 2, _moved(ix, iy, iz, ox, oy, oz, x, y, z, 2))
    store_axis(m, row, 3, head)


@kernel
def _moved(
    ix: Vector, iy: Vector, iz: Vector, ox: Vector, oy: Vector, oz: Vector, x: Vector, y: Vector, z: Vector, c: int
) -> Vector:
    """Return column `c` of Oᵀ · I · (x y z) · Iᵀ · O."""
    own = ox if c == 0 else oy if c == 1 else oz
    through = apply_axes(x, y, z, seen_in_axes(ix, iy, iz, own))
    return seen_in_axes(ox, oy, oz, apply_axes(ix, iy, iz, through))
