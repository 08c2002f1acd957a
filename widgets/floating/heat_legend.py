"""The legend of the colours in which a skin shows how far a bone moves it."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QLinearGradient, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QWidget

from pantin.widgets.floating.floating_panel import FloatingPanel
from pantin.widgets.messages import _
from pantin.widgets.theme import drawing, theme

STEPS = 32
"""Colours of the bar, from none to all."""

SIZE = QSize(54, 132)
BAR = QRectF(12, 14, 10, 104)
MARKS = (1.0, 0.75, 0.5, 0.25, 0.0)

Colour = tuple[float, float, float]

LOWEST, LOW, HIGH, HIGHEST = (
    (0.035, 0.006, 0.13),
    (0.33, 0.02, 0.12),
    (0.87, 0.16, 0.03),
    (0.98, 0.93, 0.45),
)
"""Red, green and blue in linear light, as the shader of skins has them."""


class HeatLegend(FloatingPanel):
    """A bar from violet, what a bone hardly moves, to pale yellow, what it moves alone."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, vertical=True)
        self.setFixedSize(SIZE)
        self.setToolTip(_("How far the active bone moves the skin, from 0 to 1. What it does not move is grey."))
        self.setAccessibleName(self.toolTip())

    def paintEvent(self, event: QPaintEvent) -> None:
        """The bar with its numbers, on the panel."""
        super().paintEvent(event)
        painter = drawing.painter_of(self)
        gradient = QLinearGradient(BAR.bottomLeft(), BAR.topLeft())
        for step in range(STEPS + 1):
            gradient.setColorAt(step / STEPS, colour_of(step / STEPS))
        bar = QPainterPath()
        bar.addRoundedRect(BAR, 3, 3)
        painter.fillPath(bar, gradient)
        painter.setFont(theme.font(10, 400))
        for mark in MARKS:
            y = BAR.bottom() - mark * BAR.height()
            drawing.write(painter, QRectF(BAR.right() + 6, y - 8, 24, 16), f"{mark:g}", painter.tokens.t2)
        painter.end()


def colour_of(share: float) -> QColor:
    """Return the colour of a place that a bone moves by a share, 0 to 1, as the shader of skins does."""
    low = _mixed(LOWEST, LOW, _smooth(0.0, 0.5, share))
    high = _mixed(HIGH, HIGHEST, _smooth(0.6, 1.0, share))
    red, green, blue = (_seen(each) for each in _mixed(low, high, _smooth(0.25, 0.75, share)))
    return QColor.fromRgbF(red, green, blue)


def _mixed(first: Colour, last: Colour, part: float) -> Colour:
    red, green, blue = (a + (b - a) * part for a, b in zip(first, last, strict=True))
    return red, green, blue


def _smooth(low: float, high: float, value: float) -> float:
    part = min(max((value - low) / (high - low), 0.0), 1.0)
    return part * part * (3.0 - 2.0 * part)


def _seen(linear: float) -> float:
    """Return a part of linear light as sRGB has it (IEC 61966-2-1)."""
    return 12.92 * linear if linear <= 0.0031308 else 1.055 * linear ** (1.0 / 2.4) - 0.055
