"""Spring: a chain of two bones and more keeps its shape and only bends more or less, like a spring.

Every bend of the rest pose is multiplied by the same factor: 0 is the straight chain, 1 the rest pose. The distance
from root to end follows from that one number, so it is found by halving, to the last bit; then the chain is turned
about its root onto the goal, and to the pole. A chain that is straight at rest bends evenly. Out of reach it is
straight.

The end on its goal comes before the shape: a handle that lets go of a limb is what nobody expects. Where a goal is
within reach but not for this shape, as near the root or where limits stop a joint, Levenberg–Marquardt goes on from
the shape that comes nearest (`methods`), and the report names it as the method.
"""

from __future__ import annotations

from math import pi

import numpy as np

from pantin.solver.chains.chain import (
    bend,
    bend_straight,
    effector,
    hold_limits,
    link_lengths,
    refresh,
    root_of,
    tip,
    turn_joint,
)
from pantin.solver.chains.reach import turn_to_pole
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import (
    BASE,
    HEAD,
    LINK,
    LOCAL,
    PLACE,
    POLED,
    REACH,
    Table,
)
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

STRAIGHT = 1e-4
"""Radians: a chain whose bends at rest add up to less has no shape of its own."""

SCAN = 64
"""Steps from the straight chain to the folded one in which the goal's distance is looked for."""

HALVINGS = 50
"""Halvings of one such step: as many as a double has bits to offer."""

BENT, AT_REST, BEND_WIDTH = 0, 3, 7
"""Rows of bends: the rotation vector from straight to bent (3), and the turn from rest at factor 1 (4)."""


@kernel
def solve(joints: Table, goals: Table) -> None:
    """Bend and turn the only chain so that its end meets the goal, or comes as near as its shape lets it."""
    origin = vector(joints, root_of(joints, tip(goals, 0)), HEAD)
    bends = _bends(joints, goals)
    distance = length(subtract(vector(goals, 0, PLACE), origin))
    _bend_by(joints, bends, _factor(joints, goals, bends, distance))
    if goals[0, POLED] != 0.0:
        turn_to_pole(joints, goals)
    else:
        _aim(joints, goals, origin)


@kernel
def _bends(joints: Table, goals: Table) -> Table:
    """How each joint but the root is bent at rest. The root stays as it is posed."""
    posed = quaternion(joints, 0, LOCAL)
    for j in range(len(joints)):
        store_quaternion(joints, j, LOCAL, (0.0, 0.0, 0.0, 1.0))
    hold_limits(joints)
    bends = np.zeros((len(joints), BEND_WIDTH))
    if _measure(joints, goals, bends) < STRAIGHT:
        bend_straight(joints, goals, 0, 0.1)
        _measure(joints, goals, bends)
    store_quaternion(joints, 0, LOCAL, posed)
    return bends


@kernel
def _measure(joints: Table, goals: Table, bends: Table) -> float:
    """Fill `bends` with how the joints are bent now. Returns the sum of the angles, radians."""
    total = 0.0
    for j in range(1, len(joints)):
        local = quaternion(joints, j, LOCAL)
        before = rotate(inverse(quaternion(joints, j, BASE)), vector(joints, j, LINK))
        after = rotate(local, vector(joints, j + 1, LINK) if j + 1 < len(joints) else vector(goals, 0, REACH))
        bent = (0.0, 0.0, 0.0)
        if length(before) > 1e-12 and length(after) > 1e-12:
            straight = unit(before, before)
            bent = logarithm(shortest_arc(straight, unit(after, after), perpendicular(straight)))
        store(bends, j, BENT, bent)
        store_quaternion(bends, j, AT_REST, local)
        total += length(bent)
    return total


@kernel
def _bend_by(joints: Table, bends: Table, factor: float) -> None:
    """Bend the chain `factor` times as much as at rest, as far as its joints may."""
    for j in range(1, len(joints)):
        more = exponential(scaled(vector(bends, j, BENT), factor - 1.0))
        store_quaternion(joints, j, LOCAL, normalised(multiply(more, quaternion(bends, j, AT_REST))))
    hold_limits(joints)


@kernel
def _factor(joints: Table, goals: Table, bends: Table, distance: float) -> float:
    """The smallest factor at which the end is as far from the root as the goal; else the one that comes nearest."""
    most = 1e-9
    for j in range(1, len(joints)):
        most = max(most, length(vector(bends, j, BENT)))
    step, before, least = pi / most / SCAN, 0.0, 0.0
    nearest = _distance_at(joints, goals, bends, 0.0)
    if nearest <= distance:
        return 0.0
    for n in range(1, SCAN + 1):
        there = _distance_at(joints, goals, bends, n * step)
        if there <= distance:
            return _halved(joints, goals, bends, distance, before, n * step)
        before = n * step
        if there < nearest:
            nearest, least = there, before
    return least


@kernel
def _halved(joints: Table, goals: Table, bends: Table, distance: float, too_far: float, too_near: float) -> float:
    """The factor between the two at which the end is as far from the root as the goal."""
    for _ in range(HALVINGS):
        middle = 0.5 * (too_far + too_near)
        if _distance_at(joints, goals, bends, middle) > distance:
            too_far = middle
        else:
            too_near = middle
    return too_near


@kernel
def _distance_at(joints: Table, goals: Table, bends: Table, factor: float) -> float:
    """How far the end is from the root when the chain is bent by `factor`, metres."""
    _bend_by(joints, bends, factor)
    return length(subtract(effector(joints, goals, 0), vector(joints, 0, HEAD)))


@kernel
def _aim(joints: Table, goals: Table, origin: Vector) -> None:
    """Turn the chain about its root onto the goal, as one piece, by the shortest way."""
    total, _ = link_lengths(joints, goals, 0)
    end, way = subtract(effector(joints, goals, 0), origin), subtract(vector(goals, 0, PLACE), origin)
    if length(end) > 1e-9 * total and length(way) > 1e-9 * total:
        now = unit(end, end)
        sideways = cross(now, unit(bend(joints, goals, 0, now), perpendicular(now)))
        turn_joint(joints, 0, shortest_arc(now, unit(way, way), sideways))
        refresh(joints)
