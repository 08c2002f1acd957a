"""How an animal's legs bend: as they are bent at rest, from straight to nearly folded; all other joints are free."""

from __future__ import annotations

import numpy as np

from pantin.rigs.fitting.bending import ARM, LEG, TELLING
from pantin.rigs.fitting.figure import SIDES
from pantin.rigs.fitting.limits.body import Body
from pantin.rigs.fitting.limits.bone_limits import Turn, joint_of
from pantin.rigs.joint import Joint
from pantin.rigs.sides import Side
from pantin.rigs.vectors import Vector, across, unit

FOLDED = 150.0
"""Degrees from straight."""


def creature_limits(body: Body) -> dict[str, Joint]:
    """The joints of the hinges of four legs, by bone: knees, elbows, and hocks between a shin and its foot."""
    found: dict[str, Joint] = {}
    for parts, folds in ((LEG, -body.legs.forward), (ARM, body.arms.forward)):
        for side in SIDES:
            name = body.bone(parts[1], side)
            above = None if name is None else body.rig.by_name[name].parent
            if name is not None and above is not None:
                found[name] = _bending(body, above, name, body.hinge(parts, side, folds))
    return found | {name: joint for side in SIDES for name, joint in _hocks(body, side).items()}


def _hocks(body: Body, side: Side) -> dict[str, Joint]:
    shin, foot = body.bone("shin", side), body.bone("foot", side)
    if shin is None or foot is None or not body.tree.is_below(foot, shin):
        return {}
    found, above = {}, shin
    for name in body.tree.path(shin, foot)[1:-1]:
        axis = np.cross(body.along(above), body.along(name))
        if np.linalg.norm(axis) > np.sin(TELLING):
            found[name] = _bending(body, above, name, axis)
        above = name
    return found


def _bending(body: Body, above: str, name: str, hinge: Vector) -> Joint:
    axis = unit(across(hinge, body.along(name)))
    now = body.angle(above, name, axis)
    return joint_of(body.axes[name], Turn(axis, -now, FOLDED - now), None, None)
