"""The joints of a hand as one poses it: about which axes its phalanges curl and spread, and how far.

Fingers fold into the palm, the thumb goes before it and across. Where a joint has limits or locks, their axes are taken
and bound the turn; else the axes are those of fingers and palm, and the ranges those of an adult.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import atan2, cos, pi, radians, sin

import msgspec
import numpy as np

from pantin.rigs.anatomy.parts import FINGERS
from pantin.rigs.fitting.hands import Finger, Hand, hands_of
from pantin.rigs.fitting.palm import Palm, palm_of
from pantin.rigs.fitting.tree import Tree
from pantin.rigs.rest import rest_matrices
from pantin.rigs.rig import Bone, KnownPart, Rig
from pantin.rigs.vectors import Vector, across, cross, matrix_of, quaternion_about, unit

FIST: Mapping[int, tuple[float, ...]] = {1: (85.0,), 2: (85.0, 110.0), 3: (85.0, 100.0, 70.0)}
"""Degrees from straight of the phalanges of a fist, by how many a finger has: more, and the tips go into the palm."""
CLEAR, LESS = 0.2, tuple(np.linspace(1.0, 0.7, 16).tolist())
"""How far before the palm the tips of a fist stay, in parts of its length, and how much less fingers bend for that."""
BACK = 20.0
"""Degrees that a knuckle bends back where no limit says so; the joints beyond only become straight."""
SPREAD: Mapping[Finger, float] = {"index": 14.0, "middle": 0.0, "ring": -9.0, "little": -20.0}
"""Degrees to the side of the thumb, of fingers as wide apart as they go: 20° is what an adult has at either end."""
THUMB = {2: (75.0,), 3: (50.0, 70.0)}
"""Degrees from straight of the thumb's phalanges, beyond its metacarpal, in a fist; by how many bones it has."""
OPPOSED, ACROSS = (0.82, 0.25, 0.52), (0.35, -0.9, -0.1)
"""Where the thumb's metacarpal and its tip point in a fist: along the hand, to the thumb's side, out of the palm."""
FARTHEST = 60.0
"""Degrees that the thumb's metacarpal turns at most."""
LEAST = 5.0
"""Degrees that a phalanx curls on, however bent it rests."""
PAST = 0.2
"""How far a slider goes beyond rest to the other side, in parts of what it goes to its end."""


class Turn(msgspec.Struct, frozen=True, eq=False):
    """About an axis, a unit vector across the bone in its rest axes: radians at 1, and at -`PAST` the other way."""

    axis: Vector
    there: float
    back: float

    def at(self, value: float) -> float:
        """The angle at a value of the slider."""
        return value * self.there if value >= 0.0 else value / PAST * self.back


class Phalanx(msgspec.Struct, frozen=True, eq=False):
    """A bone with what curling turns it about, and what spreading does, square to that."""

    bone: str
    curl: Turn
    aside: Turn
    reach: tuple[float, float, float, float]
    """How far it may turn about the two: back and there, back and there; radians, the backs negative."""


class HandJoints(msgspec.Struct, frozen=True, eq=False):
    """A hand with its phalanges by finger. Those of the thumb are moved aside by its curl, of others by the spread."""

    hand: Hand
    palm: Palm
    fingers: Mapping[str, tuple[Phalanx, ...]]


def hand_joints(rig: Rig) -> tuple[HandJoints, ...]:
    """All hands of a rig, ready to be posed; hands whose fingers lie in one line are left out."""
    return _hand_joints(rig.bones, rig.parts)


@lru_cache(maxsize=8)
def _hand_joints(bones: tuple[Bone, ...], parts: tuple[KnownPart, ...]) -> tuple[HandJoints, ...]:
    rig = Rig(bones=bones, parts=parts)
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
    """Each joint folds to the palm, in the plane of its finger."""
    frames = _frames(rig, chain)
    folds = unit(cross(across(frames[0][:, 1], palm.out), palm.out))
    before, angles = palm.along, _fist(rig, palm, chain)
    for number, (name, frame) in enumerate(zip(chain, frames, strict=True)):
        now = _angle(before, frame[:, 1], folds)
        back = BACK + max(0.0, now) if number == 0 else max(0.0, now)
        there = max(LEAST, angles[number] - now)
        aside = SPREAD[finger] if number == 0 else 0.0
        yield _phalanx(rig.by_name[name], frame, folds, (there, back), (aside, aside * PAST), palm.thumb)
        before = frame[:, 1]


def _fist(rig: Rig, palm: Palm, chain: Sequence[str]) -> tuple[float, ...]:
    """The angles of a fist, with those beyond the knuckle as much smaller as keeps a long finger out of the palm."""
    tree, angles = Tree(rig), np.array(FIST[len(chain)])
    heads = [tree.head(name) for name in chain]
    ends = [*heads[1:], tree.tail(tree.longest(chain[-1])[-1])]
    lengths = [float(np.linalg.norm(end - head)) for head, end in zip(heads, ends, strict=True)]
    found = angles
    for part in LESS:
        found = np.append(angles[:1], part * angles[1:])
        if float(lengths @ np.sin(np.radians(np.cumsum(found)))) >= CLEAR * palm.size:
            break
    return tuple(found.tolist())


# The thumb


def _thumb(rig: Rig, palm: Palm, chain: Sequence[str]) -> Iterator[Phalanx]:
    """The metacarpal goes before the palm, the others fold across it."""
    frames = _frames(rig, chain)
    axes = np.column_stack((palm.along, palm.thumb, palm.out))
    along, opposed, aims = frames[0][:, 1], unit(axes @ OPPOSED), unit(axes @ ACROSS)
    turn = cross(along, opposed)
    angle = min(atan2(float(np.linalg.norm(turn)), float(along @ opposed)), radians(FARTHEST))
    about = unit(turn) if np.linalg.norm(turn) > 1e-6 else frames[0][:, 0]
    frame, first = frames[0], rig.by_name[chain[0]]
    curl, aside = _axes_of(first, frame, cross(along, -palm.thumb), palm.out)
    parts = [np.degrees(angle * float(about @ (frame @ axis))) for axis in (curl, aside)]
    yield _turning(first, (curl, aside), (parts[0], PAST * parts[0]), (parts[1], PAST * parts[1]))
    folds = matrix_of(quaternion_about(about, angle)).T @ unit(cross(opposed, aims))
    for number, (name, frame) in enumerate(zip(chain[1:], frames[1:], strict=True)):
        now = max(0.0, _angle(frames[number][:, 1], frame[:, 1], folds))
        there = max(LEAST, THUMB[len(chain)][number] - now)
        yield _phalanx(rig.by_name[name], frame, folds, (there, now), (0.0, 0.0), palm.out)


# Single joints

Degrees = tuple[float, float]
"""At 1, and at -`PAST` to the other side."""


def _phalanx(bone: Bone, frame: Vector, folds: Vector, curl: Degrees, aside: Degrees, way: Vector) -> Phalanx:
    return _turning(bone, _axes_of(bone, frame, folds, way), curl, aside)


def _axes_of(bone: Bone, frame: Vector, folds: Vector, way: Vector) -> tuple[Vector, Vector]:
    """The axes in the bone's rest axes about which it folds, and turns that `way`: the joint's, where it is bounded."""
    axis = frame.T @ folds
    axis = unit(np.array((axis[0], 0.0, axis[2]))) if np.hypot(axis[0], axis[2]) > 1e-6 else np.array((1.0, 0.0, 0.0))
    if bone.joint.limited:
        axis = _own(bone, axis)
    aside = np.array((axis[2], 0.0, -axis[0]))
    turned = cross(frame[:, 1], way)
    return axis, aside if float((frame @ aside) @ turned) >= 0.0 else -aside


def _own(bone: Bone, axis: Vector) -> Vector:
    """The joint's own axis, X or Z, that is nearest to `axis`, in the bone's axes; where one is locked, the other."""
    joint = bone.joint
    x = np.array((cos(joint.roll), 0.0, -sin(joint.roll)))
    z = np.array((sin(joint.roll), 0.0, cos(joint.roll)))
    nearest = x if abs(float(axis @ x)) >= abs(float(axis @ z)) else z
    if joint.lock[0] != joint.lock[2]:
        nearest = z if joint.lock[0] else x
    return nearest if float(nearest @ axis) >= 0.0 else -nearest


def _turning(bone: Bone, axes: tuple[Vector, Vector], curl: Degrees, aside: Degrees) -> Phalanx:
    reaches = [_reach(bone, axis) for axis in axes]
    turns = [_turn(axis, *ends, reach) for axis, ends, reach in zip(axes, (curl, aside), reaches, strict=True)]
    return Phalanx(bone.name, turns[0], turns[1], (*reaches[0], *reaches[1]))


def _turn(axis: Vector, there: float, back: float, reach: tuple[float, float]) -> Turn:
    """What is asked for, in degrees, as far as the joint lets it."""
    lower, upper = reach
    return Turn(axis, min(max(radians(there), lower), upper), -min(max(radians(-back), lower), upper))


def _reach(bone: Bone, axis: Vector) -> tuple[float, float]:
    """How far the joint turns about the axis, one of its own where it is bounded."""
    if not bone.joint.limited:
        return -pi, pi
    own = (cos(bone.joint.roll), -sin(bone.joint.roll)), (sin(bone.joint.roll), cos(bone.joint.roll))
    along = [float(np.dot(axis[[0, 2]], each)) for each in own]
    at = int(np.argmax(np.abs(along)))
    lower, upper = (0.0, 0.0) if bone.joint.lock[2 * at] else bone.joint.limit[2 * at] or (-pi, pi)
    return (lower, upper) if along[at] > 0.0 else (-upper, -lower)


def _angle(before: Vector, after: Vector, axis: Vector) -> float:
    """How far a direction is turned against another about an axis, degrees."""
    a, b = across(before, axis), across(after, axis)
    return float(np.degrees(atan2(float(cross(a, b) @ axis), float(a @ b))))


def _frames(rig: Rig, names: Sequence[str]) -> list[Vector]:
    """The rest axes (3, 3) of bones; all are asked for at once, because a bone of no length takes its parent's."""
    row = rig.rows
    frames = rest_matrices(rig.bones)[:, :3, :3]
    return [np.array(frames[row[name]]) for name in names]
