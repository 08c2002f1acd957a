"""Poses sampled within the limits of a chain, and which of them promise most.

To look at a pose costs a tenth of a step towards the goal. So many are sampled, half of them turned about their root
towards the goal, and an answer is sought from few: those that promise most and are not like one that was begun from
(Rinnooy Kan and Timmer, Stochastic Global Optimization Methods, 1987, begin from a point if none near it is better).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pantin.solver.chains.chain import link_lengths, tip
from pantin.solver.chains.goals import residual
from pantin.solver.chains.joints import clamp_to_limits, limits, parent, rest_rotation, stretched, tree_root
from pantin.solver.compiling import layout as at
from pantin.solver.compiling.functions import sqrt
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Ints, Numbers, Table
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
    quaternion,
    rotate,
    shortest_arc,
    store,
    store_quaternion,
    subtract,
    unit,
    vector,
)
from pantin.solver.methods.multistart.random_numbers import SEED, random_part

COUNT = 64
"""Poses sampled; every other is aimed at the goal."""

ANGLE_OF_MISS = 2.0
"""Rotation of joints, radians, that makes up for a miss of a chain length, as an estimate."""

WIDEST = 3.0
"""The largest coordinate sampled: 2.6 rad."""

ALIKE = 0.7
"""Poses whose joints below the root differ by less than this, radians, lead to the same answer, as a rule."""

NOT_WORTH_WHILE = 1e300
"""The estimate of a pose that is too far away, or from which was begun, or from one that is like it."""


class Samples(NamedTuple):
    """Poses."""

    turns: Table
    """(n, 4 j): the local rotations of the joints."""
    estimates: Numbers
    """(n,): how far, radians, an answer is from the pose asked for, as far as one can tell before seeking it."""
    begun: Ints
    """(1 + n,): from which of them was begun, after their number."""


class _Chain(NamedTuple):
    """The part of a chain that does not change from one sample to the next, and room for the coordinates of one."""

    lower: Table
    upper: Table
    """(j, 3): between which numbers coordinates are sampled."""
    coordinates: Table
    """(j, 3): those of the sample."""
    links: Table
    """(j, 3): from each joint to the next, or to the effector, in the joint's axes, metres."""
    to_goal: Vector
    """From the root to the goal, in the root's rest frame, metres."""
    direction: Vector
    """The unit vector of that; (0, 0, 0) where the goal is at the root."""


@kernel
def draw(joints: Table, goals: Table, reference: Table, counts_distance: bool, most: float) -> Samples:
    """Return sample poses within the limits.

    Their estimate is how far they miss the only goal, and the distance from `reference` where that counts. A pose is
    looked at no further as soon as its estimate is known to be more than `most`: it is NOT_WORTH_WHILE.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, LINK, LOWER, UPPER, WORLD, HEAD and KEEPS_VOLUME of
    `joints` (j, JOINT_WIDTH); TIP, EFFECTOR_OFFSET, GOAL_POSITION and ROOT of `goals` (k, GOAL_WIDTH); and LOCAL of
    `reference` (j, JOINT_WIDTH).
    """
    turns, seed = np.empty((COUNT, 4 * len(joints))), np.uint64(SEED)
    samples = Samples(turns, np.empty(COUNT), np.zeros(1 + COUNT, np.int64))
    chain, (size, _) = _chain_of(joints, goals), link_lengths(joints, goals, 0)
    for n in range(COUNT):
        seed = _sample_coordinates(chain, seed)
        samples.estimates[n] = NOT_WORTH_WHILE
        is_aimed = n % 2 == 0
        if _turn_joints(chain, samples.turns, n, joints, reference, is_aimed, most):
            miss = _turn_root(chain, samples.turns, n, joints, goals, is_aimed)
            estimate = ANGLE_OF_MISS * miss / max(size, 1e-12)
            if counts_distance and estimate <= most:
                estimate += _distance(samples.turns, n, reference)
            samples.estimates[n] = estimate if estimate <= most else NOT_WORTH_WHILE
    return samples


@kernel
def _chain_of(joints: Table, goals: Table) -> _Chain:
    """Return the chain that poses are sampled from.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, LINK, LOWER, UPPER, WORLD, HEAD and KEEPS_VOLUME of
    `joints` (j, JOINT_WIDTH); and TIP, EFFECTOR_OFFSET and GOAL_POSITION of `goals` (k, GOAL_WIDTH).
    """
    count, first = len(joints), tree_root(joints, tip(goals, 0))
    away = subtract(vector(goals, 0, at.GOAL_POSITION), vector(joints, first, at.HEAD))
    to_goal = rotate(inverse(rest_rotation(joints, first)), away)
    lower, upper, links = np.empty((count, 3)), np.empty((count, 3)), np.empty((count, 3))
    for j in range(count):
        for a in range(3):
            lower[j, a], upper[j, a] = -WIDEST, WIDEST
            if joints[j, at.LIMITED] != 0.0:
                lower[j, a] = max(_coordinate_of(joints[j, at.LOWER + a], a), -WIDEST)
                upper[j, a] = min(_coordinate_of(joints[j, at.UPPER + a], a), WIDEST)
    j = tip(goals, 0)
    store(links, j, 0, stretched(joints, j, vector(goals, 0, at.EFFECTOR_OFFSET)))
    while parent(joints, j) >= 0:
        j, link = parent(joints, j), vector(joints, j, at.LINK)
        store(links, j, 0, stretched(joints, j, link))
    return _Chain(lower, upper, np.empty((count, 3)), links, to_goal, unit(to_goal, (0.0, 0.0, 0.0)))


@kernel
def _coordinate_of(limit: float, a: int) -> float:
    """Return the coordinate at a limit of axis `a`: of a swing it is a half-angle sine (`maths.joint_coordinates`)."""
    if a == 1 or abs(limit) >= at.FREE:
        return limit
    return 4.0 * limit / (1.0 + sqrt(max(1.0 - limit * limit, 0.0)))


@kernel
def _sample_coordinates(chain: _Chain, seed: np.uint64) -> np.uint64:
    """Fill the coordinates with random ones. Returns the next seed."""
    for j in range(len(chain.coordinates)):
        for a in range(3):
            seed, part = random_part(seed)
            chain.coordinates[j, a] = chain.lower[j, a] + (chain.upper[j, a] - chain.lower[j, a]) * part
    return seed


@kernel
def _turn_joints(
    chain: _Chain, turns: Table, n: int, joints: Table, reference: Table, is_aimed: bool, most: float
) -> bool:
    """Turn the joints of pose `n` by its coordinates, within their limits; those without limits from `reference`.

    False as soon as the pose is known to be farther from `reference` than `most`, radians: an angle is longer than its
    chord. A root that is to be aimed does not count.

    Reads LIMITED, LOWER and UPPER of `joints` (j, JOINT_WIDTH); and LOCAL of `reference` (j, JOINT_WIDTH). Writes
    `turns` (s, 4 j).
    """
    total = 0.0
    for j in range(len(joints) - 1, -1, -1):
        turn, before = vector(chain.coordinates, j, 0), quaternion(reference, j, at.LOCAL)
        if joints[j, at.LIMITED] != 0.0:
            lower, upper = limits(joints, j)
            held, _, _, _ = clamp_coordinates(lower, upper, turn)
            q = rotation_of(held)
        else:
            q = multiply(before, exponential(turn))
        store_quaternion(turns, n, 4 * j, q)
        if most < NOT_WORTH_WHILE and (j > 0 or not is_aimed):
            total += _squared_chord(before, q)
            if total > most * most:
                return False
    return True


@kernel
def _squared_chord(p: Quaternion, q: Quaternion) -> float:
    """Return the square of twice the sine of half the angle between two rotations: nearly that of the angle, and no
    more."""
    cosine = p[0] * q[0] + p[1] * q[1] + p[2] * q[2] + p[3] * q[3]
    return 4.0 * (1.0 - cosine * cosine)


@kernel
def _turn_root(chain: _Chain, turns: Table, n: int, joints: Table, goals: Table, is_aimed: bool) -> float:
    """Turn the root of pose `n` so that the effector is in the direction of the goal, where it is to be aimed.

    As far as the limits of the root allow. Returns how far the pose misses the goal, metres.

    Reads `turns` (s, 4 j); PARENT_JOINT, LIMITED, REST_ROTATION, LOWER and UPPER of `joints` (j, JOINT_WIDTH); and TIP
    of `goals` (k, GOAL_WIDTH). Writes `turns`.
    """
    j = tip(goals, 0)
    end, first = vector(chain.links, j, 0), tree_root(joints, j)
    while j != first:
        turn = multiply(quaternion(joints, j, at.REST_ROTATION), quaternion(turns, n, 4 * j))
        j = parent(joints, j)
        end = add(vector(chain.links, j, 0), rotate(turn, end))
    q = quaternion(turns, n, 4 * first)
    if is_aimed:
        q = _aimed(joints, first, q, rotate(q, end), chain.direction)
        store_quaternion(turns, n, 4 * first, q)
    return length(subtract(chain.to_goal, rotate(q, end)))


@kernel
def _aimed(joints: Table, j: int, q: Quaternion, end: Vector, direction: Vector) -> Quaternion:
    """Return the rotation `q` of joint `j`, turned so that `end` points in a direction, within its limits.

    All in the joint's rest frame.

    Reads LIMITED, LOWER and UPPER of `joints` (j, JOINT_WIDTH).
    """
    now = unit(end, direction)
    q = multiply(shortest_arc(now, direction, now), q)  # where they are opposite: about some axis across
    if joints[j, at.LIMITED] == 0.0:
        return q
    lower, upper = limits(joints, j)
    held, hit, _, _ = clamp_coordinates(lower, upper, coordinates_of(q))
    return rotation_of(held) if hit else q


@kernel
def best_of(samples: Samples) -> int:
    """Return the pose to begin from next: that with the least estimate.

    Those found alike on the way are not worth while.
    """
    least, best = NOT_WORTH_WHILE, 0
    for n in range(len(samples.estimates)):
        if samples.estimates[n] < least:
            if _is_like_one_begun(samples, n):
                samples.estimates[n] = NOT_WORTH_WHILE
            else:
                least, best = samples.estimates[n], n
    return best


@kernel
def begin_from(samples: Samples, n: int, joints: Table) -> None:
    """Put the joints into a pose. From then on neither that nor one like it is worth while.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, LINK, LOWER, UPPER, LOCAL, WORLD, HEAD and KEEPS_VOLUME of
    `joints` (j, JOINT_WIDTH). Writes STATE of `joints`.
    """
    for j in range(len(joints)):
        store_quaternion(joints, j, at.LOCAL, quaternion(samples.turns, n, 4 * j))
    clamp_to_limits(joints)
    samples.estimates[n] = NOT_WORTH_WHILE
    samples.begun[0] += 1
    samples.begun[samples.begun[0]] = n


@kernel
def _is_like_one_begun(samples: Samples, n: int) -> bool:
    """Return whether pose `n` is like one from which was begun."""
    is_like, k = False, samples.begun[0]
    while k > 0 and not is_like:
        is_like = _difference(samples.turns, n, samples.begun[k]) <= ALIKE * ALIKE
        k -= 1
    return is_like


@kernel
def _difference(turns: Table, m: int, n: int) -> float:
    """Return the sum of squared angles between the joints of two poses, but for the first; for small ones, radians².

    Reads `turns` (s, 4 j).
    """
    total = 0.0
    for c in range(4, turns.shape[1], 4):
        total += _squared_chord(quaternion(turns, m, c), quaternion(turns, n, c))
    return total


@kernel
def relative_residual(joints: Table, goals: Table) -> float:
    """Return the residual in chain lengths.

    Reads PARENT_JOINT, LENGTH_RATIO, LINK, LOCAL, WORLD, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and TIP,
    EFFECTOR_OFFSET, TIP_TO_OWNER, GOAL_POSITION, GOAL_ROTATION, GOAL_KIND, ROOT, RADIUS, KEEP, FREE_POSITION_AXES and
    AXES_OF_OWNER of `goals` (k, GOAL_WIDTH).
    """
    total, _ = link_lengths(joints, goals, 0)
    return residual(joints, goals, 0) / max(total, 1e-12)


@kernel
def distance_between(joints: Table, reference: Table) -> float:
    """Return the distance between two poses: the root of the sum of squared angles, radians.

    Reads LOCAL of `joints` (j, JOINT_WIDTH) and LOCAL of `reference` (j, JOINT_WIDTH).
    """
    total = 0.0
    for j in range(len(joints)):
        angle = _angle(quaternion(joints, j, at.LOCAL), quaternion(reference, j, at.LOCAL))
        total += angle * angle
    return sqrt(total)


@kernel
def _distance(turns: Table, n: int, reference: Table) -> float:
    """Return the same for pose `n`.

    Reads `turns` (s, 4 j) and LOCAL of `reference` (j, JOINT_WIDTH).
    """
    total = 0.0
    for j in range(len(reference)):
        angle = _angle(quaternion(turns, n, 4 * j), quaternion(reference, j, at.LOCAL))
        total += angle * angle
    return sqrt(total)


@kernel
def _angle(p: Quaternion, q: Quaternion) -> float:
    """Return the angle between two rotations, radians."""
    return length(logarithm(multiply(p, inverse(q))))
