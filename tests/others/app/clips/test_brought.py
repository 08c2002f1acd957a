"""Clips of a file for the open figure: of the same bones by their names, of another person part by part."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from pantin import rigs, solver
from pantin.app.clips.imported_motion import imported_motion
from pantin.app.files.baking import at_frame
from pantin.rigs import Document
from pantin.rigs.clip import part_of
from pantin.rigs.editing.building.upright import upright
from pantin.rigs.templates import TEMPLATES
from pantin.solver.edits.poses.clips import frame_shown
from tests.app.clips.limb_directions import person, ways
from tests.others.samples import SAMPLES


def test_a_walk_of_motion_capture_walks_on_another_figure() -> None:
    """It goes as far as its own legs are long, and turns from frame to frame no more than the one it was taken from."""
    ours = TEMPLATES["biped"].figure()
    found = imported_motion(SAMPLES / "bvh" / "pymo_AV_8Walk_Meredith.bvh", Document.of(ours))
    (made,) = found.clips
    assert found.remarks and made.count == 1064
    source = rigs.read(SAMPLES / "bvh" / "pymo_AV_8Walk_Meredith.bvh").figure
    ratio = person(ours).leg / person(source).leg
    (theirs,) = source.clips
    hips = [theirs.frames[:, theirs.bones.index(person(source).body.bones["hips"]), :3]]
    hips.append(made.frames[:, made.bones.index(person(ours).body.bones["hips"]), :3])
    spans = [float(np.linalg.norm(np.ptp(each, axis=0))) for each in hips]
    assert spans[1] == pytest.approx(ratio * spans[0], rel=0.02)


def test_a_root_that_carries_hips_and_back_and_turns_with_neither_is_moved() -> None:
    """Whole motions, not poses alone: the root rests in every frame, while all that hangs on it moves."""
    ours = upright(rigs.read(SAMPLES / "bvh" / "mh_zombieWalk1.bvh"))
    ours = ours.with_figure(replace(ours.figure, clips=()))
    source = upright(rigs.read(SAMPLES / "bvh" / "pybvh_test3.bvh"))
    (made,) = imported_motion(SAMPLES / "bvh" / "pybvh_test3.bvh", ours).clips
    assert made.count == 100
    for frame in (0, 99):
        seen = solver.evaluate(frame_shown(ours, made, frame))
        there = solver.evaluate(at_frame(source, source.figure.clips[0], frame))
        np.testing.assert_allclose(ways(seen, person(ours.figure)), ways(there, person(source.figure)), atol=2e-3)


def test_a_recorded_walk_plays_on_handles_and_poles() -> None:
    """It begins in a T-pose, with legs as straight as can be; thighs go beyond their limits in one frame of seven."""
    document = Document.of(TEMPLATES["biped"]())
    found = imported_motion(SAMPLES / "bvh" / "cmu_12_01_walk_cgspeed.bvh", document)
    (made,) = found.clips
    frames = range(0, made.count, 7)
    shown = [frame_shown(document, made, frame) for frame in frames]
    ours = [sum(each.blend for each in at.rig.constraints if isinstance(each, rigs.Ik)) for at in shown]
    assert ours[0] == 4.0 and np.mean(ours) > 0.9 * 4.0
    assert "thigh.L" in found.remarks and "shin.L" not in found.remarks
    assert all(report.reached for at in shown for report in solver.evaluate(at).goals)


def test_a_skeleton_that_rests_folded_moves_another_all_the_same(tmp_path: Path) -> None:
    """Its bones rest along each other, which does not tell their rolls; limbs point nearly as those of the file do."""
    whole = upright(rigs.read(SAMPLES / "bvh" / "ad_rokoko_jesse_dance.bvh"))
    clip = part_of(whole.figure.clips[0], 0, 100)
    assert clip is not None
    theirs, ours = whole.with_figure(replace(whole.figure, clips=(clip,))), Document.of(TEMPLATES["biped"]())
    rigs.write(theirs, tmp_path / "dance.rig.json")
    (made,) = imported_motion(tmp_path / "dance.rig.json", ours).clips
    assert made.count == 101
    cosines = []
    for frame in range(0, 101, 20):
        seen = ways(solver.evaluate(frame_shown(ours, made, frame)), person(ours.figure))
        there = ways(solver.evaluate(at_frame(theirs, clip, frame)), person(theirs.figure))
        cosines.append((seen * there).sum(axis=1))
    assert float(np.mean(cosines)) > 0.95, "18 degrees"
