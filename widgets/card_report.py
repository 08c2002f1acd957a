"""The last line of a card: what the solver says of the goal."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from widgets import drawing, theme
from widgets.exchange import Goal
from widgets.quantity import residual_text
from widgets.row import INSET

LINE, BELOW = 28, 8


class Report(QWidget):
    """One line of what the solver says: reached or not, what is left, how long it took."""

    def __init__(self) -> None:
        super().__init__()
        self._shown: tuple[bool, str] | None = None
        self.setFixedHeight(BELOW)

    def text(self) -> str:
        """The line as one reads it; empty where nothing was solved."""
        return " ".join((("Reached" if self._shown[0] else "Not reached"), self._shown[1])) if self._shown else ""

    def show_goal(self, goal: Goal | None) -> None:
        """Show a goal: `.reached`, `.residual` in metres, `.iterations`, and `.microseconds` where it has them."""
        shown = (goal.reached, _figures(goal)) if goal else None
        if shown == self._shown:
            return
        self._shown = shown
        self.setFixedHeight(LINE + BELOW if shown else BELOW)
        self.setToolTip("How far the chain's end is from its goal, and the steps the solver took." if shown else "")
        self.update()

    def paintEvent(self, _event) -> None:
        if not self._shown:
            return
        tokens = theme.current()
        reached, figures = self._shown
        painter = drawing.painter_of(self)
        painter.fillRect(QRectF(1, 8, self.width() - 2, 1), theme.colour(tokens.line))
        line = QRectF(INSET, 9, self.width() - 2 * INSET, LINE - 1)
        _dot(painter, QRectF(INSET, 18, 8, 8), reached, tokens)
        painter.setFont(theme.font(11, 500))
        drawing.write(painter, line.adjusted(16, 0, 0, 0), "Reached" if reached else "Not reached", tokens.t1)
        painter.setFont(theme.font(11))
        drawing.write(painter, line, figures, tokens.t2, drawing.MIDDLE_RIGHT)
        painter.end()


def _figures(goal: Goal) -> str:
    microseconds = getattr(goal, "microseconds", None)
    steps = f"{goal.iterations} step{'' if goal.iterations == 1 else 's'}"
    parts = [residual_text(goal.residual), steps]
    if microseconds is not None:
        parts.append(f"{microseconds:.0f} µs")
    return "  ·  ".join(parts)


def _dot(painter: QPainter, rect: QRectF, full: bool, tokens: theme.Theme) -> None:
    """Full for reached, open for not: readable without the colour."""
    if full:
        drawing.box(painter, rect, tokens.pin, radius=4)
    else:
        drawing.ring(painter, rect, tokens.miss, radius=4, width=1.75)
