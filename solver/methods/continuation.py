"""Any chain, any goals: from the pose to an answer that changes smoothly with the goals.

Continuation: the goals move in small steps from where the effectors are to their targets, and the joints follow
(Allgower and Georg, Numerical Continuation Methods, 1990); then the answer is refined (`levenberg`). A drag therefore
depends on where it began and where the pointer is, not on the path between. Random restarts, within the limits, are
tried only where a goal within reach is not met, and only one that reaches it is taken. A short limited chain takes the
answer nearest to its pose instead (`nearest`). Out of reach, an unlimited chain points straight at the goal, exactly.
"""

from __future__ import annotations

from typing import NamedTuple

from pantin.solver.chains.chain import distance_error, effector, link_lengths, tip
from pantin.solver.chains.goals import are_full_poses, full_rotation_error, owner_rotation
from pantin.solver.chains.joints import tree_root
from pantin.solver.chains.reach import clamp_into_reach, is_unlimited, point_straight, prepare_chain
from pantin.solver.chains.residual_trace import record
from pantin.solver.compiling import layout as at
from pantin.solver.compiling.functions import ceil
from pantin.solver.compiling.kernel import kernel, shared_kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.least_squares import newton
from pantin.solver.least_squares.levenberg import (
    LEAST_GAIN,
    LEAST_GAIN_INTERACTIVE,
    continuation_step,
    minimise_in,
)
from pantin.solver.least_squares.second_order import system_for
from pantin.solver.least_squares.workspace import Workspace, workspace_for
from pantin.solver.maths.rotations import (
    Vector,
    add,
    exponential,
    length,
    logarithm,
    quaternion,
    rotate,
    scaled,
    shortest_arc,
    slerp,
    store,
    store_quaternion,
    subtract,
    vector,
)
from pantin.solver.methods import free_chain
from pantin.solver.methods.multistart import nearest, restarts

STEP_LENGTH = 0.25
"""Movement of a goal in one step, chain lengths: short enough not to pop, long enough to be cheap."""

STEP_LENGTH_LIMITED = 0.2
"""STEP_LENGTH for a single goal of a limited chain: where many joints meet limits at once, shorter is smoother."""

STEP_ANGLE = 0.5
"""Rotation of a goal in one step, radians."""

MOST_STEPS = 16.0
"""A goal farther away moves in longer steps."""


class Task(NamedTuple):
    """The task of a solve."""

    goals: Table
    reachable: Table
    """The goals; a single one that is out of reach is moved to where the chain just reaches it."""
    side: float
    """Of a single goal: 1 too far, −1 too near, 0 within reach; 0 of several, of which nobody knows."""
    steps: int
    interactive: bool
    trace: Table


@shared_kernel
def solve(joints: Table, goals: Table, steps: int, continued: bool, interactive: bool, trace: Table) -> int:
    """Turn the joints until the goals are met as well as their weights allow. Returns the steps taken.

    Without `continued` it starts refining at once, from joints that are near an answer. An `interactive` solve has no
    restarts: what is dragged by hand must not jump.

    Reads `joints` (j, JOINT_WIDTH) and `goals` (k, GOAL_WIDTH). Writes `joints`. Takes `trace` (k, TRACE_WIDTH) as
    other kernels of its kind do.
    """
    reachable = goals.copy()
    side = _clamp_into_reach(joints, goals, reachable)
    task, taken = Task(goals, reachable, side, steps, interactive, trace), 0
    if continued and free_chain.is_free(joints, goals):
        taken, arrived = _follow_freely(task, joints)
        if arrived:
            return taken
    initial, workspace = joints.copy(), workspace_for(joints, goals)
    if continued and side == 0.0 and not interactive and nearest.is_suited(joints, goals):
        return _find_nearest(task, workspace, joints)
    if continued and taken == 0:
        taken = _follow(task, workspace, joints)
    if side > 0.0 and _is_free_position(joints, goals):
        point_straight(joints, goals, side)
        return taken
    return taken + _refine(task, workspace, joints, initial)


@kernel
def _clamp_into_reach(joints: Table, goals: Table, reachable: Table) -> float:
    """Return the side of `Task`, as `clamp_into_reach`, which changes `reachable`.

    Reads PARENT_JOINT, LENGTH_RATIO, LINK, WORLD, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and TIP,
    EFFECTOR_OFFSET, GOAL_POSITION, GOAL_KIND, ROOT, RADIUS, KEEP, FREE_POSITION_AXES and FREE_ROTATION_AXES of `goals`
    (k, GOAL_WIDTH). Writes GOAL_POSITION of `reachable` (k, GOAL_WIDTH).
    """
    if len(goals) != 1:
        return 0.0
    return clamp_into_reach(joints, goals, reachable) if are_full_poses(goals) else _cannot_keep_distance(joints, goals)


@kernel
def _cannot_keep_distance(joints: Table, goals: Table) -> float:
    """Return 1 where a single distance goal cannot be met anywhere; 0 for goals with free axes, which is unknown.

    Reads PARENT_JOINT, LENGTH_RATIO, LINK, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and TIP,
    EFFECTOR_OFFSET, GOAL_POSITION, GOAL_KIND, ROOT, RADIUS and KEEP of `goals` (k, GOAL_WIDTH).
    """
    if goals[0, at.GOAL_KIND] != at.DISTANCE_GOAL:
        return 0.0
    total, longest = link_lengths(joints, goals, 0)
    origin = vector(joints, tree_root(joints, tip(goals, 0)), at.HEAD)
    away, inner = length(subtract(vector(goals, 0, at.GOAL_POSITION), origin)), max(2.0 * longest - total, 0.0)
    least, most = max(away - total, inner - away, 0.0), away + total
    keep, radius = goals[0, at.KEEP], goals[0, at.RADIUS]
    too_small = radius < least and keep != at.KEEP_OUTSIDE
    return 1.0 if too_small or (radius > most and keep != at.KEEP_INSIDE) else 0.0


@kernel
def _is_free_position(joints: Table, goals: Table) -> bool:
    """Return whether there is one goal, for a position alone, and no joint is limited.

    Reads LIMITED of `joints` (j, JOINT_WIDTH); and WEIGHT, ROTATION_WEIGHT, GOAL_KIND, FREE_POSITION_AXES and
    FREE_ROTATION_AXES of `goals` (k, GOAL_WIDTH).
    """
    if len(goals) != 1 or not are_full_poses(goals) or not is_unlimited(joints):
        return False
    free: bool = goals[0, at.ROTATION_WEIGHT] == 0.0 and goals[0, at.WEIGHT] > 0.0
    return free


@kernel
def _follow_freely(task: Task, joints: Table) -> tuple[int, bool]:
    """Follow the goals with a free chain, quicker. Returns the steps, and whether it ended exactly at the goal.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, LINK, LOWER, UPPER, MOBILITY, LOCAL, WORLD, HEAD and
    KEEPS_VOLUME of `joints` (j, JOINT_WIDTH). Writes STATE of `joints`.
    """
    prepare_chain(joints, task.goals, True)
    return free_chain.solve(joints, task.reachable, task.side == 0.0, STEP_LENGTH, MOST_STEPS, task.trace)


@kernel
def _find_nearest(task: Task, workspace: Workspace, joints: Table) -> int:
    """Go to the answer nearest to where the joints are. Returns the steps taken.

    Reads `joints` (j, JOINT_WIDTH). Writes `joints`.
    """
    prepare_chain(joints, task.goals, True)
    return nearest.solve(workspace, joints, task.goals, joints.copy(), task.steps, task.trace)


@kernel
def _follow(task: Task, workspace: Workspace, joints: Table) -> int:
    """Follow the goals to where they can be reached. Returns the steps taken.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, LINK, LOWER, COORDS, UPPER, MOBILITY, LOCAL, WORLD, HEAD,
    ROTATION_AXES and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH). Writes ROTATION_AXES and STATE of `joints`.
    """
    prepare_chain(joints, task.goals, len(task.goals) == 1)
    return _continue_to(workspace, joints, task.reachable, task.trace)


@kernel
def _refine(task: Task, workspace: Workspace, joints: Table, initial: Table) -> int:
    """Go from near an answer to it; where one within reach is missed, look for another, from the pose `initial` too.

    Returns the steps taken.

    Reads `joints` (j, JOINT_WIDTH) and `initial` (j, JOINT_WIDTH). Writes `joints`.
    """
    may_search = len(task.goals) == 1 and task.side == 0.0 and not task.interactive
    if may_search and nearest.is_suited(joints, task.goals):
        system = system_for(joints, task.reachable)
        taken = newton.approach(workspace, system, joints, task.reachable, task.steps, task.trace)
    else:
        least_gain = LEAST_GAIN_INTERACTIVE if task.interactive else LEAST_GAIN
        taken = minimise_in(workspace, joints, _refined_goals(task, joints), task.steps, least_gain, task.trace)
    if may_search:
        taken += restarts.solve(workspace, joints, task.reachable, initial, task.steps, task.trace)
    if task.side < 0.0 and _is_free_position(joints, task.goals):
        point_straight(joints, task.goals, task.side)
    return taken


@kernel
def _refined_goals(task: Task, joints: Table) -> Table:
    """Return the goals to refine to: where they can be reached.

    A limited chain out of reach goes to the goals themselves. Where limits are in the way, the pose nearest to a goal
    is another than that nearest to the point within reach; it may jump as the goal moves, which a drag must not.

    Reads LIMITED of `joints` (j, JOINT_WIDTH).
    """
    if task.side != 0.0 and not task.interactive and not is_unlimited(joints):
        return task.goals
    return task.reachable


@kernel
def _continue_to(workspace: Workspace, joints: Table, final: Table, trace: Table) -> int:
    """Move the goals from the effectors to their targets, and let the joints follow. Returns the steps taken.

    All steps have the same length but the first of several, which is shorter and is taken in proportion: so the answer
    changes continuously where the number of steps changes by one.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, LINK, LOWER, COORDS, UPPER, MOBILITY, LOCAL, WORLD, HEAD,
    ROTATION_AXES and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); `final` (k, GOAL_WIDTH); and TRACE_COUNT,
    TRACE_POSITION, TRACE_RADIUS and TRACE_KEEP of `trace` (k, TRACE_WIDTH). Writes ROTATION_AXES and STATE of `joints`;
    and TRACE_COUNT and TRACE_RESIDUALS of `trace`.
    """
    start, now = _goals_at_effectors(joints, final), final.copy()
    count = _step_count(joints, final)
    steps = ceil(count)
    for step in range(steps):
        ahead = steps - 1 - step
        _interpolate_goals(joints, start, final, 1.0 - ahead / count, now)
        continuation_step(workspace, joints, now, min(count - ahead, 1.0) if ahead > 0 else 1.0)
        record(joints, now, trace)
    return steps


@kernel
def _goals_at_effectors(joints: Table, final: Table) -> Table:
    """Return the goals where the effectors are now.

    Reads LENGTH_RATIO, LOCAL, WORLD, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and `final` (k, GOAL_WIDTH).
    """
    start = final.copy()
    for k in range(len(final)):
        start[k, at.RADIUS] = length(subtract(effector(joints, final, k), vector(final, k, at.GOAL_POSITION)))
        store(start, k, at.GOAL_POSITION, effector(joints, final, k))
        store_quaternion(start, k, at.GOAL_ROTATION, owner_rotation(joints, final, k))
    return start


@kernel
def _interpolate_goals(joints: Table, start: Table, final: Table, t: float, now: Table) -> None:
    """Fill `now` with the goals at part `t` of the way: a single one on an arc about its root, several on lines.

    Of a distance the radius changes, from where the effector is if that is beyond it; the centre stays.

    Reads PARENT_JOINT and HEAD of `joints` (j, JOINT_WIDTH); GOAL_POSITION, GOAL_ROTATION and RADIUS of `start`
    (k, GOAL_WIDTH); and TIP, ROTATION_WEIGHT, GOAL_POSITION, GOAL_ROTATION, GOAL_KIND, RADIUS, KEEP, FREE_POSITION_AXES
    and FREE_ROTATION_AXES of `final` (k, GOAL_WIDTH). Writes GOAL_POSITION, GOAL_ROTATION and RADIUS of `now`
    (k, GOAL_WIDTH).
    """
    on_arc = len(final) == 1 and are_full_poses(final)
    origin = vector(joints, tree_root(joints, tip(final, 0)), at.HEAD)
    for k in range(len(final)):
        if final[k, at.GOAL_KIND] == at.DISTANCE_GOAL:
            error = distance_error(final[k, at.KEEP], final[k, at.RADIUS], start[k, at.RADIUS])
            now[k, at.RADIUS] = final[k, at.RADIUS] + (1.0 - t) * error
            continue
        a, b = vector(start, k, at.GOAL_POSITION), vector(final, k, at.GOAL_POSITION)
        position = add(a, scaled(subtract(b, a), t))
        if on_arc:
            position = add(origin, arc_point(subtract(a, origin), subtract(b, origin), t))
        store(now, k, at.GOAL_POSITION, position)
        if final[k, at.ROTATION_WEIGHT] > 0.0:
            turned = slerp(quaternion(start, k, at.GOAL_ROTATION), quaternion(final, k, at.GOAL_ROTATION), t)
            store_quaternion(now, k, at.GOAL_ROTATION, turned)


@kernel
def _step_count(joints: Table, final: Table) -> float:
    """Return the number of steps, and parts of a step, that the farthest goal takes.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, LINK, LOCAL, WORLD, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH);
    and TIP, ROTATION_WEIGHT, EFFECTOR_OFFSET, TIP_TO_OWNER, GOAL_POSITION, GOAL_ROTATION, GOAL_KIND and ROOT of `final`
    (k, GOAL_WIDTH).
    """
    single, most = len(final) == 1, 0.0
    step_length = STEP_LENGTH if not single or is_unlimited(joints) else STEP_LENGTH_LIMITED
    for k in range(len(final)):
        total, _ = link_lengths(joints, final, k)
        origin = vector(joints, tree_root(joints, tip(final, k)), at.HEAD)
        a, b = subtract(effector(joints, final, k), origin), subtract(vector(final, k, at.GOAL_POSITION), origin)
        la, lb = length(a), length(b)
        distance = length(subtract(b, a))
        if single and la > 0.0 and lb > 0.0:
            turn = logarithm(shortest_arc(scaled(a, 1.0 / la), scaled(b, 1.0 / lb), a))
            distance = abs(lb - la) + max(la, lb) * length(turn)
        most = max(most, distance / max(step_length * total, 1e-12))
        if final[k, at.ROTATION_WEIGHT] > 0.0:
            most = max(most, length(full_rotation_error(joints, final, k)) / STEP_ANGLE)
    return min(most, MOST_STEPS)


@kernel
def arc_point(a: Vector, b: Vector, t: float) -> Vector:
    """Return the point at part `t` of the arc about the origin from `a` to `b`: angle and radius are interpolated
    linearly."""
    la, lb = length(a), length(b)
    if la < 1e-12 or lb < 1e-12:
        return add(a, scaled(subtract(b, a), t))
    ua, ub = scaled(a, 1.0 / la), scaled(b, 1.0 / lb)
    turn = logarithm(shortest_arc(ua, ub, (0.0, 0.0, 1.0)))
    return scaled(rotate(exponential(scaled(turn, t)), ua), la + (lb - la) * t)
