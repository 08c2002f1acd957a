"""A card that stands for a format of files: its name, what it holds, and the ending of its names."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from pantin.widgets.theme import drawing, theme

HIGH, RADIUS = 44, 6
WORDS, ENDING = 40, 96
"""Where the words begin, and how wide the ending is."""


class FormatCard(QAbstractButton):
    """One of several, of which one is chosen."""

    def __init__(self, name: str, remark: str) -> None:
        super().__init__()
        self.setText(name)
        self.remark, self.ending = remark, ""
        self.setCheckable(True)
        self.setFixedHeight(HIGH)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setAccessibleName(name)
        self.setAccessibleDescription(remark)

    def nextCheckState(self) -> None:
        """Whether it is chosen is for others to say."""

    def show_format(self, remark: str, ending: str, chosen: bool) -> None:
        """Show what the files hold, how their names end, and whether it is chosen."""
        self.remark, self.ending = remark, ending
        self.setAccessibleDescription(remark)
        self.setChecked(chosen)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, HIGH)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens, rect, chosen = painter.tokens, QRectF(self.rect()), self.isChecked()
        if not self.isEnabled():
            painter.setOpacity(0.4)
        lit = self.underMouse() and self.isEnabled()
        drawing.box(painter, rect, tokens.field_hover if lit else tokens.card, RADIUS)
        marked = chosen or self.hasFocus()
        drawing.ring(painter, rect, tokens.acc if marked else tokens.key_edge, RADIUS, 2 if marked else 1)
        drawing.radio(painter, 12, HIGH / 2 - 8, chosen, tokens)
        room = rect.width() - WORDS - ENDING - 12
        painter.setFont(theme.font(12, 500))
        drawing.write(painter, QRectF(WORDS, 5, room, 18), self.text(), tokens.t1)
        painter.setFont(theme.font(11))
        drawing.write(painter, QRectF(WORDS, 22, room, 16), drawing.fitting(self.remark, room, 11), tokens.t2)
        end = QRectF(rect.width() - ENDING - 12, 0, ENDING, HIGH)
        drawing.write(painter, end, self.ending, tokens.t3, drawing.MIDDLE_RIGHT)
        painter.end()
