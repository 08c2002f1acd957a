"""`pantin pose`: a figure takes a pose, in part, flipped, and is written as a rig or as a pose."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.resources import FOLDER
from pantin.rigs.formats.pose import read_pose, write_pose
from pantin.rigs.pose import Transform
from pantin.solver.edits.limbs.matching import switch_to_fk
from tests.app.start.command import pantin as run

HUMANOID = FOLDER / "rigs" / "humanoid.rig.json"
TURN = Transform(rotation=(0.0, 0.28, 0.0, 0.96))


@pytest.fixture
def bent(tmp_path: Path) -> Path:
    """A pose of a head and an arm."""
    arm = {"upper_arm.L": Transform(rotation=(0.28, 0.0, 0.0, 0.96)), "forearm.L": Transform(rotation=(0.6, 0, 0, 0.8))}
    write_pose("Somebody", {"head": TURN, **arm}, tmp_path / "bent.pose.json")
    return tmp_path / "bent.pose.json"


def matrices(path: Path) -> np.ndarray:
    return np.array(pantin.evaluate(pantin.read(path)).matrices)


def test_a_pose_is_put_on_half_and_flipped(bent: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.rig.json"
    done = run("pose", HUMANOID, "--apply", bent, "--mix", "0.5", "--flip", "--out", out)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    pose = read_pose(bent).pose
    assert pantin.read(out).rig == pantin.mixed(pantin.read(HUMANOID), pose, 0.5, flip=True).rig


def test_the_pose_alone_is_written_and_put_on_again(bent: Path, tmp_path: Path) -> None:
    rig, pose, again = (tmp_path / name for name in ("one.rig.json", "one.pose.json", "two.rig.json"))
    for out in (rig, pose):
        assert run("pose", HUMANOID, "--apply", bent, "--out", out).returncode == 0
    assert run("pose", HUMANOID, "--apply", pose, "--out", again).returncode == 0
    np.testing.assert_allclose(matrices(again), matrices(rig), atol=1e-5)


def test_without_a_pose_the_figure_itself_is_flipped(bent: Path, tmp_path: Path) -> None:
    once, twice = tmp_path / "once.rig.json", tmp_path / "twice.rig.json"
    assert run("pose", HUMANOID, "--apply", bent, "--out", once).returncode == 0
    assert run("pose", once, "--flip", "--out", twice).returncode == 0
    assert pantin.read(twice).rig == pantin.flipped(pantin.read(once)).rig


def test_bones_that_the_rig_lacks_are_counted_and_the_rest_is_done(tmp_path: Path) -> None:
    write_pose("Somebody", {"head": TURN, "wing.L": TURN}, tmp_path / "winged.pose.json")
    done = run("pose", HUMANOID, "--apply", tmp_path / "winged.pose.json", "--out", tmp_path / "out.rig.json")
    assert done.returncode == 0 and "The rig lacks 1 bone of the pose" in done.stderr
    assert pantin.read(tmp_path / "out.rig.json").figure.pose.bones == {"head": TURN}


@pytest.mark.parametrize(
    ("pose", "told"),
    [
        ({"wing.L": {}}, "The pose has no bone of this rig"),
        ({"head": {"location": [float("nan"), 0, 0]}}, "NaN is no number"),
    ],
)
def test_what_cannot_be_done_is_one_line_and_nothing_is_written(
    tmp_path: Path, pose: dict[str, object], told: str
) -> None:
    file, out = tmp_path / "bad.pose.json", tmp_path / "out.rig.json"
    file.write_text(json.dumps({"format": "pantin.pose", "version": 1, "rig": "Somebody", "pose": pose}), "utf-8")
    done = run("pose", HUMANOID, "--apply", file, "--out", out)
    assert done.returncode == 1 and done.stdout == "" and not out.exists()
    assert done.stderr.startswith(f"pantin: {file}: ") and done.stderr.count("\n") == 1 and told in done.stderr


def test_a_part_of_no_pose_and_an_unknown_ending_are_wrong_usage(tmp_path: Path) -> None:
    assert run("pose", HUMANOID, "--mix", "0.5", "--out", tmp_path / "out.rig.json").returncode == 2
    assert run("pose", HUMANOID, "--flip", "--out", tmp_path / "out.bvh").returncode == 2


@pytest.mark.parametrize("amount", ["3", "nan"])
def test_an_amount_that_poses_are_not_mixed_by_is_wrong_usage(bent: Path, tmp_path: Path, amount: str) -> None:
    out = tmp_path / "out.rig.json"
    done = run("pose", HUMANOID, "--apply", bent, "--mix", amount, "--out", out)
    assert done.returncode == 2 and done.stderr.startswith("usage: pantin pose") and not out.exists()
    assert f"--mix: Poses are mixed by -1 to 2, not by {amount}" in done.stderr and str(bent) not in done.stderr


def test_a_hand_is_pulled_and_a_limb_is_switched(tmp_path: Path) -> None:
    out = tmp_path / "out.rig.json"
    hand, place = ("--pull", "hand.L", "0.5", "-0.4", "1.1"), {"hand.L": (0.5, -0.4, 1.1)}
    done = run("pose", HUMANOID, *hand, "--pin", "head", "--fk", "foot.R", "--out", out)
    assert (done.returncode, done.stderr) == (0, "")
    document = switch_to_fk(pantin.read(HUMANOID), "foot.R")
    assert pantin.read(out).rig == pantin.pull(document, place, ("head",)).rig


def test_what_a_pull_misses_is_said_on_standard_error_and_the_nearest_pose_is_written(tmp_path: Path) -> None:
    out = tmp_path / "out.rig.json"
    done = run("pose", HUMANOID, "--pull", "hand.L", "0.5", "0", "5", "--out", out)
    stands = pantin.evaluate(pantin.read(out))
    missed = np.linalg.norm(stands.heads[stands.index["hand.L"]] - (0.5, 0.0, 5.0))
    assert done.returncode == 0 and f'"hand.L" comes no nearer than {missed:.3g} m to its target' in done.stderr


@pytest.mark.parametrize(
    ("more", "code", "told"),
    [
        (("--pull", "wing", "0", "0", "1"), 1, 'The rig has no bone "wing" to pull or pin.'),
        (("--pull", "head", "0", "0", "1", "--pin", "wing"), 1, 'The rig has no bone "wing" to pull or pin.'),
        (("--pull", "head", "nan", "0", "1"), 1, "three finite numbers"),
        (("--ik", "wing"), 1, "is no limb"),
        (("--pull", "head", "up", "0", "1"), 2, "--pull takes a bone and three numbers"),
        (("--pin", "head"), 2, "--pin says what stays"),
    ],
)
def test_a_pull_that_cannot_be_is_told_and_nothing_is_written(
    tmp_path: Path, more: tuple[str, ...], code: int, told: str
) -> None:
    out = tmp_path / "out.rig.json"
    done = run("pose", HUMANOID, *more, "--out", out)
    assert done.returncode == code and told in done.stderr and not out.exists()
    assert code == 2 or done.stderr.count("\n") == 1
