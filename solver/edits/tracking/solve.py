"""The solve: a handful of points become a stance of the whole body, turn by turn. No document is needed here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import msgspec
import numpy as np
from msgspec.structs import replace

from pantin.rigs import rotations as rot
from pantin.rigs.tracking.points import FEET, HANDS, Calibration, Points, TrackedPart
from pantin.rigs.vectors import FRONT, LEFT, SHORTEST, UP, Matrix, Vector, four, heading_of, length
from pantin.solver.edits.tracking import feet, hips, prone, rate, swivels
from pantin.solver.edits.tracking.bending import bent
from pantin.solver.edits.tracking.body import Body
from pantin.solver.edits.tracking.feet import Feet, Foot
from pantin.solver.edits.tracking.hips import Facing
from pantin.solver.edits.tracking.limbs import limb, twist_of
from pantin.solver.edits.tracking.swivels import Swivel
from pantin.solver.edits.tracking.trunk import Bend, Reach, Spine, Trunk
from pantin.solver.messages import _

ELBOWS = -FRONT
"""Their direction in the stance."""


class Memory(msgspec.Struct, frozen=True):
    """The state from frame to frame: a value, so that the same frames give the same figure."""

    feet: Feet
    elbows: tuple[Swivel | None, Swivel | None] = (None, None)
    knees: tuple[Swivel | None, Swivel | None] = (None, None)
    bend: Bend | None = None
    """Of the back, where it has to reach."""
    facing: Facing | None = None
    legs: tuple[rate.Turns | None, rate.Turns | None] = (None, None)


class Joint(msgspec.Struct, frozen=True, eq=False):
    """A tracked joint: its place, and its turn from the stance."""

    place: Vector
    turn: Matrix


class Solved(msgspec.Struct, frozen=True, eq=False):
    """A body as it is: where it moved, and the turn of each bone from the stance."""

    place: Vector
    """Of the head of what moves all."""
    turns: Mapping[str, Matrix]
    memory: Memory


class _Frame(NamedTuple):
    """The state of a frame once its trunk is bent."""

    body: Body
    joints: Mapping[TrackedPart, Joint]
    trunk: Trunk
    before: Memory | None
    seconds: float
    """Since the frame before."""


def joints_of(calibration: Calibration, points: Points) -> dict[TrackedPart, Joint]:
    """Return the joints of the tracked parts of the figure. Points that no calibration knows are left out."""
    found = {}
    for part, point in points.items():
        worn = calibration.worn.get(part)
        if worn is not None:
            turned = rot.matrix_from_quaternion(point.rotation)
            place = calibration.scale * np.array(point.position) + turned @ worn.offset
            found[part] = Joint(place, turned @ rot.matrix_from_quaternion(worn.rotation).T)
    return found


def solved(
    body: Body, spine: Spine, joints: Mapping[TrackedPart, Joint], before: Memory | None, seconds: float
) -> Solved:
    """The body for these joints. Raises ValueError where the head is not tracked."""
    if "head" not in joints:
        raise ValueError(_("Nobody can tell where the body is without the head; give one point to the head."))
    head, hands = joints["head"], _hands(joints)
    facing = _facing(body, joints, hands, before, seconds)
    place, turn, facing = _pelvis(body, joints, hands, facing, seconds)
    relaxed, held = spine.between(place, turn, head.turn, facing.chest), "hips" in joints
    trunk, bend = bent(spine, relaxed, head.place, _reaches(body, joints), held, before.bend if before else None)
    frame = _Frame(body, joints, trunk, before, seconds)
    stepped = _stepped(frame, facing.hips, hands)
    turns = dict(zip(body.chain, trunk.turns, strict=True))
    turns[body.hips] = trunk.turns[0]
    elbows = [_arm(frame, number, spine.shoulder(trunk, number), turns) for number in range(2)]
    placed = [_leg(frame, number, stepped.feet[number], turns) for number in range(2)]
    remembered = Memory(
        replace(stepped, feet=(placed[0][0], placed[1][0])),
        (elbows[0], elbows[1]),
        (placed[0][1], placed[1][1]),
        bend,
        facing,
        (placed[0][2], placed[1][2]),
    )
    return Solved(trunk.place, turns, remembered)


def _hands(joints: Mapping[TrackedPart, Joint]) -> tuple[Vector, Vector] | None:
    """Return the places of left and right hand, (3,) each, metres, armature space; None where only one is tracked."""
    if "hand.L" not in joints or "hand.R" not in joints:
        return None
    return joints["hand.L"].place, joints["hand.R"].place


def _facing(
    body: Body,
    joints: Mapping[TrackedPart, Joint],
    hands: tuple[Vector, Vector] | None,
    before: Memory | None,
    seconds: float,
) -> Facing:
    """Return the heading of the body: that of tracked hips, else as head and hands tell."""
    found = hips.facing(body, joints["head"].turn, hands, before.facing if before else None, seconds)
    own = joints.get("hips")
    if own is None:
        return found
    measured = heading_of(own.turn @ FRONT)
    return replace(found, hips=found.head + rot.wrapped(measured - found.head))


def _pelvis(
    body: Body,
    joints: Mapping[TrackedPart, Joint],
    hands: tuple[Vector, Vector] | None,
    facing: Facing,
    seconds: float,
) -> tuple[Vector, Matrix, Facing]:
    """Return the place of the trunk (3,) and the rotation of the hips (3, 3): below the head where no point is on them.

    And what is remembered of how they lean.
    """
    head, own = joints["head"], joints.get("hips")
    if own is None:
        return hips.below(body, head.place, head.turn, facing, hands, seconds)
    lean = four(rot.quaternion_from_matrix(rot.exp(facing.hips * UP).T @ own.turn))
    return own.place - own.turn @ body.to_hips, own.turn, replace(facing, lean=lean)


def _reaches(body: Body, joints: Mapping[TrackedPart, Joint]) -> list[Reach]:
    """Return the goals that arms and legs should come near enough to."""
    found = []
    for number, arm in enumerate(body.arms):
        hand = joints.get(HANDS[arm.side])
        if hand is not None:
            found.append(Reach(number, np.zeros(3), hand.place, arm.length))
    for leg in body.legs:
        foot = joints.get(FEET[leg.side])
        if foot is not None:
            found.append(Reach(-1, leg.to_upper, foot.place, leg.length))
    return found


def _stepped(frame: _Frame, facing: float, hands: tuple[Vector, Vector] | None) -> Feet:
    """The feet after this frame."""
    body, place = frame.body, frame.trunk.place
    gap = 0.0 if hands is None else float((hands[1] - hands[0]) @ (rot.exp(facing * UP) @ FRONT))
    if frame.before is None:
        return feet.standing(body.legs, place, facing, gap)
    left, right = (FEET[leg.side] in frame.joints for leg in body.legs)
    moved = feet.moved(frame.before.feet, place, facing, gap, frame.seconds)
    return feet.stepped(moved, body.legs, (left, right), frame.seconds)


def _arm(frame: _Frame, number: int, shoulder: Vector, turns: dict[str, Matrix]) -> Swivel | None:
    """Turn the bones of an arm; one without a point stays as it is posed."""
    arm, trunk = frame.body.arms[number], frame.trunk
    hand = frame.joints.get(HANDS[arm.side])
    if hand is None:
        return None
    remembered = frame.before.elbows[number] if frame.before else None
    chest = trunk.turns[arm.parent]
    way, elbow = swivels.elbow_way(arm, chest, shoulder, hand.place, hand.turn, remembered, frame.seconds)
    found = limb(shoulder, hand.place, arm.to_lower, arm.to_end, way, ELBOWS)
    if arm.clavicle:
        turns[arm.clavicle] = trunk.clavicles[number]
    along = found.end - found.middle
    along = along / length(along)
    twisted = swivels.twisted(twist_of(hand.turn, found.lower, arm.out), remembered, frame.seconds)
    elbow = replace(elbow, twist=twisted)
    turns |= {arm.upper: found.upper, arm.lower: rot.exp(twisted * along) @ found.lower, arm.end: hand.turn}
    return elbow


def _leg(frame: _Frame, number: int, foot: Foot, turns: dict[str, Matrix]) -> tuple[Foot, Swivel, rate.Turns]:
    """Turn the bones of a leg: to its point, or to where its foot is or steps."""
    leg, trunk = frame.body.legs[number], frame.trunk
    hip = trunk.place + trunk.turns[0] @ leg.to_upper
    tracked = frame.joints.get(FEET[leg.side])
    if tracked is None:
        foot, ankle, turn = feet.placed(foot, leg, hip, frame.seconds)
        back, standing = frame.joints["head"].place - trunk.place, (ankle, turn, rot.exp(foot.heading * UP) @ FRONT)
        ankle, turn, toes = prone.laid(leg, hip, back, trunk.turns[0], standing)
    else:
        ankle, turn = tracked.place, tracked.turn
        toes = turn @ leg.toes / max(length(leg.toes), SHORTEST)
        foot = feet.taken(foot, ankle, turn, leg)
    remembered = frame.before.knees[number] if frame.before else None
    way, swivel = swivels.knee_way(trunk.turns[0], hip, ankle, toes, remembered, frame.seconds)
    found = limb(hip, ankle, leg.to_lower, leg.to_end, way, FRONT)
    before = None if tracked or frame.before is None else frame.before.legs[number]
    wanted = (found.upper, found.lower, turn, turn @ rot.exp(-feet.bend_of_toes(turn, ankle, leg) * LEFT))
    placed, kept = rate.rate_limited(trunk.turns[0], wanted, before, frame.seconds)
    turns |= dict(zip((leg.upper, leg.lower, leg.end), placed[:3], strict=True))
    if leg.toe:
        turns[leg.toe] = placed[3]
    return foot, swivel, kept
