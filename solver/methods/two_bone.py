"""Two bones and a goal: the answer in closed form.

The triangle root–joint–goal has three known sides, so the law of cosines gives the bend. It bends to the side of the
pole, else to the side to which it bends already; a straight chain without a pole bends about its X axis. Out of reach
the limb points straight at the goal.
"""

from __future__ import annotations

from math import pi

from pantin.solver.chains.chain import bend_straight_chain, effector, pole_direction, tip
from pantin.solver.chains.joints import forward_chain, rotate_joint, tree_root
from pantin.solver.compiling import layout as at
from pantin.solver.compiling.functions import acos
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.maths.rotations import (
    Vector,
    axis_angle,
    cross,
    length,
    perpendicular,
    rejection,
    rotate,
    shortest_arc,
    signed_angle,
    subtract,
    unit,
    vector,
)

STRAIGHT = 1e-5
"""Sine of the bend below which a limb counts as straight."""


@kernel
def solve(joints: Table, goals: Table) -> None:
    """Turn both joints so that their effector meets the goal, or comes as near as it can. Ignores limits.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, LINK, LOWER, UPPER, MOBILITY, LOCAL, WORLD, HEAD and
    KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and TIP, POLE_INFLUENCE, POLE_ANGLE, EFFECTOR_OFFSET, GOAL_POSITION,
    POLE_POSITION and ROOT of `goals` (k, GOAL_WIDTH). Writes STATE of `joints`.
    """
    target = vector(goals, 0, at.GOAL_POSITION)
    root, middle = tree_root(joints, tip(goals, 0)), tip(goals, 0)
    origin = vector(joints, root, at.HEAD)
    _give_side(joints, goals, origin)
    upper = length(subtract(vector(joints, middle, at.HEAD), origin))
    lower = length(subtract(effector(joints, goals, 0), vector(joints, middle, at.HEAD)))
    distance = length(subtract(target, origin))
    normal = _set_bend(joints, goals, middle, origin, _angle_between(upper, lower, distance))
    _aim(joints, goals, root, origin, target, normal)


@kernel
def _give_side(joints: Table, goals: Table, origin: Vector) -> None:
    """Bend a straight limb a little, so that the plane of its bend is defined.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, LINK, LOWER, UPPER, MOBILITY, LOCAL, WORLD, HEAD and
    KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and TIP, EFFECTOR_OFFSET and ROOT of `goals` (k, GOAL_WIDTH). Writes
    STATE of `joints`.
    """
    line = unit(subtract(effector(joints, goals, 0), origin), (0.0, 0.0, 0.0))
    middle = subtract(vector(joints, tip(goals, 0), at.HEAD), origin)
    if length(rejection(middle, line)) < STRAIGHT * length(middle):
        bend_straight_chain(joints, goals, 0)


@kernel
def _angle_between(upper: float, lower: float, distance: float) -> float:
    """Return the angle at the middle joint of a triangle with these sides, radians; π where it cannot close."""
    if upper * lower < 1e-18:
        return pi
    cosine = (upper * upper + lower * lower - distance * distance) / (2.0 * upper * lower)
    return acos(min(max(cosine, -1.0), 1.0))


@kernel
def _set_bend(joints: Table, goals: Table, middle: int, origin: Vector, angle: float) -> Vector:
    """Turn the lower link until the angle at the middle joint is `angle`. Returns the unit normal of the bend.

    Reads PARENT_JOINT, LENGTH_RATIO, REST_ROTATION, LINK, LOCAL, WORLD, HEAD and KEEPS_VOLUME of `joints`
    (j, JOINT_WIDTH); and TIP and EFFECTOR_OFFSET of `goals` (k, GOAL_WIDTH). Writes LOCAL, WORLD and HEAD of `joints`.
    """
    joint = vector(joints, middle, at.HEAD)
    inwards = subtract(origin, joint)
    outwards = subtract(effector(joints, goals, 0), joint)
    along = unit(inwards, (0.0, 1.0, 0.0))
    normal = unit(cross(inwards, outwards), perpendicular(along))
    rotate_joint(joints, middle, axis_angle(normal, angle - signed_angle(inwards, outwards, normal)))
    forward_chain(joints)
    return normal


@kernel
def _aim(joints: Table, goals: Table, root: int, origin: Vector, target: Vector, normal: Vector) -> None:
    """Turn the limb about its root onto the target, and its bend to the side of the pole.

    The side follows from the normal of the bend, which is defined even where the limb is straight.

    Reads PARENT_JOINT, LENGTH_RATIO, REST_ROTATION, LINK, LOCAL, WORLD, HEAD and KEEPS_VOLUME of `joints`
    (j, JOINT_WIDTH); and TIP, POLE_INFLUENCE, POLE_ANGLE, EFFECTOR_OFFSET, POLE_POSITION and ROOT of `goals`
    (k, GOAL_WIDTH). Writes LOCAL, WORLD and HEAD of `joints`.
    """
    joint = vector(joints, tip(goals, 0), at.HEAD)
    now = unit(subtract(effector(joints, goals, 0), origin), unit(subtract(joint, origin), (0.0, 1.0, 0.0)))
    wanted = unit(subtract(target, origin), now)
    onto = shortest_arc(now, wanted, normal)
    rotate_joint(joints, root, onto)
    forward_chain(joints)
    if goals[0, at.POLE_INFLUENCE] != 0.0:
        side = pole_direction(joints, goals, 0, wanted)
        if length(side) > 0.0:
            bent = cross(rotate(onto, normal), wanted)
            rotate_joint(
                joints, root, axis_angle(wanted, goals[0, at.POLE_INFLUENCE] * signed_angle(bent, side, wanted))
            )
            forward_chain(joints)
