"""Frames of clips on figures that IK and handles pose: what is seen is what the frame has."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.rigs import Document, Pin, Transform
from pantin.rigs.clip import Clip
from pantin.rigs.editing.clips import pose_at
from pantin.rigs.editing.pose import with_transforms
from pantin.solver import evaluate
from pantin.solver.edits.poses import poses
from pantin.solver.edits.poses.clips import frame_shown
from tests.solver.edits.leaning_figures import check_alike, leaning_and_full


def clip_of(*frames: dict[str, Transform]) -> Clip:
    bones = tuple(frames[0])
    rows = [[(*at[bone].location, *at[bone].rotation, *at[bone].scale) for bone in bones] for at in frames]
    return Clip.of("walk", 30.0, bones, np.array(rows, float))


@pytest.fixture(scope="module")
def both() -> tuple[Document, Document]:
    return leaning_and_full("biped")


def test_a_clip_without_handles_poses_a_figure_that_has_them(both: tuple[Document, Document]) -> None:
    leaning, full = both
    own = {bone.name for bone in leaning.rig.bones if bone.kind == "bone"}
    seen = {name: at for name, at in poses.seen(leaning).items() if name in own}
    clip = clip_of(dict.fromkeys(seen, Transform()), seen)
    check_alike(leaning, frame_shown(full, clip, 1), 1e-5)
    check_alike(full, frame_shown(leaning, clip, 0), 1e-5)


def test_feet_without_tracks_turn_with_a_figure_that_turns_round(both: tuple[Document, Document]) -> None:
    """Files leave out the tracks of bones that stay as they are on what carries them."""
    full = both[1]
    free = full.with_rig(full.rig.changed(constraints=()))
    round_about = Transform(rotation=(0.0, 1.0, 0.0, 0.0))
    tracks = {"hips": round_about, "thigh.L": Transform(), "shin.L": Transform(), "thigh.R": Transform()}
    alone, steered = (evaluate(each) for each in (with_transforms(free, tracks), frame_shown(full, clip_of(tracks), 0)))
    for bone in ("thigh.L", "foot.L", "foot.R"):
        np.testing.assert_allclose(steered.matrix(bone), alone.matrix(bone), atol=1e-5, err_msg=bone)


def test_recorded_handles_are_taken_at_their_word(both: tuple[Document, Document]) -> None:
    leaning = both[0]
    clip = clip_of(poses.seen(leaning))
    made = frame_shown(leaning, clip, 0)
    assert made == with_transforms(leaning, pose_at(clip, 0))
    check_alike(leaning, made, 1e-6)


def test_a_foot_that_a_frame_lifts_is_free_in_it(both: tuple[Document, Document]) -> None:
    """Both feet are pinned. Where one is in the air, the other one stands alone; the document keeps its pins."""
    standing = both[1]
    rest = {bone.name: Transform() for bone in standing.rig.bones if bone.kind == "bone"}
    step = {**rest, "shin.L": Transform(rotation=(-0.6, 0.0, 0.0, 0.8))}
    clip = clip_of(rest, step)
    assert {pin.bone for pin in frame_shown(standing, clip, 0).rig.pins} == {"foot.L", "foot.R"}
    assert {pin.bone for pin in frame_shown(standing, clip, 1).rig.pins} == {"foot.R"}
    hand = Pin("hand.L")
    held = standing.with_rig(standing.rig.changed(pins=(*standing.rig.pins, hand)))
    assert hand in frame_shown(held, clip, 1).rig.pins, "only feet come down to the floor again"
