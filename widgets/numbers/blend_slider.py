"""The slider between FK and IK, with the number beside it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QLinearGradient, QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from pantin.widgets.numbers.number_field import NumberField
from pantin.widgets.theme import drawing, theme
from pantin.widgets.values.quantity import Quantity

KNOB, GROOVE, NUMBER = 16, 6, 48


class BlendSlider(QWidget):
    """Shows a part from 0 (FK) to 1 (IK). One drag of the knob is one commit."""

    scrubbed = Signal(object)
    committed = Signal(object)
    cancelled = Signal()

    def __init__(self, quantity: Quantity) -> None:
        super().__init__()
        self.slider = _Slider()
        self.number = NumberField(replace(quantity, filled=False))
        self.number.setFixedWidth(NUMBER)
        self.setFocusProxy(self.number)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.slider, 1)
        layout.addWidget(self.number)
        self.number.scrubbed.connect(self.slider.show_value)
        for editor in (self.slider, self.number):
            editor.scrubbed.connect(self.scrubbed)
            editor.committed.connect(self.committed)
            editor.cancelled.connect(self.cancelled)
        self.slider.scrubbed.connect(self.number.show_value)

    def show_value(self, value: float) -> None:
        """Show the blend. Nothing is emitted."""
        self.show_values((value,))

    def show_values(self, values: Sequence[float]) -> None:
        """Show the blend that all `values` are; where they differ the knob stands at the first. Nothing is emitted."""
        self.slider.show_value(values[0])
        self.number.show_values(values)


class _Slider(QWidget):
    """FK, a groove in their colours with a knob, IK. The ends can be clicked; the knob stays under the pointer."""

    scrubbed = Signal(object)
    committed = Signal(object)
    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._value = 1.0
        self._start: float | None = None
        self._grip = 0.0
        """How far from the middle of the knob it was pressed, pixels."""
        self.setFixedHeight(24)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def show_value(self, value: float) -> None:
        if value != self._value and self._start is None:
            self._value = value
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(120, 24)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.RightButton and self._start is not None:
            self._cancel()
        elif event.button() == Qt.MouseButton.LeftButton:
            self._start = self._value
            off = event.position().x() - self._knob().x()
            self._grip = off if abs(off) <= KNOB / 2 else 0.0
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            self._go(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._start is not None:
            self._go(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or self._start is None:
            return
        start, self._start = self._start, None
        if self._value != start:
            self.committed.emit(self._value)
        else:
            self.cancelled.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._start is not None:
            self._cancel()
        else:
            super().keyPressEvent(event)

    def _go(self, event: QMouseEvent) -> None:
        groove = self._groove()
        value = (event.position().x() - self._grip - groove.left() - KNOB / 2) / (groove.width() - KNOB)
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            value = round(value * 10) / 10
        value = round(min(1.0, max(0.0, value)), 3)
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
        groove = self._groove()
        return QPointF(groove.left() + KNOB / 2 + (groove.width() - KNOB) * self._value, 12)

    def _groove(self) -> QRectF:
        end = theme.metrics(11, 600).horizontalAdvance
        left, right = round(end("FK")) + 8, round(end("IK")) + 8
        return QRectF(left, (24 - GROOVE) / 2, self.width() - left - right, GROOVE)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        if not self.isEnabled():
            painter.setOpacity(0.5)
        groove = self._groove()
        painter.setFont(theme.font(11, 600))
        drawing.write(painter, QRectF(0, 0, 24, 24), "FK", tokens.fk)
        drawing.write(painter, QRectF(0, 0, self.width(), 24), "IK", tokens.handle, drawing.MIDDLE_RIGHT)
        run = QLinearGradient(groove.topLeft(), groove.topRight())
        run.setColorAt(0, theme.colour(tokens.fk, 0.85))
        run.setColorAt(1, theme.colour(tokens.handle, 0.85))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(run)
        painter.drawRoundedRect(groove, GROOVE / 2, GROOVE / 2)
        self._paint_knob(painter, self._knob())
        painter.end()

    def _paint_knob(self, painter: drawing.Painter, centre: QPointF) -> None:
        tokens = painter.tokens
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour(tokens.shadow))
        painter.drawEllipse(centre + QPointF(0, 1), KNOB / 2 + 0.5, KNOB / 2 + 0.5)
        painter.setBrush(theme.colour(tokens.knob))
        painter.drawEllipse(centre, KNOB / 2, KNOB / 2)
        drawing.ring(painter, QRectF(centre.x() - 8, centre.y() - 8, KNOB, KNOB), tokens.key_edge, radius=8, width=1)
        if self._start is not None or (self.underMouse() and self.isEnabled()):
            drawing.ring(painter, QRectF(centre.x() - 8, centre.y() - 8, KNOB, KNOB), tokens.acc, radius=8, width=2)
