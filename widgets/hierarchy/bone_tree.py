"""The tree of bones: it hands clicks, drags and keys on its rows to those that know what they mean."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QToolTip

from pantin.rigs.rig import Rig
from pantin.widgets.controls import own_keys
from pantin.widgets.controls.row_list import Index
from pantin.widgets.hierarchy import collection_switches, row_pins
from pantin.widgets.hierarchy.bone_keys import HINTS, TreeKeys
from pantin.widgets.hierarchy.bone_model import BoneModel, Node
from pantin.widgets.hierarchy.bone_pointer import TreePointer
from pantin.widgets.hierarchy.bone_switches import Column, Subject, explanation
from pantin.widgets.hierarchy.collection_switches import collection_column_at
from pantin.widgets.hierarchy.row_renaming import RowRenaming
from pantin.widgets.hierarchy.row_view import RowView
from pantin.widgets.messages import _
from pantin.widgets.values.exchange import BoneRequest

Switch = tuple[Column | None, Subject | None]
"""The column under the pointer, and what its switch is about."""


class BoneTree(RowView):
    """The rows, with what the pointer and the keys do on them."""

    def __init__(self) -> None:
        super().__init__()
        self._renaming = RowRenaming(self)
        self._pointer = TreePointer(self, self._renaming)
        self._keys = TreeKeys(self, self._pointer, self._renaming)

    def show_nodes(self, nodes: list[Node], is_new_rig: bool, open_all: bool = False) -> None:
        """As `RowView.show_nodes`; a drag ends."""
        self._pointer.cancel()
        super().show_nodes(nodes, is_new_rig, open_all)

    # What people do

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._by_keys = False
            self._pointer.press(event.position().toPoint(), event.modifiers())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._pointer.move(event.position().toPoint(), bool(event.buttons() & Qt.MouseButton.LeftButton))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._pointer.release()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._pointer.press_again(event.position().toPoint(), event.modifiers())

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._pointer.leave()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_key = event.reason() == event.Reason.Keyboard
        index = self.currentIndex() if by_key else self.indexAt(event.pos())
        at = self.viewport().mapToGlobal(self.visualRect(index).center()) if by_key else event.globalPos()
        event.setAccepted(self._pointer.ask_menu(self._model.node(index), at))

    def event(self, event: QEvent) -> bool:
        """Letters search for names here and Esc cancels a drag, even if they are shortcuts of the window."""
        return own_keys.kept(event, lambda key: self._keys.wants(key)) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._by_keys = True
        if not self._keys.press(event):
            event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self._by_keys = True
        self.hints_changed.emit(HINTS)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._pointer.cancel()
        self.hints_changed.emit(())

    def ask_for_bone(self, request: BoneRequest | None) -> None:
        """Let the next click on a row answer; None asks no longer."""
        self._pointer.cancel()
        self.request = request
        self.viewport().setCursor(Qt.CursorShape.CrossCursor if request else Qt.CursorShape.ArrowCursor)

    def rename(self, name: str) -> None:
        """Put a line edit with the whole name over the row of a bone."""
        self._pointer.cancel()
        self._renaming.rename(name)

    def rename_collection(self, name: str) -> None:
        """The same over the row of a collection."""
        self._pointer.cancel()
        self._renaming.rename_collection(name)

    # Tooltips

    def viewportEvent(self, event: QEvent) -> bool:
        if not isinstance(event, QHelpEvent) or event.type() != QEvent.Type.ToolTip:
            return super().viewportEvent(event)
        at = event.pos()
        index, node = self.indexAt(at), self.row_at(at)
        if self.request and node.bone:
            text = _answer_tip(node, self.request)
        elif pinned := self.pin_at(at):
            text = row_pins.explanation(self.document.rig, pinned, self._model.roles.released)
        else:
            switch = self.column_at(at), self.subject_at(at)
            text = _tip(self._model, index, switch, at.x(), self.viewport().width(), self.document.rig)
        QToolTip.showText(event.globalPos(), text, self.viewport(), self.visualRect(index))
        return True


def _tip(model: BoneModel, index: Index, switch: Switch, x: int, width: int, rig: Rig) -> str:
    """Return the tooltip of the row at `index` for the pointer at `x`, in a tree of that width: of a switch, or of the
    row.
    """
    column, subject = switch
    group = model.node(index).collection
    group_column = collection_column_at(x, width) if group else None
    if group and group_column:
        return collection_switches.explanation(group_column, group)
    if column and subject:
        return explanation(rig, column, subject, QApplication.keyboardModifiers())
    return str(index.data(Qt.ItemDataRole.ToolTipRole)) if index.isValid() else ""


def _answer_tip(node: Node, request: BoneRequest) -> str:
    """Return the effect of a click on the row of a bone while a bone is asked for, in words."""
    why = request.why_not(node.name)
    return f"<b>{escape(node.name)}</b><br>" + escape(
        _("Cannot be taken: {why}.").format(why=why) if why else _("Take {node}").format(node=node.name)
    )
