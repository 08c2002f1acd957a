"""The squared distance of one goal to the second order: gradient and curvature in the coordinates of the joints.

For a joint above another the curvature costs no more than its absence: the product of two columns a × (effector − head)
becomes a product with a × (goal − head) of the upper one. Within a joint it takes how its columns change as well
(`joint_coordinates.column_rates`). Posture tasks, to stay as in a reference pose, add to each joint's own block.

Locked coordinates are left out of all sums: of hinges two in three.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pantin.solver.chains.chain import effector, link_lengths, tip
from pantin.solver.chains.joints import parent, rest_rotation
from pantin.solver.chains.pole_error import pole_error, pole_gradients
from pantin.solver.compiling import layout as at
from pantin.solver.compiling.functions import atan2, sqrt
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Ints, Numbers, Table
from pantin.solver.least_squares.workspace import STATE_WIDTH
from pantin.solver.maths.axes import apply_axes, seen_in_axes
from pantin.solver.maths.joint_coordinates import column_rates, rotation_columns
from pantin.solver.maths.rotations import (
    Vector,
    add,
    columns,
    cross,
    dot,
    inverse,
    length,
    multiply,
    quaternion,
    rotate,
    scaled,
    store,
    subtract,
    vector,
)

NOTHING = 1e-12
"""A twist that moves the effector by less than this, chain lengths per radian, is held: the last bone's."""


class Column(NamedTuple):
    """The change of a joint's bones as one of its coordinates grows."""

    turned: Vector
    """Rotation of the joint, in its rest frame."""
    moved: Vector
    """Movement of the effector, chain lengths."""
    toward: Vector
    """Movement of the goal, if that were a child of the joint."""


class Objective(NamedTuple):
    """The objective: the squared distance to the only goal, in chain lengths, and that of the pose to another."""

    goals: Table
    reference: Table
    """(j, JOINT_WIDTH): the pose that the joints are to stay near to. Not looked at where `weight` is 0."""
    weight: float
    """Of the posture tasks, beside the distance: per square radian of each joint."""
    pole: float
    """Of the pole: per square of the arc that the bend is off its side, in chain lengths. 0 where it does not count."""


class System(NamedTuple):
    """Arrays for n = 3 j coordinates of j joints."""

    size: float
    """The unit of length, metres."""
    moved: Table
    """(n, 3): how the effector moves as each coordinate grows."""
    toward: Table
    """(n, 3): how the goal would, if it hung on the joint."""
    movable: Ints
    """(m,): the coordinates that are not locked."""
    aside: Numbers
    """(n,): how the arc to the side of the pole shrinks as each coordinate grows, chain lengths, times √weight."""
    posture: Table
    """(j, 7): the rotation vector to the reference pose, the curvature of its angle across it, and its direction."""
    square: Table
    """(n, n): half the second derivatives of the sum of squares; 0 for locked coordinates."""
    free: Ints
    """(n,): the coordinates that are not held, one after the other."""
    right: Numbers
    """(n,): the right side of their equations."""
    equations: Table
    """(n, n + 1): their damped equations, upper half, and the right side behind them; overwritten by solving."""
    answer: Numbers
    """(n,): their solution."""
    gradient: Numbers
    """(n,): half the first derivatives, downwards."""
    held: Numbers
    """(n,): 1 for coordinates whose part of the step is given."""
    side: Numbers
    """(n,): on which side the limit of a coordinate is, where one was met: 1 above, −1 below; 0 where none was."""
    change: Numbers
    """(n,): the step of each coordinate, before mobility."""
    given: Numbers
    """(n,): what of the step is given, by limits."""
    normals: Table
    """(j, 2): where a swing meets its limit, the limit's normal (x, z); its coordinates lie along and across it."""
    saved: Table
    """(j, STATE_WIDTH): the joints before a step."""


@kernel
def system_for(joints: Table, goals: Table) -> System:
    """Return arrays for solving for the only goal on these joints.

    Reads PARENT_JOINT, LENGTH_RATIO, LINK, MOBILITY and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and TIP,
    EFFECTOR_OFFSET and ROOT of `goals` (k, GOAL_WIDTH).
    """
    n, (total, _) = 3 * len(joints), link_lengths(joints, goals, 0)
    moves, vectors = np.zeros((2, n, 3)), np.zeros((8, n))
    return System(
        max(total, 1e-9),
        moves[0],
        moves[1],
        _movable(joints),
        vectors[7],
        np.zeros((len(joints), 7)),
        np.empty((n, n)),
        np.empty(n, np.int64),
        vectors[0],
        np.empty((n, n + 1)),
        vectors[1],
        vectors[2],
        vectors[3],
        vectors[4],
        vectors[5],
        vectors[6],
        np.empty((len(joints), 2)),
        np.empty((len(joints), STATE_WIDTH)),
    )


@kernel
def _movable(joints: Table) -> Ints:
    """Return the coordinates that are not locked.

    Reads MOBILITY of `joints` (j, JOINT_WIDTH).
    """
    found, count = np.empty(3 * len(joints), np.int64), 0
    for j in range(len(joints)):
        for a in range(3):
            if joints[j, at.MOBILITY + a] != 0.0:
                found[count] = 3 * j + a
                count += 1
    return found[:count]


@kernel
def sum_of_squares(system: System, joints: Table, objective: Objective) -> tuple[float, Vector]:
    """Return the sum of squares: of the distance, in chain lengths, and of the angles to the reference pose.

    Also where the effector is. Fills `posture` where that has a weight.

    Reads PARENT_JOINT, LENGTH_RATIO, LOCAL, WORLD, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH).
    """
    goals, weight = objective.goals, objective.weight
    end = effector(joints, goals, 0)
    away = scaled(subtract(vector(goals, 0, at.GOAL_POSITION), end), 1.0 / system.size)
    total = dot(away, away)
    if weight > 0.0:
        for j in range(len(joints)):
            left = _fill_posture(system, joints, objective.reference, j)
            total += weight * dot(left, left)
    if objective.pole > 0.0:
        arc = pole_error(joints, goals, 0) / system.size
        total += objective.pole * arc * arc
    return total, end


@kernel
def _fill_posture(system: System, joints: Table, reference: Table, j: int) -> Vector:
    """Fill joint `j`'s row of `posture`. Returns its rotation vector to the reference pose, in its rest frame.

    Across the rotation vector the curvature of the squared angle θ is θ/2 · cot(θ/2).

    Reads LOCAL of `joints` (j, JOINT_WIDTH) and LOCAL of `reference` (j, JOINT_WIDTH).
    """
    q = multiply(quaternion(reference, j, at.LOCAL), inverse(quaternion(joints, j, at.LOCAL)))
    s, sign = length((q[0], q[1], q[2])), 1.0 if q[3] >= 0.0 else -1.0
    left, line, curvature = scaled((q[0], q[1], q[2]), 2.0 * sign), (0.0, 0.0, 0.0), 1.0
    if s >= 1e-9:
        half, line = atan2(s, sign * q[3]), scaled((q[0], q[1], q[2]), sign / s)
        left, curvature = scaled(line, 2.0 * half), half * sign * q[3] / s
    store(system.posture, j, 0, left)
    system.posture[j, 3] = curvature
    store(system.posture, j, 4, line)
    return left


@kernel
def fill_columns(system: System, joints: Table, objective: Objective, end: Vector) -> float:
    """Fill columns and gradient of all coordinates, times mobility, and each joint's own block of `square`.

    `sum_of_squares` has filled `posture` and found the effector at `end`. Returns the scale of the damping.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, COORDS, MOBILITY, LOCAL, WORLD, HEAD and KEEPS_VOLUME of
    `joints` (j, JOINT_WIDTH).
    """
    target, weight, scale = vector(objective.goals, 0, at.GOAL_POSITION), objective.weight, 0.0
    for c in range(len(system.change)):
        system.gradient[c], system.held[c], system.given[c], system.side[c] = 0.0, 1.0, 0.0, 0.0
    if len(system.movable) < len(system.square):
        system.square[:, :] = 0.0
    for j in range(len(joints)):
        system.normals[j, 0], system.normals[j, 1] = 0.0, 0.0
        if not is_locked(joints, j):
            scale += _fill_joint(system, joints, j, end, target, weight)
    if objective.pole > 0.0:
        _fill_pole(system, joints, objective, end)
    return max(scale / 3.0, 1e-12)


@kernel
def _fill_pole(system: System, joints: Table, objective: Objective, end: Vector) -> None:
    """Add what the pole has to the gradient and to each joint's own block; its arc is taken as straight.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, COORDS, MOBILITY, LOCAL, WORLD, HEAD and KEEPS_VOLUME of
    `joints` (j, JOINT_WIDTH).
    """
    goals, size = objective.goals, system.size
    of_bend, of_end, _ = pole_gradients(joints, goals, 0)
    arc = sqrt(objective.pole) * pole_error(joints, goals, 0) / size
    scale, j = sqrt(objective.pole) / size, tip(goals, 0)
    total, count = (0.0, 0.0, 0.0), 0.0  # of the joints below, sum of positions and number
    while j >= 0:
        here, own, axes = vector(joints, j, at.HEAD), _columns(joints, j), columns(rest_rotation(joints, j))
        bent, arm = subtract(total, scaled(here, count)), subtract(end, here)
        for a in range(3):
            about = apply_axes(axes[0], axes[1], axes[2], scaled(own[a], joints[j, at.MOBILITY + a]))
            moved = dot(of_bend, cross(about, bent)) + dot(of_end, cross(about, arm))
            system.aside[3 * j + a] = moved * scale
            system.gradient[3 * j + a] += moved * scale * arc
        for a in range(3):
            for b in range(3):
                system.square[3 * j + a, 3 * j + b] += system.aside[3 * j + a] * system.aside[3 * j + b]
        total, count = add(total, here), count + 1.0
        j = parent(joints, j)


@kernel
def _fill_joint(system: System, joints: Table, j: int, end: Vector, target: Vector, weight: float) -> float:
    """Return the same for joint `j`. Returns the sum of its squared columns.

    Reads PARENT_JOINT, LIMITED, REST_ROTATION, COORDS, MOBILITY, LOCAL, WORLD and HEAD of `joints` (j, JOINT_WIDTH).
    """
    unit, axes, mobility = 1.0 / system.size, columns(rest_rotation(joints, j)), vector(joints, j, at.MOBILITY)
    head, error = vector(joints, j, at.HEAD), scaled(subtract(target, end), unit)
    arm, way = scaled(subtract(end, head), unit), scaled(subtract(target, head), unit)
    own, left, rates = _columns(joints, j), vector(system.posture, j, 0), (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    if joints[j, at.LIMITED] != 0.0:
        torque = add(seen_in_axes(axes[0], axes[1], axes[2], cross(arm, error)), scaled(left, weight))
        rates = column_rates(vector(joints, j, at.COORDS), torque, own)
    x = _column(axes, scaled(own[0], mobility[0]), arm, way)
    t = _column(axes, scaled(own[1], mobility[1]), arm, way)
    z = _column(axes, scaled(own[2], mobility[2]), arm, way)
    _fill_own_block(system, j, (x, t, z), rates, mobility, weight)
    _fill_coordinate(system, 3 * j, x, error, left, weight)
    _fill_coordinate(system, 3 * j + 1, t, error, left, weight)
    _fill_coordinate(system, 3 * j + 2, z, error, left, weight)
    twists = mobility[1] != 0.0 and (weight > 0.0 or dot(t.moved, t.moved) > NOTHING * NOTHING)
    system.held[3 * j] = 1.0 if mobility[0] == 0.0 else 0.0
    system.held[3 * j + 1] = 0.0 if twists else 1.0
    system.held[3 * j + 2] = 1.0 if mobility[2] == 0.0 else 0.0
    return dot(x.moved, x.moved) + dot(t.moved, t.moved) + dot(z.moved, z.moved)


@kernel
def _column(axes: tuple[Vector, Vector, Vector], turned: Vector, arm: Vector, way: Vector) -> Column:
    """Return the column of a coordinate that turns its joint by `turned`, in a rest frame with these `axes`."""
    about = apply_axes(axes[0], axes[1], axes[2], turned)
    return Column(turned, cross(about, arm), cross(about, way))


@kernel
def _fill_coordinate(system: System, c: int, column: Column, error: Vector, left: Vector, weight: float) -> None:
    """Fill what `system` has of coordinate `c`."""
    store(system.moved, c, 0, column.moved)
    store(system.toward, c, 0, column.toward)
    system.gradient[c] = dot(column.moved, error) + weight * dot(column.turned, left)


@kernel
def _fill_own_block(
    system: System,
    j: int,
    own: tuple[Column, Column, Column],
    rates: tuple[float, float, float, float, float, float],
    mobility: Vector,
    weight: float,
) -> None:
    """Fill what joint `j`'s coordinates have in `square` with each other.

    `own` are its columns; `rates` tell how these change: not at all without limits, where coordinates are rotation
    vectors from the joint.
    """
    square, c, (x, t, z), (mx, mt, mz) = system.square, 3 * j, own, mobility
    square[c, c] = _curvature(system, j, x, x, weight) - rates[0] * mx * mx
    square[c, c + 1] = square[c + 1, c] = _curvature(system, j, x, t, weight) - rates[1] * mx * mt
    square[c, c + 2] = square[c + 2, c] = _curvature(system, j, x, z, weight) - rates[2] * mx * mz
    square[c + 1, c + 1] = _curvature(system, j, t, t, weight) - rates[3] * mt * mt
    square[c + 1, c + 2] = square[c + 2, c + 1] = _curvature(system, j, t, z, weight) - rates[4] * mt * mz
    square[c + 2, c + 2] = _curvature(system, j, z, z, weight) - rates[5] * mz * mz


@kernel
def _curvature(system: System, j: int, a: Column, b: Column, weight: float) -> float:
    """Return half the second derivative of the sum of squares for two coordinates of joint `j`, columns held."""
    value = 0.5 * (dot(a.toward, b.moved) + dot(b.toward, a.moved))
    if weight > 0.0:
        line = vector(system.posture, j, 4)
        along = dot(a.turned, line) * dot(b.turned, line)
        value += weight * (along + system.posture[j, 3] * (dot(a.turned, b.turned) - along))
    return value


@kernel
def _columns(joints: Table, j: int) -> tuple[Vector, Vector, Vector]:
    """Return the derivative of the rotation of joint `j`: rotation vectors in its rest frame.

    Reads LIMITED, COORDS and LOCAL of `joints` (j, JOINT_WIDTH).
    """
    if joints[j, at.LIMITED] != 0.0:
        return rotation_columns(vector(joints, j, at.COORDS))
    q = quaternion(joints, j, at.LOCAL)
    return rotate(q, (1.0, 0.0, 0.0)), rotate(q, (0.0, 1.0, 0.0)), rotate(q, (0.0, 0.0, 1.0))


@kernel
def fill_between_joints(system: System, has_pole: bool) -> None:
    """Fill what of `square` is between coordinates of different joints; it is 0 already where some are locked."""
    square, moved, toward = system.square, system.moved, system.toward
    are_all_movable = len(system.movable) == len(square)
    for c in range(3, len(square)):
        own = vector(moved, c, 0)
        if are_all_movable or own[0] != 0.0 or own[1] != 0.0 or own[2] != 0.0:
            for b in range(0, c - 2, 3):  # three of each joint above
                x, t, z = vector(toward, b, 0), vector(toward, b + 1, 0), vector(toward, b + 2, 0)
                products = (dot(x, own), dot(t, own), dot(z, own))
                store(square, c, b, products)
                square[b, c], square[b + 1, c], square[b + 2, c] = products
    if has_pole:
        _add_pole_between_joints(system)


@kernel
def _add_pole_between_joints(system: System) -> None:
    """Add the second derivatives of the pole between joints."""
    square, aside = system.square, system.aside
    for c in range(3, len(square)):
        for b in range(c - c % 3):
            square[c, b] += aside[c] * aside[b]
            square[b, c] = square[c, b]


@kernel
def is_locked(joints: Table, j: int) -> bool:
    """Return whether joint `j` cannot turn at all.

    Reads MOBILITY of `joints` (j, JOINT_WIDTH).
    """
    locked: bool = (
        joints[j, at.MOBILITY] == 0.0 and joints[j, at.MOBILITY + 1] == 0.0 and joints[j, at.MOBILITY + 2] == 0.0
    )
    return locked
