"""Keys that a widget keeps for itself, though the window has a shortcut for them."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent


def kept(event: QEvent, wants: Callable[[QKeyEvent], object]) -> bool:
    """Keep a key that the widget wants, when Qt asks before it looks for a shortcut; whether it was kept.

    For `QWidget.event`, which returns what this returns, or what Qt makes of the event.
    """
    if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and wants(event):
        event.accept()
        return True
    return False


def is_escape(event: QKeyEvent) -> bool:
    """Return whether the key is Esc, which puts back what a widget is about."""
    return event.key() == Qt.Key.Key_Escape
