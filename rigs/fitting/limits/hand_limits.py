"""Limits of wrist and fingers, counted from how they rest: fingers fold to the palm, wherever that faces."""

from __future__ import annotations

import numpy as np

from pantin.rigs.anatomy.parts import FINGERS
from pantin.rigs.fitting.body_frame import head_of
from pantin.rigs.fitting.found_body import finger_of_role, first_phalanx, phalanges_of
from pantin.rigs.fitting.hands import Hand
from pantin.rigs.fitting.limits import joint_ranges as adult
from pantin.rigs.fitting.limits.body import Body
from pantin.rigs.fitting.limits.bone_limits import Turn, joint_of
from pantin.rigs.fitting.palm import palm_of
from pantin.rigs.joint import Joint
from pantin.rigs.sides import Side
from pantin.rigs.vectors import Vector, across, unit


def hand_limits(body: Body, side: Side) -> dict[str, Joint]:
    """The joints of hand and fingers of one side, by bone."""
    hand = body.bone("hand", side)
    if hand is None:
        return {}
    along, palm = body.along(hand), _palm(body, hand, side)
    thumb = np.cross(palm, along) * _sign(body, side, palm)
    bend = body.turn_towards(along, palm, adult.WRIST.bend)
    aside = body.turn_towards(along, thumb, adult.WRIST.aside)
    found = {hand: joint_of(body.axes[hand], bend, aside, None)}
    for finger in FINGERS:
        found |= _finger(body, finger, side, palm, thumb)
    return found


def _finger(body: Body, finger: str, side: Side, palm: Vector, thumb: Vector) -> dict[str, Joint]:
    """The joints of a finger: it folds to the palm.

    The thumb's first joint moves in the plane of the palm and out of it, its others fold between these directions.
    """
    found: dict[str, Joint] = {}
    before = body.bone("hand", side)
    for number, role in enumerate(phalanges_of(finger, side), start=1):
        name = body.figure.bones.get(role)
        if name is None or before is None:
            continue
        along = body.along(name)
        if finger == "thumb":
            ranges = adult.THUMB[number - 1]
            folded, aside_to = (-thumb, palm) if number == 1 else (palm - thumb, None)
        else:
            ranges = adult.KNUCKLES[number - 1]
            folded, aside_to = palm, thumb if number == 1 else None
        axis = body.axis(along, folded)
        now = 0.0 if finger == "thumb" and number == 1 else body.angle(before, name, axis)
        bend = Turn(axis, -ranges.bend.away - now, ranges.bend.towards - now)
        aside = None if aside_to is None else body.turn_towards(along, aside_to, ranges.aside)
        found[name] = joint_of(body.axes[name], bend, aside, None)
        before = name
    return found


def _palm(body: Body, hand: str, side: Side) -> Vector:
    """The unit vector out of the palm: square to the row of knuckles; without fingers to the body of a hanging arm."""
    along = body.along(hand)
    faced = np.cross(along, body.arms.forward) * body.sign("hand", side)
    if np.linalg.norm(faced) < 0.1:
        faced = -body.arms.up
    if body.figure.kind == "hand":
        faced = _out_of_palm(body, hand, side)
    index, little = (body.figure.bones.get(first_phalanx(finger, side)) for finger in ("index", "little"))
    if index is not None and little is not None:
        row = head_of(body.rig, index) - head_of(body.rig, little)
        square = np.cross(row, along)
        if np.linalg.norm(square) > 0.3 * np.linalg.norm(row) and abs(float(unit(square) @ unit(faced))) > 0.2:
            faced = square * np.sign(float(square @ faced))
    return unit(across(faced, along))


def _out_of_palm(body: Body, hand: str, side: Side) -> Vector:
    """The direction out of the palm of a hand by itself, which may lie flat; where no knuckles tell it, as it curls."""
    bones = body.figure.bones
    chains = {
        finger: tuple(bones[role] for role in phalanges_of(finger, side) if role in bones)
        for finger in FINGERS
        if first_phalanx(finger, side) in bones
    }
    palm = palm_of(body.rig, Hand(hand, side, chains))
    return _curl(body, hand, side) if palm is None else palm.out


def _curl(body: Body, hand: str, side: Side) -> Vector:
    """The direction to where the fingers of a hand are curled at rest and its thumb lies."""
    along, wrist = body.along(hand), head_of(body.rig, hand)
    fingers = [name for role, name in body.figure.fingers.items() if finger_of_role(role) in FINGERS[1:]]
    tips = [across(body.along(name), along) for name in fingers]
    thumb = body.bone("thumb_2", side) or body.bone("thumb_1", side)
    out = np.sum(tips, axis=0) if tips else np.zeros(3)
    return np.asarray(out if thumb is None else out + unit(across(head_of(body.rig, thumb) - wrist, along)))


def _sign(body: Body, side: Side, palm: Vector) -> float:
    """1 for a left hand, -1 for a right one; of a hand by itself the thumb tells which it is."""
    thumb, little, hand = (body.bone(part, side) for part in ("thumb_1", "little_1", "hand"))
    if body.figure.kind != "hand" or thumb is None or little is None or hand is None:
        return body.sign("hand", side)
    row = head_of(body.rig, thumb) - head_of(body.rig, little)
    return 1.0 if float(np.cross(palm, body.along(hand)) @ row) >= 0.0 else -1.0
