"""Cards of expressions, four in a row: a click sets one or puts it back, a drag sideways sets how far it is there.

While one is dragged Shift is fine, Ctrl rounds, Esc and the right button put back; Enter and Space are a click. What a
card has no picture of yet is wanted once it is seen.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QHideEvent, QKeyEvent, QMouseEvent, QPainter, QPixmap, QResizeEvent
from PySide6.QtWidgets import QListView, QStyle, QStyleOptionViewItem

from pantin.widgets.controls import own_keys
from pantin.widgets.controls.picture_frame import paint_picture
from pantin.widgets.controls.plain_text import plain
from pantin.widgets.controls.row_list import Index, ListDelegate, RoleData, RowList
from pantin.widgets.messages import _
from pantin.widgets.numbers.field_gesture import PointerTravel
from pantin.widgets.numbers.scrub import Scrub
from pantin.widgets.theme import drawing, theme
from pantin.widgets.theme.appearance import appearance
from pantin.widgets.values.quantity import Quantity
from pantin.widgets.values.units import Unit

WIDE, HIGH, CAPTION = 65, 60, 20
GAP, ROW_GAP, EDGE = 8, 8, 12
RADIUS = 6
ALL_PAINTED = 60
"""Cards of which pictures are made beforehand; where there are more, of those that are seen alone."""

PERCENT = Unit("%", _("percent"), 100.0, 0, 0.01, 0.1, {"%": 1.0})
"""A pixel is one percent, as on cards of poses; with Ctrl it goes by tens."""
TOGGLES = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
WALKS = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Home, Qt.Key.Key_End)
SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


class CardEntry(msgspec.Struct, frozen=True):
    """One expression as its card shows it."""

    name: str
    value: float
    is_binary: bool
    hint: str


def said(entry: CardEntry) -> str:
    """Return how far an expression is there, in words."""
    return _("{part} %").format(part=Quantity(PERCENT).text(entry.value))


ROLE_DATA: RoleData = {
    Qt.ItemDataRole.DisplayRole: lambda entry: entry.name,
    Qt.ItemDataRole.ToolTipRole: lambda entry: plain(entry.hint),
    Qt.ItemDataRole.AccessibleTextRole: lambda entry: f"{entry.name}, {said(entry)}" if entry.value else entry.name,
}


class _Drag(msgspec.Struct):
    """A press on a card: a click, or a scrub by now."""

    entry: CardEntry
    scrub: Scrub
    travel: PointerTravel


class ExpressionCards(RowList):
    """As high as its rows of cards. Values go out by the name of their expression."""

    previewed = Signal(str, float)
    edited = Signal(str, float)
    cancelled = Signal()
    pictures_wanted = Signal()
    """A card is seen that has no picture of the figure as it is."""

    def __init__(self) -> None:
        super().__init__(_("Expressions"), ROLE_DATA)
        self.pictures: dict[str, QPixmap] = {}
        self._outdated: set[str] = set()
        """The names of those whose picture is shown until there is a newer one."""
        self._drag: _Drag | None = None
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self.pictures_wanted)
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(True)
        self.setUniformItemSizes(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setViewportMargins(EDGE - GAP // 2, 0, 0, 0)
        self.setItemDelegate(_CardDelegate(self))
        self.chosen.connect(lambda place: self._toggle(self.entries[place]))

    @property
    def entries(self) -> Sequence[CardEntry]:
        """Return what is shown."""
        return self.rows.rows

    def show_entries(self, entries: Sequence[CardEntry]) -> None:
        """Show these expressions; the card that keys are on stays where its expression does. Nothing is emitted."""
        before = self.entries
        if tuple(entries) == tuple(before):
            return
        if [each.name for each in entries] == [each.name for each in before]:
            self.rows.rows = entries
            self.rows.dataChanged.emit(self.rows.index(0), self.rows.index(len(entries) - 1))
            return
        at = self.currentIndex().row()
        on = before[at].name if 0 <= at < len(before) else ""
        self.rows.show(entries)
        place = next((place for place, each in enumerate(entries) if each.name == on), 0)
        self.setCurrentIndex(self.rows.index(place))
        self._fit()

    # Pictures

    def show_picture(self, name: str, picture: QPixmap) -> None:
        """Show what an expression does."""
        self.pictures[name] = picture
        self._outdated.discard(name)
        self.viewport().update()

    def forget_pictures(self, keep: bool) -> None:
        """The figure is another one, or what is shown of it; `keep` shows the pictures until newer ones come."""
        self._outdated = set(self.pictures) if keep else set()
        if not keep:
            self.pictures.clear()
        self.viewport().update()

    def lacks(self, name: str) -> bool:
        """Return whether an expression has no picture of the figure as it is."""
        return name not in self.pictures or name in self._outdated

    @property
    def without_picture(self) -> tuple[str, ...]:
        """Return the expressions whose pictures are wanted: those that are seen, and of few then all others."""
        if not self.isVisible():
            return ()
        region = self.viewport().visibleRegion()
        seen = [
            entry.name
            for place, entry in enumerate(self.entries)
            if region.intersects(self.visualRect(self.rows.index(place)))
        ]
        few = [entry.name for entry in self.entries] if len(self.entries) <= ALL_PAINTED else []
        return tuple(name for name in dict.fromkeys((*seen, *few)) if self.lacks(name))

    def hideEvent(self, event: QHideEvent) -> None:
        """Want no pictures while nobody sees them."""
        self.pictures_wanted.emit()
        super().hideEvent(event)

    def note_unpainted(self) -> None:
        """A card was painted without its picture: ask for that once all are painted."""
        if not self._soon.isActive():
            self._soon.start()

    # Mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.RightButton:
            self._put_back()
        elif event.button() == Qt.MouseButton.LeftButton and place.isValid():
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            self.setCurrentIndex(place)
            entry = self.entries[place.row()]
            bounds = Quantity(PERCENT, None, min(entry.value, 0.0), max(entry.value, 1.0))
            travel = PointerTravel(self, event.globalPosition().x())
            self._drag = _Drag(entry, Scrub(bounds, entry.value), travel)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        drag = self._drag
        if drag is None:
            super().mouseMoveEvent(event)
            return
        held = event.modifiers()
        pixels = drag.travel.to(event.globalPosition().x(), wraps=drag.scrub.scrubbing)
        value = drag.scrub.moved(pixels, fine=bool(held & SHIFT), snap=bool(held & CTRL))
        if value is None:
            return
        value = float(value > 0.5) if drag.entry.is_binary else value
        if value != drag.entry.value:
            drag.entry = replace(drag.entry, value=value)
            self.previewed.emit(drag.entry.name, value)
        self.viewport().update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or self._drag is None:
            return
        drag, self._drag = self._drag, None
        self.viewport().update()
        before = drag.scrub.start
        if not drag.scrub.scrubbing:
            if self.visualRect(self.currentIndex()).contains(event.position().toPoint()):
                self._toggle(drag.entry)
        elif drag.entry.value != before:
            self.edited.emit(drag.entry.name, drag.entry.value)
        else:
            self.cancelled.emit()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Two clicks: what one set the other puts back."""
        self.mousePressEvent(event)

    @property
    def dragged(self) -> CardEntry | None:
        """Return the expression that is being dragged, as far as it is now; None where none is."""
        return self._drag.entry if self._drag is not None and self._drag.scrub.scrubbing else None

    def _toggle(self, entry: CardEntry) -> None:
        self.edited.emit(entry.name, 0.0 if entry.value else 1.0)

    def _put_back(self) -> None:
        drag, self._drag = self._drag, None
        if drag is not None and drag.scrub.scrubbing:
            self.cancelled.emit()
        self.viewport().update()

    # Keys

    def event(self, event: QEvent) -> bool:
        return own_keys.kept(event, self._takes) or super().event(event)

    def _takes(self, event: QKeyEvent) -> bool:
        if event.key() == Qt.Key.Key_Escape:
            return self._drag is not None
        return event.key() in (*TOGGLES, *WALKS) and not event.modifiers()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._drag is not None:
            self._put_back()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Put back what is dragged where another window takes the keys."""
        super().focusOutEvent(event)
        self._put_back()

    # Size

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def sizeHint(self) -> QSize:
        return QSize(4 * (WIDE + GAP), self._high)

    @property
    def _high(self) -> int:
        columns = max(self.viewport().width() // (WIDE + GAP), 1)
        return -(-len(self.entries) // columns) * (HIGH + CAPTION + ROW_GAP)

    def _fit(self) -> None:
        self.setFixedHeight(self._high)

    def changeEvent(self, event: QEvent) -> None:
        """In another theme the pictures are others."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.forget_pictures(keep=True)


class _CardDelegate(ListDelegate):
    """Paints the picture of an expression with its name below; its value in its place while it is dragged."""

    def __init__(self, cards: ExpressionCards) -> None:
        super().__init__(cards, HIGH + CAPTION + ROW_GAP)
        self._cards = cards

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(WIDE + GAP, self._height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        entry, dragged, tokens = self._cards.entries[index.row()], self._cards.dragged, appearance().theme
        is_dragged = dragged is not None and dragged.name == entry.name
        entry = dragged if is_dragged and dragged is not None else entry
        if self._cards.lacks(entry.name):
            self._cards.note_unpainted()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        picture = QRectF(option.rect.left() + GAP / 2, option.rect.top(), WIDE, HIGH)
        paint_picture(painter, picture.adjusted(1, 1, -1, -1), self._cards.pictures.get(entry.name), RADIUS)
        is_over = bool(option.state & QStyle.StateFlag.State_MouseOver)
        has_keys = bool(option.state & QStyle.StateFlag.State_HasFocus)
        if entry.value or has_keys:
            drawing.ring(painter, picture, tokens.acc, RADIUS, 2 if entry.value else 1.5)
        else:
            drawing.ring(painter, picture, tokens.off if is_over else tokens.outline, RADIUS, 1)
        words, size, weight = (said(entry), 11, 600) if is_dragged else (entry.name, 11, 400)
        ink = tokens.acc_t if is_dragged else tokens.t1 if entry.value or is_over or has_keys else tokens.t2
        room = QRectF(option.rect.left(), option.rect.top() + HIGH, WIDE + GAP, CAPTION)
        painter.setFont(theme.font(size, weight))
        drawing.write(painter, room, drawing.fitting(words, room.width() - 2, size, weight), ink, drawing.CENTRE)
