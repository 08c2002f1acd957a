"""Events that the view itself answers: when it looks under the pointer, and when it asks for a menu."""

from __future__ import annotations

from PySide6 import QtCore, QtGui, QtWidgets

from tests.viewport.driven import (
    ALT,
    RIGHT,
    Driven,
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
