"""One evaluation, from bone poses to matrices: the program's steps in their order, in one entry.

Which solver a group of goals gets is said by a kernel that is handed in. Here it is Auto (`choose`); every further
entry has to be compiled as well, so there is but one more, with the solvers that can be asked for (`run_chosen`).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from pantin.solver.chains.chain import (
    above,
    beyond,
    effector,
    gather,
    link_lengths,
    refresh,
    release,
    root,
    tip,
)
from pantin.solver.chains.goals import (
    is_plain,
    lets_go,
    missing,
    place_axes,
    position_left,
    turn_left,
)
from pantin.solver.chains.residual_trace import begin, end
from pantin.solver.compiling.array_views import part, part_of_ints
from pantin.solver.compiling.clock import microseconds
from pantin.solver.compiling.kernel import entry, kernel
from pantin.solver.compiling.layout import (
    BLEND_ARC,
    BLEND_BONES,
    BONE_WIDTH,
    CONSTRAINT_WIDTH,
    FIRST_GOAL,
    FIRST_JOINT,
    GOAL_DISTANCE,
    GOAL_JOINT,
    GOAL_WIDTH,
    GROUP_SOLVER,
    GROUP_WIDTH,
    HEAD,
    HINGE_WIDTH,
    ITERATIONS,
    KEEP,
    KIND,
    LAST_GOAL,
    LAST_JOINT,
    LEAN,
    LET_PLACE,
    LET_TURN,
    LINK_BLEND,
    LINK_BLEND_BY,
    LINK_BONE,
    LINK_DECAY,
    LINK_FROM_REST,
    LINK_GRAB,
    LINK_KEEP,
    LINK_KIND,
    LINK_LET_PLACE,
    LINK_LET_TURN,
    LINK_OWN_AXES,
    LINK_OWNER,
    LINK_POLE,
    LINK_POLE_ANGLE,
    LINK_RADIUS,
    LINK_ROOT,
    LINK_ROTATION_WEIGHT,
    LINK_SOFT_REACH,
    LINK_STEPS,
    LINK_STRETCH,
    LINK_TARGET,
    LINK_TIP,
    LINK_TOLERANCE,
    LINK_VOLUME,
    LINK_WEIGHT,
    LINK_WIDTH,
    LOCAL,
    OWN_AXES,
    PLACE,
    POLE,
    POLE_ANGLE,
    POLE_UNDEFINED,
    POLED,
    RADIUS,
    REACH,
    REACHED,
    REPORT_EFFECTOR,
    REPORT_GOAL,
    REPORT_LENGTH,
    REPORT_METHOD,
    REPORT_ROOT,
    REPORT_ROTATION,
    REPORT_WIDTH,
    RESIDUAL,
    ROOT,
    ROTATION_WEIGHT,
    STEP_CONSTRAIN,
    STEP_FORWARD,
    STEP_RECONNECT,
    STRETCH,
    TIP,
    TRACE_WIDTH,
    TURN,
    VOLUME,
    WEIGHT,
    WORLD,
    Ints,
    Matrices,
    Numbers,
    Rows,
    Table,
)
from pantin.solver.constraints.constraint import constrain
from pantin.solver.maths.forward import forward, reconnect, tail
from pantin.solver.maths.rotations import (
    Vector,
    add,
    axis,
    inverse,
    length,
    multiply,
    orientation,
    quaternion,
    rotate,
    scaled,
    slerp,
    store,
    store_quaternion,
    subtract,
    vector,
)
from pantin.solver.methods import choose, planar, poles
from pantin.solver.methods.continuation import on_arc
from pantin.solver.methods.position_first import give_way, loss
from pantin.solver.methods.stretch import lengthen_at_once, lengthen_until_reached, soften

Solve = Callable[[Table, Table, int, int, float, bool, Table], tuple[int, int]]
"""Turns joints towards goals, by the solver asked for, at most so many steps, to a tolerance; by hand or not."""


SIGNATURE = "void(f8[::1],i8[::1],f8[:,::1],f8[:,::1],f8[:,:,::1])"
"""The types of what an entry takes: few arrays, because handing one over takes as long as posing a bone."""


def evaluate_auto(numbers: Numbers, rows: Ints, poses: Table, grabs: Table, out: Matrices) -> None:
    """Fill `out` with the matrices (n, 4, 4) of each frame of `poses` (f · n, 10), and with what there is beside them.

    That is, for the last frame: stretches (n, 2), reports and traces (k rows) of `layout`, times (k, 1), one after the
    other in blocks of 16. `numbers` and `rows` are those of a `Program` whose chains all ask for Auto.
    """
    evaluate_packed(choose.solve, numbers, rows, poses, grabs, out)


@kernel
def evaluate_packed(solve: Solve, numbers: Numbers, rows: Ints, poses: Table, grabs: Table, out: Matrices) -> None:
    """Take a program apart, and do its steps for each frame. `solve` turns the joints of a group."""
    n, joints, count = rows[0], rows[4], rows[5]
    a = n * BONE_WIDTH
    b = a + rows[2] * CONSTRAINT_WIDTH
    c = b + count * LINK_WIDTH
    d = 6 + 2 * rows[1]
    e = d + GROUP_WIDTH * rows[3]
    frames = len(poses) // max(n, 1)
    f = 16 * n * frames
    g = f + 2 * n
    h = g + count * REPORT_WIDTH
    for frame in range(frames):
        evaluate_steps(
            solve,
            part(numbers, 0, n, BONE_WIDTH),
            part_of_ints(rows, 6, rows[1], 2),
            part(numbers, a, rows[2], CONSTRAINT_WIDTH),
            part_of_ints(rows, d, rows[3], GROUP_WIDTH),
            part_of_ints(rows, e, joints, 2),
            part(numbers, c, joints, HINGE_WIDTH),
            part(numbers, b, count, LINK_WIDTH),
            poses[frame * n : (frame + 1) * n],
            grabs,
            part(out, 16 * n * frame, n, 16),
            part(out, f, n, 2),
            part(out, g, count, REPORT_WIDTH),
            part(out, h, count, TRACE_WIDTH),
            part(out, h + count * TRACE_WIDTH, count, 1),
        )


@kernel
def evaluate_steps(
    solve: Solve,
    bones: Table,
    steps: Rows,
    constraints: Table,
    groups: Rows,
    joint_bones: Rows,
    hinges: Table,
    links: Table,
    poses: Table,
    grabs: Table,
    matrices: Table,
    stretches: Table,
    reports: Table,
    traces: Table,
    times: Table,
) -> None:
    """One step after the other. Of all that is filled only `times` (k, 1), microseconds, may differ another time."""
    for s in range(len(steps)):
        kind, i = steps[s, 0], steps[s, 1]
        if kind == STEP_FORWARD:
            forward(bones, i, poses, matrices, stretches)
        elif kind == STEP_CONSTRAIN:
            constrain(bones, constraints, i, matrices, stretches)
        elif kind == STEP_RECONNECT:
            reconnect(bones, i, matrices, stretches)
        else:
            since = microseconds()
            _solve_group(
                solve, bones, groups, i, joint_bones, hinges, links, grabs, matrices, stretches, reports, traces
            )
            spent = microseconds() - since
            for k in range(groups[i, FIRST_GOAL], groups[i, LAST_GOAL]):
                times[k, 0] = spent


@kernel
def _solve_group(
    solve: Solve,
    bones: Table,
    groups: Rows,
    g: int,
    joint_bones: Rows,
    hinges: Table,
    links: Table,
    grabs: Table,
    matrices: Table,
    stretches: Table,
    reports: Table,
    traces: Table,
) -> None:
    """Solve the goals that share bones, and write the bones back."""
    inside = joint_bones[groups[g, FIRST_JOINT] : groups[g, LAST_JOINT]]
    first, last = groups[g, FIRST_GOAL], groups[g, LAST_GOAL]
    joints = gather(bones, inside, matrices, stretches)
    goals = np.zeros((last - first, GOAL_WIDTH))
    for k in range(len(goals)):
        _set_goal(bones, joints, goals, k, links, first + k, grabs, matrices)
        _lead_goal(joints, goals, k, links, first + k)
        _mark_volume(joints, goals, k, links[first + k, LINK_VOLUME])
    held = hinges[groups[g, FIRST_JOINT] : groups[g, LAST_JOINT]]
    flat = planar.any_hinge(held)
    if flat:
        planar.flatten(joints, goals, held)
    _begin_at_rest(joints, goals, links, first)
    if flat:
        planar.project(joints, goals, links, first)
    for k in range(len(goals)):
        _weigh_pole(joints, goals, k, reports, first + k)
    wanted, trace = goals.copy(), traces[first:last]
    begin(joints, goals, trace)
    if flat:
        planar.choose_sides(joints, goals, links, first)
    elastic = _is_elastic(joints)
    if len(goals) == 1:
        if elastic:
            lengthen_at_once(joints, goals, links[first, LINK_STRETCH])
        soften(joints, goals, links[first, LINK_SOFT_REACH])
    by_hand, steps, tolerance = _by_hand(links, first, last), _steps(links, first, last), _tolerance(links, first, last)
    taken, method = solve(joints, goals, int(groups[g, GROUP_SOLVER]), steps, tolerance, by_hand, trace)
    if flat and len(goals) == 1:
        planar.tidy(joints, goals, wanted[0, POLED] != 0.0)
    if len(goals) == 1 and goals[0, ROTATION_WEIGHT] > 0.0 and is_plain(goals):
        lost = loss(joints, goals, links[first, LINK_DECAY])
        if lost > 0.0:
            taken += give_way(joints, goals, lost, trace)
    for k in range(len(goals) if elastic else 0):
        lengthen_until_reached(joints, goals, k, links[first + k, LINK_STRETCH], trace)
    for k in range(len(goals)):
        _report(joints, wanted, k, taken, links[first + k, LINK_TOLERANCE], reports, first + k)
        reports[first + k, REPORT_METHOD] = method
        end(trace, k, reports[first + k, RESIDUAL])
    release(joints, _blends(joints, goals, links, first), matrices, stretches)
    for k in range(first, last):
        store(reports, k, REPORT_EFFECTOR, tail(bones, int(links[k, LINK_BONE]), matrices))


@kernel
def _is_elastic(joints: Table) -> bool:
    """Whether any bone of the group lengthens."""
    for j in range(len(joints)):  # noqa: SIM110  (numba has no any())
        if joints[j, STRETCH] != 0.0:
            return True
    return False


@kernel
def _begin_at_rest(joints: Table, goals: Table, links: Table, first: int) -> None:
    """Let the chains that are to be solved from the rest pose stand at rest."""
    for k in range(len(goals)):
        if links[first + k, LINK_FROM_REST] != 0.0:
            j = tip(goals, k)
            while j >= 0:
                store_quaternion(joints, j, LOCAL, (0.0, 0.0, 0.0, 1.0))
                j = above(joints, j)
            refresh(joints)


@kernel
def _steps(links: Table, first: int, last: int) -> int:
    """The most steps that one of the goals allows."""
    most = 1
    for k in range(first, last):
        most = max(most, int(links[k, LINK_STEPS]))
    return most


@kernel
def _tolerance(links: Table, first: int, last: int) -> float:
    """The least that one of the goals allows."""
    least = 1.0
    for k in range(first, last):
        least = min(least, links[k, LINK_TOLERANCE])
    return least


@kernel
def _by_hand(links: Table, first: int, last: int) -> bool:
    """Whether one of the goals is a grab, which has no target."""
    for k in range(first, last):  # noqa: SIM110  (numba has no any())
        if links[k, LINK_TARGET] < 0:
            return True
    return False


@kernel
def _set_goal(
    bones: Table, joints: Table, goals: Table, k: int, links: Table, row: int, grabs: Table, matrices: Table
) -> None:
    """Fill goal `k` from its link: where its target and its pole stand now, and where its end is on the chain."""
    t, owner, target = int(links[row, LINK_TIP]), int(links[row, LINK_OWNER]), int(links[row, LINK_TARGET])
    held = inverse(quaternion(joints, t, WORLD))
    end = tail(bones, int(links[row, LINK_BONE]), matrices)
    goals[k, TIP], goals[k, WEIGHT] = t, links[row, LINK_WEIGHT]
    goals[k, KIND], goals[k, ROOT] = links[row, LINK_KIND], links[row, LINK_ROOT]
    goals[k, RADIUS], goals[k, KEEP] = links[row, LINK_RADIUS], links[row, LINK_KEEP]
    store(goals, k, LET_PLACE, vector(links, row, LINK_LET_PLACE))
    store(goals, k, LET_TURN, vector(links, row, LINK_LET_TURN))
    goals[k, OWN_AXES] = links[row, LINK_OWN_AXES]
    goals[k, ROTATION_WEIGHT], goals[k, POLE_ANGLE] = links[row, LINK_ROTATION_WEIGHT], links[row, LINK_POLE_ANGLE]
    if goals[k, KIND] == GOAL_JOINT:
        store(goals, k, PLACE, vector(joints, t, HEAD))
        store_quaternion(goals, k, TURN, quaternion(joints, t, LOCAL))
        return
    store(goals, k, REACH, rotate(held, subtract(end, vector(joints, t, HEAD))))
    store_quaternion(goals, k, LEAN, multiply(held, orientation(matrices, owner)))
    if target >= 0:
        store(goals, k, PLACE, axis(matrices, target, 0, 3))
        store_quaternion(goals, k, TURN, orientation(matrices, target))
    else:
        store(goals, k, PLACE, vector(grabs, int(links[row, LINK_GRAB]), 0))
        store_quaternion(goals, k, TURN, orientation(matrices, owner))
    pole = int(links[row, LINK_POLE])
    if pole >= 0:
        goals[k, POLED] = 1.0
        store(goals, k, POLE, axis(matrices, pole, 0, 3))


@kernel
def _lead_goal(joints: Table, goals: Table, k: int, links: Table, row: int) -> None:
    """Blended by its goal: move it only so far from where the effector is to where it should be."""
    how, blend = links[row, LINK_BLEND_BY], links[row, LINK_BLEND]
    if how == BLEND_BONES or blend >= 1.0:
        return
    origin, start, place = vector(joints, root(goals, k), HEAD), effector(joints, goals, k), vector(goals, k, PLACE)
    led = add(start, scaled(subtract(place, start), blend))
    if how == BLEND_ARC:
        led = add(origin, on_arc(subtract(start, origin), subtract(place, origin), blend))
    store(goals, k, PLACE, led)
    turned = multiply(quaternion(joints, tip(goals, k), WORLD), quaternion(goals, k, LEAN))
    store_quaternion(goals, k, TURN, slerp(turned, quaternion(goals, k, TURN), blend))


@kernel
def _mark_volume(joints: Table, goals: Table, k: int, volume: float) -> None:
    """Let the bones of goal `k`'s chain keep their volume."""
    j = tip(goals, k)
    while volume != 0.0 and j >= 0:
        joints[j, VOLUME] = 1.0
        j = above(joints, j) if j != root(goals, k) else -1


@kernel
def _weigh_pole(joints: Table, goals: Table, k: int, reports: Table, row: int) -> None:
    """How much goal `k`'s pole has to say, and whether that is nothing."""
    reports[row, POLE_UNDEFINED] = 0.0
    if goals[k, POLED] != 0.0:
        share = poles.say(joints, goals, k)
        reports[row, POLE_UNDEFINED] = 1.0 if share == 0.0 else 0.0
        if len(goals) == 1:
            goals[k, POLED] = share
        else:
            poles.steady(joints, goals, k, share)


@kernel
def _report(joints: Table, wanted: Table, k: int, taken: int, tolerance: float, reports: Table, row: int) -> None:
    """What goal `k` came to, before blending: what is left of distance and rotation, whether reached, the steps."""
    total, _ = link_lengths(joints, wanted, k)
    left = missing(joints, wanted, k)
    reports[row, RESIDUAL] = left
    reports[row, REACHED] = 1.0 if left <= tolerance * total else 0.0
    reports[row, ITERATIONS] = taken
    reports[row, REPORT_ROTATION] = length(turn_left(joints, wanted, k)) if wanted[k, ROTATION_WEIGHT] > 0.0 else 0.0
    store(reports, row, REPORT_GOAL, _where_it_should_be(joints, wanted, k))
    store(reports, row, REPORT_ROOT, vector(joints, root(wanted, k), HEAD))
    reports[row, REPORT_LENGTH] = total


@kernel
def _where_it_should_be(joints: Table, wanted: Table, k: int) -> Vector:
    """The allowed place that is nearest to where goal `k`'s effector is now."""
    now, place = effector(joints, wanted, k), vector(wanted, k, PLACE)
    if wanted[k, KIND] == GOAL_DISTANCE:
        out = subtract(now, place)
        distance = length(out)
        return subtract(now, scaled(out, beyond(wanted[k, KEEP], wanted[k, RADIUS], distance) / max(distance, 1e-12)))
    if not lets_go(wanted, k, LET_PLACE):
        return place
    return add(now, rotate(place_axes(joints, wanted, k), position_left(joints, wanted, k)))


@kernel
def _blends(joints: Table, goals: Table, links: Table, first: int) -> Numbers:
    """How much of the solution each joint takes: 1 − ∏(1 − blend) over the goals whose chains it is in."""
    left = np.ones(len(joints))
    for k in range(len(goals)):
        led = links[first + k, LINK_BLEND_BY] != BLEND_BONES
        j = tip(goals, k) if goals[k, KIND] != GOAL_JOINT else -1
        while j >= 0:
            left[j] *= 0.0 if led else 1.0 - links[first + k, LINK_BLEND]
            j = above(joints, j) if j != root(goals, k) else -1
    for j in range(len(joints)):
        left[j] = 1.0 - left[j]
    return left


run = entry(SIGNATURE)(evaluate_auto)
"""`evaluate_auto` in machine code. It stands last because numba compiles it here, when all that it uses is known."""
