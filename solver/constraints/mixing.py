"""What constraints share that set a rotation or a scale: how the new one is put in the place of the owner's."""

from __future__ import annotations

from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import OWNER_ROW, Table
from pantin.solver.constraints.columns import MIX_ADD, MIX_AFTER, MIX_BEFORE
from pantin.solver.maths.axes import apply_axes
from pantin.solver.maths.euler import angles, axes_of, store_axes
from pantin.solver.maths.rotations import Quaternion, Vector, axis, length, rotate, scaled, store_axis, unit


@kernel
def mix_rotation(m: Table, new: Vector, mix: float, order: float) -> None:
    """Replace the owner's rotation by the Euler angles `new`, add them to its own, or rotate before or after it.

    Rotating before or after keeps a shear of the owner; the other two remove it.
    """
    if mix == MIX_ADD:
        own = angles(m, OWNER_ROW, order)
        new = (own[0] + new[0], own[1] + new[1], own[2] + new[2])
    x, y, z = axes_of(new, order)
    ox = unit(axis(m, OWNER_ROW, 0, 0), (1.0, 0.0, 0.0))
    oy = unit(axis(m, OWNER_ROW, 0, 1), (0.0, 1.0, 0.0))
    oz = unit(axis(m, OWNER_ROW, 0, 2), (0.0, 0.0, 1.0))
    if mix == MIX_BEFORE:
        x, y, z = apply_axes(x, y, z, ox), apply_axes(x, y, z, oy), apply_axes(x, y, z, oz)
    elif mix == MIX_AFTER:
        x, y, z = apply_axes(ox, oy, oz, x), apply_axes(ox, oy, oz, y), apply_axes(ox, oy, oz, z)
    store_axes(m, OWNER_ROW, x, y, z)


@kernel
def turn_owner(m: Table, by: Quaternion) -> None:
    """Turn the owner as a whole about its head."""
    for c in range(3):
        store_axis(m, OWNER_ROW, c, rotate(by, axis(m, OWNER_ROW, 0, c)))


@kernel
def resize(m: Table, a: int, size: float) -> None:
    """Scale the owner's axis `a` to the length `size`; an axis of length 0 has no direction and stays."""
    now = length(axis(m, OWNER_ROW, 0, a))
    if now > 1e-30:
        store_axis(m, OWNER_ROW, a, scaled(axis(m, OWNER_ROW, 0, a), size / now))
