"""A short chain with bounds: of all poses that reach the goal, the one nearest to the pose that it starts from.

Three bones and their bounds leave few ways to a goal, and often not the one on which it is led there. Which of them is
found from somewhere else is chance, but which is nearest is not: it follows the goal smoothly. So every joint wishes to
stay as it was, in rounds that weigh these wishes less and less beside the goal. Heavy wishes lead to the same pose from
wherever one begins; that need not be the nearest, so answers found from poses drawn at random are compared with it, in
which the wishes are lighter from the first and change an answer only within its neighbourhood. Where nothing reaches,
the pose that comes nearest to the goal is sought likewise.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from pantin.solver.chains.chain import link_lengths
from pantin.solver.chains.goals import is_plain, missing
from pantin.solver.chains.reach import MET, RESTARTS, SEED, scatter, turns_freely
from pantin.solver.chains.residual_trace import note
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import (
    GOAL_JOINT,
    GOAL_WIDTH,
    KIND,
    LOCAL,
    POLED,
    ROOT,
    ROTATION_WEIGHT,
    TIP,
    TRACE_WIDTH,
    TRACED,
    TURN,
    WEIGHT,
    Table,
)
from pantin.solver.least_squares.damped_step import Desk, desk_for
from pantin.solver.least_squares.levenberg import LEAST_GAIN, polish_at
from pantin.solver.maths.rotations import (
    inverse,
    length,
    logarithm,
    multiply,
    overwrite,
    quaternion,
    store_quaternion,
)

SHORT = 3
"""Bones of a chain that is searched so; longer ones are led to their goals smoothly, and to nearly all."""

WISH, LIGHT_WISH, LEAST_WISH = 1e-2, 1e-3, 9e-6
"""How much a wish weighs at first, radians beside lengths of the chain; in a pose drawn; and how much it must weigh."""

FADING = 0.1
"""By which factor a wish weighs less in the next round."""

WISH_STEPS, WISH_GAIN = 60, 1e-5
"""The most steps of a round; and it ends where they gain less than this part."""

NEW_STEPS = 30
"""Steps from a pose drawn to an answer, before the wishes are heard."""

ENOUGH = 3
"""So many answers are compared: one alone and its neighbour found elsewhere would be two."""

HOPELESS = 0.1
"""What misses by so much more than the best one, in chains, is no answer."""

FAR = 100.0
"""How much worse it is to miss the goal than to turn a joint by a radian; and how much more by the chain's length."""


@kernel
def is_for(joints: Table, goals: Table) -> bool:
    """Whether this is a short chain with bounds, and its one goal a place and nothing else."""
    if len(joints) > SHORT or len(goals) != 1 or not is_plain(goals) or goals[0, WEIGHT] == 0.0:
        return False
    if goals[0, ROTATION_WEIGHT] != 0.0 or goals[0, POLED] != 0.0:
        return False
    return not turns_freely(joints)


@kernel
def settle(desk: Desk, joints: Table, goals: Table, home: Table, steps: int, trace: Table) -> int:
    """Turn the joints, which stand near an answer, to the one nearest to `home`. Returns the steps."""
    wishes, seed, taken = _wishes(goals, home), np.uint64(SEED), 0
    wide = desk_for(joints, wishes)
    best, least, missed, found = joints.copy(), np.inf, np.inf, 0
    for attempt in range(RESTARTS + 1):
        if attempt > 0:
            seed = scatter(joints, seed)
            taken += polish_at(desk, joints, goals, min(steps, NEW_STEPS), LEAST_GAIN, trace)
        if _left(joints, goals) > missed + HOPELESS:
            continue
        taken += _draw_near(desk, wide, joints, goals, wishes, WISH if attempt == 0 else LIGHT_WISH, steps, trace)
        left = _left(joints, goals)
        cost = _turned(joints, home) + (FAR * (1.0 + left) if left > MET else 0.0)
        if cost < least:
            least, missed = cost, left
            overwrite(best, joints)
        found += 1 if left <= MET else 0
        if found >= ENOUGH:
            break
    overwrite(joints, best)
    return taken


@kernel
def _wishes(goals: Table, home: Table) -> Table:
    """The goal, and for every joint the wish to be turned as in `home`."""
    wishes = np.zeros((1 + len(home), GOAL_WIDTH))
    wishes[0] = goals[0]
    for j in range(len(home)):
        wishes[1 + j, KIND], wishes[1 + j, TIP], wishes[1 + j, ROOT] = GOAL_JOINT, j, j
        store_quaternion(wishes, 1 + j, TURN, quaternion(home, j, LOCAL))
    return wishes


@kernel
def _draw_near(
    desk: Desk, wide: Desk, joints: Table, goals: Table, wishes: Table, weight: float, steps: int, trace: Table
) -> int:
    """Let the wishes, of `weight` at first, have their say, then meet the goal exactly. What met it still does."""
    before, met = joints.copy(), _left(joints, goals) <= MET
    unseen = np.zeros((len(wishes), TRACE_WIDTH))
    while weight > LEAST_WISH:
        for k in range(1, len(wishes)):
            wishes[k, ROTATION_WEIGHT] = weight
        polish_at(wide, joints, wishes, min(steps, WISH_STEPS), WISH_GAIN, unseen)
        unseen[:, TRACED] = 0.0
        weight *= FADING
    note(joints, goals, trace)
    taken = 1 + polish_at(desk, joints, goals, steps, LEAST_GAIN, trace)
    if met and _left(joints, goals) > MET:
        overwrite(joints, before)
    return taken


@kernel
def _left(joints: Table, goals: Table) -> float:
    """How far the goal is from being met, in chains."""
    total, _ = link_lengths(joints, goals, 0)
    return missing(joints, goals, 0) / max(total, 1e-12)


@kernel
def _turned(joints: Table, home: Table) -> float:
    """How far the joints are turned from `home`: the root of the sum of the squared angles."""
    total = 0.0
    for j in range(len(joints)):
        angle = length(logarithm(multiply(quaternion(joints, j, LOCAL), inverse(quaternion(home, j, LOCAL)))))
        total += angle * angle
    return sqrt(total)
