"""Qt's buttons, keys and cursors, and the names that the tools have for them."""

from __future__ import annotations

from functools import cache

from PySide6 import QtCore, QtGui

from pantin.viewport.interaction.feedback import Cursor
from pantin.viewport.navigation.steering import Button
from pantin.viewport.tools.dragging.events import Held

Qt = QtCore.Qt

BUTTONS: dict[Qt.MouseButton, Button] = {
    Qt.MouseButton.LeftButton: "left",
    Qt.MouseButton.MiddleButton: "middle",
    Qt.MouseButton.RightButton: "right",
}

CURSORS: dict[Cursor, Qt.CursorShape] = {
    "arrow": Qt.CursorShape.ArrowCursor,
    "open hand": Qt.CursorShape.OpenHandCursor,
    "closed hand": Qt.CursorShape.ClosedHandCursor,
    "cross": Qt.CursorShape.CrossCursor,
    "orbit": Qt.CursorShape.SizeAllCursor,
    "pan": Qt.CursorShape.SizeAllCursor,
    "zoom": Qt.CursorShape.SizeVerCursor,
}

MODIFIERS: dict[int, str] = {Qt.Key.Key_Shift: "shift", Qt.Key.Key_Control: "ctrl", Qt.Key.Key_Alt: "alt"}

_NAMES: dict[int, str] = {
    Qt.Key.Key_PageUp: "page up",
    Qt.Key.Key_PageDown: "page down",
    Qt.Key.Key_Home: "home",
    Qt.Key.Key_Escape: "escape",
    Qt.Key.Key_Return: "enter",
    Qt.Key.Key_Enter: "enter",
    Qt.Key.Key_Space: "space",
    Qt.Key.Key_Backspace: "backspace",
    Qt.Key.Key_Tab: "tab",
}


def name_of(event: QtGui.QKeyEvent) -> str:
    """Return the name of a key: its own, or the letter that it types; empty for a key without either."""
    code = event.key()
    return _NAMES.get(code) or (chr(code).lower() if 0x20 < code < 0x7F else "")


@cache
def held(modifiers: Qt.KeyboardModifier) -> Held:
    """Return the modifier keys that are down."""
    keys = Qt.KeyboardModifier
    return Held(*(bool(modifiers & key) for key in (keys.ShiftModifier, keys.ControlModifier, keys.AltModifier)))


def held_after(event: QtGui.QKeyEvent) -> Held:
    """Return the modifier keys that are down once this event is over: Qt tells those before it."""
    before, own = held(event.modifiers()), MODIFIERS.get(event.key())
    down = event.type() == QtCore.QEvent.Type.KeyPress
    return Held(**{name: down if name == own else getattr(before, name) for name in MODIFIERS.values()})
