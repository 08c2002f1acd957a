"""The bar of a limit: a groove, the allowed part of it, and a tick where the joint is. Its ends can be dragged."""

from __future__ import annotations

from math import pi, radians

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from pantin.rigs.fields import Range
from pantin.widgets.controls.explain import explain
from pantin.widgets.messages import _
from pantin.widgets.theme import drawing
from pantin.widgets.values.shared_values import FREE, MIXED, RangeEdit

SPANS = (radians(100), pi)
"""Lengths of the groove to each side: the smaller where everything fits."""
GRIP = 6


class Groove(QWidget):
    """Shows a range and an angle, radians from rest. One drag of an end is one commit of that end."""

    scrubbed = Signal(object)
    committed = Signal(object)
    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.angle: float | None = None
        self._range: Range = FREE
        self._hit = False
        self._span = SPANS[-1]
        self._start: Range | None = None
        self._upper_end = False
        self.setFixedHeight(24)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMouseTracking(True)
        explain(self, _("Drag an end of the range."))

    def show_range(self, lower: float, upper: float) -> None:
        """Show the allowed part. Nothing is emitted."""
        if (lower, upper) != self._range:
            self._range = (lower, upper)
            self._fit()
            self.update()

    def show_angle(self, angle: float | None) -> None:
        """Put the tick there; None takes it away."""
        if angle != self.angle:
            self.angle = angle
            self._fit()
            self.update()

    def show_hit(self, hit: bool) -> None:
        """Show the tick as standing at an end."""
        if hit != self._hit:
            self._hit = hit
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(80, 24)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.RightButton and self._start is not None:
            self._cancel()
        elif event.button() == Qt.MouseButton.LeftButton and self._near_end(event.position().x()):
            self._start = self._range
            self._upper_end = self._near_end(event.position().x()) == "upper"
            self.setFocus(Qt.FocusReason.MouseFocusReason)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        x = event.position().x()
        if self._start is None:
            shape = Qt.CursorShape.SizeHorCursor if self._near_end(x) else Qt.CursorShape.ArrowCursor
            self.setCursor(shape)
            return
        angle = self._angle_at(x, bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))
        lower, upper = self._start
        changed = (lower, max(0.0, angle)) if self._upper_end else (min(0.0, angle), upper)
        if changed != self._range:
            self._range = changed
            self.update()
            self.scrubbed.emit(self._end())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or self._start is None:
            return
        start, self._start = self._start, None
        if self._range != start:
            self.committed.emit(self._end())
        else:
            self.cancelled.emit()
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._start is not None:
            self._cancel()
        else:
            super().keyPressEvent(event)

    def _end(self) -> RangeEdit:
        lower, upper = self._range
        return RangeEdit((MIXED, upper) if self._upper_end else (lower, MIXED))

    def _cancel(self) -> None:
        if self._start is not None:
            self._range, self._start = self._start, None
            self.update()
            self.cancelled.emit()

    def _fit(self) -> None:
        """Choose the span of the groove; not while an end is dragged, or it would move under the pointer."""
        if self._start is None:
            reach = max(abs(self._range[0]), abs(self._range[1]), abs(self.angle or 0.0))
            self._span = next((span for span in SPANS if reach <= span), SPANS[-1])

    def _x(self, angle: float) -> float:
        part = (max(-self._span, min(self._span, angle)) + self._span) / (2 * self._span)
        return part * self.width()

    def _angle_at(self, x: float, snap: bool) -> float:
        part = max(0.0, min(1.0, x / self.width()))
        size = radians(5 if snap else 1)
        return round((part * 2 - 1) * self._span / size) * size

    def _near_end(self, x: float) -> str:
        to_lower, to_upper = (abs(x - self._x(end)) for end in self._range)
        if min(to_lower, to_upper) > GRIP:
            return ""
        return "upper" if to_upper < to_lower or (to_upper == to_lower and x > self._x(0)) else "lower"

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        if not self.isEnabled():
            painter.setOpacity(0.4)
        bar = QRectF(0, 9, self.width(), 6)
        drawing.box(painter, bar, tokens.track, radius=3)
        drawing.ring(painter, bar, tokens.outline, radius=3, width=1)
        left, right = (self._x(end) for end in self._range)
        drawing.box(painter, QRectF(left, 9, max(2.0, right - left), 6), tokens.t1, radius=3, alpha=0.26)
        if self.angle is not None:
            width = 3 if self._hit else 2
            tick = QRectF(min(max(round(self._x(self.angle)) - 1, 0), self.width() - width), 5, width, 14)
            drawing.box(painter, tick.adjusted(-1.5, -1.5, 1.5, 1.5), tokens.panel, radius=2)
            drawing.box(painter, tick, tokens.limit if self._hit else tokens.t1, radius=1)
        painter.end()
