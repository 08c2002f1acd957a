"""Tests of where the view looks from: sides, steps, what it turns about, and perspective that comes back by itself."""

from __future__ import annotations

from math import degrees, pi

import numpy as np
import pytest
from msgspec.structs import replace

from pantin.rigs.document import Document
from pantin.rigs.editing.selection import select
from pantin.rigs.templates import humanoid
from pantin.viewport.navigation.steering import SIDES, Navigation, centre_of_selected, looks_from, steering
from pantin.viewport.navigation.view_camera import ViewCamera
from pantin.viewport.tools.dragging.events import Held
from pantin.viewport.values.camera import NOTHING, Camera
from tests.viewport.stages import HEIGHT, WIDTH, look_at, standing

LOOK = standing()
HAND = look_at(select(Document.of(humanoid.rig()), ("hand.L",)))


class Glided(ViewCamera):
    """A sight that is there at once, or only when told."""

    def __init__(self, at_once: bool = True) -> None:
        super().__init__(lambda: self.glide(1.0) if at_once else None)
        self.size = (WIDTH, HEIGHT)


@pytest.mark.parametrize("side", SIDES)
def test_looking_from_a_side_is_orthographic_and_called_by_it(side: str) -> None:
    sight = Glided()
    sight.look_from(side, LOOK)
    assert sight.camera.name == side.capitalize() and sight.camera.orthographic
    assert sight.camera.target == Camera().target


def test_asking_twice_for_a_side_stays_there() -> None:
    sight = Glided()
    names = []
    for _ in range(3):
        sight.look_from("front", LOOK)
        names.append(sight.camera.name)
    sight.look_from("right", LOOK, opposite=True)
    assert [*names, sight.camera.name] == ["Front", "Front", "Front", "Left"]


def test_the_same_ball_twice_looks_from_behind() -> None:
    sight = Glided()
    names = []
    for _ in range(3):
        sight.look_from_or_behind("front", LOOK)
        names.append(sight.camera.name)
    assert names == ["Front", "Back", "Front"]


def test_a_view_from_behind_is_recognised_whichever_way_round_it_was_reached() -> None:
    assert looks_from(Camera(yaw=-pi, pitch=0.0), "back") and not looks_from(Camera(yaw=-pi, pitch=0.0), "front")


def test_perspective_comes_back_by_orbiting_only_if_a_side_had_taken_it_away() -> None:
    sight = Glided()
    sight.look_from("front", LOOK)
    sight.wheel(2, (100, 100))
    sight.frame(LOOK, ())
    assert sight.camera.orthographic
    sight.orbit_by(15, 0, LOOK)
    assert not sight.camera.orthographic and degrees(sight.camera.yaw) == pytest.approx(15)
    sight.switch_perspective()
    sight.look_from("right", LOOK)
    sight.orbit_by(0, 15, LOOK)
    assert sight.camera.orthographic and sight.camera.name == "Right"


def test_a_side_that_one_makes_orthographic_oneself_stays_so() -> None:
    sight = Glided()
    sight.look_from("front", LOOK)
    sight.switch_perspective()
    assert not sight.camera.orthographic
    sight.switch_perspective()
    sight.orbit_by(15, 0, LOOK)
    assert sight.camera.orthographic


def test_steps_stop_at_the_top_and_never_turn_over() -> None:
    sight = Glided()
    for _ in range(20):
        sight.orbit_by(0, 15, LOOK)
    assert degrees(sight.camera.pitch) == pytest.approx(90) and sight.camera.axes[1, 2] >= -1e-12


def test_steps_that_come_during_a_glide_add_up() -> None:
    sight = Glided(at_once=False)
    start = sight.camera.yaw
    for _ in range(3):
        sight.orbit_by(15, 0, LOOK)
        sight.glide(0.3)
    assert not sight.is_still
    sight.glide(1.0)
    assert degrees(sight.camera.yaw - start) == pytest.approx(45) and sight.is_still


def test_a_drag_during_a_glide_goes_on_from_its_end() -> None:
    sight = Glided(at_once=False)
    sight.look_from("top", LOOK)
    sight.glide(0.5)
    sight.take("pan", LOOK)
    assert sight.camera.name == "Top" and sight.camera.orthographic
    sight.let_go()
    sight.glide(0.7)
    assert sight.camera.name == "Top" and sight.is_still


def test_orbiting_turns_about_what_is_selected_without_a_jump() -> None:
    sight, centre = Glided(), centre_of_selected(HAND)
    before = sight.lens.project(centre)[0]
    sight.take("orbit", HAND)
    sight.drag(0, 0)
    assert sight.camera == Camera()
    sight.drag(140, 60)
    assert sight.lens.project(centre)[0] == pytest.approx(before, abs=1e-6)
    assert sight.camera.target != Camera().target
    sight.navigation = Navigation(orbit_about="view centre")
    sight.camera = Camera()
    sight.take("orbit", HAND)
    sight.drag(140, 60)
    assert sight.camera.target == Camera().target


def test_what_the_user_set_changes_speed_and_zoom() -> None:
    sight = Glided()
    sight.navigation = Navigation(orbit_speed=2.0)
    sight.take("orbit", LOOK)
    sight.drag(30, 0)
    assert sight.camera.yaw == pytest.approx(Camera().orbit(60, 0).yaw)
    sight.camera, sight.navigation = Camera(), Navigation(zoom_to_pointer=False)
    sight.wheel(1, (10, 10))
    assert sight.camera.target == pytest.approx(Camera().target) and sight.camera.distance < Camera().distance
    sight.camera, sight.navigation = Camera(), Navigation(invert_zoom=True)
    sight.wheel(1, (10, 10))
    assert sight.camera.distance > Camera().distance
    sight.camera = Camera()
    sight.take("zoom", LOOK)
    sight.drag(0, 20)
    assert sight.camera.distance < Camera().distance


def test_fingers_that_go_apart_come_closer_to_what_lies_between_them() -> None:
    sight, at = Glided(), (300.0, 200.0)
    under = sight.lens.facing(*at, np.asarray(sight.camera.target))
    sight.pinch(0.25, at)
    assert sight.camera.distance == pytest.approx(Camera().distance / 1.25)
    assert sight.lens.project(under)[0, :2] == pytest.approx(at, abs=1e-6)


@pytest.mark.parametrize(
    ("preset", "button", "held", "how"),
    [
        ("blender", "middle", Held(), "orbit"),
        ("industry", "middle", Held(), "pan"),
        *((preset, "middle", Held(shift=True), "pan") for preset in ("blender", "industry")),
        *((preset, "middle", Held(ctrl=True), "zoom") for preset in ("blender", "industry")),
        *((preset, "left", Held(alt=True), "orbit") for preset in ("blender", "industry")),
        *((preset, "middle", Held(alt=True), "pan") for preset in ("blender", "industry")),
        *((preset, "right", Held(alt=True), "zoom") for preset in ("blender", "industry")),
        *((preset, "left", Held(shift=True), None) for preset in ("blender", "industry")),
        *((preset, "right", Held(), None) for preset in ("blender", "industry")),
    ],
)
def test_buttons_turn_the_camera(preset: str, button: str, held: Held, how: str | None) -> None:
    assert steering(button, held, replace(Navigation(), preset=preset)) == how


def test_what_is_framed_stays_so_while_the_camera_goes_with_it() -> None:
    """A view that becomes lower afterwards sees the figure whole all the same; one that was turned by hand stays."""
    sight, other = Glided(), Glided()
    for each in (sight, other):
        each.frame(LOOK, ())
    sight.carry((0.0, 0.0, 0.2))
    other.camera = sight.camera
    low = (WIDTH, HEIGHT / 2, NOTHING)
    sight.resize(*low, LOOK)
    other.resize(*low, LOOK)
    again = Glided()
    again.size = low[:2]
    again.frame(LOOK, ())
    assert sight.camera == again.camera and other.camera != again.camera
