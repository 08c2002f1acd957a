"""How far each goal was from being met, step by step: what the plots show. The solve itself looks at none of it."""

from __future__ import annotations

from pantin.solver.chains.chain import beyond, effector
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import (
    KEEP,
    PLACE,
    RADIUS,
    TRACE,
    TRACE_KEEP,
    TRACE_MOST,
    TRACE_PLACE,
    TRACE_RADIUS,
    TRACED,
    Table,
)
from pantin.solver.maths.rotations import Vector, length, store, subtract, vector


@kernel
def begin(joints: Table, goals: Table, trace: Table) -> None:
    """Start anew, with how far the goals are before the first step."""
    for k in range(len(goals)):
        trace[k, TRACED] = 0.0
        store(trace, k, TRACE_PLACE, vector(goals, k, PLACE))
        trace[k, TRACE_RADIUS], trace[k, TRACE_KEEP] = goals[k, RADIUS], goals[k, KEEP]
    note(joints, goals, trace)


@kernel
def note(joints: Table, goals: Table, trace: Table) -> None:
    """Write down how far the ends are from where the goals were at the beginning. The last column holds the newest."""
    for k in range(len(goals)):
        note_end(trace, k, effector(joints, goals, k))


@kernel
def note_end(trace: Table, k: int, place: Vector) -> None:
    """The same for goal `k` alone, whose end is at `place`."""
    at = min(int(trace[k, TRACED]), TRACE_MOST - 1)
    distance = length(subtract(vector(trace, k, TRACE_PLACE), place))
    trace[k, TRACE + at] = abs(beyond(trace[k, TRACE_KEEP], trace[k, TRACE_RADIUS], distance))
    trace[k, TRACED] = at + 1.0


@kernel
def end(trace: Table, k: int, missing: float) -> None:
    """What is left in the end belongs to the last step, and to what was tidied after it."""
    at = int(trace[k, TRACED]) - 1
    trace[k, TRACE + at] = missing
