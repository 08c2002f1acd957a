"""Joint limits of a healthy adult on anybody's skeleton, whatever pose it rests in and however its bones are rolled.

The ranges of `joint_ranges` count from somebody who stands with hanging arms. A skeleton rests in a T or an A, with
elbows a little bent: how far every joint is turned at rest is measured against the body, and its range is counted on
from there. The axis of a hinge is square to the plane in which it is bent; where it is nearly straight, or bent as no
body is, anatomy decides. A bone that divides a limb between two joints only takes a share of the twist.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import atan2, degrees, radians, sin
from typing import NamedTuple

import msgspec
import numpy as np

from pantin.rigs import rotations as rot
from pantin.rigs.anatomy.by_place import parts_of
from pantin.rigs.euler import bend_twist_sway
from pantin.rigs.fitting.bending import ARM, LEG
from pantin.rigs.fitting.body_frame import Frame
from pantin.rigs.fitting.found_body import SIDES, FoundBody, part_of_role, role_of, side_of_role
from pantin.rigs.fitting.limits import joint_ranges as adult
from pantin.rigs.fitting.limits.body import Body
from pantin.rigs.fitting.limits.bone_limits import DIGITS, Span, Turn, joint_of
from pantin.rigs.fitting.limits.creature_limits import creature_limits
from pantin.rigs.fitting.limits.hand_limits import hand_limits
from pantin.rigs.fitting.limits.joint_ranges import MotionRanges, Range
from pantin.rigs.joint import Joint
from pantin.rigs.mirror_image import mirror_images, mirrored_joint
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.sides import Side
from pantin.rigs.vectors import Vector, across, angle_between, four, unit


class _Stance(NamedTuple):
    """The stance that the ranges of a limb are counted from.

    `frame` are the axes of its hips or shoulders, `sign` is 1 on the body's left and -1 on its right, and `folds` the
    direction in which its lower part moves as it bends.
    """

    frame: Frame
    sign: float
    folds: Vector

    @property
    def outward(self) -> Vector:
        """From the middle of the body to the side of the limb."""
        return self.sign * self.frame.left


FARTHEST = 120.0
"""Degrees from hanging. Ranges of a limb that rests farther away cannot be expressed as swing and twist: it is free."""


def human_limits(rig: Rig, body: FoundBody) -> Mapping[str, Joint]:
    """The joints of the bones of a figure with the limits of an adult, by bone; stiffness and stretch stay.

    An animal gets hinges where it has knees, elbows and hocks.
    """
    return {
        name: msgspec.structs.replace(rig.by_name[name].joint, roll=joint.roll, lock=joint.lock, limit=joint.limit)
        for name, joint in _joints_of(_HumanBody(rig, body)).items()
    }


def _joints_of(body: _HumanBody) -> Mapping[str, Joint]:
    """The joints of the figure by bone, whatever it is: an animal, a hand by itself, or a person."""
    if body.figure.kind == "quadruped":
        return creature_limits(body)
    if body.figure.kind == "hand":
        return {name: joint for side in ("", *SIDES) for name, joint in hand_limits(body, side).items()}
    left, right = (body.limbs(side) for side in SIDES)
    return {**_twist_bones(body.rig), **body.trunk(), **left, **right, **_mirrored(body.rig, body.figure, left)}


def _twist_bones(rig: Rig) -> dict[str, Joint]:
    """The joints of twist bones, also of those that hang beside the limb whose twist they spread: they do not bend."""
    return {name: Joint(lock=(True, False, True)) for name, part in parts_of(rig).items() if part == "twist"}


def _mirrored(rig: Rig, body: FoundBody, left: Mapping[str, Joint]) -> dict[str, Joint]:
    """The joints of the right whose bones are mirror images of those of the left: the very same axes and limits."""
    on_left = ((part_of_role(role), name) for role, name in body.bones.items() if side_of_role(role) == "L")
    pairs = ((body.bones.get(role_of(part, "R")), name) for part, name in on_left)
    return {
        other: mirrored_joint(left[name])
        for other, name in pairs
        if other is not None and name in left and mirror_images(_without_joint(rig, name), _without_joint(rig, other))
    }


def _without_joint(rig: Rig, name: str) -> Bone:
    return msgspec.structs.replace(rig.by_name[name], joint=Joint())


class _HumanBody(Body):
    """The limits of each part of a body."""

    def trunk(self) -> dict[str, Joint]:
        """Back, neck and head: the joints of each share its range."""
        head = self.figure.bones.get("head")
        neck = (*self.figure.neck, *((head,) if head else ()))
        return {
            **{name: self._upright(name, adult.BACK, len(self.figure.spine)) for name in self.figure.spine},
            **{name: self._upright(name, adult.NECK, len(neck)) for name in neck},
        }

    def limbs(self, side: Side) -> dict[str, Joint]:
        """Arm, hand, leg and foot of one side."""
        return {**self._arm(side), **hand_limits(self, side), **self._leg(side)}

    # Arms

    def _arm(self, side: Side) -> dict[str, Joint]:
        shoulder, upper, lower = (self.bone(part, side) for part in ("shoulder", "upper_arm", "forearm"))
        found: dict[str, Joint] = {}
        if shoulder:
            found[shoulder] = self._collarbone(shoulder)
        if upper:
            elbow = self.hinge(ARM, side, self.arms.forward) if lower else None
            stance = _Stance(self.arms, self.sign("upper_arm", side), self.arms.forward)
            found[upper] = self._ball(upper, adult.SHOULDER, elbow, stance, adult.SHOULDER_LEVEL)
            if lower and elbow is not None:
                found[lower] = self._hinge_joint(
                    lower, elbow, adult.ELBOW, (-adult.FOREARM.away, adult.FOREARM.towards)
                )
        return found | self._segments(found, upper, lower) | self._segments(found, lower, self.bone("hand", side))

    def _collarbone(self, name: str) -> Joint:
        along = self.along(name)
        bend = self.turn_towards(along, self.arms.forward, adult.COLLARBONE.bend)
        aside = self.turn_towards(along, self.arms.up, adult.COLLARBONE.aside)
        return joint_of(self.axes[name], bend, aside, None)

    # Legs

    def _leg(self, side: Side) -> dict[str, Joint]:
        upper, lower, foot, toe = (self.bone(part, side) for part in ("thigh", "shin", "foot", "toe"))
        found: dict[str, Joint] = {}
        if upper:
            knee = self.hinge(LEG, side, -self.legs.forward) if lower else None
            stance = _Stance(self.legs, self.sign("thigh", side), -self.legs.forward)
            found[upper] = self._ball(upper, adult.HIP, knee, stance)
            if lower and knee is not None:
                found[lower] = self._hinge_joint(lower, knee, adult.KNEE, None)
        if foot:
            found[foot] = self._ankle(foot, self.sign("foot", side))
        if toe:
            bend = self.turn_towards(self.along(toe), self.legs.up, adult.TOES.bend)
            found[toe] = joint_of(self.axes[toe], bend, None, None)
        return found | self._segments(found, upper, lower) | self._segments(found, lower, foot)

    def _ankle(self, foot: str, sign: float) -> Joint:
        """Counted from how the foot rests, which is taken to be flat on the floor."""
        along, ranges = self.along(foot), adult.ANKLE
        bend = self.turn_towards(along, self.legs.up, ranges.bend)
        aside = self.turn_towards(along, sign * self.legs.left, ranges.aside)
        inwards, outwards = ranges.twist
        twist = (-inwards, outwards) if sign > 0 else (-outwards, inwards)
        return joint_of(self.axes[foot], bend, aside, twist)

    # Kinds of joints

    def _upright(self, name: str, ranges: MotionRanges, shared_by: int) -> Joint:
        """A bone of the back, with its share of what the back does."""
        along = self.along(name)
        bend = self.turn_towards(along, self.frame.forward, _shared(ranges.bend, shared_by))
        to_left = self.turn_towards(along, self.frame.left, _shared(ranges.aside, shared_by))
        twist = _shared(ranges.twist, shared_by)
        return joint_of(self.axes[name], bend, to_left, (-twist.away, twist.towards))

    def _ball(
        self, name: str, ranges: MotionRanges, hinge: Vector | None, stance: _Stance, level: Range | None = None
    ) -> Joint:
        """A shoulder or hip: from where the limb hangs at rest to the front, to the back and to the side.

        `level` is the range to the front and back of a limb that is held out.
        """
        along, up = self.along(name), stance.frame.up
        if degrees(angle_between(-along, up)) > FARTHEST:
            return Joint()
        raised = atan2(float(along @ stance.outward), -float(along @ up))
        bend = self._bend_of_ball(along, ranges.bend, stance, raised, level)
        aside = _aside_of_ball(along, ranges.aside, stance, raised, bend.axis)
        twist = self._twist(name, ranges.twist, hinge, stance)
        if hinge is not None and level is not None:
            behind = self._hanging_twist(name, hinge, stance, radians(ranges.bend.away))
            behind += stance.sign * ranges.twist.towards
            twist = min(twist[0], behind), max(twist[1], behind)
        return joint_of(self.axes[name], bend, aside, twist)

    def _bend_of_ball(self, along: Vector, hanging: Range, stance: _Stance, raised: float, level: Range | None) -> Turn:
        """To the front and back: between the range of a limb that hangs and that of one held out, by how it rests."""
        held_out, part = level or hanging, min(1.0, max(0.0, sin(raised))) if level else 0.0
        front = hanging.towards + (held_out.towards - hanging.towards) * part
        back = hanging.away + (held_out.away - hanging.away) * part
        ahead = degrees(np.arcsin(np.clip(float(along @ stance.frame.forward), -1.0, 1.0)))
        return Turn(self.axis(along, stance.frame.forward), -back - ahead, front - ahead)

    def _twist(self, name: str, ranges: Range, hinge: Vector | None, stance: _Stance) -> Span:
        """The range about the bone, degrees, counted on from how the hinge below it lies at rest."""
        along, folds = self.along(name), stance.folds
        now = 0.0
        if hinge is not None and np.linalg.norm(across(folds, along)) > 0.1:
            now = degrees(rot.signed_angle(folds, np.cross(hinge, along), along))
        inwards, outwards = ranges
        lower, upper = (outwards, inwards) if stance.sign > 0 else (inwards, outwards)
        return -lower - now, upper - now

    def _hanging_twist(self, name: str, hinge: Vector, stance: _Stance, back: float) -> float:
        """The twist from its rest, degrees, of an arm that hangs, is drawn `back` by radians and is itself not twisted.

        A swing takes the shortest arc, so lowering an arm held out and drawing it back is a swing and a twist. The hand
        gets behind the back from any rest pose only if the range of the twist is counted on from there.
        """
        here, along = unit(across(hinge, self.along(name))), self.along(name)
        there = -np.cos(back) * stance.frame.up - np.sin(back) * stance.frame.forward
        axis = self.axis(there, stance.folds)
        turn = self.axes[name].T @ rot.aligning(along, here, there, axis) @ self.axes[name]
        return degrees(bend_twist_sway(four(rot.quaternion_from_matrix(turn)))[1])

    def _segments(self, found: Mapping[str, Joint], name: str | None, below: str | None) -> dict[str, Joint]:
        """A bone and the segments that divide it down to the next joint of its limb: these share its twist, unbent."""
        if name is None or below is None or name not in found or not self.tree.is_below(below, name):
            return {}
        segments = self.tree.path(name, below)[1:-1]
        joint, turn = found[name], found[name].limit[1]
        if not segments:
            return {}
        parts = len(segments) + 1
        share = None if turn is None else (round(turn[0] / parts, DIGITS), round(turn[1] / parts, DIGITS))
        bend, _twist, sway = joint.limit
        spread = Joint(lock=(True, share is None, True), limit=(None, share, None))
        return {name: msgspec.structs.replace(joint, limit=(bend, share, sway))} | dict.fromkeys(segments, spread)

    def _hinge_joint(self, name: str, hinge: Vector, ranges: MotionRanges, twist: Span | None) -> Joint:
        """An elbow or knee, with a range of twist in degrees."""
        return joint_of(self.axes[name], self.hinge_turn(name, hinge, ranges.bend), None, twist)


def _aside_of_ball(along: Vector, ranges: Range, stance: _Stance, raised: float, bend_axis: Vector) -> Turn:
    """To the side: about the axis square to that of the bend on which the limb rises outwards."""
    rising = stance.outward * np.cos(raised) + stance.frame.up * np.sin(raised)
    axis = unit(np.cross(bend_axis, along))
    axis = axis * np.sign(float(np.cross(axis, along) @ rising) or 1.0)
    return Turn(axis, -ranges.away - degrees(raised), ranges.towards - degrees(raised))


def _shared(ranges: Range, by: int) -> Range:
    return Range(ranges.towards / by, ranges.away / by)
