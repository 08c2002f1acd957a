"""Mixing of rotations and scales, shared by the constraints that set them: the new one in the place of the owner's."""

from __future__ import annotations

from pantin.solver.compiling import layout as at
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.constraints import columns
from pantin.solver.maths.axes import apply_axes
from pantin.solver.maths.euler import angles, axes_of, store_axes, unit_axes
from pantin.solver.maths.rotations import Quaternion, Vector, add, axis, cross, dot, length, rotate, scaled, store_axis


@kernel
def mix_rotation(m: Table, new: Vector, mix: float, order: float) -> None:
    """Replace the owner's rotation by the Euler angles `new`, add them to its own, or rotate before or after it.

    Rotating before or after keeps a shear of the owner; the other two remove it. A mirrored owner stays mirrored: all
    its axes point the other way from those of its rotation. The target's row is overwritten.

    Reads `m` (2, 16). Writes `m`.
    """
    if mix == columns.MIX_ADD:
        new = add(own_angles(m, order), new)
    x, y, z = axes_of(new, order)
    ox, oy, oz = unit_axes(m, at.OWNER_ROW)
    if mix == columns.MIX_BEFORE:
        x, y, z = apply_axes(x, y, z, ox), apply_axes(x, y, z, oy), apply_axes(x, y, z, oz)
    elif mix == columns.MIX_AFTER:
        x, y, z = apply_axes(ox, oy, oz, x), apply_axes(ox, oy, oz, y), apply_axes(ox, oy, oz, z)
    side = handedness(m, at.OWNER_ROW)
    store_axes(m, at.OWNER_ROW, scaled(x, side), scaled(y, side), scaled(z, side))


@kernel
def own_angles(m: Table, order: float) -> Vector:
    """Return the Euler angles of the owner's rotation, mirrored or not. The target's row is overwritten.

    Reads `m` (2, 16). Writes `m`.
    """
    x, y, z = unit_axes(m, at.OWNER_ROW)
    store_axis(m, at.TARGET_ROW, 0, x)
    store_axis(m, at.TARGET_ROW, 1, y)
    store_axis(m, at.TARGET_ROW, 2, z)
    return angles(m, at.TARGET_ROW, order)


@kernel
def handedness(m: Table, row: int) -> float:
    """Return −1 where the axes of m[row] are mirrored, else 1.

    Reads `m` (2, 16).
    """
    volume = dot(axis(m, row, 0, 0), cross(axis(m, row, 0, 1), axis(m, row, 0, 2)))
    return -1.0 if volume < 0.0 else 1.0


@kernel
def turn_owner(m: Table, by: Quaternion) -> None:
    """Turn the owner as a whole about its head.

    Reads `m` (2, 16). Writes `m`.
    """
    for c in range(3):
        store_axis(m, at.OWNER_ROW, c, rotate(by, axis(m, at.OWNER_ROW, 0, c)))


@kernel
def resize(m: Table, a: int, size: float) -> None:
    """Scale the owner's axis `a` to the length `size`; an axis of length 0 has no direction and stays.

    Reads `m` (2, 16). Writes `m`.
    """
    now = length(axis(m, at.OWNER_ROW, 0, a))
    if now > 1e-30:
        store_axis(m, at.OWNER_ROW, a, scaled(axis(m, at.OWNER_ROW, 0, a), size / now))
