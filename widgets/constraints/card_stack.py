"""The cards of a bone's constraints, one below the other, and how one of them is dragged to another place."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import QPoint, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from pantin.widgets.constraints.card import Card
from pantin.widgets.theme import drawing

GAP = 8
MARGIN = 12
EDGE, SCROLL, SCROLL_MS = 32, 8, 16
"""Pixels from the edge at which a drag scrolls, how far each time, and how often."""


class CardStack(QWidget):
    """Shows cards; the first `movable` of them change places. `moved(from, to)` counts among those.

    Tab comes to the first card from `before`.
    """

    moved = Signal(int, int)

    def __init__(self, before: QWidget) -> None:
        super().__init__()
        self._before = before
        self._cards: list[Card] = []
        self._movable = 0
        self._held: Card | None = None
        self._y = 0.0
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(MARGIN, 0, MARGIN, GAP)
        self._layout.setSpacing(GAP)
        self._line = _DropLine(self)
        self._scroll = QTimer(self, interval=SCROLL_MS)
        self._scroll.timeout.connect(self._scroll_along)

    def adopt(self, card: Card) -> None:
        """Take a card in, hidden until it is one of those that are shown, and listen to its grip."""
        card.setParent(self)
        card.hide()
        card.head.dragged.connect(lambda y: self._drag(card, y))
        card.head.dropped.connect(self._drop)
        card.head.put_back.connect(self._let_go)

    def show_cards(self, cards: Sequence[Card], movable: int) -> None:
        """Show these cards in this order and hide all others."""
        self._movable = movable
        if cards == self._cards:
            return
        self._let_go()
        for card in self._cards:
            self._layout.removeWidget(card)
            card.setVisible(card in cards)
        self._cards = list(cards)
        for card in cards:
            self._layout.addWidget(card)
            card.show()
        self._order_tabs()

    def _order_tabs(self) -> None:
        """Tab goes from card to card as they are, but not into lists that pop up."""
        parts = [part for card in self._cards for part in card.findChildren(QWidget) if part.window() is self.window()]
        stops = [part for part in parts if part.focusPolicy() & Qt.FocusPolicy.TabFocus]
        for one, following in pairwise((self._before, *stops)):
            QWidget.setTabOrder(one, following)

    def _drag(self, card: Card, y: float) -> None:
        self._held, self._y = card, y
        card.show_held(True)
        self._scroll.start()
        self._show_line()

    def _drop(self) -> None:
        if self._held is None:
            return
        start, place = self._cards.index(self._held), self._place()
        self._let_go()
        to = place - 1 if place > start else place
        if to != start:
            self.moved.emit(start, to)

    def _let_go(self) -> None:
        held, self._held = self._held, None
        self._scroll.stop()
        self._line.hide()
        if held:
            held.show_held(False)

    def _place(self) -> int:
        """Before which card the held one would come to stand."""
        y = self.mapFromGlobal(QPoint(0, round(self._y))).y()
        return sum(card.geometry().center().y() < y for card in self._cards[: self._movable])

    def _show_line(self) -> None:
        place = self._place()
        below = place == self._movable
        card = self._cards[place - 1 if below else place]
        y = card.geometry().bottom() + 1 + GAP / 2 if below else card.y() - GAP / 2
        self._line.setGeometry(MARGIN, max(0, round(y) - 2), self.width() - 2 * MARGIN, 4)
        self._line.show()
        self._line.raise_()

    def _scroll_along(self) -> None:
        """Near an edge of what is seen, the panel scrolls on while the card is held there."""
        area = self.parentWidget()
        while area is not None and not isinstance(area, QScrollArea):
            area = area.parentWidget()
        if area is None:
            return
        y = area.viewport().mapFromGlobal(QPoint(0, round(self._y))).y()
        step = -SCROLL if y < EDGE else SCROLL if y > area.viewport().height() - EDGE else 0
        if step:
            bar = area.verticalScrollBar()
            bar.setValue(bar.value() + step)
            self._show_line()


class _DropLine(QWidget):
    """The line where the card would go."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        drawing.box(painter, QRectF(0, 1, self.width(), 2), painter.tokens.acc, radius=1)
        painter.end()
