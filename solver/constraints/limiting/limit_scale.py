"""Limit Scale: the owner gets the nearest size that is allowed. One that is allowed stays as it is."""

from __future__ import annotations

from pantin.rigs.constraints import LimitScale
from pantin.solver.compiling import layout as at
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.constraints import columns
from pantin.solver.constraints.columns import Row
from pantin.solver.constraints.mixing import resize
from pantin.solver.constraints.surroundings import Surroundings
from pantin.solver.maths.rotations import axis, length


def write(row: Row, limit: LimitScale) -> None:
    """Write the settings."""
    columns.put_range(row, limit.lower, limit.upper)


@kernel
def act(m: Table, constraints: Table, k: int, around: Surroundings) -> bool:
    """Clamp the length of each axis.

    Reads `m` (2, 16); and LIMIT_LOWER and LIMIT_UPPER of `constraints` (c, CONSTRAINT_WIDTH). Writes `m`.
    """
    changed = False
    for a in range(3):
        now = length(axis(m, at.OWNER_ROW, 0, a))
        held = min(max(now, constraints[k, columns.LIMIT_LOWER + a]), constraints[k, columns.LIMIT_UPPER + a])
        if held != now:
            resize(m, a, held)
            changed = True
    return changed
