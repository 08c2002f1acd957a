"""`pantin track`: points pose a rig, as a clip or in one frame, and what does not fit is one sentence."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

import pantin
from pantin.resources import FOLDER
from pantin.rigs.formats import clips_of
from pantin.rigs.tracking.points import PARTS
from pantin.solver.edits.tracking.stance import body_of
from tests.app.start.command import pantin as run

HUMANOID = FOLDER / "rigs" / "humanoid.rig.json"
WORDS = dict(zip(PARTS, ("head", "left_hand", "right_hand", "hips", "left_foot", "right_foot"), strict=True))


@pytest.fixture
def points(tmp_path: Path) -> Path:
    """Somebody of the figure's size who sinks by a decimetre in three frames."""
    at = body_of(pantin.read(HUMANOID).rig).at
    down = {part: 0.0 if part.startswith("foot") else 0.05 for part in PARTS}
    rows = {
        WORDS[part]: {"ideal": [[*(at[part] - (0, 0, k * down[part])).tolist(), 0, 0, 0, 1] for k in range(3)]}
        for part in PARTS
    }
    return written(tmp_path, {"fps": 30, "trackers": rows})


def written(folder: Path, plain: object) -> Path:
    (folder / "points.json").write_text(json.dumps(plain))
    return folder / "points.json"


def test_points_become_a_clip_of_the_rig(points: Path, tmp_path: Path) -> None:
    out, again = tmp_path / "out.rig.json", tmp_path / "again.rig.json"
    done = run("track", points, HUMANOID, "--t-pose", "0", "--out", out)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    (clip,) = pantin.read(out).figure.clips
    assert (clip.name, clip.count, clip.rate) == ("points", 3, 30.0)
    assert run("track", out, HUMANOID, "--points", "head", "hand.L", "hand.R", "--out", again).returncode == 0
    assert pantin.read(again).figure.clips[0].count == 3, "a rig with a clip gives points as well"


@pytest.mark.parametrize("ending", [".clip.json", ".bvh", ".glb"])
def test_the_clip_leaves_alone(ending: str, points: Path, tmp_path: Path) -> None:
    """Also where the rig had another one before."""
    rig, out = tmp_path / "walks.rig.json", tmp_path / f"out{ending}"
    assert run("track", points, HUMANOID, "--t-pose", "0", "--out", rig).returncode == 0
    walks = pantin.read(rig)
    pantin.write(walks.with_figure(replace(walks.figure, clips=(replace(walks.figure.clips[0], name="walk"),))), rig)
    done = run("track", points, rig, "--t-pose", "0", "--out", out)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    (clip,) = clips_of(out)
    assert clip.count == 3 and clip.rate == pytest.approx(30.0)


def test_what_is_written_is_said_where_it_is_nothing_of_it(points: Path, tmp_path: Path) -> None:
    for name, more, said in (
        ("out.xyz", (), "ends in one of .rig.json, .glb, .bvh, .clip.json, .pose.json"),
        ("out.pose.json", (), "say which frame with --frame"),
        ("out.clip.json", ("--frame", "1"), "leave --frame out"),
    ):
        done = run("track", points, HUMANOID, "--t-pose", "0", *more, "--out", tmp_path / name)
        assert done.returncode == 2 and said in done.stderr


def test_one_frame_poses_the_rig(points: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.rig.json"
    assert run("track", points, HUMANOID, "--t-pose", "0", "--frame", "2", "--out", out).returncode == 0
    body, posed = body_of(pantin.read(HUMANOID).rig), pantin.evaluate(pantin.read(out))
    np.testing.assert_allclose(posed.matrix("head")[:3, 3], body.at["head"] - (0, 0, 0.1), atol=1e-3)


@pytest.mark.parametrize(
    ("plain", "said"),
    [
        ({"fps": 30}, "there are no trackers"),
        ({"trackers": {"head": {"ideal": [[0, 0, 1.6, 0, 0, 0]]}}}, "a point is 7 numbers"),
        ({"trackers": {"head": {"ideal": [[0, 0, 1.6, 0, 0, 0, 5]]}}}, "this is no rotation"),
        ({"trackers": {"nose": {"ideal": [[0, 0, 1.6, 0, 0, 0, 1]]}}}, "no tracker is called"),
        ({"trackers": {"left_hand": {"ideal": [[0, 0, 1.6, 0, 0, 0, 1]]}}}, "one point to the head"),
    ],
    ids=["none", "short", "no rotation", "no part", "no head"],
)
def test_what_does_not_fit_is_one_sentence(plain: object, said: str, tmp_path: Path) -> None:
    out = tmp_path / "out.rig.json"
    done = run("track", written(tmp_path, plain), HUMANOID, "--out", out)
    assert done.returncode == 1 and said in done.stderr and done.stderr.count("\n") == 1
    assert not out.exists()


def test_points_without_a_skeleton_need_a_rig(points: Path, tmp_path: Path) -> None:
    done = run("track", points, "--out", tmp_path / "out.rig.json")
    assert done.returncode == 1 and "name a rig behind the file" in done.stderr
