"""A robot arm of six hinges with a gripper, and a handle that says where the tool goes and how it is held.

Every joint turns about one axis only: bends about X, rolls about Y; the other two are locked for solver and hand
alike. The order of the hinges and their ranges are those of ABB's IRB 120 (product specification 3HAC035960), counted
from this stance; its sixth axis turns on and on, here it is kept to one turn. The jaws slide as far as the
gripper opens and closes, and are moved by hand.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from pantin.rigs.constraints import Ik, LimitLocation
from pantin.rigs.fields import field
from pantin.rigs.joint import Locks
from pantin.rigs.rig import Rig
from pantin.rigs.templates.draft import Degrees, Draft, vector
from pantin.rigs.templates.limbs import recorded
from pantin.rigs.templates.measures import Proportion, Size
from pantin.rigs.vectors import FRONT, UP, Vector, unit

BASE, TURRET, UPPER_ARM, ELBOW, FOREARM, WRIST, FLANGE, JAW = 0.10, 0.22, 0.50, 0.16, 0.34, 0.12, 0.07, 0.10
GAP = 0.032
"""Distance of each jaw from the middle of the tool, metres."""
OPENS, CLOSES = 0.03, 0.016
"""The range of each jaw from there, away from the middle and towards it, metres."""
LEANING, REACHING, POINTING = unit(vector(0, 0.28, 0.96)), unit(vector(0, -0.93, 0.36)), unit(vector(0, -0.34, -0.94))


REACH = UPPER_ARM + ELBOW + FOREARM
"""From the shoulder's axis to the wrist's with the arm stretched, metres."""


class RobotMeasures(msgspec.Struct, frozen=True):
    """The measures of a robot arm."""

    reach: Annotated[Size, field("Reach", "From the shoulder to the wrist, with the arm stretched.", unit="m")] = REACH
    base: Annotated[Proportion, field("Base", "Height of base and turret; 1 is usual.")] = 1.0
    upper_arm: Annotated[Proportion, field("Upper arm", "Length of the upper arm against the forearm's.")] = 1.0
    wrist: Annotated[Proportion, field("Wrist", "Length of wrist and flange; 1 is usual.")] = 1.0
    gripper: Annotated[Proportion, field("Gripper", "Size of the gripper; 1 is usual.")] = 1.0


DEFAULT = RobotMeasures()


def rig(measures: RobotMeasures = DEFAULT) -> Rig:
    """The rig of the robot arm in its rest pose: leaning back, reaching forwards, the tool pointing down."""
    foot, wrist, grip = vector(0, 0, 0), measures.wrist, measures.gripper
    size = measures.reach / (UPPER_ARM * measures.upper_arm + ELBOW + FOREARM)
    hinges = (
        # name, parent, direction, length, bend, roll
        ("turret", "base", UP, TURRET * measures.base, None, (-165, 165)),
        ("upper_arm", "turret", LEANING, UPPER_ARM * measures.upper_arm, (-94, 126), None),
        ("elbow", "upper_arm", REACHING, ELBOW, (-110, 70), None),
        ("forearm", "elbow", REACHING, FOREARM, None, (-160, 160)),
        ("wrist", "forearm", POINTING, WRIST * wrist, (-165, 75), None),
        ("flange", "wrist", POINTING, FLANGE * wrist, None, (-175, 175)),
    )
    drafts = [Draft("base", None, foot, foot + UP * BASE * measures.base, FRONT, lock=(True, True, True))]
    for name, parent, along, length, bend, roll in hinges:
        drafts.append(_hinge(name, parent, drafts[-1].tail, along, length, bend, roll))
    tool = drafts[-1].tail
    drafts += [_jaw("jaw.L", tool, grip), _jaw("jaw.R", tool, grip, -1.0)]
    drafts.append(Draft("tool_ik", None, tool, tool + POINTING * 0.12 * grip, FRONT, kind="handle"))
    goal = Ik(owner="flange", target="tool_ik", chain_length=len(hinges), rotation=True)
    slides = (_slides("jaw.L", grip * size), _slides("jaw.R", grip * size, -1.0))
    return recorded(Rig(bones=tuple(draft.scaled(size).bone() for draft in drafts), constraints=(goal, *slides)))


def _hinge(name: str, parent: str, head: Vector, along: Vector, length: float, bend: Degrees, roll: Degrees) -> Draft:
    """A bone that rotates about one axis only: X (`bend`) or its own Y (`roll`)."""
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


def _jaw(name: str, tool: Vector, size: float, side: float = 1.0) -> Draft:
    """One of the gripper's two jaws, which translates sideways and does not rotate."""
    head = tool + (vector(side * GAP, 0, 0) + POINTING * 0.012) * size
    still = Locks(location=(False, True, True), rotation=(True, True, True))
    return Draft(name, "flange", head, head + POINTING * JAW * size, FRONT, lock=(True, True, True), locks=still)


def _slides(name: str, size: float, side: float = 1.0) -> LimitLocation:
    """Return the limit of a jaw along its X axis, which points to the figure's right."""
    ends = sorted((-side * OPENS * size, side * CLOSES * size))
    return LimitLocation(
        owner=name, owner_space="local", lower=(round(ends[0], 6), None, None), upper=(round(ends[1], 6), None, None)
    )
