"""Fitting controls onto a figure that has clips and kept poses leaves every frame, and every pose, as it was.

The figures are drawn here, and their clips turn every bone; where they stand is known by multiplying matrices. Straight
limbs are bent a little at rest by fitting, limits of people are exceeded, backs bend where IK would not.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.rigs import Document, Rig, Transform
from pantin.rigs.clip import Clip
from pantin.rigs.figure import Figure
from pantin.rigs.fitting.bending import ARM, LEG
from pantin.rigs.motion.clips_of_bones import forward_kinematics
from pantin.rigs.pose import KeptPose
from pantin.rigs.rest import rest_height
from pantin.rigs.templates import TEMPLATES
from pantin.solver import evaluate
from pantin.solver.edits.limbs.person_controls import fit_again, rig_person
from pantin.solver.edits.poses.clips import frame_shown, frames_seen
from tests.rigs.samples import plain
from tests.rigs.skeletons import person
from tests.solver.edits.bending import straight

COUNT = 4


def moving(rig: Rig, most: float, seed: int = 3) -> Figure:
    """A figure with a clip in which each bone turns to and fro about its own axes, by `most` radians, and travels."""
    random = np.random.default_rng(seed)
    names = [bone.name for bone in rig.bones]
    half = 0.5 * most * np.sin(np.linspace(0.0, 4.0, COUNT))[:, None] * random.uniform(0.2, 1.0, len(names))
    axes = random.normal(size=(len(names), 3))
    axes /= np.linalg.norm(axes, axis=1, keepdims=True)
    frames = np.ones((COUNT, len(names), 10))
    frames[..., :3] = 0.0
    frames[:, 0, 1] = np.linspace(0.0, 2.0, COUNT)
    frames[..., 3:6], frames[..., 6] = np.sin(half)[..., None] * axes, np.cos(half)
    clip = Clip.of("all of it", 30.0, names, frames)
    rows = clip.frames[2].astype(float)
    rows[:, 3:7] /= np.linalg.norm(rows[:, 3:7], axis=1, keepdims=True)
    pose = {name: Transform(rotation=tuple(row[3:7].tolist())) for name, row in zip(names, rows, strict=True)}
    return Figure(rig=rig, poses=(KeptPose("kept", pose),), clips=(clip,))


def bent_backwards() -> Rig:
    """A person whose knees rest bent sideways by 3° and 1°, and whose arms are straight."""
    rig = straight(straight(person(fingers=False), LEG, "L", 3.0, 180.0), LEG, "R", 1.0, 30.0)
    return straight(straight(rig, ARM, "L", 0.0, 0.0), ARM, "R", 5.0, 90.0)


FIGURES = {
    "humanoid": lambda: plain(TEMPLATES["humanoid"]()).rig,
    "biped": lambda: plain(TEMPLATES["biped"]()).rig,
    "quadruped": lambda: plain(TEMPLATES["quadruped"]()).rig,
    "bent backwards": bent_backwards,
}


def apart(before: Rig, document: Document, matrices: np.ndarray, expected: np.ndarray) -> float:
    """Return how far heads, and points 1 dm beside them, are off at most, in parts of the figure's height."""
    rows = [document.rig.rows[bone.name] for bone in before.bones]
    off = (matrices[:, rows] - expected)[..., :3, :] @ np.array(
        ((0.1, 0, 0, 0), (0, 0, 0.1, 0), (0, 0.1, 0, 0), (1, 1, 1, 1))
    )
    return float(np.linalg.norm(off, axis=-2).max()) / rest_height(before.bones)


@pytest.mark.parametrize(("name", "most"), [*((name, 0.8) for name in FIGURES), ("humanoid", 0.1)])
def test_every_frame_is_as_it_was(name: str, most: float) -> None:
    figure = moving(FIGURES[name](), most)
    expected = forward_kinematics(figure.rig.bones, figure.clips[0].frames)
    fitted = rig_person(Document.of(figure))[0]
    assert fitted.rig.constraints and fitted.rig.limbs
    seen = frames_seen(fitted, fitted.figure.clips[0], range(COUNT))
    assert apart(figure.rig, fitted, seen, expected) < 1e-6
    for frame in (0, COUNT - 1):
        alone = evaluate(frame_shown(fitted, fitted.figure.clips[0], frame))
        assert (alone.matrices == seen[frame]).all(), "one frame is what all of them are made of"


def test_fitting_again_changes_nothing_either() -> None:
    figure = moving(bent_backwards(), 0.5)
    expected = forward_kinematics(figure.rig.bones, figure.clips[0].frames)
    again = fit_again(rig_person(Document.of(figure))[0])[0]
    assert apart(figure.rig, again, frames_seen(again, again.figure.clips[0], range(COUNT)), expected) < 1e-6


def test_kept_poses_are_as_they_were() -> None:
    figure = moving(bent_backwards(), 0.4)
    fitted = rig_person(Document.of(figure))[0]
    poses = [one.poses[0].pose for one in (figure, fitted.figure)]
    free = [
        Document.of(one.changed(constraints=())).posed(pose)
        for one, pose in zip((figure.rig, fitted.rig), poses, strict=True)
    ]
    stands = [evaluate(each) for each in free]
    assert apart(figure.rig, free[1], stands[1].matrices[None], stands[0].matrices[None]) < 1e-6
    knees = (fitted.rig.by_name["shin.L"].head, figure.rig.by_name["shin.L"].head)
    assert np.abs(np.subtract(*knees)).max() > 0.01, "bent"


def test_it_is_said_which_limits_clips_exceed() -> None:
    calm, wild = (rig_person(Document.of(moving(plain(TEMPLATES["humanoid"]()).rig, most)))[1] for most in (0.0, 1.2))
    assert "beyond these limits" in wild and '"forearm.L"' in wild and "beyond" not in calm


def test_a_limb_is_moved_by_its_bones_only_where_ik_cannot_bring_it_there() -> None:
    """A clip within the limits is edited by handles: they stand where the bones end."""
    document = Document.of(TEMPLATES["humanoid"]())
    names = ["thigh.L", "shin.L", "foot.L"]
    rows = np.zeros((2, 3, 10))
    rows[..., 6:] = 1.0
    rows[0, :2, 3], rows[0, :2, 6] = (np.sin(0.3), -np.sin(0.4)), (np.cos(0.3), np.cos(0.4))
    rows[1, 1, 4], rows[1, 1, 6] = np.sin(0.4), np.cos(0.4)  # a knee twisted by 46°
    clip = Clip.of("step", 30.0, names, rows)
    bent, twisted = (frame_shown(document, clip, frame) for frame in (0, 1))
    assert bent.rig.constraints == document.rig.constraints != twisted.rig.constraints
    stands = evaluate(bent)
    np.testing.assert_allclose(stands.tails[stands.index["shin.L"]], stands.heads[stands.index["foot_ik.L"]], atol=1e-6)
    free = document.with_rig(document.rig.changed(constraints=())).posed(twisted.figure.pose.bones)
    np.testing.assert_allclose(
        evaluate(twisted).matrix("shin.L"), evaluate(free).matrix("shin.L"), atol=1e-12, err_msg="as the clip has it"
    )
    others = [each for each in twisted.rig.constraints if getattr(each, "target", "") != "foot_ik.L"]
    assert others == [each for each in document.rig.constraints if getattr(each, "target", "") != "foot_ik.L"]


def test_what_leaves_after_fitting_is_what_left_before(tmp_path: Path) -> None:
    figure = moving(bent_backwards(), 0.8)
    fitted = rig_person(Document.of(figure))[0]
    heads = []
    for name, document in (("before", Document.of(figure)), ("after", fitted)):
        pantin.write(document, tmp_path / f"{name}.bvh")
        again = pantin.read(tmp_path / f"{name}.bvh").figure
        stands = forward_kinematics(again.rig.bones, again.clips[0].frames)[..., :3, 3]
        heads.append({bone.name: stands[:, row] for row, bone in enumerate(again.rig.bones)})
    assert heads[0].keys() == heads[1].keys()
    assert max(float(np.abs(heads[0][name] - heads[1][name]).max()) for name in heads[0]) < 2e-6
