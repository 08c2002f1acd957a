"""The tree of bones: clicks, drags, keys and renaming in place; changes are asked for by signals."""

from __future__ import annotations

from collections.abc import Callable, Set

from PySide6.QtCore import QEvent, QModelIndex, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QToolTip

from pantin.rigs.editing.collecting import rename_collection
from pantin.rigs.wording import quoted
from pantin.widgets.hierarchy import row_pins
from pantin.widgets.hierarchy.bone_keys import TreeKeys
from pantin.widgets.hierarchy.bone_model import Node
from pantin.widgets.hierarchy.bone_pointer import TreePointer
from pantin.widgets.hierarchy.row_renaming import RowRenaming
from pantin.widgets.hierarchy.row_tips import answer_tip, tip
from pantin.widgets.hierarchy.row_view import RowView
from pantin.widgets.messages import _
from pantin.widgets.values.exchange import BoneRequest

NO_KEYS = Qt.KeyboardModifier.NoModifier


class BoneTree(RowView):
    """Emits what is asked for by clicks, drags and keys on the rows."""

    selection_asked = Signal(object, object)
    rename_asked = Signal(str, str)
    edited = Signal(str, object)
    rejected = Signal(str)
    menu_asked = Signal(object, str)
    collection_menu_asked = Signal(object, str)
    answered = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._pointer, self._keys = TreePointer(self), TreeKeys(self)
        self._renaming = RowRenaming(self)
        self.request: BoneRequest | None = None
        """The bone that is asked for: the next click on a row answers."""

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
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and self._keys.wants(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._by_keys = True
        if not self._keys.press(event):
            event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self._by_keys = True

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._pointer.cancel()

    @property
    def is_dragging(self) -> bool:
        """Whether a button is held here."""
        return self._pointer.is_busy

    def open_row(self, node: Node) -> None:
        """Open the branch of a row, if it has one."""
        self.folds.open_row(node)

    def cancel_drag(self) -> None:
        """End a drag; nothing has changed."""
        self._pointer.cancel()

    def go_to(self, index: QModelIndex, held: Qt.KeyboardModifier = NO_KEYS) -> None:
        """Stand on a row, and ask for its bone."""
        if index.isValid():
            self.setCurrentIndex(index)
            self.scrollTo(index)
            self.viewport().update()
        node = self._model.node(index)
        if node.bone:
            self._pointer.ask(node.name, held)

    def ask_for_bone(self, request: BoneRequest | None) -> None:
        """Let the next click on a row answer; None asks no longer."""
        self._pointer.cancel()
        self.request = request
        self.viewport().setCursor(Qt.CursorShape.CrossCursor if request else Qt.CursorShape.ArrowCursor)

    def point_out(self, name: str) -> None:
        """A row was clicked while a bone is asked for."""
        why = self.request.why_not(name) if self.request else ""
        if why:
            self.rejected.emit(_("{name} cannot be taken: {why}.").format(name=quoted(name), why=why))
        else:
            self.answered.emit(name)

    # Renaming

    def rename(self, name: str) -> None:
        """Put a line edit with the whole name over the row of a bone."""
        taken = self.document.rig.by_name.keys() - {name}
        self._begin_renaming(self._model.index_of(name), taken, lambda new: self.rename_asked.emit(name, new))

    def rename_collection(self, name: str) -> None:
        """The same over the row of a collection, whose group opens for it."""
        self.expand(self._model.index_of_collection(name).parent())
        taken = {group.name for group in self.document.rig.collections} - {name}
        self._begin_renaming(
            self._model.index_of_collection(name),
            taken,
            lambda new: self.edited.emit(
                _("Rename {name}").format(name=name), lambda document: rename_collection(document, name, new)
            ),
        )

    def _begin_renaming(self, index: QModelIndex, taken: Set[str], renamed: Callable[[str], None]) -> None:
        if index.isValid():
            self._pointer.cancel()
            self.scrollTo(index)
            self._renaming.begin(self._model.node(index), self.visualRect(index).top(), taken, renamed)

    # Tooltips

    def viewportEvent(self, event: QEvent) -> bool:
        if not isinstance(event, QHelpEvent) or event.type() != QEvent.Type.ToolTip:
            return super().viewportEvent(event)
        at = event.pos()
        index, node = self.indexAt(at), self.row_at(at)
        if self.request and node.bone:
            text = answer_tip(node, self.request)
        elif pinned := self.pin_at(at):
            text = row_pins.explanation(self.document.rig, pinned)
        else:
            switch = self.column_at(at), self.subject_at(at)
            text = tip(self._model, index, switch, at.x(), self.viewport().width(), self.document.rig)
        QToolTip.showText(event.globalPos(), text, self.viewport(), self.visualRect(index))
        return True
