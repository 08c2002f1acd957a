"""A short limited chain: of all poses that reach the goal, the one nearest to the pose that it starts from.

Three bones and their limits leave few ways to a goal, and often not the one that a continuation takes. So the answer is
sought as a minimum. Every joint has a posture task, to stay as in the reference pose, which weighs less and less beside
the goal. Begun from the reference pose itself that leads to an answer which changes smoothly with the goal.

That answer need not be the nearest, and where limits are in the way it may miss the goal. So poses are sampled within
the limits (`samples`), and a minimum is sought from the few that promise most: of the miss where the goal was missed,
of miss and distance where it was reached. Where nothing reaches the goal, the search ends when the least miss was found
again and again.
"""

from __future__ import annotations

from typing import NamedTuple

from pantin.solver.chains.pole_error import pole_error
from pantin.solver.chains.reach import REACHED_WITHIN
from pantin.solver.compiling import layout as at
from pantin.solver.compiling.functions import sqrt
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.least_squares import newton
from pantin.solver.least_squares.levenberg import LEAST_GAIN, minimise, minimise_in
from pantin.solver.least_squares.newton import SAME_MISS
from pantin.solver.least_squares.second_order import Objective, System, system_for
from pantin.solver.least_squares.workspace import Workspace
from pantin.solver.maths.rotations import copy_into
from pantin.solver.methods.multistart.samples import (
    NOT_WORTH_WHILE,
    begin_from,
    best_of,
    distance_between,
    draw,
    relative_residual,
)

MOST_BONES = 3
"""Longer chains follow their goals smoothly by continuation, and reach nearly all."""

HEAVY, LIGHT, LEAST = 1e-2, 1e-3, 1e-4
"""Weights of posture tasks, chain lengths² per radian²: at first, from samples, and before the tasks are dropped."""

MOST_STEPS = 20
"""Of a minimum with posture tasks, which only leads towards the next."""

HEAVY_LEAST_GAIN, LEAST_GAIN_OF_TASKS = 1e-3, 1e-5
"""Such a minimum also ends where steps gain less than this part: sooner with heavy tasks, which light ones follow."""

STARTS = 3
"""Most samples from which a nearer answer is sought."""

STARTS_OUT_OF_REACH, FOUND_AGAIN = 12, 5
"""Most samples from which a lesser miss is sought; and how often the least has to be found until it is the least."""

PROMISING = 1.3
"""A nearer answer is not sought from samples whose estimate is farther than that which is found by this factor."""

SAME_DISTANCE = 1e-4
"""An answer that is nearer by less than this, radians, is the same."""


POLE, HEAVY_POLE = 10.0, 1000.0
"""The weight of a pole beside that of posture tasks, chain lengths⁻²: at first, and where that leaves it away."""

LEAST_GAIN_OF_LAST = 1e-7
"""LEAST_GAIN_OF_TASKS of the last minimum with a pole: nothing but its tasks tells where in a valley it lies."""

STEPS_TO_POLE, LEAST_GAIN_TO_POLE = 60, 1e-8
"""MOST_STEPS and LEAST_GAIN_OF_LAST with the greater weight, which leads along narrow valleys."""

WITHIN_ARC, NEAR_ARC, EXACT_STEPS = 5e-3, 0.1, 6
"""Where the bend is nearer to its pole's side than the first, chain lengths, both are met exactly, in at most so many
steps; where it is nearer than the second, that is tried."""


class Search(NamedTuple):
    """The input of a search for an answer, and its means."""

    goals: Table
    """(1, GOAL_WIDTH): the only goal, for a position."""
    reference: Table
    """(j, JOINT_WIDTH): the pose that the answer is to be nearest to."""
    steps: int
    """Most steps of a minimum without posture tasks."""
    trace: Table
    system: System
    pole: float
    """The weight of the pole beside that of posture tasks, chain lengths⁻²."""


@kernel
def is_suited(joints: Table, goals: Table) -> bool:
    """Return whether this is a short limited chain with a position goal only.

    Reads LIMITED of `joints` (j, JOINT_WIDTH); and WEIGHT, ROTATION_WEIGHT, POLE_INFLUENCE, GOAL_KIND,
    FREE_POSITION_AXES and FREE_ROTATION_AXES of `goals` (k, GOAL_WIDTH).
    """
    return len(joints) <= MOST_BONES and newton.is_suited(joints, goals)


@kernel
def solve(workspace: Workspace, joints: Table, goals: Table, reference: Table, steps: int, trace: Table) -> int:
    """Turn the joints, which are in the pose `reference`, to the answer nearest to it. Returns the steps taken.

    Where a pole says to which side the chain bends, the answer to which the pose leads is taken: it is turned anyway.

    Reads `joints` (j, JOINT_WIDTH); and TIP, EFFECTOR_OFFSET, TIP_TO_OWNER, GOAL_POSITION, GOAL_ROTATION, GOAL_KIND,
    ROOT, RADIUS, KEEP, FREE_POSITION_AXES, AXES_OF_OWNER and HAS_POLE of `goals` (k, GOAL_WIDTH). Writes `joints`.
    Takes `reference` (j, JOINT_WIDTH) and `trace` (k, TRACE_WIDTH) as other kernels of its kind do.
    """
    search = Search(goals, reference, steps, trace, system_for(joints, goals), 0.0)
    taken = _minimise_with_tasks(search, joints, HEAVY, HEAVY_LEAST_GAIN, newton.UNBOUNDED)
    taken += _minimise_with_tasks(search, joints, LIGHT, LEAST_GAIN_OF_TASKS, newton.UNBOUNDED)
    led_from = joints.copy()
    taken += _drop_tasks(search, workspace, joints, led_from)
    if relative_residual(joints, goals) > REACHED_WITHIN:
        taken += _seek_lesser_miss(search, workspace, joints)
        copy_into(led_from, joints)
    if goals[0, at.HAS_POLE] == 0.0 and relative_residual(joints, goals) <= REACHED_WITHIN:
        taken += _seek_nearer_answer(search, workspace, joints, _sum_with_light_tasks(search, led_from))
    return taken


@kernel
def follow_pole(
    joints: Table, goals: Table, reachable: Table, may_reach: bool, holds: float, steps: int, trace: Table
) -> int:
    """Go from a pose that is turned to its pole to the nearest that meets the goal. Returns the steps taken.

    The pole is a task of its own beside the posture tasks, so that no limit decides by chance where in a flat valley
    the pose ends. `holds` is how much it counts, 0 … 1. `reachable` is the goal where it is within reach.

    Reads `joints` (j, JOINT_WIDTH); `goals` (k, GOAL_WIDTH); and TRACE_COUNT, TRACE_POSITION, TRACE_RADIUS and
    TRACE_KEEP of `trace` (k, TRACE_WIDTH). Writes `joints`; and TRACE_COUNT and TRACE_RESIDUALS of `trace`. Takes
    `reachable` (k, GOAL_WIDTH) as other kernels of its kind do.
    """
    search = Search(reachable, joints.copy(), steps, trace, system_for(joints, goals), POLE * holds)
    taken = _minimise_with_tasks(search, joints, HEAVY, HEAVY_LEAST_GAIN, newton.UNBOUNDED)
    taken += _minimise_with_tasks(search, joints, LIGHT, LEAST_GAIN_OF_TASKS, newton.UNBOUNDED)
    taken += _minimise_with_tasks(search, joints, LEAST, LEAST_GAIN_OF_LAST, newton.UNBOUNDED)
    if may_reach:
        taken += _meet_pole(search, joints, goals, holds)
        if relative_residual(joints, goals) <= REACHED_WITHIN:
            return taken
    return taken + newton.minimise_distance(search.system, joints, goals, steps, trace)


@kernel
def _meet_pole(search: Search, joints: Table, goals: Table, holds: float) -> int:
    """Go on to the goal exactly, and to the side of the pole where that can be. Returns the steps taken.

    A bend that is not far from there is led on by a heavy pole. What that does not bring there stays where it was: in
    the narrow valleys to which it leads, limits decide by chance where it ends.

    Reads `joints` (j, JOINT_WIDTH) and `goals` (k, GOAL_WIDTH). Writes `joints`.
    """
    before, size, taken = joints.copy(), search.system.size, 0
    arc = abs(pole_error(joints, goals, 0))
    if holds > 0.0 and WITHIN_ARC * size < arc <= NEAR_ARC * size:
        objective = Objective(search.goals, search.reference, LEAST, LEAST * HEAVY_POLE * holds)
        most = min(search.steps, STEPS_TO_POLE)
        taken += newton.minimise(
            search.system, joints, objective, most, LEAST_GAIN_TO_POLE, newton.UNBOUNDED, search.trace
        )
    if holds > 0.0 and abs(pole_error(joints, goals, 0)) <= WITHIN_ARC * size:
        taken += minimise(joints, goals, min(search.steps, EXACT_STEPS), LEAST_GAIN, search.trace)
        if relative_residual(joints, goals) <= REACHED_WITHIN:
            return taken
    copy_into(joints, before)
    poleless = goals.copy()
    poleless[0, at.POLE_INFLUENCE] = 0.0
    taken += minimise(joints, poleless, min(search.steps, EXACT_STEPS), LEAST_GAIN, search.trace)
    if relative_residual(joints, goals) > REACHED_WITHIN:
        copy_into(joints, before)
    return taken


@kernel
def keep_near(joints: Table, goals: Table, steps: int, trace: Table) -> int:
    """Go from a pose to the nearest from which nothing comes nearer to the goal. Returns the steps taken.

    Reads `joints` (j, JOINT_WIDTH); TIP, EFFECTOR_OFFSET and ROOT of `goals` (k, GOAL_WIDTH); and TRACE_COUNT,
    TRACE_POSITION, TRACE_RADIUS and TRACE_KEEP of `trace` (k, TRACE_WIDTH). Writes STATE of `joints`; and TRACE_COUNT
    and TRACE_RESIDUALS of `trace`.
    """
    search = Search(goals, joints.copy(), steps, trace, system_for(joints, goals), 0.0)
    taken = _minimise_with_tasks(search, joints, LEAST, LEAST_GAIN_OF_TASKS, newton.UNBOUNDED)
    return taken + newton.minimise_distance(search.system, joints, goals, steps, trace)


@kernel
def _minimise_with_tasks(search: Search, joints: Table, weight: float, least_gain: float, most: float) -> int:
    """Go to the minimum of miss and distance from the reference, the latter of this `weight`. Returns the steps taken.

    Given up where the minimum is plainly greater than `most`, chain lengths.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, LINK, LOWER, UPPER, MOBILITY, STATE and KEEPS_VOLUME of
    `joints` (j, JOINT_WIDTH). Writes STATE of `joints`.
    """
    objective = Objective(search.goals, search.reference, weight, weight * search.pole)
    return newton.minimise(search.system, joints, objective, MOST_STEPS, least_gain, most, search.trace)


@kernel
def _drop_tasks(search: Search, workspace: Workspace, joints: Table, before: Table) -> int:
    """Go to the minimum with hardly any posture tasks, then to that of the miss alone. Returns the steps taken.

    Where the pose `before` reaches the goal and the one found does not, the joints go back to it.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, LINK, LOWER, UPPER, MOBILITY, STATE, ROTATION_AXES and
    KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and `before` (j, JOINT_WIDTH). Writes `joints`.
    """
    taken = _minimise_with_tasks(search, joints, LEAST, LEAST_GAIN_OF_TASKS, newton.UNBOUNDED)
    if relative_residual(before, search.goals) > REACHED_WITHIN:
        return taken + newton.minimise_distance(search.system, joints, search.goals, search.steps, search.trace)
    taken += minimise_in(workspace, joints, search.goals, search.steps, LEAST_GAIN, search.trace)
    if relative_residual(joints, search.goals) > REACHED_WITHIN:
        copy_into(joints, before)
    return taken


@kernel
def _seek_lesser_miss(search: Search, workspace: Workspace, joints: Table) -> int:
    """Look for a pose that reaches the goal, or misses it less. Returns the steps taken.

    Reads `joints` (j, JOINT_WIDTH). Writes `joints`.
    """
    best, first = joints.copy(), relative_residual(joints, search.goals)
    least, found, taken = first, 1, 0
    samples = draw(joints, search.goals, search.reference, False, NOT_WORTH_WHILE)
    for _ in range(STARTS_OUT_OF_REACH):
        n = best_of(samples)
        if found >= FOUND_AGAIN or least <= REACHED_WITHIN or samples.estimates[n] == NOT_WORTH_WHILE:
            break
        begin_from(samples, n, joints)
        steps, miss = newton.seek_lesser(search.system, joints, search.goals, search.steps, least, search.trace)
        taken += steps
        if miss < least - SAME_MISS:
            least, found = miss, 1
            copy_into(best, joints)
        elif miss < least + SAME_MISS:
            found += 1
    copy_into(joints, best)
    return taken + _come_nearer(search, workspace, joints, least) if least < first else taken


@kernel
def _come_nearer(search: Search, workspace: Workspace, joints: Table, least: float) -> int:
    """Move from a pose with the `least` miss towards the reference, as far as that adds nothing.

    Returns the steps taken.

    Reads `joints` (j, JOINT_WIDTH). Writes `joints`.
    """
    best = joints.copy()
    taken = _minimise_with_tasks(search, joints, LIGHT, LEAST_GAIN_OF_TASKS, newton.UNBOUNDED)
    taken += _drop_tasks(search, workspace, joints, joints.copy())
    if relative_residual(joints, search.goals) > max(least + SAME_MISS, REACHED_WITHIN):
        copy_into(joints, best)  # the tasks led to a pose that misses more: lighter ones only
        taken += _drop_tasks(search, workspace, joints, best)
    return taken


@kernel
def _sum_with_light_tasks(search: Search, joints: Table) -> float:
    """Return the root of the sum of squares with light posture tasks, chain lengths.

    Reads PARENT_JOINT, LENGTH_RATIO, LOCAL, WORLD, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH).
    """
    return newton.root_of_sum(search.system, joints, Objective(search.goals, search.reference, LIGHT, 0.0))


@kernel
def _seek_nearer_answer(search: Search, workspace: Workspace, joints: Table, known: float) -> int:
    """Look for an answer that is nearer to the reference than that in which the joints stand. Returns the steps taken.

    The sum of squares of an answer is LIGHT times its squared distance, and around a minimum no sum is less than there:
    where that is greater than the sum of the answer known already, none around it is nearer. A start that leads to the
    minimum from which that answer came, the root of whose sum is `known`, leads to that answer again.

    Reads `joints` (j, JOINT_WIDTH). Writes `joints`.
    """
    best, nearest, taken = joints.copy(), distance_between(joints, search.reference), 0
    samples = draw(joints, search.goals, search.reference, True, PROMISING * nearest)
    objective = Objective(search.goals, search.reference, LIGHT, 0.0)
    for _ in range(STARTS):
        n = best_of(samples)
        if samples.estimates[n] > PROMISING * nearest:
            break
        begin_from(samples, n, joints)
        most = sqrt(LIGHT) * (nearest - SAME_DISTANCE)
        steps, least = newton.seek_another(
            search.system, joints, objective, MOST_STEPS, LEAST_GAIN_OF_TASKS, most, known, search.trace
        )
        taken += steps
        if least >= most or abs(least - known) < newton.SAME_MISS:
            continue
        taken += _drop_tasks(search, workspace, joints, joints.copy())
        distance = distance_between(joints, search.reference)
        if relative_residual(joints, search.goals) <= REACHED_WITHIN and distance < nearest:
            nearest, known = distance, least
            copy_into(best, joints)
    copy_into(joints, best)
    return taken
