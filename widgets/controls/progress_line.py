"""A line that fills as something gets ready, or on which a part runs to and fro while nobody knows how far it is."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QHideEvent, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QSizePolicy, QStyle, QWidget

from pantin.widgets.theme import drawing

THICK = 6
ROUND_MS, FRAME_MS = 1800, 100
"""Time that the running part takes there and back, and between two paintings, milliseconds. Where it lies over the
figure each of them composes the whole window, which takes a processor that paints half of what it has at 30 a second,
from the very work that is waited for.
"""
RUNNING_PART = 0.3
"""Part of the line that the running part covers."""


class ProgressLine(QWidget):
    """So wide, with `part` of it filled, 0 to 1; None lets a part run, which rests in the middle without motion."""

    def __init__(self, wide: int) -> None:
        super().__init__()
        self._part: float | None = None
        self._clock = QElapsedTimer()
        self._frames = QTimer(self, interval=FRAME_MS)
        self._frames.timeout.connect(self.update)
        self.setFixedSize(wide, THICK)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    @property
    def part(self) -> float | None:
        """Return the part that is filled; None while nobody knows."""
        return self._part

    def show_part(self, part: float | None) -> None:
        """Fill this much of the line."""
        self._part = part
        self._run()
        self.update()

    def sizeHint(self) -> QSize:
        return self.size()

    def showEvent(self, _event: QShowEvent) -> None:
        self._run()

    def hideEvent(self, _event: QHideEvent) -> None:
        self._frames.stop()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens, rect = painter.tokens, QRectF(self.rect())
        start, long = self._filled()
        drawing.box(painter, rect, tokens.track, THICK / 2)
        painter.setClipPath(drawing.rounded(rect, THICK / 2))
        drawing.box(painter, QRectF(start * rect.width(), 0, long * rect.width(), THICK), tokens.acc, THICK / 2)
        painter.end()

    def _run(self) -> None:
        """Begin to run or stop, as it should be now."""
        moves = self._part is None and self.isVisible() and self._animates()
        if moves and not self._frames.isActive():
            self._clock.start()
            self._frames.start()
        elif not moves:
            self._frames.stop()

    def _animates(self) -> bool:
        return bool(self.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration, None, self))

    def _filled(self) -> tuple[float, float]:
        """Return the beginning of what is filled, and its length, in parts of the line."""
        if self._part is not None:
            return 0.0, self._part
        round_trip = (self._clock.elapsed() % ROUND_MS) / ROUND_MS if self._frames.isActive() else 0.25
        there = 1 - abs(2 * round_trip - 1)
        return there * (1 - RUNNING_PART), RUNNING_PART
