"""What the tests of the panels share: widgets on a real screen in the dark theme, and a mouse that drags."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from pantin.widgets.theme import theme
from pantin.widgets.theme.style.dressing import apply_theme

NONE = Qt.KeyboardModifier.NoModifier
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def shown(qtbot, qapp) -> Callable[[QWidget], QWidget]:
    """Puts a widget on the screen, with the focus."""
    apply_theme(theme.DARK)

    def show(widget: QWidget, width: int = 308, height: int = 600) -> QWidget:
        qtbot.addWidget(widget)
        widget.resize(width, height)
        QWidget.show(widget)
        widget.activateWindow()
        qtbot.waitActive(widget).__enter__()
        qtbot.waitUntil(widget.isActiveWindow)
        return widget

    return show


@pytest.fixture
def heard() -> Callable[..., list]:
    """Collects what signals say, in order, as (name, arguments…)."""

    def listen(**signals) -> list:
        said: list = []
        for name, signal in signals.items():
            signal.connect(lambda *values, name=name: said.append((name, *values)))
        return said

    return listen


@pytest.fixture
def drag() -> Callable[..., None]:
    """Presses, moves pixel by pixel to the right (or left), and lets go unless told not to."""

    def drag(
        widget: QWidget,
        pixels: int,
        held: Qt.KeyboardModifier = NONE,
        start: QPoint | None = None,
        release: bool = True,
    ) -> None:
        at = start or QPoint(40, 12)
        QTest.mousePress(widget, LEFT, held, at)
        step = 1 if pixels > 0 else -1
        for _ in range(abs(pixels)):
            at += QPoint(step, 0)
            move(widget, at, held)
        if release:
            QTest.mouseRelease(widget, LEFT, held, at)

    return drag


def move(widget: QWidget, at: QPoint, held: Qt.KeyboardModifier) -> None:
    """A move with the left button held. QTest.mouseMove would leave out button and modifiers."""
    from PySide6.QtCore import QEvent, QPointF
    from PySide6.QtGui import QMouseEvent
    from PySide6.QtWidgets import QApplication

    there = QPointF(at), QPointF(widget.mapToGlobal(at))
    QApplication.sendEvent(widget, QMouseEvent(QEvent.Type.MouseMove, *there, Qt.MouseButton.NoButton, LEFT, held))


def wheel(widget: QWidget, notches: int) -> QWheelEvent:
    centre = QPointF(widget.rect().center())
    event = QWheelEvent(
        centre,
        widget.mapToGlobal(centre),
        QPoint(0, 0),
        QPoint(0, 120 * notches),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(widget, event)
    return event
