"""Joint limits of a healthy adult on anybody's skeleton, whatever pose it rests in and however its bones are rolled.

The ranges of `rigs.fitting.motion` count from somebody who stands with hanging arms. A skeleton rests in a T or an A,
with elbows a little bent: how far every joint is turned at rest is measured against the body, and its range is counted
on from there. The axis of a hinge is square to the plane in which it is bent; where it is straight, anatomy says it.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import atan2, degrees, sin

import msgspec
import numpy as np

from pantin.rigs.anatomy.parts import FINGERS
from pantin.rigs.fitting import joint_ranges as adult
from pantin.rigs.fitting.body_frame import Frame, direction_of, frame_of, head_of
from pantin.rigs.fitting.bone_limits import Turn, joint_of
from pantin.rigs.fitting.figure import SIDES, Figure, role
from pantin.rigs.fitting.joint_ranges import Motion, Range
from pantin.rigs.mirror_image import mirrored_limits
from pantin.rigs.problems.one_sided import mirror_images
from pantin.rigs.rest import rest_matrices
from pantin.rigs.rig import Joint, Rig
from pantin.rigs.sides import Side
from pantin.rigs.vectors import Vector, across, unit

BENT = 5.0
"""Degrees. A hinge that is bent more than this says itself about which axis it bends."""


def human_limits(rig: Rig, figure: Figure) -> Mapping[str, Joint]:
    """The joints of the bones of a figure with the limits of an adult, by bone; stiffness and stretch stay."""
    body = _Body(rig, figure)
    left, right = (body.limbs(side) for side in SIDES)
    found = {**body.trunk(), **left, **right, **_mirrored(rig, figure, left)}
    return {
        name: msgspec.structs.replace(rig.by_name[name].joint, lock=joint.lock, limit=joint.limit)
        for name, joint in found.items()
    }


def _mirrored(rig: Rig, figure: Figure, left: Mapping[str, Joint]) -> dict[str, Joint]:
    """The joints of the right whose bones are mirror images of those of the left: the very same limits."""
    pairs = ((figure.bones.get(each[:-1] + "R"), name) for each, name in figure.bones.items() if each.endswith(".L"))
    return {
        other: msgspec.structs.replace(left[name], limit=mirrored_limits(left[name].limit))
        for other, name in pairs
        if other is not None and name in left and mirror_images(rig.by_name[name], rig.by_name[other])
    }


class _Body:
    """A figure at rest: its directions, and those of its bones."""

    def __init__(self, rig: Rig, figure: Figure) -> None:
        self.rig, self.figure = rig, figure
        self.frame: Frame = frame_of(rig, figure)
        self.axes = dict(zip((bone.name for bone in rig.bones), rest_matrices(rig.bones)[:, :3, :3], strict=True))
        hips = figure.bones.get("hips")
        self.middle = head_of(rig, hips) if hips else np.zeros(3)

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
        return {**self._arm(side), **self._hand(side), **self._leg(side)}

    # Arms

    def _arm(self, side: Side) -> dict[str, Joint]:
        shoulder, upper, lower = (self._bone(part, side) for part in ("shoulder", "upper_arm", "forearm"))
        found: dict[str, Joint] = {}
        if shoulder:
            found[shoulder] = self._collarbone(shoulder)
        if upper:
            elbow = self._hinge(upper, lower, self.frame.forward) if lower else None
            found[upper] = self._ball(upper, adult.SHOULDER, elbow, self.frame.forward, adult.SHOULDER_LEVEL)
            if lower and elbow is not None:
                found[lower] = self._bending(lower, elbow, adult.ELBOW, (-adult.FOREARM.back, adult.FOREARM.there))
        return found

    def _collarbone(self, name: str) -> Joint:
        along = direction_of(self.rig, name)
        bend = self._towards(along, self.frame.forward, adult.COLLARBONE.bend)
        aside = self._towards(along, self.frame.up, adult.COLLARBONE.aside or Range(0, 0))
        return joint_of(self.axes[name], bend, aside, None)

    def _hand(self, side: Side) -> dict[str, Joint]:
        hand = self._bone("hand", side)
        if hand is None:
            return {}
        along, palm = direction_of(self.rig, hand), self._palm(hand, side)
        thumb = np.cross(palm, along) * self._sign(hand)
        bend = self._towards(along, palm, adult.WRIST.bend)
        aside = self._towards(along, thumb, adult.WRIST.aside or Range(0, 0))
        found = {hand: joint_of(self.axes[hand], bend, aside, None)}
        for finger in FINGERS:
            found |= self._finger(finger, side, palm, thumb)
        return found

    def _finger(self, finger: str, side: Side, palm: Vector, thumb: Vector) -> dict[str, Joint]:
        """Fingers fold to the palm. The thumb's first joint moves along the palm and off it, the others between."""
        found: dict[str, Joint] = {}
        before = self._bone("hand", side)
        for number in (1, 2, 3):
            name = self._bone(f"{finger}_{number}", side)
            if name is None or before is None:
                continue
            along = direction_of(self.rig, name)
            if finger == "thumb":
                ranges = adult.THUMB[number - 1]
                folded, aside_to = (-thumb, palm) if number == 1 else (palm - thumb, None)
            else:
                ranges = adult.KNUCKLES[number - 1]
                folded, aside_to = palm, thumb if number == 1 else None
            axis = self._axis(along, folded)
            now = 0.0 if finger == "thumb" and number == 1 else self._angle(before, name, axis)
            bend = Turn(axis, -ranges.bend.back - now, ranges.bend.there - now)
            aside = self._towards(along, aside_to, ranges.aside) if aside_to is not None and ranges.aside else None
            found[name] = joint_of(self.axes[name], bend, aside, None)
            before = name
        return found

    def _palm(self, hand: str, side: Side) -> Vector:
        """Where the palm faces: square to the row of knuckles; without fingers to the body where the arm hangs."""
        along = direction_of(self.rig, hand)
        faced = np.cross(along, self.frame.forward) * self._sign(hand)
        if np.linalg.norm(faced) < 0.1:
            faced = -self.frame.up
        index, little = (self._bone(f"{finger}_1", side) for finger in ("index", "little"))
        if index is not None and little is not None:
            row = head_of(self.rig, index) - head_of(self.rig, little)
            square = np.cross(row, along) * self._sign(hand)
            if np.linalg.norm(square) > 0.3 * np.linalg.norm(row) and abs(float(unit(square) @ unit(faced))) > 0.2:
                faced = square * np.sign(float(square @ faced))
        return unit(across(faced, along))

    # Legs

    def _leg(self, side: Side) -> dict[str, Joint]:
        upper, lower, foot, toe = (self._bone(part, side) for part in ("thigh", "shin", "foot", "toe"))
        found: dict[str, Joint] = {}
        if upper:
            knee = self._hinge(upper, lower, -self.frame.forward) if lower else None
            found[upper] = self._ball(upper, adult.HIP, knee, -self.frame.forward)
            if lower and knee is not None:
                found[lower] = self._bending(lower, knee, adult.KNEE, None)
        if foot:
            found[foot] = self._ankle(foot)
        if toe:
            bend = self._towards(direction_of(self.rig, toe), self.frame.up, adult.TOES.bend)
            found[toe] = joint_of(self.axes[toe], bend, None, None)
        return found

    def _ankle(self, foot: str) -> Joint:
        """Counted from how the foot rests, which is taken to be flat on the floor."""
        along, ranges = direction_of(self.rig, foot), adult.ANKLE
        outward = self.frame.outward(head_of(self.rig, foot), self.middle)
        bend = self._towards(along, self.frame.up, ranges.bend)
        aside = self._towards(along, outward, ranges.aside or Range(0, 0))
        turn = ranges.turn or Range(0, 0)
        twist = (-turn.there, turn.back) if self._sign(foot) > 0 else (-turn.back, turn.there)
        return joint_of(self.axes[foot], bend, aside, twist)

    # Kinds of joints

    def _upright(self, name: str, ranges: Motion, shared_by: int) -> Joint:
        """A bone of the back, with its share of what the back does."""
        along = direction_of(self.rig, name)
        aside, turn = ranges.aside or Range(0, 0), ranges.turn or Range(0, 0)
        bend = self._towards(along, self.frame.forward, _shared(ranges.bend, shared_by))
        to_left = self._towards(along, self.frame.left, _shared(aside, shared_by))
        return joint_of(self.axes[name], bend, to_left, (-turn.back / shared_by, turn.there / shared_by))

    def _ball(
        self, name: str, ranges: Motion, hinge: Vector | None, folds: Vector, level: Range | None = None
    ) -> Joint:
        """A shoulder or hip: from where the limb hangs at rest to the front, to the back and to the side.

        `level` is the range to the front and back of a limb that is held out. What lies below `folds` to where at 0.
        """
        along = direction_of(self.rig, name)
        outward = self.frame.outward(head_of(self.rig, name), self.middle)
        raised = atan2(float(along @ outward), -float(along @ self.frame.up))
        ahead = degrees(np.arcsin(np.clip(float(along @ self.frame.forward), -1.0, 1.0)))
        part = min(1.0, max(0.0, sin(raised))) if level else 0.0
        to, fro = (hanging + ((level or ranges.bend)[at] - hanging) * part for at, hanging in enumerate(ranges.bend))
        bend = Turn(self._axis(along, self.frame.forward), -fro - ahead, to - ahead)
        rising = outward * np.cos(raised) + self.frame.up * np.sin(raised)
        away = ranges.aside or Range(0, 0)
        aside_axis = unit(np.cross(bend.axis, along))
        aside_axis = aside_axis * np.sign(float(np.cross(aside_axis, along) @ rising) or 1.0)
        aside = Turn(aside_axis, -away.back - degrees(raised), away.there - degrees(raised))
        return joint_of(self.axes[name], bend, aside, self._twist(name, ranges.turn or Range(0, 0), hinge, folds))

    def _twist(self, name: str, turn: Range, hinge: Vector | None, folds: Vector) -> tuple[float, float]:
        """The range about the bone, counted on from how the hinge below it lies at rest."""
        along, sign = direction_of(self.rig, name), self._sign(name)
        now = 0.0
        if hinge is not None and np.linalg.norm(across(folds, along)) > 0.1:
            zero, lies = unit(across(folds, along)), unit(np.cross(hinge, along))
            now = degrees(atan2(float(np.cross(zero, lies) @ along), float(zero @ lies)))
        inwards, outwards = (turn.there, turn.back) if sign > 0 else (turn.back, turn.there)
        return -outwards - now, inwards - now

    def _bending(self, name: str, hinge: Vector, ranges: Motion, twist: tuple[float, float] | None) -> Joint:
        """An elbow or knee, counted on from how far it is bent at rest."""
        axis = unit(across(hinge, direction_of(self.rig, name)))
        above = self.rig.by_name[name].parent
        now = self._angle(above, name, axis) if above else 0.0
        return joint_of(self.axes[name], Turn(axis, -ranges.bend.back - now, ranges.bend.there - now), None, twist)

    def _hinge(self, upper: str, lower: str, folds: Vector) -> Vector:
        """The axis about which a limb bends: that of its bend, or where it is straight, the one that folds it right."""
        above, below = direction_of(self.rig, upper), direction_of(self.rig, lower)
        square = np.cross(above, below)
        sine = float(np.linalg.norm(square))
        right = self._axis(below, folds)
        if degrees(np.arcsin(min(1.0, sine))) < BENT:
            return right
        return square / sine

    def _angle(self, above: str, name: str, axis: Vector) -> float:
        """How far a bone is turned against the one above it, degrees about `axis`."""
        before, after = across(direction_of(self.rig, above), axis), across(direction_of(self.rig, name), axis)
        return degrees(atan2(float(np.cross(before, after) @ axis), float(before @ after)))

    def _axis(self, along: Vector, way: Vector) -> Vector:
        """The axis about which a bone turns to get `way`; where it points there already, it goes on the same round."""
        axis = np.cross(along, way)
        if np.linalg.norm(axis) < 0.05 * np.linalg.norm(way):
            frame = self.frame
            axis = np.cross(along, frame.up if abs(float(way @ frame.forward)) > 0.5 else frame.forward)
        return unit(axis)

    def _towards(self, along: Vector, way: Vector, ranges: Range) -> Turn:
        """From rest so far to that way, and so far from it."""
        return Turn(self._axis(along, way), -ranges.back, ranges.there)

    def _bone(self, part: str, side: Side) -> str | None:
        return self.figure.bones.get(role(part, side))

    def _sign(self, name: str) -> float:
        """1 on the body's left, -1 on its right."""
        outward = self.frame.outward(head_of(self.rig, name), self.middle)
        return 1.0 if float(outward @ self.frame.left) > 0.0 else -1.0


def _shared(ranges: Range, by: int) -> Range:
    return Range(ranges.there / by, ranges.back / by)
