"""A button that paints itself: it follows the pointer, and Return clicks it as Space does."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QWidget


class Button(QAbstractButton):
    """A button whose look is painted by the subclass."""

    def __init__(self, focus: Qt.FocusPolicy = Qt.FocusPolicy.TabFocus, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(focus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)
