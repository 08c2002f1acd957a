"""A hand drawn flat in one of its presets: strokes for the phalanges and the palm, seen from before the palm.

The unit is the way from wrist to knuckles; right, up and towards whoever looks, from the middle of the palm.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import numpy as np

from pantin.rigs import rotations as rot
from pantin.rigs.anatomy.parts import FINGERS
from pantin.rigs.document import Document
from pantin.rigs.editing.hands.sliders import Preset, with_preset
from pantin.rigs.figure import Figure
from pantin.rigs.fitting.hand_joints import HandJoints
from pantin.rigs.rest import rest_matrices
from pantin.rigs.rig import Rig
from pantin.rigs.vectors import Vector, cross

THICK, THUMB_THICK = 0.21, 0.25
"""Thickness with which fingers are drawn."""

Point = tuple[float, float, float]


class Stroke(msgspec.Struct, frozen=True):
    """A round stroke through points; one of the palm goes through several."""

    points: tuple[Point, ...]
    thick: float

    @property
    def depth(self) -> float:
        """Return the nearness to whoever looks: what is nearer is drawn later."""
        return sum(point[2] for point in self.points) / len(self.points)


def strokes(rig: Rig, joints: HandJoints, preset: Preset) -> tuple[Stroke, ...]:
    """The strokes of a hand, from the farthest to the nearest."""
    posed = with_preset(Document.of(rig), (joints,), preset).figure
    found = [_palm(rig, joints), *(each for finger in joints.fingers for each in _finger(posed, joints, finger))]
    return tuple(sorted(found, key=lambda stroke: stroke.depth))


def _palm(rig: Rig, joints: HandJoints) -> Stroke:
    wrist = np.array(rig.by_name[joints.hand.bone].head)
    chains = [joints.fingers[finger] for finger in FINGERS[1:] if finger in joints.fingers]
    knuckles = [np.array(rig.by_name[chain[0].bone].head) for chain in chains]
    first = [wrist + (knuckle - wrist) * 0.35 for knuckle in (knuckles[0], knuckles[-1])]
    return Stroke(tuple(_seen(joints, point) for point in (first[0], *knuckles, first[1], first[0])), THICK)


def _finger(figure: Figure, joints: HandJoints, finger: str) -> Iterator[Stroke]:
    """The phalanges, each turned with those before it."""
    placed, rests = np.eye(4), _rests(figure.rig, joints)
    for phalanx in joints.fingers[finger]:
        bone, turn = figure.rig.by_name[phalanx.bone], np.eye(4)
        turn[:3, :3] = rot.matrix_from_quaternion(figure.transform(bone.name).rotation)
        placed = placed @ rests[bone.name] @ turn @ np.linalg.inv(rests[bone.name])
        ends = tuple(_seen(joints, (placed @ (*end, 1.0))[:3]) for end in (bone.head, bone.tail))
        yield Stroke(ends, THUMB_THICK if finger == "thumb" else THICK)


def _rests(rig: Rig, joints: HandJoints) -> dict[str, Vector]:
    names = {phalanx.bone for chain in joints.fingers.values() for phalanx in chain}
    matrices = rest_matrices(rig.bones)
    return {bone.name: matrices[row] for row, bone in enumerate(rig.bones) if bone.name in names}


def _seen(joints: HandJoints, point: Vector) -> Point:
    palm = joints.palm
    way = (point - palm.middle) / (palm.size or 1.0)
    return float(way @ cross(palm.along, palm.out)), float(way @ palm.along), float(way @ palm.out)
