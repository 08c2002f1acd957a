"""Clips of a file for the open figure: of the same bones by their names, of another person part by part."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from pantin import rigs, solver
from pantin.app.clips.brought import brought
from pantin.app.files.baking import at_frame
from pantin.rigs import Document, Rig
from pantin.rigs.clip import Clip, part_of
from pantin.rigs.editing.building.upright import upright
from pantin.rigs.fitting.figure import SIDES, role_of
from pantin.rigs.motion.person import Person, person_in
from pantin.rigs.templates import TEMPLATES
from pantin.solver.edits.poses.clips import frame_shown
from tests.rigs.motion.child import child
from tests.rigs.samples import SAMPLES, needs_samples

LIMBS = [role_of(part, side) for part in ("upper_arm", "forearm", "thigh", "shin") for side in SIDES]


def person(rig: Rig) -> Person:
    found = person_in(rig)
    assert found is not None
    return found


def ways(evaluated: solver.Evaluated, whose: Person) -> np.ndarray:
    """Which way limbs point, in the axes of the body."""
    rows = [evaluated.index[whose.figure.bones[each]] for each in LIMBS]
    found = evaluated.tails[rows] - evaluated.heads[rows]
    return np.asarray(found / np.linalg.norm(found, axis=1, keepdims=True) @ whose.axes)


def kneeling(rig: Rig) -> Clip:
    """Three frames in which the hips sink, a leg bends and an arm rises."""
    frames = np.tile((0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0), (3, 4, 1))
    for frame, half in enumerate((0.0, 0.2, 0.4)):
        frames[frame, 0, 1] = -half / 4.0
        frames[frame, 1:, 3], frames[frame, 1:, 6] = (half, -half, half), np.cos(np.arcsin(half))
    frames[:, 0, 3:7] = (0.0, 0.0, 0.0, 1.0)
    bones = person(rig).figure.bones
    return Clip.of("kneel", 24.0, [bones[each] for each in ("hips", "thigh.L", "shin.L", "upper_arm.R")], frames)


def test_motion_of_another_person_poses_the_controls_of_the_open_one(tmp_path: Path) -> None:
    """Bones of other names and lengths point as those of the file do, under handles too; trim and loop stay."""
    clip = replace(kneeling(child()), first=1, loop=False)
    theirs, path = Document(replace(child(), clips=(clip,))), tmp_path / "child.rig.json"
    rigs.write(theirs, path)
    ours = Document(TEMPLATES["biped"]())
    assert any(isinstance(each, rigs.Ik) for each in ours.rig.constraints)
    found = brought(path, ours)
    (made,) = found.clips
    assert "child.rig.json moves another skeleton" in found.told and not found.missing
    assert (made.name, made.rate, made.count, made.first, made.last, made.loop) == ("kneel", 24.0, 3, 1, None, False)
    for frame in range(3):
        seen = solver.evaluate(frame_shown(ours, made, frame))
        there = solver.evaluate(at_frame(theirs, clip, frame))
        np.testing.assert_allclose(ways(seen, person(ours.rig)), ways(there, person(theirs.rig)), atol=2e-3)


def test_motion_about_the_origin_stands_on_the_floor(tmp_path: Path) -> None:
    """Recordings without a place have their hips at the origin: a figure that takes one does not stand in the floor."""
    clip, path = kneeling(child()), tmp_path / "child.rig.json"
    frames = np.array(clip.frames)
    frames[:, 0, 1] -= 0.6
    sunk = Clip.of(clip.name, clip.rate, clip.bones, frames)
    rigs.write(Document(replace(child(), clips=(sunk,))), path)
    ours = Document(TEMPLATES["biped"]())
    (made,) = brought(path, ours).clips
    heights = [float(solver.evaluate(frame_shown(ours, made, frame)).tails[:, 2].min()) for frame in range(3)]
    assert min(heights) == pytest.approx(0.0, abs=0.03)


@needs_samples
def test_a_walk_of_motion_capture_walks_on_another_figure() -> None:
    """It goes as far as its own legs are long, and turns from frame to frame no more than the one it was taken from."""
    ours = TEMPLATES["biped"]()
    found = brought(SAMPLES / "bvh" / "pymo_AV_8Walk_Meredith.bvh", Document(ours))
    (made,) = found.clips
    assert found.told and made.count == 1064
    source = rigs.read(SAMPLES / "bvh" / "pymo_AV_8Walk_Meredith.bvh").rig
    ratio = person(ours).leg / person(source).leg
    (theirs,) = source.clips
    hips = [theirs.frames[:, theirs.bones.index(person(source).figure.bones["hips"]), :3]]
    hips.append(made.frames[:, made.bones.index(person(ours).figure.bones["hips"]), :3])
    spans = [float(np.linalg.norm(np.ptp(each, axis=0))) for each in hips]
    assert spans[1] == pytest.approx(ratio * spans[0], rel=0.02)


@needs_samples
def test_a_root_that_carries_hips_and_back_and_turns_with_neither_is_moved() -> None:
    """Whole motions, not poses alone: the root rests in every frame, while all that hangs on it moves."""
    ours = upright(rigs.read(SAMPLES / "bvh" / "mh_zombieWalk1.bvh"))
    ours = replace(ours, rig=ours.rig.animated(()))
    source = upright(rigs.read(SAMPLES / "bvh" / "pybvh_test3.bvh"))
    (made,) = brought(SAMPLES / "bvh" / "pybvh_test3.bvh", ours).clips
    assert made.count == 100
    for frame in (0, 99):
        seen = solver.evaluate(frame_shown(ours, made, frame))
        there = solver.evaluate(at_frame(source, source.rig.clips[0], frame))
        np.testing.assert_allclose(ways(seen, person(ours.rig)), ways(there, person(source.rig)), atol=2e-3)


@needs_samples
def test_straight_legs_reach_their_handles() -> None:
    """The walk begins in a T-pose, with legs as straight as they can be: that misses nothing that anybody sees."""
    document = Document(TEMPLATES["biped"]())
    (made,) = brought(SAMPLES / "bvh" / "cmu_12_01_walk_cgspeed.bvh", document).clips
    reports = solver.evaluate(frame_shown(document, made, 0)).goals
    assert reports and all(report.reached for report in reports)


@needs_samples
def test_a_skeleton_that_rests_folded_moves_another_all_the_same(tmp_path: Path) -> None:
    """Its bones rest along each other, which does not tell their rolls; limbs point nearly as those of the file do."""
    whole = upright(rigs.read(SAMPLES / "bvh" / "ad_rokoko_jesse_dance.bvh"))
    clip = part_of(whole.rig.clips[0], 0, 100)
    assert clip is not None
    theirs, ours = Document(replace(whole.rig, clips=(clip,))), Document(TEMPLATES["biped"]())
    rigs.write(theirs, tmp_path / "dance.rig.json")
    (made,) = brought(tmp_path / "dance.rig.json", ours).clips
    assert made.count == 101
    cosines = []
    for frame in range(0, 101, 20):
        seen = ways(solver.evaluate(frame_shown(ours, made, frame)), person(ours.rig))
        there = ways(solver.evaluate(at_frame(theirs, clip, frame)), person(theirs.rig))
        cosines.append((seen * there).sum(axis=1))
    assert float(np.mean(cosines)) > 0.95, "18 degrees"


def test_what_is_no_person_is_refused_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "child.rig.json"
    rigs.write(Document(replace(child(), clips=(kneeling(child()),))), path)
    with pytest.raises(ValueError, match="another skeleton"):
        brought(path, Document(TEMPLATES["quadruped"]()))
