"""A QPainter that knows the camera and the theme: shapes and dots of an overlay, lines on their casing, text."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QPainter, QPainterPath, QPen, QPolygonF

from pantin.resources.fonts import typeface
from pantin.viewport.values.camera import Camera
from pantin.viewport.values.colours import Colour, Colours
from pantin.viewport.values.overlay import Dot, Point, Shape

Array = NDArray[np.float64]


class Pen:
    """Draws in logical pixels from the top left; points may also be given in armature space (n, 3)."""

    def __init__(self, painter: QPainter, colours: Colours, camera: Camera, width: float, height: float) -> None:
        self.painter, self.colours, self.camera, self.width, self.height = painter, colours, camera, width, height

    def project(self, points: Array) -> Array:
        """Pixels (n, 2) of points (n, 3), armature space; NaN behind the camera."""
        return self.camera.project(points, self.width, self.height)[:, :2]

    def pixels(self, points: Sequence[Point]) -> Array:
        """Pixels (n, 2) of points given either in armature space or in pixels."""
        array = np.asarray(points, dtype=np.float64)
        return self.project(array) if array.shape[1] == 3 else array

    def shape(self, shape: Shape) -> None:
        """Draw a line or a filled area."""
        if len(shape.points) < 2:
            return
        points = self.pixels(shape.points)
        if not np.isfinite(points).all():
            return
        path = path_of(points, shape.closed)
        colour = self.colours.role(shape.role)
        if shape.fill:
            self.painter.fillPath(path, shade(colour, shape.fill * shape.opacity))
        if shape.width:
            self.stroke(path, colour, shape.width, shape.casing, shape.opacity, shape.dash)

    def stroke(
        self,
        path: QPainterPath,
        colour: Colour,
        width: float,
        casing: float,
        opacity: float = 1.0,
        dash: Sequence[float] = (),
    ) -> None:
        """Draw a line on its casing."""
        if casing:
            self.painter.strokePath(path, line(shade(self.colours.casing, opacity), width + casing))
        self.painter.strokePath(path, line(shade(colour, opacity), width, dash))

    def dot(self, dot: Dot) -> None:
        """Draw a disc or a square."""
        at = self.pixels((dot.at,))[0]
        if not np.isfinite(at).all():
            return
        fill = QBrush(shade(self.colours.role(dot.role))) if dot.filled else QBrush(Qt.BrushStyle.NoBrush)
        edge = self.colours.role(dot.edge if dot.filled else dot.role)
        self.painter.setPen(line(shade(edge), dot.width))
        self.painter.setBrush(fill)
        if dot.square:
            side = 2.0 * dot.radius
            self.painter.drawRoundedRect(QRectF(at[0] - dot.radius, at[1] - dot.radius, side, side), 1.5, 1.5)
        else:
            self.painter.drawEllipse(QPointF(*at), dot.radius, dot.radius)

    def write(self, x: float, y: float, words: str, in_font: QFont, colour: Colour) -> None:
        """Write a line of text from a point on its baseline."""
        self.painter.setFont(in_font)
        self.painter.setPen(shade(colour))
        self.painter.drawText(QPointF(round(x), round(y)), words)


def font(pixels: int, weight: int = QFont.Weight.Normal) -> QFont:
    """The program's font in a size. Shared: do not modify the result."""
    return typeface.font(pixels, weight)


def outline_of(text: str, in_font: QFont, x: float, y: float) -> QPainterPath:
    """The outlines of a line of text whose baseline begins at a point. Parts of a letter may overlap."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    path.addText(x, y, in_font, text)
    return path


def path_of(points: Array, closed: bool) -> QPainterPath:
    """A line through pixels (n, 2)."""
    path = QPainterPath()
    path.addPolygon(polygon(points))
    if closed:
        path.closeSubpath()
    return path


def polygon(points: Array) -> QPolygonF:
    """A polygon of Qt from pixels (n, 2)."""
    return QPolygonF([QPointF(x, y) for x, y in points.tolist()])


def line(colour: QColor, width: float, dash: Sequence[float] = ()) -> QPen:
    """A QPen of a colour and width."""
    pen = QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.BevelJoin)
    if dash:
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        pen.setDashPattern(list(dash))
    return pen


def shade(colour: Colour, opacity: float = 1.0) -> QColor:
    """A QColor of the theme with an opacity."""
    red, green, blue, alpha = colour
    return QColor(red, green, blue, round(alpha * opacity))
