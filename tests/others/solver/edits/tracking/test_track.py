"""A few tracked points pose a whole figure: near the truth they were taken from, smooth, and the same each time."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from pantin import read
from pantin.rigs.tracking.points import TrackedPart
from pantin.solver import evaluate
from pantin.solver.edits.tracking.calibration import by_skeleton
from pantin.solver.edits.tracking.solve import joints_of
from pantin.solver.edits.tracking.sources import joints_of_parts, motion_of
from pantin.solver.edits.tracking.stance import body_of
from pantin.solver.edits.tracking.track import track, tracked_clip, tracked_frames
from tests.others.solver.edits.tracking.recordings import MOTIONS
from tests.solver.edits.tracking.followed import SIX, THREE, Followed, follow, motion
from tests.solver.edits.tracking.standing_points import HUMANOID, standing


@cache
def followed(file: Path, parts: tuple[TrackedPart, ...]) -> Followed:
    return follow(file, parts)


@pytest.mark.parametrize("file", MOTIONS, ids=lambda file: file.stem)
def test_six_points_put_all_joints_near_their_truth(file: Path) -> None:
    found = followed(file, SIX)
    assert found.mean <= 0.03 and found.ends <= 1e-3


@pytest.mark.parametrize("file", MOTIONS, ids=lambda file: file.stem)
def test_head_and_hands_alone_tell_the_body(file: Path) -> None:
    found = followed(file, THREE)
    assert found.mean <= 0.09 and found.ends <= 1e-3


@pytest.mark.parametrize("parts", [SIX, THREE], ids=["six", "three"])
@pytest.mark.parametrize("file", MOTIONS, ids=lambda file: file.stem)
def test_no_bone_turns_much_quicker_than_in_truth(file: Path, parts: tuple[TrackedPart, ...]) -> None:
    worst = {joint: float(each.max()) for joint, each in followed(file, parts).quicker.items()}
    assert max(worst.values()) <= 0.2, {joint: more for joint, more in worst.items() if more > 0.2}


def test_points_as_they_were_worn_do_as_well() -> None:
    """A millimetre of noise on trackers that are strapped on somewhere."""
    found = follow(MOTIONS[-1], SIX, "measured")
    assert found.mean <= 0.03 and found.ends <= 0.01


@pytest.mark.parametrize("parts", [SIX, THREE], ids=["six", "three"])
def test_another_figure_with_handles_follows(parts: tuple[TrackedPart, ...]) -> None:
    """Hands and head are where their points are, evaluated with limits, handles and poles."""
    document, points = read(HUMANOID), motion(MOTIONS[-1], parts, most=6)
    body = body_of(document.rig)
    calibration, bones = by_skeleton(body, points), joints_of_parts(body)
    for posed, frame in zip(tracked_frames(document, calibration, points), points.frames, strict=True):
        stands = evaluate(posed)
        for part, joint in joints_of(calibration, frame).items():
            if part in THREE:
                assert np.linalg.norm(stands.matrix(bones[part])[:3, 3] - joint.place) <= 1e-3


def test_the_same_frames_give_the_same_poses_to_the_bit() -> None:
    document, points = read(HUMANOID), motion(MOTIONS[0], THREE, most=12)
    calibration = by_skeleton(body_of(document.rig), points)
    first = [each.figure.pose.bones for each in tracked_frames(document, calibration, points)]
    again = read(HUMANOID)
    assert [each.figure.pose.bones for each in tracked_frames(again, calibration, points)] == first


def test_a_motion_becomes_a_clip_and_its_clip_the_points_of_another_figure() -> None:
    """The clip holds the poses of the frames, and followed by the same figure it gives the same joints again."""
    document, points = standing()[0], motion(MOTIONS[-1], most=8)
    body = body_of(document.rig)
    clip = tracked_clip(document, by_skeleton(body, points), points)
    taken = motion_of(document, clip)
    last = list(tracked_frames(document, by_skeleton(body, points), points))[-1]
    frame = taken.frames[-1]
    stands = evaluate(last)
    for part, bone in joints_of_parts(body).items():
        np.testing.assert_allclose(frame[part].position, stands.matrix(bone)[:3, 3], atol=1e-5)
    again = evaluate(track(document, by_skeleton(body, taken), frame).document)
    np.testing.assert_allclose(again.matrix("hand.L")[:3, 3], stands.matrix("hand.L")[:3, 3], atol=1e-5)
