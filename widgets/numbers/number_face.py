"""Painting of a number field: a function of what it shows and what is being done to it."""

from __future__ import annotations

import msgspec
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from pantin.widgets.messages import _
from pantin.widgets.theme import drawing, theme
from pantin.widgets.values.quantity import Quantity
from pantin.widgets.values.shared_values import MIXED, Mixed

TINTS = {"": "t1", "ik": "handle", "limit": "limit", "free": "t3"}
"""The kinds of drivers of a number, and the tokens that it is painted with."""
HEIGHT = 24
OPEN = _("free")
"""The text where there is no number."""


class Style(msgspec.Struct, frozen=True):
    """The fixed part: the quantity; an axis letter 0 to 2 before it; `quiet` is text only, without a box."""

    quantity: Quantity
    axis: int | None = None
    quiet: bool = False
    align: Qt.AlignmentFlag = drawing.MIDDLE_RIGHT

    @property
    def size(self) -> int:
        """Pixels of the figures."""
        return 11 if self.quiet else 12

    @property
    def margin(self) -> int:
        """Room at both sides."""
        return 0 if self.quiet else 8 if self.axis is None else 5

    def suffix(self, text: str) -> str:
        """The unit behind the number. Rows of x, y, z carry theirs on the label instead."""
        bare = self.quiet or self.axis is not None or text in (MIXED.value, OPEN)
        return "" if bare else self.quantity.suffix_for(text)

    def room(self, width: float, text: str) -> QRectF:
        """Return the place of the number in a field of that width."""
        left = 14 if self.axis is not None else self.margin
        suffix = self.suffix(text)
        right = self.margin + (round(theme.metrics().horizontalAdvance(suffix)) + 3 if suffix else 0)
        return QRectF(left, 0, width - left - right, HEIGHT)


class Face(msgspec.Struct, frozen=True):
    """The changing part: the number, and what is being done to it."""

    value: float | Mixed | None
    text: str
    tint: str
    enabled: bool
    hovered: bool
    focused: bool
    typing: bool
    scrubbing: bool
    invalid: bool
    locked: bool
    lettered: bool


def paint(painter: drawing.Painter, rect: QRectF, style: Style, face: Face) -> None:
    """Paint a field: box and bar, letter, number, unit, ring."""
    tokens = painter.tokens
    painter.setOpacity(1.0 if face.enabled else 0.5)
    _paint_box(painter, rect, style, face, tokens)
    if style.axis is not None and face.lettered:
        painter.setFont(theme.font(10, 600))
        drawing.write(painter, QRectF(5, 0, 12, HEIGHT), "XYZ"[style.axis], tokens.axes[style.axis])
    if face.hovered and face.enabled and style.axis is None and not (style.quiet or face.typing or face.scrubbing):
        drawing.write(painter, rect.adjusted(style.margin, 0, 0, 0), "‹", tokens.t3)
    if not face.typing:
        _paint_number(painter, rect, style, face, tokens)
    _paint_suffix(painter, rect, style, face, tokens)
    if face.invalid:
        drawing.ring(painter, rect, tokens.miss)
    elif face.typing or (face.focused and not face.scrubbing):
        drawing.ring(painter, rect, tokens.acc)


def _paint_box(painter: QPainter, rect: QRectF, style: Style, face: Face, tokens: theme.Theme) -> None:
    fill = _box_token(style, face, tokens)
    if fill:
        drawing.box(painter, rect, fill)
    if face.typing:
        return
    if style.quantity.filled and face.value not in (MIXED, None):
        part = min(1.0, max(0.0, style.quantity.part(face.value)))
        _paint_bar(painter, rect, round(rect.width() * part), tokens.t1, 0.10)
    if face.tint == "ik":
        _paint_bar(painter, rect, 2, tokens.handle, 1.0)


def _box_token(style: Style, face: Face, tokens: theme.Theme) -> str:
    if face.typing:
        return tokens.card
    if face.scrubbing:
        return tokens.acc_bg
    if face.hovered and face.enabled and not face.locked:
        return tokens.field_hover
    return "" if style.quiet else tokens.field


def _paint_bar(painter: QPainter, rect: QRectF, width: float, token: str, alpha: float) -> None:
    painter.save()
    painter.setClipPath(drawing.rounded(rect))
    painter.fillRect(QRectF(0, 0, width, rect.height()), theme.colour(token, alpha))
    painter.restore()


def _paint_number(painter: QPainter, rect: QRectF, style: Style, face: Face, tokens: theme.Theme) -> None:
    weight = 500 if face.scrubbing else 400
    painter.setFont(theme.font(style.size, weight))
    room = style.room(rect.width(), face.text)
    unit = style.quantity.suffix if style.quiet and face.value not in (MIXED, None) else ""
    text = _fitting(style, face, unit, room.width(), weight)
    drawing.write(painter, room, text, _number_token(style, face, tokens), style.align)


def _number_token(style: Style, face: Face, tokens: theme.Theme) -> str:
    if face.scrubbing:
        return tokens.acc_t
    if face.locked or face.value is None:
        return tokens.t3
    if face.value is MIXED or (style.quiet and not face.tint):
        return tokens.t2
    return str(getattr(tokens, TINTS[face.tint]))


def _fitting(style: Style, face: Face, unit: str, width: float, weight: int) -> str:
    """Number and unit, with fewer decimals where there is no room for all; then the end is cut, never the sign."""
    text, decimals = face.text + unit, style.quantity.decimals
    advance = theme.metrics(style.size, weight).horizontalAdvance
    while decimals and face.value not in (MIXED, None) and advance(text) > width:
        decimals -= 1
        text = style.quantity.text_with(face.value, decimals) + unit
    return drawing.fitting(text, width, style.size, weight)


def _paint_suffix(painter: QPainter, rect: QRectF, style: Style, face: Face, tokens: theme.Theme) -> None:
    suffix = style.suffix(face.text)
    if suffix:
        painter.setFont(theme.font())
        room = QRectF(0, 0, rect.width() - style.margin, HEIGHT)
        resting = not (face.hovered or face.scrubbing)
        drawing.write(painter, room, suffix, tokens.t3 if resting else tokens.t2, drawing.MIDDLE_RIGHT)
