"""Track To: one of the owner's axes points at the target and another one up. Its scale stays, its roll is lost."""

from __future__ import annotations

from pantin.rigs.constraints import TrackTo
from pantin.solver.compiling import layout as at
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.constraints import columns
from pantin.solver.constraints.columns import Row
from pantin.solver.constraints.surroundings import Surroundings
from pantin.solver.maths.euler import store_axes
from pantin.solver.maths.rotations import (
    Vector,
    axis,
    cross,
    length,
    perpendicular,
    rejection,
    rotate,
    scaled,
    shortest_arc,
    subtract,
    unit,
)

TRACK_AXIS, TRACK_SIGN, UP_AXIS, UP_SIGN, TARGET_UP = (
    columns.OWN,
    columns.OWN + 1,
    columns.OWN + 2,
    columns.OWN + 3,
    columns.OWN + 4,
)

UPRIGHT = 1e-9
"""Sine of the angle to up below which a direction has no upright axis: then the owner turns as little as it can."""


def write(row: Row, track: TrackTo) -> None:
    """Write the settings."""
    columns.put_axis(row, TRACK_AXIS, track.axis)
    columns.put_axis(row, UP_AXIS, track.up)
    row[TARGET_UP] = track.target_z


@kernel
def act(m: Table, constraints: Table, k: int, around: Surroundings) -> bool:
    """Set both axes, and the third by the right hand. Where they are the same one, nothing is done.

    Reads `m` (2, 16); and UP_SIGN, TRACK_AXIS, UP_AXIS, TRACK_SIGN and TARGET_UP of `constraints`
    (c, CONSTRAINT_WIDTH). Writes `m`.
    """
    a, b = int(constraints[k, TRACK_AXIS]), int(constraints[k, UP_AXIS])
    away = subtract(axis(m, at.TARGET_ROW, 0, 3), axis(m, at.OWNER_ROW, 0, 3))
    far = length(away)
    if a == b or far < columns.TOO_NEAR:
        return False
    line = scaled(away, constraints[k, TRACK_SIGN] / far)
    up = unit(axis(m, at.TARGET_ROW, 0, 2), (0.0, 0.0, 1.0)) if constraints[k, TARGET_UP] != 0.0 else (0.0, 0.0, 1.0)
    own = scaled(axis(m, at.OWNER_ROW, 0, b), constraints[k, UP_SIGN])
    up = _upright(up, line, unit(axis(m, at.OWNER_ROW, 0, a), line), unit(own, perpendicular(line)))
    x, y, z = placed(a, line, b, scaled(up, constraints[k, UP_SIGN]))
    store_axes(m, at.OWNER_ROW, x, y, z)
    return True


@kernel
def _upright(up: Vector, line: Vector, tracking: Vector, own: Vector) -> Vector:
    """Return the unit vector across `line` that is nearest to `up`.

    Where that is along it, it is where the smallest turn of the owner takes its `own`, the `tracking` axis going to
    the line.
    """
    across = rejection(up, line)
    if length(across) < UPRIGHT:
        across = rejection(rotate(shortest_arc(tracking, line, own), own), line)
    return unit(across, perpendicular(line))


@kernel
def placed(a: int, one: Vector, b: int, other: Vector) -> tuple[Vector, Vector, Vector]:
    """Return right-handed axes of which number `a` is `one` and number `b` is `other`, at right angles."""
    third = cross(one, other) if (b - a) % 3 == 1 else cross(other, one)
    return (
        one if a == 0 else other if b == 0 else third,
        one if a == 1 else other if b == 1 else third,
        one if a == 2 else other if b == 2 else third,
    )
