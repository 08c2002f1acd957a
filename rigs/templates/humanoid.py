"""A person of 1.77 m with IK limbs: 51 bones that shape the body, eight handles and poles, one body handle.

The figure stands on the floor and looks along -Y; its left is +X. Elbows and knees are a little bent, so that they know
which way to fold. Every pole lies exactly in the plane of its limb, so that nothing moves when IK is first evaluated.
Joint limits are the ranges that anatomy books give for healthy adults, rounded, and counted from this relaxed stance.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, radians, sin

from rigs.constraints import Constraint, CopyRotation, Ik
from rigs.rig import Rig
from rigs.templates.draft import Draft, Vector, across, bent_limb, unit, vector
from rigs.templates.fingers import fingers

Fingers = Callable[[Vector, Vector, Vector], list[Draft]]
"""Draws the fingers of the left hand from its wrist, its direction and the way the palm faces."""

THIGH, SHIN, UPPER_ARM, FOREARM, HAND = 0.440, 0.421, 0.292, 0.262, 0.092
FRONT, BACK, UP = vector(0, -1, 0), vector(0, 1, 0), vector(0, 0, 1)

WAIST, CHEST = vector(0, 0, 1.060), vector(0, 0, 1.190)
NECK, HEAD, TOP = vector(0, 0.012, 1.475), vector(0, 0.012, 1.550), vector(0, 0.012, 1.775)
COLLAR, SHOULDER = vector(0.030, -0.020, 1.425), vector(0.177, -0.002, 1.421)
HIP, ANKLE = vector(0.088, 0, 0.930), vector(0.0913, -0.0003, 0.078)
TOES_OUT = radians(4)


def rig() -> Rig:
    """The humanoid, at rest."""
    return person("Humanoid", HAND, fingers)


def person(name: str, hand: float, fingers_of: Fingers) -> Rig:
    """A person with hands of this length, and whatever fingers `fingers_of` puts on the left one."""
    left = [*_arm(hand, fingers_of), *_leg()]
    drafts = [*_trunk(), *left, *(draft.mirrored() for draft in left)]
    bones = tuple(
        draft.bone() for draft in sorted(drafts, key=lambda draft: draft.kind != "bone" and draft.parent is not None)
    )
    constraints = tuple(
        tie for side in "LR" for tie in (*_limb(side, "forearm", "hand", "elbow"), *_limb(side, "shin", "foot", "knee"))
    )
    return Rig(name=name, bones=bones, constraints=constraints)


def _trunk() -> list[Draft]:
    return [
        Draft("body", None, vector(0, 0, 0), vector(0, 0, 0.4), FRONT, kind="handle"),
        Draft("hips", "body", vector(0, 0, 0.935), WAIST, FRONT),
        Draft("spine", "hips", WAIST, CHEST, FRONT, True, bend=(-15, 35), twist=(-20, 20), sway=(-20, 20)),
        Draft("chest", "spine", CHEST, NECK, FRONT, True, bend=(-15, 25), twist=(-25, 25), sway=(-15, 15)),
        Draft("neck", "chest", NECK, HEAD, FRONT, True, bend=(-30, 35), twist=(-35, 35), sway=(-25, 25)),
        Draft("head", "neck", HEAD, TOP, FRONT, True, bend=(-30, 30), twist=(-40, 40), sway=(-20, 20)),
    ]


def _arm(length: float, fingers_of: Fingers) -> list[Draft]:
    """The left arm from the collarbone to the finger tips, its handle and its pole."""
    down = unit(vector(0.55, 0, -0.85))
    wrist = SHOULDER + down * (UPPER_ARM + FOREARM) * 0.995
    elbow, behind = bent_limb(SHOULDER, wrist, UPPER_ARM, FOREARM, BACK)
    along = unit(wrist - elbow)
    palm = unit(across(vector(-0.9, 0, -0.4), along))
    hand = wrist + along * length
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
        *fingers_of(wrist, along, palm),
        Draft("hand_ik.L", "body", wrist, wrist + along * 0.11, palm, kind="handle"),
        Draft("elbow_pole.L", "body", pole, pole + UP * 0.056, FRONT, kind="pole"),
    ]


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
