"""A pill beside a tracked point in the view: its number, its part of the body, and on which side that is."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QWidget

from pantin.widgets.messages import _
from pantin.widgets.theme import drawing, theme

HIGH, PAD, GAP = 20, 8, 5


class PointPill(QWidget):
    """Names one point. A click on it is `clicked`."""

    clicked = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._number, self._words, self._chosen, self._lost = 0, "", False, False
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def show_point(self, number: int, words: str, chosen: bool, lost: bool) -> None:
        """Show a point; `words` are its part with a side as bones have it, or its serial."""
        if (number, words, chosen, lost) != (self._number, self._words, self._chosen, self._lost):
            self._number, self._words, self._chosen, self._lost = number, words, chosen, lost
            self.setAccessibleName(f"{number} {words}")
            self.resize(self.sizeHint())
            self.update()

    def sizeHint(self) -> QSize:
        wide = 2 * PAD + self._left() + drawing.width_with_side(self._words, 400)
        return QSize(round(wide + (GAP + theme.metrics().horizontalAdvance(_("lost")) if self._lost else 0)), HIGH)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click is one on release, as buttons have it; others go through to the view."""
        if event.button() != Qt.MouseButton.LeftButton:
            event.ignore()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.clicked.emit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens, whole = painter.tokens, QRectF(self.rect())
        drawing.box(painter, whole, tokens.acc_bg if self._chosen else tokens.panel, HIGH / 2, 1.0)
        edge = tokens.acc if self._chosen else tokens.t3 if self.underMouse() else tokens.outline
        drawing.ring(painter, whole, edge, HIGH / 2, 1.5 if self._chosen else 1.0)
        painter.setFont(theme.font(12, 600))
        drawing.write(painter, whole.adjusted(PAD, 0, 0, 0), str(self._number), tokens.acc_t)
        room = whole.adjusted(PAD + self._left(), 0, 0, 0)
        end = drawing.name_with_side(painter, room, self._words, tokens.t1, tokens)
        if self._lost:
            drawing.write(painter, whole.adjusted(end + GAP, 0, 0, 0), _("lost"), tokens.miss)
        painter.end()

    def _left(self) -> float:
        """The room that the number takes."""
        return theme.metrics(12, 600).horizontalAdvance(str(self._number)) + GAP
