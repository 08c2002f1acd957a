"""Movement given from outside during a frame: targets, poles, and whatever carries the roots of chains.

They go from where they were in the frame before to where they are now at constant speed, so that the speed of a handle
counts: the joints keep up with it instead of lagging behind.
"""

from __future__ import annotations

import numpy as np

from pantin.solver.chains.joints import forward_chain, parent
from pantin.solver.compiling import layout as at
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.maths.rotations import (
    Quaternion,
    Vector,
    add,
    exponential,
    inverse,
    logarithm,
    multiply,
    quaternion,
    scaled,
    store,
    store_quaternion,
    subtract,
    vector,
)
from pantin.solver.simulation import columns as col


@kernel
def keep_joints(joints: Table, kept: Table) -> None:
    """Remember how joints are turned, and what carries them.

    Reads REST_ROTATION, LINK and LOCAL of `joints` (j, JOINT_WIDTH). Writes KEPT_LOCAL, KEPT_PLACE, KEPT_REST and KEPT
    of `kept` (j, KEPT_JOINT_WIDTH).
    """
    for j in range(len(joints)):
        store_quaternion(kept, j, col.KEPT_LOCAL, quaternion(joints, j, at.LOCAL))
        store(kept, j, col.KEPT_PLACE, vector(joints, j, at.LINK))
        store_quaternion(kept, j, col.KEPT_REST, quaternion(joints, j, at.REST_ROTATION))
        kept[j, col.KEPT] = 1.0


@kernel
def keep_goals(goals: Table, kept: Table) -> None:
    """Remember where targets and poles are.

    Reads GOAL_POSITION, GOAL_ROTATION and POLE_POSITION of `goals` (k, GOAL_WIDTH). Writes KEPT_POSITION,
    KEPT_ROTATION, KEPT_POLE and KEPT_GOAL of `kept` (k, KEPT_GOAL_WIDTH).
    """
    for k in range(len(goals)):
        store(kept, k, col.KEPT_POSITION, vector(goals, k, at.GOAL_POSITION))
        store_quaternion(kept, k, col.KEPT_ROTATION, quaternion(goals, k, at.GOAL_ROTATION))
        store(kept, k, col.KEPT_POLE, vector(goals, k, at.POLE_POSITION))
        kept[k, col.KEPT_GOAL] = 1.0


@kernel
def ways_of(joints: Table, kept: Table) -> Table:
    """Return the ways of the roots (j, WAY_WIDTH), from the frame before to this one.

    Reads REST_ROTATION and LINK of `joints` (j, JOINT_WIDTH); and KEPT_PLACE, KEPT_REST and KEPT of `kept`
    (j, KEPT_JOINT_WIDTH).
    """
    ways = np.empty((len(joints), col.WAY_WIDTH))
    for j in range(len(joints)):
        place, rest = vector(joints, j, at.LINK), quaternion(joints, j, at.REST_ROTATION)
        known = kept[j, col.KEPT] != 0.0
        store(ways, j, col.FROM_PLACE, vector(kept, j, col.KEPT_PLACE) if known else place)
        store_quaternion(ways, j, col.FROM_REST, quaternion(kept, j, col.KEPT_REST) if known else rest)
        store(ways, j, col.TO_PLACE, place)
        store_quaternion(ways, j, col.TO_REST, rest)
    return ways


@kernel
def carry(joints: Table, ways: Table, part: float) -> None:
    """Put the roots where they are after this part of the frame; forward kinematics.

    Reads PARENT_JOINT, LENGTH_RATIO, REST_ROTATION, LINK, LOCAL, WORLD, HEAD and KEEPS_VOLUME of `joints`
    (j, JOINT_WIDTH); and FROM_PLACE, FROM_REST, TO_PLACE and TO_REST of `ways` (j, WAY_WIDTH). Writes REST_ROTATION,
    LINK, WORLD and HEAD of `joints`.
    """
    for j in range(len(joints)):
        if parent(joints, j) < 0:
            store(joints, j, at.LINK, _between(vector(ways, j, col.FROM_PLACE), vector(ways, j, col.TO_PLACE), part))
            turned = _turned(quaternion(ways, j, col.FROM_REST), quaternion(ways, j, col.TO_REST), part)
            store_quaternion(joints, j, at.REST_ROTATION, turned)
    forward_chain(joints)


@kernel
def lead(goals: Table, wanted: Table, kept: Table, part: float) -> None:
    """Put the goals where they are after this part of the frame, from `kept` to `wanted`. What is new is there.

    Reads GOAL_POSITION, GOAL_ROTATION and POLE_POSITION of `wanted` (k, GOAL_WIDTH); and KEPT_POSITION, KEPT_ROTATION,
    KEPT_POLE and KEPT_GOAL of `kept` (k, KEPT_GOAL_WIDTH). Writes GOAL_POSITION, GOAL_ROTATION and POLE_POSITION of
    `goals` (k, GOAL_WIDTH).
    """
    for k in range(len(goals)):
        if kept[k, col.KEPT_GOAL] != 0.0:
            position, pole = vector(wanted, k, at.GOAL_POSITION), vector(wanted, k, at.POLE_POSITION)
            store(goals, k, at.GOAL_POSITION, _between(vector(kept, k, col.KEPT_POSITION), position, part))
            store(goals, k, at.POLE_POSITION, _between(vector(kept, k, col.KEPT_POLE), pole, part))
            turned = _turned(quaternion(kept, k, col.KEPT_ROTATION), quaternion(wanted, k, at.GOAL_ROTATION), part)
            store_quaternion(goals, k, at.GOAL_ROTATION, turned)


@kernel
def _between(a: Vector, b: Vector, part: float) -> Vector:
    """Return the place at this part of the line from `a` to `b`."""
    return b if part >= 1.0 else add(a, scaled(subtract(b, a), part))


@kernel
def _turned(a: Quaternion, b: Quaternion, part: float) -> Quaternion:
    """Return the rotation at this part of the way from `a` to `b`, at constant speed."""
    if part >= 1.0:
        return b
    return multiply(exponential(scaled(logarithm(multiply(b, inverse(a))), part)), a)
