"""Walks of other programs go over steps and slopes: no sole is in the ground, and feet that stand do not slip."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

import pantin
from pantin.rigs import Document
from pantin.rigs.clip import Clip
from pantin.rigs.editing import clips
from pantin.rigs.editing.grounds import with_ground, with_planting
from pantin.rigs.ground.kinds import Floor, Ground, Planting, Slope, Steps
from pantin.rigs.ground.surface import surface
from pantin.rigs.rest import rest_matrices
from pantin.solver import evaluate
from pantin.solver.edits.limbs.person_controls import rig_person
from pantin.solver.edits.poses.clips import frame_shown
from pantin.solver.edits.walking.feet import feet_of
from pantin.solver.edits.walking.travel import travelling
from pantin.solver.edits.walking.walk import walked
from pantin.solver.ground.legs import legs_of, sole_points
from tests.dialects.programs import DIALECTS, FileOf
from tests.solver.edits.walking.walking_legs import LEG, LOW, SLIP, matrices

WALKS = ("Mixamo", "CMU", "Xsens")


@cache
def fitted(path: Path) -> tuple[Document, Clip, float]:
    """Return a figure with limbs, its walk, and its size against that of a person."""
    document = rig_person(pantin.read(path))[0]
    return document, document.figure.clips[0], legs_of(with_ground(document, Floor()).rig, Floor())[0].length / LEG


def grounds(size: float) -> dict[str, Ground]:
    return {
        "floor": Floor(),
        "up": Steps(rise=0.12 * size, tread=0.4 * size, start=0.3 * size, count=12),
        "aside": Steps(rise=0.1 * size, tread=0.4 * size, start=-0.3 * size, count=12, heading=1.2),
        "slope": Slope(angle=0.25, heading=0.7),
    }


@pytest.mark.parametrize("ground", ["floor", "up", "aside", "slope"])
@pytest.mark.parametrize("name", WALKS)
def test_no_sole_is_in_the_ground_and_no_foot_that_stands_slips(name: str, ground: str, file_of: FileOf) -> None:
    document, clip, size = fitted(file_of(name))
    under = grounds(size)[ground]
    stood = with_ground(document, under)
    made = walked(stood, clip)
    assert made.missed == () and all(made.contacts) and made.clip.count == clip.count
    frames = matrices(stood, made.clip)
    for leg, contacts in zip(legs_of(stood.rig, stood.ground), made.contacts, strict=True):
        soles = np.array([sole_points(leg, frame) for frame in frames])
        heights = surface(under, soles.reshape(-1, 3)).heights.reshape(soles.shape[:2])
        assert (soles[:, :, 2] - heights).min() >= LOW * size
        toes = np.flatnonzero(leg.sole.on_toe)
        ball = toes[len(toes) // 3] if len(toes) else 2 * len(leg.sole.points) // 3 - 1
        for contact in contacts:
            stands = soles[contact.first : contact.last + 1, ball, :2]
            assert np.linalg.norm(stands - stands[0], axis=1).max() <= SLIP * size


def test_hips_that_stay_miss_a_slope_and_it_is_said(file_of: FileOf) -> None:
    document, clip, _size = fitted(file_of("CMU"))
    steep = with_ground(document, Slope(angle=0.4, heading=1.5))
    assert walked(steep, clip).missed == ()
    assert walked(with_planting(steep, Planting(hips="stay")), clip).missed


def test_frames_are_shown_on_the_ground(file_of: FileOf) -> None:
    """By the handles of the legs, which go to where the walk has its feet."""
    document, clip, size = fitted(file_of("CMU"))
    stood = with_ground(document, grounds(size)["up"])
    frames = matrices(stood, walked(stood, clip).clip)
    for frame in (20, 50):
        now = evaluate(frame_shown(stood, clip, frame)).matrices
        for leg in legs_of(stood.rig, stood.ground):
            assert np.abs(now[leg.foot] - frames[frame, leg.foot])[:3, 3].max() < 1e-3 * size


def test_without_ground_the_clip_is_the_same_and_with_it_is_made_once(file_of: FileOf) -> None:
    document, clip, size = fitted(file_of("CMU"))
    assert walked(document, clip).clip is clip
    stood = with_ground(document, Slope(height=0.1 * size))
    made = walked(stood, clip)
    assert walked(replace(stood, selected=("Head",)), clip) is made


@pytest.mark.parametrize("name", WALKS)
def test_a_walk_gets_back_the_travel_that_was_taken_away(name: str, file_of: FileOf) -> None:
    one, document = DIALECTS[name], pantin.read(file_of(name))
    rig, clip, hips = document.rig, document.figure.clips[0], one.names["hips"]
    rest, row = rest_matrices(rig.bones)[rig.rows[hips], :3, :3], clip.bones.index(hips)
    way = np.asarray(clip.frames[:, row, :3], float) @ rest.T
    gone = np.pad((way - way[0])[:, :2], ((0, 0), (0, 1)))
    frames = np.array(clip.frames, float)
    frames[:, row, :3] -= gone @ rest
    still = Clip.of(clip.name, clip.rate, clip.bones, frames)
    made = travelling(clips.replaced(document, clip.name, still), clip.name).figure.clips[0]
    goes = np.asarray(made.frames[:, made.bones.index(hips), :3], float) @ rest.T
    far = np.linalg.norm(gone[-1])
    assert far > 1.5 * feet_of(document.figure, clip)[0].leg
    assert np.linalg.norm((goes - goes[0])[:, :2] - gone[:, :2], axis=1).max() < 0.06 * far
