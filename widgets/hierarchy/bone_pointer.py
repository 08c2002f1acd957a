"""The pointer in the tree of bones: a press is a switch, a chevron, or a row that is clicked or dragged."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPoint, Qt

from pantin.rigs.collection import Collection
from pantin.rigs.editing.collecting import members
from pantin.rigs.editing.selection import select, toggled
from pantin.rigs.tree.traversal import topmost
from pantin.rigs.wording import quoted
from pantin.widgets.hierarchy import bone_row
from pantin.widgets.hierarchy.bone_drag import Gesture, RowPress, SwitchDrag
from pantin.widgets.hierarchy.bone_model import Node, names_between
from pantin.widgets.hierarchy.bone_switches import (
    CTRL,
    SHIFT,
    Column,
    Subject,
    all_on,
    clicked,
)
from pantin.widgets.hierarchy.collection_switches import collection_column_at, switched
from pantin.widgets.hierarchy.row_pins import unpinning
from pantin.widgets.hierarchy.row_renaming import RowRenaming
from pantin.widgets.hierarchy.row_view import RowView
from pantin.widgets.messages import _
from pantin.widgets.values.exchange import BoneRequest

CHEVRON = 16
NO_KEYS = Qt.KeyboardModifier.NoModifier


class TreePointer:
    """Handles the pointer in one tree; keeps the gesture of the held button."""

    def __init__(self, rows: RowView, renaming: RowRenaming) -> None:
        self._rows, self._renaming = rows, renaming
        self._gesture: Gesture | None = None
        self._anchor: str | None = None

    @property
    def is_busy(self) -> bool:
        """Return whether something is held or dragged."""
        return self._gesture is not None

    def press(self, at: QPoint, held: Qt.KeyboardModifier) -> None:
        """The left button goes down."""
        node, column, subject = self._rows.row_at(at), self._rows.column_at(at), self._rows.subject_at(at)
        pinned = self._rows.pin_at(at)
        if node.collection:
            self._press_collection(at, node.collection, held)
        elif pinned and not self._rows.request:
            self._rows.edited.emit(*unpinning(pinned))
        elif column and subject:
            self._press_switch(at, column, subject, held)
        elif _on_chevron(node, at):
            index = self._rows.indexAt(at)
            self._rows.setExpanded(index, not self._rows.isExpanded(index))
        elif node.bone and self._rows.request:
            self._answer(self._rows.request, node.name)
        elif node.bone:
            self._press_row(at, node.name, held)

    def press_again(self, at: QPoint, held: Qt.KeyboardModifier) -> None:
        """The second press of a double click renames; on switches and chevrons it is one more press."""
        node = self._rows.row_at(at)
        if node.collection and not collection_column_at(at.x(), self._rows.viewport().width()):
            self._renaming.rename_collection(node.name)
        elif node.collection or self._rows.column_at(at) or self._rows.pin_at(at) or _on_chevron(node, at):
            self.press(at, held)
        elif node.bone and not self._rows.request:
            self._renaming.rename(node.name)

    def move(self, at: QPoint, held_down: bool) -> None:
        """The pointer moves, with the left button held down or not."""
        if self._gesture and held_down:
            self._gesture.move(at)
        else:
            self._rows.show_pointed(self._rows.row_at(at), self._rows.column_at(at))

    def release(self) -> None:
        """The left button is let go."""
        gesture, self._gesture = self._gesture, None
        if gesture:
            gesture.release()

    def cancel(self) -> None:
        """Cancel the drag; nothing has changed."""
        gesture, self._gesture = self._gesture, None
        if gesture:
            gesture.cancel()

    def leave(self) -> None:
        """The pointer is elsewhere."""
        self._rows.show_pointed(None, None)

    def ask(self, name: str, held: Qt.KeyboardModifier) -> None:
        """Select one bone; with Ctrl add it or take it away, with Shift everything from the last one to this."""
        rows, anchor = self._rows, self._anchor
        if held & SHIFT and anchor:
            names = names_between(rows.visible_names(), anchor, name)
            rows.selection_asked.emit(names, name if name in names else (names[-1] if names else None))
            return
        self._anchor = name
        if held & CTRL:
            rows.edited.emit(_("Select"), lambda document: toggled(document, name))
        else:
            rows.selection_asked.emit((name,), name)

    def go_to(self, index: QModelIndex, held: Qt.KeyboardModifier = NO_KEYS) -> None:
        """Stand on a row, and ask for its bone."""
        rows = self._rows
        if index.isValid():
            rows.setCurrentIndex(index)
            rows.scrollTo(index)
            rows.viewport().update()
        node = rows.bones.node(index)
        if node.bone:
            self.ask(node.name, held)

    def ask_menu(self, node: Node, at: QPoint) -> bool:
        """A menu for a bone, which becomes the selection unless it is part of it, or for a collection; else False."""
        if node.collection:
            self._rows.collection_menu_asked.emit(at, node.name)
            return True
        if not node.bone:
            return False
        if node.name not in self._rows.selected:
            self._rows.selection_asked.emit((node.name,), node.name)
        self._rows.menu_asked.emit(at, node.name)
        return True

    def _press_collection(self, at: QPoint, group: Collection, held: Qt.KeyboardModifier) -> None:
        """A switch, or the row: its bones are selected, with Ctrl beside what is selected already."""
        column = collection_column_at(at.x(), self._rows.viewport().width())
        before = self._rows.document.selected if held & CTRL else ()
        if column:
            self._rows.edited.emit(*switched(column, group, held))
        else:
            self._rows.edited.emit(
                _("Select"), lambda document: select(document, (*before, *members(document.rig, group.name)))
            )

    def _answer(self, request: BoneRequest, name: str) -> None:
        """A row was clicked while a bone is asked for."""
        why = request.why_not(name)
        if why:
            self._rows.rejected.emit(_("{name} cannot be taken: {why}.").format(name=quoted(name), why=why))
        else:
            self._rows.answered.emit(name)

    def _press_switch(self, at: QPoint, column: Column, subject: Subject, held: Qt.KeyboardModifier) -> None:
        rig = self._rows.document.rig
        if held & (SHIFT | CTRL):
            self._rows.edited.emit(*clicked(rig, column, subject, held))
        else:
            self._gesture = SwitchDrag(self._rows, at, column, not all_on(rig, column, subject.names), subject)

    def _press_row(self, at: QPoint, name: str, held: Qt.KeyboardModifier) -> None:
        """Select at once, except what is selected already: all of that may be about to be dragged."""
        rows = self._rows
        if name in rows.selected and not held & (SHIFT | CTRL):
            rig = rows.document.rig
            dragged = topmost(rig, rows.selected)
            self._gesture = RowPress(rows, at, dragged, lambda: self.ask(name, held))
        else:
            self.ask(name, held)
            self._gesture = RowPress(rows, at, (name,), lambda: None)


def _on_chevron(node: Node, at: QPoint) -> bool:
    """A group folds wherever it is pressed."""
    return bool(node.children) and (node.bone is None or at.x() < bone_row.chevron(node) + CHEVRON)
