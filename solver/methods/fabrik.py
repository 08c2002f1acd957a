"""FABRIK: forward and backward reaching (Aristidou and Lasenby, 2011), with joints that keep to their limits.

Backward, from the effectors to the roots, every joint is moved onto the line to the one after it, as if the root were
free; where chains meet, to the weighted mean. Forward, from the roots, each joint turns to where the next one was
moved, within its limits (`joint_least_squares`). The backward pass knows no limits and may ask for ever for what no
joint can do: after a round with next to no gain a round of CCD follows. The best round is kept.
"""

from __future__ import annotations

import numpy as np

from pantin.solver.chains.chain import effector, tip
from pantin.solver.chains.goals import full_rotation_error, longest_chain
from pantin.solver.chains.iteration import begin_iterations, pivots_to_pole, tolerated_cost
from pantin.solver.chains.joint_least_squares import EQUATION_ROWS, add_pointing, add_rotation, clear, solve_joint
from pantin.solver.chains.joints import forward_joint, parent, step_joint
from pantin.solver.chains.reach import pivot_to_pole
from pantin.solver.chains.residual_trace import record
from pantin.solver.compiling import layout as at
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.compiling.solver_numbers import NUMBERS
from pantin.solver.least_squares.levenberg import LEAST_GAIN
from pantin.solver.maths.rotations import (
    Vector,
    add,
    copy_into,
    inverse,
    length,
    multiply,
    quaternion,
    rotate,
    scaled,
    store,
    subtract,
    unit,
    vector,
)
from pantin.solver.methods.ccd import goals_below, read_effectors, turn_each_joint

FABRIK = NUMBERS["fabrik"]

IDLE_ROUNDS = 12
"""Rounds without a new best after which the solve ends; under limits the error may grow before it shrinks."""

STALLED = 0.97
"""A round that leaves more than this part of the squared error has stalled."""


@kernel
def solve(
    joints: Table, goals: Table, steps: int, tolerance: float, interactive: bool, trace: Table
) -> tuple[int, int]:
    """Turn the joints, at most `steps` rounds, until the goals are met (Aristidou and Lasenby, 2011).

    Returns the rounds taken, and its number.

    Reads `joints` (j, JOINT_WIDTH); `goals` (k, GOAL_WIDTH); and TRACE_COUNT, TRACE_POSITION, TRACE_RADIUS and
    TRACE_KEEP of `trace` (k, TRACE_WIDTH). Writes `joints`; and TRACE_COUNT and TRACE_RESIDUALS of `trace`.
    """
    if begin_iterations(joints, goals, trace):
        return 1, FABRIK
    poled, met = pivots_to_pole(joints, goals), tolerated_cost(joints, goals, tolerance)
    size, idle, taken, stuck = longest_chain(joints, goals), 0, 0, False
    moved, equations = np.zeros((len(joints), 4)), np.empty((EQUATION_ROWS, 3))
    below, ends = goals_below(joints, goals), np.empty((len(goals), 7))
    left = read_effectors(joints, goals, ends, size)
    best, least = joints.copy(), left
    while taken < steps and idle < IDLE_ROUNDS and least > met:
        if stuck:
            turn_each_joint(joints, goals, below, ends, equations, size)
        else:
            _reach_backward(joints, goals, moved)
            _reach_forward(joints, goals, moved, equations, size)
        if poled:
            pivot_to_pole(joints, goals)
        record(joints, goals, trace)
        before, left = left, read_effectors(joints, goals, ends, size)
        stuck = not stuck and left > STALLED * before
        idle = 0 if left < (1.0 - LEAST_GAIN) * least else idle + 1
        if left < least:
            least = left
            copy_into(best, joints)
        taken += 1
    copy_into(joints, best)
    return taken, FABRIK


@kernel
def _reach_backward(joints: Table, goals: Table, moved: Table) -> None:
    """Fill `moved` (j, 4) with positions and weights of the joints if the effectors were on their goals.

    Reads PARENT_JOINT, LENGTH_RATIO, LINK and HEAD of `joints` (j, JOINT_WIDTH); TIP, WEIGHT, ROTATION_WEIGHT,
    EFFECTOR_OFFSET, TIP_TO_OWNER, GOAL_POSITION and GOAL_ROTATION of `goals` (k, GOAL_WIDTH); and `moved` (j, 4).
    Writes `moved`.
    """
    for j in range(len(joints)):
        for c in range(4):
            moved[j, c] = 0.0
    for k in range(len(goals)):
        j = tip(goals, k)
        _pull(moved, j, _tip_position(joints, goals, k), goals[k, at.WEIGHT] + goals[k, at.ROTATION_WEIGHT])
    for j in range(len(joints) - 1, -1, -1):
        weight, p = moved[j, 3], parent(joints, j)
        here = scaled(vector(moved, j, 0), 1.0 / weight) if weight > 0.0 else vector(joints, j, at.HEAD)
        store(moved, j, 0, here)
        if p >= 0:
            _pull(moved, p, _at_distance(here, vector(joints, p, at.HEAD), _link_length(joints, j)), weight)


@kernel
def _pull(moved: Table, j: int, position: Vector, weight: float) -> None:
    """Add `position` to the weighted mean of joint `j`.

    Reads `moved` (j, 4). Writes `moved`.
    """
    store(moved, j, 0, add(vector(moved, j, 0), scaled(position, weight)))
    moved[j, 3] += weight


@kernel
def _at_distance(end: Vector, start: Vector, distance: float) -> Vector:
    """Return the point at `distance` from `end` on the line to `start`."""
    return add(end, scaled(unit(subtract(start, end), (0.0, 0.0, 0.0)), distance))


@kernel
def _link_length(joints: Table, j: int) -> float:
    """Return the distance of joint `j` from its parent, metres.

    Reads PARENT_JOINT, LENGTH_RATIO and LINK of `joints` (j, JOINT_WIDTH).
    """
    v = vector(joints, j, at.LINK)
    return length((v[0], v[1] * joints[parent(joints, j), at.LENGTH_RATIO], v[2]))


@kernel
def _tip_position(joints: Table, goals: Table, k: int) -> Vector:
    """Return the position of the tip joint of goal `k` with its effector on the goal, rotated as the goal asks.

    Reads LENGTH_RATIO and HEAD of `joints` (j, JOINT_WIDTH); and TIP, WEIGHT, ROTATION_WEIGHT, EFFECTOR_OFFSET,
    TIP_TO_OWNER, GOAL_POSITION and GOAL_ROTATION of `goals` (k, GOAL_WIDTH).
    """
    t, position, v = tip(goals, k), vector(goals, k, at.GOAL_POSITION), vector(goals, k, at.EFFECTOR_OFFSET)
    v = (v[0], v[1] * joints[t, at.LENGTH_RATIO], v[2])
    straight = _at_distance(position, vector(joints, t, at.HEAD), length(v))
    weight, turning = goals[k, at.WEIGHT], goals[k, at.ROTATION_WEIGHT]
    if turning <= 0.0:
        return straight
    wanted = multiply(quaternion(goals, k, at.GOAL_ROTATION), inverse(quaternion(goals, k, at.TIP_TO_OWNER)))
    share = turning / (weight + turning)
    return add(scaled(straight, 1.0 - share), scaled(subtract(position, rotate(wanted, v)), share))


@kernel
def _reach_forward(joints: Table, goals: Table, moved: Table, equations: Table, size: float) -> None:
    """Turn each joint, from the roots on, to where the joints and effectors on it were moved.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, LINK, LOWER, COORDS, UPPER, MOBILITY, LOCAL, LIMIT_NORMAL,
    WORLD, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); TIP, WEIGHT, ROTATION_WEIGHT, EFFECTOR_OFFSET,
    TIP_TO_OWNER, GOAL_POSITION, GOAL_ROTATION and GOAL_KIND of `goals` (k, GOAL_WIDTH); `moved` (j, 4); and `equations`
    (EQUATION_ROWS, 3). Writes STATE of `joints` and `equations`.
    """
    for j in range(len(joints)):
        forward_joint(joints, j)
        head, world = vector(joints, j, at.HEAD), quaternion(joints, j, at.WORLD)
        clear(equations)
        for c in range(j + 1, len(joints)):
            if parent(joints, c) == j:
                v = vector(joints, c, at.LINK)
                arm = rotate(world, (v[0], v[1] * joints[j, at.LENGTH_RATIO], v[2]))
                add_pointing(equations, arm, subtract(vector(moved, c, 0), head), moved[c, 3] / (size * size))
        _add_goals(joints, goals, j, equations, size)
        step_joint(joints, j, solve_joint(joints, j, equations))
        forward_joint(joints, j)


@kernel
def _add_goals(joints: Table, goals: Table, j: int, equations: Table, size: float) -> None:
    """Add the tasks of the goals whose tip is joint `j`.

    Reads LENGTH_RATIO, LOCAL, WORLD, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); TIP, WEIGHT, ROTATION_WEIGHT,
    EFFECTOR_OFFSET, TIP_TO_OWNER, GOAL_POSITION, GOAL_ROTATION and GOAL_KIND of `goals` (k, GOAL_WIDTH); and
    `equations` (EQUATION_ROWS, 3). Writes `equations`.
    """
    head = vector(joints, j, at.HEAD)
    for k in range(len(goals)):
        if tip(goals, k) == j:
            arm = subtract(effector(joints, goals, k), head)
            add_pointing(
                equations, arm, subtract(vector(goals, k, at.GOAL_POSITION), head), goals[k, at.WEIGHT] / (size * size)
            )
            if goals[k, at.ROTATION_WEIGHT] > 0.0:
                add_rotation(equations, full_rotation_error(joints, goals, k), goals[k, at.ROTATION_WEIGHT])
