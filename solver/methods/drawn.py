"""Poses drawn within the limits of a chain, and which of them promise most.

To try a pose costs a tenth of a step towards the goal. So many are drawn, half of them turned about their root towards
the goal, and an answer is sought from few: from those that promise most and are not like one that was begun from
(Rinnooy Kan and Timmer, Stochastic Global Optimization Methods, 1987, begin from a point if none near it is better).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pantin.solver.chains.chain import link_lengths, tip
from pantin.solver.chains.goals import residual
from pantin.solver.chains.joints import clamp_to_limits, limits, parent, rest_rotation, stretched, tree_root
from pantin.solver.chains.reach import SEED, random_part
from pantin.solver.compiling.functions import sqrt
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import (
    EFFECTOR_OFFSET,
    FREE,
    GOAL_POSITION,
    HEAD,
    LIMITED,
    LINK,
    LOCAL,
    LOWER,
    REST_ROTATION,
    UPPER,
    Numbers,
    Table,
)
from pantin.solver.maths.joint_coordinates import clamp_coordinates, coordinates_of, rotation_of
from pantin.solver.maths.rotations import (
    Quaternion,
    Vector,
    add,
    exponential,
    inverse,
    length,
    logarithm,
    multiply,
    normalised,
    perpendicular,
    quaternion,
    rotate,
    shortest_arc,
    store,
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


class _Ways(NamedTuple):
    """What does not change from one pose to the next, for j joints."""

    low: Table
    high: Table
    """(j, 3): between which numbers coordinates are drawn."""
    drawn: Table
    """(j, 3): the coordinates that were."""
    links: Table
    """(j, 3): from each joint to the next, or to the effector, in the joint's axes."""


@kernel
def draw(joints: Table, goals: Table, reference: Table, is_near_wanted: bool, most: float) -> Drawn:
    """Draw poses. They promise the less the farther they miss the only goal and, if wanted, are from `reference`.

    Poses are not looked at closely when it is known that they promise something farther than `most`: they are `USED`.
    """
    drawn, seed = Drawn(np.empty((DRAWN, 4 * len(joints))), np.empty(DRAWN)), np.uint64(SEED)
    ways, (size, _) = _ways(joints, goals), link_lengths(joints, goals, 0)
    for n in range(DRAWN):
        for j in range(len(joints)):
            for a in range(3):
                seed, part = random_part(seed)
                ways.drawn[j, a] = ways.low[j, a] + (ways.high[j, a] - ways.low[j, a]) * part
        drawn.promises[n] = USED
        near = most if is_near_wanted else USED
        if _turn(ways, drawn.turns, n, joints, reference, n % 2 == 0, near):
            promise = TURN_FOR_MISS * _place_root(ways, drawn.turns, n, joints, goals, n % 2 == 0) / max(size, 1e-12)
            if is_near_wanted and promise <= most:
                promise += _distance(drawn.turns, n, reference)
            drawn.promises[n] = promise if promise <= most else USED
    return drawn


@kernel
def _ways(joints: Table, goals: Table) -> _Ways:
    """What poses are drawn from."""
    count = len(joints)
    ways = _Ways(np.empty((count, 3)), np.empty((count, 3)), np.empty((count, 3)), np.empty((count, 3)))
    for j in range(count):
        for a in range(3):
            ways.low[j, a], ways.high[j, a] = -WIDEST, WIDEST
            if joints[j, LIMITED] != 0.0:
                ways.low[j, a] = max(_bound(joints[j, LOWER + a], a), -WIDEST)
                ways.high[j, a] = min(_bound(joints[j, UPPER + a], a), WIDEST)
    j = tip(goals, 0)
    store(ways.links, j, 0, stretched(joints, j, vector(goals, 0, EFFECTOR_OFFSET)))
    while parent(joints, j) >= 0:
        j, link = parent(joints, j), vector(joints, j, LINK)
        store(ways.links, j, 0, stretched(joints, j, link))
    return ways


@kernel
def _turn(ways: _Ways, turns: Table, n: int, joints: Table, reference: Table, is_aimed: bool, most: float) -> bool:
    """Turn the joints of pose `n` as was drawn, within their limits; those without limits from `reference`.

    False as soon as the pose is known to be farther from `reference` than `most`, radians: an angle is longer than its
    chord. A root that is to be aimed does not count.
    """
    total = 0.0
    for j in range(len(joints) - 1, -1, -1):
        turn, before = vector(ways.drawn, j, 0), quaternion(reference, j, LOCAL)
        if joints[j, LIMITED] != 0.0:
            lower, upper = limits(joints, j)
            held, _, _, _ = clamp_coordinates(lower, upper, turn)
            q = rotation_of(held)
        else:
            q = multiply(before, exponential(turn))
        store_quaternion(turns, n, 4 * j, q)
        if j > 0 or not is_aimed:
            cosine = before[0] * q[0] + before[1] * q[1] + before[2] * q[2] + before[3] * q[3]
            total += 4.0 * (1.0 - cosine * cosine)
            if total > most * most:
                return False
    return True


@kernel
def _place_root(ways: _Ways, turns: Table, n: int, joints: Table, goals: Table, is_aimed: bool) -> float:
    """How far pose `n` misses the goal, metres, once its root is turned so that the effector is in its direction.

    The root is turned, as far as its limits allow, where the pose `is_aimed`.
    """
    j = tip(goals, 0)
    end, first = vector(ways.links, j, 0), tree_root(joints, j)
    while j != first:
        turn = multiply(quaternion(joints, j, REST_ROTATION), quaternion(turns, n, 4 * j))
        j = parent(joints, j)
        end = add(vector(ways.links, j, 0), rotate(turn, end))
    way, rest = subtract(vector(goals, 0, GOAL_POSITION), vector(joints, first, HEAD)), rest_rotation(joints, first)
    if is_aimed:
        store_quaternion(turns, n, 4 * first, _aimed(joints, first, rest, quaternion(turns, n, 4 * first), end, way))
    return length(subtract(way, rotate(multiply(rest, quaternion(turns, n, 4 * first)), end)))


@kernel
def _aimed(joints: Table, j: int, rest: Quaternion, q: Quaternion, end: Vector, way: Vector) -> Quaternion:
    """The rotation `q` of joint `j`, turned so that `end`, in its axes, points along `way`, as far as limits allow."""
    now = unit(rotate(multiply(rest, q), end), (0.0, 1.0, 0.0))
    onto = shortest_arc(now, unit(way, now), perpendicular(now))
    q = normalised(multiply(inverse(rest), multiply(onto, multiply(rest, q))))
    if joints[j, LIMITED] == 0.0:
        return q
    lower, upper = limits(joints, j)
    held, hit, _, _ = clamp_coordinates(lower, upper, coordinates_of(q))
    return rotation_of(held) if hit else q


@kernel
def _bound(bound: float, a: int) -> float:
    """The limit of a coordinate. That of a swing is a half-angle sine (`maths.joint_coordinates`)."""
    if a == 1 or abs(bound) >= FREE:
        return bound
    return 4.0 * bound / (1.0 + sqrt(max(1.0 - bound * bound, 0.0)))


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
        if drawn.promises[m] != USED and _difference(drawn.turns, m, n) <= ALIKE * ALIKE:
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
        angle = _angle(quaternion(joints, j, LOCAL), quaternion(reference, j, LOCAL))
        total += angle * angle
    return sqrt(total)


@kernel
def _distance(turns: Table, n: int, reference: Table) -> float:
    """The same for pose `n`."""
    total = 0.0
    for j in range(len(reference)):
        angle = _angle(quaternion(turns, n, 4 * j), quaternion(reference, j, LOCAL))
        total += angle * angle
    return sqrt(total)


@kernel
def _angle(p: Quaternion, q: Quaternion) -> float:
    """The angle between two rotations, radians."""
    return length(logarithm(multiply(p, inverse(q))))
