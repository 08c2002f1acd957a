"""A list of clickable rows: a background under the pointer, a focus ring, and a scroll bar over the content."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from pantin.widgets.controls.scroll import OverlayBar
from pantin.widgets.theme import drawing, theme

Index = QModelIndex | QPersistentModelIndex
"""The indices that Qt hands to models and delegates."""

NARROWEST = 120
"""No row is narrower, pixels."""

TOP = QModelIndex()
RoleData = Mapping[int, Callable[[Any], object]]
"""The data of a row for each of Qt's roles."""


class RowsModel(QAbstractListModel):
    """Rows of any kind, as they are."""

    def __init__(self, role_data: RoleData, parent: QObject) -> None:
        super().__init__(parent)
        self.rows: Sequence[Any] = ()
        self._role_data = role_data

    def show(self, rows: Sequence[Any]) -> None:
        """Replace all rows."""
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def rowCount(self, parent: Index = TOP) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        read = self._role_data.get(role)
        return read(self.rows[index.row()]) if read else None


class RowList(QListView):
    """`chosen` tells the row that was clicked, or Enter or Space pressed on."""

    chosen = Signal(int)

    def __init__(self, title: str, role_data: RoleData) -> None:
        super().__init__()
        self.rows = RowsModel(role_data, self)
        self.setModel(self.rows)
        self.setAccessibleName(title)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setMouseTracking(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.bar = OverlayBar(self)
        self.clicked.connect(lambda index: self.chosen.emit(index.row()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and self.currentIndex().isValid():
            self.chosen.emit(self.currentIndex().row())
        elif event.text() and not event.modifiers():
            event.ignore()
        else:
            super().keyPressEvent(event)


class ListDelegate(QStyledItemDelegate):
    """Paints the rows of a list, all of one height, pixels. What a row looks like is painted by the subclass."""

    def __init__(self, rows: RowList, height: int) -> None:
        super().__init__(rows)
        self._list, self._height = rows, height

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(NARROWEST, self._height)


def paint_back(painter: QPainter, option: QStyleOptionViewItem, width: float, tokens: theme.Theme) -> QRectF:
    """The back of a row of a `RowList`; returns where it is, `width` wide."""
    rect = QRectF(0, option.rect.top(), width, option.rect.height())
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if option.state & QStyle.StateFlag.State_MouseOver:
        painter.fillRect(rect, theme.colour(tokens.row_hover))
    if option.state & QStyle.StateFlag.State_HasFocus and _by_keys(option):
        drawing.ring(painter, rect.adjusted(2, 1, -2, -1), tokens.acc)
    return rect


def _by_keys(option: QStyleOptionViewItem) -> bool:
    return option.widget.window().testAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange)
