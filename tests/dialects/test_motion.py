"""Motion of every program moves other figures: limbs point as the mathematics has them, whatever rests how."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

import pantin
from pantin import solver
from pantin.app.clips.imported_motion import imported_motion
from pantin.resources import FOLDER
from pantin.rigs import Document, Ik
from pantin.rigs.fitting import person_figure_in
from pantin.rigs.pose import Pose
from pantin.solver.edits.poses.clips import frame_shown
from tests.dialects.programs import DIALECTS, Dialect, FileOf

LIMBS = {"upper_arm": "forearm", "forearm": "hand", "thigh": "shin", "shin": "foot"}
FRAMES = (0, 9, 23, 40, 63)
HEIGHT = 1.775
"""Of the biped, metres."""


def expected(one: Dialect, frame: int) -> dict[str, np.ndarray]:
    """Return which way the limbs of a dialect point in a frame, unit vectors (3,)."""
    found, rows = {}, {part: n for n, part in enumerate(one.body.parts)}
    for part, end in LIMBS.items():
        for side in "LR":
            way = one.places[frame, rows[f"{end}.{side}"]] - one.places[frame, rows[f"{part}.{side}"]]
            found[f"{part}.{side}"] = way / np.linalg.norm(way)
    return found


def degrees_off(one: Dialect, ours: Document, clip: pantin.rigs.Clip, frame: int) -> float:
    """Return how far the limbs of a figure point from where those of the dialect do, at most, degrees."""
    seen, figure = solver.evaluate(frame_shown(ours, clip, frame)), person_figure_in(ours.rig)
    worst = 0.0
    for part, way in expected(one, frame).items():
        start, end = (figure.bones[each] for each in (part, f"{LIMBS[part[:-2]]}{part[-2:]}"))
        here = seen.heads[seen.index[end]] - seen.heads[seen.index[start]]
        worst = max(worst, float(np.arccos(np.clip(here @ way / np.linalg.norm(here), -1.0, 1.0))))
    return float(np.degrees(worst))


@pytest.mark.parametrize("name", DIALECTS)
def test_a_walk_is_taken_by_a_figure_of_ours(name: str, file_of: FileOf) -> None:
    one, ours = DIALECTS[name], pantin.read(FOLDER / "rigs" / "biped.rig.json")
    (clip,) = imported_motion(file_of(name), ours).clips
    assert clip.count == 64 and clip.rate == pytest.approx(30.0)
    assert max(degrees_off(one, ours, clip, frame) for frame in FRAMES) < 0.5


@pytest.mark.parametrize("name", [name for name, one in DIALECTS.items() if name != "CMU"])
def test_a_walk_with_straight_knees_plays_on_handles_and_poles(name: str, tmp_path: Path) -> None:
    """IK moves all four limbs in every frame, feet are where the legs of the file bring them, and no knee flips.

    That of CMU is left out: its joints are off by millimetres, and which way its body faces is as uncertain.
    """
    one, ours = DIALECTS[name].stiff(), pantin.read(FOLDER / "rigs" / "biped.rig.json")
    (clip,) = imported_motion(one.written(tmp_path), ours).clips
    shown = [frame_shown(ours, clip, frame) for frame in range(clip.count)]
    assert {(each.target, each.blend) for at in shown for each in at.rig.constraints if isinstance(each, Ik)} == {
        (handle, 1.0) for handle in ("hand_ik.L", "hand_ik.R", "foot_ik.L", "foot_ik.R")
    }
    seen, bones = [solver.evaluate(each) for each in shown], person_figure_in(ours.rig).bones
    for side in "LR":
        ways = np.array([[expected(one, frame)[f"{part}.{side}"] for part in ("thigh", "shin")] for frame in range(64)])
        bends = np.arccos(np.clip(np.einsum("fi,fi->f", ways[:, 0], ways[:, 1]), -1.0, 1.0))
        assert (bends < np.radians(3.0)).sum() > 30 and bends.max() > 0.8, "the walk has straight and bent knees"
        thigh, shin, foot = (seen[0].index[bones[f"{part}.{side}"]] for part in ("thigh", "shin", "foot"))
        joints = np.array([each.heads[[thigh, shin, foot]] for each in seen])
        spans = np.linalg.norm(np.diff(joints, axis=1), axis=2, keepdims=True)
        missed = np.linalg.norm(joints[:, 2] - joints[:, 0] - (spans * ways).sum(axis=1), axis=1)
        assert missed.max() < 1e-3 * HEIGHT
        turns = np.array([each.matrices[[thigh, shin], :3, :3] for each in seen])
        cosines = (np.einsum("fbij,fbij->fb", turns[1:], turns[:-1]) - 1.0) / 2.0
        assert np.arccos(np.clip(cosines, -1.0, 1.0)).max() < 0.3, "radians a frame"


@pytest.mark.parametrize(
    ("of", "onto"), [("Mixamo", "VRM 0"), ("VRM 1", "Unreal"), ("CMU", "Mixamo"), ("Maya", "Rokoko")]
)
def test_a_walk_is_taken_by_a_figure_of_another_program(of: str, onto: str, file_of: FileOf) -> None:
    one, theirs = DIALECTS[of], pantin.read(file_of(onto))
    ours = Document.of(replace(theirs.figure, clips=(), pose=Pose()))
    (clip,) = imported_motion(file_of(of), ours).clips
    assert max(degrees_off(one, ours, clip, frame) for frame in FRAMES) < 0.5


@pytest.mark.parametrize("name", DIALECTS)
def test_who_walks_goes_as_far_as_the_legs_are_long(name: str, file_of: FileOf) -> None:
    """In the direction of the walk, which is turned against the figure at rest."""
    one, ours = DIALECTS[name], pantin.read(FOLDER / "rigs" / "biped.rig.json")
    (clip,) = imported_motion(file_of(name), ours).clips
    hips = person_figure_in(ours.rig).bones["hips"]
    first, last = (solver.evaluate(frame_shown(ours, clip, frame)).matrix(hips)[:3, 3] for frame in (0, 63))
    theirs, went = (one.places[63, 0] - one.places[0, 0])[:2], (last - first)[:2]
    legs = leg_of(ours) / np.linalg.norm(
        one.body.places[one.body.row("thigh.L")] - one.body.places[one.body.row("foot.L")]
    )
    np.testing.assert_allclose(went / legs, theirs, atol=0.05 * np.linalg.norm(theirs))


def leg_of(document: Document) -> float:
    """Return how far the ankle is below the hip at rest, metres."""
    bones, rig = person_figure_in(document.rig).bones, document.rig
    return float(np.linalg.norm(np.subtract(rig.by_name[bones["thigh.L"]].head, rig.by_name[bones["foot.L"]].head)))
