"""Damped Track: one of the owner's axes points at the target, by the smallest rotation."""

from __future__ import annotations

from pantin.rigs.constraints import DampedTrack
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import OWNER_ROW, TARGET_ROW, Table
from pantin.solver.constraints.columns import OWN, Row
from pantin.solver.maths.rotations import (
    axis,
    length,
    rotate,
    scaled,
    shortest_arc,
    store_axis,
    subtract,
    unit,
)

TRACK_AXIS, TRACK_SIGN = OWN, OWN + 1

TOO_NEAR = 1e-12
"""A target nearer than this, metres, has no direction."""


def write(row: Row, track: DampedTrack) -> None:
    """Write the settings."""
    row[TRACK_AXIS] = "xyz".index(track.axis[-1])
    row[TRACK_SIGN] = -1.0 if track.axis.startswith("-") else 1.0


@kernel
def act(m: Table, constraints: Table, k: int) -> bool:
    """Rotate the owner as a whole; if the target is exactly behind, by half a turn about the axis after the next."""
    a = int(constraints[k, TRACK_AXIS])
    towards = subtract(axis(m, TARGET_ROW, 0, 3), axis(m, OWNER_ROW, 0, 3))
    looking = scaled(axis(m, OWNER_ROW, 0, a), constraints[k, TRACK_SIGN])
    if length(towards) < TOO_NEAR or length(looking) < TOO_NEAR:
        return False
    spare = axis(m, OWNER_ROW, 0, (a + 2) % 3)
    turn = shortest_arc(unit(looking, looking), unit(towards, towards), spare)
    for c in range(3):
        store_axis(m, OWNER_ROW, c, rotate(turn, axis(m, OWNER_ROW, 0, c)))
    return True
