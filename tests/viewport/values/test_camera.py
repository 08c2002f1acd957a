"""The camera: orbit, pan, zoom and framing keep what they promise; pixels and rays are each other's inverse."""

from __future__ import annotations

from math import isclose, pi, radians, tan

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from pantin.viewport.values.camera import (
    FARTHEST,
    NEAREST,
    Camera,
    Edges,
    Lens,
    between,
)

WIDTH, HEIGHT = 886.0, 682.0

number = st.floats(-5, 5)
cameras = st.builds(
    Camera,
    target=st.tuples(number, number, number),
    distance=st.floats(0.05, 100),
    yaw=st.floats(-pi, pi),
    pitch=st.floats(-pi / 2, pi / 2),
    orthographic=st.booleans(),
)
pixels = st.tuples(st.floats(0, WIDTH), st.floats(0, HEIGHT))
drags = st.floats(-300, 300)


def test_the_default_view_is_that_of_the_picture() -> None:
    assert Camera().eye == pytest.approx([1.5, -4.75, 1.30])
    assert Camera().name == "Front right"


@given(cameras)
def test_axes_are_upright_and_right_handed(camera: Camera) -> None:
    assert camera.axes @ camera.axes.T == pytest.approx(np.eye(3), abs=1e-12)
    assert np.linalg.det(camera.axes) == pytest.approx(1)
    assert camera.axes[0, 2] == 0 and camera.axes[1, 2] >= 0


@given(cameras, pixels, st.floats(0.1, 50))
def test_a_point_on_the_ray_of_a_pixel_lands_on_it(camera: Camera, pixel: tuple[float, float], along: float) -> None:
    origin, direction = camera.ray(*pixel, WIDTH, HEIGHT)
    x, y, depth = camera.project(origin + along * direction, WIDTH, HEIGHT)[0]
    assert (x, y) == pytest.approx(pixel, abs=1e-5)
    assert depth == pytest.approx(along * -(direction @ camera.axes[2]), rel=1e-6, abs=1e-8)


@given(cameras, pixels, st.floats(1.0, 4.0))
def test_matrices_agree_with_projecting(camera: Camera, pixel: tuple[float, float], far: float) -> None:
    origin, direction = camera.ray(*pixel, WIDTH, HEIGHT)
    point = origin + far * camera.distance * direction
    clip = camera.projection(WIDTH, HEIGHT) @ camera.view() @ np.append(point, 1)
    x, y, z = clip[:3] / clip[3]
    assert ((x + 1) * WIDTH / 2, (1 - y) * HEIGHT / 2) == pytest.approx(pixel, abs=1e-4)
    assert -1 <= z <= 1
    depth = camera.project(point, WIDTH, HEIGHT)[0, 2]
    assert camera.depth_drawn(np.array([depth]))[0] == pytest.approx((z + 1) / 2, abs=1e-9)


@given(cameras)
def test_points_behind_the_eye_land_nowhere(camera: Camera) -> None:
    x, y, depth = camera.project(camera.eye + camera.axes[2], WIDTH, HEIGHT)[0]
    assert np.isnan(x) and np.isnan(y) and depth < 0


@given(cameras, drags, drags)
def test_orbit_keeps_target_and_distance(camera: Camera, dx: float, dy: float) -> None:
    turned = camera.orbit(dx, dy)
    assert turned.target == camera.target
    assert turned.distance == camera.distance
    assert np.linalg.norm(turned.eye - camera.target) == pytest.approx(camera.depth_of_target)
    assert abs(turned.pitch) <= pi / 2 and -pi <= turned.yaw < pi


def test_the_picture_follows_an_orbiting_pointer() -> None:
    camera = Camera(target=(0, 0, 0), yaw=0, pitch=0)
    front = camera.eye * 0.2
    moved = camera.orbit(40, 25).project(front, WIDTH, HEIGHT)[0]
    assert moved[0] > WIDTH / 2 and moved[1] > HEIGHT / 2


@given(cameras, drags, drags)
def test_pan_takes_the_target_along_with_the_pointer(camera: Camera, dx: float, dy: float) -> None:
    panned = camera.pan(dx, dy, HEIGHT)
    x, y, _ = panned.project(camera.target, WIDTH, HEIGHT)[0]
    assert (x, y) == pytest.approx((WIDTH / 2 + dx, HEIGHT / 2 + dy), abs=1e-4)


@given(cameras, pixels, st.floats(0.2, 5), st.floats(0.5, 3))
def test_zoom_keeps_what_lies_under_the_pointer(
    camera: Camera, pixel: tuple[float, float], factor: float, far: float
) -> None:
    origin, direction = camera.ray(*pixel, WIDTH, HEIGHT)
    seen = origin + far * camera.depth_of_target * direction
    zoomed = camera.zoom(factor, *pixel, WIDTH, HEIGHT)
    x, y, depth = zoomed.project(seen, WIDTH, HEIGHT)[0]
    assume(depth > 1e-3 * camera.distance)
    assert (x, y) == pytest.approx(pixel, abs=1e-2)
    assert zoomed.distance == pytest.approx(min(max(camera.distance * factor, NEAREST), FARTHEST))


def test_zoom_stops_near_and_far() -> None:
    camera = Camera()
    for _ in range(200):
        camera = camera.zoom(0.8, 100, 100, WIDTH, HEIGHT)
    assert camera.distance == NEAREST and np.isfinite(camera.target).all()
    for _ in range(300):
        camera = camera.zoom(1.25, 100, 100, WIDTH, HEIGHT)
    assert camera.distance == FARTHEST


@given(cameras, st.lists(st.tuples(number, number, number), min_size=1, max_size=8), st.sampled_from([0.4, 1.0, 2.5]))
def test_framing_brings_every_point_into_the_picture(camera: Camera, points: list, aspect: float) -> None:
    framed = camera.frame(points, HEIGHT * aspect, HEIGHT)
    seen = framed.project(points, HEIGHT * aspect, HEIGHT)
    assert (seen[:, 2] > framed.near).all()
    assert (seen[:, 0] >= 0).all() and (seen[:, 0] <= HEIGHT * aspect).all()
    assert (seen[:, 1] >= 0).all() and (seen[:, 1] <= HEIGHT).all()
    assert (framed.yaw, framed.pitch) == (camera.yaw, camera.pitch)


def test_framing_nothing_leaves_the_view_as_it_is() -> None:
    assert Camera().frame(np.empty((0, 3)), 800, 600) == Camera()


@given(cameras, st.lists(st.tuples(number, number, number), min_size=2, max_size=8), st.sampled_from([0.6, 1.0, 2.5]))
def test_framing_keeps_clear_of_what_lies_over_the_picture_and_comes_as_near_as_it_can(
    camera: Camera, points: list, aspect: float
) -> None:
    width, taken = HEIGHT * aspect, Edges(40, 60, 30, 10)
    framed = camera.frame(points, width, HEIGHT, 1.0, taken)
    seen = framed.project(points, width, HEIGHT)[:, :2]
    low, high = np.array([40, 60]), np.array([width - 30, HEIGHT - 10])
    assert (seen >= low - 1e-6).all() and (seen <= high + 1e-6).all()
    touches = np.isclose(seen.min(axis=0), low, atol=0.01) & np.isclose(seen.max(axis=0), high, atol=0.01)
    centre = (np.min(points, axis=0) + np.max(points, axis=0)) / 2
    radius = max(np.linalg.norm(points - centre, axis=1).max(), NEAREST * 5)
    half_a_ball = radius / np.sin(np.arctan(tan(camera.fov / 2) * min(aspect, 1.0))) / 2
    assert touches.any() or framed.distance == pytest.approx(half_a_ball)


@given(cameras, pixels)
def test_the_facing_plane_goes_through_its_point(camera: Camera, pixel: tuple[float, float]) -> None:
    lens, point = Lens(camera, WIDTH, HEIGHT), np.asarray(camera.target)
    met = lens.facing(*pixel, point)
    assert (met - point) @ camera.axes[2] == pytest.approx(0, abs=1e-9 * (1 + camera.distance))
    assert lens.project(met)[0, :2] == pytest.approx(pixel, abs=1e-4)


@given(cameras, st.tuples(number, number, number))
def test_both_projections_show_the_target_and_its_plane_alike(camera: Camera, offset: tuple) -> None:
    other = camera.with_perspective_switched()
    assert other.with_perspective_switched() == camera
    place = np.asarray(camera.target) + offset - (offset @ camera.axes[2]) * camera.axes[2]
    here, there = (seen.project(place, WIDTH, HEIGHT)[0, :2] for seen in (camera, other))
    assert here == pytest.approx(there, rel=1e-6, abs=1e-5)


@given(cameras, st.tuples(number, number, number), st.floats(1, 50))
def test_in_an_orthographic_view_nothing_gets_smaller_with_its_distance(camera: Camera, at: tuple, back: float) -> None:
    flat = replace(camera, orthographic=True)
    near, far = flat.project([at, np.asarray(at) - back * flat.axes[2]], WIDTH, HEIGHT)
    assert far[:2] == pytest.approx(near[:2], abs=1e-6) and far[2] - near[2] == pytest.approx(back)
    lens = Lens(flat, WIDTH, HEIGHT)
    assert lens.pixel(np.asarray(at)) == lens.pixel(np.asarray(at) - back * flat.axes[2])


@given(cameras, drags, drags, st.tuples(number, number, number))
def test_what_one_orbits_about_keeps_its_place_in_the_picture(
    camera: Camera, dx: float, dy: float, about: tuple
) -> None:
    before = camera.project(about, WIDTH, HEIGHT)[0]
    assume(before[2] > 0.1 * camera.distance)
    after = camera.orbit(dx, dy, about).project(about, WIDTH, HEIGHT)[0]
    assert after == pytest.approx(before, rel=1e-5, abs=1e-3)


def test_one_pixel_at_the_target_is_as_large_as_it_looks() -> None:
    camera = Camera()
    assert Lens(camera, WIDTH, HEIGHT).pixel(np.asarray(camera.target)) == pytest.approx(
        2 * camera.distance * tan(camera.fov / 2) / HEIGHT
    )


@pytest.mark.parametrize(
    ("yaw", "pitch", "name"),
    [
        (0, 0, "Front"),
        (90, 0, "Right"),
        (-90, 10, "Left"),
        (180, 0, "Back"),
        (-40, 0, "Front left"),
        (120, 0, "Back right"),
        (30, 90, "Top"),
        (30, -80, "Bottom"),
    ],
)
def test_views_are_called_by_the_side_they_look_from(yaw: float, pitch: float, name: str) -> None:
    assert Camera(yaw=radians(yaw), pitch=radians(pitch)).name == name


@given(cameras, cameras)
def test_a_glide_begins_and_ends_where_it_should(start: Camera, end: Camera) -> None:
    first, last = between(start, end, 0.0), between(start, end, 1.0)
    assert first.eye == pytest.approx(start.eye, abs=1e-6) and last.eye == pytest.approx(end.eye, abs=1e-6)
    assert last == end and first.orthographic == start.orthographic
    assume(start.orthographic == end.orthographic)
    halfway = between(start, end, 0.5)
    assert isclose(halfway.distance, start.distance) or min(start.distance, end.distance) <= halfway.distance


@given(cameras, st.floats(0, 1))
def test_a_glide_between_projections_keeps_the_size_of_the_target(camera: Camera, part: float) -> None:
    there = between(camera, camera.with_perspective_switched(), part)
    assert there.pixel(there.depth_of_target, HEIGHT) == pytest.approx(camera.pixel(camera.depth_of_target, HEIGHT))
    assert 0 < there.near < there.depth_of_target < there.far


def place(turn: float, size: float, at: tuple[float, float, float]) -> np.ndarray:
    """A place (4, 4): turned about Z, of one size, somewhere."""
    c, s = size * np.cos(turn), size * np.sin(turn)
    return np.array([(c, -s, 0, at[0]), (s, c, 0, at[1]), (0, 0, size, at[2]), (0, 0, 0, 1)])


@given(cameras, st.floats(-pi, pi), st.floats(0.2, 5.0), st.tuples(number, number, number))
def test_a_camera_within_a_place_sees_its_points_where_they_are_in_the_world(
    camera: Camera, turn: float, size: float, at: tuple[float, float, float]
) -> None:
    stands = place(turn, size, at)
    inside = np.array([(0.3, -0.2, 1.1), (-0.5, 0.4, 0.2), (1.0, 2.0, 0.0)])
    world = inside @ stands[:3, :3].T + stands[:3, 3]
    depths = camera.project(world, WIDTH, HEIGHT)[:, 2]
    assume((depths > 2 * camera.near).all())
    own = camera.within(stands)
    ours, theirs = camera.project(world, WIDTH, HEIGHT), own.project(inside, WIDTH, HEIGHT)
    np.testing.assert_allclose(theirs[:, :2], ours[:, :2], atol=1e-3 * np.abs(ours[:, :2]).max())
    np.testing.assert_allclose(size * theirs[:, 2], ours[:, 2], rtol=1e-6)
    np.testing.assert_allclose(own.depth_drawn(theirs[:, 2]), camera.depth_drawn(ours[:, 2]), atol=1e-6)


def test_a_camera_within_the_world_is_the_same() -> None:
    camera = Camera(yaw=3.0)
    assert camera.within(np.eye(4)) is camera


@given(cameras, st.lists(st.tuples(*[st.floats(-400, 400)] * 3), max_size=5))
def test_a_camera_that_reaches_points_sees_all_before_it_in_the_same_pixels(camera: Camera, points: list) -> None:
    places = np.array(points, dtype=float).reshape(-1, 3)
    reaching = camera.reaching(places)
    before, after = (each.project(places, WIDTH, HEIGHT) for each in (camera, reaching))
    assert (after[:, 2] <= reaching.far * (1 + 1e-9)).all()
    if camera.orthographic:
        assert (after[:, 2] >= reaching.near * (1 - 1e-6) - 1e-9).all()
        np.testing.assert_allclose(after[:, :2], before[:, :2], atol=1e-6)
    else:
        np.testing.assert_allclose(after, before)


@pytest.mark.parametrize("up", [(0.0, 0.0, 1.0), (0.0, 0.0, -1.0), (1.0, 0.5, 0.2), (-0.3, 0.0, 1.0)])
@pytest.mark.parametrize("eye", [(2.0, -4.0, 2.2), (-1.0, 3.0, -2.0), (0.1, 0.2, 6.0), (0.1, 0.2, -3.0)])
def test_a_camera_that_is_put_somewhere_sees_what_a_pinhole_there_sees(eye: tuple, up: tuple) -> None:
    """By the axes of a pinhole camera: to its right, up, and ahead."""
    target, fov = (0.1, 0.2, 0.9), 0.7
    if up[:2] == (0.0, 0.0) and eye[:2] == target[:2]:
        with pytest.raises(ValueError, match="along the line of sight"):
            Camera.looking(eye, target, up, fov)
        return
    ahead = np.subtract(target, eye) / np.linalg.norm(np.subtract(target, eye))
    right = np.cross(ahead, up) / np.linalg.norm(np.cross(ahead, up))
    points = np.random.default_rng(1).normal(target, 0.5, size=(20, 3))
    seen = (points - eye) @ np.stack([right, np.cross(right, ahead), ahead]).T
    scale = 240 / np.tan(fov / 2) / seen[:, 2]
    by_hand = np.stack([320 + seen[:, 0] * scale, 240 - seen[:, 1] * scale, seen[:, 2]], axis=1)
    np.testing.assert_allclose(Camera.looking(eye, target, up, fov).project(points, 640, 480), by_hand, atol=1e-6)
