"""The ruler over a card while its pose is mixed in: from −100 to 200 %, how far, and whether it is flipped."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from pantin.widgets.messages import _
from pantin.widgets.theme import drawing, icons, theme

WIDTH, HEIGHT, EDGE, ABOVE = 320, 72, 10, 6
LEAST, MOST = -100, 200
LINE, LONG, SHORT = 52, 12, 6
"""Height of the line, and length of the ticks below it."""
GROOVE, KNOB = 6, 16
INWARDS = {LEAST: 14, MOST: -8}
"""Shift of the numbers at the ends so that they stay on the ruler, pixels."""
MINUS = "−"


class MixRuler(QWidget):
    """Floats over the panels; the mouse goes through it. A percent is a pixel: the knob goes with the pointer."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._name, self._percent, self._flipped = "", 0, False
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.resize(WIDTH, HEIGHT)
        self.hide()

    def show_over(self, name: str, zero: QPoint, top: int) -> None:
        """Show it with its 0 at `zero` and above `top`, places in the window, as far as there is room."""
        x = min(max(zero.x() - EDGE + LEAST, 4), self.window().width() - WIDTH - 4)
        self.move(x, max(top - HEIGHT - ABOVE, 4))
        self._name = name
        self.show()
        self.raise_()

    def show_amount(self, percent: int, flipped: bool) -> None:
        """Show how far the pose is mixed in."""
        self._percent, self._flipped = percent, flipped
        self.update()

    @property
    def words(self) -> str:
        """Return the words that it shows."""
        flipped = f", {_('Flipped')}" if self._flipped else ""
        return f"{self._name} {signed(self._percent)}{flipped}"

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens, rect = painter.tokens, QRectF(self.rect())
        drawing.box(painter, rect.adjusted(0.5, 0.5, -0.5, -0.5), tokens.card, 8)
        drawing.ring(painter, rect, tokens.outline, 8, 1)
        self._paint_words(painter)
        self._paint_ticks(painter)
        zero, at = _x(0), _x(self._percent)
        drawing.box(painter, QRectF(_x(LEAST), LINE - GROOVE / 2, MOST - LEAST, GROOVE), tokens.track, GROOVE / 2)
        drawing.box(painter, QRectF(min(zero, at), LINE - GROOVE / 2, abs(at - zero), GROOVE), tokens.acc, GROOVE / 2)
        painter.setPen(QPen(theme.colour(tokens.acc), 2))
        painter.setBrush(theme.colour(tokens.knob))
        painter.drawEllipse(QPointF(at, LINE), KNOB / 2 - 1, KNOB / 2 - 1)
        painter.end()

    def _paint_words(self, painter: drawing.Painter) -> None:
        tokens, flip = painter.tokens, _("Flip")
        percent = signed(self._percent)
        right = WIDTH - 12 - theme.metrics(11).horizontalAdvance(flip)
        painter.setFont(theme.font(11))
        drawing.write(painter, QRectF(right, 6, 60, 20), flip, tokens.t2)
        right -= drawing.cap_width("Ctrl") + 6
        drawing.key_cap(painter, right, 8, "Ctrl", tokens)
        wide = theme.metrics(12, 600).horizontalAdvance(percent) + 8
        tag = theme.metrics(11, 600).horizontalAdvance(_("Flipped")) + 30 if self._flipped else 0.0
        name = drawing.fitting(self._name, right - 12 - wide - tag - 12, 12, 600)
        painter.setFont(theme.font(12, 600))
        drawing.write(painter, QRectF(12, 6, right, 20), name, tokens.t1)
        x = 20 + theme.metrics(12, 600).horizontalAdvance(name)
        drawing.write(painter, QRectF(x, 6, wide, 20), percent, tokens.acc_t)
        if self._flipped:
            self._paint_tag(painter, QRectF(x + wide, 7, tag - 4, 18))

    def _paint_tag(self, painter: drawing.Painter, rect: QRectF) -> None:
        tokens = painter.tokens
        drawing.box(painter, rect, tokens.acc_bg)
        icons.draw(painter, "mirror", tokens.acc_t, rect.left() + 4, rect.center().y() - 7, 14)
        painter.setFont(theme.font(11, 600))
        drawing.write(painter, rect.adjusted(22, 0, 0, 0), _("Flipped"), tokens.acc_t)

    def _paint_ticks(self, painter: drawing.Painter) -> None:
        tokens = painter.tokens
        painter.setPen(QPen(theme.colour(tokens.t3), 1))
        top = LINE + GROOVE / 2 + 2
        for percent in range(LEAST, MOST + 1, 10):
            painter.drawLine(QLineF(_x(percent), top, _x(percent), top + (LONG if percent % 100 == 0 else SHORT)))
        painter.setFont(theme.font(10))
        for percent in range(LEAST, MOST + 1, 100):
            room = QRectF(_x(percent) - 20 + INWARDS.get(percent, 0), 27, 40, 14)
            drawing.write(painter, room, str(percent).replace("-", MINUS), tokens.t2, drawing.CENTRE)


def signed(percent: int) -> str:
    """A percentage with a real minus."""
    return _("{percent} %").format(percent=str(percent).replace("-", MINUS))


def _x(percent: float) -> float:
    return EDGE + percent - LEAST
