"""The residual of each goal after each step, for the plots. Solving does not depend on it."""

from __future__ import annotations

from pantin.solver.chains.chain import distance_error, effector
from pantin.solver.compiling import layout
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.maths.rotations import Vector, length, store, subtract, vector


@kernel
def begin_trace(joints: Table, goals: Table, trace: Table) -> None:
    """Clear the traces, and record the residuals before the first step.

    Reads LENGTH_RATIO, WORLD, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); TIP, EFFECTOR_OFFSET, GOAL_POSITION,
    RADIUS and KEEP of `goals` (k, GOAL_WIDTH); and TRACE_COUNT, TRACE_POSITION, TRACE_RADIUS and TRACE_KEEP of `trace`
    (k, TRACE_WIDTH). Writes TRACE_COUNT, TRACE_POSITION, TRACE_RADIUS, TRACE_KEEP and TRACE_RESIDUALS of `trace`.
    """
    for k in range(len(goals)):
        trace[k, layout.TRACE_COUNT] = 0.0
        store(trace, k, layout.TRACE_POSITION, vector(goals, k, layout.GOAL_POSITION))
        trace[k, layout.TRACE_RADIUS], trace[k, layout.TRACE_KEEP] = goals[k, layout.RADIUS], goals[k, layout.KEEP]
    record(joints, goals, trace)


@kernel
def record(joints: Table, goals: Table, trace: Table) -> None:
    """Record the residuals of the goals as they were at the beginning. When full, the last column is overwritten.

    Reads LENGTH_RATIO, WORLD, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); TIP and EFFECTOR_OFFSET of `goals`
    (k, GOAL_WIDTH); and TRACE_COUNT, TRACE_POSITION, TRACE_RADIUS and TRACE_KEEP of `trace` (k, TRACE_WIDTH). Writes
    TRACE_COUNT and TRACE_RESIDUALS of `trace`.
    """
    for k in range(len(goals)):
        record_effector(trace, k, effector(joints, goals, k))


@kernel
def record_effector(trace: Table, k: int, position: Vector) -> None:
    """Record the residual of goal `k` as it was at the beginning, metres, with its effector at `position` (3,).

    Reads TRACE_COUNT, TRACE_POSITION, TRACE_RADIUS and TRACE_KEEP of `trace` (k, TRACE_WIDTH). Writes TRACE_COUNT and
    TRACE_RESIDUALS of `trace`.
    """
    at = min(int(trace[k, layout.TRACE_COUNT]), layout.TRACE_CAPACITY - 1)
    distance = length(subtract(vector(trace, k, layout.TRACE_POSITION), position))
    trace[k, layout.TRACE_RESIDUALS + at] = abs(
        distance_error(trace[k, layout.TRACE_KEEP], trace[k, layout.TRACE_RADIUS], distance)
    )
    trace[k, layout.TRACE_COUNT] = at + 1.0


@kernel
def finish_trace(trace: Table, k: int, residual: float) -> None:
    """Replace the last residual by the final one, metres.

    Reads TRACE_COUNT of `trace` (k, TRACE_WIDTH). Writes TRACE_RESIDUALS of `trace`.
    """
    at = int(trace[k, layout.TRACE_COUNT]) - 1
    trace[k, layout.TRACE_RESIDUALS + at] = residual
