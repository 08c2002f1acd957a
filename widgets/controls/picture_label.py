"""Two lines of text that lie over a picture: each letter has a casing, so that it can be read on anything.

The mouse goes through them.
"""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from pantin.widgets.theme import drawing, theme

FACTS_APART = "  ·  "
"""A line that is too long goes on in the next one behind this."""

FIRST, LINE = 12, 16
"""Where the first line stands, and how far the others are apart, pixels."""

CASING, CASED = 4, 0.75
"""How wide and how opaque the casing is."""


class PictureLabel(QWidget):
    """A name, and a dimmer line beneath it, as large as these are. Place it where the name begins."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._name, self._line, self._strong = "", "", False
        self._room = float("inf")

    @property
    def words(self) -> tuple[str, str]:
        """The name and the line."""
        return self._name, self._line

    def show_words(self, name: str, line: str, strong: bool = False) -> None:
        """Show a name and a line, which is as bright as the name where it is `strong`."""
        if (name, line, strong) != (self._name, self._line, self._strong):
            self._name, self._line, self._strong = name, line, strong
            self.adjustSize()
            self.update()

    def keep_within(self, room: float) -> None:
        """Break lines that are wider than `room` pixels."""
        if room != self._room:
            self._room = room
            self.adjustSize()
            self.update()

    def sizeHint(self) -> QSize:
        """Room for all letters and their casing."""
        lines = self._lines()
        widest = max(width_of_name(self._name), *(width_of_line(line, self._strong) for line in lines))
        return QSize(widest, FIRST + LINE * len(lines) + 2 * CASING)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The name stronger than the line."""
        tokens = theme.current()
        painter = drawing.painter_of(self)
        self._write(painter, FIRST, self._name, (12, 500), tokens.t1)
        weight, ink = (500, tokens.t1) if self._strong else (400, tokens.t2)
        for place, line in enumerate(self._lines(), 1):
            self._write(painter, FIRST + LINE * place, line, (11, weight), ink)
        painter.end()

    def _lines(self) -> list[str]:
        first, apart, rest = self._line.partition(FACTS_APART)
        return [first, rest] if apart and width_of_line(self._line) > self._room else [self._line]

    def _write(self, painter: QPainter, y: int, text: str, in_font: tuple[int, int], ink: str) -> None:
        casing = theme.colour(theme.current().ground_edge, CASED)
        path = QPainterPath()
        path.addText(QPointF(CASING / 2, y), theme.font(*in_font), text)
        style = Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.BevelJoin
        painter.strokePath(path, QPen(casing, CASING, *style))
        painter.fillPath(path, theme.colour(ink))


def width_of_name(text: str) -> int:
    """How much room a name takes, pixels."""
    return ceil(theme.metrics(12, 500).horizontalAdvance(text)) + CASING


def width_of_line(text: str, strong: bool = False) -> int:
    """How much room the line beneath a name takes, pixels."""
    return ceil(theme.metrics(11, 500 if strong else 400).horizontalAdvance(text)) + CASING
