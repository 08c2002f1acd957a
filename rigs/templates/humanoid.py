"""A person of 1.77 m with IK limbs: 51 bones that shape the body, eight handles and poles, one body handle.

The figure stands on the floor and looks along -Y; its left is +X. Elbows and knees are a little bent, so that they know
which way to fold. Every pole lies exactly in the plane of its limb, so that nothing moves when IK is first evaluated.
Joint limits are the ranges that anatomy books give for healthy adults, rounded, and counted from this relaxed stance.
Handles of hands are held by the chest, so that arms go with the body; feet stand on the floor.

Whatever the measures, limbs keep their bend, so limits and poles fit all people alike.
"""

from __future__ import annotations

from math import cos, radians, sin
from typing import Annotated

import msgspec

from pantin.rigs.fields import field
from pantin.rigs.rig import Rig
from pantin.rigs.templates.draft import HINGE, Draft, bent_limb, bones_of, both_sides, vector
from pantin.rigs.templates.fingers import fingers
from pantin.rigs.templates.full import Controls, controlled
from pantin.rigs.templates.limbs import DrivenLimb, driving, recorded
from pantin.rigs.templates.measures import Proportion, Size
from pantin.rigs.vectors import BACK, FRONT, UP, Vector, across, unit

THIGH, SHIN, UPPER_ARM, FOREARM = 0.440, 0.421, 0.292, 0.262
HAND, MITTEN = 0.092, 0.150
"""Metres from the wrist to the knuckles where there are fingers, to the finger tips where there are none."""

PELVIS, WAIST, CHEST = vector(0, 0, 0.005), vector(0, 0, 0.130), vector(0, 0, 0.260)
"""Of the trunk, above the hips; so are the next two."""
NECK = vector(0, 0.012, 0.545)
COLLAR, SHOULDER = vector(0.030, -0.020, 0.495), vector(0.177, -0.002, 0.491)
HEAD, TOP = vector(0, 0, 0.075), vector(0, 0, 0.225)
"""Lengths of neck and head."""
EYE, EYEBALL = vector(0.034, -0.075, 0.098), 0.034
"""The place of the left eye above the neck, and its length."""
HIP, LEG, ANKLE = 0.088, vector(0.0033, -0.0003, -0.852), 0.078
"""The place of each hip from the middle, the way from there to the ankle, and its height."""
BALL, TIP = (0.125, -0.062), (0.200, -0.066)
"""From the ankle to the ball of the foot and to the toes: forwards, and up."""
TOES_OUT = radians(4)


class HumanoidMeasures(msgspec.Struct, frozen=True):
    """The measures of a person; a proportion of 1 is that of the default figure."""

    height: Annotated[Size, field("Height", "From the floor to the top of the head.", unit="m")] = 1.775
    legs: Annotated[Proportion, field("Legs", "Length of the legs; 1 is usual.")] = 1.0
    trunk: Annotated[Proportion, field("Trunk", "Length of the trunk, from the hips to the neck; 1 is usual.")] = 1.0
    neck: Annotated[Proportion, field("Neck", "Length of the neck; 1 is usual.")] = 1.0
    head: Annotated[Proportion, field("Head", "Size of the head; 1 is usual.")] = 1.0
    shoulders: Annotated[Proportion, field("Shoulders", "Width of the shoulders; 1 is usual.")] = 1.0
    arms: Annotated[Proportion, field("Arms", "Length of the arms; 1 is usual.")] = 1.0
    hands: Annotated[Proportion, field("Hands", "Size of the hands; 1 is usual.")] = 1.0
    hips: Annotated[Proportion, field("Hips", "Width of the hips; 1 is usual.")] = 1.0
    feet: Annotated[Proportion, field("Feet", "Size of the feet; 1 is usual.")] = 1.0
    fingers: Annotated[bool, field("Fingers", "Hands with five fingers; off, a hand is one bone.")] = True
    controls: Controls = "full"


DEFAULT = HumanoidMeasures(controls="limbs")
"""Of the sample file."""


def rig(measures: HumanoidMeasures = DEFAULT) -> Rig:
    """The rig of the humanoid in its rest pose."""
    left = [*_eye(measures), *_arm(measures), *_leg(measures)]
    bones = bones_of([*_trunk(measures), *both_sides(left)], measures.height / float(_top(measures)[2]))
    constraints = driving(DrivenLimb("forearm", "hand", "elbow", end_follows=False), DrivenLimb("shin", "foot", "knee"))
    return controlled(recorded(Rig(bones=bones, constraints=constraints)), measures.controls)


def _hip(measures: HumanoidMeasures) -> Vector:
    """Return the hip joint of the left leg (3,), before the figure is scaled to its height; so are all points below."""
    return vector(HIP * measures.hips, 0, ANKLE * measures.feet - float(LEG[2]) * measures.legs)


def _on_trunk(measures: HumanoidMeasures, place: Vector) -> Vector:
    """A point (3,) of the trunk, given relative to the hips of the default figure."""
    x, y, z = place
    return vector(x * measures.shoulders, y, float(_hip(measures)[2]) + z * measures.trunk)


def _skull(measures: HumanoidMeasures) -> Vector:
    """Return the place of the skull (3,)."""
    return _on_trunk(measures, NECK) + HEAD * measures.neck


def _top(measures: HumanoidMeasures) -> Vector:
    """Return the top of the head (3,)."""
    return _skull(measures) + TOP * measures.head


def _trunk(measures: HumanoidMeasures) -> list[Draft]:
    """The bones from the hips to the head."""
    pelvis, waist, chest, neck = (_on_trunk(measures, place) for place in (PELVIS, WAIST, CHEST, NECK))
    hips = Draft("hips", "body", pelvis, waist, FRONT)
    spine = hips.joined("spine", chest, FRONT, (-15, 35), (-20, 20), (-20, 20))
    ribcage = spine.joined("chest", neck, FRONT, (-15, 25), (-25, 25), (-15, 15))
    nape = ribcage.joined("neck", _skull(measures), FRONT, (-30, 35), (-35, 35), (-25, 25))
    head = nape.joined("head", _top(measures), FRONT, (-30, 30), (-40, 40), (-20, 20))
    return [
        Draft("body", None, vector(0, 0, 0), vector(0, 0, 0.4), FRONT, kind="handle"),
        hips,
        spine,
        ribcage,
        nape,
        head,
    ]


def _eye(measures: HumanoidMeasures) -> list[Draft]:
    """The left eye, where there is a handle for what the eyes look at."""
    if measures.controls != "full":
        return []
    middle = _skull(measures) + EYE * measures.head
    return [Draft("eye.L", "head", middle, middle + FRONT * EYEBALL * measures.head, UP)]


def _arm(measures: HumanoidMeasures) -> list[Draft]:
    """The bones of the left arm from the collarbone to the finger tips, its handle and pole."""
    collar, shoulder = _on_trunk(measures, COLLAR), _on_trunk(measures, SHOULDER)
    down = unit(vector(0.55, 0, -0.85))
    upper, lower = UPPER_ARM * measures.arms, FOREARM * measures.arms
    wrist = shoulder + down * (upper + lower) * 0.995
    elbow, behind = bent_limb(shoulder, wrist, upper, lower, BACK)
    along = unit(wrist - elbow)
    palm = unit(across(vector(-0.9, 0, -0.4), along))
    tip = wrist + along * (HAND if measures.fingers else MITTEN) * measures.hands
    pole = elbow + behind * 0.45 * measures.arms
    clavicle = Draft("shoulder.L", "chest", collar, shoulder, FRONT, bend=(-20, 25), twist=(-10, 10), sway=(-10, 45))
    upper_arm = clavicle.joined("upper_arm.L", elbow, FRONT, (-50, 165), (-100, 70), (-45, 140))
    forearm = upper_arm.joined("forearm.L", wrist, FRONT, (-11, 138), (-80, 80), lock=(False, False, True))
    return [
        clavicle,
        upper_arm,
        forearm,
        forearm.joined("hand.L", tip, palm, (-70, 80), (-15, 15), (-30, 20)),
        *(fingers(wrist, along, palm, measures.hands) if measures.fingers else ()),
        Draft("hand_ik.L", "chest", wrist, wrist + along * 0.11 * measures.hands, palm, kind="handle"),
        Draft("elbow_pole.L", "chest", pole, pole + UP * 0.056, FRONT, kind="pole"),
    ]


def _leg(measures: HumanoidMeasures) -> list[Draft]:
    """The bones of the left leg from the hip to the toes, its handle and pole."""
    hip = _hip(measures)
    ankle = hip + LEG * measures.legs
    knee, before = bent_limb(hip, ankle, THIGH * measures.legs, SHIN * measures.legs, FRONT)
    forward = vector(sin(TOES_OUT), -cos(TOES_OUT), 0)
    ball, tip = (ankle + (forward * ahead + UP * up) * measures.feet for ahead, up in (BALL, TIP))
    pole = knee + before * 0.40 * measures.legs
    thigh = Draft("thigh.L", "hips", hip, knee, FRONT, bend=(-30, 115), twist=(-45, 40), sway=(-25, 50))
    shin = thigh.joined("shin.L", ankle, FRONT, (-130, 16), (-15, 15), lock=(False, False, True))
    foot = shin.joined("foot.L", ball, UP, (-45, 45), (-20, 20), (-15, 15))
    return [
        thigh,
        shin,
        foot,
        foot.joined("toe.L", tip, UP, (-35, 60), lock=HINGE),
        Draft("foot_ik.L", "body", ankle, ankle + unit(ball - ankle) * 0.10 * measures.feet, UP, kind="handle"),
        Draft("knee_pole.L", "body", pole, pole + UP * 0.056, FRONT, kind="pole"),
    ]
