"""The plot of convergence: the residual of a goal by step, in powers of ten, for A, B and, in grey, other goals."""

from __future__ import annotations

from math import ceil, log10

import numpy as np
import pyqtgraph  # type: ignore[import-untyped]  # it ships no types
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from pantin.widgets.messages import _
from pantin.widgets.solving.plot import Plot, StraightLine, words
from pantin.widgets.theme import drawing, theme
from pantin.widgets.theme.appearance import appearance
from pantin.widgets.values.exchange import TracedGoal
from pantin.widgets.values.quantity import residual_text

HEAD, MARGIN = 28, 8
"""The last number under the plot stands half outside of it."""
LEAST = -6
"""The lowest power of ten, metres: a thousandth of a millimetre is nothing."""
FEWEST = 8
"""Steps that the axis shows at least."""
ABOVE, BELOW = 0.6, 0.1
"""Room above the highest line and below the ground, in powers of ten: for words, and so that no line is cut."""
CLEAR = 1.2
"""A line that ends nearer to the border than this, powers of ten, has its words above it: they are not struck out."""
OTHERS = 8
"""Grey lines at most."""
NAMED = 3
"""Of these, so many are named: more would lie on each other."""
TICKS = ("1 µm", "10 µm", "0.1 mm", "1 mm", "10 mm", "100 mm", "1 m", "10 m", "100 m", "1 km")
"""The labels of the powers of ten, from the lowest on. Goals that are farther away begin above the plot."""


class StepPlot(QWidget):
    """The plot under its title."""

    def __init__(self) -> None:
        super().__init__()
        self.plot = Plot(_("Distance left, by step"))
        self._range: tuple[int, int] = (0, 0)
        self._grid = pyqtgraph.PlotCurveItem(connect="pairs")
        self._stop, self._border = StraightLine(angle=90), StraightLine(angle=0)
        self._others = [pyqtgraph.PlotCurveItem(antialias=True) for _ in range(OTHERS)]
        self._b = pyqtgraph.PlotCurveItem(antialias=True)
        self._a = pyqtgraph.PlotCurveItem(antialias=True)
        self._dots = pyqtgraph.ScatterPlotItem(size=5, pxMode=True)
        self._end = pyqtgraph.ScatterPlotItem(size=9, pxMode=True)
        self._names = [words() for _ in range(NAMED)]
        self._reached = words(anchor=(1.0, 0.0))
        self._word_a, self._word_b = words(11, 600), words(11, 600)
        self._lay_out()
        self.setToolTip(_("How far the end of the chain is from its goal, before the first step and after each one"))
        self.apply_theme(appearance().theme)

    def _lay_out(self) -> None:
        """Place the axes and the plot, and put its lines and words on it, the first ones below."""
        left, bottom = self.plot.getAxis("left"), self.plot.getAxis("bottom")
        left.setWidth(48)
        left.setStyle(tickLength=0, tickTextOffset=8, hideOverlappingLabels=False)
        bottom.setHeight(24)
        bottom.setStyle(tickLength=0, tickTextOffset=6, hideOverlappingLabels=False)
        self.plot.getPlotItem().layout.setContentsMargins(0, 0, MARGIN, 0)
        lines = (self._grid, self._stop, self._border, *self._others, self._b, self._a, self._dots, self._end)
        for item in (*lines, *self._names, self._reached, self._word_a, self._word_b):
            self.plot.addItem(item, ignoreBounds=True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, HEAD, 12 - MARGIN, 0)
        layout.addWidget(self.plot)

    def apply_theme(self, tokens: theme.Theme) -> None:
        """Use the colours of a theme."""
        self.plot.apply_theme(tokens)
        self._grid.setPen(self.plot.pen(tokens.line, 1.0))
        self._stop.setPen(self.plot.pen(tokens.off, 1.0))
        border = self.plot.pen(tokens.pin, 1.0)
        border.setDashPattern([2.0, 3.0])
        self._border.setPen(border)
        for line in self._others:
            line.setPen(self.plot.pen(tokens.t3, 1.25))
        self._b.setPen(self.plot.pen(tokens.right, 1.75, dashed=True))
        self._a.setPen(self.plot.pen(tokens.acc, 1.75))
        self._dots.setPen(self.plot.pen(tokens.panel, 1.0))
        self._dots.setBrush(theme.colour(tokens.acc))
        self._end.setPen(self.plot.pen(tokens.acc, 1.5))
        self._end.setBrush(None)
        for text, token in (
            *((name, tokens.t2) for name in self._names),
            (self._reached, tokens.pin),
            (self._word_a, tokens.acc_t),
            (self._word_b, tokens.right),
        ):
            text.setColor(theme.colour(token))
        self.update()

    def show_goals(self, a: TracedGoal, b: TracedGoal | None, others: list[TracedGoal]) -> None:
        """Draw the convergence of one goal by A and by B, and of other goals."""
        others = [goal for goal in others if max(goal.residuals, default=0.0) > goal.tolerance]
        longest = max(others, key=lambda goal: len(goal.residuals), default=a)
        steps = max(FEWEST, *(len(goal.residuals) - 1 for goal in (a, b or a, longest)))
        top = max(0, *(ceil(y) for goal in (a, b or a, *others) for y in _heights(goal)[:1]))
        self._scale(steps, min(top, LEAST + len(TICKS) - 1))
        self._draw(self._a, a)
        self._draw(self._b, b)
        points = _heights(a)
        self._dots.setData(np.arange(len(points)), np.array(points))
        self._end.setData([len(points) - 1], points[-1:])
        self._stop.setPos(len(points) - 1)
        self._border.setPos(log10(max(a.tolerance, 10.0**LEAST)))
        self._show_others(others)
        self._say(a, b, steps)

    def _scale(self, steps: int, top: int) -> None:
        if (steps, top) == self._range:
            return
        self._range = (steps, top)
        self.plot.setRange(xRange=(-0.01 * steps, 1.01 * steps), yRange=(LEAST - BELOW, top + ABOVE), padding=0)
        self.plot.getAxis("left").setTicks([[(y, TICKS[y - LEAST]) for y in range(LEAST, top + 1)]])
        every = _every(steps)
        self.plot.getAxis("bottom").setTicks([[(x, str(x)) for x in range(0, steps + 1, every)]])
        heights = [y for y in range(LEAST, top + 1) for _ in "ab"]
        self._grid.setData(np.array([0, steps] * (top - LEAST + 1)), np.array(heights))

    def _show_others(self, others: list[TracedGoal]) -> None:
        for line, goal in zip(self._others, others + [None] * OTHERS, strict=False):
            self._draw(line, goal)
        for text, goal in zip(self._names, _apart(others) + [None] * NAMED, strict=False):
            text.setVisible(goal is not None)
            if goal is not None:
                heights = _heights(goal)
                text.setText(goal.handle)
                text.setAnchor((0.0, 1.0 if heights[-1] < LEAST + 0.5 else 0.5))
                text.setPos(len(heights) - 1 + 0.15, heights[-1])

    def _say(self, a: TracedGoal, b: TracedGoal | None, steps: int) -> None:
        """Label the ends of the lines, on the side where there is room."""
        heights, lengths = _heights(a), appearance().lengths
        text = _("A  {residual}, reached at {step}") if a.reached else _("A  {residual}, stopped at {step}")
        text = text.format(residual=residual_text(a.residual, lengths), step=a.iterations)
        border = log10(max(a.tolerance, 10.0**LEAST))
        on_border = abs(heights[-1] - border) < CLEAR
        height, side = (max(heights[-1], border), -1) if on_border else (heights[-1], 1)
        self._place(self._word_a, text, len(heights) - 1, height, steps, side)
        self._word_b.setVisible(b is not None)
        if b is not None:
            heights = _heights(b)
            text = _("B  {residual} after {step}").format(
                residual=residual_text(b.residual, lengths), step=b.iterations
            )
            self._place(self._word_b, text, len(heights) - 1, heights[-1], steps, -1)
        self._reached.setVisible(a.tolerance > 10.0**LEAST)
        self._reached.setText(_("Reached below {tolerance}").format(tolerance=_small(a.tolerance)))
        self._reached.setPos(steps, border)

    @staticmethod
    def _place(text: pyqtgraph.TextItem, said: str, x: float, y: float, steps: int, below: int) -> None:
        text.setVisible(True)
        text.setText(said)
        at_right = x > 0.55 * steps
        text.setAnchor((1.0 if at_right else -0.04, -0.5 if below > 0 and y > LEAST + 1 else 1.3))
        text.setPos(x, y)

    @staticmethod
    def _draw(line: pyqtgraph.PlotCurveItem, goal: TracedGoal | None) -> None:
        line.setVisible(goal is not None)
        if goal is not None:
            heights = _heights(goal)
            line.setData(np.arange(len(heights)), np.array(heights))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        painter.setFont(theme.font(11, 500))
        drawing.write(painter, QRectF(12, 0, 200, HEAD), _("Distance left, by step"), tokens.t1)
        painter.setFont(theme.font(11))
        room = QRectF(0, 0, self.width() - 12, HEAD)
        drawing.write(painter, room, _("log"), tokens.t3, drawing.MIDDLE_RIGHT)
        painter.fillRect(QRectF(self.width() - 1, 0, 1, self.height()), theme.colour(tokens.line))
        painter.end()


def _heights(goal: TracedGoal) -> list[float]:
    """Decimal logarithms of the residuals in metres, no less than that of the smallest shown."""
    return [max(log10(left), LEAST) if left > 0.0 else LEAST for left in goal.residuals] or [LEAST]


def _apart(goals: list[TracedGoal]) -> list[TracedGoal]:
    """A few goals whose lines end well apart from each other."""
    found: list[TracedGoal] = []
    for goal in goals:
        ends = [(len(other.residuals), _heights(other)[-1]) for other in found]
        if all(abs(len(goal.residuals) - x) > 4 or abs(_heights(goal)[-1] - y) > 0.6 for x, y in ends):
            found.append(goal)
    return found[:NAMED]


def _every(steps: int) -> int:
    """The interval of the numbers under the plot: about six of them."""
    return next((size for size in (1, 2, 4, 5, 10, 20) if steps <= 7 * size), 50)


def _small(metres: float) -> str:
    """A tolerance in words."""
    return f"{metres * 1e6:.0f} µm" if metres < 1e-4 else f"{metres * 1e3:.1f} mm"
