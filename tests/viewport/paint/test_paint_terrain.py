"""Pictures of the ground by real OpenGL: grey where it is seen, and before the figure where it stands there."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from pantin.rigs.document import Document
from pantin.rigs.editing.grounds import with_ground
from pantin.rigs.ground import kinds
from pantin.rigs.ground.kinds import Floor, Steps
from pantin.rigs.ground.surface import surface
from pantin.solver import rest_pose
from pantin.viewport.scene.scene import Background, Display
from tests.viewport.pictures import CAMERA, RIG, at, painted, painted_without_screen, scene, textures

FIGURE = Document.of(RIG)
SAME = 2
"""Grey levels that pictures of two contexts may differ by."""


@pytest.fixture(autouse=True)
def screen(qapp) -> None:
    """A real screen with OpenGL."""


def standing_on(ground: kinds.Ground) -> np.ndarray:
    return painted(scene(with_ground(FIGURE, ground), rest_pose(RIG), display=Display(alone=True)))


def test_the_ground_is_neutral_grey_and_hidden_with_its_eye() -> None:
    aside = (0.9, -0.4, 0.0)
    shown, hidden = at(standing_on(Floor()), aside), at(standing_on(Floor(hidden=True)), aside)
    assert np.ptp(shown) < 16
    assert shown.mean() > hidden.mean() + 8


def test_a_high_step_before_the_figure_hides_its_legs() -> None:
    knee = (0.1, -0.05, 0.5)
    legs, hidden = at(standing_on(Floor()), knee), at(standing_on(Steps(rise=1.0, start=0.5, count=1)), knee)
    assert int(legs[0]) - int(legs[2]) > 20
    assert np.ptp(hidden) < 16


def test_a_camera_under_the_ground_sees_the_figure() -> None:
    """Steps that rise past the camera hide nothing from below; only their fronts and treads are there."""
    chest, high = (0.0, -0.1, 1.3), Steps(rise=0.25, count=20)
    assert surface(high, CAMERA.eye[None]).heights[0] > CAMERA.eye[2] + 1.0
    seen = at(standing_on(high), chest)
    assert int(seen[0]) - int(seen[2]) > 20


def test_the_shadow_lies_on_the_ground_where_that_is() -> None:
    """As dark, and in the same place, on the floor of the picture and on a floor of the rig."""
    seen = scene(FIGURE, rest_pose(RIG), display=Display(alone=True))
    on_ground = scene(with_ground(FIGURE, Floor()), rest_pose(RIG), display=Display(alone=True))
    darker = [
        painted(replace(each, background=Background(grid=False, shadow=False)))
        - painted(replace(each, background=Background(grid=False)))
        for each in (seen, on_ground)
    ]
    floor, ground = ((found.mean(axis=2) > 3.0) for found in darker)
    assert 500 < floor.sum() < 100_000
    assert (floor & ground).sum() > 0.8 * floor.sum()


@pytest.mark.parametrize("ground", [Floor(), Steps(rise=1.0, start=0.5, count=1)])
def test_without_a_screen_the_ground_is_drawn_and_hides_too(ground: kinds.Ground) -> None:
    seen = scene(with_ground(FIGURE, ground), rest_pose(RIG), display=Display(alone=True))
    assert np.abs(painted_without_screen(seen) - painted(seen)).max() <= SAME


def test_a_ground_that_comes_back_hides_what_it_hid() -> None:
    """The depth of the ground, which one part of it hides another by, is there only while there is a ground."""
    stairs = Steps(rise=0.3, start=-2.0, count=9)
    first, with_ground_shown = standing_on(stairs), textures()
    painted(scene(FIGURE, rest_pose(RIG)))
    assert textures() == with_ground_shown - 1
    np.testing.assert_array_equal(standing_on(stairs), first)
    assert textures() == with_ground_shown
