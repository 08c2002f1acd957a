"""The axes in which a person stands: up along the back, left and forward, from the joints and not from the axes of the
file.

Left and right are those of the body: where names have them swapped, which toes and knees show, the body is right.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import cos, radians, sin
from typing import Literal, NamedTuple

import numpy as np

from pantin.rigs.anatomy.parts import LEG
from pantin.rigs.fitting.found_body import SIDES, FoundBody, role_of
from pantin.rigs.rig import Rig
from pantin.rigs.sides import Side
from pantin.rigs.vectors import FRONT, LEFT, UP, Vector, across, unit

SURE = 0.02
"""Toes and knees must lie before or behind the ankles by more than this part of a leg to outrank names of sides."""

STANDING, TOES_FLAT, KNEE = 0.8, 0.4, 0.01
"""Cosines between back and up, and between what names call left and what toes do, and between feet and the floor, of
somebody whose toes outrank names; and parts of the back's length by which knees and eyes may lie behind.
"""

LEANING = sin(radians(8.0))
"""A trunk that leans sideways against the line of hips and shoulders by an angle with a smaller sine is taken to be
square to that line."""

ALONG = cos(radians(25.0))
"""Hips or shoulders whose line has a greater cosine with the back do not tell where left is: some motion capture rests
with all bones along one axis, which is up."""

LimbRoot = Literal["thigh", "upper_arm"]
"""The first part of a leg or an arm: where its pair begins, hips or shoulders are."""
LIMB_ROOTS: tuple[LimbRoot, ...] = ("thigh", "upper_arm")


class Frame(NamedTuple):
    """Three unit vectors (3,) in armature space, square to each other."""

    left: Vector
    up: Vector
    forward: Vector


def frame_of(rig: Rig, body: FoundBody, part: LimbRoot | None = None) -> Frame:
    """The axes of a body at rest; with `part` the left of its hips or of its shoulders alone, which a twist turns."""
    if body.kind == "quadruped":
        return _on_four_legs(rig, body)
    up, pairs = _up(rig, body), list(LIMB_ROOTS)
    for each in LIMB_ROOTS:
        along = unit(_left(rig, body, (each,)))
        if abs(float(along @ up)) > ALONG:
            up = along * np.sign(float(along @ up))
            pairs.remove(each)
    line = unit(_left(rig, body, pairs)) if pairs else _left_of_axes(up)
    if abs(float(line @ up)) < LEANING:
        up = unit(across(up, line))
    left = unit(across(line, up))
    sign = -1.0 if ahead_of_ankles(_legs(rig, body), np.cross(left, up)) < -SURE else 1.0
    if part in pairs:
        left = unit(across(_left(rig, body, (part,), left), up))
    return Frame(sign * left, up, sign * np.cross(left, up))


def tells_the_other_side(rig: Rig, body: FoundBody) -> bool:
    """Return whether a person who stands has its left leg, by name, on the right of where its toes point.

    Knees that bend ahead of them, and eyes, must not contradict: an animal on two legs has its ankles behind.
    """
    bones = body.bones
    legs = [role_of(part, side) for side in SIDES for part in ("thigh", "shin", "foot")]
    if body.kind != "person" or not {"head", *legs} <= bones.keys():
        return False
    left, left_knee, left_ankle, right, right_knee, right_ankle = (head_of(rig, bones[role]) for role in legs)
    back = head_of(rig, bones["head"]) - (left + right) / 2
    feet = np.sum([_along_foot(rig, body, side) for side in SIDES], axis=0)
    ahead = feet * (1.0, 1.0, 0.0)
    flat = float(np.linalg.norm(ahead))
    if back[2] < STANDING * np.linalg.norm(back) or flat < TOES_FLAT * np.linalg.norm(feet) or not flat:
        return False
    ahead = ahead / flat
    across_body = (left - right) / max(float(np.linalg.norm(left - right)), 1e-9)
    if float(across_body @ np.cross(UP, ahead)) > -STANDING:
        return False
    knees = (left_knee - (left + left_ankle) / 2) + (right_knee - (right + right_ankle) / 2)
    eyes = [head_of(rig, name) - head_of(rig, bones["head"]) for side in SIDES if (name := bones.get(f"eye.{side}"))]
    size = float(np.linalg.norm(back))
    seen = float(np.sum(eyes, axis=0) @ ahead) if eyes else 0.0
    return float(knees @ ahead) > -KNEE * size and seen > -KNEE * size


def _along_foot(rig: Rig, body: FoundBody, side: Side) -> Vector:
    """From the ankle to the toes (3,), or along the foot where it has none."""
    foot, toe = body.bones[role_of("foot", side)], body.bones.get(role_of("toe", side))
    end = head_of(rig, toe) if toe else np.array(rig.by_name[foot].tail)
    return np.asarray(end - head_of(rig, foot))


def _left_of_axes(up: Vector) -> Vector:
    """Left of a body that looks along -Y; of one whose back lies along Y, of a body that looks along +Z."""
    return np.asarray(np.cross(up, FRONT if abs(float(FRONT @ up)) < ALONG else UP))


def _on_four_legs(rig: Rig, body: FoundBody) -> Frame:
    """The back runs from the hips to the shoulders, and the legs go down from it."""
    hips, shoulders = (_middle(rig, body, part) for part in LIMB_ROOTS)
    ends = [_middle(rig, body, part) for part in ("foot", "hand")]
    if hips is None or shoulders is None or ends[0] is None or ends[1] is None:
        return Frame(LEFT, UP, FRONT)
    back = unit(shoulders - hips)
    up = unit(across(hips - ends[0] + shoulders - ends[1], back))
    return Frame(np.cross(up, back), up, back)


def head_of(rig: Rig, name: str) -> Vector:
    """Return the head of a bone at rest (3,), armature space."""
    return np.array(rig.by_name[name].head)


def direction_of(rig: Rig, name: str) -> Vector:
    """The unit vector (3,) along a bone at rest, armature space; +Z for one without a length."""
    bone = rig.by_name[name]
    span = np.subtract(bone.tail, bone.head)
    length = float(np.linalg.norm(span))
    return span / length if length > 1e-9 else UP


def _up(rig: Rig, body: FoundBody) -> Vector:
    """From between the legs to between the arms, or to the head."""
    low, high = _middle(rig, body, "thigh"), _middle(rig, body, "upper_arm")
    if high is None and "head" in body.bones:
        high = head_of(rig, body.bones["head"])
    if low is None or high is None or np.linalg.norm(high - low) < 1e-9:
        return UP
    return unit(high - low)


def _left(rig: Rig, body: FoundBody, parts: Sequence[LimbRoot], unsure: Vector = LEFT) -> Vector:
    """From right to left, by hips and shoulders together or by one of them; `unsure` where they coincide."""
    found = np.zeros(3)
    for part in parts:
        left, right = (body.bones.get(role_of(part, side)) for side in SIDES)
        if left is not None and right is not None:
            found += head_of(rig, left) - head_of(rig, right)
    return found if np.linalg.norm(found) > 1e-9 else unsure


def ahead_of_ankles(legs: Iterable[Sequence[Vector]], forward: Vector) -> float:
    """Return the distance of toes and knees before the ankles, in lengths of the legs; below 0 where they are behind
    them.

    A leg is its joints (3,) from the hip to the ankle, and the toes where they are known.
    """
    ahead, length = 0.0, 0.0
    for hip, knee, ankle, *toes in legs:
        length += float(np.linalg.norm(ankle - hip))
        ahead += float((knee - (hip + ankle) / 2) @ forward)
        for toe in toes:
            ahead += 2.0 * float((toe - ankle) @ forward)
    return ahead / length if length > 0.0 else 0.0


def _legs(rig: Rig, body: FoundBody) -> Iterator[list[Vector]]:
    """The joints of each leg from the hip to the ankle, and the toes where they were found."""
    for side in SIDES:
        thigh, shin, foot, toe = (body.bones.get(role_of(part, side)) for part in LEG)
        if thigh is not None and shin is not None:
            ankle = head_of(rig, foot) if foot else np.array(rig.by_name[shin].tail)
            yield [head_of(rig, thigh), head_of(rig, shin), ankle, *([head_of(rig, toe)] if toe else [])]


def _middle(rig: Rig, body: FoundBody, part: str) -> Vector | None:
    places = [head_of(rig, name) for side in SIDES if (name := body.bones.get(role_of(part, side)))]
    return np.mean(places, axis=0) if places else None
