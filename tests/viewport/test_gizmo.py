"""Gizmos: parts lie where they are drawn, keep their size on screen, and are hit with some pixels to spare."""

from __future__ import annotations

from dataclasses import replace
from math import pi, radians

import numpy as np
import pytest

from viewport import gizmo
from viewport.camera import Camera, Lens

WIDTH, HEIGHT = 886.0, 682.0
PIVOT = np.array([0.1, -0.2, 1.1])
AXES = np.eye(3)


def lens(**changes: object) -> Lens:
    camera = Camera(target=tuple(PIVOT), distance=4.0, yaw=radians(30), pitch=radians(20))
    return Lens(replace(camera, **changes), WIDTH, HEIGHT)


@pytest.mark.parametrize("axis", ["x", "y", "z"])
@pytest.mark.parametrize("part", [0.4, 0.7, 1.0])
def test_an_arrow_is_hit_along_its_length(axis: str, part: float) -> None:
    through = lens()
    end = PIVOT + AXES[gizmo.AXES[axis]] * part * 78 * through.pixel(PIVOT)
    x, y, _ = through.project(end)[0]
    assert gizmo.part_at(gizmo.moving(PIVOT, AXES, through), x, y) == axis


@pytest.mark.parametrize(("plane", "normal"), gizmo.PLANES.items())
def test_a_plane_is_hit_inside_its_square(plane: str, normal: int) -> None:
    through = lens()
    u, v = (AXES[i] for i in range(3) if i != normal)
    x, y, _ = through.project(PIVOT + (u + v) * 0.39 * 78 * through.pixel(PIVOT))[0]
    assert gizmo.part_at(gizmo.moving(PIVOT, AXES, through), x, y) == plane


def test_the_centre_wins_where_everything_meets() -> None:
    through = lens()
    x, y, _ = through.project(PIVOT)[0]
    parts = gizmo.moving(PIVOT, AXES, through)
    assert gizmo.part_at(parts, x, y) == "centre"
    assert gizmo.part_at(parts, x + 12, y - 4) != "centre" or gizmo.part_at(parts, x + 15, y) == "centre"


@pytest.mark.parametrize("make", [gizmo.moving, gizmo.turning])
def test_nothing_is_hit_away_from_the_gizmo(make) -> None:
    assert gizmo.part_at(make(PIVOT, AXES, lens()), 20, 20) is None


@pytest.mark.parametrize("make", [gizmo.moving, gizmo.turning])
@pytest.mark.parametrize("distance", [0.5, 4.0, 40.0])
def test_a_gizmo_keeps_its_size_on_screen(make, distance: float) -> None:
    points = np.concatenate([part.points for part in make(PIVOT, AXES, lens(distance=distance))])
    reach = np.linalg.norm(points - (WIDTH / 2, HEIGHT / 2), axis=1).max()
    assert 70 < reach < 105


@pytest.mark.parametrize("axis", ["x", "y", "z"])
def test_the_near_half_of_a_ring_is_hit_and_the_far_half_is_not(axis: str) -> None:
    through, index = lens(), gizmo.AXES[axis]
    towards = (through.camera.eye - PIVOT) / 4.0
    near = towards - AXES[index] * (towards @ AXES[index])
    near *= 74 * through.pixel(PIVOT) / np.linalg.norm(near)
    turned = np.cos(0.3) * near + np.sin(0.3) * np.cross(AXES[index], near)
    parts = gizmo.turning(PIVOT, AXES, through)
    x, y, _ = through.project(PIVOT + turned)[0]
    assert gizmo.part_at(parts, x, y) == axis
    x, y, _ = through.project(PIVOT - turned)[0]
    assert gizmo.part_at(parts, x, y) != axis


def test_the_outer_ring_turns_about_the_line_of_sight() -> None:
    assert gizmo.part_at(gizmo.turning(PIVOT, AXES, lens()), WIDTH / 2 + 90, HEIGHT / 2) == "view"


def test_an_arrow_that_points_at_the_eye_and_a_plane_seen_from_its_edge_are_left_out() -> None:
    names = {part.name for part in gizmo.moving(PIVOT, AXES, lens(yaw=0.0, pitch=0.0))}
    assert names == {"x", "z", "xz", "centre"}


def test_the_part_under_the_pointer_stands_out() -> None:
    parts = gizmo.moving(PIVOT, AXES, lens())
    plain, lit = gizmo.shapes(parts, None), gizmo.shapes(parts, "x")
    changed = {part.name for part, a, b in zip(parts, plain, lit, strict=True) if a != b}
    assert changed == {"x"}


def test_the_axes_in_the_corner_follow_the_camera() -> None:
    found = {ball.name: ball for ball in gizmo.balls(lens(yaw=0.0, pitch=0.0))}
    centre = (WIDTH - gizmo.CORNER[0], gizmo.CORNER[1])
    assert (found["x"].x, found["x"].y) == pytest.approx((centre[0] + 34, centre[1]))
    assert (found["z"].x, found["z"].y) == pytest.approx((centre[0], centre[1] - 34))
    assert found["-y"].depth > found["y"].depth


@pytest.mark.parametrize("name", ["x", "-x", "y", "-y", "z", "-z"])
def test_clicking_an_end_looks_along_its_axis(name: str) -> None:
    through = lens()
    ball = next(ball for ball in gizmo.balls(through) if ball.name == name)
    assert gizmo.ball_at(through, ball.x, ball.y) is not None and gizmo.in_corner(through, ball.x, ball.y)
    looking = gizmo.looking_along(through.camera, name)
    sign = -1 if name.startswith("-") else 1
    assert looking.axes[2] == pytest.approx(sign * AXES[gizmo.AXES[name[-1]]], abs=1e-12)
    again = gizmo.looking_along(looking, name)
    assert again.axes[2] == pytest.approx(-looking.axes[2], abs=1e-12)


def test_a_view_from_behind_is_recognised_whichever_way_round_it_was_reached() -> None:
    assert gizmo.looking_along(Camera(yaw=-pi, pitch=0.0), "y").yaw == 0.0
