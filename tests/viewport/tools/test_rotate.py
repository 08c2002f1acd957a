"""Turning without a screen: send events to the generator, look at what it previews and keeps."""

from __future__ import annotations

from math import radians

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pantin.rigs.document import Document
from pantin.rigs.editing.limb_ties import ties_of, with_influence
from pantin.rigs.editing.selection import select as selecting
from pantin.rigs.euler import bend_twist_sway_near, quaternion_from_bend_twist_sway
from pantin.rigs.figure import Figure
from pantin.rigs.joint import Locks
from pantin.rigs.pose import Pose, Transform
from pantin.rigs.rig import Bone, Rig
from pantin.solver import evaluate
from pantin.viewport.tools import tool_named
from pantin.viewport.tools.dragging.events import Key, Press, Settings
from pantin.viewport.tools.dragging.ring_angle import swept
from pantin.viewport.tools.rotate import rotate, trackball
from pantin.viewport.values.camera import Camera, Lens
from pantin.viewport.values.stage import Look
from tests.rigs.strategies import relaxed
from tests.viewport.drags import (
    FRONT,
    PLAIN,
    chain_rig,
    from_keyboard,
    keys,
    run,
    settings,
    to,
    with_selected,
)
from tests.viewport.stages import LENS, hit_on, look_at, seen_at, standing


def test_r_turns_about_the_line_of_sight_like_the_pointer_around_the_pivot() -> None:
    look = chain_rig()
    look = replace(look, document=selecting(look.document, ["b0"]))
    x, y = seen_at(look, "b0", 0.0, FRONT)
    press = Press(x + 100, y, FRONT, settings=PLAIN, keyboard=True)
    shown = run(rotate, look, press, to(x, y - 100))
    assert shown.readout == "Rotate 90.0° about the line of sight  ·  bend 20.4°, twist 27.3°, sway 84.2°"
    assert abs(shown.document.figure.transform("b0").rotation[3]) == pytest.approx(np.cos(radians(45)), abs=1e-6)


@pytest.mark.parametrize("axis", [0, 1, 2])
@pytest.mark.parametrize("degrees", [-120, -30, 45, 170])
def test_the_angle_swept_is_that_between_two_places_on_the_ring(axis: int, degrees: float) -> None:
    lens = Lens(Camera(target=(0, 0, 1), distance=4.0, yaw=0.5, pitch=0.4), 800, 600)
    pivot, normal = np.array([0.1, 0.0, 1.0]), np.eye(3)[axis]
    start = np.roll(normal, 1) * 0.3
    turned = start * np.cos(radians(degrees)) + np.cross(normal, start) * np.sin(radians(degrees))
    first, second = lens.project([pivot + start, pivot + turned])[:, :2]
    assert swept(lens, pivot, normal, tuple(first), tuple(second)) == pytest.approx(radians(degrees))


def test_a_ring_seen_from_its_edge_follows_the_pointer_along_it() -> None:
    pivot = np.array([0.0, 0.0, 1.0])
    assert swept(FRONT, pivot, np.array([0, 0, 1.0]), (400, 300), (474, 300)) == pytest.approx(1.0, abs=0.02)
    assert swept(FRONT, pivot, np.array([1.0, 0, 0]), (400, 300), (400, 226)) == pytest.approx(-1.0, abs=0.02)


def test_dragging_a_bone_with_the_rotate_tool_turns_it_even_with_auto_ik_on() -> None:
    look = chain_rig()
    x, y = seen_at(look, "b1", 0.0, FRONT)
    press = Press(x, y - 60, FRONT, hit_on(look, "b1"), settings=Settings(auto_ik=True))
    shown = run(tool_named("rotate").operation.drag, look, press, to(x + 60, y))
    assert shown.grabs == () and shown.reaching is None and set(shown.document.figure.pose.bones) == {"b1"}
    assert shown.readout.startswith("Rotate −90.0° about the line of sight  ·  bend ") and shown.document.active == "b1"


def test_typed_degrees_and_snapping() -> None:
    look = chain_rig()
    look = replace(look, document=selecting(look.document, ["b0"]))
    x, y = seen_at(look, "b0", 0.0, FRONT)
    press = Press(x + 100, y, FRONT, settings=PLAIN, keyboard=True)
    turned = run(rotate, look, press, to(x, y - 80), Key("x"), Key("9"), Key("0"))
    assert turned.readout.startswith("Rotate 90° about X  ·  bend 90.0°, twist 0.0°, sway 0.0°")
    typed = run(rotate, look, press, to(x, y - 80, ctrl=True), Key("x"), Key("1"), Key("2"))
    assert typed.readout.startswith("Rotate 12° about X  ·  bend 12.0°"), "what is typed is not snapped"
    snapped = run(rotate, look, press, to(x + 90, y - 41, ctrl=True))
    angle = float(snapped.readout.split("°")[0].removeprefix("Rotate "))
    assert angle % 5 == pytest.approx(0) and angle == 25


def test_rings_turn_about_the_bones_own_axes() -> None:
    look = chain_rig()
    look = replace(look, document=selecting(look.document, ["b0"]))
    shown = run(rotate, look, Press(400, 300, FRONT, part="y", settings=settings(orientation="local")), to(420, 300))
    assert shown.readout.startswith("Rotate 0.0° about Y, own axes")


SPREAD = ((0.3, 0.2, 0.4), (-0.5, 0.1, 0.8), (0.4, -0.3, 0.1))


def spread() -> Look:
    """Three free handles, turned differently, all selected."""
    bones = tuple(
        Bone(name=f"h{i}", head=head, tail=tuple(np.add(head, tail)), kind="handle")
        for i, (head, tail) in enumerate(zip(SPREAD, ((0, 0, 0.2), (0.2, 0, 0), (0, 0.2, 0.1)), strict=True))
    )
    return with_selected(look_at(Document.of(Rig(bones=bones))), "h0", "h1", "h2")


def matrices(preview) -> np.ndarray:
    return look_at(preview.document).evaluated.matrices


def about(axis: np.ndarray, degrees: float) -> np.ndarray:
    """The turn (3, 3), from Rodrigues' formula."""
    x, y, z = axis
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(radians(degrees)) * cross + (1 - np.cos(radians(degrees))) * cross @ cross


@given(st.integers(-359, 359), st.sampled_from("xyz"))
@relaxed
def test_typed_degrees_about_an_axis_are_that_quaternion(degrees: int, axis: str) -> None:
    look = with_selected(chain_rig(), "b0")
    shown = run(rotate, look, from_keyboard(), *keys(axis, *str(degrees)))
    expected = about(np.eye(3)["xyz".index(axis)], degrees) @ look.evaluated.matrices[0, :3, :3]
    assert matrices(shown)[0, :3, :3] == pytest.approx(expected, abs=1e-9)


def test_a_letter_is_the_armatures_axis_and_twice_the_bones_own() -> None:
    look = spread()
    world = matrices(run(rotate, look, from_keyboard(), *keys("x", *"30")))
    own = matrices(run(rotate, look, from_keyboard(), *keys("x", "x", *"30")))
    for row, before in enumerate(look.evaluated.matrices):
        assert world[row, :3, :3] == pytest.approx(about(np.eye(3)[0], 30) @ before[:3, :3], abs=1e-9)
        assert own[row, :3, :3] == pytest.approx(about(before[:3, 0], 30) @ before[:3, :3], abs=1e-9)
        assert own[row, :3, 3] == pytest.approx(before[:3, 3])


@given(st.integers(-180, 180))
@relaxed
def test_about_the_median_the_middle_stays(degrees: int) -> None:
    look = spread()
    shown = run(rotate, look, from_keyboard(settings(pivot="median")), *keys("z", *str(degrees)))
    heads = matrices(shown)[:, :3, 3]
    assert heads.mean(axis=0) == pytest.approx(np.mean(SPREAD, axis=0), abs=1e-9)
    middle = np.mean(SPREAD, axis=0)
    assert heads - middle == pytest.approx((SPREAD - middle) @ about(np.eye(3)[2], degrees).T, abs=1e-9)


def test_about_the_active_one_that_one_stays() -> None:
    look = spread()
    shown = matrices(run(rotate, look, from_keyboard(settings(pivot="active")), *keys("y", *"90")))
    assert shown[2, :3, 3] == pytest.approx(np.array(SPREAD[2]))
    assert shown[0, :3, 3] != pytest.approx(np.array(SPREAD[0]))


def test_individually_turned_fingers_curl_and_about_a_pivot_they_turn_as_one() -> None:
    look = with_selected(chain_rig(), "b0", "b1", "b2")
    curled = matrices(run(rotate, look, from_keyboard(), *keys("x", "x", *"30")))
    for row, degrees in enumerate((30, 60, 90)):
        assert curled[row, :3, 1] == pytest.approx(about(np.eye(3)[0], degrees) @ (0, 0, 1), abs=1e-9)
    stiff = matrices(run(rotate, look, from_keyboard(settings(pivot="active")), *keys("x", *"30")))
    assert stiff[2, :3, 1] == pytest.approx(about(np.eye(3)[0], 30) @ (0, 0, 1), abs=1e-9)


def test_a_second_r_is_the_trackball_and_a_letter_leaves_it() -> None:
    look, press = with_selected(chain_rig(), "b0"), from_keyboard()
    rolled = run(rotate, look, press, *keys("again"), to(430, 250))
    assert (
        rolled.readout.startswith("Trackball") and rolled.document == run(trackball, look, press, to(430, 250)).document
    )
    assert run(rotate, look, press, *keys("again", "again"), to(430, 250)).readout.startswith("Rotate")
    assert run(rotate, look, press, *keys("again", "x"), to(430, 250)).readout.partition("  ·  ")[0].endswith("about X")


def circling(x: float, y: float, degrees: float) -> list:
    """The pointer on its way round a pixel, counter-clockwise from its right."""
    steps = np.radians(np.linspace(0.0, degrees, max(int(abs(degrees) / 20), 1) + 1)[1:])
    return [to(x + 100 * np.cos(turned), y - 100 * np.sin(turned)) for turned in steps]


@pytest.mark.parametrize("degrees", [540, -540, 360, 725, -175])
def test_the_turns_of_a_pointer_that_goes_round_are_counted(degrees: int) -> None:
    look = with_selected(chain_rig(), "b0")
    x, y = seen_at(look, "b0", 0.0, FRONT)
    press = Press(x + 100, y, FRONT, settings=PLAIN, keyboard=True)
    shown = run(rotate, look, press, *circling(x, y, degrees))
    (label,) = shown.overlay.labels
    assert float(label.text.replace("−", "-").removesuffix("°")) == pytest.approx(degrees, abs=0.5)
    assert shown.readout.startswith(f"Rotate {label.text} about the line of sight  ·  bend ")
    straight = run(rotate, look, press, *circling(x, y, degrees)[-1:])
    assert shown.document == straight.document, "a whole turn is none to the pose"


def test_the_count_of_turns_begins_anew_about_another_axis_and_is_snapped_with_the_rest() -> None:
    look = with_selected(chain_rig(), "b0")
    x, y = seen_at(look, "b0", 0.0, FRONT)
    press = Press(x + 100, y, FRONT, settings=PLAIN, keyboard=True)
    there = circling(x, y, 540)
    assert run(rotate, look, press, *there, *keys("y")).readout.startswith(("Rotate 180.0°", "Rotate −180.0°"))
    snapped = run(rotate, look, press, *circling(x, y, 452), to(x - 3, y - 100, ctrl=True))
    assert snapped.readout.startswith("Rotate 450.0°")
    assert run(rotate, look, press, *there, *keys("9", "0")).readout.startswith("Rotate 90°")


def test_the_trackball_counts_beyond_half_a_turn_too() -> None:
    look = with_selected(chain_rig(), "b0")
    shown = run(trackball, look, from_keyboard(), to(400 + 74 * 2 * np.pi, 300))
    assert shown.readout.startswith("Trackball 0.0°  360.0°  ·  bend 0.0°, twist 0.0°, sway 0.0°")


def test_the_trackball_rolls_with_the_pointer() -> None:
    look = with_selected(chain_rig(), "b0")
    right = matrices(run(trackball, look, from_keyboard(), to(474, 300)))
    assert right[0, :3, :3] == pytest.approx(
        about(np.array([0, 0, 1.0]), np.degrees(1)) @ look.evaluated.matrices[0, :3, :3], abs=1e-9
    )
    down = matrices(run(trackball, look, from_keyboard(), to(400, 374)))
    assert down[0, :3, 1] == pytest.approx(about(np.array([1.0, 0, 0]), np.degrees(1)) @ (0, 0, 1), abs=1e-9)
    assert matrices(run(trackball, look, from_keyboard(), *keys(*"20", "tab", *"30")))[0] != pytest.approx(right[0])


def test_ctrl_snaps_to_five_degrees_and_with_shift_to_one() -> None:
    look = with_selected(chain_rig(), "b0")
    x, y = seen_at(look, "b0", 0.0, FRONT)
    press = Press(x + 100, y, FRONT, settings=PLAIN, keyboard=True)
    assert run(rotate, look, press, to(x + 90, y - 41, ctrl=True)).readout.startswith("Rotate 25.0°")
    assert run(rotate, look, press, to(x + 90, y - 41, ctrl=True, shift=True)).readout.startswith("Rotate 24.0°")


def test_an_arc_shows_the_angle_from_start_to_now() -> None:
    look = with_selected(chain_rig(), "b0")
    x, y = seen_at(look, "b0", 0.0, FRONT)
    shown = run(rotate, look, Press(x + 100, y, FRONT, settings=PLAIN, keyboard=True), to(x, y - 100))
    assert [label.text for label in shown.overlay.labels] == ["90.0°"]
    arc = FRONT.project(shown.overlay.shapes[-1].points)[:, :2]
    assert arc[0] == pytest.approx([x + 74, y], abs=3.0) and arc[-1] == pytest.approx([x, y - 74], abs=3.0)
    assert np.array_equal(shown.overlay.ghost, look.evaluated.matrices)


# What holds a bone


def test_a_foot_that_copies_its_handle_turns_the_handle() -> None:
    look = with_selected(standing(), "foot.L")
    shown = run(rotate, look, from_keyboard(lens=LENS), *keys("x", "x", *"20"))
    assert set(shown.document.figure.pose.bones) == {"foot_ik.L"}
    row = look.evaluated.index["foot.L"]
    before, after = look.evaluated.matrices[row, :3, :3], matrices(shown)[row, :3, :3]
    assert after == pytest.approx(about(before[:, 0], 20) @ before, abs=1e-6)
    assert shown.document.selected == ("foot.L",)


@pytest.mark.parametrize(("name", "angle"), (("upper_arm.L", 20), ("forearm.L", 20), ("thigh.R", 20), ("shin.R", -20)))
def test_a_bone_of_an_ik_limb_turns_as_in_fk_and_its_handle_and_pole_go_along(name, angle) -> None:
    look = with_selected(standing(), name)
    shown = run(rotate, look, from_keyboard(lens=LENS), *keys("x", "x", *str(angle)))
    row = look.evaluated.index[name]
    before, after = look.evaluated.matrices[row, :3, :3], matrices(shown)[row, :3, :3]
    assert after == pytest.approx(about(before[:, 0], angle) @ before, abs=1e-6)
    assert shown.document.rig.constraints == look.document.rig.constraints
    limb = next(limb for limb in shown.document.rig.limbs if name in limb.bones)
    fk = evaluate(with_influence(shown.document, ties_of(shown.document.rig, limb), 0.0))
    rows = [look.evaluated.index[bone] for bone in limb.bones[:2]]
    assert matrices(shown)[rows] == pytest.approx(fk.matrices[rows], abs=1e-6)


@given(
    st.tuples(*[st.booleans()] * 3), st.tuples(*[st.floats(-1.4, 1.4)] * 3), st.integers(0, 800), st.integers(0, 600)
)
@relaxed
def test_locked_angles_stay(locked: tuple, start: tuple, x: int, y: int) -> None:
    bone = Bone(name="bone", locks=Locks(rotation=locked))
    pose = Pose({"bone": Transform(rotation=quaternion_from_bend_twist_sway(start))})
    figure = Figure(rig=Rig(bones=(bone,)), pose=pose)
    look = look_at(Document.of(figure, selected=("bone",), active="bone"))
    shown = run(rotate, look, from_keyboard(), to(x, y)).document.figure.transform("bone")
    angles = bend_twist_sway_near(shown.rotation, 0.0, start)
    for held, before, now in zip(locked, start, angles, strict=True):
        assert not held or now == pytest.approx(before, abs=1e-9)
    if all(locked):
        assert shown == figure.transform("bone")
