"""The keys of the keypad over the figure, and beside it where nothing is typed: the same whether Num Lock is on or off.

Qt takes them for shortcuts on some systems only: on X11 it looks for the key without the keypad. So they are handled
here, before Qt looks for shortcuts.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

from PySide6 import QtCore, QtGui, QtWidgets

from pantin.viewport.window.view import View

Qt = QtCore.Qt
Kind = QtCore.QEvent.Type

UNLOCKED = {
    Qt.Key.Key_Insert: Qt.Key.Key_0,
    Qt.Key.Key_End: Qt.Key.Key_1,
    Qt.Key.Key_Down: Qt.Key.Key_2,
    Qt.Key.Key_PageDown: Qt.Key.Key_3,
    Qt.Key.Key_Left: Qt.Key.Key_4,
    Qt.Key.Key_Clear: Qt.Key.Key_5,
    Qt.Key.Key_Right: Qt.Key.Key_6,
    Qt.Key.Key_Home: Qt.Key.Key_7,
    Qt.Key.Key_Up: Qt.Key.Key_8,
    Qt.Key.Key_PageUp: Qt.Key.Key_9,
    Qt.Key.Key_Delete: Qt.Key.Key_Period,
}
"""The keys of the keypad while Num Lock is off. A Mac has none, and calls its arrows keys of the keypad."""
SAME = {Qt.Key.Key_Comma: Qt.Key.Key_Period, **({} if sys.platform == "darwin" else UNLOCKED)}
"""Keys that stand for another one; the decimal key says a comma in some countries."""


class Keypad(QtCore.QObject):
    """Runs the actions of a view that have keys of the keypad, by their names, unless a drag wants all keys.

    Its `window` sees the keys that no panel took. Digits are the view's also in `lists`, which would look for them.
    """

    def __init__(
        self, view: View, run: Callable[[str], None], window: QtWidgets.QWidget, lists: Sequence[QtWidgets.QWidget] = ()
    ) -> None:
        super().__init__(view)
        self._view, self._run, self._lists = view, run, tuple(lists)
        for watched in (view, window, *lists):
            watched.installEventFilter(self)

    def eventFilter(self, watched: QtCore.QObject, event: QtCore.QEvent) -> bool:
        """True for an event that was handled here."""
        if not isinstance(event, QtGui.QKeyEvent) or event.type() == Kind.KeyRelease or self._view.keeps_keys:
            return False
        action = None if watched in self._lists and event.key() in UNLOCKED else self._action(event)
        if action is None:
            return False
        event.accept()
        if event.type() == Kind.KeyPress:
            self._run(action.data())
        return True

    def _action(self, event: QtGui.QKeyEvent) -> QtGui.QAction | None:
        if not event.modifiers() & Qt.KeyboardModifier.KeypadModifier:
            return None
        key = SAME.get(Qt.Key(event.key()), Qt.Key(event.key()))
        pressed = QtGui.QKeySequence(QtCore.QKeyCombination(event.modifiers(), key))
        return next((action for action in self._view.actions() if pressed in action.shortcuts()), None)
