"""Inheritance of a parent's axes, in each way of inheriting scale; and axes without their shear.

A parent that is scaled unevenly, and a child that is turned against it, make shear: axes that are not at right angles.
The ways of inheriting differ in what they do about it.
"""

from __future__ import annotations

from pantin.solver.compiling import layout as at
from pantin.solver.compiling.functions import power, sqrt
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.maths.rotations import (
    Vector,
    add,
    axis,
    cross,
    dot,
    length,
    perpendicular,
    rejection,
    scaled,
    subtract,
    unit,
)

SHEAR_TOLERANCE = 1e-9
"""Axes whose cosines add up to less are at right angles."""
SMALLEST_EXTENT = 1e-30
"""Axes shorter than this keep their shear."""

Axes = tuple[Vector, Vector, Vector]


@kernel
def cube_root(x: float) -> float:
    """Return the cube root of a number that is not negative."""
    return power(x, 1.0 / 3.0)


@kernel
def inherited(bones: Table, p: int, flags: int, px: Vector, py: Vector, pz: Vector) -> Axes:
    """Return the axes of parent `p` as far as a bone with these `flags` inherits them.

    Reads REST of `bones` (n, BONE_WIDTH).
    """
    how = flags // at.INHERIT_MODE
    if not flags & at.INHERIT_ROTATION:
        x, y, z = _resting(bones, p, how, px, py, pz)
    elif how in (at.SCALE_FULL, at.SCALE_FIX_SHEAR):
        return px, py, pz
    elif how == at.SCALE_NONE_LEGACY:
        return unit(px, (1.0, 0.0, 0.0)), unit(py, (0.0, 1.0, 0.0)), unit(pz, (0.0, 0.0, 1.0))
    else:
        x, y, z = orthonormal_axes(px, py, pz)
    if how != at.SCALE_AVERAGE:
        return x, y, z
    size = cube_root(abs(dot(px, cross(py, pz))))
    return scaled(x, size), scaled(y, size), scaled(z, size)


@kernel
def _resting(bones: Table, p: int, how: int, px: Vector, py: Vector, pz: Vector) -> Axes:
    """Return the rest axes of parent `p`, with as much of its scale as is inherited without its rotation.

    Reads REST of `bones` (n, BONE_WIDTH).
    """
    rx, ry, rz = axis(bones, p, at.REST, 0), axis(bones, p, at.REST, 1), axis(bones, p, at.REST, 2)
    if how == at.SCALE_FULL:
        return scaled(rx, length(px)), scaled(ry, length(py)), scaled(rz, length(pz))
    if how == at.SCALE_FIX_SHEAR:
        sizes = sizes_of_volume(px, py, pz)
        return scaled(rx, sizes[0]), scaled(ry, sizes[1]), scaled(rz, sizes[2])
    return rx, ry, rz


@kernel
def sizes_of_volume(x: Vector, y: Vector, z: Vector) -> Vector:
    """Return the lengths of axes, all changed by one factor so that a box of these sides has the volume they span."""
    sizes = (length(x), length(y), length(z))
    box = sizes[0] * sizes[1] * sizes[2]
    if box < SMALLEST_EXTENT:
        return sizes
    return scaled(sizes, cube_root(abs(dot(x, cross(y, z))) / box))


@kernel
def orthonormal_axes(px: Vector, py: Vector, pz: Vector) -> Axes:
    """Return unit axes without scale and shear: Y is kept, X and Z share the correction equally."""
    y = unit(py, (0.0, 1.0, 0.0))
    x = unit(rejection(px, y), perpendicular(y))
    z = unit(rejection(pz, y), cross(x, y))
    half = 1.0 / sqrt(2.0)
    both = scaled(unit(add(x, z), x), half)
    apart = scaled(unit(subtract(x, z), x), half)
    return add(both, apart), y, subtract(both, apart)


@kernel
def is_sheared(x: Vector, y: Vector, z: Vector) -> bool:
    """Return whether axes that have some length are not at right angles."""
    sizes = length(x), length(y), length(z)
    skew = abs(dot(x, y)) * sizes[2] + abs(dot(y, z)) * sizes[0] + abs(dot(z, x)) * sizes[1]
    if min(sizes[0], sizes[1], sizes[2]) < SMALLEST_EXTENT:
        return False
    return skew > SHEAR_TOLERANCE * sizes[0] * sizes[1] * sizes[2]


@kernel
def unsheared(x: Vector, y: Vector, z: Vector) -> Axes:
    """Return the axes without their shear. Y stays, X and Z change; the volume is kept."""
    if not is_sheared(x, y, z):
        return x, y, z
    ux, uy, uz = orthonormal_axes(x, y, z)
    wide, deep = length(rejection(x, uy)), length(rejection(z, uy))
    straight = wide * length(y) * deep
    shrink = sqrt(min(abs(dot(x, cross(y, z))) / straight, 1.0)) if straight > 0.0 else 0.0
    return scaled(ux, wide * shrink), y, scaled(uz, deep * shrink)
