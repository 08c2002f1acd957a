"""A line to search with: a magnifier before it, a cross behind it once something is typed.

The arrow keys and Enter are for the list below.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtWidgets import QLineEdit

from widgets import drawing, icons, theme

FOR_THE_LIST = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


class SearchLine(QLineEdit):
    """Emits `stepped` with an arrow or page key, and `entered`. Esc first clears it."""

    stepped = Signal(int)
    entered = Signal()

    def __init__(self, invitation: str, tall: bool = False) -> None:
        super().__init__()
        self.setPlaceholderText(invitation)
        self.setAccessibleName(invitation)
        self.setProperty("tall", "true" if tall else "false")
        self.setTextMargins(24, 0, 20, 0)

    def keyPressEvent(self, event) -> None:
        if event.key() in FOR_THE_LIST:
            self.stepped.emit(int(event.key()))
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit()
        elif event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Esc clears the line before it reaches a shortcut."""
        is_override = event.type() == QEvent.Type.ShortcutOverride
        if is_override and event.key() == Qt.Key.Key_Escape and self.text():
            event.accept()
            return True
        return super().event(event)

    def mousePressEvent(self, event) -> None:
        if self._on_cross(event.position()):
            self.clear()
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event) -> None:
        on_cross = self._on_cross(event.position())
        self.setCursor(Qt.CursorShape.ArrowCursor if on_cross else Qt.CursorShape.IBeamCursor)
        super().mouseMoveEvent(event)

    def _on_cross(self, at: QPointF) -> bool:
        return bool(self.text()) and at.x() >= self.width() - 24

    def paintEvent(self, event) -> None:
        super().paintEvent(event)
        tokens = theme.current()
        painter = drawing.painter_of(self)
        top = (self.height() - icons.SIZE) / 2
        icons.draw(painter, "search", tokens.t2, 8, top)
        if self.text():
            icons.draw(painter, "close", tokens.t2, self.width() - 22, top)
        if self.hasFocus():
            drawing.ring(painter, self.rect().toRectF(), tokens.acc)
        painter.end()
