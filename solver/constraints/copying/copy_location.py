"""Copy Location: the owner goes where the target is, in its space."""

from __future__ import annotations

from pantin.rigs.constraints import CopyLocation
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import OWNER_ROW, TARGET_ROW, Table
from pantin.solver.constraints.columns import AXES, INVERT, OWN, Row, put
from pantin.solver.constraints.surroundings import Surroundings

ADD_OFFSET = OWN + 6


def write(row: Row, copy: CopyLocation) -> None:
    """Write the settings."""
    put(row, AXES, copy.axes)
    put(row, INVERT, copy.invert)
    row[ADD_OFFSET] = copy.offset


@kernel
def act(m: Table, constraints: Table, k: int, around: Surroundings) -> bool:
    """Copy the location along the chosen axes.

    Reads `m` (2, 16); and AXES, INVERT and ADD_OFFSET of `constraints` (c, CONSTRAINT_WIDTH). Writes `m`.
    """
    for a in range(3):
        if constraints[k, AXES + a] != 0.0:
            copied = -m[TARGET_ROW, 4 * a + 3] if constraints[k, INVERT + a] != 0.0 else m[TARGET_ROW, 4 * a + 3]
            m[OWNER_ROW, 4 * a + 3] = copied + (m[OWNER_ROW, 4 * a + 3] if constraints[k, ADD_OFFSET] != 0.0 else 0.0)
    return True
