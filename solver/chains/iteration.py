"""The shared frame of the iterative solvers (CCD, FABRIK, DLS, SDLS): their start, and the test whether a goal is
met.
"""

from __future__ import annotations

from pantin.solver.chains.chain import link_lengths
from pantin.solver.chains.goals import longest_chain
from pantin.solver.chains.reach import clamp_into_reach, is_unlimited, point_straight, prepare_chain
from pantin.solver.chains.residual_trace import record
from pantin.solver.compiling import layout as at
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table


@kernel
def begin_iterations(joints: Table, goals: Table, trace: Table) -> bool:
    """Bring the joints to where iterating begins.

    True where that is the answer: a free chain, straight towards its goal.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, LINK, LOWER, UPPER, MOBILITY, LOCAL, WORLD, HEAD and
    KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); `goals` (k, GOAL_WIDTH); and TRACE_COUNT, TRACE_POSITION, TRACE_RADIUS
    and TRACE_KEEP of `trace` (k, TRACE_WIDTH). Writes STATE of `joints`; and TRACE_COUNT and TRACE_RESIDUALS of
    `trace`.
    """
    single = len(goals) == 1
    side = clamp_into_reach(joints, goals, goals.copy()) if single else 0.0
    prepare_chain(joints, goals, single)
    if side == 0.0 or not may_pivot(joints, goals):
        return False
    point_straight(joints, goals, side)
    record(joints, goals, trace)
    return True


@kernel
def may_pivot(joints: Table, goals: Table) -> bool:
    """Return whether turning the whole chain about its root does no harm: one goal, no limits, no rotation to keep.

    Reads LIMITED of `joints` (j, JOINT_WIDTH) and ROTATION_WEIGHT of `goals` (k, GOAL_WIDTH).
    """
    return len(goals) == 1 and is_unlimited(joints) and goals[0, at.ROTATION_WEIGHT] == 0.0


@kernel
def pivots_to_pole(joints: Table, goals: Table) -> bool:
    """Return whether the chain is turned to its pole after each iteration.

    Reads LIMITED of `joints` (j, JOINT_WIDTH); and ROTATION_WEIGHT and POLE_INFLUENCE of `goals` (k, GOAL_WIDTH).
    """
    return may_pivot(joints, goals) and goals[0, at.POLE_INFLUENCE] != 0.0


@kernel
def tolerated_cost(joints: Table, goals: Table, tolerance: float) -> float:
    """Return the sum of squared errors below which every goal is met within `tolerance` chain lengths.

    Reads PARENT_JOINT, LENGTH_RATIO, LINK and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and TIP, WEIGHT,
    ROTATION_WEIGHT, EFFECTOR_OFFSET and ROOT of `goals` (k, GOAL_WIDTH).
    """
    size, least = longest_chain(joints, goals), 1.0
    for k in range(len(goals)):
        total, _ = link_lengths(joints, goals, k)
        share = min(goals[k, at.WEIGHT], 1.0)
        if goals[k, at.ROTATION_WEIGHT] > 0.0:
            share = min(share, goals[k, at.ROTATION_WEIGHT])
        part = total / size
        least = min(least, share * (part * part))
    return tolerance * tolerance * least
