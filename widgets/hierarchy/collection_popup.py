"""Which collection the selected bones go to: type a name, of one that there is or of a new one, and press Enter."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QFrame,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from pantin.rigs.collection import Collection
from pantin.widgets.controls.explain import explain
from pantin.widgets.controls.row_list import Index
from pantin.widgets.messages import _
from pantin.widgets.theme import drawing, icons, theme
from pantin.widgets.theme.appearance import appearance

WIDTH, MOST_ROWS = 240, 10
NAME, COUNT = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1
"""What is chosen with a row, and how many bones the collection has; none for a new one."""


class CollectionPopup(QFrame):
    """Emits `chosen` with a name, of a collection or of one to be made, and closes."""

    chosen = Signal(str)

    def __init__(self, collections: Sequence[Collection], new_name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._collections, self._new_name = collections, new_name
        self.search = QLineEdit()
        self.search.setPlaceholderText(_("Move to collection"))
        self.search.setAccessibleName(_("Collection"))
        explain(self.search, _("Type the name of a collection, or of a new one. Enter moves the selected bones there."))
        self.search.textChanged.connect(self._fill)
        self.search.installEventFilter(self)
        self.list = QListWidget()
        self.list.setAccessibleName(_("Collections"))
        self.list.setItemDelegate(_Delegate(self.list))
        self.list.setUniformItemSizes(True)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setMouseTracking(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemEntered.connect(self.list.setCurrentItem)
        self.list.itemClicked.connect(self._choose)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(5, 5, 5, 5)
        layout.setSpacing(4)
        layout.addWidget(self.search)
        layout.addWidget(self.list)
        self._fill("")

    def open_at(self, place: QPoint) -> None:
        """Open at a place of the screen, and within it."""
        rows = min(MOST_ROWS, len(self._collections) + 1)
        self.resize(WIDTH, 24 + 4 + 10 + 24 * rows + 4)
        room = (self.parentWidget() or self).screen().availableGeometry()
        self.move(min(place.x(), room.right() - self.width()), min(place.y(), room.bottom() - self.height()))
        self.show()
        self.search.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrows walk through the list, Enter chooses."""
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return False
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            step = 1 if event.key() == Qt.Key.Key_Down else -1
            self.list.setCurrentRow(max(0, min(self.list.count() - 1, self.list.currentRow() + step)))
            return True
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._choose(self.list.currentItem())
            return True
        return False

    def paintEvent(self, _event: QPaintEvent) -> None:
        """A panel with a hairline."""
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        painter.fillRect(self.rect(), theme.colour(tokens.panel))
        drawing.ring(painter, QRectF(self.rect()), tokens.key_edge, radius=1, width=1)
        painter.end()

    def _fill(self, text: str) -> None:
        """The collections that have the text in their names; and a new one, unless one is called just so."""
        self.list.clear()
        wanted = text.strip()
        for group in self._collections:
            if wanted.casefold() in group.name.casefold():
                self._add(group.name, group.name, len(group.bones))
        if all(group.name != wanted for group in self._collections):
            self._add(
                _("New collection “{wanted}”").format(wanted=wanted) if wanted else _("New collection"),
                wanted or self._new_name,
                None,
            )
        self.list.setCurrentRow(0)

    def _add(self, title: str, name: str, count: int | None) -> None:
        item = QListWidgetItem(title, self.list)
        item.setData(NAME, name)
        item.setData(COUNT, count)

    def _choose(self, item: QListWidgetItem | None) -> None:
        if item:
            self.chosen.emit(item.data(NAME))
            self.close()


class _Delegate(QStyledItemDelegate):
    """Icon, name and number of bones of one collection."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(120, 24)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        tokens, rect, count = appearance().theme, QRectF(option.rect), index.data(COUNT)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & QStyle.StateFlag.State_Selected:
            drawing.box(painter, rect, tokens.row_active)
        icons.draw(painter, "plus" if count is None else "collection", tokens.t2, rect.left() + 4, rect.top() + 4)
        room = rect.adjusted(24, 0, -40, 0)
        painter.setFont(theme.font())
        drawing.write(painter, room, drawing.fitting(index.data(), room.width()), tokens.t1)
        if count is not None:
            painter.setFont(theme.font(11))
            drawing.write(painter, rect.adjusted(0, 0, -8, 0), str(count), tokens.t2, drawing.MIDDLE_RIGHT)
