"""The cards of the shelf, in rows as wide as there is room for; words where there are none.

Whole rows are shown and scrolled: a row that is cut shows figures without heads.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QCursor, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QScrollArea, QWidget

from pantin.widgets.controls.scroll import OverlayBar
from pantin.widgets.messages import _
from pantin.widgets.poses.pose_card import CAPTION, HIGH, WIDE, PoseCard
from pantin.widgets.theme import drawing, icons, theme

EDGE, GAP, ROW_GAP, ABOVE = 12, 8, 6, 4
ROW = HIGH + CAPTION + ROW_GAP
"""From one row to the next, pixels."""
NOTCH = 120
"""Qt's measure of one notch of a wheel."""

NOTHING = (
    _("No poses yet"),
    _("Pantin's own are for people with a skeleton. Press Save pose to keep one, or add a folder from the menu."),
)
COMING = _("Poses are on their way"), _("Folders are read, and what comes with Pantin is retargeted to this figure.")


def high_of(rows: int) -> int:
    """Return how high this many rows are, pixels."""
    return ABOVE + max(rows, 1) * ROW - ROW_GAP


class CardRows(QWidget):
    """The cards that are shown, one row under the other."""

    def __init__(self) -> None:
        super().__init__()
        self.cards: list[PoseCard] = []
        self.columns = 1
        self._words = NOTHING
        self._marked = -1

    def show_cards(self, cards: list[PoseCard], words: tuple[str, str]) -> None:
        """Show these cards, and `words` where there are none."""
        for card in self.cards:
            if card not in cards:
                card.clearFocus()  # else Qt gives it to another one and scrolls there
            card.setVisible(card in cards)
        self.cards, self._words = cards, words
        for card in cards:
            card.show()
        for before, after in pairwise(cards):
            QWidget.setTabOrder(before, after)
        self._place()
        self.update()

    def place_at(self, at: QPoint) -> int:
        """The gap between cards that is nearest to a place."""
        row = max(at.y() - ABOVE, 0) // ROW
        across = round((at.x() - EDGE) / (WIDE + GAP))
        return min(max(row * self.columns + min(max(across, 0), self.columns), 0), len(self.cards))

    def places_from(self, card: PoseCard) -> Mapping[int, int]:
        """Return the places that keys lead to from a card: those of other cards, some of which may not be there."""
        at = self.cards.index(card)
        return {
            Qt.Key.Key_Left: at - 1,
            Qt.Key.Key_Right: at + 1,
            Qt.Key.Key_Up: at - self.columns,
            Qt.Key.Key_Down: at + self.columns,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: len(self.cards) - 1,
        }

    def mark(self, place: int) -> None:
        """Mark a gap; −1 marks none."""
        self._marked = place
        self.update()

    def follow_pointer(self) -> None:
        """Tell the cards which of them is under the pointer: it may rest while they are scrolled below it."""
        area, at = self.parentWidget(), QCursor.pos()
        is_over = area is not None and area.rect().contains(area.mapFromGlobal(at))
        under = self.childAt(self.mapFromGlobal(at)) if is_over else None
        for card in sorted(self.cards, key=lambda card: card is under):
            card.show_pointed(card is under)

    def resizeEvent(self, _event: QResizeEvent) -> None:
        self._place()

    def _corner(self, at: int) -> QPoint:
        row, across = divmod(at, self.columns)
        return QPoint(EDGE + across * (WIDE + GAP), ABOVE + row * ROW)

    def _place(self) -> None:
        self.columns = max((self.width() - 2 * EDGE + GAP) // (WIDE + GAP), 1)
        for at, card in enumerate(self.cards):
            card.move(self._corner(at))
        rows = -(-len(self.cards) // self.columns)
        self.setMinimumHeight(high_of(rows))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        painter.fillRect(self.rect(), theme.colour(tokens.panel))
        if self._marked >= 0:
            corner = self._corner(self._marked)
            drawing.box(painter, QRectF(corner.x() - GAP / 2 - 1, corner.y(), 2, HIGH), tokens.acc, 1)
        if not self.cards:
            self._paint_words(painter)
        painter.end()

    def _paint_words(self, painter: drawing.Painter) -> None:
        """A heading and a sentence in the middle, below an icon."""
        tokens, middle = painter.tokens, self.height() / 2
        heading, sentence = self._words
        icons.draw(painter, "library", tokens.t3, self.width() / 2 - 12, middle - 44, 24)
        painter.setFont(theme.font(12, 600))
        drawing.write(painter, QRectF(0, middle - 14, self.width(), 20), heading, tokens.t1, drawing.CENTRE)
        painter.setFont(theme.font(12))
        painter.setPen(theme.colour(tokens.t2))
        room = QRectF(24, middle + 8, self.width() - 48, 36)
        painter.drawText(room, Qt.AlignmentFlag.AlignHCenter | Qt.TextFlag.TextWordWrap, sentence)


class RowsArea(QScrollArea):
    """Shows as many whole rows as there is room for, and scrolls by rows."""

    def __init__(self, rows: CardRows) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(rows)
        OverlayBar(self)
        self._turned = 0.0
        """Turn of the wheel since the last row, in notches."""
        bar = self.verticalScrollBar()
        bar.setSingleStep(ROW)
        bar.valueChanged.connect(lambda value: bar.setValue(round(value / ROW) * ROW))

    def fit(self, room: int) -> None:
        """Be as high as whole rows are in a room of this height, pixels; one row at least."""
        rows = max((room - ABOVE + ROW_GAP) // ROW, 1)
        self.setFixedHeight(min(high_of(rows), max(room, 1)))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """A notch, or as much of a touchpad, scrolls by a row."""
        pixels = event.pixelDelta().y()
        self._turned += pixels / ROW if pixels else event.angleDelta().y() / NOTCH
        whole = int(self._turned)
        if whole:
            self._turned -= whole
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() - whole * ROW)
        event.accept()
