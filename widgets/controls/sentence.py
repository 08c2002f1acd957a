"""A sentence that names bones: wrapped, the names in the accent colour, and which of them the pointer is on."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QTextCharFormat, QTextLayout, QTextOption

from pantin.rigs.wording import quoted
from pantin.widgets.theme import theme
from pantin.widgets.theme.appearance import appearance

LINE = 16


class Link(msgspec.Struct, frozen=True):
    """The place of a bone's name in the words."""

    start: int
    length: int
    name: str


def with_links(text: str, names: Sequence[str]) -> tuple[str, tuple[Link, ...]]:
    """The words of a sentence without the quotes around `names`, and where those are in it."""
    links: list[Link] = []
    words, at = "", 0
    while found := _next_name(text, names, at):
        place, name = found
        shown = quoted(name)[1:-1]
        words += text[at:place]
        links.append(Link(len(words), len(shown), name))
        words += shown
        at = place + len(shown) + 2
    return words + text[at:], tuple(links)


def _next_name(text: str, names: Sequence[str], at: int) -> tuple[int, str] | None:
    found = [(place, name) for name in names if (place := text.find(quoted(name), at)) >= 0]
    return min(found, default=None)


class Sentence:
    """Words laid out in lines of 16 px."""

    def __init__(self, text: str, names: Sequence[str], width: float, pointed: str | None = None) -> None:
        words, self._links = with_links(text, names)
        self._layout = QTextLayout(words, theme.font())
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WordWrap)
        self._layout.setTextOption(option)
        self._layout.setFormats([_format(link, pointed) for link in self._links])
        self._layout.beginLayout()
        count = 0
        while (line := self._layout.createLine()).isValid():
            line.setLineWidth(max(width, 40))
            line.setPosition(QPointF(0, count * LINE + (LINE - line.height()) / 2))
            count += 1
        self._layout.endLayout()
        self.height = count * LINE

    def paint(self, painter: QPainter, x: float, y: float) -> None:
        """Draw the words with their corner at (x, y)."""
        painter.setPen(theme.colour(appearance().theme.t1))
        self._layout.draw(painter, QPointF(x, y))

    def name_at(self, at: QPointF) -> str | None:
        """The bone whose name lies at a place in the words."""
        row = int(at.y() // LINE)
        if not 0 <= row < self._layout.lineCount():
            return None
        line = self._layout.lineAt(row)
        if not 0 <= at.x() <= line.naturalTextWidth():
            return None
        place = line.xToCursor(at.x(), line.CursorPosition.CursorOnCharacter)
        return next((link.name for link in self._links if link.start <= place < link.start + link.length), None)


def _format(link: Link, pointed: str | None) -> QTextLayout.FormatRange:
    look = QTextCharFormat()
    look.setForeground(theme.colour(appearance().theme.acc_t))
    look.setFontUnderline(link.name == pointed)
    found = QTextLayout.FormatRange()
    found.start, found.length, found.format = link.start, link.length, look
    return found
