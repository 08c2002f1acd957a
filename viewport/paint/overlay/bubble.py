"""The read-out beside the pointer that says how long the dragged chain is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPen

from pantin.viewport.messages import ngettext
from pantin.viewport.paint.overlay.clearing import Room, clear_of
from pantin.viewport.paint.overlay.pen import Pen, font, line, shade
from pantin.viewport.paint.strokes.bone_lines import CHOSEN
from pantin.viewport.scene.face import Face
from pantin.viewport.scene.scene import Bones
from pantin.viewport.values.overlay import Bubble

RADIUS = 8
UNDER_OPTIONS = 52.0
"""Above this the floating buttons would hide it, pixels."""
BESIDE, ACROSS = 28.0, 24.0
"""How far it keeps from the pointer: beside it, and above or below it, pixels."""
HAND = 64.0
"""About how far a hand or foot goes on beyond the pointer that holds it, pixels."""
LEANING = 60.0
"""How far right of the pointer the middle of what is pulled lies where the read-out goes to the left, pixels: a chest
or hips, pulled near that middle, keep theirs at the right.
"""
Place = tuple[float, float]
"""Across and down from the top left, pixels."""


def paint_bubble(pen: Pen, bubble: Bubble, floats: Sequence[Room] = (), pulled: Place | None = None) -> None:
    """Draw the read-out: what is dragged, how many bones turn of how many could, and how to change that.

    It stands clear of the `floats` over the picture, the face of the figure among them, and away from what is `pulled`.
    """
    at = pen.pixels((bubble.at,))[0]
    if not np.isfinite(at).all():
        return
    title, figures, hint = font(12, QFont.Weight.Medium), font(12, QFont.Weight.DemiBold), font(11)
    counted = ngettext("{count} bone", "{count} bones", bubble.count or 0).format(count=bubble.count)
    text = bubble.text or counted
    first = QFontMetricsF(title).horizontalAdvance(bubble.title)
    wide = max(
        first + 8 + QFontMetricsF(figures).horizontalAdvance(text),
        QFontMetricsF(hint).horizontalAdvance(bubble.hint) + 18,
        QFontMetricsF(hint).horizontalAdvance(bubble.note),
    )
    dots = bubble.text is None and bubble.longest > 0
    wide, high = max(wide, 132.0 if dots else 0.0) + 24, 16 + 16 + (22 if dots else 0) + (18 if bubble.hint else 0)
    high += 18 if bubble.note else 0
    left, top = place((at[0], at[1]), (wide, high), (pen.width, pen.height), pulled)
    across, down = clear_of((left, top, left + wide, top + high), floats, pen.width, pen.height)
    left, top = left + round(across), top + round(down)
    colours = pen.colours
    _panel(pen, QRectF(left, top, wide, high))
    pen.write(left + 12, top + 20, bubble.title, title, colours.text)
    pen.write(left + 12 + first + 8, top + 20, text, figures, colours.accent_text)
    if dots:
        _chain_dots(pen, left + 18, top + 35, bubble.count, bubble.longest)
    if bubble.note:
        pen.write(left + 12, top + 38, bubble.note, hint, colours.text_dim)
    if bubble.hint:
        _wheel(pen, left + 12, top + high - 24)
        pen.write(left + 30, top + high - 12, bubble.hint, hint, colours.text_dim)


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

    It stands at the right of the pointer, or at the left where what is `pulled` has its middle at the right. Where that
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
    """How much of a limb from the middle of what is pulled to the pointer, and a hand beyond it, would be covered."""
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
