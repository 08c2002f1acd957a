"""Two plots of the solver at work: how the distance to the goals falls with each step, and how long each solve takes.

The plotting library is brought in when the panel is first seen. Nothing is drawn while it is hidden.
"""

from __future__ import annotations

from collections import deque

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QPen
from PySide6.QtWidgets import QHBoxLayout, QWidget

from widgets import theme
from widgets.exchange import Goal, Solved
from widgets.panel_head import PanelHead

KEPT = 120
"""Solves whose times are shown."""
LEAST = 1e-9
"""Metres. A distance of nothing has no place on a scale of powers of ten."""


class SolveShelf(QWidget):
    """Shows what `show_solved` is given, one solve after the other."""

    def __init__(self) -> None:
        super().__init__()
        self.head = PanelHead("Solve")
        self.setAutoFillBackground(True)
        self.setMinimumHeight(160)
        self._times: tuple[deque[float], deque[float]] = deque(maxlen=KEPT), deque(maxlen=KEPT)
        self._shown: tuple[Solved, Solved | None] | None = None
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(8, 0, 8, 8)
        self._row.setSpacing(8)
        self.steps = self.time = None

    def show_solved(self, a: Solved, b: Solved | None) -> None:
        """One more solve, and what the other solver made of it."""
        if self._shown is not None and self._shown[0].goals is a.goals:
            return
        self._shown = (a, b)
        self._times[0].append(a.microseconds)
        if b is None:
            self._times[1].clear()
        else:
            self._times[1].append(b.microseconds)
        self.head.show_note(self._legend(a, b))
        if self.isVisible():
            self._draw()

    def showEvent(self, event) -> None:
        super().showEvent(event)
        if self.steps is None:
            self._make()
        self._draw()

    def changeEvent(self, event) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self.steps is not None:
            self._dress()
            self._draw()

    def _legend(self, a: Solved, b: Solved | None) -> str:
        parts = [
            f"{name} {solved.title} {_median(times)}"
            for name, solved, times in (("A", a, self._times[0]), ("B", b, self._times[1]))
            if solved
        ]
        return "   ".join(parts)

    def _make(self) -> None:
        import pyqtgraph

        pyqtgraph.setConfigOptions(antialias=True)
        self.steps = pyqtgraph.PlotWidget()
        self.time = pyqtgraph.PlotWidget()
        for plot, left, below in ((self.steps, "Distance left, mm", "Step"), (self.time, "Time, µs", "Solve")):
            plot.setMenuEnabled(False)
            plot.setMouseEnabled(x=False, y=False)
            plot.hideButtons()
            plot.setLabel("left", left)
            plot.setLabel("bottom", below)
            plot.setAccessibleName(left)
            plot.getAxis("left").enableAutoSIPrefix(False)
            plot.getAxis("left").setStyle(maxTickLevel=0)
            plot.getAxis("bottom").setStyle(maxTickLevel=0)
            self._row.addWidget(plot, 1)
        self.steps.setLogMode(y=True)
        self._dress()

    def _dress(self) -> None:
        tokens = theme.current()
        for plot in (self.steps, self.time):
            plot.setBackground(theme.colour(tokens.card))
            for side in ("left", "bottom"):
                axis = plot.getAxis(side)
                axis.setPen(theme.colour(tokens.line))
                axis.setTextPen(theme.colour(tokens.t2))
                axis.setTickFont(theme.font(11))
                axis.label.setFont(theme.font(11))

    def _draw(self) -> None:
        """Lines are taken away and drawn anew: there are a handful of them."""
        if self._shown is None or self.steps is None:
            return
        tokens, (a, b) = theme.current(), self._shown
        self.steps.clear()
        self.time.clear()
        worst = _worst(a)
        for goal in a.goals:
            if goal is not worst:
                self._line(goal, QPen(theme.colour(tokens.t3), 1.0))
        if b is not None and b.goals:
            self._line(_worst(b), QPen(theme.colour(tokens.right), 1.75, Qt.PenStyle.DashLine))
        if worst is not None:
            self._line(worst, QPen(theme.colour(tokens.acc), 1.75), dots=True)
        for times, token, dashed in ((self._times[1], tokens.right, True), (self._times[0], tokens.acc, False)):
            style = Qt.PenStyle.DashLine if dashed else Qt.PenStyle.SolidLine
            self.time.plot(list(times), pen=_cosmetic(QPen(theme.colour(token), 1.5, style)))
        self.steps.setXRange(0, max([len(goal.residuals) for goal in a.goals] + [9]) - 1, padding=0.02)
        self.steps.setYRange(-6, 3, padding=0)
        self.time.setXRange(0, KEPT - 1, padding=0)
        self.time.setYRange(0.0, _most([*self._times[0], *self._times[1]]) * 1.5, padding=0)

    def _line(self, goal: Goal, pen: QPen, dots: bool = False) -> None:
        left = [max(metres, LEAST) * 1000 for metres in goal.residuals]
        marks = {"symbol": "o", "symbolSize": 5, "symbolPen": None, "symbolBrush": pen.color()} if dots else {}
        self.steps.plot(list(range(len(left))), left, pen=_cosmetic(pen), **marks)


def _worst(solved: Solved) -> Goal | None:
    """The goal that one looks at: the one that is left farthest, or else took most steps."""
    return max(solved.goals, key=lambda goal: (not goal.reached, goal.iterations, goal.residual), default=None)


def _most(times: list[float]) -> float:
    """The 95th percentile: one slow solve does not press all others down."""
    return max(sorted(times)[int(len(times) * 0.95) - 1], 10.0)


def _cosmetic(pen: QPen) -> QPen:
    pen.setCosmetic(True)
    return pen


def _median(times: deque[float]) -> str:
    ordered = sorted(times)
    return f"{ordered[len(ordered) // 2]:.0f} µs" if ordered else ""
