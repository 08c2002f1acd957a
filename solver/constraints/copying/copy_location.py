"""Copy Location: the owner goes where the target is, in its space."""

from __future__ import annotations

from pantin.rigs.constraints import CopyLocation
from pantin.solver.compiling import layout as at
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.constraints import columns
from pantin.solver.constraints.columns import Row
from pantin.solver.constraints.surroundings import Surroundings

ADD_OFFSET = columns.OWN + 6


def write(row: Row, copy: CopyLocation) -> None:
    """Write the settings."""
    columns.put(row, columns.AXES, copy.axes)
    columns.put(row, columns.INVERT, copy.invert)
    row[ADD_OFFSET] = copy.offset


@kernel
def act(m: Table, constraints: Table, k: int, around: Surroundings) -> bool:
    """Copy the location along the chosen axes.

    Reads `m` (2, 16); and AXES, INVERT and ADD_OFFSET of `constraints` (c, CONSTRAINT_WIDTH). Writes `m`.
    """
    for a in range(3):
        if constraints[k, columns.AXES + a] != 0.0:
            copied = (
                -m[at.TARGET_ROW, 4 * a + 3]
                if constraints[k, columns.INVERT + a] != 0.0
                else m[at.TARGET_ROW, 4 * a + 3]
            )
            m[at.OWNER_ROW, 4 * a + 3] = copied + (
                m[at.OWNER_ROW, 4 * a + 3] if constraints[k, ADD_OFFSET] != 0.0 else 0.0
            )
    return True
