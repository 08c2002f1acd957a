"""Expressions as a part of poses: set, mixed, from side to side, kept, recorded and played."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.rigs import Bone, Document, Rig, Transform
from pantin.rigs.clip import Clip, part_of
from pantin.rigs.editing.poses import library
from pantin.rigs.figure import Figure
from pantin.rigs.formats import pose as pose_files
from pantin.rigs.motion.recorder import Recorder
from pantin.solver.edits.expressions import mixed_expressions, set_expression, with_expressions, with_one_side
from pantin.solver.edits.poses.clips import frame_shown
from pantin.solver.edits.poses.poses import flipped, mixed
from pantin.solver.evaluate import evaluate

BENT = Transform(rotation=(0.6, 0.0, 0.0, 0.8))


def smiling(**values: float) -> Document:
    return Document.of(with_expressions(Figure(rig=Rig((Bone("a"),))), values))


def face(document: Document) -> dict[str, float]:
    return document.figure.pose.expressions


def test_an_expression_of_0_is_not_kept() -> None:
    figure = set_expression(smiling(Joy=0.5).figure, "Blink", 1.0)
    assert figure.pose.expressions == {"Joy": 0.5, "Blink": 1.0}
    assert set_expression(figure, "Joy", 0.0).pose.expressions == {"Blink": 1.0}
    with pytest.raises(ValueError, match="finite"):
        set_expression(figure, "Joy", float("nan"))


def test_expressions_change_no_bit_of_how_bones_are_posed() -> None:
    plain = Document.of(Figure(rig=Rig((Bone("a"), Bone("b", "a"))))).posed({"a": BENT})
    shown = plain.with_figure(set_expression(plain.figure, "Joy", 0.5))
    assert evaluate(shown).matrices.tobytes() == evaluate(plain).matrices.tobytes()
    assert face(shown.posed({})) == {"Joy": 0.5}  # bones alone are put back


def test_a_pose_mixes_its_expressions_in() -> None:
    start = smiling(Joy=0.5, Blink=1.0)
    half = mixed(start, {"a": BENT}, 0.5, expressions={"Joy": 1.0})
    assert face(half) == {"Joy": 0.75, "Blink": 1.0} and half.figure.transform("a") != Transform()
    assert face(mixed(start, {"a": BENT}, 1.0, part=False, expressions={"Joy": 1.0})) == {"Joy": 1.0}
    assert face(mixed(start, {"a": BENT}, 1.0, part=False)) == face(start)  # it says nothing of the face
    assert face(mixed(start, {}, 1.0, expressions={"Blink": 0.25})) == {"Joy": 0.5, "Blink": 0.25}


@pytest.mark.parametrize(
    ("one", "other"),
    [("Blink_L", "Blink_R"), ("blinkLeft", "blinkRight"), ("mouthSmile_R", "mouthSmile_L"), ("Joy", "Joy")],
)
def test_expressions_change_sides_by_their_names(one: str, other: str) -> None:
    start = smiling(**{one: 0.25})
    assert face(flipped(start)) == {other: 0.25}
    assert face(flipped(start, ["a"])) == {one: 0.25}  # a bone alone
    assert mixed_expressions(smiling().figure, {one: 1.0}, 1.0, flip=True).pose.expressions == {other: 1.0}


def test_poses_are_kept_with_their_expressions(tmp_path: Path) -> None:
    document = library.saved(smiling(), "grin", {"a": BENT}, expressions={"Joy": 1.0})
    (kept,) = document.figure.poses
    assert kept.expressions == {"Joy": 1.0}
    again = library.put_back(document, "grin", {"a": Transform()}, expressions={"Sorrow": 0.5})
    assert again.figure.poses[0].expressions == {"Sorrow": 0.5}
    path = tmp_path / "grin.pose.json"
    pose_files.write_kept("rig", kept, path)
    assert pose_files.kept_from("grin", pose_files.read_pose(path)) == kept
    pose_files.write_kept("rig", library.pose_named(document, "grin"), path)
    assert '"expressions": {\n    "Joy": 1.0\n  }' in path.read_text()


def test_a_face_alone_can_be_kept() -> None:
    assert library.saved(smiling(), "wink", {}, expressions={"Blink_L": 1.0}).figure.poses[0].pose == {}
    with pytest.raises(ValueError, match="no bone"):
        library.saved(smiling(), "nothing", {})


def test_a_clip_plays_its_expressions() -> None:
    rest = np.tile((0, 0, 0, 0, 0, 0, 1, 1, 1, 1), (3, 1, 1))
    clip = Clip.of("talk", 30.0, ["a"], rest).with_expressions({"A": [0.0, 0.5, 1.0], "Joy": [0.0, 0.0, 0.0]})
    start = smiling(Joy=0.5, Blink=1.0)
    assert face(frame_shown(start, clip, 1)) == {"A": 0.5, "Blink": 1.0}
    part = part_of(clip, 1, 2)
    assert part is not None and part.expressions["A"].array[:, 0].tolist() == [0.5, 1.0]
    assert clip.with_frames(rest[:2]).expressions == {}  # there are more values than frames


def test_what_is_recorded_has_its_expressions() -> None:
    recorder = Recorder(10.0)
    for step in range(5):
        recorder.take(step / 10, {"a": BENT}, {"Joy": step / 4} if step else {})
    clip = recorder.clip("take")
    np.testing.assert_allclose(clip.expressions["Joy"].array[:, 0], (0.0, 0.25, 0.5, 0.75, 1.0), atol=1e-6)
    plain = Recorder(10.0)
    plain.take(0.0, {"a": BENT})
    assert plain.clip("still").expressions == {}


def test_scripts_set_faces_and_take_them_from_poses() -> None:
    figure = pantin.expressed(smiling(), {"Joy": 0.5})
    assert face(figure) == {"Joy": 0.5}
    assert face(pantin.mixed(smiling(), figure.figure.pose)) == {"Joy": 0.5}
    with pytest.raises(pantin.Unusable, match="no eyes"):
        pantin.looking_at(figure, (0.0, -1.0, 0.0))


def test_a_face_is_copied_from_side_to_side() -> None:
    values = {"Blink_L": 0.25, "Blink_R": 1.0, "mouthSmileRight": 0.5, "Joy": 0.75, "LookLeft": 1.0}
    from_the_right = with_one_side(smiling(**values).figure, "R").pose.expressions
    assert from_the_right == {
        "Blink_L": 1.0,
        "Blink_R": 1.0,
        "mouthSmileRight": 0.5,
        "mouthSmileLeft": 0.5,
        "Joy": 0.75,
        "LookLeft": 1.0,
    }
    assert "mouthSmileRight" not in with_one_side(smiling(**values).figure, "L").pose.expressions
