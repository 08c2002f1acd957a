"""Locked Track: the owner turns about one of its axes until another one points at the target, as nearly as it can."""

from __future__ import annotations

from pantin.rigs.constraints import LockedTrack
from pantin.solver.compiling import layout as at
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.constraints import columns
from pantin.solver.constraints.columns import Row
from pantin.solver.constraints.surroundings import Surroundings
from pantin.solver.maths.rotations import Vector, axis, cross, length, rejection, scaled, store_axis, subtract, unit

TRACK_AXIS, TRACK_SIGN, LOCK_AXIS = columns.OWN, columns.OWN + 1, columns.OWN + 2


def write(row: Row, track: LockedTrack) -> None:
    """Write the settings."""
    columns.put_axis(row, TRACK_AXIS, track.axis)
    row[LOCK_AXIS] = "xyz".index(track.lock)


@kernel
def act(m: Table, constraints: Table, k: int, around: Surroundings) -> bool:
    """Give the owner right-angled axes, one the locked one and one towards the target, as long as they were.

    Without shear that rotates the owner as a whole; a shear is removed, as Blender does. Where both axes are the same
    one, nothing is done.

    Reads `m` (2, 16); and TRACK_SIGN, TRACK_AXIS and LOCK_AXIS of `constraints` (c, CONSTRAINT_WIDTH). Writes `m`.
    """
    a, b = int(constraints[k, TRACK_AXIS]), int(constraints[k, LOCK_AXIS])
    lock = axis(m, at.OWNER_ROW, 0, b)
    if a == b or length(lock) < columns.TOO_NEAR:
        return False
    lock = unit(lock, lock)
    towards = rejection(subtract(axis(m, at.TARGET_ROW, 0, 3), axis(m, at.OWNER_ROW, 0, 3)), lock)
    if length(towards) < columns.TOO_NEAR:
        return False
    towards = scaled(unit(towards, towards), constraints[k, TRACK_SIGN])
    third = cross(lock, towards) if (b + 1) % 3 == a else cross(towards, lock)
    _point(m, b, lock)
    _point(m, a, towards)
    _point(m, 3 - a - b, third)
    return True


@kernel
def _point(m: Table, c: int, along: Vector) -> None:
    """Let axis `c` of the owner point along a unit vector; its length stays.

    Reads `m` (2, 16). Writes `m`.
    """
    store_axis(m, at.OWNER_ROW, c, scaled(along, length(axis(m, at.OWNER_ROW, 0, c))))
