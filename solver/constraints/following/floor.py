"""Floor: the owner's head stays on one side of a plane through the target. Where it is, it stays as it is."""

from __future__ import annotations

from pantin.rigs.constraints import Floor
from pantin.solver.compiling import layout as at
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.constraints import columns
from pantin.solver.constraints.columns import Row
from pantin.solver.constraints.surroundings import Surroundings
from pantin.solver.maths.axes import FLAT, solve_axes
from pantin.solver.maths.rotations import add, axis, cross, dot, scaled, store_axis, subtract

SIDE_AXIS, SIDE_SIGN, OFFSET, TURNED = columns.OWN, columns.OWN + 1, columns.OWN + 2, columns.OWN + 3


def write(row: Row, floor: Floor) -> None:
    """Write the settings."""
    columns.put_axis(row, SIDE_AXIS, floor.side)
    row[OFFSET], row[TURNED] = floor.offset, floor.turned


@kernel
def act(m: Table, constraints: Table, k: int, around: Surroundings) -> bool:
    """Move the head to the plane where it is beyond it, along the axis that the plane faces.

    Reads `m` (2, 16); and OFFSET, SIDE_SIGN, TURNED and SIDE_AXIS of `constraints` (c, CONSTRAINT_WIDTH). Writes `m`.
    """
    a, sign, offset = int(constraints[k, SIDE_AXIS]), constraints[k, SIDE_SIGN], constraints[k, OFFSET]
    away = subtract(axis(m, at.OWNER_ROW, 0, 3), axis(m, at.TARGET_ROW, 0, 3))
    if constraints[k, TURNED] == 0.0:
        if sign * (away[a] - offset) >= 0.0:
            return False
        m[at.OWNER_ROW, 4 * a + 3] = m[at.TARGET_ROW, 4 * a + 3] + offset
        return True
    x, y, z = axis(m, at.TARGET_ROW, 0, 0), axis(m, at.TARGET_ROW, 0, 1), axis(m, at.TARGET_ROW, 0, 2)
    beyond = offset - solve_axes(x, y, z, away)[a]
    if abs(dot(x, cross(y, z))) < FLAT or sign * beyond <= 0.0:
        return False
    push = scaled(axis(m, at.TARGET_ROW, 0, a), beyond)
    store_axis(m, at.OWNER_ROW, 3, add(axis(m, at.OWNER_ROW, 0, 3), push))
    return True
