"""Points tracked on somebody who walks pose the skeleton that they were taken from, and any other figure."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from pantin import read
from pantin.rigs import rotations as rot
from pantin.rigs.tracking.points import TrackedPart
from pantin.rigs.vectors import four
from pantin.solver import evaluate
from pantin.solver.edits.tracking.calibration import by_height, by_skeleton, by_t_pose
from pantin.solver.edits.tracking.solve import joints_of
from pantin.solver.edits.tracking.sources import joints_of_parts, motion_of
from pantin.solver.edits.tracking.stance import body_of
from pantin.solver.edits.tracking.track import tracked_clip, tracked_frames
from tests.dialects import recording
from tests.dialects.programs import DIALECTS
from tests.solver.edits.tracking.followed import SIX, THREE, follow, motion
from tests.solver.edits.tracking.standing_points import HUMANOID, standing


@pytest.fixture(scope="module")
def walked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A recording of somebody with the names of VRoid."""
    one, path = DIALECTS["VRM 0"], tmp_path_factory.mktemp("recording") / "walk.json"
    names = one.names | {"head": "Head", "hand.L": "LeftHand", "hand.R": "RightHand"}
    path.write_text(recording.written(one.body, one.motion, names), "utf-8")
    return path


def test_six_points_put_all_joints_near_their_truth(walked: Path) -> None:
    found = follow(walked, SIX)
    assert found.mean <= 0.006 and found.ends <= 1e-9


def test_head_and_hands_alone_tell_the_body(walked: Path) -> None:
    found = follow(walked, THREE)
    assert found.mean <= 0.05 and found.ends <= 1e-9


@pytest.mark.parametrize(("parts", "most"), [(SIX, 0.08), (THREE, 0.2)], ids=["six", "three"])
def test_no_bone_turns_much_quicker_than_in_truth(walked: Path, parts: tuple[TrackedPart, ...], most: float) -> None:
    worst = {joint: float(each.max()) for joint, each in follow(walked, parts).quicker.items()}
    assert max(worst.values()) <= most, {joint: more for joint, more in worst.items() if more > most}


def test_points_as_they_were_worn_do_as_well(walked: Path) -> None:
    """A millimetre of noise on trackers that are strapped on somewhere."""
    found = follow(walked, SIX, "measured")
    assert found.mean <= 0.01 and found.ends <= 0.01


@pytest.mark.parametrize("parts", [SIX, THREE], ids=["six", "three"])
def test_another_figure_with_handles_follows(walked: Path, parts: tuple[TrackedPart, ...]) -> None:
    """Hands and head are where their points are, evaluated with limits, handles and poles."""
    document, points = read(HUMANOID), motion(walked, parts, most=6)
    body = body_of(document.rig)
    calibration, bones = by_skeleton(body, points), joints_of_parts(body)
    for posed, frame in zip(tracked_frames(document, calibration, points), points.frames, strict=True):
        stands = evaluate(posed)
        for part, joint in joints_of(calibration, frame).items():
            if part in THREE:
                assert np.linalg.norm(stands.matrix(bones[part])[:3, 3] - joint.place) <= 1e-3


def test_a_motion_becomes_a_clip_and_its_clip_the_same_points(walked: Path) -> None:
    document, points = standing()[0], motion(walked, most=8)
    body = body_of(document.rig)
    clip = tracked_clip(document, by_skeleton(body, points), points)
    frame, last = (
        motion_of(document, clip).frames[-1],
        list(tracked_frames(document, by_skeleton(body, points), points)),
    )
    for part, bone in joints_of_parts(body).items():
        np.testing.assert_allclose(frame[part].position, evaluate(last[-1]).matrix(bone)[:3, 3], atol=1e-5)


def test_whether_points_are_worn_as_the_body_is_turned_is_told(walked: Path) -> None:
    """Strapped on anyhow they are refused, turned as the body is they are taken; a step is no T-pose."""
    body, worn = body_of(standing()[0].rig), motion(walked, rows="measured")
    assert worn.source is not None
    with pytest.raises(ValueError, match="at an angle"):
        by_height(body, frames=worn.frames)
    mounts = by_skeleton(body_of(worn.source.rig), motion(walked)).worn
    level = [
        {
            part: replace(
                point,
                rotation=four(
                    rot.quaternion_from_matrix(
                        rot.matrix_from_quaternion(point.rotation) @ rot.matrix_from_quaternion(mounts[part].rotation).T
                    )
                ),
            )
            for part, point in each.items()
        }
        for each in motion(walked).frames
    ]
    assert by_height(body, frames=level).scale > 0.0
    with pytest.raises(ValueError, match="T-pose"):
        by_t_pose(body, motion(walked).frames[0])
