"""Walks on the spot travel as their feet ask for: a walk whose travel was taken away gets it back."""

from __future__ import annotations

from functools import cache

import numpy as np

from pantin.rigs import Document, Rig
from pantin.rigs.clip import Clip
from pantin.rigs.editing import clips
from pantin.rigs.figure import Figure
from pantin.rigs.rest import rest_matrices
from pantin.solver.edits.walking.feet import feet_of
from pantin.solver.edits.walking.travel import travelling
from tests.others.samples import SAMPLES
from tests.solver.edits.walking.bvh_clips import Floats, walk_of

WALK, FRAMES, FEET = "cmu_12_01_walk_cgspeed.bvh", (40, 440), ("LeftFoot", "RightFoot")


@cache
def walk() -> tuple[Document, Clip]:
    document, clip = walk_of(SAMPLES / "bvh" / WALK, FEET, *FRAMES, step=2)
    return Document.of(Figure(rig=document.rig, clips=(clip,))), clip


def path(rig: Rig, clip: Clip) -> Floats:
    """Return how far the hips go over the floor, from the first frame (frames, 2)."""
    way = clip.frames[:, clip.bones.index("Hips"), :3] @ rest_matrices(rig.bones)[0, :3, :3].T
    return np.asarray((way - way[0])[:, :2], np.float64)


def on_the_spot(rig: Rig, clip: Clip) -> Clip:
    """The clip with its hips over one place of the floor."""
    frames, hips = np.array(clip.frames, np.float64), clip.bones.index("Hips")
    frames[:, hips, :3] -= np.pad(path(rig, clip), ((0, 0), (0, 1))) @ rest_matrices(rig.bones)[0, :3, :3]
    return Clip.of(clip.name, clip.rate, clip.bones, frames)


def test_a_walk_gets_back_the_travel_that_was_taken_away() -> None:
    document, clip = walk()
    rig, leg = document.rig, feet_of(document.figure, clip)[0].leg
    still = on_the_spot(rig, clip)
    assert np.abs(path(rig, still)).max() < 1e-4 * leg
    made = travelling(clips.replaced(document, clip.name, still), clip.name)
    went, goes = path(rig, clip), path(rig, made.figure.clips[0])
    far = np.linalg.norm(went[-1])
    assert far > 3.0 * leg
    assert np.linalg.norm(goes - went, axis=1).max() < 0.06 * far
    kept = travelling(document, clip.name).figure.clips[0]
    assert np.linalg.norm(path(rig, kept) - goes, axis=1).max() < 0.02 * far


def test_feet_that_stand_stay_in_place() -> None:
    """They slip less than in the walk as it was recorded, which is what there is to get back."""
    document, clip = walk()
    still = on_the_spot(document.rig, clip)
    made = travelling(clips.replaced(document, clip.name, still), clip.name).figure.clips[0]
    slides, slips, recorded = (worst_slip(document.figure, each) for each in (still, made, clip))
    assert slips < recorded < 0.25 * slides


def worst_slip(figure: Figure, clip: Clip) -> float:
    """Return how far a ball goes in the quarter of the frames in which it is lowest, in the mean, lengths of the
    leg."""
    found = []
    for foot in feet_of(figure, clip):
        low = foot.ball[1:, 2] < np.percentile(foot.ball[:, 2], 25.0)
        found.append(np.linalg.norm(np.diff(foot.ball[:, :2], axis=0)[low], axis=1).mean() / foot.leg)
    return float(max(found))


def test_handles_that_have_tracks_and_what_was_never_moved_travel_too() -> None:
    document, clip = walk()
    rig, still = document.rig, on_the_spot(document.rig, clip)
    handle = next(name for name in rig.limbs[0].controls if rig.by_name[name].parent is None)
    rows = np.concatenate([still.frames, still.frames[:, :1] * 0.0 + (0, 0, 0, 0, 0, 0, 1, 1, 1, 1)], axis=1)
    steered = Clip.of(clip.name, clip.rate, (*clip.bones, handle), rows)
    made = travelling(clips.replaced(document, clip.name, steered), clip.name).figure.clips[0]
    rest = rest_matrices(rig.bones)[[bone.name for bone in rig.bones].index(handle), :3, :3]
    went = made.frames[:, made.bones.index(handle), :3] @ rest.T
    np.testing.assert_allclose(
        (went - went[0])[:, :2], path(rig, made), atol=1e-4 * feet_of(document.figure, clip)[0].leg
    )
