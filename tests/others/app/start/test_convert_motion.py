"""`pantin convert` with motion: a frame, a clip, a pose, and what a format cannot hold."""

from __future__ import annotations

import json
import math
from pathlib import Path

from pantin import rigs
from tests.app.start.command import pantin
from tests.others.samples import SAMPLES


def test_convert_takes_a_frame_a_clip_or_a_pose(tmp_path: Path) -> None:
    fox = SAMPLES / "glb" / "Fox.glb"
    names = [clip.name for clip in rigs.read(fox).figure.clips]
    whole, run, posed = (tmp_path / f"{name}.glb" for name in ("whole", "run", "posed"))
    assert pantin("convert", fox, whole).returncode == 0
    assert [clip.name for clip in rigs.read(whole).figure.clips] == names
    assert pantin("convert", fox, run, "--clip", "Run").returncode == 0
    assert [clip.name for clip in rigs.read(run).figure.clips] == ["Run"]
    assert pantin("convert", fox, posed, "--clip", "Walk", "--frame", 6).returncode == 0
    truth = json.loads((SAMPLES / "truth" / "Fox.glb.json").read_text("utf-8"))["direct"]["animations"][1]["samples"][1]
    heads = [bone.head for bone in rigs.read(posed).rig.bones]
    places = [(x, -z, y) for x, y, z in truth["positions"].values()]
    assert truth["time"] == 0.25 and max(map(math.dist, heads, places)) < 1e-3
    assert rigs.read(posed).figure.clips == ()
    pose = tmp_path / "walk.pose.json"
    assert pantin("convert", fox, pose, "--clip", "Walk", "--frame", 6).returncode == 0
    assert pantin("convert", fox, tmp_path / "by_pose.glb", "--pose", pose).returncode == 0
    again = [bone.head for bone in rigs.read(tmp_path / "by_pose.glb").rig.bones]
    assert max(map(math.dist, again, heads)) < 1e-3


def test_convert_says_which_motion_a_bvh_holds_and_what_is_not_there(tmp_path: Path) -> None:
    fox, out = SAMPLES / "glb" / "Fox.glb", tmp_path / "fox.bvh"
    done = pantin("convert", fox, out)
    assert done.returncode == 0 and '"Survey", the first of 3' in done.stderr
    for asked, said in (
        (("--clip", "Swim"), 'there is no clip "Swim"; name one of "Survey", "Walk", "Run".'),
        (("--frame", "999"), 'the clip "Survey" has frames from 0 to 82, so no frame 999'),
        (("--pose", "Sit"), 'there is no pose "Sit"'),
    ):
        done = pantin("convert", fox, tmp_path / "none.glb", *asked)
        assert done.returncode == 1 and said in done.stderr and not (tmp_path / "none.glb").exists()
    assert pantin("convert", fox, out, "--pose", "Sit", "--frame", "1").returncode == 2
