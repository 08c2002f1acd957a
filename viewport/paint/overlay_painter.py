"""Draws everything that lies over the figure with QPainter: bones, strings, handles, poles, gizmos, labels, the bubble.

Lines have the same width at any zoom and lie on a casing, so that they can be read over light wood and dark floor.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF

from viewport.camera import Camera
from viewport.colours import Colour, Colours
from viewport.overlay import Bubble, Dot, Label, Point, Shape
from viewport.scene import ACTIVE, HOVERED, LIT, SELECTED, Bones, Control, Scene

Array = NDArray[np.float64]
MARKED = LIT | SELECTED | ACTIVE | HOVERED
FEW_BONES = 300
"""So many bones are drawn here; of more, only those that are marked, and the graphics card draws them all."""

SMALLEST = 14.0
"""Pixels. A shorter bone that nothing marks is left out, so that fingers stay calm from afar."""

FONTS = ["Segoe UI Variable Text", "SF Pro Text", "Inter", "Noto Sans", "DejaVu Sans"]


def paint_overlay(painter: QPainter, scene: Scene, camera: Camera, width: float, height: float) -> None:
    """Draw the overlay of a scene in logical pixels, from the top left."""
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    pen = _Pen(painter, scene.colours, camera, width, height)
    _bones(pen, scene.bones)
    for string in scene.strings:
        pen.shape(string)
    for control in scene.controls:
        _control(pen, control)
    _joints(pen, scene)
    overlay = scene.overlay
    for shape in (*overlay.guides, *overlay.shapes):
        pen.shape(shape)
    for dot in overlay.dots:
        pen.dot(dot)
    for label in overlay.labels:
        _label(pen, label)
    if overlay.bubble is not None:
        _bubble(pen, overlay.bubble)


class _Pen:
    """A painter that knows the camera and the theme."""

    def __init__(self, painter: QPainter, colours: Colours, camera: Camera, width: float, height: float) -> None:
        self.painter, self.colours, self.camera, self.width, self.height = painter, colours, camera, width, height

    def project(self, points: Array) -> Array:
        """Pixels (n, 2) of points (n, 3); nan behind the eye."""
        return self.camera.project(points, self.width, self.height)[:, :2]

    def pixels(self, points: Sequence[Point]) -> Array:
        """Pixels (n, 2) of points given either in armature space or in pixels."""
        array = np.asarray(points, dtype=np.float64)
        return self.project(array) if array.shape[1] == 3 else array

    def shape(self, shape: Shape) -> None:
        """Draw a line or an area."""
        if len(shape.points) < 2:
            return
        points = self.pixels(shape.points)
        if not np.isfinite(points).all():
            return
        path = _path(points, shape.closed)
        colour = self.colours.role(shape.role)
        if shape.fill:
            self.painter.fillPath(path, _q(colour, shape.fill * shape.opacity))
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
            self.painter.strokePath(path, _line(_q(self.colours.casing, opacity), width + casing))
        self.painter.strokePath(path, _line(_q(colour, opacity), width, dash))

    def dot(self, dot: Dot) -> None:
        """Draw a disc."""
        at = self.pixels((dot.at,))[0]
        if not np.isfinite(at).all():
            return
        fill = QBrush(_q(self.colours.role(dot.role))) if dot.filled else QBrush(Qt.BrushStyle.NoBrush)
        edge = self.colours.role(dot.edge if dot.filled else dot.role)
        self.painter.setPen(_line(_q(edge), dot.width))
        self.painter.setBrush(fill)
        self.painter.drawEllipse(QPointF(*at), dot.radius, dot.radius)


def _bones(pen: _Pen, bones: Bones) -> None:
    """Octahedra: calm thin lines for all, filled with the accent for those that are lit or selected."""
    many = len(bones.rows) > FEW_BONES
    shown = np.flatnonzero(bones.flags & MARKED) if many else np.arange(len(bones.rows))
    if not len(shown):
        return
    corners, long_enough = _corners(pen, bones, shown)
    marks = bones.flags[shown]
    calm = [index for index, mark in enumerate(marks) if not mark & MARKED and long_enough[index]]
    _calm(pen, corners[calm])
    for index in np.argsort(marks, kind="stable"):
        mark = int(marks[index])
        if mark & MARKED and np.isfinite(corners[index]).all():
            _marked(pen, corners[index], mark)


_UNIT = np.array([(0, 0, 0), (0, 1, 0), (1, 0.1, 0), (0, 0.1, 1), (-1, 0.1, 0), (0, 0.1, -1)], dtype=np.float64)
_FACES = np.array([f for i in range(4) for f in ((0, 2 + i, 2 + (i + 1) % 4), (1, 2 + (i + 1) % 4, 2 + i))])

_EDGES = np.array([e for i in range(4) for e in ((0, 2 + i), (1, 2 + i), (2 + i, 2 + (i + 1) % 4))])
_BESIDE = np.array([[k for k, f in enumerate(_FACES) if a in f and b in f] for a, b in _EDGES])
"""Corners, faces and edges of the octahedron, and the two faces beside each edge."""


def _corners(pen: _Pen, bones: Bones, shown: NDArray[np.intp]) -> tuple[Array, NDArray[np.bool_]]:
    """Pixels (n, 6, 2) of the corners of octahedra, and whether each is long enough to be drawn unasked."""
    matrices = bones.matrices[shown].astype(np.float64)
    points = np.einsum("nij,kj->nki", matrices[:, :, :3], _UNIT) + matrices[:, None, :, 3]
    pixels = pen.project(points.reshape(-1, 3)).reshape(-1, 6, 2)
    length = np.hypot(*(pixels[:, 1] - pixels[:, 0]).T)
    return pixels, np.isfinite(pixels).all(axis=(1, 2)) & (length >= SMALLEST)


def _calm(pen: _Pen, corners: Array) -> None:
    """The edges that the eye sees, all bones at once: plain lines are several times faster to draw than paths."""
    seen = _facing(corners)
    shown = seen[:, _BESIDE].any(axis=2)
    ends = corners[:, _EDGES][shown]
    lines = [QLineF(*line) for line in ends.reshape(-1, 4).tolist()]
    for colour, width in ((_q(pen.colours.casing, 0.5), 2.25), (_q(pen.colours.bone, 0.5), 1.0)):
        pen.painter.setPen(QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        pen.painter.drawLines(lines)


def _facing(corners: Array) -> NDArray[np.bool_]:
    """Which of the eight faces (n, 8) look at the eye."""
    a = corners[:, _FACES[:, 1]] - corners[:, _FACES[:, 0]]
    b = corners[:, _FACES[:, 2]] - corners[:, _FACES[:, 0]]
    return np.asarray(a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0] > 0)


def _faces(corners: Array) -> QPainterPath:
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for face in corners[_FACES][_facing(corners[None])[0]]:
        path.addPolygon(_polygon(face))
        path.closeSubpath()
    return path


def _marked(pen: _Pen, corners: Array, mark: int) -> None:
    path = _faces(corners)
    white = pen.colours.white
    if mark & (LIT | SELECTED | ACTIVE):
        pen.stroke(path, white, 1.0, 2.0)
        pen.painter.fillPath(path, _q(pen.colours.accent, 0.5))
        pen.stroke(path, white, 1.5 if mark & (ACTIVE | HOVERED) else 1.0, 0.0)
    else:
        pen.painter.fillPath(path, _q(pen.colours.bone, 0.18))
        pen.stroke(path, pen.colours.bone, 1.25, 1.5)


def _joints(pen: _Pen, scene: Scene) -> None:
    """A dot at each head; larger where the bone is marked."""
    bones = scene.bones
    many = len(bones.rows) > FEW_BONES
    shown = np.flatnonzero(bones.flags & MARKED) if many else np.arange(len(bones.rows))
    if not len(shown):
        return
    heads, tails = pen.project(bones.heads[shown]), pen.project(bones.tails[shown])
    lengths = np.hypot(*(tails - heads).T)
    for row, head, length in zip(shown, heads, lengths, strict=True):
        mark = int(bones.flags[row])
        if not np.isfinite(head).all():
            continue
        if mark & (LIT | SELECTED | ACTIVE):
            pen.dot(Dot(tuple(head), 3.5, "white", "accent", 2.0))
        elif length >= SMALLEST * 1.5 or mark & HOVERED:
            pen.dot(Dot(tuple(head), 2.5, "bone", "casing", 1.25))


_TURN = np.linspace(0, 2 * np.pi, 48, endpoint=False)
_RING = np.stack([np.cos(_TURN), np.sin(_TURN), np.zeros(48)], axis=1)
_AROUND = np.array([(1, 0, 0), (0, 1, 0), (-1, 0, 0), (0, -1, 0)], dtype=np.float64)
_TIPS = np.array([(0, 0, 1.25), (0, 0, -1.25)])


def _control(pen: _Pen, control: Control) -> None:
    colour = pen.colours.role(control.role)
    chosen = bool(control.flags & (SELECTED | ACTIVE | LIT))
    hovered = bool(control.flags & HOVERED)
    if chosen:
        colour = pen.colours.accent
    elif hovered:
        colour = pen.colours.white if pen.colours.dark else pen.colours.text
    heavier = 0.5 if chosen or hovered else 0.0
    if control.shape == "ring":
        points = _placed(pen, control, _RING)
        if np.isfinite(points).all():
            pen.stroke(_path(points, True), colour, 2.0 + heavier, 2.0)
        return
    around, tips = _placed(pen, control, _AROUND), _placed(pen, control, _TIPS)
    if not (np.isfinite(around).all() and np.isfinite(tips).all()):
        return
    path = _path(around, True)
    for corner in around:
        path.addPolygon(_polygon(np.stack([tips[0], corner, tips[1]])))
    pen.stroke(path, colour, 1.5 + heavier, 2.0)


def _placed(pen: _Pen, control: Control, points: Array) -> Array:
    """Pixels of points in the axes of a control. A diamond stands upright whatever its bone does."""
    upright = control.shape == "diamond"
    turn = np.eye(3) if upright else control.axes[:3, :3]
    return pen.project((points * control.radius) @ turn.T + control.axes[:3, 3])


def _label(pen: _Pen, label: Label) -> None:
    at = pen.pixels((label.at,))[0]
    if not np.isfinite(at).all():
        return
    font = _font(11, QFont.Weight.Medium if label.strong else QFont.Weight.Normal)
    wide = QFontMetricsF(font).horizontalAdvance(label.text)
    left = {"left": 0.0, "centre": wide / 2, "right": wide}[label.align]
    path = QPainterPath()
    path.addText(QPointF(round(at[0] + label.offset[0] - left), round(at[1] + label.offset[1])), font, label.text)
    pen.painter.strokePath(path, _line(_q(pen.colours.background_edge, 0.75), 3.0))
    pen.painter.fillPath(path, _q(pen.colours.role(label.role)))


def _bubble(pen: _Pen, bubble: Bubble) -> None:
    """The chain read-out: what is pulled, how many bones, how many there could be, and how to change it."""
    at = pen.pixels((bubble.at,))[0]
    if not np.isfinite(at).all():
        return
    title, figures, hint = _font(12, QFont.Weight.Medium), _font(12, QFont.Weight.DemiBold), _font(11)
    text = bubble.text or (f"{bubble.count} bone" if bubble.count == 1 else f"{bubble.count} bones")
    first = QFontMetricsF(title).horizontalAdvance(bubble.title)
    wide = max(
        first + 8 + QFontMetricsF(figures).horizontalAdvance(text),
        QFontMetricsF(hint).horizontalAdvance(bubble.hint) + 18,
    )
    dots = bubble.text is None and bubble.longest > 0
    wide, high = max(wide, 132.0 if dots else 0.0) + 24, 16 + 16 + (22 if dots else 0) + (18 if bubble.hint else 0)
    left, top = _kept_inside(pen, at[0] + 28, at[1] - 4, wide, high)
    painter, colours = pen.painter, pen.colours
    painter.setPen(Qt.PenStyle.NoPen)
    for spread in range(6, 0, -2):
        painter.setBrush(_q((0, 0, 0, 255), 0.05))
        painter.drawRoundedRect(
            QRectF(left - spread, top - spread + 4, wide + 2 * spread, high + 2 * spread), 8 + spread, 8 + spread
        )
    painter.setPen(_line(_q(colours.float_line), 1.0))
    painter.setBrush(_q(colours.float_panel))
    painter.drawRoundedRect(QRectF(left + 0.5, top + 0.5, wide - 1, high - 1), 8, 8)
    _text(pen, left + 12, top + 20, bubble.title, title, colours.text)
    _text(pen, left + 12 + first + 8, top + 20, text, figures, colours.accent_text)
    if dots:
        _chain_dots(pen, left + 18, top + 35, bubble.count, bubble.longest)
    if bubble.hint:
        _wheel(pen, left + 12, top + high - 24)
        _text(pen, left + 30, top + high - 12, bubble.hint, hint, colours.text_dim)


MOST_DOTS = 7


def _chain_dots(pen: _Pen, x: float, y: float, count: int, longest: int) -> None:
    """One dot a bone, those of the chain filled and joined, an open one at the joint where it begins."""
    shown = min(longest, MOST_DOTS - 1)
    filled = min(count, shown)
    step = 120.0 / max(shown, 1)
    accent, hint = pen.colours.accent, pen.colours.hint
    painter = pen.painter
    painter.setPen(_line(_q(hint), 1.5, (1.3, 2.0)))
    painter.drawLine(QPointF(x + filled * step, y), QPointF(x + shown * step, y))
    painter.setPen(_line(_q(accent), 2.0))
    painter.drawLine(QPointF(x, y), QPointF(x + filled * step, y))
    for index in range(shown + 1):
        at = QPointF(x + index * step, y)
        painter.setPen(_line(_q(accent), 2.0) if index == filled else QPen(Qt.PenStyle.NoPen))
        painter.setBrush(_q(accent if index < filled else pen.colours.float_panel if index == filled else hint))
        radius = 4.0 if index <= filled else 2.5
        painter.drawEllipse(at, radius, radius)


def _wheel(pen: _Pen, x: float, y: float) -> None:
    """A mouse with its wheel."""
    painter = pen.painter
    painter.setPen(_line(_q(pen.colours.text_dim), 1.25))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(QRectF(x + 1, y + 1, 10, 14), 5, 5)
    painter.setPen(_line(_q(pen.colours.text_dim), 2.0))
    painter.drawLine(QPointF(x + 6, y + 4), QPointF(x + 6, y + 7))


def _kept_inside(pen: _Pen, left: float, top: float, wide: float, high: float) -> tuple[float, float]:
    if left + wide > pen.width - 8:
        left -= wide + 56
    return round(max(left, 8.0)), round(min(max(top, 8.0), max(pen.height - high - 8, 8.0)))


def _text(pen: _Pen, x: float, y: float, text: str, font: QFont, colour: Colour) -> None:
    pen.painter.setFont(font)
    pen.painter.setPen(_q(colour))
    pen.painter.drawText(QPointF(round(x), round(y)), text)


def _font(pixels: int, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    font = QFont(FONTS)
    font.setPixelSize(pixels)
    font.setWeight(weight)
    return font


def _path(points: Array, closed: bool) -> QPainterPath:
    path = QPainterPath()
    path.addPolygon(_polygon(points))
    if closed:
        path.closeSubpath()
    return path


def _polygon(points: Array) -> QPolygonF:
    return QPolygonF([QPointF(x, y) for x, y in points.tolist()])


def _line(colour: QColor, width: float, dash: Sequence[float] = ()) -> QPen:
    pen = QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.BevelJoin)
    if dash:
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        pen.setDashPattern(list(dash))
    return pen


def _q(colour: Colour, opacity: float = 1.0) -> QColor:
    red, green, blue, alpha = colour
    return QColor(red, green, blue, round(alpha * opacity))
