"""Copy Transforms: the owner takes over all that the target has, in its space, or goes on from it."""

from __future__ import annotations

from pantin.rigs.constraints import CopyTransforms
from pantin.solver.compiling import layout as at
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.constraints import columns
from pantin.solver.constraints.columns import Row
from pantin.solver.constraints.surroundings import Surroundings
from pantin.solver.maths.axes import apply_axes
from pantin.solver.maths.euler import remove_shear
from pantin.solver.maths.rotations import Vector, add, axis, length, scaled, store_axis, unit

WHOLE, ORDER_OF, REMOVE_SHEAR = columns.OWN, columns.OWN + 1, columns.OWN + 2
FULL, ALIGNED, SPLIT = 0, 1, 2
REPLACE, BEFORE, AFTER = 0, 1, 2
HOW = {"full": FULL, "aligned": ALIGNED, "split": SPLIT}
WHEN = {"replace": REPLACE, "before": BEFORE, "after": AFTER}


def write(row: Row, copy: CopyTransforms) -> None:
    """Write the settings."""
    when, _, how = copy.mix.partition("_")
    row[ORDER_OF], row[WHOLE], row[REMOVE_SHEAR] = WHEN[when], HOW[how or "full"], copy.remove_target_shear


@kernel
def act(m: Table, constraints: Table, k: int, around: Surroundings) -> bool:
    """Copy the whole matrix, or multiply it with the owner's.

    Reads `m` (2, 16); and WHOLE, ORDER_OF and REMOVE_SHEAR of `constraints` (c, CONSTRAINT_WIDTH). Writes `m`.
    """
    if constraints[k, REMOVE_SHEAR] != 0.0:
        remove_shear(m, at.TARGET_ROW)
    when = constraints[k, ORDER_OF]
    if when == REPLACE:
        for n in range(16):
            m[at.OWNER_ROW, n] = m[at.TARGET_ROW, n]
        return True
    outer, inner = (at.TARGET_ROW, at.OWNER_ROW) if when == BEFORE else (at.OWNER_ROW, at.TARGET_ROW)
    _combine(m, outer, inner, constraints[k, WHOLE])
    return True


@kernel
def _combine(m: Table, outer: int, inner: int, how: float) -> None:
    """Make the owner m[outer] · m[inner]. Aligned and split multiply rotations and sizes apart: without new shear.

    Reads `m` (2, 16). Writes `m`.
    """
    x, y, z = axis(m, outer, 0, 0), axis(m, outer, 0, 1), axis(m, outer, 0, 2)
    place, own = axis(m, outer, 0, 3), axis(m, inner, 0, 3)
    head = add(place, own if how == SPLIT else apply_axes(x, y, z, own))
    ux, uy, uz = unit(x, x), unit(y, y), unit(z, z)
    ix, iy, iz = axis(m, inner, 0, 0), axis(m, inner, 0, 1), axis(m, inner, 0, 2)
    if how == FULL:
        nx, ny, nz = apply_axes(x, y, z, ix), apply_axes(x, y, z, iy), apply_axes(x, y, z, iz)
    else:
        nx, ny, nz = (
            _grown(ux, uy, uz, ix, length(x)),
            _grown(ux, uy, uz, iy, length(y)),
            _grown(ux, uy, uz, iz, length(z)),
        )
    store_axis(m, at.OWNER_ROW, 0, nx)
    store_axis(m, at.OWNER_ROW, 1, ny)
    store_axis(m, at.OWNER_ROW, 2, nz)
    store_axis(m, at.OWNER_ROW, 3, head)


@kernel
def _grown(x: Vector, y: Vector, z: Vector, v: Vector, size: float) -> Vector:
    """Return `v` turned to the unit axes and made longer."""
    return scaled(apply_axes(x, y, z, v), size)
