"""Figures with full controls: what they have beside handles of limbs, and that their bones stand as without it."""

from __future__ import annotations

import numpy as np
import pytest

from pantin import solver
from pantin.rigs import Document, Rig
from pantin.rigs.problems import problems_of
from pantin.rigs.rest import rest_matrices
from pantin.rigs.templates import TEMPLATES
from pantin.solver.edits.posing import posing

STANDING = ("humanoid", "biped", "quadruped", "bird")
HANDLES = {
    "humanoid": (
        "hips_ik",
        "chest_ik",
        "head_ik",
        "eyes_aim",
        "foot_roll.R",
        "toe_turn.L",
        "index_3_ik.L",
        "thumb_3_ik.R",
    ),
    "biped": ("hips_ik", "chest_ik", "head_ik", "eye_aim.L", "foot_roll.L"),
    "quadruped": ("hips_ik", "chest_ik", "head_ik", "tail_3_ik", "tail_6_ik", "front_paw_roll.L", "hind_paw_roll.R"),
    "bird": ("hips_ik", "chest_ik", "head_ik", "tail_ik", "foot_roll.L", "toe_middle_1_turn.R"),
    "hand": ("thumb_3_ik.L", "index_3_ik.L", "middle_3_ik.L", "ring_3_ik.L", "little_3_ik.L"),
}
EYES = dict.fromkeys(("humanoid", "biped"), ("eye.L", "eye.R"))
"""Bones that figures have for the sake of full controls."""
GROUPS = {
    "humanoid": ("Body", "Arms", "Fingers", "Legs", "Handles", "Poles", "Pivots"),
    "biped": ("Body", "Arms", "Legs", "Handles", "Poles", "Pivots"),
    "quadruped": ("Body", "Front legs", "Hind legs", "Tail", "Handles", "Poles", "Pivots"),
    "bird": ("Body", "Wings", "Legs", "Tail", "Handles", "Poles", "Pivots"),
    "hand": ("Arms", "Fingers", "Handles"),
}


def full(name: str) -> Rig:
    """A figure as the gallery makes it."""
    return TEMPLATES[name].draw(TEMPLATES[name].measures())


@pytest.mark.parametrize("name", HANDLES)
def test_it_has_all_handles_and_its_bones_stand_as_without_them(name: str) -> None:
    rig, limbs = full(name), TEMPLATES[name]()
    assert problems_of(rig) == () and set(HANDLES[name]) <= rig.shown
    eyes = [bone for bone in rig.bones if bone.name in EYES.get(name, ())]
    shaping = [bone for bone in rig.bones if bone.kind == "bone" and bone not in eyes]
    assert shaping == [bone for bone in limbs.bones if bone.kind == "bone"] and len(eyes) == len(EYES.get(name, ()))
    assert rig.pins == limbs.pins and {limb.name for limb in limbs.limbs} <= {limb.name for limb in rig.limbs}
    evaluated = solver.evaluate(Document.of(rig))
    assert all(goal.reached for goal in evaluated.goals)
    np.testing.assert_allclose(evaluated.matrices, rest_matrices(rig.bones), atol=2e-5, err_msg="but for micrometres")


@pytest.mark.parametrize("name", GROUPS)
def test_every_bone_is_in_one_collection(name: str) -> None:
    rig = full(name)
    assert tuple(group.name for group in rig.collections) == GROUPS[name]
    assert sorted(bone for group in rig.collections for bone in group.bones) == sorted(rig.by_name)


@pytest.mark.parametrize("name", STANDING)
def test_what_is_grabbed_carries_what_belongs_to_it(name: str) -> None:
    """The hips carry the trunk and let feet stand; the handle of the chest turns chest and head, not the hips."""
    document = Document.of(full(name))
    before = solver.evaluate(document)
    down = np.array((0.0, 0.0, -0.04 * float(before.heads[before.index["head"]][2])))
    lower = solver.evaluate(posing.translate(document, before, ("hips_ik",), down))
    for bone in ("hips", "chest", "head"):
        np.testing.assert_allclose(lower.heads[lower.index[bone]], before.heads[before.index[bone]] + down, atol=1e-6)
    for pin in document.rig.pins:
        np.testing.assert_allclose(lower.matrix(pin.bone), before.matrix(pin.bone), atol=1e-6)
    turned = solver.evaluate(posing.rotate(document, before, ("chest_ik",), (0.0, 0.0, 0.1, 0.995)))
    for bone, turns in (("hips", False), ("chest", True), ("head", True)):
        assert np.allclose(turned.matrix(bone)[:3, :3], before.matrix(bone)[:3, :3], atol=1e-6) != turns


@pytest.mark.parametrize("name", STANDING)
def test_feet_roll_over_their_balls(name: str) -> None:
    """The heel comes up, toes stay flat where they are."""
    document = Document.of(full(name))
    before = solver.evaluate(document)
    foot = document.rig.pins[0].bone
    stem, side = foot.split(".")
    turn = (float(np.sin(0.25)), 0.0, 0.0, float(np.cos(0.25)))
    roll = f"{stem}_roll.{side}"
    rolled = solver.evaluate(posing.rotate(document, before, (roll,), turn, {roll: before.matrix(roll)[:3, :3].T}))
    lengths = {limb.name: limb for limb in document.rig.limbs}
    toes = lengths[foot].bones[lengths[foot].bones.index(foot) + 1 :]
    assert rolled.heads[rolled.index[foot]][2] > before.heads[before.index[foot]][2] + 0.002
    for toe in toes:
        np.testing.assert_allclose(rolled.matrix(toe), before.matrix(toe), atol=1e-6)


def test_hands_and_wings_go_with_the_chest() -> None:
    for name in ("humanoid", "bird"):
        assert full(name).by_name["hand_ik.L"].parent == full(name).by_name["elbow_pole.R"].parent == "chest"


@pytest.mark.parametrize("name", EYES)
def test_eyes_look_at_their_handles_whatever_the_head_does(name: str) -> None:
    document = Document.of(full(name))
    before = solver.evaluate(document)
    aside = solver.evaluate(posing.translate(document, before, ("eyes_aim",), np.array((0.2, 0.0, 0.05))))
    nodded = solver.evaluate(posing.rotate(document, before, ("head_ik",), (0.0, 0.0, 0.1, 0.995)))
    for evaluated in (before, aside, nodded):
        for side in "LR":
            row, target = evaluated.index[f"eye.{side}"], evaluated.heads[evaluated.index[f"eye_aim.{side}"]]
            way, wanted = evaluated.tails[row] - evaluated.heads[row], target - evaluated.heads[row]
            assert way @ wanted == pytest.approx(np.linalg.norm(way) * np.linalg.norm(wanted), rel=1e-6)
    assert np.abs(aside.tails[aside.index["eye.L"]] - before.tails[before.index["eye.L"]]).max() > 0.003
