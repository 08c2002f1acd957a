"""Damped Track: the owner looks at the target, by the smallest turn that points one of its axes there."""

from __future__ import annotations

from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import OTHER, OWN, TRACK_AXIS, TRACK_SIGN, Table
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

HERE = 1e-12
"""A target nearer than this, metres, is nowhere to look."""


@kernel
def track(m: Table, constraints: Table, k: int) -> bool:
    """Turn the owner as a whole; where the target is right behind, half a turn about the axis after the next."""
    a = int(constraints[k, TRACK_AXIS])
    towards = subtract(axis(m, OTHER, 0, 3), axis(m, OWN, 0, 3))
    looking = scaled(axis(m, OWN, 0, a), constraints[k, TRACK_SIGN])
    if length(towards) < HERE or length(looking) < HERE:
        return False
    spare = axis(m, OWN, 0, (a + 2) % 3)
    turn = shortest_arc(unit(looking, looking), unit(towards, towards), spare)
    for c in range(3):
        store_axis(m, OWN, c, rotate(turn, axis(m, OWN, 0, c)))
    return True
