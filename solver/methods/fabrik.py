"""FABRIK: forward and backward reaching (Aristidou and Lasenby, 2011), with joints that keep to their limits.

Backward, from the ends to the root, every joint is drawn along the line to the one after it, as if the root were free;
where chains meet it goes to the mean of what they want. Forward, from the root, each joint turns to where the next one
was drawn, as far as its limits let it (`wish`). Drawing back knows nothing of limits, and may want what no joint can do
for ever: where a round gains next to nothing, a round of CCD gets the chain out. The best round is kept.
"""

from __future__ import annotations

import numpy as np

from pantin.solver.chains.chain import above, effector, refresh_joint, tip, turn_by
from pantin.solver.chains.goals import rotation_left, size_of
from pantin.solver.chains.iteration import enough, follows_pole, set_out
from pantin.solver.chains.joint_least_squares import WISH_ROWS, best_turn, forget, wish_to_point, wish_to_turn
from pantin.solver.chains.reach import turn_to_pole
from pantin.solver.chains.residual_trace import note
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import (
    HEAD,
    LEAN,
    LINK,
    LONGER,
    PLACE,
    REACH,
    ROTATION_WEIGHT,
    TURN,
    WEIGHT,
    WORLD,
    Table,
)
from pantin.solver.least_squares.levenberg import LEAST_GAIN
from pantin.solver.maths.rotations import (
    Vector,
    add,
    inverse,
    length,
    multiply,
    overwrite,
    quaternion,
    rotate,
    scaled,
    store,
    subtract,
    unit,
    vector,
)
from pantin.solver.methods.ccd import descend, goals_under, look

IDLE = 12
"""Rounds without a new best until the solve ends: under limits it may get worse before it gets better."""


SLOW = 0.97
"""A round that leaves more than this part of the squares has gained next to nothing."""


@kernel
def solve(joints: Table, goals: Table, steps: int, tolerance: float, trace: Table) -> int:
    """Turn the joints, at most `steps` rounds, until the goals are met. Returns the rounds taken."""
    if set_out(joints, goals, trace):
        return 1
    poled, met = follows_pole(joints, goals), enough(joints, goals, tolerance)
    size, idle, taken, stuck = size_of(joints, goals), 0, 0, False
    drawn, wish = np.zeros((len(joints), 4)), np.empty((WISH_ROWS, 3))
    under, ends = goals_under(joints, goals), np.empty((len(goals), 7))
    left = look(joints, goals, ends, size)
    best, least = joints.copy(), left
    while taken < steps and idle < IDLE and least > met:
        if stuck:
            descend(joints, goals, under, ends, wish, size)
        else:
            _draw_back(joints, goals, drawn)
            _turn_forth(joints, goals, drawn, wish, size)
        if poled:
            turn_to_pole(joints, goals)
        note(joints, goals, trace)
        before, left = left, look(joints, goals, ends, size)
        stuck = not stuck and left > SLOW * before
        idle = 0 if left < (1.0 - LEAST_GAIN) * least else idle + 1
        if left < least:
            least = left
            overwrite(best, joints)
        taken += 1
    overwrite(joints, best)
    return taken


@kernel
def _draw_back(joints: Table, goals: Table, drawn: Table) -> None:
    """Fill `drawn` (j, 4) with where the joints would be if the ends stood on their goals, and with their weights."""
    for j in range(len(joints)):
        for c in range(4):
            drawn[j, c] = 0.0
    for k in range(len(goals)):
        j = tip(goals, k)
        _pull(drawn, j, _behind_goal(joints, goals, k), goals[k, WEIGHT] + goals[k, ROTATION_WEIGHT])
    for j in range(len(joints) - 1, -1, -1):
        weight, p = drawn[j, 3], above(joints, j)
        here = scaled(vector(drawn, j, 0), 1.0 / weight) if weight > 0.0 else vector(joints, j, HEAD)
        store(drawn, j, 0, here)
        if p >= 0:
            _pull(drawn, p, _along(here, vector(joints, p, HEAD), _link_length(joints, j)), weight)


@kernel
def _pull(drawn: Table, j: int, place: Vector, weight: float) -> None:
    """Draw joint `j` to `place`, among others."""
    store(drawn, j, 0, add(vector(drawn, j, 0), scaled(place, weight)))
    drawn[j, 3] += weight


@kernel
def _along(end: Vector, start: Vector, distance: float) -> Vector:
    """The place at `distance` from `end` on the line to `start`."""
    return add(end, scaled(unit(subtract(start, end), (0.0, 0.0, 0.0)), distance))


@kernel
def _link_length(joints: Table, j: int) -> float:
    """How far joint `j` is from the joint above it."""
    v = vector(joints, j, LINK)
    return length((v[0], v[1] * joints[above(joints, j), LONGER], v[2]))


@kernel
def _behind_goal(joints: Table, goals: Table, k: int) -> Vector:
    """Where the last joint of goal `k` would be with its end on the goal: as the goal turns it, if it does."""
    t, place, v = tip(goals, k), vector(goals, k, PLACE), vector(goals, k, REACH)
    v = (v[0], v[1] * joints[t, LONGER], v[2])
    straight = _along(place, vector(joints, t, HEAD), length(v))
    weight, turning = goals[k, WEIGHT], goals[k, ROTATION_WEIGHT]
    if turning <= 0.0:
        return straight
    wanted = multiply(quaternion(goals, k, TURN), inverse(quaternion(goals, k, LEAN)))
    share = turning / (weight + turning)
    return add(scaled(straight, 1.0 - share), scaled(subtract(place, rotate(wanted, v)), share))


@kernel
def _turn_forth(joints: Table, goals: Table, drawn: Table, wish: Table, size: float) -> None:
    """From the root on, turn each joint to where what it carries was drawn."""
    for j in range(len(joints)):
        refresh_joint(joints, j)
        head, world = vector(joints, j, HEAD), quaternion(joints, j, WORLD)
        forget(wish)
        for c in range(j + 1, len(joints)):
            if above(joints, c) == j:
                v = vector(joints, c, LINK)
                arm = rotate(world, (v[0], v[1] * joints[j, LONGER], v[2]))
                wish_to_point(wish, arm, subtract(vector(drawn, c, 0), head), drawn[c, 3] / (size * size))
        for k in range(len(goals)):
            if tip(goals, k) == j:
                arm = subtract(effector(joints, goals, k), head)
                wish_to_point(wish, arm, subtract(vector(goals, k, PLACE), head), goals[k, WEIGHT] / (size * size))
                if goals[k, ROTATION_WEIGHT] > 0.0:
                    wish_to_turn(wish, rotation_left(joints, goals, k), goals[k, ROTATION_WEIGHT])
        turn_by(joints, j, best_turn(joints, j, wish))
        refresh_joint(joints, j)
