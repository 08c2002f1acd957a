"""The figures to start from, as cards with a picture. One click opens one; arrows choose, Enter opens.

The cards are laid out in as few rows as there is room for, evenly distributed and all of the same width.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from PySide6.QtCore import QEvent, QObject, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from pantin.widgets.controls.button import Button
from pantin.widgets.controls.explain import explain
from pantin.widgets.controls.picture_frame import paint_label, paint_picture
from pantin.widgets.messages import _
from pantin.widgets.theme import drawing, icons, theme

CARD, WIDEST, GAP, ROW_GAP = 184, 320, 16, 24
"""Width that a card wants at least and has at most; room between columns and between rows."""
SHAPE = 172 / 248
"""Height of a card's picture against its width."""
CAPTION = 8 + 16 + 16
RADIUS = 8
PLUS = 28


class Sample(msgspec.Struct, frozen=True, eq=False):
    """A figure to start from: its name, its title, what it is made of, and a picture for each theme by name."""

    name: str
    title: str
    remark: str
    pictures: Mapping[str, QPixmap]


EMPTY = Sample("", _("Empty"), _("Draw your own bones"), {})
"""The last card: a new rig."""


class SampleCard(Button):
    """The card of one figure."""

    def __init__(self, sample: Sample, parent: QWidget) -> None:
        super().__init__(Qt.FocusPolicy.StrongFocus, parent)
        self.sample = sample
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(f"{sample.title}, {sample.remark}")
        begins = _("Start from nothing, ready to draw bones.")
        explain(
            self, begins if sample is EMPTY else _("Open {sample}. Enter opens it too.").format(sample=sample.title)
        )

    def sizeHint(self) -> QSize:
        return QSize(CARD, card_height(CARD))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        picture = QRectF(1, 1, self.width() - 2, self.height() - CAPTION - 2)
        paint_picture(painter, picture, self.sample.pictures.get(tokens.name), RADIUS)
        lit = self.hasFocus() or self.underMouse()
        if self.sample is EMPTY:
            colour = tokens.t1 if lit else tokens.t2
            icons.draw(painter, "plus", colour, picture.center().x() - PLUS / 2, picture.center().y() - PLUS / 2, PLUS)
        elif lit:
            self._paint_open(painter, picture, tokens)
        frame = picture.adjusted(-1, -1, 1, 1)
        if self.hasFocus():
            drawing.ring(painter, frame, tokens.acc, RADIUS + 1, 2)
        else:
            drawing.ring(painter, frame, tokens.off if lit else tokens.outline, RADIUS + 1, 1)
        caption = QRectF(0, self.height() - CAPTION + 8, self.width(), 16)
        paint_label(painter, caption, self.sample.title, tokens.t1, 12, 500)
        paint_label(painter, caption.translated(0, 16), self.sample.remark, tokens.t2, 11)
        painter.end()

    def _paint_open(self, painter: QPainter, picture: QRectF, tokens: theme.Theme) -> None:
        width = theme.metrics(12, 600).horizontalAdvance(_("Open")) + 16
        button = QRectF(picture.right() - 8 - width, picture.bottom() - 32, width, 24)
        drawing.box(painter, button, tokens.acc_t if self.isDown() else tokens.acc)
        painter.setFont(theme.font(12, 600))
        drawing.write(painter, button, _("Open"), tokens.on_acc, drawing.CENTRE)


def card_height(width: int) -> int:
    """The height of a card of this width, pixels."""
    return round(width * SHAPE) + CAPTION


def columns(count: int, width: int) -> int:
    """The number of columns for so many cards: as few as keep the number of rows, and no more than fit."""
    rows = -(-count // max(1, (width + GAP) // (CARD + GAP)))
    return -(-count // max(1, rows)) or 1


class Gallery(QWidget):
    """All cards. Tab focuses the card chosen last and leaves; the arrows move between cards."""

    opened = Signal(str)
    """A figure by its name; "" is the empty rig."""
    chosen = Signal(str)
    """The title of the card that Enter would open, "" when the gallery loses the focus."""

    def __init__(self) -> None:
        super().__init__()
        self.cards: list[SampleCard] = []
        self._columns, self._current = 1, 0
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setSizePolicy(policy)

    def show_samples(self, samples: Sequence[Sample]) -> None:
        """Show these figures, and the empty rig."""
        for card in self.cards:
            card.hide()
            card.deleteLater()
        self.cards = [SampleCard(sample, self) for sample in (*samples, EMPTY)]
        for card in self.cards:
            card.clicked.connect(lambda _=False, name=card.sample.name: self.opened.emit(name))
            card.installEventFilter(self)
            card.show()
        self._choose(0)
        self._place()

    @property
    def current(self) -> SampleCard:
        """The card chosen last."""
        return self.cards[self._current]

    def focus(self) -> None:
        """Take the focus, at the card chosen last."""
        if self.cards:
            self.current.setFocus(Qt.FocusReason.TabFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(watched, SampleCard) or watched not in self.cards:
            return False
        index = self.cards.index(watched)
        if event.type() == event.Type.FocusIn:
            self._choose(index)
            self.chosen.emit(watched.sample.title)
        elif event.type() == event.Type.FocusOut:
            self.chosen.emit("")
        elif isinstance(event, QKeyEvent) and event.type() == event.Type.KeyPress:
            return self._key(index, event.key())
        return False

    def resizeEvent(self, _event: QResizeEvent) -> None:
        self._place()

    def _key(self, index: int, key: int) -> bool:
        steps: dict[int, int] = {
            Qt.Key.Key_Left: -1,
            Qt.Key.Key_Right: 1,
            Qt.Key.Key_Up: -self._columns,
            Qt.Key.Key_Down: self._columns,
            Qt.Key.Key_Home: -index,
            Qt.Key.Key_End: len(self.cards) - 1 - index,
        }
        if key not in steps:
            return False
        wanted = index + steps[key]
        if 0 <= wanted < len(self.cards):
            self.cards[wanted].setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    def _choose(self, index: int) -> None:
        """Make the card at `index` the one that Tab focuses."""
        self._current = index
        for at, card in enumerate(self.cards):
            reached = Qt.FocusPolicy.StrongFocus if at == index else Qt.FocusPolicy.ClickFocus
            card.setFocusPolicy(reached)

    def _place(self) -> None:
        """Lay out the cards for the present width."""
        self._columns = columns(len(self.cards), self.width())
        exact = min(WIDEST, (self.width() - GAP * (self._columns - 1)) / self._columns)
        width = int(exact)
        high = card_height(width)
        for index, card in enumerate(self.cards):
            row, column = divmod(index, self._columns)
            card.setGeometry(QRect(round(column * (exact + GAP)), row * (high + ROW_GAP), width, high))
        rows = -(-len(self.cards) // self._columns)
        self.setFixedHeight(max(0, rows * (high + ROW_GAP) - ROW_GAP))
