"""A popup that moves the selected bones to a collection: type the name of one that there is or of a new one, and press
Enter.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QListWidgetItem, QWidget

from pantin.rigs.collection import Collection
from pantin.widgets.controls.explain import explain
from pantin.widgets.controls.row_list import Index
from pantin.widgets.forms.references.search_popup import PopupDelegate, SearchPopup
from pantin.widgets.messages import _
from pantin.widgets.theme import drawing, icons, theme

WIDTH = 240
NAME, COUNT = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1
"""The choice of a row, and the number of bones of the collection; none for a new one."""


class CollectionPopup(SearchPopup):
    """Emits `chosen` with the name of a collection, or of one to be made."""

    def __init__(self, collections: Sequence[Collection], new_name: str, parent: QWidget | None = None) -> None:
        super().__init__(_("Move to collection"), parent)
        self._collections, self._new_name = collections, new_name
        self.search.setAccessibleName(_("Collection"))
        explain(self.search, _("Type the name of a collection, or of a new one. Enter moves the selected bones there."))
        self.list.setAccessibleName(_("Collections"))
        self.list.setItemDelegate(PopupDelegate(self.list, _paint_collection))
        self.fill("")

    def open_at(self, place: QPoint) -> None:
        """Open at a place of the screen, and within it."""
        self.resize(WIDTH, self.height_of(len(self._collections) + 1) + 4)
        room = (self.parentWidget() or self).screen().availableGeometry()
        self.move(min(place.x(), room.right() - self.width()), min(place.y(), room.bottom() - self.height()))
        self.show()
        self.search.setFocus()

    def fill(self, text: str) -> None:
        """Show the collections with the text in their names; and a new one, unless one is called just so."""
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

    def value_of(self, item: QListWidgetItem) -> str | None:
        """The name of the collection."""
        return str(item.data(NAME))

    def _add(self, title: str, name: str, count: int | None) -> None:
        item = QListWidgetItem(title, self.list)
        item.setData(NAME, name)
        item.setData(COUNT, count)


def _paint_collection(painter: QPainter, rect: QRectF, index: Index, tokens: theme.Theme) -> None:
    """Icon, name and number of bones of one collection."""
    count = index.data(COUNT)
    icons.draw(painter, "plus" if count is None else "collection", tokens.t2, rect.left() + 4, rect.top() + 4)
    room = rect.adjusted(24, 0, -40, 0)
    painter.setFont(theme.font())
    drawing.write(painter, room, drawing.fitting(index.data(), room.width()), tokens.t1)
    if count is not None:
        painter.setFont(theme.font(11))
        drawing.write(painter, rect.adjusted(0, 0, -8, 0), str(count), tokens.t2, drawing.MIDDLE_RIGHT)
