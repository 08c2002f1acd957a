"""Locked Track: the owner turns about one of its axes until another one points at the target, as nearly as it can."""

from __future__ import annotations

from pantin.rigs.constraints import LockedTrack
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import OWNER_ROW, TARGET_ROW, Table
from pantin.solver.constraints.columns import OWN, Row
from pantin.solver.maths.rotations import (
    axis,
    axis_angle,
    length,
    rejection,
    rotate,
    scaled,
    signed_angle,
    store_axis,
    subtract,
    unit,
)

TRACK_AXIS, TRACK_SIGN, LOCK_AXIS = OWN, OWN + 1, OWN + 2

TOO_NEAR = 1e-12
"""A target nearer to the locked axis than this, metres, has no direction about it."""


def write(row: Row, track: LockedTrack) -> None:
    """Write the settings."""
    row[TRACK_AXIS], row[LOCK_AXIS] = "xyz".index(track.axis[-1]), "xyz".index(track.lock)
    row[TRACK_SIGN] = -1.0 if track.axis.startswith("-") else 1.0


@kernel
def act(m: Table, constraints: Table, k: int) -> bool:
    """Rotate the owner as a whole about the locked axis. Where both axes are the same one, nothing is done."""
    a, b = int(constraints[k, TRACK_AXIS]), int(constraints[k, LOCK_AXIS])
    lock = axis(m, OWNER_ROW, 0, b)
    if a == b or length(lock) < TOO_NEAR:
        return False
    lock = unit(lock, lock)
    towards = rejection(subtract(axis(m, TARGET_ROW, 0, 3), axis(m, OWNER_ROW, 0, 3)), lock)
    looking = rejection(scaled(axis(m, OWNER_ROW, 0, a), constraints[k, TRACK_SIGN]), lock)
    if length(towards) < TOO_NEAR or length(looking) < TOO_NEAR:
        return False
    turn = axis_angle(lock, signed_angle(looking, towards, lock))
    for c in range(3):
        store_axis(m, OWNER_ROW, c, rotate(turn, axis(m, OWNER_ROW, 0, c)))
    return True
