"""The joints that one solve turns: their rotations, their limits, and where they are.

A chain (or a tree, where goals share bones) is a set of rigid links. Each joint has a rest frame and a local rotation
from there; positions and rotations in armature space follow from these. Solvers change the local rotations only.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pantin.solver.compiling.functions import sqrt
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import (
    COORDS,
    HEAD,
    KEEPS_VOLUME,
    LENGTH_RATIO,
    LIMIT_NORMAL,
    LIMITED,
    LINK,
    LOCAL,
    LOWER,
    MOBILITY,
    PARENT_JOINT,
    REST_ROTATION,
    UPPER,
    WORLD,
    Ints,
    Table,
)
from pantin.solver.maths.joint_coordinates import (
    bound_of_step,
    clamp_coordinates,
    clamp_twist,
    coordinates_of,
    rotation_of,
)
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
    """The joint that joint `j` hangs on; −1 for a root."""
    return int(joints[j, PARENT_JOINT])


@kernel
def limits(joints: Table, j: int) -> tuple[Vector, Vector]:
    """The lower and the upper limits of joint `j`, in the form of `maths.joint_coordinates`."""
    return vector(joints, j, LOWER), vector(joints, j, UPPER)


@kernel
def coordinates_after(joints: Table, j: int, step: Vector) -> Vector:
    """The coordinates of joint `j` after a step of its unknowns, which turn it by `step` times its mobility."""
    c, mobility = vector(joints, j, COORDS), vector(joints, j, MOBILITY)
    return (c[0] + mobility[0] * step[0], c[1] + mobility[1] * step[1], c[2] + mobility[2] * step[2])


class LimitMet(NamedTuple):
    """Where the coordinates of a joint leave its limits on their way to others."""

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
    """Where joint `j` leaves its limits on the way from its coordinates to those `wanted`."""
    lower, upper = limits(joints, j)
    kept, hit, nx, nz = clamp_coordinates(lower, upper, wanted)
    return LimitMet(hit, wanted, kept, nx, nz)


@kernel
def limit_of_twist_met(joints: Table, j: int, wanted: Vector) -> LimitMet:
    """The same for its twist alone: the swing is let be where it is wanted."""
    lower, upper = limits(joints, j)
    twist, hit = clamp_twist(lower, upper, wanted[1])
    return LimitMet(hit, wanted, (wanted[0], twist, wanted[2]), 0.0, 0.0)


@kernel
def leaves_limit(joints: Table, j: int, a: int, met: LimitMet) -> bool:
    """Whether coordinate `a` leaves the limits that are met, and can move."""
    leaves: bool = met.kept[a] != met.wanted[a] and joints[j, MOBILITY + a] > 0.0
    return leaves


@kernel
def room_to_limit(joints: Table, j: int, a: int, met: LimitMet) -> float:
    """The step of the unknown of coordinate `a`, which can move, with which that ends at its limit."""
    room: float = (met.kept[a] - joints[j, COORDS + a]) / joints[j, MOBILITY + a]
    return room


@kernel
def limit_of_swing(joints: Table, j: int, met: LimitMet) -> tuple[float, float, float]:
    """The limit on which the swing ends as its unknowns see it: its unit normal, (0, 0) for none, and how far it is."""
    c = vector(joints, j, COORDS)
    return bound_of_step(met.nx, met.nz, vector(joints, j, MOBILITY), met.kept[0] - c[0], met.kept[2] - c[2])


@kernel
def rest_rotation(joints: Table, j: int) -> Quaternion:
    """The rotation, in armature space, that joint `j` would have now without its local rotation."""
    p = parent(joints, j)
    if p < 0:
        return quaternion(joints, j, REST_ROTATION)
    return multiply(quaternion(joints, p, WORLD), quaternion(joints, j, REST_ROTATION))


@kernel
def stretched(joints: Table, j: int, v: Vector) -> Vector:
    """The point `v`, given in the axes of joint `j`, after the joint's stretch."""
    thin = thickness(joints, j)
    return (v[0] * thin, v[1] * joints[j, LENGTH_RATIO], v[2] * thin)


@kernel
def thickness(joints: Table, j: int) -> float:
    """The scale of joint `j` across its length: below 1 where it is stretched and keeps its volume."""
    return 1.0 / sqrt(joints[j, LENGTH_RATIO]) if joints[j, KEEPS_VOLUME] != 0.0 else 1.0


@kernel
def forward_chain(joints: Table) -> None:
    """Forward kinematics of all joints: positions and rotations from the local rotations."""
    for j in range(len(joints)):
        forward_joint(joints, j)


@kernel
def forward_joint(joints: Table, j: int) -> None:
    """Forward kinematics of joint `j`, whose parent is up to date."""
    p = parent(joints, j)
    v = vector(joints, j, LINK)
    if p >= 0:
        v = add(vector(joints, p, HEAD), rotate(quaternion(joints, p, WORLD), stretched(joints, p, v)))
    store(joints, j, HEAD, v)
    turn = multiply(quaternion(joints, j, REST_ROTATION), quaternion(joints, j, LOCAL))
    if p >= 0:
        turn = multiply(quaternion(joints, p, WORLD), turn)
    store_quaternion(joints, j, WORLD, turn)


@kernel
def clamp_to_limits(joints: Table) -> bool:
    """Bring every limited joint within its limits. Returns whether any was outside."""
    moved = False
    for j in range(len(joints)):
        if joints[j, LIMITED] != 0.0:
            c = coordinates_of(quaternion(joints, j, LOCAL))
            held, hit = _set_coordinates(joints, j, c)
            # rounding alone is no violation: an exact answer on the bound stays one
            moved = moved or abs(held[0] - c[0]) + abs(held[1] - c[1]) + abs(held[2] - c[2]) > 1e-7
            if hit:
                store_quaternion(joints, j, LOCAL, rotation_of(held))
    forward_chain(joints)
    return moved


@kernel
def rotate_joint(joints: Table, j: int, q: Quaternion) -> None:
    """Rotate joint `j` by `q`, given in armature space. `forward_chain` has to follow."""
    frame = rest_rotation(joints, j)
    world = multiply(q, multiply(frame, quaternion(joints, j, LOCAL)))
    store_quaternion(joints, j, LOCAL, normalised(multiply(inverse(frame), world)))


@kernel
def step_joint(joints: Table, j: int, d: Vector) -> None:
    """Add `d` to the three coordinates of joint `j`, within its limits. `forward_chain` has to follow."""
    if joints[j, LIMITED] != 0.0:
        held, _ = _set_coordinates(joints, j, add(vector(joints, j, COORDS), d))
        store_quaternion(joints, j, LOCAL, rotation_of(held))
    else:
        store_quaternion(joints, j, LOCAL, normalised(multiply(quaternion(joints, j, LOCAL), exponential(d))))


@kernel
def step_and_forward_joint(joints: Table, j: int, d: Vector) -> None:
    """`turn_a_little`, and forward kinematics of joint `j`, in one: this is the innermost loop."""
    turn_a_little(joints, j, d)
    forward_joint(joints, j)


@kernel
def turn_a_little(joints: Table, j: int, d: Vector) -> None:
    """`step_joint` for small `d`. `forward_chain` has to follow.

    Joints without limits turn by the Cayley map, which is the exponential to second order and needs no sine.
    """
    if d[0] != 0.0 or d[1] != 0.0 or d[2] != 0.0:
        if joints[j, LIMITED] != 0.0:
            held, _ = _set_coordinates(joints, j, add(vector(joints, j, COORDS), d))
            store_quaternion(joints, j, LOCAL, rotation_of(held))
        else:
            turn = (0.5 * d[0], 0.5 * d[1], 0.5 * d[2], 1.0)
            store_quaternion(joints, j, LOCAL, normalised(multiply(quaternion(joints, j, LOCAL), turn)))


@kernel
def _set_coordinates(joints: Table, j: int, c: Vector) -> tuple[Vector, bool]:
    """Set the coordinates of joint `j` to the nearest to `c` within its limits.

    Returns them, and whether they differ.
    """
    lower, upper = limits(joints, j)
    held, hit, nx, nz = clamp_coordinates(lower, upper, c)
    store(joints, j, COORDS, held)
    joints[j, LIMIT_NORMAL], joints[j, LIMIT_NORMAL + 1] = nx, nz
    return held, hit


@kernel
def tree_root(joints: Table, j: int) -> int:
    """The root of the tree that joint `j` is in."""
    while parent(joints, j) >= 0:
        j = parent(joints, j)
    return j


@kernel
def path_to(joints: Table, j: int) -> Ints:
    """The joints from the root of its tree to joint `j`."""
    count, i = 0, j
    while i >= 0:
        count, i = count + 1, parent(joints, i)
    path = np.empty(count, np.int64)
    for n in range(count - 1, -1, -1):
        path[n], j = j, parent(joints, j)
    return path
