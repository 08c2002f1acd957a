"""What keys do in the tree of bones: arrows walk and fold, letters look for a name, F2 renames, Esc ends a drag."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from PySide6.QtCore import QModelIndex, Qt, SignalInstance
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView

from pantin.widgets.controls.row_list import Index
from pantin.widgets.hierarchy.bone_model import BoneModel
from pantin.widgets.hierarchy.bone_switches import SHIFT
from pantin.widgets.values.exchange import BoneRequest
from pantin.widgets.values.type_ahead import TypeAhead

KEYPAD = Qt.KeyboardModifier.KeypadModifier
CURSOR: Mapping[int, QAbstractItemView.CursorAction] = {
    Qt.Key.Key_Up: QAbstractItemView.CursorAction.MoveUp,
    Qt.Key.Key_Down: QAbstractItemView.CursorAction.MoveDown,
    Qt.Key.Key_Home: QAbstractItemView.CursorAction.MoveHome,
    Qt.Key.Key_End: QAbstractItemView.CursorAction.MoveEnd,
    Qt.Key.Key_PageUp: QAbstractItemView.CursorAction.MovePageUp,
    Qt.Key.Key_PageDown: QAbstractItemView.CursorAction.MovePageDown,
}


class WalkedTree(Protocol):
    """What keys ask of the tree."""

    @property
    def bones(self) -> BoneModel: ...

    @property
    def active(self) -> str | None: ...

    @property
    def is_dragging(self) -> bool: ...

    @property
    def request(self) -> BoneRequest | None: ...

    @property
    def answered(self) -> SignalInstance: ...

    def cancel_drag(self) -> None: ...

    def rename(self, name: str) -> None: ...

    def go_to(self, index: QModelIndex, held: Qt.KeyboardModifier = ...) -> None: ...

    def currentIndex(self) -> QModelIndex: ...

    def moveCursor(self, action: QAbstractItemView.CursorAction, held: Qt.KeyboardModifier, /) -> QModelIndex: ...

    def isExpanded(self, index: Index, /) -> bool: ...

    def setExpanded(self, index: Index, expand: bool, /) -> None: ...


class TreeKeys:
    """Handles the keys of one tree; keeps the letters typed so far."""

    def __init__(self, tree: WalkedTree) -> None:
        self._tree = tree
        self._type_ahead = TypeAhead()

    def wants(self, event: QKeyEvent) -> bool:
        """Whether a key is handled here even if it is a shortcut elsewhere."""
        return self._is_letter(event) or self._cancels_drag(event) or self._declines(event)

    def press(self, event: QKeyEvent) -> bool:
        """Handle a key. False if it has no meaning here."""
        tree, key = self._tree, event.key()
        if self._cancels_drag(event):
            tree.cancel_drag()
        elif self._declines(event):
            tree.answered.emit(None)
        elif self._is_letter(event):
            self._type(event.text())
        elif key in CURSOR:
            tree.go_to(tree.moveCursor(CURSOR[key], Qt.KeyboardModifier.NoModifier), event.modifiers() & SHIFT)
        elif key == Qt.Key.Key_F2 and tree.active:
            tree.rename(tree.active)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and tree.currentIndex().isValid():
            self._fold_or_go(to_open=key == Qt.Key.Key_Right)
        else:
            return False
        return True

    def _is_letter(self, event: QKeyEvent) -> bool:
        """Whether a key is a letter of a name. A space is one only within a name."""
        text = event.text()
        of_a_name = text.isalnum() or text in ("_", ".", "-") or (text == " " and self._type_ahead.going_on)
        return bool(text) and of_a_name and not event.modifiers() & ~(SHIFT | KEYPAD)

    def _cancels_drag(self, event: QKeyEvent) -> bool:
        return event.key() == Qt.Key.Key_Escape and self._tree.is_dragging

    def _declines(self, event: QKeyEvent) -> bool:
        """Whether a key declines to pick a bone."""
        return event.key() == Qt.Key.Key_Escape and self._tree.request is not None

    def _type(self, letter: str) -> None:
        model = self._tree.bones
        place = self._type_ahead.find(letter, model.folded_names, model.place_of(self._tree.active or ""))
        if place is not None:
            self._tree.go_to(model.index_at(place))

    def _fold_or_go(self, to_open: bool) -> None:
        """Left closes and then goes to the parent; right opens and then goes to the first child."""
        tree, index = self._tree, self._tree.currentIndex()
        if tree.bones.node(index).children and tree.isExpanded(index) != to_open:
            tree.setExpanded(index, to_open)
        else:
            tree.go_to(tree.bones.index(0, 0, index) if to_open else index.parent())
