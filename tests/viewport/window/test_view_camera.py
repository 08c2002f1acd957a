"""Turning the view by mouse, touchpad, corner and program, with real events on the real widget."""

from __future__ import annotations

from math import degrees

import pytest
from PySide6 import QtCore, QtGui, QtWidgets

from pantin.viewport.navigation import axes_corner
from pantin.viewport.values.camera import Edges
from tests.viewport.driven import (
    ALT,
    CTRL,
    LEFT,
    MIDDLE,
    NONE,
    RIGHT,
    SHIFT,
    Driven,
    Qt,
)


def title(driven: Driven) -> tuple[str, str]:
    return driven.view.title[:2]


def ball(driven: Driven, name: str) -> tuple[float, float]:
    found = next(ball for ball in axes_corner.balls(driven.view.lens) if ball.name == name)
    return found.x, found.y


@pytest.mark.parametrize(
    ("button", "held", "changes"),
    [
        (MIDDLE, NONE, "yaw"),
        (MIDDLE, SHIFT, "target"),
        (MIDDLE, CTRL, "distance"),
        (LEFT, ALT, "yaw"),
        (MIDDLE, ALT, "target"),
        (RIGHT, ALT, "distance"),
    ],
)
def test_both_habits_turn_the_camera(driven: Driven, button, held, changes: str) -> None:
    before, document = driven.view.camera, driven.stage.document
    driven.drag(driven.place("chest"), (500, 300), button, held)
    assert _changed(before, driven.view.camera) == {changes} and driven.stage.document is document


def test_the_hints_name_the_buttons_that_orbit_and_pan(driven: Driven) -> None:
    driven.move(300, 60)
    assert {("MMB", "Orbit"), ("Shift MMB", "Pan")} < set(driven.hints[-1])
    driven.view.change_navigation(preset="industry")
    assert {("Alt LMB", "Orbit"), ("Alt MMB", "Pan")} < set(driven.hints[-1])
    assert not {("MMB", "Orbit"), ("Shift MMB", "Pan")} & set(driven.hints[-1])
    before = driven.view.camera
    driven.drag((300, 200), (340, 230), MIDDLE)
    assert _changed(before, driven.view.camera) == {"target"}


def test_the_axes_in_the_corner_look_from_sides_and_turn(driven: Driven) -> None:
    driven.click(*ball(driven, "x"))
    assert title(driven) == ("Right", "Orthographic · grid 10 cm")
    driven.click(*ball(driven, "x"))
    assert title(driven)[0] == "Left"
    centre = (886 - axes_corner.PLACE[0], axes_corner.PLACE[1])
    driven.drag(centre, (centre[0] + 50, centre[1] + 20))
    assert title(driven)[1].startswith("Perspective") and driven.stage.document.selected == ()


def test_the_end_of_an_axis_lights_up_and_says_what_it_does(driven: Driven, qtbot) -> None:
    plain = driven.view.grabFramebuffer()
    x, y = ball(driven, "z")
    driven.move(x, y)
    qtbot.waitUntil(lambda: driven.view.cursor().shape() == Qt.CursorShape.CrossCursor)
    assert driven.view.grabFramebuffer() != plain
    place = QtCore.QPoint(round(x), round(y))
    tip = QtGui.QHelpEvent(QtCore.QEvent.Type.ToolTip, place, driven.view.mapToGlobal(place))
    QtWidgets.QApplication.sendEvent(driven.view, tip)
    assert "Look from the top" in QtWidgets.QToolTip.text()
    QtWidgets.QToolTip.hideText()


def test_the_program_looks_from_sides_turns_by_steps_and_switches_the_projection(driven: Driven) -> None:
    told: list[bool] = []
    driven.view.camera_changed.connect(lambda: told.append(driven.view.camera.orthographic))
    driven.view.look_from("front")
    driven.view.orbit_by(15, 0)
    assert degrees(driven.view.camera.yaw) == pytest.approx(15)
    driven.view.switch_perspective()
    assert told == [True, False, True]


def test_a_view_is_glided_to_and_what_lies_under_the_pointer_is_found_again(driven: Driven, qtbot) -> None:
    driven.view.reduced_motion = False
    before = driven.view.camera
    driven.view.look_from("back")
    assert driven.view.camera == before
    qtbot.waitUntil(lambda: driven.view.camera.name == "Back" and driven.view.camera.orthographic)
    seen = []
    driven.view.look_from("top")
    driven.view.frameSwapped.connect(lambda: seen.append(driven.view.camera))
    qtbot.waitUntil(lambda: driven.view.camera.name == "Top" and driven.view.camera.orthographic)
    assert all(camera.axes[1, 2] >= -1e-9 for camera in seen)


def test_a_drag_of_the_camera_is_told_once_it_is_over(driven: Driven) -> None:
    told: list = []
    driven.view.camera_changed.connect(lambda: told.append(driven.view.camera))
    driven.drag((300, 300), (400, 320), MIDDLE)
    assert told == [driven.view.camera]


@pytest.mark.own_window
def test_a_view_of_another_size_tells_at_once_where_its_camera_is(driven: Driven) -> None:
    """What was framed is framed anew then; nobody has to move the pointer for that to be told."""
    driven.view.frame_all()
    told: list = []
    driven.view.camera_changed.connect(lambda: told.append(driven.view.camera))
    driven.view.resize(driven.view.width(), driven.view.height() // 2)
    QtWidgets.QApplication.processEvents()
    assert told == [driven.view.camera]


def test_framing(driven: Driven) -> None:
    driven.click(*driven.place("hand.L"))
    driven.view.frame_selected()
    near = driven.view.camera
    assert near.distance < 1.0
    driven.view.frame_all()
    assert driven.view.camera.distance > 3.0
    driven.view.frame_selected()
    assert driven.view.camera.distance == pytest.approx(near.distance)


@pytest.mark.own_window
def test_what_was_framed_stays_framed_in_a_view_of_another_size_until_somebody_looks_elsewhere(driven: Driven) -> None:
    def ends() -> tuple[float, float]:
        seen = driven.view.camera.project(
            driven.stage.look().evaluated.tails, driven.view.width(), driven.view.height()
        )
        return float(seen[:, 1].min()) / driven.view.height(), float(seen[:, 1].max()) / driven.view.height()

    width, height = driven.view.width(), driven.view.height()
    driven.view.frame_all()
    driven.view.resized.connect(lambda: setattr(driven.view, "covered", Edges(52.0, 52.0, 52.0, 0.0)))
    driven.view.resize(width, height // 2)
    assert ends()[0] > 52 / (height // 2) and ends()[1] < 1.0
    driven.view.orbit_by(5, 0)
    turned = driven.view.camera
    driven.view.resize(width, height)
    assert driven.view.camera == turned


def test_orbiting_keeps_what_is_selected_where_it_is(driven: Driven) -> None:
    driven.click(*driven.place("head"))
    start = driven.place("head")
    driven.drag((200, 400), (330, 430), MIDDLE)
    assert driven.place("head") == pytest.approx(start, abs=1.0)


def test_zooming_finds_what_is_under_the_pointer_now(driven: Driven) -> None:
    told: list = []
    driven.view.hovered.connect(told.append)
    x, y = driven.place("hand.L")
    driven.move(x + 10, y)
    driven.wheel(0)
    assert told[-1] is not None
    for _ in range(12):
        driven.wheel(1)
    assert told[-1] is None


@pytest.mark.parametrize("side", ["front", "right", "top"])
def test_in_an_orthographic_view_one_grabs_what_one_sees(driven: Driven, side: str) -> None:
    driven.view.look_from(side)
    start = driven.place("head")
    driven.click(*start)
    assert driven.stage.document.active == "head"
    driven.drag(start, (start[0] + 40, start[1] + 20))
    assert [kept.label for kept in driven.stage.kept] == ["Drag head"]


def test_the_numbers_of_a_drag_stand_in_the_title(driven: Driven) -> None:
    x, y = driven.place("head")
    driven.move(x, y)
    driven.press()
    driven.move(x + 40, y + 10)
    assert title(driven)[1] == driven.stage.previews[-1].readout != ""
    driven.release()
    assert title(driven)[1] == "Perspective · grid 10 cm"


def _changed(before, after) -> set[str]:
    names = ("yaw", "target", "distance")
    return {name for name in names if getattr(after, name) != pytest.approx(getattr(before, name), abs=1e-9)}
