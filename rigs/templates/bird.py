"""A bird of the size of a crow, its wings half spread: trunk, neck and beak, two wings with feathers, two legs, a tail.

It stands on the floor and looks along -Y. A wing folds at the elbow, which points backwards; a leg has three bones that
fold like a Z, and a foot with three toes to the front and one to the back. Wrists and feet have handles, elbows and
knees poles in the plane of their limb, so that nothing moves when IK is first evaluated. Ranges are rounded from how
birds move.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

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

RUMP = vector(0, 0.050, 0.232)
TRUNK = (
    # name, tail, bend, twist, sway
    ("hips", vector(0, -0.005, 0.248), None, None, None),
    ("spine", vector(0, -0.055, 0.262), (-8, 8), (-5, 5), (-8, 8)),
    ("chest", vector(0, -0.112, 0.286), (-5, 5), (-5, 5), (-5, 5)),
)
NECK = (vector(0, 0, 0), vector(0, -0.018, 0.036), vector(0, -0.020, 0.074), vector(0, -0.036, 0.108))
CROWN = vector(0, -0.014, 0.040)
BEAK, JAW = (vector(0, -0.026, 0.014), vector(0, -0.090, 0.004)), (vector(0, -0.018, 0.006), vector(0, -0.082, -0.006))
"""Of the head; the neck's joints are counted from its root."""

COLLAR, SHOULDER = vector(0.016, -0.080, 0.276), vector(0.046, -0.076, 0.284)
UPPER_ARM, FOREARM, HAND = 0.088, 0.108, 0.082
WRIST, TIP = vector(0.164, -0.010, 0.030), unit(vector(0.90, 0.42, 0.06))
"""From the shoulder to the wrist, and where the hand points from there."""
FEATHER = 0.115

HIP, ANKLE = vector(0.036, 0.030, 0.222), vector(0.044, 0.002, 0.024)
KNEE, HOCK = vector(0, -0.032, 0.176), vector(0, 0.050, 0.100)
BALL = vector(0.044, -0.020, 0.010)
TOES = (("toe_inner", -0.46), ("toe_middle", 0.06), ("toe_outer", 0.58))
"""The toes to the front, and how far each spreads to the side against forwards."""
TOE = 0.034

TAIL_ROOT, TAIL_END = vector(0, 0.058, 0.230), vector(0, 0.100, 0.222)
FAN = (0.18, 0.40)
"""Distance that the tail's feathers spread to the side."""


class BirdMeasures(msgspec.Struct, frozen=True):
    """The measures of a bird; a proportion of 1 is that of the default figure."""

    height: Annotated[Size, field("Height", "From the floor to the top of the head.", unit="m")] = 0.434
    legs: Annotated[Proportion, field("Legs", "Length of the legs; 1 is usual.")] = 1.0
    trunk: Annotated[Proportion, field("Trunk", "Size of the trunk; 1 is usual.")] = 1.0
    neck: Annotated[
        float, field("Neck", "Length of the neck; 1 is usual, a swan has 4.", ge=0.4, le=6.0, step=0.005)
    ] = 1.0
    neck_bones: Annotated[
        int, field("Neck bones", "How many bones the neck has.", unit="bones", step=1, ge=1, le=25)
    ] = 3
    head: Annotated[Proportion, field("Head", "Size of the head; 1 is usual.")] = 1.0
    beak: Annotated[Proportion, field("Beak", "Length of the beak; 1 is usual.")] = 1.0
    wings: Annotated[Proportion, field("Wings", "Span of the wings; 1 is usual.")] = 1.0
    feathers: Annotated[
        int, field("Feathers", "Bones for the feathers of each wing.", unit="bones", step=1, ge=0, le=24)
    ] = 6
    tail: Annotated[Proportion, field("Tail", "Length of the tail; 1 is usual.")] = 1.0
    feet: Annotated[Proportion, field("Feet", "Length of the toes; 1 is usual.")] = 1.0
    controls: Controls = "full"


DEFAULT = BirdMeasures(controls="limbs")
"""Of the sample file."""


def rig(measures: BirdMeasures = DEFAULT) -> Rig:
    """The rig of the bird in its rest pose."""
    left = [*_wing(measures), *_leg(measures), *_fan(measures)]
    size = measures.height / float(_on_head(measures, CROWN)[2])
    bones = bones_of([*_trunk(measures), *_tail(measures), *both_sides(left)], size)
    constraints = driving(DrivenLimb("forearm", "hand", "elbow"), DrivenLimb("hock", "foot", "knee", 3))
    made = recorded(Rig(bones=bones, constraints=constraints))
    return controlled(made, measures.controls, {"Arms": "Wings"})


def _placed(measures: BirdMeasures, place: Vector) -> Vector:
    """Return the place of a point (3,) of the default trunk with these measures, before the bird is scaled to its
    height.
    """
    raised = vector(0, 0, (measures.legs - 1.0) * float(HIP[2]))
    return raised + HIP + (place - HIP) * measures.trunk


def _on_head(measures: BirdMeasures, place: Vector) -> Vector:
    """Return the place of a point (3,) of the head, given relative to the end of the neck."""
    root = _placed(measures, TRUNK[-1][1])
    return root + NECK[-1] * measures.neck + place * measures.head


def _trunk(measures: BirdMeasures) -> list[Draft]:
    """The bones from the hips to the beak. Their Z axes face the belly, so that a positive bend rounds the back."""
    drafts = [Draft("body", None, vector(0, 0, 0), vector(0, 0, 0.16), FRONT, kind="handle")]
    head, parent = _placed(measures, RUMP), "body"
    for name, place, bend, twist, sway in TRUNK:
        tail = _placed(measures, place)
        drafts.append(Draft(name, parent, head, tail, DOWN, name != "hips", bend=bend, twist=twist, sway=sway))
        head, parent = tail, name
    for number, joint in enumerate(divided(NECK, measures.neck_bones)[1:], start=1):
        tail, name = _placed(measures, TRUNK[-1][1]) + joint * measures.neck, f"neck_{number}"
        drafts.append(Draft(name, parent, head, tail, FRONT, True, bend=(-50, 50), twist=(-25, 25), sway=(-40, 40)))
        head, parent = tail, name
    crown = _on_head(measures, CROWN)
    drafts.append(Draft("head", parent, head, crown, FRONT, True, bend=(-60, 70), twist=(-70, 70), sway=(-50, 50)))
    return [*drafts, *_beak(measures)]


def _beak(measures: BirdMeasures) -> list[Draft]:
    """The upper half of the beak, which hardly moves, and the lower half."""
    (root, tip), (joint, chin) = (
        (_on_head(measures, begin), _on_head(measures, begin + (end - begin) * measures.beak))
        for begin, end in (BEAK, JAW)
    )
    return [
        Draft("beak", "head", root, tip, DOWN, bend=(-10, 5), lock=HINGE),
        Draft("jaw", "head", joint, chin, DOWN, bend=(-2, 40), lock=HINGE),
    ]


def _wing(measures: BirdMeasures) -> list[Draft]:
    """The bones of the left wing from the collarbone to the tip, its feathers, handle and pole."""
    collar, shoulder = _placed(measures, COLLAR), _placed(measures, SHOULDER)
    wrist = shoulder + WRIST * measures.wings
    elbow, behind = bent_limb(shoulder, wrist, UPPER_ARM * measures.wings, FOREARM * measures.wings, BACK)
    tip = wrist + TIP * HAND * measures.wings
    pole = elbow + behind * 0.15 * measures.wings
    fold = range_of(interior_angle(shoulder, elbow, wrist), 25, 165)
    clavicle = Draft("shoulder.L", "chest", collar, shoulder, FRONT, bend=(-10, 10), twist=(-5, 5), sway=(-10, 10))
    upper_arm = clavicle.joined("upper_arm.L", elbow, FRONT, (-70, 50), (-70, 70), (-90, 80))
    forearm = upper_arm.joined("forearm.L", wrist, FRONT, fold, (-30, 30), lock=(False, False, True))
    return [
        clavicle,
        upper_arm,
        forearm,
        forearm.joined("hand.L", tip, FRONT, (-130, 25), (-20, 20), (-20, 20)),
        *_feathers(measures, elbow, wrist, tip),
        Draft("hand_ik.L", "body", wrist, wrist + TIP * 0.04 * measures.wings, FRONT, kind="handle"),
        Draft("elbow_pole.L", "body", pole, pole + UP * 0.020, FRONT, kind="pole"),
    ]


def _feathers(measures: BirdMeasures, elbow: Vector, wrist: Vector, tip: Vector) -> list[Draft]:
    """Feathers from the elbow to the tip of the wing: the inner ones point backwards, the last one goes on outwards."""
    drafts = []
    for number in range(measures.feathers):
        part = number / max(1, measures.feathers - 1)
        begin = elbow + (wrist - elbow) * part * 2 if part < 0.5 else wrist + (tip - wrist) * (part * 2 - 1)
        along = unit(BACK * (1.0 - part) + TIP * part * 1.2)
        end = begin + along * FEATHER * (0.8 + 0.5 * part) * measures.wings
        parent = "forearm.L" if part < 0.5 else "hand.L"
        name = f"feather_{number + 1}.L"
        drafts.append(Draft(name, parent, begin, end, UP, bend=(-30, 30), twist=(-30, 30), sway=(-70, 70)))
    return drafts


def _leg(measures: BirdMeasures) -> list[Draft]:
    """The bones of the left leg from the hip to the toes, its handle and pole; scaled by `measures.legs`."""
    knee, hock = between(HIP, KNEE, ANKLE), between(HIP, HOCK, ANKLE)
    swing = range_of(interior_angle(HIP + BACK * 0.1, HIP, knee), 60, 170)
    fold = range_of(interior_angle(HIP, knee, hock), 25, 150)
    kick = range_of(interior_angle(knee, hock, ANKLE), 20, 170)
    pole = knee + FRONT * 0.14
    leg = [
        Draft("thigh.L", "hips", HIP, knee, FRONT, bend=swing, twist=(-25, 25), sway=(-20, 30)),
        Draft("shin.L", "thigh.L", knee, hock, FRONT, True, bend=reversed_range(fold), lock=HINGE),
        Draft("hock.L", "shin.L", hock, ANKLE, FRONT, True, bend=kick, lock=HINGE),
        Draft("foot.L", "hock.L", ANKLE, BALL, UP, True, bend=(-80, 60), twist=(-20, 20), sway=(-20, 20)),
        *_toes(measures),
        Draft("foot_ik.L", "body", ANKLE, ANKLE + unit(BALL - ANKLE) * 0.045, UP, kind="handle"),
        Draft("knee_pole.L", "body", pole, pole + UP * 0.020, FRONT, kind="pole"),
    ]
    aside = vector(float(HIP[0]) * (measures.trunk - 1.0), 0, 0)
    return hung(leg, HIP, _placed(measures, HIP) + aside, measures.legs)


def _toes(measures: BirdMeasures) -> list[Draft]:
    """Three toes of two bones to the front and one of one bone to the back, all flat on the floor."""
    drafts = []
    length = TOE * measures.feet
    for name, aside in TOES:
        along = unit(vector(aside, -1.0, 0))
        middle = BALL + along * length - UP * 0.004
        end = middle + along * length * 0.7 - UP * 0.002
        drafts += [
            Draft(f"{name}_1.L", "foot.L", BALL, middle, UP, bend=(-70, 40), sway=(-20, 20), lock=(False, True, False)),
            Draft(f"{name}_2.L", f"{name}_1.L", middle, end, UP, True, bend=(-80, 20), lock=HINGE),
        ]
    heel = BALL + BACK * 0.014
    end = heel + BACK * length - UP * 0.006
    return [*drafts, Draft("toe_back.L", "foot.L", heel, end, UP, bend=(-30, 70), lock=HINGE)]


def _tail(measures: BirdMeasures) -> list[Draft]:
    """The stump of the tail and its middle feather."""
    root, end = _placed(measures, TAIL_ROOT), _placed(measures, TAIL_END)
    tip = end + unit(TAIL_END - TAIL_ROOT) * FEATHER * measures.tail
    return [
        Draft("tail", "hips", root, end, DOWN, bend=(-50, 50), twist=(-25, 25), sway=(-35, 35)),
        Draft("tail_feather", "tail", end, tip, DOWN, True, bend=(-15, 15), twist=(-10, 10), sway=(-10, 10)),
    ]


def _fan(measures: BirdMeasures) -> list[Draft]:
    """The feathers at the left of the tail's middle one."""
    end, drafts = _placed(measures, TAIL_END), []
    for number, aside in enumerate(FAN, start=1):
        along = unit(unit(TAIL_END - TAIL_ROOT) + vector(aside, 0, 0))
        begin = end + vector(0.006 * number, 0, 0)
        name, tip = f"tail_feather_{number}.L", begin + along * FEATHER * measures.tail
        drafts.append(Draft(name, "tail", begin, tip, DOWN, bend=(-15, 15), twist=(-10, 10), sway=(-30, 30)))
    return drafts
