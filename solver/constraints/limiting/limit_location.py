"""Limit Location: the owner is moved to the nearest place in the box. What is in it stays as it is."""

from __future__ import annotations

from pantin.rigs.constraints import LimitLocation
from pantin.solver.compiling import layout as at
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.constraints import columns
from pantin.solver.constraints.columns import Row
from pantin.solver.constraints.surroundings import Surroundings


def write(row: Row, limit: LimitLocation) -> None:
    """Write the settings."""
    columns.put_range(row, limit.lower, limit.upper)


@kernel
def act(m: Table, constraints: Table, k: int, around: Surroundings) -> bool:
    """Clamp each coordinate.

    Reads `m` (2, 16); and LIMIT_LOWER and LIMIT_UPPER of `constraints` (c, CONSTRAINT_WIDTH). Writes `m`.
    """
    changed = False
    for a in range(3):
        now = m[at.OWNER_ROW, 4 * a + 3]
        m[at.OWNER_ROW, 4 * a + 3] = min(
            max(now, constraints[k, columns.LIMIT_LOWER + a]), constraints[k, columns.LIMIT_UPPER + a]
        )
        changed = changed or m[at.OWNER_ROW, 4 * a + 3] != now
    return changed
