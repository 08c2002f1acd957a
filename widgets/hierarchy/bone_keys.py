"""Keys in the tree of bones: arrows walk and fold, letters look for a name, F2 renames, Esc ends a drag."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView

from pantin.widgets.hierarchy.bone_pointer import TreePointer
from pantin.widgets.hierarchy.bone_switches import SHIFT
from pantin.widgets.hierarchy.row_renaming import RowRenaming
from pantin.widgets.hierarchy.row_view import RowView
from pantin.widgets.messages import _

HINTS = (
    ("A–Z", _("Find a bone by its name")),
    ("Arrows", _("Go to a bone, open and close")),
    ("F2", _("Rename")),
    ("RMB", _("Menu")),
)
"""The hints for keys and mouse while the tree has the keys."""

KEYPAD = Qt.KeyboardModifier.KeypadModifier
CURSOR: Mapping[int, QAbstractItemView.CursorAction] = {
    Qt.Key.Key_Up: QAbstractItemView.CursorAction.MoveUp,
    Qt.Key.Key_Down: QAbstractItemView.CursorAction.MoveDown,
    Qt.Key.Key_Home: QAbstractItemView.CursorAction.MoveHome,
    Qt.Key.Key_End: QAbstractItemView.CursorAction.MoveEnd,
    Qt.Key.Key_PageUp: QAbstractItemView.CursorAction.MovePageUp,
    Qt.Key.Key_PageDown: QAbstractItemView.CursorAction.MovePageDown,
}

PAUSE = 1.0
"""Seconds without a letter after which a new word begins."""


class TypeAhead:
    """Remembers what was typed a moment ago."""

    def __init__(self) -> None:
        self._typed = ""
        self._last = 0.0

    @property
    def going_on(self) -> bool:
        """Return whether the next letter adds to a word."""
        return bool(self._typed) and time.monotonic() - self._last < PAUSE

    def find(self, letter: str, names: Sequence[str], at: int) -> int | None:
        """The place of the next of the lower-case `names` that begins with what was typed; one is at `at`."""
        self._typed = self._typed + letter.casefold() if self.going_on else letter.casefold()
        self._last = time.monotonic()
        same = len(set(self._typed)) == 1
        wanted = self._typed[0] if same else self._typed
        first = at + 1 if same else max(at, 0)
        order = (*range(first, len(names)), *range(min(first, len(names))))
        return next((place for place in order if names[place].startswith(wanted)), None)

    def forget(self) -> None:
        """The next letter begins a new word."""
        self._typed = ""


class TreeKeys:
    """Handles the keys of one tree; keeps the letters typed so far."""

    def __init__(self, rows: RowView, pointer: TreePointer, renaming: RowRenaming) -> None:
        self._rows, self._pointer, self._renaming = rows, pointer, renaming
        self._type_ahead = TypeAhead()

    def wants(self, event: QKeyEvent) -> bool:
        """Return whether a key is handled here even if it is a shortcut elsewhere."""
        return self._is_letter(event) or self._cancels_drag(event) or self._declines(event)

    def press(self, event: QKeyEvent) -> bool:
        """Handle a key. False if it has no meaning here."""
        rows, key = self._rows, event.key()
        if self._cancels_drag(event):
            self._pointer.cancel()
        elif self._declines(event):
            rows.answered.emit(None)
        elif self._is_letter(event):
            self._type(event.text())
        elif key in CURSOR:
            self._pointer.go_to(rows.moveCursor(CURSOR[key], Qt.KeyboardModifier.NoModifier), event.modifiers() & SHIFT)
        elif key == Qt.Key.Key_F2 and rows.active:
            self._pointer.cancel()
            self._renaming.rename(rows.active)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and rows.currentIndex().isValid():
            self._fold_or_go(to_open=key == Qt.Key.Key_Right)
        else:
            return False
        return True

    def _is_letter(self, event: QKeyEvent) -> bool:
        """Return whether a key is a letter of a name. A space is one only within a name."""
        text = event.text()
        of_a_name = text.isalnum() or text in ("_", ".", "-") or (text == " " and self._type_ahead.going_on)
        return bool(text) and of_a_name and not event.modifiers() & ~(SHIFT | KEYPAD)

    def _cancels_drag(self, event: QKeyEvent) -> bool:
        return event.key() == Qt.Key.Key_Escape and self._pointer.is_busy

    def _declines(self, event: QKeyEvent) -> bool:
        """Return whether a key declines to pick a bone."""
        return event.key() == Qt.Key.Key_Escape and self._rows.request is not None

    def _type(self, letter: str) -> None:
        model = self._rows.bones
        place = self._type_ahead.find(letter, model.folded_names, model.place_of(self._rows.active or ""))
        if place is not None:
            self._pointer.go_to(model.index_at(place))

    def _fold_or_go(self, to_open: bool) -> None:
        """Left closes and then goes to the parent; right opens and then goes to the first child."""
        rows, index = self._rows, self._rows.currentIndex()
        if rows.bones.node(index).children and rows.isExpanded(index) != to_open:
            rows.setExpanded(index, to_open)
        else:
            self._pointer.go_to(rows.bones.index(0, 0, index) if to_open else index.parent())
