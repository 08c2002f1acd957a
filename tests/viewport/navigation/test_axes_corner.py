"""The axes in the corner: they follow the camera, are hit where they are drawn, and say what a click does."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pantin.viewport.navigation import axes_corner
from pantin.viewport.navigation.steering import looking_from
from pantin.viewport.values.camera import Camera, Lens

WIDTH, HEIGHT = 886.0, 682.0
AXES = np.eye(3)
NAMES = ("x", "-x", "y", "-y", "z", "-z")


def lens(yaw: float = 0.4, pitch: float = 0.2) -> Lens:
    return Lens(Camera(yaw=yaw, pitch=pitch), WIDTH, HEIGHT)


def test_the_axes_follow_the_camera() -> None:
    found = {ball.name: ball for ball in axes_corner.balls(lens(yaw=0.0, pitch=0.0))}
    centre = (WIDTH - axes_corner.PLACE[0], axes_corner.PLACE[1])
    assert (found["x"].x, found["x"].y) == pytest.approx((centre[0] + 34, centre[1]))
    assert (found["z"].x, found["z"].y) == pytest.approx((centre[0], centre[1] - 34))
    assert found["-y"].depth > found["y"].depth


@pytest.mark.parametrize("name", NAMES)
def test_an_end_is_hit_where_it_is_drawn_and_lies_on_the_side_that_it_looks_from(name: str) -> None:
    through = lens(0.7, 0.5)
    ball = next(ball for ball in axes_corner.balls(through) if ball.name == name)
    assert axes_corner.ball_at(through, ball.x, ball.y) == name
    sign = -1 if name.startswith("-") else 1
    looking = looking_from(through.camera, axes_corner.SIDES[name])
    assert looking.axes[2] == pytest.approx(sign * AXES["xyz".index(name[-1])], abs=1e-12)


@given(st.floats(-3.2, 3.2), st.floats(-1.57, 1.57), st.sampled_from(NAMES))
def test_the_nearest_of_two_ends_that_overlap_is_meant(yaw: float, pitch: float, name: str) -> None:
    through = lens(yaw, pitch)
    drawn = axes_corner.balls(through)
    ball = next(ball for ball in drawn if ball.name == name)
    hit = next(found for found in drawn if found.name == axes_corner.ball_at(through, ball.x, ball.y))
    assert hit.depth >= ball.depth


def test_between_the_axes_there_is_something_to_turn_by_and_beside_them_nothing() -> None:
    through = lens(0.7, 0.5)
    x, y = WIDTH - axes_corner.PLACE[0], axes_corner.PLACE[1]
    assert axes_corner.ball_at(through, x - 38, y + 16) == "" and axes_corner.ball_at(through, x - 60, y) is None


@pytest.mark.parametrize(("name", "words"), [("-y", "Look from the front"), ("z", "Look from the top"), ("", "orbit")])
def test_the_tip_says_what_a_click_does(name: str, words: str) -> None:
    assert words in axes_corner.tip(name)


@pytest.mark.parametrize("highlighted", [None, "", *NAMES])
def test_only_what_is_under_the_pointer_is_drawn_otherwise(highlighted: str | None) -> None:
    through = lens()
    plain, drawn = axes_corner.shapes(through, None), axes_corner.shapes(through, highlighted)
    assert (drawn == plain) == (highlighted is None)
    assert all(shape in drawn for shape in plain) == (highlighted in (None, ""))
