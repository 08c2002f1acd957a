"""`pantin convert` with motion: a frame, a clip, a pose, and what a format cannot hold."""

from __future__ import annotations

import math
from pathlib import Path

from pantin import rigs
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
