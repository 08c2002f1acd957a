"""What moves by itself during a frame: targets, poles, and whatever carries the roots of chains.

They go from where they were in the frame before to where they are now at constant speed, so that the speed of a handle
counts: the joints keep up with it instead of lagging behind.
"""

from __future__ import annotations

import numpy as np

from pantin.solver.chains.joints import forward_chain, parent
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import (
    GOAL_POSITION,
    GOAL_ROTATION,
    LINK,
    LOCAL,
    POLE_POSITION,
    REST_ROTATION,
    Table,
)
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
from pantin.solver.simulation.columns import (
    FROM_PLACE,
    FROM_REST,
    KEPT,
    KEPT_GOAL,
    KEPT_LOCAL,
    KEPT_PLACE,
    KEPT_POLE,
    KEPT_POSITION,
    KEPT_REST,
    KEPT_ROTATION,
    TO_PLACE,
    TO_REST,
    WAY_WIDTH,
)


@kernel
def keep_joints(joints: Table, kept: Table) -> None:
    """Remember how joints are turned, and what carries them."""
    for j in range(len(joints)):
        store_quaternion(kept, j, KEPT_LOCAL, quaternion(joints, j, LOCAL))
        store(kept, j, KEPT_PLACE, vector(joints, j, LINK))
        store_quaternion(kept, j, KEPT_REST, quaternion(joints, j, REST_ROTATION))
        kept[j, KEPT] = 1.0


@kernel
def keep_goals(goals: Table, kept: Table) -> None:
    """Remember where targets and poles are."""
    for k in range(len(goals)):
        store(kept, k, KEPT_POSITION, vector(goals, k, GOAL_POSITION))
        store_quaternion(kept, k, KEPT_ROTATION, quaternion(goals, k, GOAL_ROTATION))
        store(kept, k, KEPT_POLE, vector(goals, k, POLE_POSITION))
        kept[k, KEPT_GOAL] = 1.0


@kernel
def ways_of(joints: Table, kept: Table) -> Table:
    """From where to where the roots are carried (j, WAY_WIDTH): from the frame before to this one."""
    ways = np.empty((len(joints), WAY_WIDTH))
    for j in range(len(joints)):
        place, rest = vector(joints, j, LINK), quaternion(joints, j, REST_ROTATION)
        known = kept[j, KEPT] != 0.0
        store(ways, j, FROM_PLACE, vector(kept, j, KEPT_PLACE) if known else place)
        store_quaternion(ways, j, FROM_REST, quaternion(kept, j, KEPT_REST) if known else rest)
        store(ways, j, TO_PLACE, place)
        store_quaternion(ways, j, TO_REST, rest)
    return ways


@kernel
def carry(joints: Table, ways: Table, part: float) -> None:
    """Put the roots where they are after this part of the frame; forward kinematics."""
    for j in range(len(joints)):
        if parent(joints, j) < 0:
            store(joints, j, LINK, _between(vector(ways, j, FROM_PLACE), vector(ways, j, TO_PLACE), part))
            turned = _turned(quaternion(ways, j, FROM_REST), quaternion(ways, j, TO_REST), part)
            store_quaternion(joints, j, REST_ROTATION, turned)
    forward_chain(joints)


@kernel
def lead(goals: Table, wanted: Table, kept: Table, part: float) -> None:
    """Put the goals where they are after this part of the frame, from `kept` to `wanted`. What is new is there."""
    for k in range(len(goals)):
        if kept[k, KEPT_GOAL] != 0.0:
            position, pole = vector(wanted, k, GOAL_POSITION), vector(wanted, k, POLE_POSITION)
            store(goals, k, GOAL_POSITION, _between(vector(kept, k, KEPT_POSITION), position, part))
            store(goals, k, POLE_POSITION, _between(vector(kept, k, KEPT_POLE), pole, part))
            turned = _turned(quaternion(kept, k, KEPT_ROTATION), quaternion(wanted, k, GOAL_ROTATION), part)
            store_quaternion(goals, k, GOAL_ROTATION, turned)


@kernel
def _between(a: Vector, b: Vector, part: float) -> Vector:
    """The place at this part of the line from `a` to `b`."""
    return b if part >= 1.0 else add(a, scaled(subtract(b, a), part))


@kernel
def _turned(a: Quaternion, b: Quaternion, part: float) -> Quaternion:
    """The rotation at this part of the way from `a` to `b`, at constant speed."""
    if part >= 1.0:
        return b
    return multiply(exponential(scaled(logarithm(multiply(b, inverse(a))), part)), a)
