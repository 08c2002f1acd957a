"""The head of the solve shelf: its title, and the legend of the lines."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from pantin.widgets.controls.frames.panel_head import HEAD
from pantin.widgets.messages import _
from pantin.widgets.theme import drawing, theme

KEY = 20
"""Length of the sample of a line."""
DASHES = [3.0, 2.0]
"""Of B's line, in widths of the pen."""


class SolveHead(QWidget):
    """The title bar of the dock; it passes mouse events on to the dock."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self._title, self._a, self._b = title, "", ""
        self.setFixedHeight(HEAD)
        self.setAccessibleName(title)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def show_titles(self, a: str, b: str) -> None:
        """Show the titles of the two solvers; B is empty where none is compared."""
        if (a, b) != (self._a, self._b):
            self._a, self._b = a, b
            self.setAccessibleDescription(_("A {a}, B {b}").format(a=a, b=b) if b else _("A {a}").format(a=a))
            self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        painter.setFont(theme.font(12, 600))
        drawing.write(painter, QRectF(12, 0, 120, HEAD), self._title, tokens.t1)
        painter.setFont(theme.font())
        right = self.width() - 12.0
        for letter, title, token, dashed in (("B", self._b, tokens.right, True), ("A", self._a, tokens.acc, False)):
            if title:
                text = f"{letter}  {title}"
                width = theme.metrics().horizontalAdvance(text)
                drawing.write(painter, QRectF(right - width, 0, width + 2, HEAD), text, tokens.t1)
                painter.setPen(pen(token, 2.0, dashed))
                left = right - width - 6 - KEY
                painter.drawLine(QLineF(left + 1, HEAD / 2, left + KEY - 1, HEAD / 2))
                right = left - 20
        painter.end()


def pen(token: str, width: float, dashed: bool = False) -> QPen:
    """The pen of a solver's line. B's is dashed, so that colour is not the only difference."""
    found = QPen(theme.colour(token), width)
    found.setCapStyle(Qt.PenCapStyle.FlatCap)
    if dashed:
        found.setDashPattern(DASHES)
    return found
