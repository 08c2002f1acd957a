"""A four-legged animal, 68 cm at the back, built like a large dog: 38 bones that shape it, nine handles and poles.

It stands on the floor and looks along -Y. A front leg hangs on its shoulder blade and bends at the elbow; a hind leg
has three bones that fold like a Z down to the paw. Each paw has a handle that holds its place and its turn, each leg
a pole. All paws are pinned to the floor. Every leg lies in one plane with its pole, so that nothing moves when IK is
first evaluated.

Ranges of the legs are those that Jaegger, Marcellin-Little and Levine measured on Labrador Retrievers ("Reliability of
goniometry in Labrador Retrievers", American Journal of Veterinary Research 63, 2002); they are given as angles between
bones and counted here from this stance. Those of back, neck and tail are rounded from how dogs move.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated

import msgspec

from pantin.rigs.editing.pins import foot_pin
from pantin.rigs.fields import field
from pantin.rigs.rig import Rig
from pantin.rigs.templates.draft import (
    HINGE,
    Draft,
    bent_limb,
    between,
    bones_of,
    both_sides,
    divided,
    hung,
    interior_angle,
    range_of,
    reversed_range,
    vector,
)
from pantin.rigs.templates.full import Controls, controlled
from pantin.rigs.templates.limbs import DrivenLimb, driving, recorded
from pantin.rigs.templates.measures import Proportion, Size
from pantin.rigs.vectors import BACK, DOWN, FRONT, UP, Vector, unit

RUMP = vector(0, 0.375, 0.645)
BACKBONE = (
    # name, tail, bend, twist, sway
    ("hips", vector(0, 0.235, 0.660), None, None, None),
    ("spine_1", vector(0, 0.085, 0.668), (-20, 30), (-10, 10), (-20, 20)),
    ("spine_2", vector(0, -0.065, 0.662), (-20, 30), (-12, 12), (-20, 20)),
    ("chest", vector(0, -0.260, 0.675), (-12, 18), (-12, 12), (-12, 12)),
    ("neck_1", vector(0, -0.345, 0.790), (-45, 55), (-25, 25), (-40, 40)),
    ("neck_2", vector(0, -0.415, 0.905), (-45, 45), (-30, 30), (-40, 40)),
    ("head", vector(0, -0.665, 0.850), (-50, 60), (-40, 40), (-45, 45)),
)
JAW = (vector(0, -0.455, 0.862), vector(0, -0.630, 0.812))
EAR = (vector(0.040, -0.428, 0.945), vector(0.062, -0.408, 1.005), vector(0.070, -0.398, 1.050))
TAIL = (
    vector(0, 0.395, 0.655),
    vector(0, 0.475, 0.690),
    vector(0, 0.560, 0.705),
    vector(0, 0.640, 0.695),
    vector(0, 0.710, 0.660),
    vector(0, 0.765, 0.610),
    vector(0, 0.800, 0.550),
)

BLADE, SHOULDER, WRIST = vector(0.062, -0.165, 0.705), vector(0.090, -0.275, 0.520), vector(0.096, -0.215, 0.120)
UPPER_ARM, FOREARM = 0.190, 0.246
LOIN, BREAST = 0.235, -0.260
"""The ends of the back, along Y."""
FRONT_KNUCKLES, FRONT_TIP = vector(0.096, -0.250, 0.042), vector(0.096, -0.318, 0.024)

HIP, PELVIS = vector(0.080, 0.330, 0.600), vector(0, -0.80, 0.60)
KNEE, HOCK, ANKLE = vector(0.0, 0.245, 0.405), vector(0.0, 0.415, 0.225), vector(0.094, 0.385, 0.062)
HIND_KNUCKLES, HIND_TIP = vector(0.094, 0.345, 0.034), vector(0.094, 0.282, 0.022)


class QuadrupedMeasures(msgspec.Struct, frozen=True):
    """The measures of a four-legged animal; a proportion of 1 is that of the default figure."""

    height: Annotated[Size, field("Height", "From the floor to the top of the shoulder blades.", unit="m")] = 0.705
    legs: Annotated[Proportion, field("Legs", "Length of the legs; 1 is usual.")] = 1.0
    trunk: Annotated[Proportion, field("Trunk", "Length of the back; 1 is usual.")] = 1.0
    width: Annotated[Proportion, field("Width", "How far the legs stand apart; 1 is usual.")] = 1.0
    neck: Annotated[Proportion, field("Neck", "Length of the neck; 1 is usual.")] = 1.0
    head: Annotated[Proportion, field("Head", "Size of the head; 1 is usual.")] = 1.0
    ears: Annotated[Proportion, field("Ears", "Length of the ears; 1 is usual.")] = 1.0
    tail: Annotated[Proportion, field("Tail", "Length of the tail; 1 is usual.")] = 1.0
    tail_bones: Annotated[
        int, field("Tail bones", "How many bones the tail has.", unit="bones", step=1, ge=1, le=40)
    ] = len(TAIL) - 1
    controls: Controls = "full"


DEFAULT = QuadrupedMeasures(controls="limbs")
"""Of the sample file."""


def rig(measures: QuadrupedMeasures = DEFAULT) -> Rig:
    """The rig of the quadruped in its rest pose."""
    left = [*_ear(measures), *_front_leg(measures), *_hind_leg(measures)]
    size = measures.height / (float(BLADE[2]) + _raised(measures))
    bones = bones_of([*_trunk(measures), *_tail(measures), *both_sides(left)], size)
    constraints = driving(DrivenLimb("forearm", "front_paw", "elbow"), DrivenLimb("hock", "hind_paw", "knee", 3))
    made = recorded(Rig(bones=bones, constraints=constraints))
    made = made.changed(pins=(*(foot_pin(f"front_paw.{side}") for side in "LR"), *made.pins))
    return controlled(made, measures.controls, {"Arms": "Front legs", "Legs": "Hind legs"})


def _raised(measures: QuadrupedMeasures) -> float:
    """By how much the trunk is higher than the default one, metres, before the animal is scaled to its height."""
    return (measures.legs - 1.0) * float(SHOULDER[2])


def _placed(place: Vector, measures: QuadrupedMeasures) -> Vector:
    """Return the place of a point (3,) of the default trunk on one of another length, measured from the hips to the
    front.
    """
    x, y, z = place
    from_hips = max(0.0, min(LOIN - y, LOIN - BREAST))
    return vector(x, y - from_hips * (measures.trunk - 1.0), z + _raised(measures))


def _on_head(measures: QuadrupedMeasures, place: Vector) -> Vector:
    """Return the place of a point (3,) of the default head with these measures."""
    nape = BACKBONE[-2][1]
    return _neck_place(measures, nape) + (place - nape) * measures.head


def _neck_place(measures: QuadrupedMeasures, place: Vector) -> Vector:
    """Return the place of a point (3,) of the default neck with these measures."""
    root = BACKBONE[-4][1]
    return _placed(root, measures) + (place - root) * measures.neck


def _trunk(measures: QuadrupedMeasures) -> list[Draft]:
    """The bones from the hips to the nose. Their Z axes face the belly, so that a positive bend rounds the back."""
    drafts = [Draft("body", None, vector(0, 0, 0), vector(0, 0, 0.25), FRONT, kind="handle")]
    head, parent = _placed(RUMP, measures), "body"
    for name, place, bend, twist, sway in BACKBONE:
        on = {"neck": _neck_place, "head": _on_head}.get(name[:4])
        tail = on(measures, place) if on else _placed(place, measures)
        belly = DOWN + FRONT * (name.startswith("neck"))
        drafts.append(Draft(name, parent, head, tail, belly, name != "hips", bend=bend, twist=twist, sway=sway))
        head, parent = tail, name
    joint, chin = (_on_head(measures, place) for place in JAW)
    return [*drafts, Draft("jaw", "head", joint, chin, DOWN, bend=(-2, 40), sway=(-5, 5), lock=(False, True, False))]


def _tail(measures: QuadrupedMeasures) -> list[Draft]:
    """The bones of the tail."""
    root = _placed(TAIL[0], measures)
    joints = [root + (joint - TAIL[0]) * measures.tail for joint in divided(TAIL, measures.tail_bones)]
    return [
        Draft(
            f"tail_{number}",
            f"tail_{number - 1}" if number > 1 else "hips",
            head,
            tail,
            DOWN,
            number > 1,
            bend=(-50, 50),
            twist=(-10, 10),
            sway=(-45, 45),
        )
        for number, (head, tail) in enumerate(pairwise(joints), start=1)
    ]


def _ear(measures: QuadrupedMeasures) -> list[Draft]:
    """The bones of the left ear."""
    root, fold, tip = EAR
    root, fold, tip = (_on_head(measures, root + (place - root) * measures.ears) for place in (root, fold, tip))
    return [
        Draft("ear.L", "head", root, fold, FRONT, bend=(-40, 50), twist=(-60, 40), sway=(-25, 45)),
        Draft("ear_tip.L", "ear.L", fold, tip, FRONT, True, bend=(-30, 100), twist=(-20, 20), sway=(-30, 30)),
    ]


def _hung(drafts: list[Draft], joint: Vector, measures: QuadrupedMeasures) -> list[Draft]:
    """The drafts of a default leg that begins at `joint` (3,), in its place on the trunk and long enough to stand."""
    aside = vector(float(joint[0]) * (measures.width - 1.0), 0, 0)
    return hung(drafts, joint, _placed(joint, measures) + aside, 1.0 + _raised(measures) / float(joint[2]))


def _front_leg(measures: QuadrupedMeasures) -> list[Draft]:
    """The left front leg from the shoulder blade to the toes, its handle and pole."""
    elbow, behind = bent_limb(SHOULDER, WRIST, UPPER_ARM, FOREARM, BACK)
    pole = elbow + behind * 0.35
    leg = [
        *_front_bones(elbow),
        Draft("front_paw_ik.L", "body", WRIST, WRIST + unit(FRONT_KNUCKLES - WRIST) * 0.10, FRONT, kind="handle"),
        Draft("elbow_pole.L", "body", pole, pole + UP * 0.05, FRONT, kind="pole"),
    ]
    bones = _hung(leg, SHOULDER, measures)
    blade = _placed(BLADE, measures) + vector(float(BLADE[0]) * (measures.width - 1.0), 0, 0)
    shoulder = Draft("shoulder.L", "chest", blade, bones[0].head, FRONT, bend=(-25, 25), twist=(-8, 8), sway=(-8, 12))
    return [shoulder, *bones]


def _front_bones(elbow: Vector) -> list[Draft]:
    """The bones of the left front leg from the shoulder joint to the toes; `elbow` is where it bends (3,), metres."""
    upper = reversed_range(range_of(interior_angle(BLADE, SHOULDER, elbow), 57, 165))
    lower = range_of(interior_angle(SHOULDER, elbow, WRIST), 36, 165)
    upper_arm = Draft(
        "upper_arm.L", "shoulder.L", SHOULDER, elbow, FRONT, True, bend=upper, twist=(-20, 20), sway=(-20, 35)
    )
    forearm = upper_arm.joined("forearm.L", WRIST, FRONT, lower, (-25, 25), lock=(False, False, True))
    paw = forearm.joined("front_paw.L", FRONT_KNUCKLES, FRONT, (-148, 16), (-10, 10), (-10, 15))
    return [upper_arm, forearm, paw, paw.joined("front_toe.L", FRONT_TIP, UP, (-60, 40), lock=HINGE)]


def _hind_leg(measures: QuadrupedMeasures) -> list[Draft]:
    """The left hind leg from the hip to the toes, its handle and pole."""
    knee, hock = between(HIP, KNEE, ANKLE), between(HIP, HOCK, ANKLE)
    swing = range_of(interior_angle(HIP + PELVIS, HIP, knee), 50, 162)
    fold = range_of(interior_angle(HIP, knee, hock), 42, 162)
    kick = range_of(interior_angle(knee, hock, ANKLE), 39, 164)
    pole = knee + FRONT * 0.35
    thigh = Draft("thigh.L", "hips", HIP, knee, FRONT, bend=swing, twist=(-25, 25), sway=(-20, 45))
    shin = thigh.joined("shin.L", hock, FRONT, reversed_range(fold), lock=HINGE)
    cannon = shin.joined("hock.L", ANKLE, FRONT, kick, lock=HINGE)
    paw = cannon.joined("hind_paw.L", HIND_KNUCKLES, UP, (-80, 60), (-10, 10), (-10, 15))
    toe = paw.joined("hind_toe.L", HIND_TIP, UP, (-60, 40), lock=HINGE)
    handle = Draft("hind_paw_ik.L", "body", ANKLE, ANKLE + unit(HIND_KNUCKLES - ANKLE) * 0.10, UP, kind="handle")
    leg = [
        thigh,
        shin,
        cannon,
        paw,
        toe,
        handle,
        Draft("knee_pole.L", "body", pole, pole + UP * 0.05, FRONT, kind="pole"),
    ]
    return _hung(leg, HIP, measures)
