"""A knob on a groove, for what is swept by eye: it stays under the pointer, and the ends can be clicked."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from pantin.widgets.numbers.number_field import NumberField
from pantin.widgets.theme import drawing, theme

KNOB, GROOVE, HEIGHT = 16, 6, 24
ROUND = 0.1
"""The step to which Ctrl rounds."""


class KnobSlider(QWidget):
    """Shows a number from `lower` to `upper`. One drag is one commit; Esc and the right button put it back."""

    scrubbed = Signal(object)
    committed = Signal(object)
    cancelled = Signal()

    def __init__(self, lower: float, upper: float, value: float) -> None:
        super().__init__()
        self._lower, self._upper, self._value = lower, upper, value
        self._start: float | None = None
        self._grip = 0.0
        """Distance of the press from the middle of the knob, pixels."""
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    @property
    def dragged(self) -> bool:
        """Return whether the knob is being dragged."""
        return self._start is not None

    @property
    def value(self) -> float:
        """The number where the knob is."""
        return self._value

    def show_range(self, lower: float, upper: float) -> None:
        """Let the groove lead from `lower` to `upper`, unless the knob is being dragged. Nothing is emitted."""
        if (lower, upper) != (self._lower, self._upper) and not self.dragged and lower < upper:
            self._lower, self._upper = lower, upper
            self.update()

    def show_value(self, value: float) -> None:
        """Show a number, unless the knob is being dragged. Nothing is emitted."""
        if value != self._value and not self.dragged:
            self._value = value
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(120, HEIGHT)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.RightButton and self.dragged:
            self._cancel()
        elif event.button() == Qt.MouseButton.LeftButton:
            self._start = self._value
            off = event.position().x() - self._knob().x()
            self._grip = off if abs(off) <= KNOB / 2 else 0.0
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            self._go(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.dragged:
            self._go(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or not self.dragged:
            return
        start, self._start = self._start, None
        self.update()
        if self._value != start:
            self.committed.emit(self._value)
        else:
            self.cancelled.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.dragged:
            self._cancel()
        else:
            super().keyPressEvent(event)

    def _go(self, event: QMouseEvent) -> None:
        groove = self._groove()
        part = (event.position().x() - self._grip - groove.left() - KNOB / 2) / (groove.width() - KNOB)
        value = self._lower + part * (self._upper - self._lower)
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            value = round(value / ROUND) * ROUND
        value = round(min(self._upper, max(self._lower, value)), 3)
        if value != self._value:
            self._value = value
            self.update()
            self.scrubbed.emit(value)

    def _cancel(self) -> None:
        if self._start is not None:
            self._value, self._start = self._start, None
            self.update()
            self.cancelled.emit()

    def _knob(self) -> QPointF:
        """The middle of the knob."""
        return QPointF(self._at(self._value), HEIGHT / 2)

    def _at(self, value: float) -> float:
        """Return the middle of the knob at a value, pixels from the left."""
        groove, part = self._groove(), (value - self._lower) / (self._upper - self._lower)
        return groove.left() + KNOB / 2 + (groove.width() - KNOB) * min(1.0, max(0.0, part))

    def _groove(self) -> QRectF:
        return QRectF(0, (HEIGHT - GROOVE) / 2, self.width(), GROOVE)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        if not self.isEnabled():
            painter.setOpacity(0.5)
        self._paint_groove(painter, self._groove())
        self._paint_knob(painter, self._knob())
        painter.end()

    def _paint_groove(self, painter: drawing.Painter, groove: QRectF) -> None:
        """The track, filled from zero to the knob, and a mark at zero."""
        tokens, zero, now = painter.tokens, self._at(min(max(0.0, self._lower), self._upper)), self._at(self._value)
        drawing.box(painter, groove, tokens.track, GROOVE / 2)
        fill = QRectF(min(zero, now), groove.top(), abs(now - zero), GROOVE)
        painter.fillRect(fill, theme.colour(tokens.acc) if self.dragged else theme.colour(tokens.t1, 0.3))
        painter.fillRect(QRectF(round(zero), groove.top() - 3, 1, GROOVE + 6), theme.colour(tokens.t3))

    def _paint_knob(self, painter: drawing.Painter, centre: QPointF) -> None:
        tokens, radius = painter.tokens, KNOB / 2
        area = QRectF(centre.x() - radius, centre.y() - radius, KNOB, KNOB)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour(tokens.shadow))
        painter.drawEllipse(centre + QPointF(0, 1), radius + 0.5, radius + 0.5)
        painter.setBrush(theme.colour(tokens.knob))
        painter.drawEllipse(centre, radius, radius)
        drawing.ring(painter, area, tokens.key_edge, radius=radius, width=1)
        if self.dragged or (self.underMouse() and self.isEnabled()):
            drawing.ring(painter, area, tokens.acc, radius=radius, width=2)


class SliderAndNumber(QWidget):
    """A slider with its number beside it; either sets the value, and each follows the other while it is scrubbed."""

    scrubbed = Signal(object)
    committed = Signal(object)
    cancelled = Signal()

    def __init__(self, slider: KnobSlider, number: NumberField, wide: int) -> None:
        super().__init__()
        self.slider, self.number = slider, number
        number.setFixedWidth(wide)
        self.setFocusProxy(number)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(slider, 1)
        layout.addWidget(number)
        number.scrubbed.connect(slider.show_value)
        slider.scrubbed.connect(number.show_value)
        for editor in (slider, number):
            editor.scrubbed.connect(self.scrubbed)
            editor.committed.connect(self.committed)
            editor.cancelled.connect(self.cancelled)

    def show_value(self, value: float) -> None:
        """Show a number. Nothing is emitted."""
        self.show_values((value,))

    def show_values(self, values: Sequence[float]) -> None:
        """Show what all `values` are; where they differ the knob is at the first. Nothing is emitted."""
        self.slider.show_value(values[0])
        self.number.show_values(values)
