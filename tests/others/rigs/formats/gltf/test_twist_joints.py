"""Forearms and shins of other people, turned by 170° either way at the hand or the foot, with twist bones."""

from __future__ import annotations

from math import radians
from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.app.files.character_file import character_of
from pantin.app.files.remaking import twist_bones
from pantin.rigs import rotations as rot
from pantin.rigs.document import Document
from pantin.rigs.meshes.binding import binding, palette
from pantin.rigs.meshes.character import Part
from pantin.rigs.meshes.posed_points import points
from pantin.rigs.pose import Transform
from pantin.solver import Evaluated
from tests.others.samples import sample
from tests.readers.sections import sections

PLACES = np.linspace(0.02, 0.98, 25)
LIMBS = {
    "glb/CesiumMan.glb": (
        ("Skeleton_arm_joint_L__3_", "Skeleton_arm_joint_L__2_"),
        ("leg_joint_R_2", "leg_joint_R_3"),
    ),
    "glb/m2m_human-zombie.glb": (("lowerarm_l", "hand_l"), ("calf_r", "foot_r")),
    "glb/kaykit_Knight.glb": (("lowerarm.l", "wrist.l"), ("lowerleg.r", "foot.r")),
    "vrm/cool_loops.vrm": (
        ("mixamorig:LeftForeArm", "mixamorig:LeftHand"),
        ("mixamorig:RightLeg", "mixamorig:RightFoot"),
    ),
    "glb/RobotExpressive.glb": (("LowerArm.L", "Palm2.L"),),
    "vrm/godette.vrm": (("lowerarm.l_Armature", "hand.l_Armature"), ("shin.r_Armature", "foot.r_Armature")),
}
"""The bone that twists, and the one that turns it."""


@pytest.mark.parametrize("path", LIMBS)
def test_their_sections_stay(path: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    before = Document.of(sample(path).figure)
    after = twist_bones(before, names=[bone for bone, _end in LIMBS[path]]).document
    for bone, end in LIMBS[path]:
        rest = areas(after, pantin.evaluate(after), bone, end)
        there = rest > 0.01 * rest.max()
        for degrees in (170.0, -170.0):
            turned = areas(after, pantin.evaluate(turned_by(after, bone, end, degrees)), bone, end)
            assert (turned[there] / rest[there]).min() > 0.6


def turned_by(document: Document, bone: str, end: str, degrees: float) -> Document:
    """Return the figure with a hand or a foot turned about the bone that carries it."""
    found = pantin.evaluate(document)
    axes = found.matrices[found.index[end]][:3, :3]
    axis = axes.T @ (found.heads[found.index[end]] - found.heads[found.index[bone]])
    turn = rot.quaternion_about(axis / np.linalg.norm(axis), radians(degrees))
    own = rot.multiply(document.figure.transform(end).rotation, turn)
    return pantin.posed(document, {end: Transform(rotation=rot.canonical(*own.tolist()))})


def areas(document: Document, found: Evaluated, bone: str, end: str) -> np.ndarray:
    """Return the sections of a limb as it is posed."""
    character, source = character_of(document.figure), document.figure.source
    assert source is not None
    bound = binding(document.rig, source, character)
    head, tail = (found.heads[found.index[name]] for name in (bone, end))
    total = np.zeros(len(PLACES))
    for part, posed in zip(character.parts, points(character, bound, palette(bound, found.matrices)), strict=True):
        if part.skin is not None:
            names = [source.nodes[joint].bone or "" for joint in character.skins[part.skin].joints]
            limb = {name for name in names if name and is_of_limb(document, bone, name)}
            own = weight_of(part, np.array([name in limb for name in names]))
            mine = part.triangles[own[part.triangles].mean(axis=1) > 0.5].astype(int)
            total += sections(posed.positions, mine, head, tail, PLACES)
    return total


def is_of_limb(document: Document, bone: str, name: str) -> bool:
    """Return whether a bone is the limb, below it or the one that carries it."""
    bones, at = document.rig.by_name, document.rig.by_name.get(name)
    while at is not None and at.name != bone:
        at = bones.get(at.parent or "")
    return at is not None or name == bones[bone].parent


def weight_of(part: Part, chosen: np.ndarray) -> np.ndarray:
    assert part.joints is not None and part.weights is not None
    return np.where(chosen[part.joints], part.weights, 0.0).sum(axis=1)
