"""What the pointer does in the tree of bones: a press is a switch, a chevron, or a row that is clicked or dragged."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QModelIndex, QPoint, Qt, SignalInstance

from pantin.rigs.collection import Collection
from pantin.rigs.editing.collecting import members
from pantin.rigs.editing.selection import select
from pantin.rigs.tree.traversal import topmost
from pantin.widgets.controls.row_list import Index
from pantin.widgets.hierarchy import bone_row
from pantin.widgets.hierarchy.bone_drag import DragArea, Gesture, RowPress, SwitchDrag
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
from pantin.widgets.messages import _
from pantin.widgets.values.exchange import BoneRequest

CHEVRON = 16


class PointedTree(DragArea, Protocol):
    """What the pointer asks of the tree."""

    @property
    def selected(self) -> frozenset[str]: ...

    @property
    def request(self) -> BoneRequest | None: ...

    @property
    def selection_asked(self) -> SignalInstance: ...

    @property
    def menu_asked(self) -> SignalInstance: ...

    @property
    def collection_menu_asked(self) -> SignalInstance: ...

    def column_at(self, at: QPoint) -> Column | None: ...

    def pin_at(self, at: QPoint) -> str | None: ...

    def visible_names(self) -> tuple[str, ...]: ...

    def point_out(self, name: str) -> None: ...

    def rename(self, name: str) -> None: ...

    def rename_collection(self, name: str) -> None: ...

    def indexAt(self, at: QPoint, /) -> QModelIndex: ...

    def isExpanded(self, index: Index, /) -> bool: ...

    def setExpanded(self, index: Index, expand: bool, /) -> None: ...


class TreePointer:
    """Handles the pointer in one tree; keeps the gesture of the held button."""

    def __init__(self, tree: PointedTree) -> None:
        self._tree = tree
        self._gesture: Gesture | None = None
        self._anchor: str | None = None

    @property
    def is_busy(self) -> bool:
        """Whether something is held or dragged."""
        return self._gesture is not None

    def press(self, at: QPoint, held: Qt.KeyboardModifier) -> None:
        """The left button goes down."""
        node, column, subject = self._tree.row_at(at), self._tree.column_at(at), self._tree.subject_at(at)
        pinned = self._tree.pin_at(at)
        if node.collection:
            self._press_collection(at, node.collection, held)
        elif pinned and not self._tree.request:
            self._tree.edited.emit(*unpinning(pinned))
        elif column and subject:
            self._press_switch(at, column, subject, held)
        elif _on_chevron(node, at):
            index = self._tree.indexAt(at)
            self._tree.setExpanded(index, not self._tree.isExpanded(index))
        elif node.bone and self._tree.request:
            self._tree.point_out(node.name)
        elif node.bone:
            self._press_row(at, node.name, held)

    def press_again(self, at: QPoint, held: Qt.KeyboardModifier) -> None:
        """The second press of a double click renames; on switches and chevrons it is one more press."""
        node = self._tree.row_at(at)
        if node.collection and not collection_column_at(at.x(), self._tree.viewport().width()):
            self._tree.rename_collection(node.name)
        elif node.collection or self._tree.column_at(at) or self._tree.pin_at(at) or _on_chevron(node, at):
            self.press(at, held)
        elif node.bone and not self._tree.request:
            self._tree.rename(node.name)

    def move(self, at: QPoint, held_down: bool) -> None:
        """The pointer moves, with the left button held down or not."""
        if self._gesture and held_down:
            self._gesture.move(at)
        else:
            self._tree.show_pointed(self._tree.row_at(at), self._tree.column_at(at))

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
        self._tree.show_pointed(None, None)

    def ask(self, name: str, held: Qt.KeyboardModifier) -> None:
        """Select one bone; with Ctrl add it or take it away, with Shift everything from the last one to this."""
        tree = self._tree
        if held & SHIFT and self._anchor:
            names = names_between(tree.visible_names(), self._anchor, name)
        elif held & CTRL:
            self._anchor = name
            bones = tree.document.rig.bones
            names = tuple(bone.name for bone in bones if (bone.name in tree.selected) != (bone.name == name))
        else:
            self._anchor = name
            names = (name,)
        tree.selection_asked.emit(names, name if name in names else (names[-1] if names else None))

    def ask_menu(self, node: Node, at: QPoint) -> bool:
        """A menu for a bone, which becomes the selection unless it is part of it, or for a collection; else False."""
        if node.collection:
            self._tree.collection_menu_asked.emit(at, node.name)
            return True
        if not node.bone:
            return False
        if node.name not in self._tree.selected:
            self._tree.selection_asked.emit((node.name,), node.name)
        self._tree.menu_asked.emit(at, node.name)
        return True

    def _press_collection(self, at: QPoint, group: Collection, held: Qt.KeyboardModifier) -> None:
        """A switch, or the row: its bones are selected, with Ctrl beside what is selected already."""
        column = collection_column_at(at.x(), self._tree.viewport().width())
        before = self._tree.document.selected if held & CTRL else ()
        if column:
            self._tree.edited.emit(*switched(column, group, held))
        else:
            self._tree.edited.emit(
                _("Select"), lambda document: select(document, (*before, *members(document.rig, group.name)))
            )

    def _press_switch(self, at: QPoint, column: Column, subject: Subject, held: Qt.KeyboardModifier) -> None:
        rig = self._tree.document.rig
        if held & (SHIFT | CTRL):
            self._tree.edited.emit(*clicked(rig, column, subject, held))
        else:
            self._gesture = SwitchDrag(self._tree, at, column, not all_on(rig, column, subject.names), subject)

    def _press_row(self, at: QPoint, name: str, held: Qt.KeyboardModifier) -> None:
        """Select at once, except what is selected already: all of that may be meant to be dragged."""
        tree = self._tree
        if name in tree.selected and not held & (SHIFT | CTRL):
            rig = tree.document.rig
            dragged = topmost(rig, tree.selected)
            self._gesture = RowPress(tree, at, dragged, lambda: self.ask(name, held))
        else:
            self.ask(name, held)
            self._gesture = RowPress(tree, at, (name,), lambda: None)


def _on_chevron(node: Node, at: QPoint) -> bool:
    """A group folds wherever it is pressed."""
    return bool(node.children) and (node.bone is None or at.x() < bone_row.chevron(node) + CHEVRON)
