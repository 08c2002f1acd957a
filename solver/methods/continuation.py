"""Any chain, any goals: from the pose to an answer that changes smoothly with the goals.

Continuation: the goals move in small steps from where the effectors are to their targets, and the joints follow
(Allgower and Georg, Numerical Continuation Methods, 1990); then the answer is refined (`levenberg`). A drag therefore
depends on where it began and where the pointer is, not on the path between. Random restarts, within the limits, are
tried only where a goal within reach is not met, and only one that reaches it is taken. A short limited chain takes the
answer nearest to its pose instead (`nearest`). Out of reach, an unlimited chain points straight at the goal, exactly.
"""

from __future__ import annotations

from pantin.solver.chains.chain import distance_error, effector, link_lengths, tip
from pantin.solver.chains.goals import are_full_poses, full_rotation_error, owner_rotation
from pantin.solver.chains.joints import tree_root
from pantin.solver.chains.reach import clamp_into_reach, is_unlimited, point_straight, prepare_chain
from pantin.solver.chains.residual_trace import record
from pantin.solver.compiling.functions import ceil
from pantin.solver.compiling.kernel import kernel, shared_kernel
from pantin.solver.compiling.layout import (
    DISTANCE_GOAL,
    GOAL_KIND,
    GOAL_POSITION,
    GOAL_ROTATION,
    HEAD,
    KEEP,
    KEEP_INSIDE,
    KEEP_OUTSIDE,
    RADIUS,
    ROTATION_WEIGHT,
    WEIGHT,
    Table,
)
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
from pantin.solver.methods import free_chain, nearest, restarts

STEP_LENGTH = 0.25
"""How far a goal moves in one step, in chain lengths: short enough not to pop, long enough to be cheap."""

STEP_LENGTH_LIMITED = 0.2
"""STEP_LENGTH for a single goal of a limited chain: where many joints meet limits at once, shorter is smoother."""

STEP_ANGLE = 0.5
"""How far a goal turns in one step, radians."""

MOST_STEPS = 16.0
"""A goal farther away moves in longer steps."""


@shared_kernel
def solve(joints: Table, goals: Table, steps: int, continued: bool, interactive: bool, trace: Table) -> int:
    """Turn the joints until the goals are met as well as their weights allow. Returns the steps taken.

    Without `continued` it starts refining at once, from joints that are near an answer. An `interactive` solve has no
    restarts: what is dragged by hand must not jump.
    """
    single, free = len(goals) == 1, _is_free_position(joints, goals)
    final = goals.copy()
    side, taken = _reach(joints, goals, final), 0
    if continued and free_chain.is_free(joints, goals):
        prepare_chain(joints, goals, single)
        taken, arrived = free_chain.solve(joints, final, side == 0.0, STEP_LENGTH, MOST_STEPS, trace)
        if arrived:
            return taken
    initial, workspace = joints.copy(), workspace_for(joints, goals)
    if continued and side == 0.0 and not interactive and nearest.is_suited(joints, goals):
        prepare_chain(joints, goals, single)
        return nearest.solve(workspace, joints, goals, joints.copy(), steps, trace)
    if continued and taken == 0:
        prepare_chain(joints, goals, single)
        taken = _continue_to(workspace, joints, final, trace)
    if free and side > 0.0:
        point_straight(joints, goals, side)
        return taken
    if side != 0.0 and not interactive and not is_unlimited(joints):
        final = goals  # where limits are in the way, the pose nearest to a goal out of reach is another one
    if nearest.is_suited(joints, final) and side == 0.0 and not interactive:  # which then decides how it is rolled
        taken += newton.approach(workspace, system_for(joints, final), joints, final, steps, True, trace)
    else:
        least_gain = LEAST_GAIN_INTERACTIVE if interactive else LEAST_GAIN
        taken += minimise_in(workspace, joints, final, steps, least_gain, trace)
    if single and side == 0.0 and not interactive:
        taken += _improve(workspace, joints, goals, final, initial, steps, continued, trace)
    if free and side < 0.0:
        point_straight(joints, goals, side)
    return taken


@kernel
def _is_free_position(joints: Table, goals: Table) -> bool:
    """Whether there is one goal, for a position alone, and no joint is limited."""
    if len(goals) != 1 or not are_full_poses(goals) or not is_unlimited(joints):
        return False
    free: bool = goals[0, ROTATION_WEIGHT] == 0.0 and goals[0, WEIGHT] > 0.0
    return free


@kernel
def _reach(joints: Table, goals: Table, final: Table) -> float:
    """0 where a single goal is within reach, or there are several.

    Else as `clamp_into_reach`, which changes `final`.
    """
    if len(goals) != 1:
        return 0.0
    return clamp_into_reach(joints, goals, final) if are_full_poses(goals) else _cannot_keep_distance(joints, goals)


@kernel
def _improve(
    workspace: Workspace,
    joints: Table,
    goals: Table,
    final: Table,
    initial: Table,
    steps: int,
    continued: bool,
    trace: Table,
) -> int:
    """Look for another answer: the one nearest to the pose `initial`, or any that reaches. Returns the steps taken."""
    if continued and nearest.is_suited(joints, goals):
        prepare_chain(initial, goals, True)
        return nearest.solve(workspace, joints, goals, initial, steps, trace)
    return restarts.solve(workspace, joints, final, initial, steps, trace)


@kernel
def _continue_to(workspace: Workspace, joints: Table, final: Table, trace: Table) -> int:
    """Move the goals from the effectors to their targets, and let the joints follow. Returns the steps taken.

    All steps have the same length but the first of several, which is shorter and is taken in proportion: so the answer
    changes continuously where the number of steps changes by one.
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
    """The goals where the effectors are now."""
    start = final.copy()
    for k in range(len(final)):
        start[k, RADIUS] = length(subtract(effector(joints, final, k), vector(final, k, GOAL_POSITION)))
        store(start, k, GOAL_POSITION, effector(joints, final, k))
        store_quaternion(start, k, GOAL_ROTATION, owner_rotation(joints, final, k))
    return start


@kernel
def _interpolate_goals(joints: Table, start: Table, final: Table, t: float, now: Table) -> None:
    """Fill `now` with the goals at part `t` of the way: a single one on an arc about its root, several on lines.

    Of a distance the radius changes, from where the effector is if that is beyond it; the centre stays.
    """
    on_arc = len(final) == 1 and are_full_poses(final)
    origin = vector(joints, tree_root(joints, tip(final, 0)), HEAD)
    for k in range(len(final)):
        if final[k, GOAL_KIND] == DISTANCE_GOAL:
            error = distance_error(final[k, KEEP], final[k, RADIUS], start[k, RADIUS])
            now[k, RADIUS] = final[k, RADIUS] + (1.0 - t) * error
            continue
        a, b = vector(start, k, GOAL_POSITION), vector(final, k, GOAL_POSITION)
        position = add(a, scaled(subtract(b, a), t))
        if on_arc:
            position = add(origin, arc_point(subtract(a, origin), subtract(b, origin), t))
        store(now, k, GOAL_POSITION, position)
        if final[k, ROTATION_WEIGHT] > 0.0:
            turned = slerp(quaternion(start, k, GOAL_ROTATION), quaternion(final, k, GOAL_ROTATION), t)
            store_quaternion(now, k, GOAL_ROTATION, turned)


@kernel
def _step_count(joints: Table, final: Table) -> float:
    """How many steps, and parts of a step, the farthest goal takes."""
    single, most = len(final) == 1, 0.0
    step_length = STEP_LENGTH if not single or is_unlimited(joints) else STEP_LENGTH_LIMITED
    for k in range(len(final)):
        total, _ = link_lengths(joints, final, k)
        origin = vector(joints, tree_root(joints, tip(final, k)), HEAD)
        a, b = subtract(effector(joints, final, k), origin), subtract(vector(final, k, GOAL_POSITION), origin)
        la, lb = length(a), length(b)
        distance = length(subtract(b, a))
        if single and la > 0.0 and lb > 0.0:
            turn = logarithm(shortest_arc(scaled(a, 1.0 / la), scaled(b, 1.0 / lb), a))
            distance = abs(lb - la) + max(la, lb) * length(turn)
        most = max(most, distance / max(step_length * total, 1e-12))
        if final[k, ROTATION_WEIGHT] > 0.0:
            most = max(most, length(full_rotation_error(joints, final, k)) / STEP_ANGLE)
    return min(most, MOST_STEPS)


@kernel
def arc_point(a: Vector, b: Vector, t: float) -> Vector:
    """The point at part `t` of the arc about the origin from `a` to `b`: angle and radius are interpolated linearly."""
    la, lb = length(a), length(b)
    if la < 1e-12 or lb < 1e-12:
        return add(a, scaled(subtract(b, a), t))
    ua, ub = scaled(a, 1.0 / la), scaled(b, 1.0 / lb)
    turn = logarithm(shortest_arc(ua, ub, (0.0, 0.0, 1.0)))
    return scaled(rotate(exponential(scaled(turn, t)), ua), la + (lb - la) * t)


@kernel
def _cannot_keep_distance(joints: Table, goals: Table) -> float:
    """1 where a single distance goal cannot be met anywhere; 0 for goals with free axes, where nobody knows."""
    if goals[0, GOAL_KIND] != DISTANCE_GOAL:
        return 0.0
    total, longest = link_lengths(joints, goals, 0)
    origin = vector(joints, tree_root(joints, tip(goals, 0)), HEAD)
    away, inner = length(subtract(vector(goals, 0, GOAL_POSITION), origin)), max(2.0 * longest - total, 0.0)
    least, most = max(away - total, inner - away, 0.0), away + total
    keep, radius = goals[0, KEEP], goals[0, RADIUS]
    too_small = radius < least and keep != KEEP_OUTSIDE
    return 1.0 if too_small or (radius > most and keep != KEEP_INSIDE) else 0.0
