"""The squared distance of one goal to the second order: gradient and curvature in the coordinates of the joints.

For a joint above another the curvature costs no more than its absence: the product of two columns a × (effector − head)
becomes a product with a × (goal − head) of the upper one. Within a joint it takes how its columns change as well
(`joint_coordinates.column_rates`). Posture tasks, to stay as in a reference pose, add to each joint's own block.

Locked coordinates are left out of all sums: of hinges two in three.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pantin.solver.chains.chain import effector, link_lengths
from pantin.solver.chains.joints import rest_rotation
from pantin.solver.compiling.functions import atan2
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import COORDS, GOAL_POSITION, HEAD, LIMITED, LOCAL, MOBILITY, Ints, Numbers, Table
from pantin.solver.least_squares.workspace import STATE_WIDTH
from pantin.solver.maths.joint_coordinates import column_rates, rotation_columns
from pantin.solver.maths.rotations import (
    Vector,
    add,
    cross,
    dot,
    inverse,
    length,
    logarithm,
    multiply,
    quaternion,
    rotate,
    scaled,
    store,
    subtract,
    vector,
)

TWIST = 1
"""The coordinate of a joint that turns it about its bone."""

NOTHING = 1e-12
"""A twist that moves the effector by less than this, chain lengths per radian, is held: the last bone's."""


class Objective(NamedTuple):
    """What is minimised: the squared distance to the only goal, in chain lengths, and that of the pose to another."""

    goals: Table
    reference: Table
    """(j, JOINT_WIDTH): the pose that the joints are to stay near to. Not looked at where `weight` is 0."""
    weight: float
    """Of the posture tasks, beside the distance: per square radian of each joint."""


class System(NamedTuple):
    """Arrays for n = 3 j coordinates of j joints."""

    size: float
    """The unit of length, metres."""
    moved: Table
    """(n, 3): how the effector moves as each coordinate grows."""
    toward: Table
    """(n, 3): how the goal would, if it hung on the joint."""
    turned: Table
    """(n, 3): how the joint turns, in its rest frame."""
    movable: Ints
    """(m,): the coordinates that are not locked."""
    posture: Table
    """(j, 4): the rotation vector to the reference pose, and the curvature of its angle across it."""
    rates: Table
    """(j, 6): by how much its own coordinates' change adds to `square`, for (x, x), (x, t), (x, z), (t, t), (t, z) and
    (z, z) of a joint with limits. Coordinates without limits are rotation vectors from where the joint is: nothing."""
    along: Numbers
    """(n,): how much of `turned` is along the rotation vector to the reference pose."""
    square: Table
    """(n, n): half the second derivatives of the sum of squares; 0 for locked coordinates."""
    free: Ints
    """(n,): the coordinates that are not held, one after the other."""
    factor: Table
    """(n, n): the damped equations of these, then their factor; lower half."""
    answer: Numbers
    """(n,): their right side, then their solution."""
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
    """Arrays for solving for the only goal on these joints."""
    n = 3 * len(joints)
    total, _ = link_lengths(joints, goals, 0)
    return System(
        max(total, 1e-9),
        np.empty((n, 3)),
        np.empty((n, 3)),
        np.empty((n, 3)),
        _movable(joints),
        np.empty((len(joints), 4)),
        np.empty((len(joints), 6)),
        np.empty(n),
        np.empty((n, n)),
        np.empty(n, np.int64),
        np.empty((n, n)),
        np.empty(n),
        np.empty(n),
        np.empty(n),
        np.empty(n),
        np.empty(n),
        np.empty(n),
        np.empty((len(joints), 2)),
        np.empty((len(joints), STATE_WIDTH)),
    )


@kernel
def _movable(joints: Table) -> Ints:
    """The coordinates that are not locked."""
    found, count = np.empty(3 * len(joints), np.int64), 0
    for j in range(len(joints)):
        for a in range(3):
            if joints[j, MOBILITY + a] != 0.0:
                found[count] = 3 * j + a
                count += 1
    return found[:count]


@kernel
def fill_columns(system: System, joints: Table, objective: Objective) -> float:
    """Columns and gradient of all coordinates, times mobility. Returns the scale of the damping."""
    goals, weight, scale = objective.goals, objective.weight, 0.0
    end, target = effector(joints, goals, 0), vector(goals, 0, GOAL_POSITION)
    for c in range(len(system.change)):
        system.gradient[c], system.held[c], system.given[c], system.side[c] = 0.0, 1.0, 0.0, 0.0
    for j in range(len(joints)):
        system.normals[j, 0], system.normals[j, 1] = 0.0, 0.0
        if not is_locked(joints, j):
            line = (0.0, 0.0, 0.0)
            store(system.posture, j, 0, line)
            if weight > 0.0:
                line = _fill_posture(system, joints, objective.reference, j)
            scale += _fill_joint(system, joints, j, end, target, line, weight)
    return max(scale / 3.0, 1e-12)


@kernel
def _fill_joint(
    system: System, joints: Table, j: int, end: Vector, target: Vector, line: Vector, weight: float
) -> float:
    """The same for joint `j`, with the effector at `end`. Returns the sum of the squared columns.

    `line` is the direction of the rotation vector to the reference pose.
    """
    unit, scale, rest, mobility = 1.0 / system.size, 0.0, rest_rotation(joints, j), vector(joints, j, MOBILITY)
    head, error = vector(joints, j, HEAD), scaled(subtract(target, end), unit)
    arm, way = scaled(subtract(end, head), unit), scaled(subtract(target, head), unit)
    left, columns = vector(system.posture, j, 0), _columns(joints, j)
    if joints[j, LIMITED] != 0.0:
        torque = add(rotate(inverse(rest), cross(arm, error)), scaled(left, weight))
        _fill_rates(system, j, mobility, column_rates(vector(joints, j, COORDS), torque, columns))
    for a in range(3):
        if mobility[a] != 0.0:
            c, turned = 3 * j + a, scaled(columns[a], mobility[a])
            about = rotate(rest, turned)
            moved = cross(about, arm)
            store(system.turned, c, 0, turned)
            store(system.moved, c, 0, moved)
            store(system.toward, c, 0, cross(about, way))
            system.along[c] = dot(turned, line)
            system.gradient[c] = dot(moved, error) + weight * dot(turned, left)
            moves = a != TWIST or weight > 0.0 or dot(moved, moved) > NOTHING * NOTHING
            system.held[c] = 0.0 if moves else 1.0
            scale += dot(moved, moved)
    return scale


@kernel
def _fill_posture(system: System, joints: Table, reference: Table, j: int) -> Vector:
    """Fill joint `j`'s row of `posture`. Returns the direction of its rotation vector to the reference pose.

    Across the rotation vector the curvature of the squared angle θ is θ/2 · cot(θ/2).
    """
    q = multiply(quaternion(reference, j, LOCAL), inverse(quaternion(joints, j, LOCAL)))
    s, sign = length((q[0], q[1], q[2])), 1.0 if q[3] >= 0.0 else -1.0
    if s < 1e-9:
        store(system.posture, j, 0, scaled((q[0], q[1], q[2]), 2.0 * sign))
        system.posture[j, 3] = 1.0
        return (0.0, 0.0, 0.0)
    half, line = atan2(s, sign * q[3]), scaled((q[0], q[1], q[2]), sign / s)
    store(system.posture, j, 0, scaled(line, 2.0 * half))
    system.posture[j, 3] = half * sign * q[3] / s
    return line


@kernel
def _columns(joints: Table, j: int) -> tuple[Vector, Vector, Vector]:
    """How joint `j` turns as its coordinates grow: rotation vectors in its rest frame."""
    if joints[j, LIMITED] != 0.0:
        return rotation_columns(vector(joints, j, COORDS))
    q = quaternion(joints, j, LOCAL)
    return rotate(q, (1.0, 0.0, 0.0)), rotate(q, (0.0, 1.0, 0.0)), rotate(q, (0.0, 0.0, 1.0))


@kernel
def assemble(system: System, joints: Table, weight: float) -> None:
    """Fill `square`."""
    square, moved, toward, movable = system.square, system.moved, system.toward, system.movable
    if len(movable) < len(square):
        square[:, :] = 0.0
    for m in range(len(movable)):
        c = movable[m]
        own, way, first = vector(moved, c, 0), vector(toward, c, 0), 3 * (c // 3)
        for i in range(m + 1):
            b = movable[i]
            if b < first:
                value = dot(vector(toward, b, 0), own)
            else:
                value = 0.5 * (dot(vector(toward, b, 0), own) + dot(way, vector(moved, b, 0)))
                if weight > 0.0:
                    value += weight * _posture_curvature(system, b, c)
            square[c, b] = value
            square[b, c] = value
    _add_own_curvature(system, joints)


@kernel
def _posture_curvature(system: System, b: int, c: int) -> float:
    """Half the second derivative of the squared angle to the reference pose, for two coordinates of a joint."""
    along, across = system.along[b] * system.along[c], system.posture[c // 3, 3]
    curvature: float = along + across * (dot(vector(system.turned, b, 0), vector(system.turned, c, 0)) - along)
    return curvature


@kernel
def _fill_rates(
    system: System, j: int, mobility: Vector, rates: tuple[float, float, float, float, float, float]
) -> None:
    """Fill joint `j`'s row of `rates`."""
    xx, xt, xz, tt, tz, zz = rates
    x, t, z = mobility
    store(system.rates, j, 0, (-xx * x * x, -xt * x * t, -xz * x * z))
    store(system.rates, j, 3, (-tt * t * t, -tz * t * z, -zz * z * z))


@kernel
def _add_own_curvature(system: System, joints: Table) -> None:
    """Add `rates` to `square`."""
    for j in range(len(joints)):
        if joints[j, LIMITED] != 0.0 and not is_locked(joints, j):
            c, (xx, xt, xz), (tt, tz, zz) = 3 * j, vector(system.rates, j, 0), vector(system.rates, j, 3)
            _add_to_row(system.square, c, c, (xx, xt, xz))
            _add_to_row(system.square, c + 1, c, (xt, tt, tz))
            _add_to_row(system.square, c + 2, c, (xz, tz, zz))


@kernel
def is_locked(joints: Table, j: int) -> bool:
    """Whether joint `j` cannot turn at all."""
    locked: bool = joints[j, MOBILITY] == 0.0 and joints[j, MOBILITY + 1] == 0.0 and joints[j, MOBILITY + 2] == 0.0
    return locked


@kernel
def _add_to_row(square: Table, r: int, c: int, v: Vector) -> None:
    """Add three numbers to row `r`, from column `c` on."""
    store(square, r, c, add(vector(square, r, c), v))


@kernel
def posture_error(joints: Table, reference: Table, j: int) -> Vector:
    """The rotation vector from joint `j` to where it is in the reference pose, in its rest frame."""
    return logarithm(multiply(quaternion(reference, j, LOCAL), inverse(quaternion(joints, j, LOCAL))))
