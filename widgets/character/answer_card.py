"""A card that answers a question: what is chosen above, its effect below, and a picture where there is one."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPaintEvent, QPixmap
from PySide6.QtWidgets import QSizePolicy

from pantin.widgets.controls.button import Button
from pantin.widgets.controls.explain import disable
from pantin.widgets.controls.picture_frame import paint_label, paint_picture
from pantin.widgets.theme import drawing, theme
from pantin.widgets.values.opening_shown import Answer

HIGH, RADIUS = 40, 6
HIGH_WITH_PICTURE, PICTURE, AROUND = 72, 64, 4
"""Height of a card with a picture, the side of that, and what is free around it, pixels."""


class AnswerCard(Button):
    """One of several answers, of which one is chosen."""

    def __init__(self, answer: Answer, has_picture: bool = False) -> None:
        super().__init__(Qt.FocusPolicy.TabFocus)
        self.answer, self._has_picture, self._picture = answer, has_picture, QPixmap()
        self.setCheckable(True)
        self.setFixedHeight(HIGH_WITH_PICTURE if has_picture else HIGH)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.show_answer(answer)

    def nextCheckState(self) -> None:
        """Leave it: whether it is chosen is for others to say."""

    def show_answer(self, answer: Answer) -> None:
        """Show an answer in place of the one before."""
        self.answer = answer
        self.setText(answer.title)
        self.setChecked(answer.chosen)
        self.setAccessibleName(answer.title)
        self.setAccessibleDescription(answer.remark)
        disable(self, answer.why_not)
        self.update()

    def show_picture(self, picture: QPixmap) -> None:
        """Show a picture of what it leads to."""
        self._picture = picture
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(72, self.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens, rect, chosen = painter.tokens, QRectF(self.rect()), self.isChecked()
        if not self.isEnabled():
            painter.setOpacity(0.5)
        lit = self.underMouse() and self.isEnabled()
        ground = tokens.card if self._has_picture else tokens.field
        fill = tokens.acc_bg if chosen and not self._has_picture else tokens.field_hover if lit else ground
        drawing.box(painter, rect, fill, RADIUS)
        if chosen or self.hasFocus():
            drawing.ring(painter, rect, tokens.acc, RADIUS, 2 if self._has_picture else drawing.RING)
        elif self._has_picture:
            drawing.ring(painter, rect, tokens.key_edge, RADIUS, 1)
        if self._has_picture:
            self._paint_beside_picture(painter, rect)
        else:
            self._paint_words(painter, rect, chosen)
        painter.end()

    def _paint_words(self, painter: drawing.Painter, rect: QRectF, chosen: bool) -> None:
        tokens, room, weight = painter.tokens, rect.width() - 8, 500 if chosen else 400
        painter.setFont(theme.font(12, weight))
        title = drawing.fitting(self.answer.title, room, 12, weight)
        ink = tokens.acc_t if chosen else tokens.t1
        drawing.write(painter, QRectF(0, 3, rect.width(), 18), title, ink, drawing.CENTRE)
        painter.setFont(theme.font(11))
        remark = drawing.fitting(self.answer.remark, room, 11)
        ink = tokens.acc_t if chosen else tokens.t3
        drawing.write(painter, QRectF(0, 20, rect.width(), 16), remark, ink, drawing.CENTRE)

    def _paint_beside_picture(self, painter: drawing.Painter, rect: QRectF) -> None:
        tokens = painter.tokens
        paint_picture(painter, QRectF(AROUND, AROUND, PICTURE, PICTURE), self._picture, RADIUS)
        left = PICTURE + AROUND + 12
        room = QRectF(left, 0, rect.width() - left - 8, 18)
        paint_label(painter, room.translated(0, 18), self.answer.title, tokens.t1, 12, 500)
        paint_label(painter, room.translated(0, 36), self.answer.remark, tokens.t2, 11)
