"""A hand at mouse and keyboard: single events, sent to the window of the program or to whatever lies under them."""

from __future__ import annotations

import random

from PySide6 import QtCore, QtGui, QtTest, QtWidgets

from pantin.app.window.window import Window

Qt = QtCore.Qt
Type = QtCore.QEvent.Type
NO_KEYS, SHIFT, CONTROL, ALT = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
)
LEFT, MIDDLE, RIGHT, NO_BUTTON = (
    Qt.MouseButton.LeftButton,
    Qt.MouseButton.MiddleButton,
    Qt.MouseButton.RightButton,
    Qt.MouseButton.NoButton,
)


class Hand:
    """What it can do in front of a window, and where; `chance` decides what is left open."""

    def __init__(self, window: Window, chance: random.Random) -> None:
        self.window, self._chance = window, chance

    # Where

    def _place(self) -> tuple[float, float]:
        view = self.window.view
        return self._chance.uniform(0, view.width()), self._chance.uniform(0, view.height())

    def _beside(self, at: tuple[float, float], far: float) -> tuple[float, float]:
        return at[0] + self._chance.uniform(-far, far), at[1] + self._chance.uniform(-far, far)

    def _bone(self) -> tuple[float, float]:
        """On a bone, now and then beside all."""
        view, evaluated = self.window.view, self.window.session.evaluated
        if not len(evaluated.heads) or self._chance.random() < 0.15:
            return self._place()
        row = self._chance.randrange(len(evaluated.heads))
        part = self._chance.random()
        point = (1 - part) * evaluated.heads[row] + part * evaluated.tails[row]
        x, y, _ = view.camera.project(point[None], view.width(), view.height())[0]
        return (float(x), float(y)) if abs(x) < 1e5 and abs(y) < 1e5 else self._place()

    def _any_widget(self) -> QtWidgets.QWidget:
        """One that is seen and enabled, and has nothing in it but itself; the view has its own drags."""
        view = self.window.view
        seen = [one for one in QtWidgets.QApplication.allWidgets() if one.isVisible() and one.isEnabled()]
        parents = {one.parentWidget() for one in seen}
        leaves = [one for one in seen if one not in parents and one is not view and one.width() and one.height()]
        return self._chance.choice(leaves or [view])

    # How

    def _mouse(
        self,
        kind: Type,
        at: tuple[float, float],
        button: Qt.MouseButton = NO_BUTTON,
        buttons: Qt.MouseButton = NO_BUTTON,
        held: Qt.KeyboardModifier = NO_KEYS,
        on: QtWidgets.QWidget | None = None,
    ) -> None:
        widget = on or self.window.view
        if widget.isVisible():
            local = QtCore.QPointF(*at)
            event = QtGui.QMouseEvent(kind, local, QtCore.QPointF(widget.mapToGlobal(local)), button, buttons, held)
            QtWidgets.QApplication.sendEvent(widget, event)

    def _wheel(self, widget: QtWidgets.QWidget, at: tuple[float, float]) -> None:
        local, turn = QtCore.QPointF(*at), QtCore.QPoint(0, self._chance.choice((-240, -120, 120, 240)))
        place, phase = QtCore.QPointF(widget.mapToGlobal(local)), Qt.ScrollPhase.NoScrollPhase
        event = QtGui.QWheelEvent(local, place, QtCore.QPoint(), turn, NO_BUTTON, NO_KEYS, phase, False)
        QtWidgets.QApplication.sendEvent(widget, event)

    def _key(self, key: str | Qt.Key, held: Qt.KeyboardModifier = NO_KEYS) -> None:
        widget = QtWidgets.QApplication.focusWidget() or self.window
        if isinstance(key, Qt.Key) or key.isascii():
            QtTest.QTest.keyClick(widget, key, held)
        else:
            event = QtGui.QKeyEvent(Type.KeyPress, 0, NO_KEYS, key)
            QtWidgets.QApplication.sendEvent(widget, event)

    def _click_on(self, widget: QtWidgets.QWidget, at: QtCore.QPointF) -> None:
        for kind in (Type.MouseMove, Type.MouseButtonPress, Type.MouseButtonRelease):
            if widget.isVisible():
                self._mouse(kind, at.toTuple(), LEFT, LEFT, on=widget)
