"""The joints that one solve turns: their rotations, their limits, and where they are.

A chain (or a tree, where goals share bones) is a set of rigid links. Each joint has a rest frame and a local rotation
from there; positions and rotations in armature space follow from these. Solvers change the local rotations only.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pantin.solver.compiling import layout as at
from pantin.solver.compiling.functions import sqrt
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Ints, Table
from pantin.solver.maths import joint_coordinates as coords
from pantin.solver.maths.rotations import (
    Quaternion,
    Vector,
    add,
    exponential,
    inverse,
    multiply,
    normalised,
    quaternion,
    rotate,
    store,
    store_quaternion,
    vector,
)


@kernel
def parent(joints: Table, j: int) -> int:
    """Return the joint that joint `j` hangs on; −1 for a root.

    Reads PARENT_JOINT of `joints` (j, JOINT_WIDTH).
    """
    return int(joints[j, at.PARENT_JOINT])


@kernel
def limits(joints: Table, j: int) -> tuple[Vector, Vector]:
    """Return the lower and the upper limits of joint `j`, in the form of `maths.joint_coordinates`.

    Reads LOWER and UPPER of `joints` (j, JOINT_WIDTH).
    """
    return vector(joints, j, at.LOWER), vector(joints, j, at.UPPER)


@kernel
def coordinates_after(joints: Table, j: int, step: Vector) -> Vector:
    """Return the coordinates of joint `j` after a step of its unknowns, which turn it by `step` times its mobility.

    Reads COORDS and MOBILITY of `joints` (j, JOINT_WIDTH).
    """
    c, mobility = vector(joints, j, at.COORDS), vector(joints, j, at.MOBILITY)
    return (c[0] + mobility[0] * step[0], c[1] + mobility[1] * step[1], c[2] + mobility[2] * step[2])


class LimitMet(NamedTuple):
    """The point where the coordinates of a joint leave its limits on their way to others."""

    is_met: bool
    """Whether they leave any."""
    wanted: Vector
    kept: Vector
    """The coordinates nearest to those wanted that limits allow."""
    nx: float
    nz: float
    """The outward unit normal of the limit on which the swing ends; (0, 0) for none, or where one axis has it."""


@kernel
def limit_met(joints: Table, j: int, wanted: Vector) -> LimitMet:
    """Return the limit that joint `j` meets on the way from its coordinates to those `wanted`.

    Reads LOWER and UPPER of `joints` (j, JOINT_WIDTH).
    """
    lower, upper = limits(joints, j)
    kept, hit, nx, nz = coords.clamp_coordinates(lower, upper, wanted)
    return LimitMet(hit, wanted, kept, nx, nz)


@kernel
def limit_of_twist_met(joints: Table, j: int, wanted: Vector) -> LimitMet:
    """Return the limit that the twist alone of joint `j` meets; the swing stays where it is wanted.

    Reads LOWER and UPPER of `joints` (j, JOINT_WIDTH).
    """
    lower, upper = limits(joints, j)
    twist, hit = coords.clamp_twist(lower, upper, wanted[1])
    return LimitMet(hit, wanted, (wanted[0], twist, wanted[2]), 0.0, 0.0)


@kernel
def leaves_limit(joints: Table, j: int, a: int, met: LimitMet) -> bool:
    """Return whether coordinate `a` leaves the limits that are met, and can move.

    Reads MOBILITY of `joints` (j, JOINT_WIDTH).
    """
    leaves: bool = met.kept[a] != met.wanted[a] and joints[j, at.MOBILITY + a] > 0.0
    return leaves


@kernel
def room_to_limit(joints: Table, j: int, a: int, met: LimitMet) -> float:
    """Return the step of the unknown of coordinate `a`, which can move, with which that ends at its limit.

    Reads COORDS and MOBILITY of `joints` (j, JOINT_WIDTH).
    """
    room: float = (met.kept[a] - joints[j, at.COORDS + a]) / joints[j, at.MOBILITY + a]
    return room


@kernel
def limit_of_swing(joints: Table, j: int, met: LimitMet) -> tuple[float, float, float]:
    """Return the limit on which the swing ends, for its unknowns: unit normal, (0, 0) for none, and distance.

    Reads COORDS and MOBILITY of `joints` (j, JOINT_WIDTH).
    """
    c = vector(joints, j, at.COORDS)
    return coords.bound_of_step(met.nx, met.nz, vector(joints, j, at.MOBILITY), met.kept[0] - c[0], met.kept[2] - c[2])


@kernel
def rest_rotation(joints: Table, j: int) -> Quaternion:
    """Return the rotation, in armature space, that joint `j` would have now without its local rotation.

    Reads PARENT_JOINT, REST_ROTATION and WORLD of `joints` (j, JOINT_WIDTH).
    """
    p = parent(joints, j)
    if p < 0:
        return quaternion(joints, j, at.REST_ROTATION)
    return multiply(quaternion(joints, p, at.WORLD), quaternion(joints, j, at.REST_ROTATION))


@kernel
def stretched(joints: Table, j: int, v: Vector) -> Vector:
    """Return the point `v`, given in the axes of joint `j`, after the joint's stretch.

    Reads LENGTH_RATIO and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH).
    """
    thin = thickness(joints, j)
    return (v[0] * thin, v[1] * joints[j, at.LENGTH_RATIO], v[2] * thin)


@kernel
def thickness(joints: Table, j: int) -> float:
    """Return the scale of joint `j` across its length: below 1 where it is stretched and keeps its volume.

    Reads LENGTH_RATIO and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH).
    """
    return 1.0 / sqrt(joints[j, at.LENGTH_RATIO]) if joints[j, at.KEEPS_VOLUME] != 0.0 else 1.0


@kernel
def forward_chain(joints: Table) -> None:
    """Compute positions and rotations of all joints from their local rotations (forward kinematics).

    Reads PARENT_JOINT, LENGTH_RATIO, REST_ROTATION, LINK, LOCAL, WORLD, HEAD and KEEPS_VOLUME of `joints`
    (j, JOINT_WIDTH). Writes WORLD and HEAD of `joints`.
    """
    for j in range(len(joints)):
        forward_joint(joints, j)


@kernel
def forward_joint(joints: Table, j: int) -> None:
    """Compute position and rotation of joint `j`, whose parent is up to date (forward kinematics).

    Reads PARENT_JOINT, LENGTH_RATIO, REST_ROTATION, LINK, LOCAL, WORLD, HEAD and KEEPS_VOLUME of `joints`
    (j, JOINT_WIDTH). Writes WORLD and HEAD of `joints`.
    """
    p = parent(joints, j)
    v = vector(joints, j, at.LINK)
    if p >= 0:
        v = add(vector(joints, p, at.HEAD), rotate(quaternion(joints, p, at.WORLD), stretched(joints, p, v)))
    store(joints, j, at.HEAD, v)
    turn = multiply(quaternion(joints, j, at.REST_ROTATION), quaternion(joints, j, at.LOCAL))
    if p >= 0:
        turn = multiply(quaternion(joints, p, at.WORLD), turn)
    store_quaternion(joints, j, at.WORLD, turn)


@kernel
def clamp_to_limits(joints: Table) -> bool:
    """Bring every limited joint within its limits. Returns whether any was outside.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, LINK, LOWER, UPPER, LOCAL, WORLD, HEAD and KEEPS_VOLUME of
    `joints` (j, JOINT_WIDTH). Writes STATE of `joints`.
    """
    moved = False
    for j in range(len(joints)):
        if joints[j, at.LIMITED] != 0.0:
            c = coords.coordinates_of(quaternion(joints, j, at.LOCAL))
            held, hit = _set_coordinates(joints, j, c)
            # rounding alone is no violation: an exact answer on the bound stays one
            moved = moved or abs(held[0] - c[0]) + abs(held[1] - c[1]) + abs(held[2] - c[2]) > 1e-7
            if hit:
                store_quaternion(joints, j, at.LOCAL, coords.rotation_of(held))
    forward_chain(joints)
    return moved


@kernel
def rotate_joint(joints: Table, j: int, q: Quaternion) -> None:
    """Rotate joint `j` by `q`, given in armature space. `forward_chain` has to follow.

    Reads PARENT_JOINT, REST_ROTATION, LOCAL and WORLD of `joints` (j, JOINT_WIDTH). Writes LOCAL of `joints`.
    """
    frame = rest_rotation(joints, j)
    world = multiply(q, multiply(frame, quaternion(joints, j, at.LOCAL)))
    store_quaternion(joints, j, at.LOCAL, normalised(multiply(inverse(frame), world)))


@kernel
def step_joint(joints: Table, j: int, d: Vector) -> None:
    """Add `d` to the three coordinates of joint `j`, within its limits. `forward_chain` has to follow.

    Reads LIMITED, LOWER, COORDS, UPPER and LOCAL of `joints` (j, JOINT_WIDTH). Writes COORDS, LOCAL and LIMIT_NORMAL of
    `joints`.
    """
    if joints[j, at.LIMITED] != 0.0:
        held, _ = _set_coordinates(joints, j, add(vector(joints, j, at.COORDS), d))
        store_quaternion(joints, j, at.LOCAL, coords.rotation_of(held))
    else:
        store_quaternion(joints, j, at.LOCAL, normalised(multiply(quaternion(joints, j, at.LOCAL), exponential(d))))


@kernel
def step_and_forward_joint(joints: Table, j: int, d: Vector) -> None:
    """Step joint `j` as `turn_a_little`, and compute its position and rotation, in one: this is the innermost loop.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, LINK, LOWER, COORDS, UPPER, LOCAL, WORLD, HEAD and
    KEEPS_VOLUME of `joints` (j, JOINT_WIDTH). Writes STATE of `joints`.
    """
    turn_a_little(joints, j, d)
    forward_joint(joints, j)


@kernel
def turn_a_little(joints: Table, j: int, d: Vector) -> None:
    """Step joint `j` as `step_joint`, for small `d`. `forward_chain` has to follow.

    Joints without limits turn by the Cayley map, which is the exponential to second order and needs no sine.

    Reads LIMITED, LOWER, COORDS, UPPER and LOCAL of `joints` (j, JOINT_WIDTH). Writes COORDS, LOCAL and LIMIT_NORMAL of
    `joints`.
    """
    if d[0] != 0.0 or d[1] != 0.0 or d[2] != 0.0:
        if joints[j, at.LIMITED] != 0.0:
            held, _ = _set_coordinates(joints, j, add(vector(joints, j, at.COORDS), d))
            store_quaternion(joints, j, at.LOCAL, coords.rotation_of(held))
        else:
            turn = (0.5 * d[0], 0.5 * d[1], 0.5 * d[2], 1.0)
            store_quaternion(joints, j, at.LOCAL, normalised(multiply(quaternion(joints, j, at.LOCAL), turn)))


@kernel
def _set_coordinates(joints: Table, j: int, c: Vector) -> tuple[Vector, bool]:
    """Set the coordinates of joint `j` to the nearest to `c` within its limits.

    Returns them, and whether they differ.

    Reads LOWER and UPPER of `joints` (j, JOINT_WIDTH). Writes COORDS and LIMIT_NORMAL of `joints`.
    """
    lower, upper = limits(joints, j)
    held, hit, nx, nz = coords.clamp_coordinates(lower, upper, c)
    store(joints, j, at.COORDS, held)
    joints[j, at.LIMIT_NORMAL], joints[j, at.LIMIT_NORMAL + 1] = nx, nz
    return held, hit


@kernel
def tree_root(joints: Table, j: int) -> int:
    """Return the root of the tree that joint `j` is in.

    Reads PARENT_JOINT of `joints` (j, JOINT_WIDTH).
    """
    while parent(joints, j) >= 0:
        j = parent(joints, j)
    return j


@kernel
def path_to(joints: Table, j: int) -> Ints:
    """Return the joints from the root of its tree to joint `j`.

    Reads PARENT_JOINT of `joints` (j, JOINT_WIDTH).
    """
    count, i = 0, j
    while i >= 0:
        count, i = count + 1, parent(joints, i)
    path = np.empty(count, np.int64)
    for n in range(count - 1, -1, -1):
        path[n], j = j, parent(joints, j)
    return path
