"""Draws what lies over the figure with QPainter: marked bones, joints, gizmos, labels, the bubble with the chain.

Lines have the same width at any zoom and lie on a casing, so that they can be read over light wood and dark floor.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen

from viewport.camera import Camera
from viewport.overlay import Dot, Label
from viewport.paint.bubble import paint_bubble
from viewport.paint.pen import Pen, font, line, polygon, shade
from viewport.paint.strokes import FACES, MARKED, Strokes, facing, octahedra, strokes
from viewport.scene import ACTIVE, HOVERED, LIT, SELECTED, Bones, Scene

Array = NDArray[np.float64]


def paint_overlay(painter: QPainter, scene: Scene, camera: Camera, width: float, height: float) -> None:
    """Draw all that lies over the figure, in logical pixels from the top left."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _strokes(painter, strokes(scene, camera, width, height))
    paint_marks(painter, scene, camera, width, height)


def paint_marks(painter: QPainter, scene: Scene, camera: Camera, width: float, height: float) -> None:
    """Draw what lies over the plain lines: marked bones, joints, and what the tool adds."""
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    pen = Pen(painter, scene.colours, camera, width, height)
    _marked_bones(pen, scene.bones)
    for string in scene.strings:
        if string.dash:
            pen.shape(string)
    _marked_joints(pen, scene.bones)
    overlay = scene.overlay
    for shape in (*overlay.guides, *overlay.shapes):
        pen.shape(shape)
    for dot in overlay.dots:
        pen.dot(dot)
    for label in overlay.labels:
        _label(pen, label)
    if overlay.bubble is not None:
        paint_bubble(pen, overlay.bubble)


def _strokes(painter: QPainter, lines: Strokes) -> None:
    """Draw plain lines, those of one colour and width together."""
    changes = np.flatnonzero((np.diff(lines.colours.view(np.uint32)[:, 0]) != 0) | (np.diff(lines.widths) != 0)) + 1
    for first, last in pairwise((0, *changes.tolist(), len(lines.ends))):
        if last > first:
            colour = QColor(*lines.colours[first].tolist())
            dots = np.array_equal(lines.ends[first, :2], lines.ends[first, 2:])
            cap = Qt.PenCapStyle.RoundCap if dots else Qt.PenCapStyle.FlatCap
            painter.setPen(QPen(colour, float(lines.widths[first]), Qt.PenStyle.SolidLine, cap))
            painter.drawLines([QLineF(*ends) for ends in lines.ends[first:last].tolist()])


def _marked_bones(pen: Pen, bones: Bones) -> None:
    """Octahedra of the bones that are hovered, and over them those that are lit or selected, filled with the accent."""
    shown = np.flatnonzero(bones.flags & MARKED)
    corners = octahedra(bones, shown, pen.camera, pen.width, pen.height)
    marks = bones.flags[shown]
    for index in sorted(range(len(shown)), key=lambda index: marks[index] != HOVERED):
        if np.isfinite(corners[index]).all():
            _marked(pen, corners[index], int(marks[index]))


def _faces(corners: Array) -> QPainterPath:
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for face in corners[FACES, :2][facing(corners[None])[0]]:
        path.addPolygon(polygon(face))
        path.closeSubpath()
    return path


def _marked(pen: Pen, corners: Array, mark: int) -> None:
    path = _faces(corners)
    white = pen.colours.white
    if mark & (LIT | SELECTED | ACTIVE):
        pen.stroke(path, white, 1.0, 2.0)
        pen.painter.fillPath(path, shade(pen.colours.accent, 0.5))
        pen.stroke(path, white, 1.5 if mark & (ACTIVE | HOVERED) else 1.0, 0.0)
    else:
        pen.painter.fillPath(path, shade(pen.colours.bone, 0.18))
        pen.stroke(path, pen.colours.bone, 1.25, 1.5)


def _marked_joints(pen: Pen, bones: Bones) -> None:
    """A dot at the head of each marked bone."""
    for row in np.flatnonzero(bones.flags & MARKED):
        head = tuple(bones.heads[row])
        if bones.flags[row] & (LIT | SELECTED | ACTIVE):
            pen.dot(Dot(head, 3.5, "white", "accent", 2.0))
        else:
            pen.dot(Dot(head, 2.5, "bone", "casing", 1.25))


def _label(pen: Pen, label: Label) -> None:
    at = pen.pixels((label.at,))[0]
    if not np.isfinite(at).all():
        return
    small = font(11, QFont.Weight.Medium if label.strong else QFont.Weight.Normal)
    wide = QFontMetricsF(small).horizontalAdvance(label.text)
    left = {"left": 0.0, "centre": wide / 2, "right": wide}[label.align]
    path = QPainterPath()
    path.addText(QPointF(round(at[0] + label.offset[0] - left), round(at[1] + label.offset[1])), small, label.text)
    pen.painter.strokePath(path, line(shade(pen.colours.background_edge, 0.75), 3.0))
    pen.painter.fillPath(path, shade(pen.colours.role(label.role)))
