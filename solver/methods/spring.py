"""Spring: a chain of two bones and more keeps its shape and only bends more or less, like a spring.

Every bend of the rest pose is multiplied by the same factor: 0 is the straight chain, 1 the rest pose. The distance
from root to effector is a function of that number, so it is found by bisection, to the last bit; then the chain is
turned about its root onto the goal, and to the pole. A chain that is straight at rest bends evenly. Out of reach it is
straight.

Reaching the goal comes before the shape. Where a goal is within reach but not for this shape, as near the root or where
limits stop a joint, Levenberg–Marquardt goes on from the shape that comes nearest, and the report names it.
"""

from __future__ import annotations

from math import pi

import numpy as np

from pantin.solver.chains.chain import bend_straight_chain, bend_vector, effector, link_lengths, tip
from pantin.solver.chains.joints import clamp_to_limits, forward_chain, rotate_joint, tree_root
from pantin.solver.chains.reach import pivot_to_pole
from pantin.solver.chains.residual_trace import record
from pantin.solver.compiling import layout as at
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.compiling.solver_numbers import NUMBERS
from pantin.solver.maths.rotations import (
    Vector,
    cross,
    exponential,
    inverse,
    length,
    logarithm,
    multiply,
    normalised,
    perpendicular,
    quaternion,
    rotate,
    scaled,
    shortest_arc,
    store,
    store_quaternion,
    subtract,
    unit,
    vector,
)
from pantin.solver.methods import auto, continuation

SPRING, LM = NUMBERS["spring"], NUMBERS["lm"]

STRAIGHT = 1e-4
"""A chain whose bends at rest add up to less, radians, has no shape of its own."""

SCAN_STEPS = 64
"""Steps from the straight chain to the folded one in which the distance of the goal is bracketed."""

HALVINGS = 50
"""Bisections of one such step: a double has no more bits."""

BEND, REST, BEND_WIDTH = 0, 3, 7
"""Rows of bends: the rotation vector from straight to bent (3), and the turn from rest at factor 1 (4)."""


@kernel
def solve(
    joints: Table, goals: Table, steps: int, tolerance: float, interactive: bool, trace: Table
) -> tuple[int, int]:
    """Return the shape of the rest pose, scaled; where limits or the shape keep it from a goal within reach, LM from
    there.

    Groups that it does not suit are Auto's. Returns the steps taken, and the number of the solver that took them.

    Reads `joints` (j, JOINT_WIDTH), `goals` (k, GOAL_WIDTH) and `trace` (k, TRACE_WIDTH). Writes `joints`;
    POLE_INFLUENCE and POLE_POSITION of `goals`; and TRACE_COUNT and TRACE_RESIDUALS of `trace`.
    """
    if not auto.has_closed_form(joints, goals):
        return auto.choose(joints, goals, steps, tolerance, interactive, trace)
    _bend_and_aim(joints, goals)
    record(joints, goals, trace)
    total, _ = link_lengths(joints, goals, 0)
    target, base = vector(goals, 0, at.GOAL_POSITION), vector(joints, 0, at.HEAD)
    residual = length(subtract(target, effector(joints, goals, 0)))
    far = length(subtract(target, base)) >= total
    limited = clamp_to_limits(joints)
    straight = length(subtract(effector(joints, goals, 0), base)) >= (1.0 - 1e-9) * total
    if not limited and (residual <= tolerance * total or (far and straight)):
        return 1, SPRING
    return 1 + continuation.solve(joints, goals, steps, False, interactive, trace), LM


@kernel
def _bend_and_aim(joints: Table, goals: Table) -> None:
    """Bend and turn the only chain so that its effector meets the goal, or comes as near as its shape allows.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, LINK, LOWER, UPPER, MOBILITY, LOCAL, WORLD, HEAD and
    KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and TIP, POLE_INFLUENCE, POLE_ANGLE, EFFECTOR_OFFSET, GOAL_POSITION,
    POLE_POSITION and ROOT of `goals` (k, GOAL_WIDTH). Writes STATE of `joints`.
    """
    origin = vector(joints, tree_root(joints, tip(goals, 0)), at.HEAD)
    bends = _bends(joints, goals)
    distance = length(subtract(vector(goals, 0, at.GOAL_POSITION), origin))
    _bend_by(joints, bends, _factor(joints, goals, bends, distance))
    if goals[0, at.POLE_INFLUENCE] != 0.0:
        pivot_to_pole(joints, goals)
    else:
        _aim(joints, goals, origin)


@kernel
def _bends(joints: Table, goals: Table) -> Table:
    """Return (j, BEND_WIDTH): the bend of each joint but the root at rest. The root keeps its pose.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, LINK, LOWER, UPPER, MOBILITY, LOCAL, WORLD, HEAD and
    KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and TIP, EFFECTOR_OFFSET and ROOT of `goals` (k, GOAL_WIDTH). Writes
    STATE of `joints`.
    """
    posed = quaternion(joints, 0, at.LOCAL)
    for j in range(len(joints)):
        store_quaternion(joints, j, at.LOCAL, (0.0, 0.0, 0.0, 1.0))
    clamp_to_limits(joints)
    bends = np.zeros((len(joints), BEND_WIDTH))
    if _measure(joints, goals, bends) < STRAIGHT:
        bend_straight_chain(joints, goals, 0)
        _measure(joints, goals, bends)
    store_quaternion(joints, 0, at.LOCAL, posed)
    return bends


@kernel
def _measure(joints: Table, goals: Table, bends: Table) -> float:
    """Fill `bends` with how the joints are bent now. Returns the sum of the angles, radians.

    Reads REST_ROTATION, LINK and LOCAL of `joints` (j, JOINT_WIDTH); and EFFECTOR_OFFSET of `goals` (k, GOAL_WIDTH).
    Writes REST and BEND of `bends` (j, BEND_WIDTH).
    """
    total = 0.0
    for j in range(1, len(joints)):
        local = quaternion(joints, j, at.LOCAL)
        before = rotate(inverse(quaternion(joints, j, at.REST_ROTATION)), vector(joints, j, at.LINK))
        after = rotate(
            local, vector(joints, j + 1, at.LINK) if j + 1 < len(joints) else vector(goals, 0, at.EFFECTOR_OFFSET)
        )
        bent = (0.0, 0.0, 0.0)
        if length(before) > 1e-12 and length(after) > 1e-12:
            straight = unit(before, before)
            bent = logarithm(shortest_arc(straight, unit(after, after), perpendicular(straight)))
        store(bends, j, BEND, bent)
        store_quaternion(bends, j, REST, local)
        total += length(bent)
    return total


@kernel
def _bend_by(joints: Table, bends: Table, factor: float) -> None:
    """Bend the chain `factor` times as much as at rest, within its limits.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, LINK, LOWER, UPPER, LOCAL, WORLD, HEAD and KEEPS_VOLUME of
    `joints` (j, JOINT_WIDTH); and REST and BEND of `bends` (j, BEND_WIDTH). Writes STATE of `joints`.
    """
    for j in range(1, len(joints)):
        more = exponential(scaled(vector(bends, j, BEND), factor - 1.0))
        store_quaternion(joints, j, at.LOCAL, normalised(multiply(more, quaternion(bends, j, REST))))
    clamp_to_limits(joints)


@kernel
def _factor(joints: Table, goals: Table, bends: Table, distance: float) -> float:
    """Return the smallest factor at which the effector is as far from the root as the goal.

    Else the one that comes nearest.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, LINK, LOWER, UPPER, LOCAL, WORLD, HEAD and KEEPS_VOLUME of
    `joints` (j, JOINT_WIDTH); TIP and EFFECTOR_OFFSET of `goals` (k, GOAL_WIDTH); and REST and BEND of `bends`
    (j, BEND_WIDTH). Writes STATE of `joints`.
    """
    most = 1e-9
    for j in range(1, len(joints)):
        most = max(most, length(vector(bends, j, BEND)))
    step, before, least = pi / most / SCAN_STEPS, 0.0, 0.0
    nearest = _distance_at(joints, goals, bends, 0.0)
    if nearest <= distance:
        return 0.0
    for n in range(1, SCAN_STEPS + 1):
        there = _distance_at(joints, goals, bends, n * step)
        if there <= distance:
            return _halved(joints, goals, bends, distance, before, n * step)
        before = n * step
        if there < nearest:
            nearest, least = there, before
    return least


@kernel
def _halved(joints: Table, goals: Table, bends: Table, distance: float, too_far: float, too_near: float) -> float:
    """Return the factor, between the two, at which the effector is `distance` from the root.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, LINK, LOWER, UPPER, LOCAL, WORLD, HEAD and KEEPS_VOLUME of
    `joints` (j, JOINT_WIDTH); TIP and EFFECTOR_OFFSET of `goals` (k, GOAL_WIDTH); and REST and BEND of `bends`
    (j, BEND_WIDTH). Writes STATE of `joints`.
    """
    for _ in range(HALVINGS):
        middle = 0.5 * (too_far + too_near)
        if _distance_at(joints, goals, bends, middle) > distance:
            too_far = middle
        else:
            too_near = middle
    return too_near


@kernel
def _distance_at(joints: Table, goals: Table, bends: Table, factor: float) -> float:
    """Return the distance of the effector from the root when the chain is bent by `factor`, metres.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, LINK, LOWER, UPPER, LOCAL, WORLD, HEAD and KEEPS_VOLUME of
    `joints` (j, JOINT_WIDTH); TIP and EFFECTOR_OFFSET of `goals` (k, GOAL_WIDTH); and REST and BEND of `bends`
    (j, BEND_WIDTH). Writes STATE of `joints`.
    """
    _bend_by(joints, bends, factor)
    return length(subtract(effector(joints, goals, 0), vector(joints, 0, at.HEAD)))


@kernel
def _aim(joints: Table, goals: Table, origin: Vector) -> None:
    """Turn the chain about its root onto the goal, as one piece, by the shortest rotation.

    Reads PARENT_JOINT, LENGTH_RATIO, REST_ROTATION, LINK, LOCAL, WORLD, HEAD and KEEPS_VOLUME of `joints`
    (j, JOINT_WIDTH); and TIP, EFFECTOR_OFFSET, GOAL_POSITION and ROOT of `goals` (k, GOAL_WIDTH). Writes LOCAL, WORLD
    and HEAD of `joints`.
    """
    total, _ = link_lengths(joints, goals, 0)
    end, way = subtract(effector(joints, goals, 0), origin), subtract(vector(goals, 0, at.GOAL_POSITION), origin)
    if length(end) > 1e-9 * total and length(way) > 1e-9 * total:
        now = unit(end, end)
        sideways = cross(now, unit(bend_vector(joints, goals, 0, now), perpendicular(now)))
        rotate_joint(joints, 0, shortest_arc(now, unit(way, way), sideways))
        forward_chain(joints)
