"""Draws what lies over the figure with QPainter: marked bones, joints, gizmos, labels, the bubble with the chain.

Lines have the same width at any zoom and lie on a casing, so that they can be read over light wood and dark floor.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from pantin.viewport.paint.overlay.bubble import bubble_room, paint_bubble
from pantin.viewport.paint.overlay.labels import paint_labels
from pantin.viewport.paint.overlay.pen import Pen, polygon, shade
from pantin.viewport.paint.overlay.pins import paint_pin, pin_room
from pantin.viewport.paint.strokes.bone_lines import (
    CHOSEN,
    FACES,
    FEW_BONES,
    MARKED,
    facing,
    octahedra,
)
from pantin.viewport.paint.strokes.strokes import Strokes, needs_painter, strokes
from pantin.viewport.scene.scene import ACTIVE, HOVERED, Bones, Scene
from pantin.viewport.values.camera import Camera
from pantin.viewport.values.overlay import Dot

Array = NDArray[np.float64]


def paint_overlay(painter: QPainter, scene: Scene, camera: Camera, width: float, height: float) -> None:
    """Draw everything over the figure, in logical pixels from the top left."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _strokes(painter, strokes(scene, camera, width, height))
    paint_marks(painter, scene, camera, width, height)


def paint_marks(painter: QPainter, scene: Scene, camera: Camera, width: float, height: float) -> None:
    """Draw what lies over the plain lines: marked bones, joints, and what the tool adds."""
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    pen = Pen(painter, scene.colours, camera, width, height)
    if scene.display.bones == "octahedra" and not scene.solid:
        _marked_bones(pen, scene.bones)
    for line in scene.lines:
        if needs_painter(line):
            pen.shape(line)
    for dot in scene.dots:
        pen.dot(dot)
    if scene.display.bones == "octahedra":
        _marked_joints(pen, scene.bones)
    for dot in (*scene.limits, *scene.joints):
        pen.dot(dot)
    for mark in scene.pins:
        paint_pin(pen, mark)
    overlay = scene.overlay
    for shape in (*overlay.guides, *overlay.shapes):
        pen.shape(shape)
    for dot in overlay.dots:
        pen.dot(dot)
    room = bubble_room(pen, scene)
    pins = (pin_room(pen, mark) for mark in scene.pins)
    paint_labels(pen, scene, tuple(each for each in (room, *pins) if each is not None))
    if overlay.bubble is not None and room is not None:
        paint_bubble(pen, overlay.bubble, room)


MOST_MARKED = 100
"""Most bones that are marked over those that the graphics card draws, in their colours."""


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
    """Draw octahedra of hovered bones, and over them highlighted or selected ones, filled with the accent."""
    shown = _marked_rows(bones)
    corners = octahedra(bones, shown, pen.camera, pen.width, pen.height)
    marks = bones.flags[shown]
    for index in sorted(range(len(shown)), key=lambda index: marks[index] != HOVERED):
        if np.isfinite(corners[index]).all():
            _marked(pen, corners[index], int(marks[index]))


def _marked_rows(bones: Bones) -> NDArray[np.intp]:
    marked = np.flatnonzero(bones.flags & MARKED)
    return marked if len(bones.rows) <= FEW_BONES else marked[:MOST_MARKED]


def _faces(corners: Array) -> QPainterPath:
    """The path of all faces of an octahedron (6, 3) that face the camera."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for face in corners[FACES, :2][facing(corners[None])[0]]:
        path.addPolygon(polygon(face))
        path.closeSubpath()
    return path


def _marked(pen: Pen, corners: Array, mark: int) -> None:
    path = _faces(corners)
    white = pen.colours.white
    if mark & CHOSEN:
        pen.stroke(path, white, 1.0, 2.0)
        pen.painter.fillPath(path, shade(pen.colours.accent, 0.5))
        pen.stroke(path, white, 1.5 if mark & (ACTIVE | HOVERED) else 1.0, 0.0)
    else:
        pen.painter.fillPath(path, shade(pen.colours.bone, 0.18))
        pen.stroke(path, pen.colours.bone, 1.25, 1.5)


def _marked_joints(pen: Pen, bones: Bones) -> None:
    """Draw a dot at the head of each marked bone."""
    for row in _marked_rows(bones):
        head = tuple(bones.heads[row])
        if bones.flags[row] & CHOSEN:
            pen.dot(Dot(head, 3.5, "white", "accent", 2.0))
        else:
            pen.dot(Dot(head, 2.5, "bone", "casing", 1.25))
