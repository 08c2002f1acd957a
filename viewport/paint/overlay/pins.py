"""Push-pins beside pinned joints."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath, QTransform

from pantin.viewport.paint.overlay.pen import Pen, line, shade
from pantin.viewport.scene.pins import ARC, BADGE, PinMark, badge
from pantin.viewport.values.clearing import Room

HOVERED = 0.35
"""Opacity of a badge that is under the pointer: a click acts on it."""
OPEN, LEANS = (3.0, 2.0), 40.0
"""The dashes around a pin that is released, grey as what holds nothing, and how far it leans, degrees: it is out."""


def pin_room(pen: Pen, mark: PinMark) -> Room | None:
    """Return the rectangle that the badge of a pin covers, with its arc; None where it is not seen."""
    at = pen.pixels((mark.at,))[0]
    if not np.isfinite(at).all():
        return None
    x, y = badge(mark, at, pen.camera)
    return x - ARC, y - ARC, x + ARC, y + ARC


def paint_pin(pen: Pen, mark: PinMark) -> None:
    """Draw the badge of one pin, and its ring on the floor."""
    if mark.ring is not None:
        pen.shape(mark.ring)
    at = pen.pixels((mark.at,))[0]
    if not np.isfinite(at).all():
        return
    middle = QPointF(*badge(mark, at, pen.camera))
    painter, colours = pen.painter, pen.colours
    colour = colours.hint if mark.released else colours.pin
    painter.setPen(line(shade(colour, 1.0 if mark.hovered else 0.5), 1.0, OPEN if mark.released else ()))
    for fill in (shade(colours.float_panel), *((shade(colour, HOVERED),) if mark.hovered else ())):
        painter.setBrush(fill)
        painter.drawEllipse(middle, BADGE - 0.5, BADGE - 0.5)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(line(shade(colour), 1.5))
    if mark.rotation and not mark.released:
        box = QRectF(middle.x() - ARC, middle.y() - ARC, 2.0 * ARC, 2.0 * ARC)
        painter.drawArc(box, 100 * 16, 160 * 16)
    place = QTransform.fromTranslate(middle.x(), middle.y()).rotate(LEANS if mark.released else 0.0)
    painter.drawPath(place.translate(-7.0, -7.0).map(_push_pin()))


def _push_pin() -> QPainterPath:
    """The icon of a push-pin, 14 pixels wide and high."""
    path = QPainterPath()
    lines = ((5.5, 2.75), (10.5, 2.75)), ((6.5, 2.75), (6.5, 6.75), (4.25, 9.5), (11.75, 9.5), (9.5, 6.75), (9.5, 2.75))
    for points in (*lines, ((8.0, 9.5), (8.0, 13.75))):
        path.moveTo(QPointF(*points[0]) * 0.875)
        for point in points[1:]:
            path.lineTo(QPointF(*point) * 0.875)
    return path
