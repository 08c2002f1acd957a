"""A short limited chain: of all poses that reach the goal, the one nearest to the pose that it starts from.

Three bones and their limits leave few ways to a goal, and often not the one that the continuation takes. Which of them
a restart finds is chance, but which is nearest is not: it changes smoothly with the goal. So every joint gets a posture
task, to stay as it was, in rounds that weigh these tasks less and less beside the goal. Heavy posture tasks lead to the
same pose from anywhere; that need not be the nearest, so it is compared with answers found by random restarts, whose
posture tasks are light from the beginning and change them only locally. Where nothing reaches the goal, the pose with
the smallest residual is sought in the same way.
"""

from __future__ import annotations

import numpy as np

from pantin.solver.chains.chain import link_lengths
from pantin.solver.chains.goals import are_full_poses, residual
from pantin.solver.chains.reach import REACHED_WITHIN, RESTARTS, SEED, is_unlimited, random_restart
from pantin.solver.chains.residual_trace import record
from pantin.solver.compiling.functions import sqrt
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import (
    GOAL_KIND,
    GOAL_ROTATION,
    GOAL_WIDTH,
    LOCAL,
    POLE_INFLUENCE,
    POSTURE_GOAL,
    ROOT,
    ROTATION_WEIGHT,
    TIP,
    TRACE_COUNT,
    TRACE_WIDTH,
    WEIGHT,
    Table,
)
from pantin.solver.least_squares.levenberg import LEAST_GAIN, minimise_in
from pantin.solver.least_squares.workspace import Workspace, workspace_for
from pantin.solver.maths.rotations import (
    copy_into,
    inverse,
    length,
    logarithm,
    multiply,
    quaternion,
    store_quaternion,
)

MOST_BONES = 3
"""Longer chains follow their goals smoothly by continuation, and reach nearly all."""

POSTURE_WEIGHT, RESTART_POSTURE_WEIGHT, LEAST_POSTURE_WEIGHT = 1e-2, 1e-3, 9e-6
"""Weight of posture tasks, radians beside chain lengths: at first, after a restart, and where the rounds end."""

WEIGHT_REDUCTION = 0.1
"""The factor from one round to the next."""

ROUND_STEPS, ROUND_LEAST_GAIN = 60, 1e-5
"""Most steps of a round; it also ends where steps gain less than this part."""

RESTART_STEPS = 30
"""Most steps from a random pose to an answer, before its posture tasks count."""

ANSWERS = 3
"""How many answers are compared: with fewer, one may be found twice."""

MUCH_WORSE = 0.1
"""An answer whose residual exceeds the best by this many chain lengths is discarded."""

MISS_COST = 100.0
"""The cost of missing the goal at all, and of each chain length of residual, beside radians of rotation."""


@kernel
def is_suited(joints: Table, goals: Table) -> bool:
    """Whether this is a short limited chain with a position goal only."""
    if len(joints) > MOST_BONES or len(goals) != 1 or not are_full_poses(goals) or goals[0, WEIGHT] == 0.0:
        return False
    if goals[0, ROTATION_WEIGHT] != 0.0 or goals[0, POLE_INFLUENCE] != 0.0:
        return False
    return not is_unlimited(joints)


@kernel
def solve(workspace: Workspace, joints: Table, goals: Table, reference: Table, steps: int, trace: Table) -> int:
    """Turn the joints, which are near an answer, to the one nearest to the pose `reference`.

    Returns the steps taken.
    """
    tasks, seed, taken = _with_posture_goals(goals, reference), np.uint64(SEED), 0
    task_workspace = workspace_for(joints, tasks)
    best, least, missed, found = joints.copy(), np.inf, np.inf, 0
    for attempt in range(RESTARTS + 1):
        if attempt > 0:
            seed = random_restart(joints, seed)
            taken += minimise_in(workspace, joints, goals, min(steps, RESTART_STEPS), LEAST_GAIN, trace)
        if _relative_residual(joints, goals) > missed + MUCH_WORSE:
            continue
        taken += _approach_reference(
            workspace,
            task_workspace,
            joints,
            goals,
            tasks,
            POSTURE_WEIGHT if attempt == 0 else RESTART_POSTURE_WEIGHT,
            steps,
            trace,
        )
        left = _relative_residual(joints, goals)
        cost = _distance_from(joints, reference) + (MISS_COST * (1.0 + left) if left > REACHED_WITHIN else 0.0)
        if cost < least:
            least, missed = cost, left
            copy_into(best, joints)
        found += 1 if left <= REACHED_WITHIN else 0
        if found >= ANSWERS:
            break
    copy_into(joints, best)
    return taken


@kernel
def _with_posture_goals(goals: Table, reference: Table) -> Table:
    """The goal, and for every joint a posture goal to keep its rotation in `reference`."""
    tasks = np.zeros((1 + len(reference), GOAL_WIDTH))
    tasks[0] = goals[0]
    for j in range(len(reference)):
        tasks[1 + j, GOAL_KIND], tasks[1 + j, TIP], tasks[1 + j, ROOT] = POSTURE_GOAL, j, j
        store_quaternion(tasks, 1 + j, GOAL_ROTATION, quaternion(reference, j, LOCAL))
    return tasks


@kernel
def _approach_reference(
    workspace: Workspace,
    task_workspace: Workspace,
    joints: Table,
    goals: Table,
    tasks: Table,
    weight: float,
    steps: int,
    trace: Table,
) -> int:
    """Solve with posture tasks, of `weight` at first, then for the goal alone.

    Undone where that no longer reaches it.
    """
    before, met = joints.copy(), _relative_residual(joints, goals) <= REACHED_WITHIN
    unseen = np.zeros((len(tasks), TRACE_WIDTH))
    while weight > LEAST_POSTURE_WEIGHT:
        for k in range(1, len(tasks)):
            tasks[k, ROTATION_WEIGHT] = weight
        minimise_in(task_workspace, joints, tasks, min(steps, ROUND_STEPS), ROUND_LEAST_GAIN, unseen)
        unseen[:, TRACE_COUNT] = 0.0
        weight *= WEIGHT_REDUCTION
    record(joints, goals, trace)
    taken = 1 + minimise_in(workspace, joints, goals, steps, LEAST_GAIN, trace)
    if met and _relative_residual(joints, goals) > REACHED_WITHIN:
        copy_into(joints, before)
    return taken


@kernel
def _relative_residual(joints: Table, goals: Table) -> float:
    """The residual in chain lengths."""
    total, _ = link_lengths(joints, goals, 0)
    return residual(joints, goals, 0) / max(total, 1e-12)


@kernel
def _distance_from(joints: Table, reference: Table) -> float:
    """The distance between two poses: the root of the sum of squared angles, radians."""
    total = 0.0
    for j in range(len(joints)):
        angle = length(logarithm(multiply(quaternion(joints, j, LOCAL), inverse(quaternion(reference, j, LOCAL)))))
        total += angle * angle
    return sqrt(total)
