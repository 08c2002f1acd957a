"""The axes about which the phalanges of a hand curl and spread, and how far they turn at the ends of its sliders.

Fingers fold into the palm, the thumb moves before it and across. Where a joint has limits or locks, its own axes are
taken and its limits bound the turn; else axes follow from fingers and palm, and the ranges are those of an adult.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import cos, degrees, pi, radians, sin

import msgspec
import numpy as np

from pantin.rigs import rotations as rot
from pantin.rigs.anatomy.parts import FINGERS
from pantin.rigs.fitting.hands import Finger, Hand, hands_of
from pantin.rigs.fitting.palm import Palm, palm_of
from pantin.rigs.fitting.tree import Tree
from pantin.rigs.remembered import remembered
from pantin.rigs.rest import rest_matrices
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.vectors import Vector, across, angle_between, cross, unit

FIST: Mapping[int, tuple[float, ...]] = {1: (85.0,), 2: (85.0, 110.0), 3: (85.0, 100.0, 70.0)}
"""Degrees from straight of the phalanges of a fist, by how many a finger has; tips end before the palm."""
CLEARANCE = 0.2
"""Distance of the tips of a fist before the palm, in parts of the palm's length."""
FACTORS = tuple(np.linspace(1.0, 0.7, 16).tolist())
"""By what the angles of a fist beyond the knuckle are multiplied, in this order, until the tip has that clearance."""
KNUCKLE_BACK = 20.0
"""Degrees that a knuckle without limits bends backwards; the joints beyond it only become straight."""
SPREAD: Mapping[Finger, float] = {"index": 14.0, "middle": 0.0, "ring": -9.0, "little": -20.0}
"""Degrees towards the thumb of fingers spread as wide as they go: 20° is what an adult has at either side."""
THUMB = {2: (75.0,), 3: (50.0, 70.0)}
"""Degrees from straight of the thumb's phalanges, beyond its metacarpal, in a fist; by how many bones it has."""
OPPOSED = (0.82, 0.25, 0.52)
"""Direction of the thumb's metacarpal in a fist: along the hand, to the thumb's side, out of the palm."""
ACROSS_PALM = (0.35, -0.9, -0.1)
"""Direction of the thumb's tip in a fist, in the same axes."""
MOST_OPPOSED = 60.0
"""Degrees that the thumb's metacarpal turns at most."""
LEAST_CURL = 5.0
"""Degrees that a phalanx curls at least, however bent it rests."""
SLIDER_LEAST = -0.2
"""The lower end of a slider, which is 0 at rest and 1 at its upper end."""


class SliderTurn(msgspec.Struct, frozen=True, eq=False):
    """The turn that a slider makes: its axis, a unit vector (3,) square to the bone in the bone's rest axes.

    Its angles are those at the slider's ends, 1 and `SLIDER_LEAST`, in radians, of opposite signs.
    """

    axis: Vector
    at_one: float
    at_least: float

    def at(self, value: float) -> float:
        """The angle, radians, at a value of the slider, from `SLIDER_LEAST` to 1."""
        return value * self.at_one if value >= 0.0 else value / SLIDER_LEAST * self.at_least


class Phalanx(msgspec.Struct, frozen=True, eq=False):
    """A bone with the turn of its curl, and with that to the side, whose axis is square to the other one."""

    bone: str
    curl: SliderTurn
    aside: SliderTurn
    limits: tuple[float, float, float, float]
    """Lower and upper end of the curl, then of the turn to the side; radians, the lower ones not above 0."""


class HandJoints(msgspec.Struct, frozen=True, eq=False):
    """A hand with its phalanges by finger. The slider of the thumb turns its phalanges aside, too."""

    hand: Hand
    palm: Palm
    fingers: Mapping[str, tuple[Phalanx, ...]]


@remembered("bones", "parts")
def hand_joints(rig: Rig) -> tuple[HandJoints, ...]:
    """All hands of a rig, ready to be posed; hands whose fingers lie in one line are left out."""
    return tuple(made for hand in hands_of(rig) if (made := _joints(rig, hand)) is not None)


def _joints(rig: Rig, hand: Hand) -> HandJoints | None:
    palm = palm_of(rig, hand)
    if palm is None:
        return None
    fingers = {
        finger: tuple(_thumb(rig, palm, chain) if finger == "thumb" else _finger(rig, palm, finger, chain))
        for finger, chain in hand.fingers.items()
    }
    return HandJoints(hand, palm, {finger: fingers[finger] for finger in FINGERS if finger in fingers})


# Fingers


def _finger(rig: Rig, palm: Palm, finger: Finger, chain: Sequence[str]) -> Iterator[Phalanx]:
    """The phalanges of a finger, from the palm: each joint folds to the palm, in the plane of its finger."""
    frames = _frames(rig, chain)
    folds = unit(cross(across(frames[0][:, 1], palm.out), palm.out))
    before, angles = palm.along, _fist(rig, palm, chain)
    for number, (name, frame) in enumerate(zip(chain, frames, strict=True)):
        now = _angle(before, frame[:, 1], folds)
        back = KNUCKLE_BACK + max(0.0, now) if number == 0 else max(0.0, now)
        curl = max(LEAST_CURL, angles[number] - now), -back
        aside = SPREAD[finger] if number == 0 else 0.0
        yield _phalanx(rig.by_name[name], frame, folds, curl, (aside, aside * SLIDER_LEAST), palm.thumb)
        before = frame[:, 1]


def _fist(rig: Rig, palm: Palm, chain: Sequence[str]) -> tuple[float, ...]:
    """The angles of a fist, degrees; those beyond the knuckle are made smaller until the tip is clear of the palm."""
    tree, angles = Tree(rig), np.array(FIST[len(chain)])
    heads = [tree.head(name) for name in chain]
    ends = [*heads[1:], tree.tail(tree.longest_chain(chain[-1])[-1])]
    lengths = [float(np.linalg.norm(end - head)) for head, end in zip(heads, ends, strict=True)]
    found = angles
    for factor in FACTORS:
        found = np.append(angles[:1], factor * angles[1:])
        if float(lengths @ np.sin(np.radians(np.cumsum(found)))) >= CLEARANCE * palm.size:
            break
    return tuple(found.tolist())


# The thumb


def _thumb(rig: Rig, palm: Palm, chain: Sequence[str]) -> Iterator[Phalanx]:
    """The phalanges of the thumb: the metacarpal moves before the palm, the others fold across it."""
    frames = _frames(rig, chain)
    axes = np.column_stack((palm.along, palm.thumb, palm.out))
    along, opposed, aims = frames[0][:, 1], unit(axes @ OPPOSED), unit(axes @ ACROSS_PALM)
    turn = cross(along, opposed)
    angle = min(angle_between(along, opposed), radians(MOST_OPPOSED))
    about = unit(turn) if np.linalg.norm(turn) > 1e-6 else frames[0][:, 0]
    frame, first = frames[0], rig.by_name[chain[0]]
    curl, aside = _axes_of(first, frame, cross(along, -palm.thumb), palm.out)
    parts = [np.degrees(angle * float(about @ (frame @ axis))) for axis in (curl, aside)]
    turns = [(part, SLIDER_LEAST * part) for part in parts]
    yield _limited(first, (curl, aside), turns[0], turns[1])
    folds = rot.exp(-angle * about) @ unit(cross(opposed, aims))
    for number, (name, frame) in enumerate(zip(chain[1:], frames[1:], strict=True)):
        now = max(0.0, _angle(frames[number][:, 1], frame[:, 1], folds))
        bend = max(LEAST_CURL, THUMB[len(chain)][number] - now), -now
        yield _phalanx(rig.by_name[name], frame, folds, bend, (0.0, 0.0), palm.out)


# Single joints

SliderEnds = tuple[float, float]
"""Degrees at 1 and at `SLIDER_LEAST`."""


def _phalanx(
    bone: Bone, frame: Vector, folds: Vector, curl: SliderEnds, aside: SliderEnds, direction: Vector
) -> Phalanx:
    """A phalanx that curls about the axis `folds` and turns aside in a direction, both in armature space."""
    return _limited(bone, _axes_of(bone, frame, folds, direction), curl, aside)


def _axes_of(bone: Bone, frame: Vector, folds: Vector, direction: Vector) -> tuple[Vector, Vector]:
    """The axes, in the bone's rest axes, of its curl and of its turn in a direction: the joint's, where it has limits.

    `frame` are the rest axes (3, 3) of the bone; the axis `folds` and the direction are in armature space.
    """
    axis = frame.T @ folds
    axis = unit(np.array((axis[0], 0.0, axis[2]))) if np.hypot(axis[0], axis[2]) > 1e-6 else np.array((1.0, 0.0, 0.0))
    if bone.joint.limited:
        axis = _joint_axis(bone, axis)
    aside = np.array((axis[2], 0.0, -axis[0]))
    wanted = cross(frame[:, 1], direction)
    return axis, aside if float((frame @ aside) @ wanted) >= 0.0 else -aside


def _joint_axis(bone: Bone, axis: Vector) -> Vector:
    """The joint's own axis, X or Z, that is nearest to `axis`, in the bone's axes; where one is locked, the other."""
    joint = bone.joint
    x = np.array((cos(joint.roll), 0.0, -sin(joint.roll)))
    z = np.array((sin(joint.roll), 0.0, cos(joint.roll)))
    nearest = x if abs(float(axis @ x)) >= abs(float(axis @ z)) else z
    if joint.lock[0] != joint.lock[2]:
        nearest = z if joint.lock[0] else x
    return nearest if float(nearest @ axis) >= 0.0 else -nearest


def _limited(bone: Bone, axes: tuple[Vector, Vector], curl: SliderEnds, aside: SliderEnds) -> Phalanx:
    """A phalanx with these axes, which turns about them as far as its joint lets it."""
    limits = [_limits_about(bone, axis) for axis in axes]
    turns = [_slider_turn(*each) for each in zip(axes, (curl, aside), limits, strict=True)]
    return Phalanx(bone.name, turns[0], turns[1], (*limits[0], *limits[1]))


def _slider_turn(axis: Vector, ends: SliderEnds, limits: tuple[float, float]) -> SliderTurn:
    lower, upper = limits
    at_one, at_least = (min(max(radians(end), lower), upper) for end in ends)
    return SliderTurn(axis, at_one, at_least)


def _limits_about(bone: Bone, axis: Vector) -> tuple[float, float]:
    """The limits, radians, of the joint about `axis`, which is one of its own axes where it has any limits."""
    if not bone.joint.limited:
        return -pi, pi
    own = (cos(bone.joint.roll), -sin(bone.joint.roll)), (sin(bone.joint.roll), cos(bone.joint.roll))
    along = [float(np.dot(axis[[0, 2]], each)) for each in own]
    at = int(np.argmax(np.abs(along)))
    lower, upper = (0.0, 0.0) if bone.joint.lock[2 * at] else bone.joint.limit[2 * at] or (-pi, pi)
    return (lower, upper) if along[at] > 0.0 else (-upper, -lower)


def _angle(before: Vector, after: Vector, axis: Vector) -> float:
    """Return the angle from one direction to the next about a unit axis, degrees."""
    return degrees(rot.signed_angle(before, after, axis))


def _frames(rig: Rig, names: Sequence[str]) -> list[Vector]:
    """The rest axes (3, 3) of bones, out of those of the whole rig: a bone of no length takes its parent's."""
    row = rig.rows
    frames = rest_matrices(rig.bones)[:, :3, :3]
    return [np.array(frames[row[name]]) for name in names]
