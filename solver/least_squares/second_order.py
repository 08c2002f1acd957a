"""The squared distance of one goal to the second order: gradient and curvature in the coordinates of the joints.

For a joint above another the curvature costs no more than its absence: the product of two columns a × (effector − head)
becomes a product with a × (goal − head) of the upper one. Within a joint it takes how its columns change as well
(`joint_coordinates.column_rates`). Posture tasks, to stay as in a reference pose, add to each joint's own block.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pantin.solver.chains.chain import effector, link_lengths
from pantin.solver.chains.joints import rest_rotation
from pantin.solver.compiling.functions import cos, sin
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import COORDS, GOAL_POSITION, HEAD, LIMITED, LOCAL, MOBILITY, Numbers, Table
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
    posture: Table
    """(j, 4): the rotation vector to the reference pose, and the curvature of its angle across it."""
    square: Table
    """(n, n): half the second derivatives of the sum of squares."""
    factor: Table
    """(n, n): the same damped, then its Cholesky factor; lower half."""
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
        np.empty((len(joints), 4)),
        np.empty((n, n)),
        np.empty((n, n)),
        np.empty(n),
        np.empty(n),
        np.empty(n),
        np.empty(n),
        np.empty(n),
        np.empty((len(joints), 2)),
        np.empty((len(joints), STATE_WIDTH)),
    )


@kernel
def fill_columns(system: System, joints: Table, goals: Table, reference: Table, weight: float) -> float:
    """Columns and gradient of all coordinates, times mobility. Returns the scale of the damping."""
    end, target = effector(joints, goals, 0), vector(goals, 0, GOAL_POSITION)
    unit, scale = 1.0 / system.size, 0.0
    error = scaled(subtract(target, end), unit)
    for j in range(len(joints)):
        head, rest, mobility = vector(joints, j, HEAD), rest_rotation(joints, j), vector(joints, j, MOBILITY)
        arm, way = scaled(subtract(end, head), unit), scaled(subtract(target, head), unit)
        left = posture_error(joints, reference, j) if weight > 0.0 else (0.0, 0.0, 0.0)
        store(system.posture, j, 0, left)
        half = 0.5 * length(left)
        system.posture[j, 3] = half * cos(half) / sin(half) if half > 1e-4 else 1.0
        x, y, z = _columns(joints, j)
        store(system.turned, 3 * j, 0, scaled(x, mobility[0]))
        store(system.turned, 3 * j + 1, 0, scaled(y, mobility[1]))
        store(system.turned, 3 * j + 2, 0, scaled(z, mobility[2]))
        for a in range(3):
            c = 3 * j + a
            turned = vector(system.turned, c, 0)
            about = rotate(rest, turned)
            moved = cross(about, arm)
            store(system.moved, c, 0, moved)
            store(system.toward, c, 0, cross(about, way))
            system.gradient[c] = dot(moved, error) + weight * dot(turned, left)
            system.held[c], system.given[c], system.side[c] = (1.0 if mobility[a] == 0.0 else 0.0), 0.0, 0.0
            scale += dot(moved, moved)
        system.normals[j, 0], system.normals[j, 1] = 0.0, 0.0
    return max(scale / 3.0, 1e-12)


@kernel
def _columns(joints: Table, j: int) -> tuple[Vector, Vector, Vector]:
    """How joint `j` turns as its coordinates grow: rotation vectors in its rest frame."""
    if joints[j, LIMITED] != 0.0:
        return rotation_columns(vector(joints, j, COORDS))
    q = quaternion(joints, j, LOCAL)
    return rotate(q, (1.0, 0.0, 0.0)), rotate(q, (0.0, 1.0, 0.0)), rotate(q, (0.0, 0.0, 1.0))


@kernel
def assemble(system: System, joints: Table, goals: Table, weight: float) -> None:
    """Fill `square`."""
    square, moved, toward = system.square, system.moved, system.toward
    for c in range(len(square)):
        own, way, first = vector(moved, c, 0), vector(toward, c, 0), 3 * (c // 3)
        for b in range(first):
            square[c, b] = dot(vector(toward, b, 0), own)
            square[b, c] = square[c, b]
        for b in range(first, c + 1):
            square[c, b] = 0.5 * (dot(vector(toward, b, 0), own) + dot(way, vector(moved, b, 0)))
            if weight > 0.0:
                square[c, b] += weight * _posture_curvature(system, b, c)
            square[b, c] = square[c, b]
    _add_own_curvature(system, joints, goals, weight)


@kernel
def _posture_curvature(system: System, b: int, c: int) -> float:
    """Half the second derivative of the squared angle to the reference pose, for two coordinates of a joint.

    Along the rotation vector that is left it is 1, across it θ/2 · cot(θ/2).
    """
    p, q, j = vector(system.turned, b, 0), vector(system.turned, c, 0), b // 3
    left, across = vector(system.posture, j, 0), system.posture[j, 3]
    along = dot(p, left) * dot(q, left) / max(dot(left, left), 1e-300)
    curvature: float = along + across * (dot(p, q) - along)
    return curvature


@kernel
def _add_own_curvature(system: System, joints: Table, goals: Table, weight: float) -> None:
    """Add to `square` how the columns of each limited joint change as its own coordinates grow.

    Coordinates without limits are rotation vectors from where the joint is, for which there is nothing to add.
    """
    square, end, unit = system.square, effector(joints, goals, 0), 1.0 / system.size
    error = scaled(subtract(vector(goals, 0, GOAL_POSITION), end), unit)
    for j in range(len(joints)):
        if joints[j, LIMITED] != 0.0:
            arm, c = scaled(subtract(end, vector(joints, j, HEAD)), unit), 3 * j
            torque = rotate(inverse(rest_rotation(joints, j)), cross(arm, error))
            torque = add(torque, scaled(vector(system.posture, j, 0), weight))
            xx, xt, xz, tt, tz, zz = column_rates(vector(joints, j, COORDS), torque)
            x, t, z = vector(joints, j, MOBILITY)
            _add_to_row(square, c, c, (-xx * x * x, -xt * x * t, -xz * x * z))
            _add_to_row(square, c + 1, c, (-xt * x * t, -tt * t * t, -tz * t * z))
            _add_to_row(square, c + 2, c, (-xz * x * z, -tz * t * z, -zz * z * z))


@kernel
def _add_to_row(square: Table, r: int, c: int, v: Vector) -> None:
    store(square, r, c, add(vector(square, r, c), v))


@kernel
def posture_error(joints: Table, reference: Table, j: int) -> Vector:
    """The rotation vector from joint `j` to where it is in the reference pose, in its rest frame."""
    return logarithm(multiply(quaternion(reference, j, LOCAL), inverse(quaternion(joints, j, LOCAL))))
