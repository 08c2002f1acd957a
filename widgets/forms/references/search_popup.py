"""A list that opens with a search line over it: type to search, arrows and Enter or a click to choose."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from pantin.widgets.controls.frames.popup import Popup
from pantin.widgets.controls.row_list import Index
from pantin.widgets.theme import drawing, theme
from pantin.widgets.theme.appearance import appearance

MOST_ROWS = 10
ROW, EDGE, GAP = 24, 5, 4
"""Height of a row and of the search line, margin, and gap between the two, pixels."""


class SearchPopup(Popup):
    """Emits `chosen` with the value of a row and closes.

    A subclass fills the list for a text and says which value a row has. It calls `fill("")` when it is made.
    """

    chosen = Signal(object)

    def __init__(self, prompt: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.search = QLineEdit()
        self.search.setPlaceholderText(prompt)
        self.search.textChanged.connect(self.fill)
        self.search.installEventFilter(self)
        self.list = QListWidget()
        self.list.setUniformItemSizes(True)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setMouseTracking(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemEntered.connect(self.list.setCurrentItem)
        self.list.itemClicked.connect(self._choose)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(EDGE, EDGE, EDGE, EDGE)
        layout.setSpacing(GAP)
        layout.addWidget(self.search)
        layout.addWidget(self.list)

    @abstractmethod
    def fill(self, text: str) -> None:
        """Show the rows that match the text."""

    @abstractmethod
    def value_of(self, item: QListWidgetItem) -> Any:
        """Return the value that is chosen with a row; None where it cannot be chosen."""

    def height_of(self, rows: int) -> int:
        """The height for so many rows, of which `MOST_ROWS` are seen at once, pixels."""
        return ROW + GAP + 2 * EDGE + ROW * max(1, min(MOST_ROWS, rows))

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

    def _choose(self, item: QListWidgetItem | None) -> None:
        value = self.value_of(item) if item else None
        if value is not None:
            self.chosen.emit(value)
            self.close()


PaintRow = Callable[[QPainter, QRectF, Index, theme.Theme], None]


class PopupDelegate(QStyledItemDelegate):
    """Paints the background of a row and then its contents by `paint_row`."""

    def __init__(self, rows: QListWidget, paint_row: PaintRow) -> None:
        super().__init__(rows)
        self._paint_row = paint_row

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(120, ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        tokens, rect = appearance().theme, QRectF(option.rect)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & QStyle.StateFlag.State_Selected:
            drawing.box(painter, rect, tokens.row_active)
        self._paint_row(painter, rect, index, tokens)
