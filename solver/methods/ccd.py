"""Cyclic coordinate descent: one joint after the other, ends first, turns so that the goals come nearest.

Each turn serves all goals that hang on the joint, by their weights (`wish`), and is kept only where it brings them
nearer, so nothing ever gets worse (Wang and Chen, A Combined Optimization Method for Solving the Inverse Kinematics
Problem, 1991). Simple and sure, but it likes to curl the end of a chain, and it is slow near full reach.
"""

from __future__ import annotations

import numpy as np

from pantin.solver.chains.chain import (
    above,
    effector,
    frame_of,
    refresh,
    tip,
    turn_by,
)
from pantin.solver.chains.goals import owner_rotation, size_of
from pantin.solver.chains.iteration import enough, follows_pole, set_out
from pantin.solver.chains.joint_least_squares import WISH_ROWS, best_turn, forget, wish_to_point, wish_to_turn
from pantin.solver.chains.reach import turn_to_pole
from pantin.solver.chains.residual_trace import note
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import (
    COORDS,
    HEAD,
    LOCAL,
    OUTWARD,
    PLACE,
    ROTATION_WEIGHT,
    TURN,
    WEIGHT,
    WORLD,
    Table,
)
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

SHORTER = 5
"""How often a turn that gains nothing is halved before the joint is left alone."""

IDLE = 3
"""Rounds that gain nothing until the solve ends."""


@kernel
def solve(joints: Table, goals: Table, steps: int, tolerance: float, trace: Table) -> int:
    """Turn the joints, at most `steps` rounds, until the goals are met. Returns the rounds taken."""
    if set_out(joints, goals, trace):
        return 1
    poled, met = follows_pole(joints, goals), enough(joints, goals, tolerance)
    size, idle = size_of(joints, goals), 0
    under, ends, wish = goals_under(joints, goals), np.empty((len(goals), 7)), np.empty((WISH_ROWS, 3))
    left = look(joints, goals, ends, size)
    for step in range(steps):
        if left <= met:
            return step
        descend(joints, goals, under, ends, wish, size)
        if poled:
            turn_to_pole(joints, goals)
        note(joints, goals, trace)
        before, left = left, look(joints, goals, ends, size)
        idle = idle + 1 if before - left < LEAST_GAIN * before else 0
        if idle >= IDLE:
            return step + 1
    return steps


@kernel
def descend(joints: Table, goals: Table, under: Table, ends: Table, wish: Table, size: float) -> None:
    """One round. `under` and `ends` come from the functions below; `wish` is room to work in."""
    for j in range(len(joints) - 1, -1, -1):
        _turn(joints, j, goals, under, ends, wish, size)
    refresh(joints)


@kernel
def goals_under(joints: Table, goals: Table) -> Table:
    """(j, k): 1 where goal k hangs on joint j."""
    under = np.zeros((len(joints), len(goals)))
    for k in range(len(goals)):
        j = tip(goals, k)
        while j >= 0:
            under[j, k] = 1.0
            j = above(joints, j)
    return under


@kernel
def look(joints: Table, goals: Table, ends: Table, size: float) -> float:
    """Note in `ends` (k, 7) where the ends are and how their owners are turned. Returns the squares of what is left."""
    total = 0.0
    for k in range(len(goals)):
        store(ends, k, 0, effector(joints, goals, k))
        store_quaternion(ends, k, 3, owner_rotation(joints, goals, k))
        total += _left(goals, k, vector(ends, k, 0), quaternion(ends, k, 3), size)
    return total


@kernel
def _left(goals: Table, k: int, end: Vector, turned: Quaternion, size: float) -> float:
    """What goal `k` lacks, squared and weighted, lengths in parts of the chain."""
    away = subtract(vector(goals, k, PLACE), end)
    total: float = goals[k, WEIGHT] * dot(away, away) / (size * size)
    if goals[k, ROTATION_WEIGHT] > 0.0:
        turn = logarithm(multiply(quaternion(goals, k, TURN), inverse(turned)))
        total += goals[k, ROTATION_WEIGHT] * dot(turn, turn)
    return total


@kernel
def _turn(joints: Table, j: int, goals: Table, under: Table, ends: Table, wish: Table, size: float) -> None:
    """Turn joint `j` for all goals under it, as far as that brings them nearer, and carry their ends along."""
    head, left = vector(joints, j, HEAD), 0.0
    forget(wish)
    for k in range(len(goals)):
        if under[j, k] != 0.0:
            end, turned = vector(ends, k, 0), quaternion(ends, k, 3)
            left += _left(goals, k, end, turned, size)
            to = subtract(vector(goals, k, PLACE), head)
            wish_to_point(wish, subtract(end, head), to, goals[k, WEIGHT] / (size * size))
            if goals[k, ROTATION_WEIGHT] > 0.0:
                missing = logarithm(multiply(quaternion(goals, k, TURN), inverse(turned)))
                wish_to_turn(wish, missing, goals[k, ROTATION_WEIGHT])
    local, coords = quaternion(joints, j, LOCAL), vector(joints, j, COORDS)
    normal = (joints[j, OUTWARD], joints[j, OUTWARD + 1])
    frame, back = frame_of(joints, j), inverse(quaternion(joints, j, WORLD))
    d = best_turn(joints, j, wish)
    for _ in range(SHORTER):
        turn_by(joints, j, d)
        turn = multiply(multiply(frame, quaternion(joints, j, LOCAL)), back)
        if _left_after(j, goals, under, ends, head, turn, size) < left:
            _carry(j, goals, under, ends, head, turn)
            return
        store_quaternion(joints, j, LOCAL, local)
        store(joints, j, COORDS, coords)
        joints[j, OUTWARD], joints[j, OUTWARD + 1] = normal
        d = scaled(d, 0.5)


@kernel
def _left_after(j: int, goals: Table, under: Table, ends: Table, head: Vector, turn: Quaternion, size: float) -> float:
    """What the goals under joint `j` would lack if it turned by `turn` about its `head`."""
    total = 0.0
    for k in range(len(goals)):
        if under[j, k] != 0.0:
            end = add(head, rotate(turn, subtract(vector(ends, k, 0), head)))
            total += _left(goals, k, end, multiply(turn, quaternion(ends, k, 3)), size)
    return total


@kernel
def _carry(j: int, goals: Table, under: Table, ends: Table, head: Vector, turn: Quaternion) -> None:
    """Turn the ends that hang on joint `j` with it."""
    for k in range(len(goals)):
        if under[j, k] != 0.0:
            store(ends, k, 0, add(head, rotate(turn, subtract(vector(ends, k, 0), head))))
            store_quaternion(ends, k, 3, multiply(turn, quaternion(ends, k, 3)))
