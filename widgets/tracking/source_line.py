"""One line that says how receiving goes: a dot, a word, and the rate with what was dropped."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from pantin.widgets.messages import _
from pantin.widgets.theme import drawing, theme
from pantin.widgets.values.live import LiveShown

HIGH, INSET, DOT = 28, 12, 8


class SourceLine(QWidget):
    """Shows a state; an open dot waits, a full one receives."""

    def __init__(self) -> None:
        super().__init__()
        self._shown = LiveShown()
        self.setFixedHeight(HIGH)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_live(self, shown: LiveShown) -> None:
        """Show how it goes now."""
        if in_words(shown) != in_words(self._shown) or shown.state != self._shown.state:
            self._shown = shown
            self.setAccessibleName(in_words(shown))
            self.update()

    def words(self) -> str:
        """What is shown, in one line."""
        return in_words(self._shown)

    def sizeHint(self) -> QSize:
        return QSize(120, HIGH)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens, state = painter.tokens, self._shown.state
        colour = {"receiving": tokens.green, "failed": tokens.miss}.get(state, tokens.t3)
        dot = QRectF(INSET, (HIGH - DOT) / 2, DOT, DOT)
        if state in ("receiving", "failed"):
            drawing.box(painter, dot, colour, DOT / 2)
        else:
            painter.setPen(QPen(theme.colour(colour), 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(dot.adjusted(1, 1, -1, -1))
        text = tokens.t1 if state == "receiving" else colour
        room = QRectF(INSET + DOT + 8, 0, self.width() - 2 * INSET - DOT - 8, HIGH)
        words = _("Receiving") if state == "receiving" else in_words(self._shown)
        drawing.write(painter, room, drawing.fitting(words, room.width()), text)
        if state == "receiving":
            lost = tokens.limit if self._shown.dropped else tokens.t2
            drawing.write(painter, room, _numbers(self._shown), lost, drawing.MIDDLE_RIGHT)
        painter.end()


def in_words(shown: LiveShown) -> str:
    """How receiving goes: "Receiving 60 Hz, 0 dropped", "Waiting on 39540", "Port 39540 is in use"."""
    if shown.state == "receiving":
        return _("Receiving {rate} Hz, {dropped} dropped").format(rate=shown.rate, dropped=shown.dropped)
    if shown.state == "waiting":
        return _("Waiting on {port}").format(port=shown.choices.trackers_port)
    return shown.why if shown.state == "failed" else _("Not receiving")


def _numbers(shown: LiveShown) -> str:
    return _("{rate} Hz · {dropped} dropped").format(rate=shown.rate, dropped=shown.dropped)
