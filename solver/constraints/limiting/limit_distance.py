"""Limit Distance: the owner is moved to the allowed side of a sphere about the target. There it stays as it is."""

from __future__ import annotations

from pantin.rigs.constraints import LimitDistance
from pantin.solver.compiling import layout as at
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.constraints import columns
from pantin.solver.constraints.columns import Row
from pantin.solver.constraints.surroundings import Surroundings
from pantin.solver.maths.rotations import add, axis, length, scaled, store_axis, subtract, unit

KEEP, RADIUS = columns.OWN, columns.OWN + 1
KEEPS = {"inside": at.KEEP_INSIDE, "outside": at.KEEP_OUTSIDE, "surface": at.KEEP_ON}


def write(row: Row, limit: LimitDistance) -> None:
    """Write the settings."""
    row[KEEP] = KEEPS[limit.keep]
    row[RADIUS] = limit.radius


@kernel
def act(m: Table, constraints: Table, k: int, around: Surroundings) -> bool:
    """Move the owner to the allowed side of a sphere about the target; from its centre along the owner's Y axis.

    Reads `m` (2, 16); and RADIUS and KEEP of `constraints` (c, CONSTRAINT_WIDTH). Writes `m`.
    """
    middle, keep, radius = axis(m, at.TARGET_ROW, 0, 3), constraints[k, KEEP], constraints[k, RADIUS]
    away = subtract(axis(m, at.OWNER_ROW, 0, 3), middle)
    now = length(away)
    kept = now <= radius if keep == at.KEEP_INSIDE else now >= radius if keep == at.KEEP_OUTSIDE else now == radius
    if kept:
        return False
    line = unit(away, unit(axis(m, at.OWNER_ROW, 0, 1), (0.0, 1.0, 0.0)))
    store_axis(m, at.OWNER_ROW, 3, add(middle, scaled(line, radius)))
    return True
