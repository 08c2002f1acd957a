"""One evaluation, from bone poses to matrices: the program's steps in their order, in one entry.

It is the only entry that contains the solvers, because every further one would have to be compiled as well.
"""

from __future__ import annotations

import numpy as np

from solver import choose
from solver.chain import (
    above,
    bend_wanted,
    effector,
    gather,
    link_lengths,
    release,
    root_of,
    tip,
)
from solver.constraining import constrain
from solver.forward import forward, frame, reconnect, tail
from solver.kernel import entry, kernel
from solver.layout import (
    BONE_WIDTH,
    CONSTRAINT_WIDTH,
    FIRST_GOAL,
    FIRST_JOINT,
    GOAL_WIDTH,
    HEAD,
    ITERATIONS,
    LAST_GOAL,
    LAST_JOINT,
    LEAN,
    LINK_BLEND,
    LINK_BONE,
    LINK_GRAB,
    LINK_OWNER,
    LINK_POLE,
    LINK_POLE_ANGLE,
    LINK_ROTATION_WEIGHT,
    LINK_SOFT_REACH,
    LINK_STEPS,
    LINK_STRETCH,
    LINK_TARGET,
    LINK_TIP,
    LINK_WEIGHT,
    LINK_WIDTH,
    NEAR,
    PLACE,
    POLE,
    POLE_ANGLE,
    POLE_UNDEFINED,
    POLED,
    REACH,
    REACHED,
    REPORT_EFFECTOR,
    REPORT_GOAL,
    REPORT_LENGTH,
    REPORT_METHOD,
    REPORT_ROOT,
    REPORT_WIDTH,
    RESIDUAL,
    ROTATION_WEIGHT,
    STEP_CONSTRAIN,
    STEP_FORWARD,
    STEP_RECONNECT,
    TIP,
    TRACE_WIDTH,
    TURN,
    WEIGHT,
    WORLD,
    Ints,
    Numbers,
    Rows,
    Table,
)
from solver.rotations import (
    axis,
    inverse,
    length,
    multiply,
    orientation,
    quaternion,
    rotate,
    store,
    store_quaternion,
    subtract,
    unit,
    upright,
    vector,
)
from solver.stretch import lengthen_at_once, lengthen_until_reached, soften
from solver.trace import begin, end


def evaluate_packed(numbers: Numbers, rows: Ints, poses: Table, grabs: Table, solver: int, out: Numbers) -> None:
    """Fill `out`: matrices (n, 16), stretches (n, 1), reports and traces (k rows) of `layout`, one after the other.

    `numbers` and `rows` are those of a `Program`.
    """
    n, count = rows[0], rows[5]
    a = n * BONE_WIDTH
    b = a + rows[2] * CONSTRAINT_WIDTH
    bones, constraints = numbers[:a].reshape((n, BONE_WIDTH)), numbers[a:b].reshape((rows[2], CONSTRAINT_WIDTH))
    links = numbers[b:].reshape((count, LINK_WIDTH))
    c = 6 + 2 * rows[1]
    d = c + 4 * rows[3]
    steps, groups, joint_bones = rows[6:c].reshape((-1, 2)), rows[c:d].reshape((-1, 4)), rows[d:].reshape((-1, 2))
    e, f = n * 16, n * 17
    g = f + count * REPORT_WIDTH
    matrices, stretches = out[:e].reshape((n, 16)), out[e:f].reshape((n, 1))
    reports, traces = out[f:g].reshape((count, REPORT_WIDTH)), out[g:].reshape((count, TRACE_WIDTH))
    evaluate_program(
        bones,
        steps,
        constraints,
        groups,
        joint_bones,
        links,
        poses,
        grabs,
        solver,
        matrices,
        stretches,
        reports,
        traces,
    )


@kernel
def evaluate_program(
    bones: Table,
    steps: Rows,
    constraints: Table,
    groups: Rows,
    joint_bones: Rows,
    links: Table,
    poses: Table,
    grabs: Table,
    solver: int,
    matrices: Table,
    stretches: Table,
    reports: Table,
    traces: Table,
) -> None:
    """Fill `matrices` (n, 16), `stretches` (n, 1), `reports` and `traces` (k rows): all are tables of `layout`."""
    for s in range(len(steps)):
        kind, i = steps[s, 0], steps[s, 1]
        if kind == STEP_FORWARD:
            forward(bones, i, poses, matrices, stretches)
        elif kind == STEP_CONSTRAIN:
            constrain(bones, constraints, i, matrices, stretches)
        elif kind == STEP_RECONNECT:
            reconnect(bones, i, matrices, stretches)
        else:
            _solve_group(bones, groups, i, joint_bones, links, grabs, solver, matrices, stretches, reports, traces)


@kernel
def _solve_group(
    bones: Table,
    groups: Rows,
    g: int,
    joint_bones: Rows,
    links: Table,
    grabs: Table,
    solver: int,
    matrices: Table,
    stretches: Table,
    reports: Table,
    traces: Table,
) -> None:
    """Solve the goals that share bones, and write the bones back."""
    inside = joint_bones[groups[g, FIRST_JOINT] : groups[g, LAST_JOINT]]
    first, last = groups[g, FIRST_GOAL], groups[g, LAST_GOAL]
    joints = gather(bones, inside, matrices, _root_frames(bones, inside, matrices, stretches))
    goals = np.zeros((last - first, GOAL_WIDTH))
    for k in range(len(goals)):
        _set_goal(bones, joints, goals, k, links, first + k, grabs, matrices)
    wanted, trace = goals.copy(), traces[first:last]
    begin(joints, goals, trace)
    if len(goals) == 1:
        lengthen_at_once(joints, goals, links[first, LINK_STRETCH])
        soften(joints, goals, links[first, LINK_SOFT_REACH])
    by_hand = _by_hand(links, first, last)
    taken, method = choose.solve(joints, goals, solver, int(links[first, LINK_STEPS]), by_hand, trace)
    for k in range(len(goals)):
        lengthen_until_reached(joints, goals, k, links[first + k, LINK_STRETCH], trace)
    for k in range(len(goals)):
        _report(joints, wanted, k, taken, reports, first + k)
        reports[first + k, REPORT_METHOD] = method
        end(trace, k, reports[first + k, RESIDUAL])
    release(joints, _blends(joints, goals, links, first), matrices, stretches)
    for k in range(first, last):
        store(reports, k, REPORT_EFFECTOR, tail(bones, int(links[k, LINK_BONE]), matrices))


@kernel
def _by_hand(links: Table, first: int, last: int) -> bool:
    """Whether one of the goals is a grab, which has no target."""
    for k in range(first, last):  # noqa: SIM110  (numba has no any())
        if links[k, LINK_TARGET] < 0:
            return True
    return False


@kernel
def _root_frames(bones: Table, joint_bones: Rows, matrices: Table, stretches: Table) -> Table:
    """The rotations (j, 4) in which the chain's roots would stand at rest."""
    frames = np.zeros((len(joint_bones), 4))
    for j in range(len(joint_bones)):
        if joint_bones[j, 1] < 0:
            x, y, _, _ = frame(bones, joint_bones[j, 0], matrices, stretches)
            store_quaternion(frames, j, 0, upright(x, y))
    return frames


@kernel
def _set_goal(
    bones: Table, joints: Table, goals: Table, k: int, links: Table, row: int, grabs: Table, matrices: Table
) -> None:
    """Fill goal `k` from its link: where its target and its pole stand now, and where its end is on the chain."""
    t, owner, target = int(links[row, LINK_TIP]), int(links[row, LINK_OWNER]), int(links[row, LINK_TARGET])
    held = inverse(quaternion(joints, t, WORLD))
    end = tail(bones, int(links[row, LINK_BONE]), matrices)
    goals[k, TIP], goals[k, WEIGHT] = t, links[row, LINK_WEIGHT]
    goals[k, ROTATION_WEIGHT], goals[k, POLE_ANGLE] = links[row, LINK_ROTATION_WEIGHT], links[row, LINK_POLE_ANGLE]
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
def _report(joints: Table, wanted: Table, k: int, taken: int, reports: Table, row: int) -> None:
    """What goal `k` came to, before blending: distance left, reached, steps, and whether its pole was of use."""
    total, _ = link_lengths(joints, wanted, k)
    now = effector(joints, wanted, k)
    root = vector(joints, root_of(joints, tip(wanted, k)), HEAD)
    missing = length(subtract(vector(wanted, k, PLACE), now))
    line = unit(subtract(now, root), (0.0, 1.0, 0.0))
    undefined = wanted[k, POLED] != 0.0 and length(bend_wanted(joints, wanted, k, line)) == 0.0
    reports[row, RESIDUAL] = missing
    reports[row, REACHED] = 1.0 if missing <= NEAR * total else 0.0
    reports[row, ITERATIONS] = taken
    reports[row, POLE_UNDEFINED] = 1.0 if undefined else 0.0
    store(reports, row, REPORT_GOAL, vector(wanted, k, PLACE))
    store(reports, row, REPORT_ROOT, root)
    reports[row, REPORT_LENGTH] = total


@kernel
def _blends(joints: Table, goals: Table, links: Table, first: int) -> Numbers:
    """How much of the solution each joint takes: 1 − ∏(1 − blend) over the goals whose chains it is in."""
    left = np.ones(len(joints))
    for k in range(len(goals)):
        j = tip(goals, k)
        while j >= 0:
            left[j] *= 1.0 - links[first + k, LINK_BLEND]
            j = above(joints, j)
    for j in range(len(joints)):
        left[j] = 1.0 - left[j]
    return left


run = entry("void(f8[::1],i8[::1],f8[:,::1],f8[:,::1],i8,f8[::1])")(evaluate_packed)
"""`evaluate_packed` in machine code. It stands last because numba compiles it here, when all that it uses is known."""
