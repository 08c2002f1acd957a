"""The picture of a pose on its card: the figure in it, as a whole or the parts that it is about, from near."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from math import cos, radians, sin
from typing import ClassVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from pantin import solver
from pantin.app.pictures.figure_pictures import Shown
from pantin.rigs import Bone, Document, Rig
from pantin.rigs.figure import Figure
from pantin.rigs.fitting.hand_joints import hand_joints
from pantin.rigs.pose import KeptPose
from pantin.rigs.rest import rest_matrices
from pantin.rigs.tree.traversal import with_descendants
from pantin.rigs.vectors import UP
from pantin.solver import Posed
from pantin.solver.edits.poses import poses
from pantin.viewport.figure.mannequin import outline
from pantin.viewport.figure.skin import skin_of
from pantin.viewport.paint.figure_picture import FILLED, PLAIN
from pantin.viewport.values.camera import Camera
from pantin.viewport.values.loaded_character import Characters

SIZE = (176, 160)
"""Pixels of a picture: twice those of its card."""

BODY, PART = Camera(yaw=radians(25.0), pitch=radians(8.0)), Camera(yaw=radians(-5.0), pitch=radians(8.0))
"""A body is seen from ahead of its left, parts of one from the front."""
PALM = radians(20.0)
"""Angle from the palm of a hand towards its thumb, which then does not hide behind the fingers."""


Floats = NDArray[np.float64]


class PosePicture(msgspec.Struct, frozen=True):
    """The picture of one pose."""

    kind: ClassVar[str] = "poses"
    size: ClassVar[tuple[int, int]] = SIZE
    pose: KeptPose

    def contents(self, figure: Figure, characters: Characters) -> object:
        """Return all that it shows of a figure, but for the theme."""
        rig, pose, skin = figure.rig, self.pose, skin_of(figure, characters)
        digest = "" if skin is None else skin.character.digest
        posed = dict(pose.pose), *((pose.expressions,) if skin is not None and pose.expressions else ())
        return rig.bones, rig.constraints, rig.limbs, *posed, digest, figure.hidden_parts

    def shown(self, figure: Figure, characters: Characters) -> Shown | None:
        """Return the figure in this pose; None where the pose has no bone of the rig."""
        rig, pose = figure.rig, self.pose
        try:
            bare = Figure(rig=rig, source=figure.source, hidden_parts=figure.hidden_parts)
            document = poses.mixed(Document.of(bare), pose.pose, 1.0, expressions=pose.expressions)
        except ValueError:
            return None
        evaluated = solver.evaluate(document)
        bones = {bone.name for bone in rig.bones if bone.kind == "bone"}
        named = bones & pose.pose.keys() or bones
        whole = _carries_most(rig, bones, named)
        seen = evaluated if whole else _raised_hand(rig, evaluated, named)
        around = _points(document.figure, seen, bones if whole else named, characters)
        camera = (BODY if whole else PART).frame(around, *SIZE, 1 / FILLED)
        return Shown(document, seen, camera, characters, PLAIN)


def _carries_most(rig: Rig, bones: AbstractSet[str], named: AbstractSet[str]) -> bool:
    """Return whether some bones of a body carry at least half of it, but for what swings: then all of it is posed, also
    where fingers, hair and clothes have most of the bones.
    """
    still = bones - set(rig.springs.bones)
    return 2 * len(still & set(with_descendants(rig, named))) >= len(still)


def _raised_hand(rig: Rig, posed: Posed, named: AbstractSet[str]) -> Posed:
    """Return the figure turned as a whole, so that the hand whose bones are named points up and shows its palm; as it
    is where these are no bones of one hand.
    """
    for joints in hand_joints(rig):
        fingers = {phalanx.bone for chain in joints.fingers.values() for phalanx in chain}
        if named <= fingers | {joints.hand.bone}:
            row, palm = posed.index[joints.hand.bone], joints.palm
            carried = posed.matrices[row, :3, :3] @ rest_matrices(rig.bones)[row, :3, :3].T
            axes = carried @ np.stack([palm.thumb, palm.along, palm.out], axis=1)
            side = 1.0 if np.linalg.det(axes) > 0.0 else -1.0
            to_thumb, out = np.array((side * cos(PALM), sin(PALM), 0.0)), np.array((side * sin(PALM), -cos(PALM), 0.0))
            turn = np.eye(4)
            turn[:3, :3] = np.stack([to_thumb, UP, out], axis=1) @ np.linalg.inv(axes)
            return posed.with_matrices(turn @ posed.matrices)
    return posed


def _points(figure: Figure, shown: Posed, bones: Iterable[str], characters: Characters) -> Floats:
    """Points around the bodies of these bones (n, 3), or their ends where they have none."""
    rig = figure.rig
    rows = [rig.rows[name] for name in bones]
    skin = skin_of(figure, characters)
    if skin is not None and len(around := skin.around(shown.matrices, rows)):
        return around
    around = outline(rig, shown.matrices, rows)
    return around if len(around) else np.concatenate([shown.heads[rows], shown.tails[rows]])


def without_pose(figure: Figure) -> tuple[tuple[Bone, ...], *tuple[object, ...]]:
    """Return what the pictures show besides the pose."""
    rig = figure.rig
    return rig.bones, rig.constraints, rig.limbs, figure.hidden_parts
