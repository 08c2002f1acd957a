"""`*.pose.json`: poses by bone name, put on any rig that has these names."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pantin import rigs
from pantin.rigs import Transform, Unreadable, Unwritable
from pantin.rigs.formats import pose
from tests.rigs.samples import document, leg
from tests.rigs.strategies import names, relaxed, transforms

BENT = Transform(rotation=(0.6, 0.0, 0.0, 0.8))


@given(rig=names(), posed=st.dictionaries(names(), transforms(), max_size=5))
@relaxed
def test_what_is_written_is_read_again(tmp_path_factory, rig: str, posed: dict[str, Transform]) -> None:
    path = tmp_path_factory.getbasetemp() / "any.pose.json"
    pose.write_pose(rig, posed, path)
    again = pose.read_pose(path)
    assert (again.rig, again.pose, list(again.pose)) == (rig, posed, list(posed))


def test_the_text_is_for_people(tmp_path) -> None:
    path = tmp_path / "kneel.pose.json"
    pose.write_pose("Leg", {"shin.L": BENT, "hips": Transform()}, path)
    assert path.read_text("utf-8") == (
        "{\n"
        '  "format": "pantin.pose",\n'
        '  "version": 1,\n'
        '  "rig": "Leg",\n'
        '  "part": true,\n'
        '  "pose": {\n'
        '    "shin.L": {\n'
        '      "rotation": [0.6, 0.0, 0.0, 0.8]\n'
        "    },\n"
        '    "hips": {}\n'
        "  }\n"
        "}\n"
    )


def test_a_document_leaves_its_own_pose_in_the_order_of_its_bones(tmp_path) -> None:
    path = tmp_path / "leg.pose.json"
    rigs.write(document(), path)
    assert pose.read_pose(path).pose == leg().pose.bones
    assert list(pose.read_pose(path).pose) == ["hips", "foot_ik.L"]


def test_a_document_is_a_whole_pose_and_a_file_that_says_nothing_is_a_part(tmp_path) -> None:
    path = tmp_path / "leg.pose.json"
    rigs.write(document(), path)
    assert '"part": false' in path.read_text("utf-8") and pose.read_pose(path).part is False
    old = '{"format": "pantin.pose", "version": 1, "rig": "Leg", "pose": {"hips": {}}}'
    assert pose.parse(old.encode()).part is True


def test_a_whole_pose_puts_the_others_at_rest() -> None:
    applied = pose.apply(document(), {"shin.L": BENT, "tail": BENT}, part=False)
    assert applied.document.figure.pose.bones == {"shin.L": BENT}
    assert applied.missing == ("tail",)
    assert pose.apply(document(), {"tail": BENT}, part=False).document == document(), "a pose of another rig"


def test_a_pose_changes_the_bones_that_it_names() -> None:
    applied = pose.apply(document(), {"shin.L": BENT})
    assert applied.document.figure.pose.bones == {**leg().pose.bones, "shin.L": BENT}
    assert applied.missing == ()
    assert applied.report == ""


def test_bones_that_the_rig_lacks_are_reported() -> None:
    applied = pose.apply(document(), {"shin.L": BENT, "shin.R": BENT, "tail": BENT})
    assert applied.document.figure.pose.bones == {**leg().pose.bones, "shin.L": BENT}
    assert applied.missing == ("shin.R", "tail")
    assert applied.report == 'The rig lacks 2 bones of the pose, which stayed out: "shin.R", "tail".'


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"format": "pantin.rig"}, "$.format"),
        ({"version": 2}, "$.version"),
        ({"rig": 7}, "$.rig"),
        ({"pose": []}, "$.pose"),
        ({"pose": {"hips": {}, "shin.L": {"turn": 1}}}, '$.pose["shin.L"]'),
        ({"pose": {"hips": {"rotation": [0, 0, 0, 0]}}}, "$.pose.hips.rotation"),
        ({"pose": {"hips": {"location": [0, float("nan"), 0]}}}, "$.pose.hips.location[1]"),
        ({"bones": []}, "$"),
    ],
)
def test_what_is_wrong_has_its_place(tmp_path, change: dict, where: str) -> None:
    path = tmp_path / "bad.pose.json"
    path.write_text(json.dumps({"format": "pantin.pose", "version": 1, "rig": "Leg", "pose": {}, **change}), "utf-8")
    with pytest.raises(Unreadable) as caught:
        pose.read_pose(path)
    assert caught.value.where == where


def test_a_pose_that_is_none_is_not_written(tmp_path) -> None:
    path = tmp_path / "nan.pose.json"
    with pytest.raises(Unwritable, match="NaN"):
        pose.write_pose("Leg", {"hips": Transform(location=(0.0, 0.0, float("nan")))}, path)
    assert not path.exists()
