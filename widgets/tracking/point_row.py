"""A row of the table of points: the serial of one, and the part of the body that it is on."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from pantin.widgets.controls.choice import Choice
from pantin.widgets.controls.explain import explain
from pantin.widgets.controls.plain_text import plain
from pantin.widgets.messages import _
from pantin.widgets.theme import drawing, theme
from pantin.widgets.values.live import Comes

PARTS: Mapping[str, str] = {
    "": _("Not used"),
    "head": _("Head"),
    "hand.L": _("Hand L"),
    "hand.R": _("Hand R"),
    "hips": _("Hips"),
    "foot.L": _("Foot L"),
    "foot.R": _("Foot R"),
}
"""What the parts are called that a point may be on."""
ROW, INSET, NUMBER, CHOICE = 28, 12, 20, 124
TOLD: Mapping[Comes, str] = {
    "comes": _("{serial} comes."),
    "lost": _("{serial} comes no more. Switch it on, or go where it is seen."),
    "never": _("{serial} has not come yet."),
}


class PointRow(QWidget):
    """Shows one point; `chosen` sends its serial and a part, which is empty for none, and `clicked` its serial."""

    chosen = Signal(str, str)
    clicked = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.serial, self._number = "", 0
        self._comes: Comes = "never"
        self._selected = False
        self.part = Choice(())
        for part, title in PARTS.items():
            self.part.addItem(title, part)
        self.part.setFixedWidth(CHOICE)
        self.part.committed.connect(lambda part: self.chosen.emit(self.serial, part))
        explain(self.part, _("The part of the body that this point is worn on."))
        self.setFixedHeight(ROW)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(INSET, 0, round(INSET + 2 * drawing.DOT + 8), 0)
        layout.addStretch(1)
        layout.addWidget(self.part)

    def show_point(self, number: int, serial: str, part: str, comes: Comes = "never") -> None:
        """Show the point with this serial on this part, and whether it comes."""
        self.part.show_value(part)
        if (number, serial, comes) != (self._number, self.serial, self._comes):
            self._number, self.serial, self._comes = number, serial, comes
            told = TOLD[comes].format(serial=serial)
            self.setToolTip(plain(told))
            self.setAccessibleDescription(told)
            self.part.setAccessibleName(_("Part of {serial}").format(serial=serial))
            self.update()

    def show_selected(self, selected: bool) -> None:
        """Return whether the bone that it is on is selected."""
        if selected != self._selected:
            self._selected = selected
            self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.clicked.emit(self.serial)

    def sizeHint(self) -> QSize:
        return QSize(120, ROW)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        if self._selected or self.underMouse():
            painter.fillRect(self.rect(), theme.colour(tokens.row_active if self._selected else tokens.row_hover))
        drawing.write(painter, QRectF(INSET, 0, NUMBER, ROW), str(self._number), tokens.acc)
        room = QRectF(INSET + NUMBER, 0, self.part.x() - INSET - NUMBER - 8, ROW)
        drawing.write(painter, room, drawing.fitting(self.serial, room.width()), tokens.t1)
        token = {"comes": tokens.green, "lost": tokens.miss}.get(self._comes, tokens.t3)
        drawing.dot(painter, QPointF(self.width() - INSET - drawing.DOT, ROW / 2), token, self._comes == "comes")
        painter.end()
