"""A person of 1.77 m with IK limbs: 51 bones that shape the body, eight handles and poles, one body handle.

The figure stands on the floor and looks along -Y; its left is +X. Elbows and knees are a little bent, so that they know
which way to fold. Every pole lies exactly in the plane of its limb, so that nothing moves when IK is first evaluated.
Joint limits are the ranges that anatomy books give for healthy adults, rounded, and counted from this relaxed stance.
"""

from __future__ import annotations

from math import cos, radians, sin

from rigs.constraints import Constraint, CopyRotation, Ik
from rigs.rig import Rig
from rigs.templates.draft import Draft, Vector, bent_limb, unit, vector

THIGH, SHIN, UPPER_ARM, FOREARM, HAND = 0.440, 0.421, 0.292, 0.262, 0.092
FRONT, BACK, UP = vector(0, -1, 0), vector(0, 1, 0), vector(0, 0, 1)

WAIST, CHEST = vector(0, 0, 1.060), vector(0, 0, 1.190)
NECK, HEAD, TOP = vector(0, 0.012, 1.475), vector(0, 0.012, 1.550), vector(0, 0.012, 1.775)
COLLAR, SHOULDER = vector(0.030, -0.020, 1.425), vector(0.177, -0.002, 1.421)
HIP, ANKLE = vector(0.088, 0, 0.930), vector(0.0913, -0.0003, 0.078)
TOES_OUT = radians(4)

FINGERS = (
    # name, knuckle in the hand's axes (x away from the thumb, y along the hand), spread in degrees, phalanges
    ("index", (-0.0275, 0.094), -4.0, (0.042, 0.025, 0.019)),
    ("middle", (-0.0095, 0.098), 0.0, (0.046, 0.028, 0.020)),
    ("ring", (0.0085, 0.093), 4.0, (0.042, 0.026, 0.019)),
    ("little", (0.0255, 0.084), 9.0, (0.033, 0.019, 0.016)),
)
CURL = (9.0, 14.0, 10.0)
THUMB = (0.036, 0.030, 0.024)


def rig() -> Rig:
    """The humanoid, at rest."""
    left = [*_arm(), *_leg()]
    drafts = [*_trunk(), *left, *(draft.mirrored() for draft in left)]
    bones = tuple(
        draft.bone() for draft in sorted(drafts, key=lambda draft: draft.kind != "bone" and draft.parent is not None)
    )
    constraints = tuple(
        tie for side in "LR" for tie in (*_limb(side, "forearm", "hand", "elbow"), *_limb(side, "shin", "foot", "knee"))
    )
    return Rig(name="Humanoid", bones=bones, constraints=constraints)


def _trunk() -> list[Draft]:
    return [
        Draft("body", None, vector(0, 0, 0), vector(0, 0, 0.4), FRONT, kind="handle"),
        Draft("hips", "body", vector(0, 0, 0.935), WAIST, FRONT),
        Draft("spine", "hips", WAIST, CHEST, FRONT, True, bend=(-15, 35), twist=(-20, 20), sway=(-20, 20)),
        Draft("chest", "spine", CHEST, NECK, FRONT, True, bend=(-15, 25), twist=(-25, 25), sway=(-15, 15)),
        Draft("neck", "chest", NECK, HEAD, FRONT, True, bend=(-30, 35), twist=(-35, 35), sway=(-25, 25)),
        Draft("head", "neck", HEAD, TOP, FRONT, True, bend=(-30, 30), twist=(-40, 40), sway=(-20, 20)),
    ]


def _arm() -> list[Draft]:
    """The left arm from the collarbone to the finger tips, its handle and its pole."""
    down = unit(vector(0.55, 0, -0.85))
    wrist = SHOULDER + down * (UPPER_ARM + FOREARM) * 0.995
    elbow, behind = bent_limb(SHOULDER, wrist, UPPER_ARM, FOREARM, BACK)
    along = unit(wrist - elbow)
    palm = unit(_across(vector(-0.9, 0, -0.4), along))
    hand = wrist + along * HAND
    pole = elbow + behind * 0.45
    return [
        Draft("shoulder.L", "chest", COLLAR, SHOULDER, FRONT, bend=(-20, 25), twist=(-10, 10), sway=(-10, 35)),
        Draft(
            "upper_arm.L", "shoulder.L", SHOULDER, elbow, FRONT, True, bend=(-50, 165), twist=(-80, 70), sway=(-45, 140)
        ),
        Draft(
            "forearm.L",
            "upper_arm.L",
            elbow,
            wrist,
            FRONT,
            True,
            bend=(-11, 138),
            twist=(-80, 80),
            lock=(False, False, True),
        ),
        Draft("hand.L", "forearm.L", wrist, hand, palm, True, bend=(-70, 80), twist=(-15, 15), sway=(-30, 20)),
        *_fingers(wrist, along, palm),
        Draft("hand_ik.L", "body", wrist, wrist + along * 0.11, palm, kind="handle"),
        Draft("elbow_pole.L", "body", pole, pole + UP * 0.056, FRONT, kind="pole"),
    ]


def _fingers(wrist: Vector, along: Vector, palm: Vector) -> list[Draft]:
    across = _cross(along, palm)
    drafts = []
    for name, (x, y), spread, lengths in FINGERS:
        outwards = unit(along * cos(radians(spread)) + across * sin(radians(spread)))
        drafts += _finger(name, wrist + across * x + along * y + palm * 0.002, outwards, palm, lengths)
    thumb = wrist - across * 0.024 + along * 0.022 + palm * 0.010
    inwards = unit(across * 0.75 + palm * 0.65)
    drafts += _finger("thumb", thumb, unit(along * 0.74 - across * 0.60 + palm * 0.31), inwards, THUMB)
    return drafts


def _finger(name: str, knuckle: Vector, along: Vector, inwards: Vector, lengths: tuple[float, ...]) -> list[Draft]:
    """Three phalanges, curled a little towards the palm; the last two are hinges."""
    drafts, head, parent, curl = [], knuckle, "hand.L", 0.0
    side = unit(_across(inwards, along))
    for number, (length, more) in enumerate(zip(lengths, CURL, strict=True), start=1):
        curl += radians(more)
        tail = head + length * (along * cos(curl) + side * sin(curl))
        facing = side * cos(curl) - along * sin(curl)
        bone = f"{name}_{number}.L"
        if number > 1:
            drafts.append(Draft(bone, parent, head, tail, facing, True, bend=(-15, 95), lock=(False, True, True)))
        elif name == "thumb":
            drafts.append(Draft(bone, parent, head, tail, facing, bend=(-25, 45), twist=(-20, 20), sway=(-30, 30)))
        else:
            drafts.append(
                Draft(bone, parent, head, tail, facing, bend=(-25, 85), sway=(-15, 15), lock=(False, True, False))
            )
        head, parent = tail, bone
    return drafts


def _leg() -> list[Draft]:
    """The left leg from the hip to the toes, its handle and its pole."""
    knee, before = bent_limb(HIP, ANKLE, THIGH, SHIN, FRONT)
    forward = vector(sin(TOES_OUT), -cos(TOES_OUT), 0)
    ball, tip = ANKLE + forward * 0.125 - UP * 0.062, ANKLE + forward * 0.200 - UP * 0.066
    pole = knee + before * 0.40
    return [
        Draft("thigh.L", "hips", HIP, knee, FRONT, bend=(-30, 115), twist=(-45, 40), sway=(-25, 50)),
        Draft(
            "shin.L", "thigh.L", knee, ANKLE, FRONT, True, bend=(-130, 16), twist=(-15, 15), lock=(False, False, True)
        ),
        Draft("foot.L", "shin.L", ANKLE, ball, UP, True, bend=(-45, 25), twist=(-20, 20), sway=(-15, 15)),
        Draft("toe.L", "foot.L", ball, tip, UP, True, bend=(-35, 60), lock=(False, True, True)),
        Draft("foot_ik.L", "body", ANKLE, ANKLE + unit(ball - ANKLE) * 0.10, UP, kind="handle"),
        Draft("knee_pole.L", "body", pole, pole + UP * 0.056, FRONT, kind="pole"),
    ]


def _limb(side: str, lower: str, end: str, joint: str) -> tuple[Constraint, ...]:
    """IK for one limb; its end keeps the rotation of the handle."""
    handle = f"{end}_ik.{side}"
    return (
        Ik(owner=f"{lower}.{side}", target=handle, pole=f"{joint}_pole.{side}", chain_length=2),
        CopyRotation(owner=f"{end}.{side}", target=handle),
    )


def _across(direction: Vector, along: Vector) -> Vector:
    return direction - along * float(direction @ along)


def _cross(a: Vector, b: Vector) -> Vector:
    return vector(a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
