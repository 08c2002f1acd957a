"""Events that the view itself answers: when it looks under the pointer, and when it asks for a menu."""

from __future__ import annotations

import pytest
from PySide6 import QtCore, QtGui, QtWidgets

from pantin.viewport.window.input import by_fingers, scroll
from tests.viewport.driven import (
    ALT,
    CTRL,
    NONE,
    RIGHT,
    SHIFT,
    Driven,
    Qt,
)


def test_the_pointer_repaints_only_where_something_else_lies_under_it(driven: Driven, qtbot) -> None:
    told: list = []
    driven.view.hovered.connect(told.append)
    x, y = driven.place("chest")
    driven.move(x, y)
    qtbot.waitUntil(lambda: told[-1:] == ["chest"])
    qtbot.wait(100)
    swaps: list = []
    driven.view.frameSwapped.connect(lambda: swaps.append(told[-1]))
    for step in range(5):
        driven.move(x + step, y)
        qtbot.wait(20)
    assert swaps == []
    driven.move(300, 60)
    qtbot.waitUntil(lambda: swaps == [None])


def test_a_right_click_asks_for_a_menu_and_a_right_drag_does_not(driven: Driven) -> None:
    asked: list = []
    driven.view.context_asked.connect(lambda place, bone: asked.append((place, bone)))
    x, y = driven.place("head")
    driven.drag((x, y), (x + 1, y), RIGHT)
    driven.drag((x, y), (x + 30, y), RIGHT)
    driven.drag((x, y), (x, y), RIGHT, ALT)
    driven.drag((250, 300), (250, 300), RIGHT)
    place = driven.view.mapToGlobal(QtCore.QPointF(x + 1, y)).toPoint()
    assert asked[0] == (place, "head") and [bone for _, bone in asked] == ["head", None]


def test_the_right_button_that_ends_a_drag_asks_for_nothing(driven: Driven) -> None:
    asked: list = []
    driven.view.context_asked.connect(lambda *said: asked.append(said))
    driven.click(*driven.place("head"))
    driven.view.begin("rotate")
    driven.press(RIGHT)
    driven.release(RIGHT)
    assert driven.stage.cancelled == 1 and asked == []


def test_the_menu_key_asks_for_the_menu_at_the_pointer(driven: Driven) -> None:
    asked: list = []
    driven.view.context_asked.connect(lambda place, bone: asked.append(bone))
    driven.move(*driven.place("head"))
    driven.wheel(0)
    place, reason = QtCore.QPoint(1, 1), QtGui.QContextMenuEvent.Reason.Keyboard
    event = QtGui.QContextMenuEvent(reason, place, driven.view.mapToGlobal(place))
    QtWidgets.QApplication.sendEvent(driven.view, event)
    assert asked == ["head"]


@pytest.mark.parametrize(("held", "changes"), [(NONE, "yaw"), (SHIFT, "target"), (CTRL, "distance")])
def test_two_fingers_orbit_pan_and_zoom(driven: Driven, held, changes: str) -> None:
    driven.view.change_navigation(zoom_to_pointer=False)
    driven.move(500, 300)
    before = driven.view.camera
    driven.fingers(30, 20, held)
    assert _changed(before, driven.view.camera) == {changes}


def test_a_pinch_zooms_and_a_double_tap_frames_what_is_selected(driven: Driven) -> None:
    driven.click(*driven.place("hand.L"))
    before = driven.view.camera.distance
    driven.pinch(Qt.NativeGestureType.ZoomNativeGesture, 0.1)
    assert driven.view.camera.distance == pytest.approx(before / 1.1)
    driven.pinch(Qt.NativeGestureType.RotateNativeGesture, 20.0)
    assert driven.view.camera.distance == pytest.approx(before / 1.1)
    driven.pinch(Qt.NativeGestureType.SmartZoomNativeGesture, 0.0)
    assert driven.view.camera.distance < 1.0


def test_fingers_make_the_chain_of_a_drag_longer_and_leave_the_camera(driven: Driven) -> None:
    x, y = driven.place("head")
    driven.move(x, y)
    driven.press()
    driven.move(x + 30, y)
    camera, before = driven.view.camera, len(driven.stage.previews)
    driven.fingers(0, 120)
    driven.pinch(Qt.NativeGestureType.ZoomNativeGesture, 0.1)
    assert driven.view.camera == camera and len(driven.stage.previews) > before


TOUCHPAD = QtGui.QPointingDevice(
    "touchpad",
    7,
    QtGui.QInputDevice.DeviceType.TouchPad,
    QtGui.QPointingDevice.PointerType.Finger,
    QtGui.QInputDevice.Capability.Scroll,
    5,
    3,
)


@pytest.mark.parametrize(
    ("how", "fingers", "notches", "way"),
    [
        ({"angle": (0, 120)}, False, 1.0, (0, 0)),
        ({"angle": (0, -15)}, False, -0.125, (0, 0)),
        ({"angle": (120, 0)}, False, 1.0, (0, 0)),
        ({"angle": (0, 120), "pixels": (0, 53)}, False, 1.0, (0, 0)),
        ({"angle": (6, 9), "pixels": (2, 3), "phase": Qt.ScrollPhase.ScrollUpdate}, True, 0.075, (2, 3)),
        ({"phase": Qt.ScrollPhase.ScrollBegin}, True, 0.0, (0, 0)),
        ({"angle": (0, 30), "pixels": (0, 10), "phase": Qt.ScrollPhase.ScrollMomentum}, True, 0.0, (0, 0)),
        ({"angle": (0, 30), "device": TOUCHPAD}, True, 0.25, (0, 10)),
        ({"angle": (0, 30), "source": Qt.MouseEventSource.MouseEventSynthesizedBySystem}, True, 0.25, (0, 10)),
    ],
)
def test_a_wheel_is_told_from_fingers(how: dict, fingers: bool, notches: float, way: tuple) -> None:
    at = QtCore.QPointF(5, 5)
    event = QtGui.QWheelEvent(
        at,
        at,
        QtCore.QPoint(*how.get("pixels", (0, 0))),
        QtCore.QPoint(*how.get("angle", (0, 0))),
        Qt.MouseButton.NoButton,
        NONE,
        how.get("phase", Qt.ScrollPhase.NoScrollPhase),
        False,
        how.get("source", Qt.MouseEventSource.MouseEventNotSynthesized),
        how.get("device", QtGui.QPointingDevice.primaryPointingDevice()),
    )
    assert by_fingers(event) == fingers
    turned = scroll(event)
    assert turned.notches == pytest.approx(notches) and (turned.dx, turned.dy) == pytest.approx(way)


def _changed(before, after) -> set[str]:
    names = ("yaw", "target", "distance")
    return {name for name in names if getattr(after, name) != pytest.approx(getattr(before, name), abs=1e-9)}
