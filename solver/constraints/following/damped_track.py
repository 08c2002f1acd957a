"""Damped Track: one of the owner's axes points at the target, by the smallest rotation."""

from __future__ import annotations

from pantin.rigs.constraints import DampedTrack
from pantin.solver.compiling import layout as at
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.constraints import columns
from pantin.solver.constraints.columns import Row
from pantin.solver.constraints.mixing import turn_owner
from pantin.solver.constraints.surroundings import Surroundings
from pantin.solver.maths.rotations import (
    axis,
    length,
    scaled,
    shortest_arc,
    subtract,
    unit,
)

TRACK_AXIS, TRACK_SIGN = columns.OWN, columns.OWN + 1


def write(row: Row, track: DampedTrack) -> None:
    """Write the settings."""
    columns.put_axis(row, TRACK_AXIS, track.axis)


@kernel
def act(m: Table, constraints: Table, k: int, around: Surroundings) -> bool:
    """Rotate the owner as a whole; if the target is exactly behind, by half a turn about the axis after the next.

    Reads `m` (2, 16); and TRACK_AXIS and TRACK_SIGN of `constraints` (c, CONSTRAINT_WIDTH). Writes `m`.
    """
    a = int(constraints[k, TRACK_AXIS])
    towards = subtract(axis(m, at.TARGET_ROW, 0, 3), axis(m, at.OWNER_ROW, 0, 3))
    looking = scaled(axis(m, at.OWNER_ROW, 0, a), constraints[k, TRACK_SIGN])
    if length(towards) < columns.TOO_NEAR or length(looking) < columns.TOO_NEAR:
        return False
    spare = axis(m, at.OWNER_ROW, 0, (a + 2) % 3)
    turn = shortest_arc(unit(looking, looking), unit(towards, towards), spare)
    turn_owner(m, turn)
    return True
