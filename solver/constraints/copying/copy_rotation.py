"""Copy Rotation: the owner turns as the target is turned, in its space."""

from __future__ import annotations

from pantin.rigs.constraints import CopyRotation
from pantin.solver.compiling import layout as at
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.constraints import columns
from pantin.solver.constraints.columns import Row
from pantin.solver.constraints.mixing import mix_rotation
from pantin.solver.constraints.surroundings import Surroundings
from pantin.solver.maths.euler import ORDERS, angles, angles_near, remove_shear
from pantin.solver.maths.rotations import add


def write(row: Row, copy: CopyRotation) -> None:
    """Write the settings."""
    columns.put(row, columns.AXES, copy.axes)
    columns.put(row, columns.INVERT, copy.invert)
    row[columns.MIX] = columns.MIXES[copy.mix]
    row[columns.ORDER] = ORDERS.index(copy.euler_order)


@kernel
def act(m: Table, constraints: Table, k: int, around: Surroundings) -> bool:
    """Copy the target's rotation about the axes that are on.

    Axes that are not copied keep the owner's angles where its rotation is replaced, and add 0 otherwise.

    Reads `m` (2, 16); and AXES, INVERT, MIX and ORDER of `constraints` (c, CONSTRAINT_WIDTH). Writes `m`.
    """
    order = constraints[k, columns.ORDER]
    own = angles(m, at.OWNER_ROW, order)
    remove_shear(m, at.TARGET_ROW)
    new = angles_near(m, at.TARGET_ROW, own, order)
    mix = constraints[k, columns.MIX]
    kept = own if mix == columns.MIX_REPLACE else (0.0, 0.0, 0.0)
    copied = (
        _copied(constraints, k, 0, new[0], kept[0]),
        _copied(constraints, k, 1, new[1], kept[1]),
        _copied(constraints, k, 2, new[2], kept[2]),
    )
    if mix == columns.MIX_ADD:
        mix_rotation(m, add(own, copied), columns.MIX_REPLACE, order)
    else:
        mix_rotation(m, copied, mix, order)
    return True


@kernel
def _copied(constraints: Table, k: int, a: int, angle: float, kept: float) -> float:
    """Return the angle about axis `a` as it is copied, inverted where that is asked for; `kept` where it is off.

    Reads AXES and INVERT of `constraints` (c, CONSTRAINT_WIDTH).
    """
    if constraints[k, columns.AXES + a] == 0.0:
        return kept
    return -angle if constraints[k, columns.INVERT + a] != 0.0 else angle
