"""The read-out beside the pointer that says how long the dragged chain is."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPen

from pantin.viewport.messages import ngettext
from pantin.viewport.paint.overlay.pen import Pen, font, line, shade
from pantin.viewport.paint.strokes.bone_lines import CHOSEN
from pantin.viewport.scene.face import Face
from pantin.viewport.scene.scene import Bones, Scene
from pantin.viewport.values.clearing import Room, clear_of
from pantin.viewport.values.overlay import Bubble

RADIUS = 8
UNDER_OPTIONS = 52.0
"""Above this the floating buttons would hide it, pixels."""
BESIDE, ACROSS = 28.0, 24.0
"""Distance from the pointer: beside it, and above or below it, pixels."""
HAND = 64.0
"""About how far a hand or foot goes on beyond the pointer that holds it, pixels."""
LEANING = 60.0
"""Distance of the middle of what is pulled right of the pointer from which the read-out goes to the left, pixels: a
chest or hips, pulled near that middle, keep theirs at the right.
"""
Place = tuple[float, float]
"""Across and down from the top left, pixels."""


def bubble_room(pen: Pen, scene: Scene) -> Room | None:
    """The rectangle of the read-out; None where there is none, or its place is behind the camera.

    It stands clear of the floats over the picture and of the face of the figure, and away from what is pulled.
    """
    bubble, floats = scene.overlay.bubble, (*scene.overlay.floats, *room_of(pen, scene.face))
    at = pen.pixels((bubble.at,))[0] if bubble is not None else np.full(2, np.nan)
    if bubble is None or not np.isfinite(at).all():
        return None
    wide, high = _size(bubble)
    left, top = place((at[0], at[1]), (wide, high), (pen.width, pen.height), middle_of(pen, scene.bones))
    across, down = clear_of((left, top, left + wide, top + high), floats, pen.width, pen.height)
    left, top = left + round(across), top + round(down)
    return left, top, left + wide, top + high


def paint_bubble(pen: Pen, bubble: Bubble, room: Room) -> None:
    """Draw the read-out: what is dragged, how many bones turn of how many could, and how to change that."""
    rect = QRectF(QPointF(*room[:2]), QPointF(*room[2:]))
    _panel(pen, rect)
    _write(pen, bubble, rect)


def _size(bubble: Bubble) -> Place:
    """Return the width and the height of the read-out, pixels."""
    hint = QFontMetricsF(_hint_font())
    wide = max(
        _title_width(bubble) + 8 + QFontMetricsF(_figures_font()).horizontalAdvance(_figures(bubble)),
        hint.horizontalAdvance(bubble.hint) + 18,
        hint.horizontalAdvance(bubble.note),
        132.0 if _has_dots(bubble) else 0.0,
    )
    lines = (22 if _has_dots(bubble) else 0) + (18 if bubble.hint else 0) + (18 if bubble.note else 0)
    return wide + 24, 16 + 16 + lines


def _write(pen: Pen, bubble: Bubble, rect: QRectF) -> None:
    """Draw title and figures, the dots of the chain, the note and the hint."""
    left, top, colours = rect.left(), rect.top(), pen.colours
    pen.write(left + 12, top + 20, bubble.title, _title_font(), colours.text)
    pen.write(left + 12 + _title_width(bubble) + 8, top + 20, _figures(bubble), _figures_font(), colours.accent_text)
    if _has_dots(bubble):
        _chain_dots(pen, left + 18, top + 35, bubble.count, bubble.longest)
    if bubble.note:
        pen.write(left + 12, top + 38, bubble.note, _hint_font(), colours.text_dim)
    if bubble.hint:
        _wheel(pen, left + 12, rect.bottom() - 24)
        pen.write(left + 30, rect.bottom() - 12, bubble.hint, _hint_font(), colours.text_dim)


def _title_font() -> QFont:
    return font(12, QFont.Weight.Medium)


def _figures_font() -> QFont:
    return font(12, QFont.Weight.DemiBold)


def _hint_font() -> QFont:
    return font(11)


def _title_width(bubble: Bubble) -> float:
    return QFontMetricsF(_title_font()).horizontalAdvance(bubble.title)


def _figures(bubble: Bubble) -> str:
    """Return the number of bones that are dragged, or what else is, in words."""
    counted = ngettext("{count} bone", "{count} bones", bubble.count or 0).format(count=bubble.count)
    return bubble.text or counted


def _has_dots(bubble: Bubble) -> bool:
    """Return whether the chain is drawn as a dot a bone."""
    return bubble.text is None and bubble.longest > 0


def _panel(pen: Pen, rect: QRectF) -> None:
    """Draw what the read-out is written on, and its shadow."""
    painter, colours = pen.painter, pen.colours
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(shade((0, 0, 0, 255), 0.05))
    for spread in range(6, 0, -2):
        around = rect.adjusted(-spread, 4 - spread, spread, 4 + spread)
        painter.drawRoundedRect(around, RADIUS + spread, RADIUS + spread)
    painter.setPen(line(shade(colours.float_line), 1.0))
    painter.setBrush(shade(colours.float_panel))
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), RADIUS, RADIUS)


def room_of(pen: Pen, face: Face | None) -> Iterator[Room]:
    """The rectangle that a face is seen in; nothing where there is none, or it is behind the camera."""
    if face is None:
        return
    middle = np.array(face.middle)
    (x, y), (_x, above) = pen.project(np.array([middle, middle + face.radius * pen.camera.axes[1]]))
    if np.isfinite((x, y, above)).all():
        radius = float(abs(y - above))
        yield float(x) - radius, float(y) - radius, float(x) + radius, float(y) + radius


MOST_DOTS = 7


def _chain_dots(pen: Pen, x: float, y: float, count: int, longest: int) -> None:
    """Draw one dot a bone: those of the chain filled and joined, an open one at the joint where it begins."""
    shown = min(longest, MOST_DOTS - 1)
    filled = min(count, shown)
    step = 120.0 / max(shown, 1)
    accent, hint = pen.colours.accent, pen.colours.hint
    painter = pen.painter
    painter.setPen(line(shade(hint), 1.5, (1.3, 2.0)))
    painter.drawLine(QPointF(x + filled * step, y), QPointF(x + shown * step, y))
    painter.setPen(line(shade(accent), 2.0))
    painter.drawLine(QPointF(x, y), QPointF(x + filled * step, y))
    for index in range(shown + 1):
        at = QPointF(x + index * step, y)
        painter.setPen(line(shade(accent), 2.0) if index == filled else QPen(Qt.PenStyle.NoPen))
        painter.setBrush(shade(accent if index < filled else pen.colours.float_panel if index == filled else hint))
        radius = 4.0 if index <= filled else 2.5
        painter.drawEllipse(at, radius, radius)


def _wheel(pen: Pen, x: float, y: float) -> None:
    """Draw a mouse with its wheel."""
    painter = pen.painter
    painter.setPen(line(shade(pen.colours.text_dim), 1.25))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(QRectF(x + 1, y + 1, 10, 14), 5, 5)
    painter.setPen(line(shade(pen.colours.text_dim), 2.0))
    painter.drawLine(QPointF(x + 6, y + 4), QPointF(x + 6, y + 7))


def place(at: Place, size: Place, view: Place, pulled: Place | None = None) -> tuple[int, int]:
    """The top left corner of the read-out for a pointer `at` a place, pixels.

    It is at the right of the pointer, or at the left where what is `pulled` has its middle at the right. Where that
    side has too little room it is above or below the pointer, so that as little as can be of the limb lies under it.
    """
    (x, y), (wide, high) = at, size
    rightmost, lowest = max(view[0] - wide - 8.0, 8.0), max(view[1] - high - 8.0, 8.0)
    left = x - BESIDE - wide if pulled is not None and pulled[0] > x + LEANING else x + BESIDE
    corner = min(max(left, 8.0), rightmost), min(max(y - 4.0, UNDER_OPTIONS), lowest)
    if corner[0] != left:
        above, below = ((corner[0], top) for top in (y - ACROSS - high, y + ACROSS))
        fitting = [each for each in (above, below) if UNDER_OPTIONS <= each[1] <= lowest]
        corner = min(fitting, key=lambda each: _covered(each, size, at, pulled), default=corner)
    return round(corner[0]), round(corner[1])


def _covered(corner: Place, size: Place, at: Place, pulled: Place | None) -> int:
    """Return how much of a limb from the middle of what is pulled to the pointer, and a hand beyond it, would be
    covered.
    """
    way = np.subtract(at, pulled or at)
    far = 1.0 + HAND / max(float(np.linalg.norm(way)), HAND)
    inside = np.subtract(at, corner) + np.linspace(-1.0, far - 1.0, 40)[:, None] * way
    return int(np.count_nonzero(((inside > 0) & (inside < size)).all(axis=1)))


def middle_of(pen: Pen, bones: Bones) -> Place | None:
    """The middle of the bones that are pulled, pixels; None where none are, or they are behind the camera."""
    rows = np.flatnonzero(bones.flags & CHOSEN)
    if not len(rows):
        return None
    x, y = pen.project(np.mean([bones.heads[rows], bones.tails[rows]], axis=(0, 1))[None])[0].tolist()
    return (x, y) if np.isfinite((x, y)).all() else None
