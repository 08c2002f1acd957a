"""What keys do in the tree of bones: arrows walk and fold, letters look for a name, F2 renames, Esc ends a drag."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView

from pantin.widgets.hierarchy.bone_switches import SHIFT
from pantin.widgets.values.type_ahead import TypeAhead

if TYPE_CHECKING:
    from pantin.widgets.hierarchy.bone_tree import BoneTree

KEYPAD = Qt.KeyboardModifier.KeypadModifier
CURSOR = {
    Qt.Key.Key_Up: QAbstractItemView.CursorAction.MoveUp,
    Qt.Key.Key_Down: QAbstractItemView.CursorAction.MoveDown,
    Qt.Key.Key_Home: QAbstractItemView.CursorAction.MoveHome,
    Qt.Key.Key_End: QAbstractItemView.CursorAction.MoveEnd,
    Qt.Key.Key_PageUp: QAbstractItemView.CursorAction.MovePageUp,
    Qt.Key.Key_PageDown: QAbstractItemView.CursorAction.MovePageDown,
}


class Keys:
    """Remembers the word that is being typed."""

    def __init__(self, tree: BoneTree) -> None:
        self._tree = tree
        self._type_ahead = TypeAhead()

    def wants(self, event) -> bool:
        """Whether a key means something here before it is anybody's shortcut."""
        return self._is_letter(event) or self._puts_down(event) or self._leaves(event)

    def press(self, event) -> bool:
        """Do what a key means here; False where it means nothing."""
        tree, key = self._tree, event.key()
        if self._puts_down(event):
            tree.put_down()
        elif self._leaves(event):
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

    def _is_letter(self, event) -> bool:
        """Whether a key is a letter of a name. A space is one only within a name."""
        text = event.text()
        of_a_name = text.isalnum() or text in ("_", ".", "-") or (text == " " and self._type_ahead.going_on)
        return bool(text) and of_a_name and not event.modifiers() & ~(SHIFT | KEYPAD)

    def _puts_down(self, event) -> bool:
        return event.key() == Qt.Key.Key_Escape and self._tree.is_dragging

    def _leaves(self, event) -> bool:
        """Whether a key says that no bone is pointed out."""
        return event.key() == Qt.Key.Key_Escape and self._tree.wanted is not None

    def _type(self, letter: str) -> None:
        model = self._tree.model()
        place = self._type_ahead.find(letter, model.folded_names, model.place_of(self._tree.active or ""))
        if place is not None:
            self._tree.go_to(model.index_at(place))

    def _fold_or_go(self, to_open: bool) -> None:
        """Left closes and then goes to the parent; right opens and then goes to the first child."""
        tree, index = self._tree, self._tree.currentIndex()
        if tree.model().node(index).children and tree.isExpanded(index) != to_open:
            tree.setExpanded(index, to_open)
        else:
            tree.go_to(tree.model().index(0, 0, index) if to_open else index.parent())
