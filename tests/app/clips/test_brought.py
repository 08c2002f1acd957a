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
from pantin.rigs.clip import Clip
from pantin.rigs.templates import TEMPLATES
from pantin.solver.edits.poses.clips import frame_shown
from tests.app.clips.limb_directions import person, ways
from tests.rigs.motion.child import child


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


def test_what_is_no_person_is_refused_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "child.rig.json"
    rigs.write(Document(replace(child(), clips=(kneeling(child()),))), path)
    with pytest.raises(ValueError, match="another skeleton"):
        brought(path, Document(TEMPLATES["quadruped"]()))
