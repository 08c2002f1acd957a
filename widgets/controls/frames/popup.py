"""A small window over the others, with the frame of a menu: a press beside it or Esc closes it, and it is gone."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QFrame, QWidget

from pantin.widgets.theme import drawing, theme


class Popup(QFrame):
    """A popup whose content is laid out by the subclass."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        painter.fillRect(self.rect(), theme.colour(tokens.panel))
        drawing.ring(painter, QRectF(self.rect()), tokens.key_edge, radius=1, width=1)
        painter.end()
