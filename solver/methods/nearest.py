"""A short limited chain: of all poses that reach the goal, the one nearest to the pose that it starts from.

Three bones and their limits leave few ways to a goal, and often not the one that a continuation takes. So every joint
gets a posture task, to stay as it was, in rounds that weigh these tasks less and less beside the goal: from the pose
itself that leads to an answer which changes smoothly with the goal. It need not be the nearest, and where limits are in
the way it may miss. So poses are drawn within the limits, and an answer is sought from those that promise most
(`drawn`): that are near to the pose and to the goal, or to the goal alone where it was not reached. Where nothing
reaches it, the search ends when the least miss was found again and again.
"""

from __future__ import annotations

from pantin.solver.chains.reach import REACHED_WITHIN
from pantin.solver.compiling.functions import sqrt
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.least_squares import newton
from pantin.solver.least_squares.levenberg import LEAST_GAIN, minimise_in
from pantin.solver.least_squares.second_order import System, system_for
from pantin.solver.least_squares.workspace import Workspace
from pantin.solver.maths.rotations import copy_into
from pantin.solver.methods.drawn import (
    USED,
    begin_from,
    distance_between,
    draw,
    most_promising,
    relative_residual,
)

MOST_BONES = 3
"""Longer chains follow their goals smoothly by continuation, and reach nearly all."""

HEAVY, LIGHT, LEAST = 1e-2, 1e-3, 1e-4
"""Weights of posture tasks, radians beside chain lengths: at first, from poses drawn, and before they are dropped."""

ROUND_STEPS, HEAVY_LEAST_GAIN, ROUND_LEAST_GAIN = 20, 1e-3, 1e-5
"""Most steps of a round; it also ends where steps gain less than this part: sooner where another round follows."""

STARTS = 3
"""Most poses drawn that are begun from where the goal is reached already."""

STARTS_OUT_OF_REACH, FOUND_AGAIN = 12, 5
"""The same where it is not; and how often the least miss has to be found until there is hardly a lesser one."""

PROMISING = 1.3
"""Answers are not sought from a pose that promises one more than this many times as far away as that which is found."""

SAME_DISTANCE = 1e-4
"""An answer that is nearer by less than this, radians, is the same."""

SAME_MISS = 1e-6
"""Misses nearer to each other than this part of the chain are one."""


@kernel
def is_suited(joints: Table, goals: Table) -> bool:
    """Whether this is a short limited chain with a position goal only."""
    return len(joints) <= MOST_BONES and newton.is_suited(joints, goals)


@kernel
def solve(workspace: Workspace, joints: Table, goals: Table, reference: Table, steps: int, trace: Table) -> int:
    """Turn the joints, which stand in the pose `reference`, to the answer nearest to it. Returns the steps taken."""
    system = system_for(joints, goals)
    taken = _draw_near(system, joints, goals, reference, True, trace)
    taken += _settle(workspace, system, joints, goals, reference, joints.copy(), steps, trace)
    if relative_residual(joints, goals) > REACHED_WITHIN:
        taken += _miss_least(workspace, system, joints, goals, reference, steps, trace)
    if relative_residual(joints, goals) <= REACHED_WITHIN:
        taken += _turn_least(workspace, system, joints, goals, reference, steps, trace)
    return taken


@kernel
def _turn_least(
    workspace: Workspace, system: System, joints: Table, goals: Table, reference: Table, steps: int, trace: Table
) -> int:
    """Look for an answer that is nearer to `reference` than that in which the joints stand. Returns the steps taken."""
    best, nearest, taken = joints.copy(), distance_between(joints, reference), 0
    poses = draw(joints, goals, reference, True, PROMISING * nearest)
    for _ in range(STARTS):
        n = most_promising(poses)
        if poses.promises[n] > PROMISING * nearest:
            break
        begin_from(poses, n, joints)
        most = sqrt(LIGHT) * (nearest - SAME_DISTANCE)
        taken += newton.minimise(system, joints, goals, reference, LIGHT, ROUND_STEPS, ROUND_LEAST_GAIN, most, trace)
        if newton.root_of_sum(system, joints, goals, reference, LIGHT) >= most:
            continue  # an answer near here adds as much by its distance alone
        taken += _settle(workspace, system, joints, goals, reference, joints.copy(), steps, trace)
        if relative_residual(joints, goals) <= REACHED_WITHIN and distance_between(joints, reference) < nearest:
            nearest = distance_between(joints, reference)
            copy_into(best, joints)
    copy_into(joints, best)
    return taken


@kernel
def _miss_least(
    workspace: Workspace, system: System, joints: Table, goals: Table, reference: Table, steps: int, trace: Table
) -> int:
    """Look for a pose that reaches the goal, or misses it less. Returns the steps taken."""
    best, least, found, taken = joints.copy(), relative_residual(joints, goals), 1, 0
    first, poses = least, draw(joints, goals, reference, False, USED)
    for _ in range(STARTS_OUT_OF_REACH):
        n = most_promising(poses)
        if found >= FOUND_AGAIN or least <= REACHED_WITHIN or poses.promises[n] == USED:
            break
        begin_from(poses, n, joints)
        most = min(steps, newton.STEPS)
        taken += newton.minimise(system, joints, goals, joints, 0.0, most, newton.LEAST_GAIN, newton.ANY, trace)
        left = relative_residual(joints, goals)
        if left < least + SAME_MISS:
            found += 1
        if left < least - SAME_MISS:
            least, found = left, 1
            copy_into(best, joints)
    copy_into(joints, best)
    if least < first:
        taken += _draw_near(system, joints, goals, reference, False, trace)
        taken += _settle(workspace, system, joints, goals, reference, joints.copy(), steps, trace)
        if relative_residual(joints, goals) > max(least + SAME_MISS, REACHED_WITHIN):
            copy_into(joints, best)  # the tasks led to a pose that misses more: lighter ones only
            taken += _settle(workspace, system, joints, goals, reference, best, steps, trace)
    return taken


@kernel
def _draw_near(system: System, joints: Table, goals: Table, reference: Table, heavily: bool, trace: Table) -> int:
    """Solve with posture tasks that weigh little, `heavily` with more before. Returns the steps taken."""
    taken = 0
    if heavily:
        taken = newton.minimise(
            system, joints, goals, reference, HEAVY, ROUND_STEPS, HEAVY_LEAST_GAIN, newton.ANY, trace
        )
    return taken + newton.minimise(
        system, joints, goals, reference, LIGHT, ROUND_STEPS, ROUND_LEAST_GAIN, newton.ANY, trace
    )


@kernel
def _settle(
    workspace: Workspace,
    system: System,
    joints: Table,
    goals: Table,
    reference: Table,
    before: Table,
    steps: int,
    trace: Table,
) -> int:
    """Solve with hardly any posture tasks, then for the goal alone. Returns the steps taken.

    Undone, to the pose `before`, where that no longer reaches it.
    """
    taken = newton.minimise(system, joints, goals, reference, LEAST, ROUND_STEPS, ROUND_LEAST_GAIN, newton.ANY, trace)
    if relative_residual(before, goals) > REACHED_WITHIN:
        most = min(steps, newton.STEPS)
        return taken + newton.minimise(
            system, joints, goals, reference, 0.0, most, newton.LEAST_GAIN, newton.ANY, trace
        )
    taken += minimise_in(workspace, joints, goals, steps, LEAST_GAIN, trace)
    if relative_residual(joints, goals) > REACHED_WITHIN:
        copy_into(joints, before)
    return taken
