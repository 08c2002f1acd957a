"""Cyclic coordinate descent: joint after joint, from the tips to the roots, turns to bring the goals nearer.

Each rotation serves all goals below the joint, by their weights (`joint_least_squares`), and is kept only where it
reduces the sum of squared errors (Wang and Chen, A Combined Optimization Method for Solving the Inverse Kinematics
Problem, 1991). Simple and robust, but it curls the ends of chains and is slow near full reach.
"""

from __future__ import annotations

import numpy as np

from pantin.solver.chains.chain import effector, tip
from pantin.solver.chains.goals import longest_chain, owner_rotation
from pantin.solver.chains.iteration import begin_iterations, pivots_to_pole, tolerated_cost
from pantin.solver.chains.joint_least_squares import EQUATION_ROWS, add_pointing, add_rotation, clear, solve_joint
from pantin.solver.chains.joints import forward_chain, parent, rest_rotation, step_joint
from pantin.solver.chains.reach import pivot_to_pole
from pantin.solver.chains.residual_trace import record
from pantin.solver.compiling import layout as at
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.compiling.solver_numbers import NUMBERS
from pantin.solver.least_squares.levenberg import LEAST_GAIN
from pantin.solver.maths.rotations import (
    Quaternion,
    Vector,
    add,
    dot,
    inverse,
    logarithm,
    multiply,
    quaternion,
    rotate,
    scaled,
    store,
    store_quaternion,
    subtract,
    vector,
)

CCD = NUMBERS["ccd"]

HALVINGS = 5
"""Most halvings of a rotation that gains nothing, before the joint is left as it is."""

IDLE_ROUNDS = 3
"""Rounds without gain after which the solve ends."""


@kernel
def solve(
    joints: Table, goals: Table, steps: int, tolerance: float, interactive: bool, trace: Table
) -> tuple[int, int]:
    """Turn the joints, at most `steps` rounds, until the goals are met. Returns the rounds taken, and its number.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, LINK, LOWER, COORDS, UPPER, MOBILITY, LOCAL, LIMIT_NORMAL,
    WORLD, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); `goals` (k, GOAL_WIDTH); and TRACE_COUNT, TRACE_POSITION,
    TRACE_RADIUS and TRACE_KEEP of `trace` (k, TRACE_WIDTH). Writes STATE of `joints`; and TRACE_COUNT and
    TRACE_RESIDUALS of `trace`.
    """
    if begin_iterations(joints, goals, trace):
        return 1, CCD
    poled, met = pivots_to_pole(joints, goals), tolerated_cost(joints, goals, tolerance)
    size, idle = longest_chain(joints, goals), 0
    below, ends, equations = goals_below(joints, goals), np.empty((len(goals), 7)), np.empty((EQUATION_ROWS, 3))
    left = read_effectors(joints, goals, ends, size)
    for step in range(steps):
        if left <= met:
            return step, CCD
        turn_each_joint(joints, goals, below, ends, equations, size)
        if poled:
            pivot_to_pole(joints, goals)
        record(joints, goals, trace)
        before, left = left, read_effectors(joints, goals, ends, size)
        idle = idle + 1 if before - left < LEAST_GAIN * before else 0
        if idle >= IDLE_ROUNDS:
            return step + 1, CCD
    return steps, CCD


@kernel
def turn_each_joint(joints: Table, goals: Table, below: Table, ends: Table, equations: Table, size: float) -> None:
    """Do one round of cyclic coordinate descent (Wang and Chen, 1991).

    `below` is that of `goals_below`, `ends` that of `read_effectors`, `equations` is room to work in.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, LINK, LOWER, COORDS, UPPER, MOBILITY, LOCAL, LIMIT_NORMAL,
    WORLD, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); WEIGHT, ROTATION_WEIGHT, GOAL_POSITION and GOAL_ROTATION
    of `goals` (k, GOAL_WIDTH); `below` (j, k); `ends` (k, 7); and `equations` (EQUATION_ROWS, 3). Writes STATE of
    `joints`, `ends` and `equations`.
    """
    for j in range(len(joints) - 1, -1, -1):
        _turn_joint(joints, j, goals, below, ends, equations, size)
    forward_chain(joints)


@kernel
def goals_below(joints: Table, goals: Table) -> Table:
    """Return (j, k): 1 where goal k is below joint j, so that turning the joint moves its effector.

    Reads PARENT_JOINT of `joints` (j, JOINT_WIDTH) and TIP of `goals` (k, GOAL_WIDTH).
    """
    below = np.zeros((len(joints), len(goals)))
    for k in range(len(goals)):
        j = tip(goals, k)
        while j >= 0:
            below[j, k] = 1.0
            j = parent(joints, j)
    return below


@kernel
def read_effectors(joints: Table, goals: Table, ends: Table, size: float) -> float:
    """Fill `ends` (k, 7) with positions of effectors and rotations of owners. Returns the sum of squared errors.

    Reads LENGTH_RATIO, LOCAL, WORLD, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); TIP, WEIGHT, ROTATION_WEIGHT,
    EFFECTOR_OFFSET, TIP_TO_OWNER, GOAL_POSITION, GOAL_ROTATION and GOAL_KIND of `goals` (k, GOAL_WIDTH); and `ends`
    (k, 7). Writes `ends`.
    """
    total = 0.0
    for k in range(len(goals)):
        store(ends, k, 0, effector(joints, goals, k))
        store_quaternion(ends, k, 3, owner_rotation(joints, goals, k))
        total += _cost_of(goals, k, vector(ends, k, 0), quaternion(ends, k, 3), size)
    return total


@kernel
def _cost_of(goals: Table, k: int, end: Vector, turned: Quaternion, size: float) -> float:
    """Return the weighted squared error of goal `k`; positions in units of `size`.

    Reads WEIGHT, ROTATION_WEIGHT, GOAL_POSITION and GOAL_ROTATION of `goals` (k, GOAL_WIDTH).
    """
    away = subtract(vector(goals, k, at.GOAL_POSITION), end)
    total: float = goals[k, at.WEIGHT] * dot(away, away) / (size * size)
    if goals[k, at.ROTATION_WEIGHT] > 0.0:
        turn = logarithm(multiply(quaternion(goals, k, at.GOAL_ROTATION), inverse(turned)))
        total += goals[k, at.ROTATION_WEIGHT] * dot(turn, turn)
    return total


@kernel
def _turn_joint(joints: Table, j: int, goals: Table, below: Table, ends: Table, equations: Table, size: float) -> None:
    """Turn joint `j` for all goals below it, by as much as reduces their cost, and move their effectors along.

    Reads PARENT_JOINT, LIMITED, REST_ROTATION, LOWER, COORDS, UPPER, MOBILITY, LOCAL, LIMIT_NORMAL, WORLD and HEAD of
    `joints` (j, JOINT_WIDTH); WEIGHT, ROTATION_WEIGHT, GOAL_POSITION and GOAL_ROTATION of `goals` (k, GOAL_WIDTH);
    `below` (j, k); `ends` (k, 7); and `equations` (EQUATION_ROWS, 3). Writes COORDS, LOCAL and LIMIT_NORMAL of
    `joints`; `ends`; and `equations`.
    """
    head = vector(joints, j, at.HEAD)
    cost = _add_tasks(j, goals, below, ends, head, equations, size)
    local, coords = quaternion(joints, j, at.LOCAL), vector(joints, j, at.COORDS)
    normal = (joints[j, at.LIMIT_NORMAL], joints[j, at.LIMIT_NORMAL + 1])
    frame, back = rest_rotation(joints, j), inverse(quaternion(joints, j, at.WORLD))
    d = solve_joint(joints, j, equations)
    for _ in range(HALVINGS):
        step_joint(joints, j, d)
        turn = multiply(multiply(frame, quaternion(joints, j, at.LOCAL)), back)
        if _cost_after(j, goals, below, ends, head, turn, size) < cost:
            _move_effectors(j, goals, below, ends, head, turn)
            return
        store_quaternion(joints, j, at.LOCAL, local)
        store(joints, j, at.COORDS, coords)
        joints[j, at.LIMIT_NORMAL], joints[j, at.LIMIT_NORMAL + 1] = normal
        d = scaled(d, 0.5)


@kernel
def _add_tasks(j: int, goals: Table, below: Table, ends: Table, head: Vector, equations: Table, size: float) -> float:
    """Fill `equations` with the tasks of the goals below joint `j`, whose `head` is given. Returns their cost.

    Reads WEIGHT, ROTATION_WEIGHT, GOAL_POSITION and GOAL_ROTATION of `goals` (k, GOAL_WIDTH); `below` (j, k); `ends`
    (k, 7); and `equations` (EQUATION_ROWS, 3). Writes `equations`.
    """
    cost = 0.0
    clear(equations)
    for k in range(len(goals)):
        if below[j, k] != 0.0:
            end, turned = vector(ends, k, 0), quaternion(ends, k, 3)
            cost += _cost_of(goals, k, end, turned, size)
            to = subtract(vector(goals, k, at.GOAL_POSITION), head)
            add_pointing(equations, subtract(end, head), to, goals[k, at.WEIGHT] / (size * size))
            if goals[k, at.ROTATION_WEIGHT] > 0.0:
                error = logarithm(multiply(quaternion(goals, k, at.GOAL_ROTATION), inverse(turned)))
                add_rotation(equations, error, goals[k, at.ROTATION_WEIGHT])
    return cost


@kernel
def _cost_after(j: int, goals: Table, below: Table, ends: Table, head: Vector, turn: Quaternion, size: float) -> float:
    """Return the cost of the goals below joint `j` if it turned by `turn` about its `head`.

    Reads WEIGHT, ROTATION_WEIGHT, GOAL_POSITION and GOAL_ROTATION of `goals` (k, GOAL_WIDTH); `below` (j, k); and
    `ends` (k, 7).
    """
    total = 0.0
    for k in range(len(goals)):
        if below[j, k] != 0.0:
            end = add(head, rotate(turn, subtract(vector(ends, k, 0), head)))
            total += _cost_of(goals, k, end, multiply(turn, quaternion(ends, k, 3)), size)
    return total


@kernel
def _move_effectors(j: int, goals: Table, below: Table, ends: Table, head: Vector, turn: Quaternion) -> None:
    """Turn the effectors below joint `j` by `turn` about its `head`.

    Reads `below` (j, k) and `ends` (k, 7). Writes `ends`. Of `goals` (k, GOAL_WIDTH) only the number of rows counts.
    """
    for k in range(len(goals)):
        if below[j, k] != 0.0:
            store(ends, k, 0, add(head, rotate(turn, subtract(vector(ends, k, 0), head))))
            store_quaternion(ends, k, 3, multiply(turn, quaternion(ends, k, 3)))
