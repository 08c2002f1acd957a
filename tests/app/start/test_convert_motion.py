"""`pantin convert` with motion: a frame, a clip, a pose, and what a format cannot hold."""

from __future__ import annotations

import json
import math
from pathlib import Path

from msgspec.structs import replace

from pantin import rigs
from pantin.rigs.pose import KeptPose, Transform
from tests.app.clips.nods import nodding_arm
from tests.app.start.command import pantin
from tests.cases import case
from tests.rigs.formats.bvh_text import GOOD


def test_a_damaged_motion_is_left_out_and_said(tmp_path: Path) -> None:
    path, out = tmp_path / "walk.bvh", tmp_path / "walk.rig.json"
    path.write_text(GOOD.replace("1 92 3", "1 nan 3", 1))
    done = pantin("convert", path, out)
    assert done.returncode == 0 and len(rigs.read(out).rig.bones) == 2
    assert done.stderr.startswith(f"pantin: {path}: The motion was left out: line 19: ")
    checked = pantin("check", path)
    assert checked.returncode == 1 and checked.stderr.splitlines() == done.stderr.splitlines()


def test_whole_frames_of_another_number_than_announced_are_converted_and_said(tmp_path: Path) -> None:
    out = tmp_path / "moved.glb"
    done = pantin("convert", case("bvh-one-frame-more.bvh"), out)
    assert done.returncode == 0 and "2 frames of motion are announced and 3 are there" in done.stderr
    assert [clip.count for clip in rigs.read(out).figure.clips] == [3]
    checked = pantin("check", case("bvh-one-frame-more.bvh"))
    assert checked.returncode == 0 and "3 are there; these were read." in checked.stdout


def test_convert_takes_the_rest_that_is_asked_for(tmp_path: Path) -> None:
    """The joint b of the case rests 1 m above the other in the bind pose, and is saved in another place."""
    for rest, place in (("bind", (0.0, 0.0, 1.0)), ("nodes", (-0.8660254, 0.0, 0.5))):
        out = tmp_path / f"{rest}.rig.json"
        done = pantin("convert", case("gltf-saved-in-a-pose.gltf"), out, "--rest", rest)
        assert done.returncode == 0 and math.dist(rigs.read(out).rig.by_name["b"].head, place) < 1e-6


def kept_poses(folder: Path) -> Path:
    """Return the file of an arm with two poses in its library, the second a part that smiles, and two clips."""
    document = nodding_arm()
    bent = Transform(rotation=(0.6, 0.0, 0.0, 0.8))
    first, second = document.rig.bones[0].name, document.rig.bones[1].name
    poses = (
        KeptPose("Bent", {first: bent}, part=False),
        KeptPose("Raised", {second: bent}, part=True, expressions={"smile": 0.5}),
    )
    path = folder / "arm.rig.json"
    rigs.write(document.with_figure(replace(document.figure, poses=poses)), path)
    return path


def test_several_poses_are_clips_of_one_frame_each(tmp_path: Path) -> None:
    path, out = kept_poses(tmp_path), tmp_path / "poses.glb"
    for asked in (("--poses",), ("--pose", "Bent", "--pose", "Raised")):
        assert pantin("convert", path, out, *asked).returncode == 0
        clips = rigs.read(out).figure.clips
        assert [(clip.name, clip.count) for clip in clips] == [("Bent", 1), ("Raised", 1)]
    alone = tmp_path / "bent.glb"
    assert pantin("convert", path, alone, "--pose", "Bent").returncode == 0
    assert not rigs.read(alone).figure.clips
    for name in ("Bent", "Raised"):
        shown, posed = tmp_path / f"{name}.pose.json", tmp_path / "posed.pose.json"
        assert pantin("convert", out, shown, "--clip", name, "--frame", 0).returncode == 0
        assert pantin("convert", path, posed, "--pose", name).returncode == 0
        found, expected = (json.loads(each.read_text())["pose"] for each in (shown, posed))
        for bone, at in found.items():
            turn, other = (each.get("rotation", [0, 0, 0, 1]) for each in (at, expected[bone]))
            assert abs(sum(x * y for x, y in zip(turn, other, strict=True))) > 1.0 - 1e-6, (name, bone)


def test_several_clips_leave_by_their_names(tmp_path: Path) -> None:
    path, out = kept_poses(tmp_path), tmp_path / "clips.glb"
    assert pantin("convert", path, out, "--clip", "shake", "--clip", "nod", "--clip", "shake").returncode == 0
    assert [clip.name for clip in rigs.read(out).figure.clips] == ["shake", "nod"]


def test_a_format_of_one_motion_takes_no_several(tmp_path: Path) -> None:
    path = kept_poses(tmp_path)
    for asked in (("--poses",), ("--clip", "nod", "--clip", "shake")):
        for ending in (".bvh", ".obj", ".clip.json", ".pose.json"):
            done = pantin("convert", path, tmp_path / f"out{ending}", *asked)
            assert done.returncode == 2 and "holds one motion or pose" in done.stderr
    done = pantin("convert", path, tmp_path / "out.glb", "--clip", "nod", "--clip", "shake", "--frame", 1)
    assert done.returncode == 2 and "one --clip" in done.stderr
    assert list(tmp_path.glob("out*")) == []
