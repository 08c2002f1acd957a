"""The padlock on a number: seen where it is locked, and while the pointer is over the number."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from pantin.widgets.theme import drawing, icons

WIDTH, HEIGHT = 16, 24
ICON = 12


class Padlock(QAbstractButton):
    """Stands in place of the axis letter. Checked is locked; the keyboard locks by the menu of the row."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setCheckable(True)
        self.setGeometry(0, 0, WIDTH, HEIGHT)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.hide()

    def nextCheckState(self) -> None:
        """A click asks for a lock; it is shown when the document has it."""

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        hovered = self.underMouse()
        if hovered:
            drawing.box(painter, QRectF(1, 4, WIDTH - 1, self.height() - 8), tokens.track, radius=3)
        resting = tokens.t2 if self.isChecked() else tokens.t3
        name = "lock" if self.isChecked() else "unlock"
        icons.draw(painter, name, tokens.t1 if hovered else resting, 2, (self.height() - ICON) / 2, ICON)
        painter.end()
