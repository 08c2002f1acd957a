"""A small picture of a figure in a frame with round corners; without a picture, the viewport's empty ground."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPixmap, QRadialGradient

from pantin.widgets.theme import drawing, theme
from pantin.widgets.theme.appearance import appearance


def paint_picture(painter: QPainter, rect: QRectF, picture: QPixmap | None, radius: float) -> None:
    """Fill `rect` with the middle of `picture`, cut to its shape."""
    painter.save()
    painter.setClipPath(drawing.rounded(rect, radius))
    if picture is None or picture.isNull():
        painter.fillRect(rect, _background(rect, appearance().theme))
    else:
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawPixmap(rect, picture, _middle(picture, rect))
    painter.restore()


def _middle(picture: QPixmap, rect: QRectF) -> QRectF:
    """The largest part of the picture, around its middle, that has the shape of `rect`."""
    wide, high = float(picture.width()), float(picture.height())
    shape = rect.width() / rect.height()
    part_wide, part_high = min(wide, high * shape), min(high, wide / shape)
    return QRectF((wide - part_wide) / 2, (high - part_high) / 2, part_wide, part_high)


def _background(rect: QRectF, tokens: theme.Theme) -> QRadialGradient:
    gradient = QRadialGradient(QPointF(rect.center().x(), rect.top() + rect.height() * 0.4), rect.width() * 0.7)
    gradient.setColorAt(0.0, theme.colour(tokens.ground))
    gradient.setColorAt(1.0, theme.colour(tokens.ground_edge))
    return gradient


def paint_label(painter: QPainter, rect: QRectF, text: str, token: str, size: int = 12, weight: int = 400) -> None:
    """One line of text at the left of `rect`, shortened to fit."""
    painter.setFont(theme.font(size, weight))
    drawing.write(painter, rect, drawing.fitting(text, rect.width(), size, weight), token)
