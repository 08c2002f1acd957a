"""The plot of solve times: a bar for each of the last solves of A, and behind it one of B."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyqtgraph  # type: ignore[import-untyped]  # it ships no types
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from pantin.widgets.messages import _
from pantin.widgets.solving.plot import Plot, words
from pantin.widgets.status.status_bar import duration_text
from pantin.widgets.theme import drawing, theme
from pantin.widgets.theme.appearance import appearance

HEAD = 28
HEIGHT = 72
BARS = 120
FULL = 0.95
"""The part of the bars that is shown whole: one slow solve does not press all others down."""
STEPS = (1, 2, 5)
ROOM = 1.35
"""Height of the plot against the mark: room for larger times, and for the words."""


class TimePlot(QWidget):
    """The plot under its title, with median and 99th percentile in words."""

    def __init__(self) -> None:
        super().__init__()
        self._times: tuple[Sequence[float], Sequence[float]] = ((), ())
        self._top = 0.0
        self.plot = Plot(_("Time per solve"))
        self.plot.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        self.plot.hideAxis("left")
        self.plot.hideAxis("bottom")
        self._b = pyqtgraph.BarGraphItem(x0=np.empty(0), y0=0, width=0.75, height=np.empty(0))
        self._a = pyqtgraph.BarGraphItem(x0=np.empty(0), y0=0, width=0.75, height=np.empty(0))
        self._mark = pyqtgraph.InfiniteLine(angle=0)
        self._most = words(anchor=(1.0, 1.0))
        self._most.setVisible(True)
        for item in (self._b, self._a, self._mark, self._most):
            self.plot.addItem(item, ignoreBounds=True)
        self.setFixedHeight(HEAD + HEIGHT + 8)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, HEAD, 12, 8)
        layout.addWidget(self.plot)
        self.setToolTip(_("How long the whole rig took, for each of the last 120 poses. p99: all but one of a hundred"))
        self.apply_theme(appearance().theme)

    def apply_theme(self, tokens: theme.Theme) -> None:
        """Use the colours of a theme."""
        self.plot.apply_theme(tokens)
        mark = self.plot.pen(tokens.line, 1.0)
        mark.setDashPattern([2.0, 3.0])
        self._mark.setPen(mark)
        self._most.setColor(theme.colour(tokens.t3))
        self._a.setOpts(pen=None, brush=theme.colour(tokens.acc))
        self._b.setOpts(pen=None, brush=theme.colour(tokens.right, 0.34))
        self.update()

    def show_times(self, a: Sequence[float], b: Sequence[float]) -> None:
        """Draw the times of A and of B, microseconds, the newest at the right."""
        self._times = (list(a), list(b))
        top = _round_up(max(map(_usual, self._times)))
        for bars, times in zip((self._a, self._b), self._times, strict=True):
            bars.setOpts(x0=np.arange(BARS - len(times), BARS), height=np.array(times))
        if top != self._top:
            self._top = top
            self._mark.setPos(top)
            self._most.setText(duration_text(top))
            self._most.setPos(BARS, top)
            self.plot.setRange(xRange=(0, BARS), yRange=(0, top * ROOM), padding=0)
        self.update()

    def summary(self) -> str:
        """Median and 99th percentile of each solver."""
        parts = [
            f"{letter} {duration_text(_part(times, 0.5))}, p99 {duration_text(_part(times, 0.99))}"
            for letter, times in zip("AB", self._times, strict=True)
            if times
        ]
        return "  ·  ".join(parts)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        painter.setFont(theme.font(11, 500))
        drawing.write(painter, QRectF(12, 0, 120, HEAD), _("Time per solve"), tokens.t1)
        painter.setFont(theme.font(11))
        room = QRectF(110, 0, self.width() - 122, HEAD)
        drawing.write(painter, room, drawing.fitting(self.summary(), room.width(), 11), tokens.t2, drawing.MIDDLE_RIGHT)
        painter.end()


def _part(times: Sequence[float], part: float) -> float:
    """The quantile `part` of the times, microseconds."""
    return sorted(times)[min(int(len(times) * part), len(times) - 1)] if times else 0.0


def _usual(times: Sequence[float]) -> float:
    """A time that all but the slowest stay below, microseconds; the very first solve is among these."""
    return _part(sorted(times)[:-1] if len(times) > 1 else times, FULL)


def _round_up(number: float) -> float:
    """The least 1, 2 or 5 times a power of ten that is no less than `number`."""
    scale = 1.0
    while scale * STEPS[-1] < number:
        scale *= 10.0
    return next(scale * step for step in STEPS if scale * step >= number)
