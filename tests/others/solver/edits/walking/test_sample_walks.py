"""Walks and runs of the samples as people open them: fitted, on the ground, played. No sole is ever in the ground."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from pantin.rigs import Document, read
from pantin.rigs.clip import Clip
from pantin.rigs.editing.building.upright import upright
from pantin.rigs.editing.grounds import with_ground
from pantin.rigs.ground.kinds import Floor, Ground, Slope, Steps
from pantin.rigs.ground.surface import surface
from pantin.solver.edits.limbs.person_controls import rig_person
from pantin.solver.edits.walking.travel import travelling
from pantin.solver.edits.walking.walk import walked
from pantin.solver.ground.legs import legs_of, sole_points
from tests.others.samples import SAMPLES
from tests.solver.edits.walking.walking_legs import LEG, LOW, SLIP, matrices

WALKS = {
    "bvh/mh_zombieWalk1.bvh": "mh_zombieWalk1",
    "glb/CesiumMan.glb": "animation_0",
    "glb/Fox.glb": "Walk",
    "glb/godot_platformer_player.glb": "run",
}
"""Files, and which of their clips. They walk on the spot, so they are given the travel that their feet ask for."""
ON_FOUR_LEGS = "glb/Fox.glb"
"""Its back stays as it is posed, so on steps a foot may not reach, and that is told."""


@cache
def fitted(name: str) -> tuple[Document, Clip, float]:
    """A figure with limbs, some frames of its walk, and its size against that of a person."""
    document = upright(read(SAMPLES / name))
    document, _told = rig_person(document)
    document = travelling(document, WALKS[name])
    clip = next(clip for clip in document.figure.clips if clip.name == WALKS[name])
    clip = Clip.of(clip.name, clip.rate / 2, clip.bones, clip.frames[::2])
    return document, clip, legs_of(with_ground(document, Floor()).rig, Floor())[0].length / LEG


def grounds(size: float) -> dict[str, Ground]:
    return {
        "floor": Floor(),
        "steps": Steps(rise=0.1 * size, tread=0.4 * size, start=-0.3 * size, count=12, heading=1.2),
        "slope": Slope(angle=0.3, heading=0.7),
    }


@pytest.mark.parametrize("ground", ["floor", "steps", "slope"])
@pytest.mark.parametrize("name", WALKS)
def test_no_sole_is_in_the_ground_and_no_foot_that_stands_slips(name: str, ground: str) -> None:
    document, clip, size = fitted(name)
    under = grounds(size)[ground]
    stood = with_ground(document, under)
    made = walked(stood, clip)
    frames = matrices(stood, made.clip)
    assert name == ON_FOUR_LEGS or made.missed == ()
    assert all(made.contacts) or (name == ON_FOUR_LEGS and any(made.contacts))
    for leg, contacts in zip(legs_of(stood.rig, stood.ground), made.contacts, strict=True):
        soles = np.array([sole_points(leg, frame) for frame in frames])
        heights = surface(under, soles.reshape(-1, 3)).heights.reshape(soles.shape[:2])
        assert (soles[:, :, 2] - heights).min() >= LOW * size
        for contact in contacts:
            reached = [frame for frame in range(contact.first, contact.last + 1) if frame not in made.missed]
            ball = soles[reached, leg.sole.ball, :2]
            assert np.linalg.norm(ball - ball[:1], axis=1).max(initial=0.0) <= SLIP * size


def test_a_paw_that_does_not_reach_its_step_is_not_in_the_next_one() -> None:
    """The stairs are too high for a back that stays as it is: that is told, and the paw is drawn out of them."""
    document, clip, size = fitted(ON_FOUR_LEGS)
    under = Steps(rise=0.17 * size, tread=0.3 * size, start=0.3 * size, count=12)
    stood = with_ground(document, under)
    made = walked(stood, clip)
    frames = matrices(stood, made.clip)
    assert made.missed
    for leg in legs_of(stood.rig, stood.ground):
        soles = np.array([sole_points(leg, frame) for frame in frames])
        heights = surface(under, soles.reshape(-1, 3)).heights.reshape(soles.shape[:2])
        assert (soles[:, :, 2] - heights).min() >= LOW * size


def test_feet_that_point_down_plant_too() -> None:
    document, _clip, _size = fitted(ON_FOUR_LEGS)
    legs = legs_of(with_ground(document, Floor()).rig, Floor())
    assert len(legs) == 4
    lows = {each.foot: float(np.ptp(each.points[:, 2])) for each in (leg.sole for leg in legs)}
    assert set(lows.values()) == {0.0}  # each on one level, that of its mesh
    mesh = [document.rig.soles.get(leg.sole.foot, ()) for leg in legs]
    levels = [min((point[2] for point in points), default=0.0) for points in mesh]
    assert [float(leg.sole.points[0, 2]) for leg in legs] == levels and max(map(abs, levels)) < 0.01 * LEG * _size
