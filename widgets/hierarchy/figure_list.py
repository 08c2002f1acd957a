"""The figures of a scene above the bones of the one that is edited: a click edits another."""

from __future__ import annotations

import msgspec
from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy, QStyleOptionViewItem

from pantin.rigs.document import Document
from pantin.widgets.controls.row_list import Index, ListDelegate, RoleData, RowList, paint_back
from pantin.widgets.messages import _, ngettext
from pantin.widgets.theme import drawing, icons, theme
from pantin.widgets.theme.appearance import appearance

ROW = 24
MOST_SEEN = 6
"""Rows that are seen at once: the bones below need the room."""


class FigureRow(msgspec.Struct, frozen=True):
    """One figure: its name, how many bones it has, and whether it is edited."""

    name: str
    bones: int
    edited: bool

    @property
    def hint(self) -> str:
        """Return the effect of a click, as plain text."""
        if self.edited:
            return _("{figure} is edited").format(figure=self.name)
        return _("Edit {figure}").format(figure=self.name)


ROLE_DATA: RoleData = {
    Qt.ItemDataRole.DisplayRole: lambda row: row.name,
    Qt.ItemDataRole.AccessibleTextRole: lambda row: row.hint,
}


class FigureList(RowList):
    """Shown where a scene has several figures. `figure_asked` tells the name of the one to edit."""

    figure_asked = Signal(str)

    def __init__(self) -> None:
        super().__init__(_("Figures"), ROLE_DATA)
        self._shown: tuple[FigureRow, ...] = ()
        self.setItemDelegate(_FigureDelegate(self, ROW))
        self.setUniformItemSizes(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.chosen.connect(self._ask)
        self.hide()

    def sizeHint(self) -> QSize:
        return QSize(200, ROW * min(len(self._shown), MOST_SEEN))

    def show_document(self, document: Document) -> None:
        """Show the figures of a document. Nothing is emitted."""
        figures = document.scene.figures
        rows = tuple(FigureRow(each.name, len(each.rig.bones), each.name == document.active_figure) for each in figures)
        if rows == self._shown:
            return
        self._shown = rows
        self.rows.show(rows)
        self.setVisible(len(rows) > 1)
        self.setCurrentIndex(self.rows.index([row.edited for row in rows].index(True)))
        self.updateGeometry()

    def _ask(self, row: int) -> None:
        if not self._shown[row].edited:
            self.figure_asked.emit(self._shown[row].name)


class _FigureDelegate(ListDelegate):
    """Icon, name and number of bones; the figure that is edited in the accent."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        tokens = appearance().theme
        figure: FigureRow = self._list.rows.rows[index.row()]
        row = paint_back(painter, option, self._list.viewport().width(), tokens)
        weight = 500 if figure.edited else 400
        icons.draw(painter, "figure", tokens.acc if figure.edited else tokens.t3, 12, row.top() + 4)
        count = ngettext("{count} bone", "{count} bones", figure.bones).format(count=figure.bones)
        text = QRectF(36, row.top(), row.width() - 36 - 80, ROW)
        painter.setFont(theme.font(12, weight))
        drawing.write(
            painter,
            text,
            drawing.fitting(figure.name, text.width(), 12, weight),
            tokens.t1 if figure.edited else tokens.t2,
        )
        painter.setFont(theme.font(11))
        drawing.write(painter, row.adjusted(0, 0, -12, 0), count, tokens.t3, drawing.MIDDLE_RIGHT)
