"""Copy Location, Rotation, Scale and Transforms: the owner takes what the target has, each in its space."""

from __future__ import annotations

from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import (
    ADD_OFFSET,
    AXES,
    INVERT,
    MIX,
    MIX_ADD,
    MIX_AFTER,
    MIX_BEFORE,
    MIX_REPLACE,
    OTHER,
    OWN,
    Table,
)
from pantin.solver.maths.euler import angles, angles_near, store_turned, turned
from pantin.solver.maths.forward import combine
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
    for a in range(3):
        if constraints[k, AXES + a] != 0.0:
            copied = -m[OTHER, 4 * a + 3] if constraints[k, INVERT + a] != 0.0 else m[OTHER, 4 * a + 3]
            m[OWN, 4 * a + 3] = copied + (m[OWN, 4 * a + 3] if constraints[k, ADD_OFFSET] != 0.0 else 0.0)
    return True


@kernel
def copy_rotation(m: Table, constraints: Table, k: int) -> bool:
    """The angles that are not copied stay the owner's where it is replaced, and are 0 where it is turned further."""
    own = angles(m, OWN)
    new = angles_near(m, OTHER, own)
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
    """Replace the owner's rotation by the angles `new`, add them to its own, or turn before or after it.

    Turning further keeps a shear that the owner has; the other two lose it.
    """
    if mix == MIX_ADD:
        own = angles(m, OWN)
        new = (own[0] + new[0], own[1] + new[1], own[2] + new[2])
    x, y, z = turned(new)
    ox = unit(axis(m, OWN, 0, 0), (1.0, 0.0, 0.0))
    oy = unit(axis(m, OWN, 0, 1), (0.0, 1.0, 0.0))
    oz = unit(axis(m, OWN, 0, 2), (0.0, 0.0, 1.0))
    if mix == MIX_BEFORE:
        x, y, z = combine(x, y, z, ox), combine(x, y, z, oy), combine(x, y, z, oz)
    elif mix == MIX_AFTER:
        x, y, z = combine(ox, oy, oz, x), combine(ox, oy, oz, y), combine(ox, oy, oz, z)
    store_turned(m, OWN, x, y, z)


@kernel
def copy_scale(m: Table, constraints: Table, k: int) -> bool:
    for a in range(3):
        if constraints[k, AXES + a] != 0.0:
            resize(m, a, length(axis(m, OTHER, 0, a)))
    return True


@kernel
def resize(m: Table, a: int, size: float) -> None:
    """Make the owner so long along its axis `a`; a bone without extent there has no direction to grow in."""
    now = length(axis(m, OWN, 0, a))
    if now > 1e-30:
        store_axis(m, OWN, a, scaled(axis(m, OWN, 0, a), size / now))


@kernel
def copy_transforms(m: Table) -> bool:
    for n in range(16):
        m[OWN, n] = m[OTHER, n]
    return True
