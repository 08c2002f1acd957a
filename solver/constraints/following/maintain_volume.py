"""Maintain Volume: two axes of the owner are scaled until its volume is what it should be; the third is free."""

from __future__ import annotations

from pantin.rigs.constraints import MaintainVolume
from pantin.solver.compiling import layout as at
from pantin.solver.compiling.functions import sqrt
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.constraints import columns
from pantin.solver.constraints.columns import Row
from pantin.solver.constraints.surroundings import Surroundings
from pantin.solver.maths.rotations import axis, length, scaled, store_axis

FREE_AXIS, MODE, VOLUME = columns.OWN, columns.OWN + 1, columns.OWN + 2

STRICT, UNIFORM, SINGLE_AXIS = 0, 1, 2
MODES = {"strict": STRICT, "uniform": UNIFORM, "single_axis": SINGLE_AXIS}

NO_SIZE = 1e-30
"""A bone with less volume has none that could be kept."""


def write(row: Row, keep: MaintainVolume) -> None:
    """Write the settings."""
    row[FREE_AXIS], row[MODE], row[VOLUME] = "xyz".index(keep.free), MODES[keep.mode], keep.volume


@kernel
def act(m: Table, constraints: Table, k: int, around: Surroundings) -> bool:
    """Scale the two axes that are not free alike.

    Reads `m` (2, 16); and MODE, FREE_AXIS and VOLUME of `constraints` (c, CONSTRAINT_WIDTH). Writes `m`.
    """
    free, mode = int(constraints[k, FREE_AXIS]), constraints[k, MODE]
    size = length(axis(m, at.OWNER_ROW, 0, free))
    now = size if mode == SINGLE_AXIS else size * size * size
    if mode == STRICT:
        now = size * length(axis(m, at.OWNER_ROW, 0, (free + 1) % 3)) * length(axis(m, at.OWNER_ROW, 0, (free + 2) % 3))
    if now < NO_SIZE:
        return False
    by = sqrt(constraints[k, VOLUME] / now)
    for a in range(1, 3):
        c = (free + a) % 3
        store_axis(m, at.OWNER_ROW, c, scaled(axis(m, at.OWNER_ROW, 0, c), by))
    return True
