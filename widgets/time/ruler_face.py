"""Painting of the ruler: what stands still is painted once, brackets and playhead over it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal

import msgspec
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPen, QPixmap
from PySide6.QtWidgets import QWidget

from pantin.rigs.clip import Clip
from pantin.widgets.messages import _
from pantin.widgets.theme import drawing, theme
from pantin.widgets.theme.appearance import appearance
from pantin.widgets.time.lanes import Lane, paint_lanes
from pantin.widgets.time.scale import Scale

LABELS, RIGHT = 108, 20
"""Left edge of the frames, and their distance from the right edge, pixels."""

RULER, BAND, HEIGHT = 28, 6, 48
"""The ruler, the band of what is played below it, and both with the room that brackets take; lanes follow."""

LONG, SHORT = 6, 3
ARM, TAG = 6, 18
"""The arms of brackets, and how high the tag of the playhead is."""

VEIL = 0.62
"""Opacity of the panel over frames that are not played."""


class Marks(msgspec.Struct, frozen=True):
    """The marks on the ruler, besides its frames."""

    head: int = 0
    is_shown: bool = False
    """Whether the figure is posed as the frame at the head has it."""
    trim: tuple[int, int] = (0, 0)
    hovered: int | None = None
    bracket: Literal["first", "last"] | None = None
    """The bracket under the pointer."""
    ghosts: tuple[int, ...] = ()


def with_marks(marks: Marks, **changes: Any) -> Marks:
    """The marks with some others."""
    return msgspec.structs.replace(marks, **changes)


def background(widget: QWidget, scale: Scale, trim: tuple[int, int], lanes: Sequence[Lane] = ()) -> QPixmap:
    """Ticks, numbers, the band of what is played and the lanes below it, with a veil over what is not played."""
    ratio = widget.devicePixelRatioF()
    picture = QPixmap(widget.size() * ratio)
    picture.setDevicePixelRatio(ratio)
    tokens = appearance().theme
    picture.fill(theme.colour(tokens.panel))
    painter = drawing.Painter(picture, tokens)
    painter.setRenderHint(drawing.Painter.RenderHint.Antialiasing)
    played = range(trim[0], trim[1] + 1)
    _paint_ticks(painter, scale)
    _paint_numbers(painter, scale, (frame for frame in scale.ticks() if frame not in played))
    painter.setPen(Qt.PenStyle.NoPen)
    band = QRectF(scale.left, RULER - BAND, scale.width, BAND)
    painter.fillRect(band, theme.colour(tokens.track))
    first, last = scale.x(trim[0]), scale.x(trim[1])
    painter.fillRect(QRectF(first, band.top(), last - first, BAND), theme.colour(tokens.off))
    paint_lanes(painter, lanes, scale, HEIGHT)
    veil, high = theme.colour(tokens.panel, VEIL), widget.height()
    painter.fillRect(QRectF(scale.left - 2, 0, max(first - scale.left, 0.0), high), veil)
    painter.fillRect(QRectF(last + 1, 0, max(scale.left + scale.width - last, 0.0) + RIGHT, high), veil)
    _paint_numbers(painter, scale, (frame for frame in scale.ticks() if frame in played))
    painter.end()
    return picture


def paint_marks(painter: drawing.Painter, rect: QRectF, clip: Clip, scale: Scale, marks: Marks, has_ring: bool) -> None:
    """Brackets, ghosts, what the pointer is on, playhead, and the time that it stands for."""
    for frame in marks.ghosts:
        painter.setPen(QPen(theme.colour(painter.tokens.t1), 1.5))
        painter.setBrush(theme.colour(painter.tokens.panel))
        painter.drawEllipse(QPointF(scale.x(frame), RULER - BAND / 2), 3.5, 3.5)
    for name, frame, way in (("first", marks.trim[0], 1), ("last", marks.trim[1], -1)):
        _paint_bracket(painter, scale.x(frame), way, marks.bracket == name, rect.height())
    if marks.hovered is not None and marks.hovered != marks.head:
        _paint_hovered(painter, scale, marks.hovered, rect.height())
    _paint_head(painter, scale, marks, rect.height())
    _paint_time(painter, clip, marks)
    if has_ring:
        drawing.ring(painter, rect.adjusted(4, 0, -4, 0), painter.tokens.acc)


def _paint_ticks(painter: drawing.Painter, scale: Scale) -> None:
    tokens, numbered = painter.tokens, scale.numbered
    bottom = RULER - BAND - 1
    for frame in scale.ticks():
        x, is_numbered = scale.x(frame), frame % numbered == 0
        painter.setPen(QPen(theme.colour(tokens.t3 if is_numbered else tokens.off), 1))
        painter.drawLine(QLineF(x, bottom - (LONG if is_numbered else SHORT), x, bottom))


def _paint_numbers(painter: drawing.Painter, scale: Scale, frames: Iterable[int]) -> None:
    """Those of the frames that are played are painted over the veil: the last one reaches under it."""
    painter.setFont(theme.font(11))
    for frame in frames:
        if frame % scale.numbered == 0:
            place = QRectF(scale.x(frame) - 30, 0, 60, 15)
            drawing.write(painter, place, str(frame), painter.tokens.t2, drawing.CENTRE)


def _paint_bracket(painter: drawing.Painter, x: float, way: int, is_lit: bool, high: float) -> None:
    token = painter.tokens.acc_t if is_lit else painter.tokens.acc
    painter.setPen(QPen(theme.colour(token), 2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.SquareCap))
    top, bottom = RULER - BAND - 3, high - 5
    painter.drawLine(QLineF(x, top, x, bottom))
    for y in (top, bottom):
        painter.drawLine(QLineF(x, y, x + way * ARM, y))


def _paint_hovered(painter: drawing.Painter, scale: Scale, frame: int, high: float) -> None:
    x = scale.x(frame)
    painter.setPen(QPen(theme.colour(painter.tokens.t3), 1))
    painter.drawLine(QLineF(x, 16, x, high - 4))
    _paint_tag(painter, scale, frame, painter.tokens.field_hover, painter.tokens.t1)


def _paint_head(painter: drawing.Painter, scale: Scale, marks: Marks, high: float) -> None:
    """The playhead: bright where the figure is as its frame has it, else dim."""
    tokens, x = painter.tokens, scale.x(marks.head)
    painter.setPen(QPen(theme.colour(tokens.t1 if marks.is_shown else tokens.t3), 1.5))
    painter.drawLine(QLineF(x, TAG, x, high - 3))
    if marks.is_shown:
        _paint_tag(painter, scale, marks.head, tokens.t1, tokens.panel)
    else:
        _paint_tag(painter, scale, marks.head, tokens.field, tokens.t2)


def _paint_tag(painter: drawing.Painter, scale: Scale, frame: int, ground_token: str, token: str) -> None:
    text = str(frame)
    wide = max(28.0, theme.metrics(11, 600).horizontalAdvance(text) + 12)
    rect = QRectF(round(scale.x(frame) - wide / 2), 0, wide, TAG)
    drawing.box(painter, rect, ground_token, 3)
    painter.setFont(theme.font(11, 600))
    drawing.write(painter, rect, text, token, drawing.CENTRE)


def _paint_time(painter: drawing.Painter, clip: Clip, marks: Marks) -> None:
    """The seconds from the clip's beginning, beside the ruler."""
    tokens = painter.tokens
    now, whole = (f"{frames / clip.rate:.2f}" for frames in (marks.head, clip.count - 1))
    painter.setFont(theme.font(11, 500))
    drawing.write(painter, QRectF(12, 8, LABELS, 16), _("{seconds} s").format(seconds=now), tokens.t1)
    painter.setFont(theme.font(11))
    drawing.write(painter, QRectF(12, 25, LABELS, 16), _("of {seconds} s").format(seconds=whole), tokens.t3)
