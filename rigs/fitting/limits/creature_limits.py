"""Limits of an animal's legs: they bend as they are bent at rest, from straight to nearly folded; all other joints are
free.
"""

from __future__ import annotations

import numpy as np

from pantin.rigs.fitting.bending import ARM, LEG, TELLING
from pantin.rigs.fitting.found_body import SIDES
from pantin.rigs.fitting.limits.body import Body
from pantin.rigs.fitting.limits.bone_limits import joint_of
from pantin.rigs.fitting.limits.joint_ranges import Range
from pantin.rigs.joint import Joint
from pantin.rigs.sides import Side
from pantin.rigs.vectors import Vector

FOLDING = Range(150, 0)
"""From straight to nearly folded."""


def creature_limits(body: Body) -> dict[str, Joint]:
    """The joints of the hinges of four legs, by bone: knees, elbows, and hocks between a shin and its foot."""
    found: dict[str, Joint] = {}
    for parts, folds in ((LEG, -body.legs.forward), (ARM, body.arms.forward)):
        for side in SIDES:
            name = body.bone(parts[1], side)
            if name is not None and body.rig.by_name[name].parent is not None:
                found[name] = _hinge_joint(body, name, body.hinge(parts, side, folds))
    return found | {name: joint for side in SIDES for name, joint in _hocks(body, side).items()}


def _hocks(body: Body, side: Side) -> dict[str, Joint]:
    """The joints between shin and foot that are bent at rest, about the axis of that bend."""
    shin, foot = body.bone("shin", side), body.bone("foot", side)
    if shin is None or foot is None or not body.tree.is_below(foot, shin):
        return {}
    found, above = {}, shin
    for name in body.tree.path(shin, foot)[1:-1]:
        axis = np.cross(body.along(above), body.along(name))
        if np.linalg.norm(axis) > np.sin(TELLING):
            found[name] = _hinge_joint(body, name, axis)
        above = name
    return found


def _hinge_joint(body: Body, name: str, hinge: Vector) -> Joint:
    return joint_of(body.axes[name], body.hinge_turn(name, hinge, FOLDING), None, None)
