"""A card that puts the hand into one of its shapes, with that hand drawn on it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF, QTransform
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from pantin.rigs.editing.hands.drawing import Stroke
from pantin.widgets.controls.explain import explain
from pantin.widgets.theme import drawing, theme

WIDE, PICTURE, WORDS = 65, 60, 18
RADIUS = 6
MARGIN = 7
"""Pixels around the hand."""


class HandCard(QAbstractButton):
    """A picture with its name below; a ring around it while the hand is in that shape."""

    def __init__(self, name: str, tooltip: str) -> None:
        super().__init__()
        self.setText(name)
        self._strokes: Sequence[Stroke] = ()
        self._on = False
        self.setFixedHeight(PICTURE + WORDS)
        self.setMinimumWidth(48)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setAccessibleName(name)
        explain(self, tooltip)

    @property
    def on(self) -> bool:
        """Return whether the hand is in that shape."""
        return self._on

    def show_hand(self, strokes: Sequence[Stroke]) -> None:
        """Draw this hand."""
        self._strokes = strokes
        self.update()

    def show_on(self, on: bool) -> None:
        """Show whether the hand is in that shape."""
        if on != self._on:
            self._on = on
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(WIDE, PICTURE + WORDS)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens, area = painter.tokens, QRectF(0, 0, self.width(), PICTURE)
        lit = self.underMouse() and not self.isDown()
        drawing.box(painter, area, tokens.field_hover if lit else tokens.field, RADIUS)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_hand(painter, area)
        if self._on or self.hasFocus():
            drawing.ring(painter, area, tokens.acc, RADIUS, 2)
        painter.setFont(theme.font(11))
        words = QRectF(0, PICTURE, self.width(), WORDS)
        drawing.write(painter, words, self.text(), tokens.t1 if self._on else tokens.t2, drawing.CENTRE)
        painter.end()

    def _paint_hand(self, painter: drawing.Painter, area: QRectF) -> None:
        """Each stroke in the card's colour a little wider first, so that what lies before another stands out."""
        if not self._strokes:
            return
        tokens, placed = painter.tokens, self._on_card(area)
        for stroke in self._strokes:
            points = placed.map(QPolygonF([QPointF(x, y) for x, y, _depth in stroke.points]))
            closed = len(stroke.points) > 2
            for token, more in ((tokens.field, 2.0), (tokens.t2, 0.0)):
                colour = theme.colour(token)
                painter.setPen(
                    QPen(
                        colour,
                        stroke.thick * placed.m11() + more,
                        Qt.PenStyle.SolidLine,
                        Qt.PenCapStyle.RoundCap,
                        Qt.PenJoinStyle.RoundJoin,
                    )
                )
                painter.setBrush(colour if closed else Qt.BrushStyle.NoBrush)
                painter.drawPolygon(points) if closed else painter.drawPolyline(points)

    def _on_card(self, area: QRectF) -> QTransform:
        """From right and up of the hand to pixels: as large as the card lets it be."""
        room = area.adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN)
        ends = [(x, y, stroke.thick / 2) for stroke in self._strokes for x, y, _depth in stroke.points]
        left, right = min(x - r for x, _y, r in ends), max(x + r for x, _y, r in ends)
        low, high = min(y - r for _x, y, r in ends), max(y + r for _x, y, r in ends)
        scale = min(room.width() / (right - left), room.height() / (high - low))
        middle = QPointF((left + right) / 2, (low + high) / 2)
        to_card = QTransform.fromTranslate(room.center().x(), room.center().y())
        return to_card.scale(scale, -scale).translate(-middle.x(), -middle.y())
