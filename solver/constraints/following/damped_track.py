"""Damped Track: one of the owner's axes points at the target, by the smallest rotation."""

from __future__ import annotations

from pantin.rigs.constraints import DampedTrack
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import OWNER_ROW, TARGET_ROW, Table
from pantin.solver.constraints.columns import OWN, TOO_NEAR, Row, put_axis
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

TRACK_AXIS, TRACK_SIGN = OWN, OWN + 1


def write(row: Row, track: DampedTrack) -> None:
    """Write the settings."""
    put_axis(row, TRACK_AXIS, track.axis)


@kernel
def act(m: Table, constraints: Table, k: int, around: Surroundings) -> bool:
    """Rotate the owner as a whole; if the target is exactly behind, by half a turn about the axis after the next.

    Reads `m` (2, 16); and TRACK_AXIS and TRACK_SIGN of `constraints` (c, CONSTRAINT_WIDTH). Writes `m`.
    """
    a = int(constraints[k, TRACK_AXIS])
    towards = subtract(axis(m, TARGET_ROW, 0, 3), axis(m, OWNER_ROW, 0, 3))
    looking = scaled(axis(m, OWNER_ROW, 0, a), constraints[k, TRACK_SIGN])
    if length(towards) < TOO_NEAR or length(looking) < TOO_NEAR:
        return False
    spare = axis(m, OWNER_ROW, 0, (a + 2) % 3)
    turn = shortest_arc(unit(looking, looking), unit(towards, towards), spare)
    turn_owner(m, turn)
    return True
