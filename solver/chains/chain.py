"""The chain of one goal: from its root joint to its tip, how long it is, where it ends, and how it bends."""

from __future__ import annotations

from pantin.solver.chains.joints import (
    clamp_to_limits,
    parent,
    rotate_joint,
    stretched,
)
from pantin.solver.compiling import layout as at
from pantin.solver.compiling.functions import cos, sin
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.maths.rotations import (
    Vector,
    add,
    axis_angle,
    cross,
    length,
    perpendicular,
    quaternion,
    rejection,
    rotate,
    scaled,
    subtract,
    unit,
    vector,
)

STRAIGHT = 1e-6
"""A chain that ends nearer to its root than the sum of its links by less than this part is straight."""

BEND = 0.1
"""By how much each joint of a straight chain is bent, radians: so far that the next step goes on bending it."""


@kernel
def tip(goals: Table, k: int) -> int:
    """Return the last joint of goal `k`'s chain.

    Reads TIP of `goals` (k, GOAL_WIDTH).
    """
    return int(goals[k, at.TIP])


@kernel
def root(goals: Table, k: int) -> int:
    """Return the first joint of goal `k`'s chain. It may hang on joints of other goals.

    Reads ROOT of `goals` (k, GOAL_WIDTH).
    """
    return int(goals[k, at.ROOT])


@kernel
def effector(joints: Table, goals: Table, k: int) -> Vector:
    """Return the position of goal `k`'s effector now, armature space.

    Reads LENGTH_RATIO, WORLD, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and TIP and EFFECTOR_OFFSET of
    `goals` (k, GOAL_WIDTH).
    """
    t = tip(goals, k)
    v = stretched(joints, t, vector(goals, k, at.EFFECTOR_OFFSET))
    return add(vector(joints, t, at.HEAD), rotate(quaternion(joints, t, at.WORLD), v))


@kernel
def distance_error(keep: float, radius: float, distance: float) -> float:
    """Return the distance beyond what is allowed, metres.

    Negative where it falls short. `keep` says which side of the sphere.
    """
    if keep == at.KEEP_INSIDE:
        return max(distance - radius, 0.0)
    if keep == at.KEEP_OUTSIDE:
        return min(distance - radius, 0.0)
    return distance - radius


@kernel
def bend_vector(joints: Table, goals: Table, k: int, line: Vector) -> Vector:
    """Return the sum of the vectors to the joints of goal `k`'s chain from the line through its root along unit `line`.

    Reads PARENT_JOINT and HEAD of `joints` (j, JOINT_WIDTH); and TIP and ROOT of `goals` (k, GOAL_WIDTH).
    """
    j = tip(goals, k)
    origin = vector(joints, root(goals, k), at.HEAD)
    total = (0.0, 0.0, 0.0)
    while j != root(goals, k):
        total = add(total, rejection(subtract(vector(joints, j, at.HEAD), origin), line))
        j = parent(joints, j)
    return total


@kernel
def pole_direction(joints: Table, goals: Table, k: int, line: Vector) -> Vector:
    """Return the unit direction, at right angles to `line`, that the pole asks for; 0 where the pole lies on the line.

    Reads HEAD of `joints` (j, JOINT_WIDTH); and POLE_ANGLE, POLE_POSITION and ROOT of `goals` (k, GOAL_WIDTH).
    """
    origin = vector(joints, root(goals, k), at.HEAD)
    side = rejection(subtract(vector(goals, k, at.POLE_POSITION), origin), line)
    if length(side) < 1e-6 * max(1e-9, length(subtract(vector(goals, k, at.POLE_POSITION), origin))):
        return (0.0, 0.0, 0.0)
    side = unit(side, side)
    a = goals[k, at.POLE_ANGLE]
    return add(scaled(side, cos(a)), scaled(cross(line, side), sin(a)))


@kernel
def link_lengths(joints: Table, goals: Table, k: int) -> tuple[float, float]:
    """Return the length of goal `k`'s chain and that of its longest link, metres: they tell what it can reach.

    Reads PARENT_JOINT, LENGTH_RATIO, LINK and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and TIP, EFFECTOR_OFFSET and
    ROOT of `goals` (k, GOAL_WIDTH).
    """
    j = tip(goals, k)
    size = length(stretched(joints, j, vector(goals, k, at.EFFECTOR_OFFSET)))
    total, longest = size, size
    while j != root(goals, k):
        size = length(stretched(joints, parent(joints, j), vector(joints, j, at.LINK)))
        total, longest = total + size, max(longest, size)
        j = parent(joints, j)
    return total, longest


@kernel
def bend_straight_chain(joints: Table, goals: Table, k: int) -> None:
    """Bend a straight chain by BEND at each joint, so that the solver has a direction to bend it in.

    The root turns back by the same angle, so that the effector stays nearly where it was.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, LINK, LOWER, UPPER, MOBILITY, LOCAL, WORLD, HEAD and
    KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and TIP, EFFECTOR_OFFSET and ROOT of `goals` (k, GOAL_WIDTH). Writes
    STATE of `joints`.
    """
    t = tip(goals, k)
    line = unit(subtract(effector(joints, goals, k), vector(joints, root(goals, k), at.HEAD)), (0.0, 1.0, 0.0))
    normal = default_bend_axis(joints, t, line)
    j = t
    while j != root(goals, k):
        rotate_joint(joints, j, axis_angle(normal, -BEND))
        j = parent(joints, j)
    rotate_joint(joints, j, axis_angle(normal, BEND))
    clamp_to_limits(joints)


@kernel
def default_bend_axis(joints: Table, j: int, line: Vector) -> Vector:
    """Return the axis about which joint `j` bends a chain that is straight along `line`: its X axis, or Z where X is
    locked.

    The sign is that of the wider limit.

    Reads LOWER, UPPER, MOBILITY and WORLD of `joints` (j, JOINT_WIDTH).
    """
    a = 2 if joints[j, at.MOBILITY] == 0.0 and joints[j, at.MOBILITY + 2] > 0.0 else 0
    hinge = rotate(quaternion(joints, j, at.WORLD), (0.0, 0.0, 1.0) if a == 2 else (1.0, 0.0, 0.0))
    if -joints[j, at.LOWER + a] <= joints[j, at.UPPER + a]:
        hinge = scaled(hinge, -1.0)
    return unit(rejection(hinge, line), perpendicular(line))
