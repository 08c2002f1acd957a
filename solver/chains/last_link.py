"""The last link of a chain whose goal asks for a rotation too: turned as asked, its end on the goal.

It then begins at a certain point, to which the other links have to lead.
"""

from __future__ import annotations

from typing import NamedTuple

from pantin.solver.chains.chain import root, tip
from pantin.solver.chains.joints import parent, stretched
from pantin.solver.compiling import layout as at
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.maths.rotations import (
    Quaternion,
    Vector,
    inverse,
    length,
    multiply,
    quaternion,
    rotate,
    subtract,
    vector,
)


class LastLink(NamedTuple):
    """The last link, met by the only goal; points seen from the root of its chain, metres."""

    turned: Quaternion
    """The rotation of its joint, armature space."""
    link: Vector
    """From its beginning to its end."""
    end: Vector
    """The goal."""
    begin: Vector
    """The place of its head."""
    inner: float
    outer: float
    """The least and the greatest distance from the root to which the other links lead."""


@kernel
def last_link(joints: Table, goals: Table) -> LastLink:
    """Return the last link of the only goal's chain, turned as the goal asks.

    Reads PARENT_JOINT, LENGTH_RATIO, LINK, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and TIP,
    EFFECTOR_OFFSET, TIP_TO_OWNER, GOAL_POSITION, GOAL_ROTATION and ROOT of `goals` (k, GOAL_WIDTH).
    """
    t, first = tip(goals, 0), root(goals, 0)
    turned = multiply(quaternion(goals, 0, at.GOAL_ROTATION), inverse(quaternion(goals, 0, at.TIP_TO_OWNER)))
    link = rotate(turned, stretched(joints, t, vector(goals, 0, at.EFFECTOR_OFFSET)))
    end = subtract(vector(goals, 0, at.GOAL_POSITION), vector(joints, first, at.HEAD))
    total, longest, j = 0.0, 0.0, t
    while j != first:
        size = length(stretched(joints, parent(joints, j), vector(joints, j, at.LINK)))
        total, longest, j = total + size, max(longest, size), parent(joints, j)
    return LastLink(turned, link, end, subtract(end, link), max(2.0 * longest - total, 0.0), total)


@kernel
def is_led_to(last: LastLink, room: float) -> bool:
    """Return whether the other links lead to where it begins, give or take `room` metres."""
    away = length(last.begin)
    led: bool = last.inner - room <= away <= last.outer + room
    return led
