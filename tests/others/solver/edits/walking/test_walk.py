"""Walks of the samples go over steps and slopes: soles are never in the ground, and feet that stand do not slip."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from msgspec.structs import replace

from pantin.rigs import Document
from pantin.rigs.clip import Clip
from pantin.rigs.editing.grounds import with_planting
from pantin.rigs.ground.kinds import Floor, Ground, Planting, Slope, Steps
from pantin.rigs.ground.presets import rolling
from pantin.rigs.ground.surface import surface
from pantin.solver import evaluate
from pantin.solver.edits.poses.clips import frame_shown
from pantin.solver.edits.walking.walk import walked
from pantin.solver.ground.legs import legs_of, sole_points
from tests.others.samples import SAMPLES
from tests.solver.edits.walking.bvh_clips import walk_of
from tests.solver.edits.walking.walking_legs import LEG, LOW, SLIP, matrices

WALKS = {"cmu_12_01_walk_cgspeed.bvh": (120, 440), "pymo_AV_8Walk_Meredith.bvh": (200, 560)}
FEET = ("LeftFoot", "RightFoot")


@cache
def walk(name: str) -> tuple[Document, Clip, float]:
    """A walk, and the size of its figure against that of a person."""
    document, clip = walk_of(SAMPLES / "bvh" / name, FEET, *WALKS[name], step=2)
    return document, clip, legs_of(document.rig, Floor())[0].length / LEG


def grounds(size: float) -> dict[str, Ground]:
    return {
        "up": Steps(rise=0.17 * size, tread=0.3 * size, start=0.3 * size, count=12),
        "down": Steps(rise=-0.15 * size, tread=0.35 * size, start=0.3 * size, count=12),
        "aside": Steps(rise=0.1 * size, tread=0.4 * size, start=-0.3 * size, count=12, heading=1.2),
        "slope": Slope(angle=0.3, heading=0.7),
        "hills": replace(rolling(), cell=0.5 * size, strength=2.0 * size),
    }


@pytest.mark.parametrize("ground", ["up", "down", "aside", "slope", "hills"])
@pytest.mark.parametrize("name", WALKS)
def test_walks_over_the_ground(name: str, ground: str) -> None:
    document, clip, size = walk(name)
    stood = document.on_ground(grounds(size)[ground])
    made = walked(stood, clip)
    assert made.clip.count == clip.count
    assert made.missed == ()
    assert all(made.contacts)
    frames = matrices(stood, made.clip)
    under = stood.scene.ground
    assert under is not None
    for leg, contacts in zip(legs_of(stood.rig, stood.ground), made.contacts, strict=True):
        soles = np.array([sole_points(leg, frame) for frame in frames])
        heights = surface(under, soles.reshape(-1, 3)).heights.reshape(soles.shape[:2])
        assert (soles[:, :, 2] - heights).min() >= LOW * size
        middle = np.flatnonzero(leg.sole.on_toe)[len(np.flatnonzero(leg.sole.on_toe)) // 3]
        for contact in contacts:
            ball = soles[contact.first : contact.last + 1, middle, :2]
            assert np.linalg.norm(ball - ball[0], axis=1).max() <= SLIP * size


def test_on_level_ground_a_walk_stays_what_it_was() -> None:
    """But for the slipping, and for soles that were not quite on the floor."""
    document, clip, size = walk("pymo_AV_8Walk_Meredith.bvh")
    stood = document.on_ground(Floor())
    frames, before = matrices(stood, walked(stood, clip).clip), matrices(stood, clip)
    head = stood.rig.bones.index(stood.rig.by_name["Head"])
    off = (frames - before)[:, head, :3, 3]
    assert np.linalg.norm(off - off.mean(axis=0), axis=1).max() < 0.05 * size


def test_hips_that_stay_miss_a_slope_and_it_is_said() -> None:
    document, clip, _size = walk("pymo_AV_8Walk_Meredith.bvh")
    steep = document.on_ground(Slope(angle=0.4, heading=1.5))
    assert walked(steep, clip).missed == ()
    assert walked(with_planting(steep, Planting(hips="stay")), clip).missed


def test_frames_are_shown_on_the_ground_and_not_planted_twice() -> None:
    """By the handles of the legs, which go to where the walk has its feet: soles are not in the steps."""
    document, clip, size = walk("cmu_12_01_walk_cgspeed.bvh")
    stood = document.on_ground(grounds(size)["up"])
    frames = matrices(stood, walked(stood, clip).clip)
    for frame in (20, 90):
        shown = frame_shown(stood, clip, frame)
        now = evaluate(shown).matrices
        for leg in legs_of(stood.rig, stood.ground):
            assert np.abs(now[leg.foot] - frames[frame, leg.foot])[:3, 3].max() < 1e-3 * size
    assert not any(limb.plants for limb in shown.rig.limbs)


def test_it_is_made_once_for_a_document_and_a_clip() -> None:
    document, clip, size = walk("cmu_12_01_walk_cgspeed.bvh")
    stood = document.on_ground(Slope(height=0.1 * size))
    made = walked(stood, clip)
    assert walked(replace(stood, selected=("Head",)), clip) is made
    again = walked(stood.on_ground(Slope(height=0.1 * size)), clip)
    assert again is not made
    assert again.clip == made.clip


def test_without_ground_the_clip_is_the_same() -> None:
    document, clip, _size = walk("cmu_12_01_walk_cgspeed.bvh")
    assert walked(document, clip).clip is clip
