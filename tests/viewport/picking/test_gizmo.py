"""Gizmos: parts lie where they are drawn, keep their size on screen, and are hit with some pixels to spare."""

from __future__ import annotations

from math import radians

import numpy as np
import pytest
from msgspec.structs import replace

from pantin.viewport.picking import gizmo
from pantin.viewport.values.camera import Camera, Lens

WIDTH, HEIGHT = 886.0, 682.0
PIVOT = np.array([0.1, -0.2, 1.1])
AXES = np.eye(3)


def lens(**changes: object) -> Lens:
    camera = Camera(target=tuple(PIVOT), distance=4.0, yaw=radians(30), pitch=radians(20))
    return Lens(replace(camera, **changes), WIDTH, HEIGHT)


def named(parts, x: float, y: float) -> str | None:
    part = gizmo.part_at(parts, x, y)
    return part.name if part else None


ALL = [gizmo.moving, gizmo.turning, gizmo.sizing]


@pytest.mark.parametrize("axis", ["x", "y", "z"])
@pytest.mark.parametrize("part", [0.4, 0.7, 1.0])
def test_an_arrow_is_hit_along_its_length(axis: str, part: float) -> None:
    through = lens()
    end = PIVOT + AXES[gizmo.AXES[axis]] * part * 78 * through.pixel(PIVOT)
    x, y, _ = through.project(end)[0]
    assert named(gizmo.moving(PIVOT, AXES, through), x, y) == axis


@pytest.mark.parametrize(("plane", "normal"), gizmo.PLANES.items())
def test_a_plane_is_hit_inside_its_square(plane: str, normal: int) -> None:
    through = lens()
    u, v = (AXES[i] for i in range(3) if i != normal)
    x, y, _ = through.project(PIVOT + (u + v) * 0.39 * 78 * through.pixel(PIVOT))[0]
    assert named(gizmo.moving(PIVOT, AXES, through), x, y) == plane


def test_the_centre_wins_where_everything_meets() -> None:
    through = lens()
    x, y, _ = through.project(PIVOT)[0]
    parts = gizmo.moving(PIVOT, AXES, through)
    assert named(parts, x, y) == "centre"
    assert named(parts, x + 12, y - 4) != "centre" or gizmo.part_at(parts, x + 15, y) == "centre"


@pytest.mark.parametrize("make", ALL)
def test_nothing_is_hit_away_from_the_gizmo(make) -> None:
    assert gizmo.part_at(make(PIVOT, AXES, lens()), 20, 20) is None


@pytest.mark.parametrize("make", ALL)
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
    assert named(parts, x, y) == axis
    x, y, _ = through.project(PIVOT - turned)[0]
    assert named(parts, x, y) != axis


def test_the_outer_ring_turns_about_the_line_of_sight() -> None:
    assert named(gizmo.turning(PIVOT, AXES, lens()), WIDTH / 2 + 90, HEIGHT / 2) == "view"


def test_an_arrow_that_points_at_the_eye_and_a_plane_seen_from_its_edge_are_left_out() -> None:
    names = {part.name for part in gizmo.moving(PIVOT, AXES, lens(yaw=0.0, pitch=0.0))}
    assert names == {"x", "z", "xz", "centre"}


def test_the_part_under_the_pointer_stands_out() -> None:
    parts = gizmo.moving(PIVOT, AXES, lens())
    plain, highlighted = gizmo.shapes(parts, None), gizmo.shapes(parts, "x")
    changed = {part.name for part, a, b in zip(parts, plain, highlighted, strict=True) if a != b}
    assert changed == {"x"}


def test_inside_the_rings_lies_the_trackball_and_gives_way_to_them() -> None:
    through = lens()
    parts = gizmo.turning(PIVOT, AXES, through)
    names = {named(parts, WIDTH / 2 + dx, HEIGHT / 2 + dy) for dx in range(-60, 61, 3) for dy in range(-40, 41, 3)}
    assert "trackball" in names and {"x", "y", "z"} <= names
    ring = next(part for part in parts if part.name == "x")
    for x, y in ring.points[5:-5:7]:
        assert named(parts, x, y) in ("x", "y", "z")


@pytest.mark.parametrize("make", ALL)
def test_what_is_locked_is_dim_and_says_so_when_it_is_hit(make) -> None:
    parts = make(PIVOT, AXES, lens(), (True, False, False))
    locked = {part.name for part in parts if part.locked}
    assert locked == {"x"}
    drawn = dict(zip((part.name for part in parts), gizmo.shapes(parts, None), strict=True))
    assert drawn["x"].opacity < 0.5 and drawn["y"].opacity == 1.0
    whole = make(PIVOT, AXES, lens(), (True, True, True))
    assert all(part.locked for part in whole)
    flat = {part.name for part in make(PIVOT, AXES, lens(), (True, True, False)) if part.locked}
    assert flat == ({"x", "y", "xy"} if make is not gizmo.turning else {"x", "y"})
