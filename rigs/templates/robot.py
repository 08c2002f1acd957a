"""A robot arm of six hinges with a gripper, and a handle that says where the tool goes and how it is held.

Every joint turns about one axis only: bends about X, rolls about Y; the other two are locked for solver and hand
alike. The order of the hinges and their ranges are those of ABB's IRB 120 (product specification 3HAC035960), counted
from this stance; its sixth axis turns on and on, here it is kept to one turn. The jaws slide, and are moved by hand.
"""

from __future__ import annotations

from rigs.constraints import Ik
from rigs.rig import Locks, Rig
from rigs.templates.draft import Degrees, Draft, Vector, unit, vector

BASE, TURRET, UPPER_ARM, ELBOW, FOREARM, WRIST, FLANGE, JAW = 0.10, 0.22, 0.50, 0.16, 0.34, 0.12, 0.07, 0.10
GAP = 0.032
"""How far each jaw stands from the middle of the tool, metres."""
FRONT, UP = vector(0, -1, 0), vector(0, 0, 1)
LEANING, REACHING, POINTING = unit(vector(0, 0.28, 0.96)), unit(vector(0, -0.93, 0.36)), unit(vector(0, -0.34, -0.94))


def rig() -> Rig:
    """The robot arm, at rest: leaning back, reaching forwards, the tool pointing down."""
    foot = vector(0, 0, 0)
    hinges = (
        # name, parent, direction, length, bend, roll
        ("turret", "base", UP, TURRET, None, (-165, 165)),
        ("upper_arm", "turret", LEANING, UPPER_ARM, (-94, 126), None),
        ("elbow", "upper_arm", REACHING, ELBOW, (-110, 70), None),
        ("forearm", "elbow", REACHING, FOREARM, None, (-160, 160)),
        ("wrist", "forearm", POINTING, WRIST, (-165, 75), None),
        ("flange", "wrist", POINTING, FLANGE, None, (-175, 175)),
    )
    drafts = [Draft("base", None, foot, foot + UP * BASE, FRONT, lock=(True, True, True))]
    for name, parent, along, length, bend, roll in hinges:
        drafts.append(_hinge(name, parent, drafts[-1].tail, along, length, bend, roll))
    tool = drafts[-1].tail
    drafts += [_jaw("jaw.L", tool, 1.0), _jaw("jaw.R", tool, -1.0)]
    drafts.append(Draft("tool_ik", None, tool, tool + POINTING * 0.12, FRONT, kind="handle"))
    goal = Ik(owner="flange", target="tool_ik", chain_length=len(hinges), rotation=True)
    return Rig(name="Robot arm", bones=tuple(draft.bone() for draft in drafts), constraints=(goal,))


def _hinge(name: str, parent: str, head: Vector, along: Vector, length: float, bend: Degrees, roll: Degrees) -> Draft:
    """A bone that turns about X, or about itself, and about nothing else."""
    locked = (bend is None, roll is None, True)
    return Draft(
        name,
        parent,
        head,
        head + along * length,
        FRONT,
        True,
        bend=bend,
        twist=roll,
        lock=locked,
        locks=Locks(rotation=locked),
    )


def _jaw(name: str, tool: Vector, side: float) -> Draft:
    """One of the gripper's two jaws, which slides to the side and does not turn."""
    head = tool + vector(side * GAP, 0, 0) + POINTING * 0.012
    still = Locks(location=(False, True, True), rotation=(True, True, True))
    return Draft(name, "flange", head, head + POINTING * JAW, FRONT, lock=(True, True, True), locks=still)
