"""The line in which a number is typed: it tells its field when people are done, and with which key."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

STEPS = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}
"""Keys that change a number, and by how many steps."""


class TypingLine(QLineEdit):
    """Frameless, over the number of a field. Esc, Enter, Tab and the arrow keys belong to the field."""

    entered = Signal()
    given_up = Signal()
    tabbed = Signal(bool)
    stepped = Signal(int, object)
    left = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("inside", "true")
        self.setFrame(False)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def event(self, event: QEvent) -> bool:
        """Esc must not reach a shortcut of the window, Tab not Qt's own walk from field to field."""
        if event.type() == QEvent.Type.ShortcutOverride and event.key() == Qt.Key.Key_Escape:
            event.accept()
            return True
        if event.type() == QEvent.Type.KeyPress and event.key() in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
            self.tabbed.emit(event.key() == Qt.Key.Key_Tab)
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key == Qt.Key.Key_Escape:
            self.given_up.emit()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit()
        elif key in STEPS:
            self.stepped.emit(STEPS[key], event.modifiers())
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.left.emit()
