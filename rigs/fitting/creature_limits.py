"""How an animal's knees and elbows bend: as they are bent at rest, from straight to nearly folded; the rest is free."""

from __future__ import annotations

from pantin.rigs.fitting.bending import ARM, LEG
from pantin.rigs.fitting.body import Body
from pantin.rigs.fitting.bone_limits import Turn, joint_of
from pantin.rigs.fitting.figure import SIDES
from pantin.rigs.rig import Joint
from pantin.rigs.vectors import across, unit

FOLDED = 150.0
"""Degrees from straight."""


def creature_limits(body: Body) -> dict[str, Joint]:
    """The joints of the hinges of four legs, by bone."""
    found: dict[str, Joint] = {}
    for parts, folds in ((LEG, -body.legs.forward), (ARM, body.arms.forward)):
        for side in SIDES:
            name = body.bone(parts[1], side)
            above = None if name is None else body.rig.by_name[name].parent
            if name is not None and above is not None:
                axis = unit(across(body.hinge(parts, side, folds), body.along(name)))
                now = body.angle(above, name, axis)
                found[name] = joint_of(body.axes[name], Turn(axis, -now, FOLDED - now), None, None)
    return found
