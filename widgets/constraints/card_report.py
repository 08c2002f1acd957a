"""The last line of a card: what the solver says of the goal."""

from __future__ import annotations

from math import degrees

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QWidget

from pantin.widgets.forms.rows.row import INSET
from pantin.widgets.messages import _, ngettext
from pantin.widgets.theme import drawing, theme
from pantin.widgets.theme.appearance import appearance
from pantin.widgets.values.exchange import Goal
from pantin.widgets.values.missed_pole import missed_pole
from pantin.widgets.values.quantity import residual_text
from pantin.widgets.values.units import Lengths

LINE, BELOW = 28, 8
APART, BETWEEN = 12, "  ·  "
POLE_IN_LINE = _("The pole lies in line with root and goal and points to no side: the bend stays on the side it had.")

HELD_BACK = _("A limit, a lock or another goal keeps the bend from the side that the pole asks for.")


class Report(QWidget):
    """One line of what the solver says: reached or not, what is left, how long it took; that a pole has no side."""

    def __init__(self) -> None:
        super().__init__()
        self._shown: tuple[bool, str] | None = None
        self._pole_undefined, self._pole_missed = False, ""
        self.setFixedHeight(BELOW)

    def text(self) -> str:
        """The line as one reads it; empty where nothing was solved."""
        return " ".join((self._outcome(), self._shown[1])) if self._shown else ""

    def _outcome(self) -> str:
        reached = self._shown is not None and self._shown[0]
        if self._pole_undefined:
            return _("Reached, pole in line") if reached else _("Not reached, pole in line")
        if self._pole_missed:
            sentence = _("Reached, pole missed by {angle}") if reached else _("Not reached, pole missed by {angle}")
            return sentence.format(angle=self._pole_missed)
        return _("Reached") if reached else _("Not reached")

    def show_goal(self, goal: Goal | None) -> None:
        """Show the report of a goal; None where nothing was solved."""
        shown = (goal.reached, _figures(goal, appearance().lengths)) if goal else None
        undefined = goal is not None and goal.pole_undefined
        missed = missed_pole(goal) if goal is not None else ""
        if (shown, undefined, missed) == (self._shown, self._pole_undefined, self._pole_missed):
            return
        self._shown, self._pole_undefined, self._pole_missed = shown, undefined, missed
        self.setFixedHeight(LINE + BELOW if shown else BELOW)
        sentence = _("How far the chain's end is from its goal, and the steps the solver took.")
        sentence += f" {POLE_IN_LINE}" if undefined else f" {HELD_BACK}" if missed else ""
        self.setToolTip(sentence if shown else "")
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        if not self._shown:
            return
        reached, figures = self._shown
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        painter.fillRect(QRectF(1, 8, self.width() - 2, 1), theme.colour(tokens.line))
        line = QRectF(INSET, 9, self.width() - 2 * INSET, LINE - 1)
        is_met = reached and not self._pole_missed
        drawing.dot(painter, QPointF(INSET + drawing.DOT, 22), tokens.pin if is_met else tokens.miss, is_met)
        painter.setFont(theme.font(11, 500))
        drawing.write(painter, line.adjusted(16, 0, 0, 0), self._outcome(), tokens.t1)
        painter.setFont(theme.font(11))
        room = line.width() - 16 - theme.metrics(11, 500).horizontalAdvance(self._outcome()) - APART
        drawing.write(painter, line, fitting_parts(figures, room), tokens.t2, drawing.MIDDLE_RIGHT)
        painter.end()


def _figures(goal: Goal, lengths: Lengths) -> str:
    steps = ngettext("{count} step", "{count} steps", goal.iterations).format(count=goal.iterations)
    angle = goal.rotation_residual
    parts = [residual_text(goal.residual, lengths), *([f"{degrees(angle):.2g}°"] if angle > 1e-3 else []), steps]
    if goal.microseconds is not None:
        parts.append(f"{goal.microseconds:.0f} µs")
    return BETWEEN.join(parts)


def fitting_parts(figures: str, room: float) -> str:
    """As many of the figures as there is room for, the first ones first."""
    parts = figures.split(BETWEEN)
    while len(parts) > 1 and theme.metrics(11).horizontalAdvance(BETWEEN.join(parts)) > room:
        parts.pop()
    return BETWEEN.join(parts)
