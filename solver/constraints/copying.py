"""Copy Location, Rotation, Scale and Transforms: the owner takes over what the target has, each in its space."""

from __future__ import annotations

from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import OWNER_ROW, TARGET_ROW, Table
from pantin.solver.constraints.rows import ADD_OFFSET, AXES, INVERT, MIX, MIX_ADD, MIX_AFTER, MIX_BEFORE, MIX_REPLACE
from pantin.solver.maths.euler import angles, angles_near, axes_of, store_axes
from pantin.solver.maths.forward import apply_axes
from pantin.solver.maths.rotations import (
    Vector,
    axis,
    length,
    scaled,
    store_axis,
    unit,
)


@kernel
def copy_location(m: Table, constraints: Table, k: int) -> bool:
    """Copy the location along the chosen axes."""
    for a in range(3):
        if constraints[k, AXES + a] != 0.0:
            copied = -m[TARGET_ROW, 4 * a + 3] if constraints[k, INVERT + a] != 0.0 else m[TARGET_ROW, 4 * a + 3]
            m[OWNER_ROW, 4 * a + 3] = copied + (m[OWNER_ROW, 4 * a + 3] if constraints[k, ADD_OFFSET] != 0.0 else 0.0)
    return True


@kernel
def copy_rotation(m: Table, constraints: Table, k: int) -> bool:
    """Axes that are not copied keep the owner's angles where its rotation is replaced, and add 0 otherwise."""
    own = angles(m, OWNER_ROW)
    new = angles_near(m, TARGET_ROW, own)
    kept = own if constraints[k, MIX] == MIX_REPLACE else (0.0, 0.0, 0.0)
    mix_rotation(
        m,
        (
            _copied(constraints, k, 0, new[0], kept[0]),
            _copied(constraints, k, 1, new[1], kept[1]),
            _copied(constraints, k, 2, new[2], kept[2]),
        ),
        constraints[k, MIX],
    )
    return True


@kernel
def _copied(constraints: Table, k: int, a: int, angle: float, kept: float) -> float:
    if constraints[k, AXES + a] == 0.0:
        return kept
    return -angle if constraints[k, INVERT + a] != 0.0 else angle


@kernel
def mix_rotation(m: Table, new: Vector, mix: float) -> None:
    """Replace the owner's rotation by the Euler angles `new`, add them to its own, or rotate before or after it.

    Rotating before or after keeps a shear of the owner; the other two remove it.
    """
    if mix == MIX_ADD:
        own = angles(m, OWNER_ROW)
        new = (own[0] + new[0], own[1] + new[1], own[2] + new[2])
    x, y, z = axes_of(new)
    ox = unit(axis(m, OWNER_ROW, 0, 0), (1.0, 0.0, 0.0))
    oy = unit(axis(m, OWNER_ROW, 0, 1), (0.0, 1.0, 0.0))
    oz = unit(axis(m, OWNER_ROW, 0, 2), (0.0, 0.0, 1.0))
    if mix == MIX_BEFORE:
        x, y, z = apply_axes(x, y, z, ox), apply_axes(x, y, z, oy), apply_axes(x, y, z, oz)
    elif mix == MIX_AFTER:
        x, y, z = apply_axes(ox, oy, oz, x), apply_axes(ox, oy, oz, y), apply_axes(ox, oy, oz, z)
    store_axes(m, OWNER_ROW, x, y, z)


@kernel
def copy_scale(m: Table, constraints: Table, k: int) -> bool:
    """Copy the scale along the chosen axes."""
    for a in range(3):
        if constraints[k, AXES + a] != 0.0:
            resize(m, a, length(axis(m, TARGET_ROW, 0, a)))
    return True


@kernel
def resize(m: Table, a: int, size: float) -> None:
    """Scale the owner's axis `a` to the length `size`; an axis of length 0 has no direction and stays."""
    now = length(axis(m, OWNER_ROW, 0, a))
    if now > 1e-30:
        store_axis(m, OWNER_ROW, a, scaled(axis(m, OWNER_ROW, 0, a), size / now))


@kernel
def copy_transforms(m: Table, constraints: Table, k: int) -> bool:
    """Copy the whole matrix."""
    for n in range(16):
        m[OWNER_ROW, n] = m[TARGET_ROW, n]
    return True
