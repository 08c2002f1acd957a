"""BVH: skeletons of motion capture as others read them, and sentences for files that somebody bent."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pantin import rigs
from pantin.rigs import Unreadable
from pantin.rigs.figure import Figure
from pantin.rigs.formats.bvh import motion
from pantin.rigs.formats.skeleton import TO_Z_UP
from pantin.rigs.motion.clips_of_bones import forward_kinematics
from pantin.rigs.problems import problems_of
from pantin.rigs.rest import rest_matrices
from tests.readers.bvh import Bvh
from tests.rigs.formats.bvh_heads import heads
from tests.rigs.formats.bvh_text import GOOD
from tests.rigs.samples import is_one_sentence
from tests.rigs.strategies import relaxed


@pytest.fixture
def opened(tmp_path: Path):
    """Opens a BVH of this text."""

    def read(text: str | bytes) -> Figure:
        path = tmp_path / "walk.bvh"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return rigs.read(path).figure

    return read


def test_offsets_add_up_and_y_is_turned_up(opened) -> None:
    figure = opened(GOOD)
    hips, spine = figure.rig.bones
    assert figure.name == "walk" and (hips.name, spine.name) == ("Bip01 Hips", "Spine")
    assert hips.head == (0.0, 0.0, 90.0) and hips.tail == spine.head == (0.0, -1.0, 100.0)
    assert spine.tail == (0.0, -3.0, 105.0) and spine.connected and spine.parent == "Bip01 Hips"
    assert problems_of(figure.rig) == () and figure.pose.bones == {}


@pytest.mark.parametrize(
    "text",
    [
        GOOD.replace("\n", "\r\n"),
        "\ufeff" + GOOD,
        GOOD.replace("position", "Position").replace("Zrotation", "zrotation"),
        GOOD.replace("HIERARCHY", "Hierarchy").replace("OFFSET", "offset").replace("End Site", "END SITE"),
        GOOD.replace("\n  {", " {").replace("\n    {", " {"),
        GOOD.replace("}\n  }\n}", "} } }"),
        GOOD.replace("Frames: 1", "FRAMES:\t1\n").replace("92 3 ", "92\n9.2e0 3 ").replace("92\n9.2e0", "9.2e1\n"),
    ],
    ids=[
        "crlf",
        "mark",
        "channels in other letters",
        "words in other letters",
        "brace on the line",
        "braces together",
        "a frame on two lines",
    ],
)
def test_the_same_said_otherwise_is_the_same_figure(opened, text: str) -> None:
    assert opened(text) == opened(GOOD)


@pytest.mark.parametrize("text", [GOOD.partition("MOTION")[0], GOOD.replace("Frames: 1", "Frames: 0")[:-22]])
def test_without_motion_there_is_no_clip(opened, text: str) -> None:
    assert opened(text) == replace(opened(GOOD), clips=())


def test_a_frame_turns_joints_in_the_order_of_the_channels_and_replaces_offsets(opened) -> None:
    figure = opened(GOOD)
    assert (figure.clips[0].name, figure.clips[0].rate, figure.clips[0].count) == ("walk", 30.0, 1)
    # Hips at (1, 92, 3), turned 90° about X: the spine's offset (0, 10, 1) is (0, -1, 10) then. Z up: (x, -z, y).
    np.testing.assert_allclose(heads(figure), [(1, -3, 92), (1, -13, 91)], atol=1e-5)
    moved = opened(
        GOOD.replace("3 Zrotation Xrotation Yrotation\n    End", "1 Yposition\n    End").replace("0 0 -90", "40")
    )
    assert not moved.rig.bones[1].connected, "a head that leaves its parent's tail is not connected"
    np.testing.assert_allclose(heads(moved), [(1, -3, 92), (1, -43, 91)], atol=1e-5)


@pytest.mark.parametrize(
    ("time", "rate"),
    [
        ("0.0083333", 120.0),
        ("0.033333", 30.0),
        (".0333", 30.0),
        ("0.0333667", 29.97),
        ("0.01", 100.0),
        ("0.03", 33.3333),
        ("0", 30.0),
        ("0.000000", 30.0),
    ],
)
def test_the_rate_is_the_one_that_was_meant(opened, time: str, rate: float) -> None:
    twice = GOOD.replace("Frames: 1", "Frames: 2") + "1 92 3 0 90 0 0 0 -90\n"
    for text in (GOOD, twice):
        assert opened(text.replace("0.0333333", time)).clips[0].rate == pytest.approx(rate, rel=1e-5)


def test_a_motion_of_more_poses_of_joints_than_fit_is_refused(opened, monkeypatch: pytest.MonkeyPatch) -> None:
    """Joints without channels cost a line each, and every frame would pose them all."""
    monkeypatch.setattr(motion, "MOST_POSES", 1)
    with pytest.raises(Unreadable, match="too long, with 2 poses of joints") as caught:
        opened(GOOD)
    assert caught.value.where == "line 17"


FRAME = "1 92 3 0 90 0 0 0 -90\n"


@pytest.mark.parametrize(
    ("announced", "there", "whole"),
    [
        ("Frames: 2", FRAME, 1),
        ("Frames: 0", FRAME, 1),
        ("Frames: 2", 3 * FRAME, 3),
        ("Frames: 99999999999999", 4 * FRAME, 4),
        ("Frames: 3", 2 * FRAME + "1 92 3 0\n", 2),
        ("Frames: 2", "\n" + 3 * FRAME.replace("\n", "\n\n"), 3),
    ],
)
def test_the_whole_frames_that_are_there_are_read_with_a_word(tmp_path, announced, there, whole) -> None:
    path = tmp_path / "figure.bvh"
    path.write_text(GOOD.replace("Frames: 1", announced).replace(FRAME, there))
    found = rigs.opened(path)
    number = announced.removeprefix("Frames: ")
    assert found.report == f"{number} frames of motion are announced and {whole} are there; these were read."
    (clip,) = found.document.figure.clips
    assert clip.count == whole and not found.faults and rigs.read(path).figure.clips == (clip,)
    (good,) = _clips_of_good(tmp_path)
    np.testing.assert_array_equal(clip.frames, np.tile(good.frames, (whole, 1, 1)))


def _clips_of_good(folder):
    path = folder / "good" / "figure.bvh"
    path.parent.mkdir()
    path.write_text(GOOD)
    assert not rigs.opened(path).report
    return rigs.read(path).figure.clips


def test_joints_move_as_matrices_of_their_channels_say(tmp_path) -> None:
    """Channels in any order, three rotations more, places that replace offsets: against products of matrices."""
    rng = np.random.default_rng(5)
    text = GOOD.replace(
        "CHANNELS 3 Zrotation Xrotation Yrotation", "CHANNELS 5 Yrotation Zposition Xrotation Yrotation Zrotation"
    )
    numbers = rng.uniform(-170, 170, (7, 11))
    path = tmp_path / "figure.bvh"
    lines = "\n".join(" ".join(f"{number:.6f}" for number in row) for row in numbers)
    path.write_text(text.replace("Frames: 1", "Frames: 7").replace(FRAME, lines + "\n"))
    document = rigs.read(path)
    rig = document.rig
    stands = forward_kinematics(rig.bones, document.figure.clips[0].frames)
    expected = TO_Z_UP @ Bvh(path.read_text()).worlds
    np.testing.assert_allclose(stands[..., :3, 3], expected[..., :3, 3], atol=1e-3)
    rest = rest_matrices(rig.bones)[:, :3, :3]
    np.testing.assert_allclose(
        stands[..., :3, :3] @ rest.transpose(0, 2, 1), expected[..., :3, :3] @ TO_Z_UP[:3, :3].T, atol=1e-5
    )


def test_decimal_commas_are_named(opened) -> None:
    for old, new in (("0 90 0", "0 90,5 0"), ("0.0333333", "0,0333333"), ("1 92 3", "1 -92,5 3")):
        with pytest.raises(Unreadable, match="decimal comma; export the file with decimal points"):
            opened(GOOD.replace(old, new, 1))


def test_joints_of_one_name_and_none_get_one_each(opened) -> None:
    joint = "JOINT {name}\n{{\nOFFSET 1 0 0\nCHANNELS 0\n}}\n"
    names = "".join(joint.format(name=name) for name in ("arm", "arm", "", "arm"))
    rig = opened(f"HIERARCHY\nROOT root\n{{\nOFFSET 0 0 0\n{names}}}\nROOT prop\n{{\nOFFSET 0 0 1\n}}\nMOTION").rig
    assert [bone.name for bone in rig.bones] == ["root", "arm", "arm.001", "joint_3", "arm.002", "prop"]
    assert [bone.parent for bone in rig.bones] == [None, "root", "root", "root", "root", None]


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
        ("    CHANNELS 3", "CHANNELS 0\nCHANNELS 3", "line 10"),
        ("1 92 3 0 90 0 0 0 -90", "1 92 3 0 90 0 0 0", "line 17"),
        ("1 92 3 0 90 0 0 0 -90", "1 92 3 0 90 0 0 0 -90 5\n1 92 3 0 90 0 0 0", "line 17"),
        ("Frames: 1", "Frames: " + "9" * 500, "line 17"),
        ("Frames: 1", "Frames: -1", "line 17"),
        ("Frames: 1", "Pictures: 1", "line 17"),
        ("Frame Time: 0.0333333", "", "line 19"),
        ("0.0333333", "0,0333333", "line 18"),
        ("0.0333333", "nan", "line 18"),
        ("0.0333333", "-1", "line 18"),
        ("0.0333333", "1e-300", "line 18"),
        ("1 92 3", "1 92,5 3", "line 19"),
        ("1 92 3", "1 -1.#IND 3", "line 19"),
        ("1 92 3", "1 1e400 3", "line 19"),
        ("1 92 3", "1 1e9 3", "line 19"),
        ("1 92 3", "1 1_0 3", "line 19"),
        ("1 92 3", "1 " + "1" * 20_000 + " 3", "line 19"),
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
    rig = opened(f"HIERARCHY\nROOT root\n{{\nOFFSET 0 0 0\n{down}{'}' * joints}\n}}\nMOTION\n").rig
    assert len(rig.bones) == joints + 1 and rig.bones[-1].head == (0.0, 0.0, float(joints))
