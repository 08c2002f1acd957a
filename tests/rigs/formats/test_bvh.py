"""BVH: skeletons of motion capture as others read them, and sentences for files that somebody bent."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pantin import rigs
from pantin.rigs import Rig, Unreadable
from pantin.rigs.problems import problems_of
from pantin.rigs.rest import rest_lengths
from tests.rigs.samples import SAMPLES, is_one_sentence, needs_samples
from tests.rigs.strategies import relaxed

FIGURES = sorted((SAMPLES / "bvh").glob("*.bvh"))
GOOD = """HIERARCHY
ROOT Bip01 Hips
{
  OFFSET 0 90 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  JOINT Spine
  {
    OFFSET 0 10 1e0
    CHANNELS 3 Zrotation Xrotation Yrotation
    End Site
    {
      OFFSET 0 5 2
    }
  }
}
MOTION
Frames: 1
Frame Time: 0.03
0 90 0 1 2 nan -1.#IND 5 6
"""


@pytest.fixture
def opened(tmp_path: Path):
    """Opens a BVH of this text."""

    def read(text: str | bytes) -> Rig:
        path = tmp_path / "walk.bvh"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return rigs.read(path).rig

    return read


def test_offsets_add_up_and_y_is_turned_up(opened) -> None:
    rig = opened(GOOD)
    hips, spine = rig.bones
    assert rig.name == "walk" and (hips.name, spine.name) == ("Bip01 Hips", "Spine")
    assert hips.head == (0.0, 0.0, 90.0) and hips.tail == spine.head == (0.0, -1.0, 100.0)
    assert spine.tail == (0.0, -3.0, 105.0) and spine.connected and spine.parent == "Bip01 Hips"
    assert problems_of(rig) == () and rig.pose == {}


@pytest.mark.parametrize(
    "text",
    [
        GOOD.replace("\n", "\r\n"),
        "\ufeff" + GOOD,
        GOOD.replace("\n  {", " {").replace("\n    {", " {"),
        GOOD.replace("}\n  }\n}", "} } }"),
        GOOD.partition("MOTION")[0],
        GOOD.replace("Frames: 1", "x" * 100_000),
    ],
    ids=["crlf", "mark", "brace on the line", "braces together", "no motion", "motion is not read"],
)
def test_the_same_said_otherwise_is_the_same_skeleton(opened, text: str) -> None:
    assert opened(text) == opened(GOOD)


def test_joints_of_one_name_and_none_get_one_each(opened) -> None:
    joint = "JOINT {name}\n{{\nOFFSET 1 0 0\nCHANNELS 0\n}}\n"
    names = "".join(joint.format(name=name) for name in ("arm", "arm", "", "arm"))
    rig = opened(f"HIERARCHY\nROOT root\n{{\nOFFSET 0 0 0\n{names}}}\nROOT prop\n{{\nOFFSET 0 0 1\n}}\nMOTION")
    assert [bone.name for bone in rig.bones] == ["root", "arm", "arm.001", "joint_3", "arm.002", "prop"]
    assert [bone.parent for bone in rig.bones] == [None, "root", "root", "root", "root", None]


@needs_samples
def test_there_are_samples() -> None:
    assert len(FIGURES) > 5


@needs_samples
@pytest.mark.parametrize("path", FIGURES, ids=lambda path: path.name)
def test_joints_stand_where_they_do_elsewhere(path: Path, tmp_path: Path) -> None:
    document = rigs.read(path)
    known = json.loads((SAMPLES / "truth" / f"{path.name}.json").read_text("utf-8"))["direct"]["joints"]
    assert [bone.name for bone in document.rig.bones] == [joint["name"] for joint in known]
    assert [bone.parent for bone in document.rig.bones] == [joint["parent"] for joint in known]
    for bone, joint in zip(document.rig.bones, known, strict=True):
        x, y, z = joint["rest_position"]
        np.testing.assert_allclose(bone.head, (x, -z, y), atol=1e-3, err_msg=bone.name)
    assert (rest_lengths(document.rig.bones) > 0).all()
    rigs.write(document, tmp_path / "figure.rig.json")
    assert rigs.read(tmp_path / "figure.rig.json") == document


@needs_samples
@pytest.mark.parametrize(
    ("name", "line"), [("bvh_locale_commas.bvh", "line 4"), ("bvh_wrong_channel_count.bvh", "line 9")]
)
def test_hostile_files_are_rejected_in_one_sentence(name: str, line: str) -> None:
    with pytest.raises(Unreadable) as caught:
        rigs.read(SAMPLES / "hostile" / name)
    assert caught.value.where == line and is_one_sentence(caught.value.what)


@needs_samples
@pytest.mark.parametrize("name", ["bvh_fewer_frames_than_declared.bvh", "bvh_nan_inf_values.bvh"])
def test_what_is_wrong_with_the_motion_alone_keeps_no_skeleton_away(name: str) -> None:
    assert [bone.name for bone in rigs.read(SAMPLES / "hostile" / name).rig.bones] == ["Hips", "Spine"]


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        (GOOD, "", "file"),
        (GOOD, "\n\n", "file"),
        (GOOD, "HIERARCHY\nMOTION", "file"),
        ("HIERARCHY", "Solid", "line 1"),
        ("HIERARCHY\n", "", "line 1"),
        ("ROOT", "JOINT", "line 2"),
        ("JOINT", "ROOT", "line 6"),
        ("JOINT", "HINGE", "line 6"),
        ("End Site\n    {", "End Site\n    {\nJOINT x\n{", "line 12"),
        ("{\n  OFFSET 0 90", "OFFSET 0 90", "line 3"),
        ("  OFFSET 0 90 0\n", "", "line 2"),
        ("OFFSET 0 90 0", "OFFSET 0 90 0\nOFFSET 0 90 0", "line 5"),
        ("OFFSET 0 90 0", "OFFSET 0 90", "line 4"),
        ("OFFSET 0 90 0", "OFFSET 0 90 0 0", "line 4"),
        ("OFFSET 0 90 0", "OFFSET 0 NaN 0", "line 4"),
        ("OFFSET 0 90 0", "OFFSET 0 -inf 0", "line 4"),
        ("OFFSET 0 90 0", "OFFSET 0 1e7 0", "line 2"),
        ("OFFSET 0 90 0", "OFFSET 0 ninety 0", "line 4"),
        ("CHANNELS 3", "CHANNELS 4294967295", "line 9"),
        ("CHANNELS 3", "CHANNELS -3", "line 9"),
        ("CHANNELS 3 Zrotation Xrotation Yrotation", "CHANNELS", "line 9"),
        ("CHANNELS 3 Zrotation", "CHANNELS 3 Wrotation", "line 9"),
        ("}\nMOTION", "MOTION", "line 2"),
        ("}\nMOTION", "}\n}\nMOTION", "line 16"),
        ("JOINT Spine", "JOINT " + "x" * 20_000, "line 6"),
    ],
)
def test_what_is_wrong_says_the_line(opened, old: str, new: str, where: str) -> None:
    assert old in GOOD
    with pytest.raises(Unreadable) as caught:
        opened(GOOD.replace(old, new, 1))
    assert caught.value.where == where
    assert is_one_sentence(caught.value.what)


@given(at=st.integers(0, GOOD.index("MOTION") - 3))
@relaxed
def test_a_file_cut_off_anywhere_is_rejected_in_one_sentence(tmp_path_factory, at: int) -> None:
    path = tmp_path_factory.mktemp("cut") / "cut.bvh"
    path.write_text(GOOD[:at])
    with pytest.raises(Unreadable) as caught:
        rigs.read(path)
    assert is_one_sentence(caught.value.what)


@given(data=st.binary(max_size=400), at=st.integers(0, len(GOOD)))
@relaxed
def test_whatever_is_in_it_it_is_a_skeleton_or_a_sentence(tmp_path_factory, data: bytes, at: int) -> None:
    path = tmp_path_factory.mktemp("bent") / "bent.bvh"
    path.write_bytes(GOOD[:at].encode() + data + GOOD[at:].encode())
    try:
        rigs.write(rigs.read(path), path.with_name("bent.rig.json"))
    except Unreadable as rejected:
        assert is_one_sentence(rejected.what)


def test_a_chain_of_thousands_opens(opened) -> None:
    joints = 5_000
    down = "".join(f"JOINT j{number}\n{{\nOFFSET 0 1 0\n" for number in range(joints))
    rig = opened(f"HIERARCHY\nROOT root\n{{\nOFFSET 0 0 0\n{down}{'}' * joints}\n}}\nMOTION\n")
    assert len(rig.bones) == joints + 1 and rig.bones[-1].head == (0.0, 0.0, float(joints))
