"""Two lines of text that lie over a picture: each letter has a casing, so that it can be read on anything.

The mouse goes through them.
"""

from __future__ import annotations

from functools import lru_cache
from math import ceil

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from pantin.widgets.theme import theme
from pantin.widgets.theme.appearance import appearance

FACTS_APART = "  ·  "
"""A line that is too long goes on in the next one behind this …"""

NUMBERS_APART = "  "
"""… or where it has none of it, behind this, or else behind a word."""

FIRST, LINE = 12, 16
"""Place of the first line, and distance of the lines, pixels."""

ABOVE, HIGH = 14, 20
"""Height of letters and casing above their baseline, and altogether, pixels."""

CASING, CASED = 4, 0.75
"""Width and opacity of the casing."""

MOST_LINES = 3


class PictureLabel(QWidget):
    """A name, and a dimmer line beneath it. Its size does not depend on the words."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._name, self._line, self._strong = "", "", False
        self.keep_within(0)

    @property
    def words(self) -> tuple[str, str]:
        """The name and the line."""
        return self._name, self._line

    def show_words(self, name: str, line: str, strong: bool = False) -> None:
        """Show a name and a line, which is as bright as the name where it is `strong`."""
        if (name, line, strong) != (self._name, self._line, self._strong):
            self._name, self._line, self._strong = name, line, strong
            self.update()

    def keep_within(self, room: int) -> None:
        """Be `room` pixels wide, and break lines that are wider."""
        self.setFixedSize(room, FIRST + LINE * (MOST_LINES - 1) + HIGH - ABOVE)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The name stronger than the line."""
        tokens, ratio = appearance().theme, self.devicePixelRatioF()
        lines = broken(self._line, self.width())
        weight, ink = (500, tokens.t1) if self._strong else (400, tokens.t2)
        painter = QPainter(self)
        painter.drawPixmap(0, FIRST - ABOVE, _cased(self._name, 12, 500, tokens.t1, tokens.ground_edge, ratio))
        for place, line in enumerate(lines, 1):
            y = FIRST + LINE * place - ABOVE
            painter.drawPixmap(0, y, _cased(line, 11, weight, ink, tokens.ground_edge, ratio))
        painter.end()


def broken(line: str, room: int) -> list[str]:
    """The line, as several where it is wider than `room` pixels: broken between facts, else numbers, else words."""
    apart = next((each for each in (FACTS_APART, NUMBERS_APART, " ") if each in line), "")
    if not apart or width_of_line(line) <= room:
        return [line]
    found: list[str] = []
    for part in line.split(apart):
        longer = f"{found[-1]}{apart}{part}" if found else ""
        if longer and width_of_line(longer) <= room:
            found[-1] = longer
        else:
            found.extend(broken(part, room))
    return found


def width_of_line(text: str) -> int:
    """Return the width of the line beneath a name, pixels."""
    return _width(text, 11, 400)


def _width(text: str, size: int, weight: int) -> int:
    return ceil(theme.metrics(size, weight).horizontalAdvance(text)) + CASING


@lru_cache(maxsize=16)
def _cased(text: str, size: int, weight: int, ink: str, casing: str, ratio: float) -> QPixmap:
    """A line of text on its casing. It is kept, for the outline of the letters takes a millisecond."""
    found = QPixmap(round(_width(text, size, weight) * ratio), round(HIGH * ratio))
    found.setDevicePixelRatio(ratio)
    found.fill(Qt.GlobalColor.transparent)
    painter = QPainter(found)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    letters = QPainterPath()
    letters.addText(QPointF(CASING / 2, ABOVE), theme.font(size, weight), text)
    style = Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.BevelJoin
    painter.strokePath(letters, QPen(theme.colour(casing, CASED), CASING, *style))
    painter.fillPath(letters, theme.colour(ink))
    painter.end()
    return found.copy()  # what was painted on keeps the engine that did it, a hundred kilobytes
