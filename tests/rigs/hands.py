"""Hands to pose: those of our own figures, of other people's skeletons, and how fingers lie when they are posed."""

from __future__ import annotations

from functools import cache

import numpy as np

from pantin.rigs.document import Document
from pantin.rigs.fitting.hand_joints import HandJoints, hand_joints
from pantin.rigs.rest import rest_matrices
from pantin.rigs.templates import TEMPLATES
from pantin.rigs.vectors import matrix_of
from tests.rigs.samples import sample

OWN = ("hand", "humanoid")
OTHERS = {
    "vrm/cool_loops.vrm": 5,
    "vrm/debug_robot.vrm": 5,
    "vrm/godette.vrm": 2,
    "glb/LeftHandHumanoid.gltf": 5,
    "glb/RobotExpressive.glb": 4,
    "bvh/ad_rokoko_jesse_dance.bvh": 5,
    "bvh/cmu_12_01_walk_cgspeed.bvh": 2,
    "bvh/geno_stance.bvh": 5,
    "bvh/mh_tpose.bvh": 5,
    "bvh/mh_zombieWalk1.bvh": 5,
    "bvh/pybvh_test3.bvh": 5,
}
"""How many fingers each hand of these has."""


@cache
def document_of(name: str) -> Document:
    """A figure at rest, by the name of a template or a file."""
    rig = TEMPLATES[name]() if name in TEMPLATES else sample(name).rig
    return Document(rig=rig.posed({}))


def hands(name: str) -> tuple[HandJoints, ...]:
    """The hands of a figure."""
    return hand_joints(document_of(name).rig)


def tips(document: Document, joints: HandJoints) -> dict[str, np.ndarray]:
    """Where each finger ends while the hand itself is at rest, armature space."""
    rig = document.rig
    rests = dict(zip((bone.name for bone in rig.bones), rest_matrices(rig.bones), strict=True))
    found = {}
    for finger, chain in joints.fingers.items():
        placed = np.eye(4)
        for each in chain:
            turn = np.eye(4)
            turn[:3, :3] = matrix_of(rig.transform(each.bone).rotation)
            placed = placed @ rests[each.bone] @ turn @ np.linalg.inv(rests[each.bone])
        found[finger] = (placed @ (*rig.by_name[chain[-1].bone].tail, 1.0))[:3]
    return found
