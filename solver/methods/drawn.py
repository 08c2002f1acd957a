"""Poses drawn within the limits of a chain, and which of them promise most.

To try a pose costs a tenth of a step towards the goal. So many are drawn, half of them turned about their root towards
the goal, and an answer is sought from few: from those that promise most and are not like one that was begun from
(Rinnooy Kan and Timmer, Stochastic Global Optimization Methods, 1987, begin from a point if none near it is better).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pantin.solver.chains.chain import effector, link_lengths, tip
from pantin.solver.chains.goals import residual
from pantin.solver.chains.joints import clamp_to_limits, rotate_joint, tree_root
from pantin.solver.chains.reach import SEED, random_part
from pantin.solver.compiling.functions import sqrt
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import FREE, GOAL_POSITION, HEAD, LIMITED, LOCAL, LOWER, UPPER, Numbers, Table
from pantin.solver.maths.joint_coordinates import rotation_of
from pantin.solver.maths.rotations import (
    exponential,
    inverse,
    length,
    logarithm,
    multiply,
    perpendicular,
    quaternion,
    shortest_arc,
    store_quaternion,
    subtract,
    unit,
    vector,
)

DRAWN = 64
"""Poses drawn; every other is aimed at the goal."""

TURN_FOR_MISS = 2.0
"""How far joints turn, radians, to make up for a miss of a chain length: what a pose promises is judged by it."""

WIDEST = 3.0
"""The coordinates drawn, at most: 2.6 rad."""

ALIKE = 0.7
"""Poses whose joints below the root differ by less than this, radians, lead to the same answer, as a rule."""

USED = 1e300
"""The promise of a pose that is not begun from any more."""


class Drawn(NamedTuple):
    """Poses."""

    turns: Table
    """(n, 4 j): the local rotations of the joints."""
    promises: Numbers
    """(n,): how far, radians, an answer is from the pose asked for, as far as one can tell before seeking it."""


@kernel
def draw(joints: Table, goals: Table, reference: Table, is_near_wanted: bool) -> Drawn:
    """Draw poses. They promise the less the farther they miss the only goal and, if wanted, are from `reference`."""
    drawn = Drawn(np.empty((DRAWN, 4 * len(joints))), np.empty(DRAWN))
    trial, seed = joints.copy(), np.uint64(SEED)
    for n in range(DRAWN):
        seed = _turn(trial, reference, seed)
        if n % 2 == 0:
            _aim(trial, goals)
        for j in range(len(trial)):
            store_quaternion(drawn.turns, n, 4 * j, quaternion(trial, j, LOCAL))
        drawn.promises[n] = TURN_FOR_MISS * relative_residual(trial, goals)
        if is_near_wanted:
            drawn.promises[n] += distance_between(trial, reference)
    return drawn


@kernel
def _turn(joints: Table, reference: Table, seed: np.uint64) -> np.uint64:
    """Turn every joint at random within its limits; one without limits from `reference`. Returns the next seed."""
    turned = np.empty(3)
    for j in range(len(joints)):
        is_limited = joints[j, LIMITED] != 0.0
        for a in range(3):
            seed, part = random_part(seed)
            low, high = -WIDEST, WIDEST
            if is_limited:
                low, high = max(_bound(joints[j, LOWER + a], a), low), min(_bound(joints[j, UPPER + a], a), high)
            turned[a] = low + (high - low) * part
        turn = (turned[0], turned[1], turned[2])
        if is_limited:
            store_quaternion(joints, j, LOCAL, rotation_of(turn))
        else:
            store_quaternion(joints, j, LOCAL, multiply(quaternion(reference, j, LOCAL), exponential(turn)))
    clamp_to_limits(joints)
    return seed


@kernel
def _bound(bound: float, a: int) -> float:
    """The limit of a coordinate. That of a swing is a half-angle sine (`maths.joint_coordinates`)."""
    if a == 1 or abs(bound) >= FREE:
        return bound
    return 4.0 * bound / (1.0 + sqrt(max(1.0 - bound * bound, 0.0)))


@kernel
def _aim(joints: Table, goals: Table) -> None:
    """Turn the root so that the effector is in the direction of the goal, as far as limits allow."""
    first = tree_root(joints, tip(goals, 0))
    head = vector(joints, first, HEAD)
    now = unit(subtract(effector(joints, goals, 0), head), (0.0, 1.0, 0.0))
    wanted = unit(subtract(vector(goals, 0, GOAL_POSITION), head), now)
    rotate_joint(joints, first, shortest_arc(now, wanted, perpendicular(now)))
    clamp_to_limits(joints)


@kernel
def most_promising(drawn: Drawn) -> int:
    """The pose to begin from next. There is none where its promise is `USED`."""
    return int(np.argmin(drawn.promises))


@kernel
def begin_from(drawn: Drawn, n: int, joints: Table) -> None:
    """Put the joints into a pose. It is used then, and so are all that are like it."""
    for j in range(len(joints)):
        store_quaternion(joints, j, LOCAL, quaternion(drawn.turns, n, 4 * j))
    clamp_to_limits(joints)
    for m in range(len(drawn.promises)):
        if _difference(drawn.turns, m, n) <= ALIKE * ALIKE:
            drawn.promises[m] = USED


@kernel
def _difference(turns: Table, m: int, n: int) -> float:
    """The sum of squared angles between the joints of two poses, but for the first; for small ones, radians²."""
    total = 0.0
    for c in range(4, turns.shape[1], 4):
        cosine = 0.0
        for a in range(c, c + 4):
            cosine += turns[m, a] * turns[n, a]
        total += 4.0 * (1.0 - cosine * cosine)
    return total


@kernel
def relative_residual(joints: Table, goals: Table) -> float:
    """The residual in chain lengths."""
    total, _ = link_lengths(joints, goals, 0)
    return residual(joints, goals, 0) / max(total, 1e-12)


@kernel
def distance_between(joints: Table, reference: Table) -> float:
    """The distance between two poses: the root of the sum of squared angles, radians."""
    total = 0.0
    for j in range(len(joints)):
        angle = length(logarithm(multiply(quaternion(joints, j, LOCAL), inverse(quaternion(reference, j, LOCAL)))))
        total += angle * angle
    return sqrt(total)
