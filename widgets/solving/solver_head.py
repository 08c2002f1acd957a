"""The head of the solver panel: its title, and the switch that compares a second solver."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from pantin.widgets.controls.switch import Switch
from pantin.widgets.forms.rows.row import INSET
from pantin.widgets.messages import _
from pantin.widgets.theme import drawing, icons, theme

HEIGHT = 48


class SolverHead(QWidget):
    """The title bar of the dock; it passes presses beside the switch on to the dock."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(_("Solver"))
        self.setFixedHeight(HEIGHT)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, INSET, 0)
        self._row.addStretch(1)

    def add(self, switch: Switch) -> None:
        """Put the switch at the right of its label."""
        switch.setFixedWidth(switch.sizeHint().width())
        self._row.addWidget(switch)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        drawing.box(painter, QRectF(12, 8, 32, 32), tokens.acc_bg, radius=8)
        icons.draw(painter, "plot", tokens.acc_t, 20, 16)
        painter.setFont(theme.font(13, 600))
        drawing.write(painter, QRectF(52, 7, 120, 18), _("Solver"), tokens.t1)
        painter.setFont(theme.font(11))
        drawing.write(painter, QRectF(52, 25, 140, 16), _("For the whole rig"), tokens.t2)
        painter.setFont(theme.font())
        word = QRectF(0, 0, self.width() - INSET - 36, HEIGHT)
        drawing.write(painter, word, _("Compare"), tokens.t2, drawing.MIDDLE_RIGHT)
        painter.end()
