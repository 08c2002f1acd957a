"""A row of the list of sources: a dot, what it is called, and a sentence about how it goes."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from pantin.widgets.controls.explain import explain
from pantin.widgets.theme import drawing, theme
from pantin.widgets.values.live import SourceShown

HIGH, INSET, LINE = 44, 12, 20
TEXT = INSET + 2 * drawing.DOT + 8


class SourceRow(QAbstractButton):
    """Shows one source. The one that is used is checked; an open dot waits, a full one has something to give."""

    def __init__(self) -> None:
        super().__init__()
        self._shown = SourceShown("", "", "")
        self.setFixedHeight(HIGH)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    @property
    def key(self) -> str:
        """What the source is known by."""
        return self._shown.key

    def words(self) -> str:
        """The sentence about how it goes."""
        return self._shown.told

    def show_source(self, shown: SourceShown, used: bool) -> None:
        """Show how it goes now."""
        if (shown, used) != (self._shown, self.isChecked()):
            self._shown = shown
            self.setCheckable(True)
            self.setChecked(used)
            self.setAccessibleName(shown.title)
            self.setAccessibleDescription(shown.told)
            explain(self, shown.told)
            self.update()

    def nextCheckState(self) -> None:
        """Which one is used is told from outside."""

    def sizeHint(self) -> QSize:
        return QSize(120, HIGH)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens, state = painter.tokens, self._shown.state
        back = tokens.row_active if self.isChecked() else tokens.row_hover if self.underMouse() else ""
        if back:
            painter.fillRect(self.rect(), theme.colour(back))
        if self.hasFocus():
            drawing.ring(painter, QRectF(self.rect()).adjusted(4, 2, -4, -2), tokens.acc)
        colour = {"receiving": tokens.green, "failed": tokens.miss}.get(state, tokens.t3)
        centre = QPointF(INSET + drawing.DOT, 3 + LINE / 2)
        drawing.dot(painter, centre, colour, state in ("receiving", "failed"))
        room = QRectF(TEXT, 3, self.width() - TEXT - INSET, LINE)
        drawing.write(painter, room, drawing.fitting(self._shown.title, room.width()), tokens.t1)
        painter.setFont(theme.font(11))
        told = drawing.fitting(self._shown.told, room.width(), 11)
        drawing.write(painter, room.translated(0, LINE - 2), told, tokens.miss if state == "failed" else tokens.t2)
        painter.end()
