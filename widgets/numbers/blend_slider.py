"""The slider between FK and IK, with the number beside it."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QLinearGradient

from pantin.widgets.numbers.knob_slider import GROOVE, HEIGHT, KnobSlider, SliderAndNumber
from pantin.widgets.numbers.number_field import NumberField
from pantin.widgets.theme import drawing, theme
from pantin.widgets.values.quantity import Quantity

NUMBER = 48


class BlendSlider(SliderAndNumber):
    """Shows a part from 0 (FK) to 1 (IK). One drag of the knob is one commit."""

    def __init__(self, quantity: Quantity) -> None:
        super().__init__(_Slider(0.0, 1.0, 1.0), NumberField(replace(quantity, filled=False)), NUMBER)


class _Slider(KnobSlider):
    """FK, a groove in their colours, IK."""

    def _groove(self) -> QRectF:
        end = theme.metrics(11, 600).horizontalAdvance
        left, right = round(end("FK")) + 8, round(end("IK")) + 8
        return QRectF(left, (HEIGHT - GROOVE) / 2, self.width() - left - right, GROOVE)

    def _paint_groove(self, painter: drawing.Painter, groove: QRectF) -> None:
        tokens = painter.tokens
        painter.setFont(theme.font(11, 600))
        drawing.write(painter, QRectF(0, 0, 24, HEIGHT), "FK", tokens.fk)
        drawing.write(painter, QRectF(0, 0, self.width(), HEIGHT), "IK", tokens.handle, drawing.MIDDLE_RIGHT)
        run = QLinearGradient(groove.topLeft(), groove.topRight())
        run.setColorAt(0, theme.colour(tokens.fk, 0.85))
        run.setColorAt(1, theme.colour(tokens.handle, 0.85))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(run)
        painter.drawRoundedRect(groove, GROOVE / 2, GROOVE / 2)
