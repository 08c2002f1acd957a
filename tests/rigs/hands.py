"""Hands to pose: those of our own figures or of a file, and how fingers lie when they are posed."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np

from pantin.rigs import read
from pantin.rigs import rotations as rot
from pantin.rigs.document import Document
from pantin.rigs.fitting.hand_joints import HandJoints, hand_joints
from pantin.rigs.rest import rest_matrices
from pantin.rigs.templates import TEMPLATES

OWN = ("hand", "humanoid")


@cache
def document_of(name: str) -> Document:
    """Return a figure at rest: a template by its name, or that of a file by its path."""
    figure = TEMPLATES[name].figure() if name in TEMPLATES else read(Path(name)).figure
    return Document.of(figure.posed({}))


def hands(name: str) -> tuple[HandJoints, ...]:
    """The hands of a figure."""
    return hand_joints(document_of(name).rig)


def tips(document: Document, joints: HandJoints) -> dict[str, np.ndarray]:
    """Return where each finger ends while the hand itself is at rest, armature space."""
    rig = document.rig
    rests = dict(zip((bone.name for bone in rig.bones), rest_matrices(rig.bones), strict=True))
    found = {}
    for finger, chain in joints.fingers.items():
        placed = np.eye(4)
        for each in chain:
            turn = np.eye(4)
            turn[:3, :3] = rot.matrix_from_quaternion(document.figure.transform(each.bone).rotation)
            placed = placed @ rests[each.bone] @ turn @ np.linalg.inv(rests[each.bone])
        found[finger] = (placed @ (*rig.by_name[chain[-1].bone].tail, 1.0))[:3]
    return found
