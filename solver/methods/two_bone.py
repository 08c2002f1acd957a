"""Two bones and a goal: the answer in closed form.

The triangle root–joint–goal has three known sides, so the law of cosines gives the bend. The bend side is the one that
the pole asks for, else the one in which the chain already bends; a straight chain without a pole bends about its X
axis. Out of reach the limb points straight at the goal.
"""

from __future__ import annotations

from math import acos, pi

from pantin.solver.chains.chain import (
    bend_straight,
    bend_wanted,
    effector,
    refresh,
    root_of,
    tip,
    turn_joint,
)
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import HEAD, PLACE, POLED, Table
from pantin.solver.maths.rotations import (
    Vector,
    about,
    across,
    cross,
    length,
    perpendicular,
    rotate,
    shortest_arc,
    signed_angle,
    subtract,
    unit,
    vector,
)

STRAIGHT = 1e-5
"""Sine of the bend below which a limb has no side of its own."""


@kernel
def solve(joints: Table, goals: Table) -> None:
    """Turn both joints so that their end meets the goal, or comes as near as it can. Ignores limits."""
    target = vector(goals, 0, PLACE)
    root, middle = root_of(joints, tip(goals, 0)), tip(goals, 0)
    origin = vector(joints, root, HEAD)
    _give_side(joints, goals, origin)
    upper = length(subtract(vector(joints, middle, HEAD), origin))
    lower = length(subtract(effector(joints, goals, 0), vector(joints, middle, HEAD)))
    distance = length(subtract(target, origin))
    normal = _set_bend(joints, goals, middle, origin, _angle_between(upper, lower, distance))
    _aim(joints, goals, root, origin, target, normal)


@kernel
def _give_side(joints: Table, goals: Table, origin: Vector) -> None:
    """Bend a straight limb a little, so that the plane of its bend is defined."""
    line = unit(subtract(effector(joints, goals, 0), origin), (0.0, 0.0, 0.0))
    middle = subtract(vector(joints, tip(goals, 0), HEAD), origin)
    if length(across(middle, line)) < STRAIGHT * length(middle):
        bend_straight(joints, goals, 0, 0.1)


@kernel
def _angle_between(upper: float, lower: float, distance: float) -> float:
    """The angle at the middle joint between the two links, radians; π is straight."""
    if upper * lower < 1e-18:
        return pi
    cosine = (upper * upper + lower * lower - distance * distance) / (2.0 * upper * lower)
    return acos(min(max(cosine, -1.0), 1.0))


@kernel
def _set_bend(joints: Table, goals: Table, middle: int, origin: Vector, angle: float) -> Vector:
    """Turn the lower link until the angle at the middle joint is `angle`. Returns the normal of the bend's plane."""
    joint = vector(joints, middle, HEAD)
    inwards = subtract(origin, joint)
    outwards = subtract(effector(joints, goals, 0), joint)
    along = unit(inwards, (0.0, 1.0, 0.0))
    normal = unit(cross(inwards, outwards), perpendicular(along))
    turn_joint(joints, middle, about(normal, angle - signed_angle(inwards, outwards, normal)))
    refresh(joints)
    return normal


@kernel
def _aim(joints: Table, goals: Table, root: int, origin: Vector, target: Vector, normal: Vector) -> None:
    """Turn the whole limb about its root onto the target, and its bend to the side that the pole asks for.

    The bend's side follows from the plane's normal, so that it is known even where the limb is straight.
    """
    joint = vector(joints, tip(goals, 0), HEAD)
    now = unit(subtract(effector(joints, goals, 0), origin), unit(subtract(joint, origin), (0.0, 1.0, 0.0)))
    wanted = unit(subtract(target, origin), now)
    onto = shortest_arc(now, wanted, normal)
    turn_joint(joints, root, onto)
    refresh(joints)
    if goals[0, POLED] != 0.0:
        side = bend_wanted(joints, goals, 0, wanted)
        if length(side) > 0.0:
            bent = cross(rotate(onto, normal), wanted)
            turn_joint(joints, root, about(wanted, goals[0, POLED] * signed_angle(bent, side, wanted)))
            refresh(joints)
