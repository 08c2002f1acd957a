"""Frames of clips on figures that IK and handles pose: what is seen is what the frame has."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.rigs import Document, Transform
from pantin.rigs.clip import Clip
from pantin.rigs.editing.clips import posed_at
from pantin.solver.edits import poses
from pantin.solver.edits.clips import frame_shown
from tests.solver.edits.test_pose_handles import check_alike, figures


def clip_of(*frames: dict[str, Transform]) -> Clip:
    bones = tuple(frames[0])
    rows = [[(*at[bone].location, *at[bone].rotation, *at[bone].scale) for bone in bones] for at in frames]
    return Clip.of("walk", 30.0, bones, np.array(rows, float))


@pytest.fixture(scope="module")
def both() -> tuple[Document, Document]:
    return figures("biped")


def test_a_clip_without_handles_poses_a_figure_that_has_them(both: tuple[Document, Document]) -> None:
    leaning, full = both
    own = {bone.name for bone in leaning.rig.bones if bone.kind == "bone"}
    seen = {name: at for name, at in poses.seen(leaning).items() if name in own}
    clip = clip_of(dict.fromkeys(seen, Transform()), seen)
    check_alike(leaning, frame_shown(full, clip, 1), 1e-5)
    check_alike(full, frame_shown(leaning, clip, 0), 1e-5)


def test_recorded_handles_are_taken_at_their_word(both: tuple[Document, Document]) -> None:
    leaning = both[0]
    clip = clip_of(poses.seen(leaning))
    made = frame_shown(leaning, clip, 0)
    assert made == posed_at(leaning, clip, 0)
    check_alike(leaning, made, 1e-6)
