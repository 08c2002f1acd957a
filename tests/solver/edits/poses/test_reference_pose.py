"""The reference pose: a person stands in a T or an A, and motion that is retargeted counts from it, edits and all."""

from __future__ import annotations

from math import cos, radians, sin
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

import pantin
from pantin.rigs import Document, Transform
from pantin.rigs import rotations as rot
from pantin.rigs.clip import Clip
from pantin.rigs.motion.person import person_in
from pantin.rigs.templates import TEMPLATES
from pantin.solver.edits.poses.reference_pose import kind_of, matched, reference_of, with_reference, without_reference
from tests.rigs.samples import plain

FIGURE = plain(TEMPLATES["humanoid"]())
SITS = {
    **{f"thigh.{side}": Transform(rotation=(sin(radians(-40.0)), 0.0, 0.0, cos(radians(-40.0)))) for side in "LR"},
    **{f"shin.{side}": Transform(rotation=(sin(radians(40.0)), 0.0, 0.0, cos(radians(40.0)))) for side in "LR"},
    "upper_arm.L": Transform(rotation=(0.3, 0.2, 0.1, (1.0 - 0.14) ** 0.5)),
}
WAYS = {"T-pose": (1.0, 0.0, 0.0), "A-pose": (0.5**0.5, 0.0, -(0.5**0.5))}


def ways(document: Document, *names: str) -> list[np.ndarray]:
    evaluated = pantin.evaluate(document)
    return [evaluated.matrix(name)[:3, 1] for name in names]


@pytest.mark.parametrize("kind", ["T-pose", "A-pose"])
@pytest.mark.parametrize("rest", ["as it is", "sitting"])
def test_any_rest_comes_to_a_reference_in_one_step(kind: str, rest: str) -> None:
    document = FIGURE if rest == "as it is" else pantin.pose_as_rest(pantin.posed(FIGURE, SITS))
    posed = pantin.posed(document, matched(person_in(document.figure), kind))
    for arm in ways(posed, "upper_arm.L", "forearm.L"):
        assert arm == pytest.approx(WAYS[kind], abs=1e-6)
    for leg in ways(posed, "thigh.L", "shin.L", "thigh.R", "shin.R"):
        assert leg[2] < -0.98


def nodding(path: Path, figure: Document) -> Path:
    """A file of the figure's own motion, in which both arms come forward."""
    rows = np.tile((0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0), (5, 2, 1))
    for number, row in enumerate(rows):
        row[:, 3:7] = rot.quaternion_about((1.0, 0.0, 0.0), 0.2 * number)
    pantin.write(pantin.add(figure, Clip.of("Nod", 30.0, ["upper_arm.L", "upper_arm.R"], rows)), path)
    return path


def test_motion_shows_the_same_from_a_sitting_rest(tmp_path: Path) -> None:
    sitting = pantin.pose_as_rest(pantin.posed(FIGURE, SITS))
    pose = matched(person_in(sitting.figure), "T-pose")
    document = sitting.with_figure(with_reference(sitting.figure, "T-pose", pose, "T-pose"))
    source = nodding(tmp_path / "nod.glb", FIGURE)
    clip = pantin.retarget(document, source)[0]
    theirs = pantin.read(source)
    for number in (0, 4):
        one, other = pantin.frame(theirs, number), pantin.frame(pantin.add(document, clip), number, clip)
        names = ("upper_arm.L", "forearm.R", "thigh.L", "shin.R")
        for way, wanted in zip(ways(other, *names), ways(one, *names), strict=True):
            assert way == pytest.approx(wanted, abs=1e-3)


def test_an_edit_of_the_reference_is_kept_by_the_motion(tmp_path: Path) -> None:
    pose = matched(person_in(FIGURE.figure), "T-pose")
    source = nodding(tmp_path / "nod.glb", FIGURE)
    lower = np.array(pantin.rotation(x=0.25))
    arm = pose["upper_arm.L"]
    edited = {**pose, "upper_arm.L": replace(arm, rotation=tuple(rot.multiply(np.array(arm.rotation), lower).tolist()))}
    clips = []
    for each in (pose, edited):
        document = FIGURE.with_figure(with_reference(FIGURE.figure, "T-pose", each, "T-pose"))
        clips.append(pantin.retarget(document, source)[0])
    turns = []
    for number in (0, 4):
        one, other = (
            pantin.evaluate(pantin.frame(pantin.add(FIGURE, clip), number, clip)).matrix("upper_arm.L")[:3, :3]
            for clip in clips
        )
        turns.append(float(rot.angle(one.T @ other)))
    assert turns == pytest.approx([0.25, 0.25], abs=1e-6)


def test_it_is_a_pose_of_the_library_with_tags() -> None:
    figure = with_reference(FIGURE.figure, "T-pose", {}, "T-pose")
    kept = reference_of(figure)
    assert kept is not None and kind_of(kept) == "T-pose" and not kept.part
    other = with_reference(figure, "Mine", {}, None)
    assert [each.name for each in other.poses] == ["T-pose", "Mine"] and reference_of(other) == other.poses[1]
    assert reference_of(without_reference(other)) is None and len(without_reference(other).poses) == 2
