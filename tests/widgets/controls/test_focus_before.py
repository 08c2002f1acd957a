"""The keyboard focus comes back to whoever had it; where they are gone, the window hears keys all the same."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import shiboken6
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QAction, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMainWindow, QWidget

from pantin.widgets.controls.frames.overlay import Overlay
from pantin.widgets.controls.name_edit import NameEdit
from pantin.widgets.numbers.field_gesture import FieldGesture
from pantin.widgets.values.quantity import Quantity


def a_sheet(window: QMainWindow) -> Callable[[], None]:
    sheet = Overlay(window)
    sheet.open()
    sheet.setFocus()
    return sheet.put_away


def a_name(window: QMainWindow) -> Callable[[], None]:
    name = NameEdit("arm", set(), window)
    name.begin()
    return name.leave


def a_press_on_a_number(window: QMainWindow) -> Callable[[], None]:
    field = QWidget(window)
    field.show()
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    press = QMouseEvent(QMouseEvent.Type.MouseButtonPress, QPointF(), QPointF(), left, left, none)
    return FieldGesture(field, Quantity(), 1.0, 1.0, press).give_focus_back


@pytest.fixture
def window(qtbot) -> QMainWindow:
    window = QMainWindow()
    qtbot.addWidget(window)
    window.line = QLineEdit(window)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.line.setFocus()
    return window


@pytest.mark.parametrize("take", [a_sheet, a_name, a_press_on_a_number])
def test_whoever_had_it_has_it_again(window: QMainWindow, take: Callable[[QMainWindow], Callable[[], None]]) -> None:
    give_back = take(window)
    assert QApplication.focusWidget() is not window.line
    give_back()
    assert QApplication.focusWidget() is window.line


@pytest.mark.parametrize("take", [a_sheet, a_name, a_press_on_a_number])
def test_they_may_be_gone(window: QMainWindow, take: Callable[[QMainWindow], Callable[[], None]], qtbot) -> None:
    heard = []
    action = QAction(window)
    action.setShortcut("G")
    action.triggered.connect(lambda: heard.append("g"))
    window.addAction(action)
    give_back = take(window)
    shiboken6.delete(window.line)
    give_back()
    QTest.keyClick(window.windowHandle(), "g")
    assert heard, "the window hears keys"
