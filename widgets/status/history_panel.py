"""The history as a list to click: every step, the newest at the top, and a mark where the figure is now.

What is above the mark is undone; a click on any step goes there.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QStyleOptionViewItem, QVBoxLayout, QWidget

from pantin.widgets.controls.frames.panel_head import PanelHead
from pantin.widgets.controls.plain_text import plain
from pantin.widgets.controls.row_list import Index, ListDelegate, RoleData, RowList, paint_back
from pantin.widgets.messages import _, ngettext, pgettext
from pantin.widgets.theme import drawing, icons, theme
from pantin.widgets.theme.appearance import appearance

ROW = 24

ICONS = {
    pgettext("first word of a step", "Open"): "folder",
    pgettext("first word of a step", "New"): "file",
    pgettext("first word of a step", "Drag"): "auto-ik",
    pgettext("first word of a step", "Move"): "move",
    pgettext("first word of a step", "Position"): "move",
    pgettext("first word of a step", "Rotate"): "rotate",
    pgettext("first word of a step", "Rotation"): "rotate",
    pgettext("first word of a step", "Scale"): "scale",
    pgettext("first word of a step", "Pin"): "pin",
    pgettext("first word of a step", "Unpin"): "pin",
    pgettext("first word of a step", "Parent"): "bone",
    pgettext("first word of a step", "Unparent"): "bone",
    pgettext("first word of a step", "Draw"): "bone",
    pgettext("first word of a step", "Paint"): "brush",
    pgettext("first word of a step", "Smooth"): "brush",
    pgettext("first word of a step", "Create"): "figure",
    pgettext("first word of a step", "Rig"): "figure",
    pgettext("first word of a step", "Human"): "limit",
    pgettext("first word of a step", "Hide"): "eye-off",
    pgettext("first word of a step", "Show"): "eye",
    pgettext("first word of a step", "Lock"): "lock",
    pgettext("first word of a step", "Unlock"): "unlock",
    pgettext("first word of a step", "Add"): "plus",
    pgettext("first word of a step", "Duplicate"): "copy",
    pgettext("first word of a step", "Copy"): "copy",
    pgettext("first word of a step", "Paste"): "copy",
    pgettext("first word of a step", "Remove"): "trash",
    pgettext("first word of a step", "Delete"): "trash",
    pgettext("first word of a step", "Mute"): "eye-off",
    pgettext("first word of a step", "Unmute"): "eye",
    pgettext("first word of a step", "Apply"): "pose",
    pgettext("first word of a step", "Mirror"): "mirror",
    pgettext("first word of a step", "Clear"): "revert",
    pgettext("first word of a step", "Reset"): "revert",
    pgettext("first word of a step", "Limit"): "limit",
    pgettext("first word of a step", "Free"): "joint",
    pgettext("first word of a step", "Rename"): "names",
    pgettext("first word of a step", "Make"): "bone",
    pgettext("first word of a step", "Set"): "limit",
    pgettext("first word of a step", "Hand:"): "hand",
    pgettext("first word of a step", "Curl"): "hand",
    pgettext("first word of a step", "Spread"): "hand",
    pgettext("first word of a step", "Expression"): "pose",
    pgettext("first word of a step", "Look"): "eye",
    pgettext("first word of a step", "Solo"): "solo",
    pgettext("first word of a step", "End"): "solo",
    pgettext("first word of a step", "Take"): "collection",
    pgettext("first word of a step", "Pose"): "pose",
    pgettext("first word of a step", "Record"): "record",
    pgettext("first word of a step", "Import"): "clip",
    pgettext("first word of a step", "Trim"): "clip",
    pgettext("first word of a step", "Loop"): "loop",
    pgettext("first word of a step", "Rate"): "clip",
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
        """Return the effect of a click, in words."""
        if not self.away:
            return _("The figure stands here now")
        count = abs(self.away)
        if self.away < 0:
            text = ngettext("Go back to here: {count} step undone", "Go back to here: {count} steps undone", count)
        else:
            text = ngettext(
                "Go forward to here: {count} step done again", "Go forward to here: {count} steps done again", count
            )
        return text.format(count=count)

    @property
    def spoken(self) -> str:
        """The row for those who hear it."""
        if not self.away:
            return _("{step}, now").format(step=self.label)
        return (_("{step}, undone") if self.away > 0 else _("{step}, done")).format(step=self.label)


ROLE_DATA: RoleData = {
    Qt.ItemDataRole.DisplayRole: lambda step: step.label,
    Qt.ItemDataRole.ToolTipRole: lambda step: plain(step.hint),
    Qt.ItemDataRole.AccessibleTextRole: lambda step: step.spoken,
}


class HistoryPanel(QWidget):
    """`step_asked(position)` follows clicks and arrow keys. `head` is the title bar of the panel's dock."""

    title = _("History")
    step_asked = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._shown: tuple[Sequence[str], int] = ((), 0)
        self.head = PanelHead(self.title)
        self.list = _Steps(self.title, ROLE_DATA)
        self.list.setItemDelegate(_StepDelegate(self.list, ROW))
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


class _StepDelegate(ListDelegate):
    """Icon, words, and "now"; what is undone is above it and is dimmed."""

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
            drawing.write(painter, row.adjusted(0, 0, -12, 0), _("now"), tokens.t3, drawing.MIDDLE_RIGHT)
