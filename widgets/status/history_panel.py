"""The history as a list to click: every step, the newest at the top, and a mark where the figure stands now.

What stands above the mark is undone; a click on any step goes there.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QVBoxLayout, QWidget

from pantin.widgets.controls.panel_head import PanelHead
from pantin.widgets.controls.row_list import Index, RoleData, RowList, paint_back
from pantin.widgets.theme import drawing, icons, theme
from pantin.widgets.theme.appearance import appearance

ROW = 24

ICONS = {
    "Open": "folder",
    "New": "file",
    "Drag": "auto-ik",
    "Move": "move",
    "Position": "move",
    "Rotate": "rotate",
    "Rotation": "rotate",
    "Scale": "scale",
    "Pin": "pin",
    "Unpin": "pin",
    "Parent": "bone",
    "Unparent": "bone",
    "Draw": "bone",
    "Create": "figure",
    "Rig": "figure",
    "Human": "limit",
    "Hide": "eye-off",
    "Show": "eye",
    "Lock": "lock",
    "Unlock": "unlock",
    "Add": "plus",
    "Duplicate": "copy",
    "Copy": "copy",
    "Paste": "copy",
    "Remove": "trash",
    "Delete": "trash",
    "Mute": "eye-off",
    "Unmute": "eye",
    "Apply": "pose",
    "Mirror": "mirror",
    "Clear": "revert",
    "Reset": "revert",
    "Limit": "limit",
    "Free": "joint",
    "Rename": "names",
    "Make": "bone",
    "Set": "limit",
    "Solo": "solo",
    "End": "solo",
    "Take": "collection",
}
"""By the first word of a step."""
OTHER = "settings"
"""A value that was set: its step is called by the field."""


class Step(msgspec.Struct, frozen=True):
    """One row: its words, and how many steps it is away from now; less than none is in the past."""

    label: str
    away: int

    @property
    def hint(self) -> str:
        """What a click does."""
        count = f"{abs(self.away)} step" + ("" if abs(self.away) == 1 else "s")
        if self.away < 0:
            return f"Go back to here: {count} undone"
        return f"Go forward to here: {count} done again" if self.away else "The figure stands here now"

    @property
    def spoken(self) -> str:
        """The row for those who hear it."""
        state = "now" if not self.away else "undone" if self.away > 0 else "done"
        return f"{self.label}, {state}"


ROLE_DATA: RoleData = {
    Qt.ItemDataRole.DisplayRole: lambda step: step.label,
    Qt.ItemDataRole.ToolTipRole: lambda step: step.hint,
    Qt.ItemDataRole.AccessibleTextRole: lambda step: step.spoken,
}


class HistoryPanel(QWidget):
    """`step_asked(position)` follows clicks and arrow keys. `head` is the title bar of the panel's dock."""

    title = "History"
    step_asked = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._shown: tuple[Sequence[str], int] = ((), 0)
        self.head = PanelHead(self.title)
        self.list = _Steps(self.title, ROLE_DATA)
        self.list.setItemDelegate(_StepDelegate(self.list))
        self.list.setUniformItemSizes(True)
        self.list.chosen.connect(self._ask)
        self.setAutoFillBackground(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 8)
        layout.addWidget(self.list)

    def show_history(self, labels: Sequence[str], position: int) -> None:
        """Show all steps, oldest first, and the place of the present one. Nothing is emitted."""
        if (labels, position) == self._shown:
            return
        self._shown = (labels, position)
        newest = len(labels) - 1
        self.list.rows.show([Step(labels[place], place - position) for place in range(newest, -1, -1)])
        now = self.list.rows.index(newest - position)
        self.list.setCurrentIndex(now)
        self.list.scrollTo(now)

    def _ask(self, row: int) -> None:
        labels, position = self._shown
        place = len(labels) - 1 - row
        if place != position:
            self.step_asked.emit(place)


class _Steps(RowList):
    """Arrow keys go through the history itself."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        before = self.currentIndex().row()
        super().keyPressEvent(event)
        if self.currentIndex().row() != before:
            self.chosen.emit(self.currentIndex().row())


class _StepDelegate(QStyledItemDelegate):
    """Icon, words, and "now"; what is undone stands above it and is dimmed."""

    def __init__(self, rows: RowList) -> None:
        super().__init__(rows)
        self._list = rows

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(80, ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        tokens = appearance().theme
        step: Step = self._list.rows.rows[index.row()]
        row = paint_back(painter, option, self._list.viewport().width(), tokens)
        icon = ICONS.get(step.label.partition(" ")[0], OTHER)
        icons.draw(painter, icon, tokens.off if step.away > 0 else tokens.t2, 12, row.top() + 4)
        now = step.away == 0
        text = QRectF(36, row.top(), row.width() - 36 - (48 if now else 12), ROW)
        weight = 500 if now else 400
        painter.setFont(theme.font(12, weight))
        token = tokens.t1 if now else tokens.t3 if step.away > 0 else tokens.t2
        drawing.write(painter, text, drawing.fitting(step.label, text.width(), 12, weight), token)
        if now:
            painter.setFont(theme.font(11))
            drawing.write(painter, row.adjusted(0, 0, -12, 0), "now", tokens.t3, drawing.MIDDLE_RIGHT)
