"""A sheet that hangs from the head of the window: what lies behind it steps back, Esc closes it, Enter accepts it."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPaintEvent
from PySide6.QtWidgets import QWidget

from pantin.widgets.controls.frames.overlay import Overlay
from pantin.widgets.theme import drawing, theme

WIDTH, TOP = 448, 40
"""Its width, and the height in the window from which it hangs, pixels."""

VEIL = {True: 0.64, False: 0.28}
"""Darkness of what is behind the sheet, by whether the theme is dark."""


class Sheet(Overlay):
    """A sheet whose content is laid out in `sheet`."""

    accepted = Signal()
    """Enter was pressed."""

    def place(self) -> None:
        """Hang from the head of the window, in its middle."""
        high = min(self.sheet.sizeHint().height(), self.height() - TOP)
        self.sheet.setGeometry((self.width() - WIDTH) // 2, TOP, WIDTH, high)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.accepted.emit()
            event.accept()
        else:
            super().keyPressEvent(event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab goes from field to field of the sheet."""
        return QWidget.focusNextPrevChild(self, forward)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Darken what lies behind."""
        painter = drawing.painter_of(self)
        dark = theme.colour(painter.tokens.panel).lightness() < 128
        painter.fillRect(QRectF(0, TOP, self.width(), self.height() - TOP), QColor.fromRgbF(0.0, 0.0, 0.0, VEIL[dark]))
        painter.end()
        super().paintEvent(event)
