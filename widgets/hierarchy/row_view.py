"""The rows of the tree of bones: their contents, their marks, and how they are painted.

Selection, visibility and parents are given from outside.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QRectF, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QStyleOptionViewItem, QTreeView

from pantin.rigs.document import Document
from pantin.rigs.rig import Bone
from pantin.widgets.controls.row_list import Index
from pantin.widgets.controls.scroll import BAR, OverlayBar
from pantin.widgets.hierarchy import bone_row, bone_switches, row_pins
from pantin.widgets.hierarchy.bone_folds import Folds
from pantin.widgets.hierarchy.bone_model import ROW, BoneModel, Node, Roles
from pantin.widgets.hierarchy.bone_row import INDENT, Drop, Marks
from pantin.widgets.hierarchy.bone_switches import Column, Subject, state_of
from pantin.widgets.messages import _
from pantin.widgets.theme import drawing, theme
from pantin.widgets.theme.appearance import appearance
from pantin.widgets.values.exchange import BoneRequest


class RowStates(msgspec.Struct):
    """The display state of the rows; the rows themselves are in the model."""

    document: Document = msgspec.field(default_factory=Document)
    selected: frozenset[str] = frozenset()
    active: str | None = None
    highlighted: frozenset[str] = frozenset()
    hovered: str | None = None
    pointed: tuple[Node | None, Column | None] = (None, None)
    """The row under the pointer, and its switch there."""
    drop: tuple[Node | None, Drop] = (None, "")
    """Place at which something dragged would be dropped."""
    switched: tuple[Column | None, Mapping[str, bool]] = (None, {})
    """Switches as they will be when the button is let go."""
    groups: dict[tuple[str, int], bool | None] = msgspec.field(default_factory=dict)
    """States of the switches of groups, as far as they were asked for; forgotten when the bones are others."""

    def change(self, **changes: Any) -> bool:
        """Set values. False if nothing changed."""
        changed = {name: value for name, value in changes.items() if getattr(self, name) != value}
        for name, value in changed.items():
            setattr(self, name, value)
        return bool(changed)

    def show_document(self, document: Document) -> None:
        """The document that rows and switches are about."""
        if document.rig.bones is not self.document.rig.bones:
            self.groups.clear()
        self.document = document

    def marks(self, node: Node, is_open: bool, focused: bool, inset: int) -> Marks:
        """Return the marks by which one row is to be painted."""
        name = node.name if node.bone else None
        pointed, column = self.pointed
        return Marks(
            active=name is not None and name == self.active,
            selected=name in self.selected,
            highlighted=name in self.highlighted,
            hovered=(name is not None and name == self.hovered) or (node.collection is not None and pointed is node),
            is_open=is_open,
            focused=focused,
            drop=self.drop[1] if self.drop[0] is node else "",
            column=column if pointed is node else None,
            inset=inset,
        )

    def switch(self, node: Node, column: Column) -> bool | None:
        """Return the state that a switch has or will have when the button is let go; None where a group has both."""
        rig, (dragged, states) = self.document.rig, self.switched
        if node.bone:
            return states[node.name] if column is dragged and node.name in states else column.is_on(node.bone)
        if column is dragged:
            return state_of(rig, column, node.members, states)
        key = (node.name, column.right)
        if key not in self.groups:
            self.groups[key] = state_of(rig, column, node.members)
        return self.groups[key]


class RowView(QTreeView):
    """Shows nodes of a `BoneModel` for a document. What pointer and keys ask for is sent by signals.

    `selection_asked(names, active)`, `rename_asked(old, new)`, `edited(label, edit)`, `rejected(sentence)` where a drag
    or an answer cannot be, `menu_asked(place, bone)`, `collection_menu_asked(place, collection)`; `answered(bone)`
    where a bone is requested, None for none; `hints_changed(hints)` what keys do, none where others have them.
    """

    hovered = Signal(object)
    selection_asked = Signal(object, object)
    rename_asked = Signal(str, str)
    edited = Signal(str, object)
    rejected = Signal(str)
    menu_asked = Signal(object, str)
    collection_menu_asked = Signal(object, str)
    answered = Signal(object)
    hints_changed = Signal(tuple)

    def __init__(self) -> None:
        super().__init__()
        self._states = RowStates()
        self._model = BoneModel(self)
        self.folds = Folds(self, self._model)
        self.request: BoneRequest | None = None
        """The bone that is asked for: the next click on a row answers."""
        self._empty = ""
        self._by_keys = False
        self.setModel(self._model)
        self.setHeaderHidden(True)
        self.setUniformRowHeights(True)
        self.setIndentation(INDENT)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setAutoScroll(False)  # whoever makes a row the current one scrolls to it
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setMouseTracking(True)
        self.setAccessibleName(_("Bones"))
        self.bar = OverlayBar(self)

    @property
    def bones(self) -> BoneModel:
        """The rows."""
        return self._model

    @property
    def document(self) -> Document:
        """The document that rows, switches and drags are about."""
        return self._states.document

    @property
    def selected(self) -> frozenset[str]:
        """The selected bones."""
        return self._states.selected

    @property
    def active(self) -> str | None:
        """The active bone."""
        return self._states.active

    def show_nodes(self, nodes: list[Node], is_new_rig: bool, open_all: bool = False) -> None:
        """Replace the rows. Branches keep standing open or closed, unless the rig is another one.

        `open_all` is for a search: everything found is seen, and what was closed is closed again after it.
        """
        with QSignalBlocker(self):
            self.folds.show(nodes, is_new_rig, open_all)
        self._reveal()

    def show_document(self, document: Document) -> None:
        """Set the document of rows, switches and drags. If its bones differ, call `show_nodes` or `refresh` too."""
        self._states.show_document(document)

    def refresh(self, bones: Iterable[Bone]) -> None:
        """Newer values of some bones."""
        self._model.refresh(bones)
        self.viewport().update()

    def show_roles(self, roles: Roles) -> None:
        """Show which bones IK turns, and which have other constraints."""
        if roles != self._model.roles:
            self._model.roles = roles
            self.viewport().update()

    def show_released(self, names: frozenset[str]) -> None:
        """Show which pins hold nothing now."""
        self.show_roles(replace(self._model.roles, released=names))

    def show_drag_roles(self, dragged: Mapping[str, str]) -> None:
        """Show what a drag does to bones, one word for each."""
        self.show_roles(replace(self._model.roles, dragged=dragged))

    def show_selection(self, names: frozenset[str], active: str | None) -> None:
        """Mark the selected rows and the active one."""
        moved = active != self.active
        self._mark(selected=names, active=active)
        if moved:
            self._reveal()

    def show_highlighted(self, names: frozenset[str]) -> None:
        """Highlight rows."""
        self._mark(highlighted=names)

    def set_hovered(self, name: str | None) -> None:
        """Mark one row as hovered."""
        self._mark(hovered=name)

    def show_pointed(self, node: Node | None, column: Column | None) -> None:
        """The row under the pointer, and the switch of it."""
        if self._mark(pointed=(node, column)):
            name = node.name if node and node.bone else None
            if self._mark(hovered=name):
                self.hovered.emit(name)

    def show_empty(self, text: str) -> None:
        """The sentence that stands where there are no rows."""
        self._empty = text
        self.viewport().update()

    def show_drop(self, node: Node | None, drop: Drop) -> None:
        """Show where something that is dragged would go: a row, or the space below all rows."""
        self._mark(drop=(node, drop))

    def show_switched(self, column: Column | None, states: Mapping[str, bool]) -> None:
        """Switches as they will be when the button is let go."""
        self._mark(switched=(column, states))

    def _mark(self, **changes: Any) -> bool:
        """Change display states and repaint. False if nothing changed."""
        changed = self._states.change(**changes)
        if changed:
            self.viewport().update()
        return changed

    def visible_names(self) -> tuple[str, ...]:
        """The bones whose rows are not folded away, from top to bottom."""
        found, index = [], self._model.index(0, 0)
        while index.isValid():
            node = self._model.node(index)
            if node.bone:
                found.append(node.name)
            index = self.indexBelow(index)
        return tuple(found)

    def _reveal(self) -> None:
        """Bring the active bone into view."""
        index = self._model.index_of(self.active or "")
        if index.isValid():
            self.setCurrentIndex(index)
            self.scrollTo(index)

    # Rows and places

    def row_at(self, at: QPoint) -> Node:
        """The row under a place; the invisible root where there is none."""
        return self._model.node(self.indexAt(at))

    def subject_at(self, at: QPoint) -> Subject | None:
        """Return the subject of a switch in the row under a place."""
        node = self.row_at(at)
        if node.bone:
            return Subject(node.name, (node.name,))
        return Subject(node.name, node.members) if node.members else None

    def column_at(self, at: QPoint) -> Column | None:
        """The column of switches under a place, in the row of a bone or a group of them."""
        if self.subject_at(at) is None:
            return None
        pin = row_pins.taken(self.row_at(at), self._model.roles.pinned)
        return bone_switches.column_at(at.x(), self.viewport().width() - pin)

    def pin_at(self, at: QPoint) -> str | None:
        """The bone whose push-pin is under a place."""
        return row_pins.pinned_at(self.row_at(at), self._model.roles.pinned, at.x(), self.viewport().width())

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = drawing.painter_of(self.viewport())
        if self._empty:
            rect = QRectF(16, 16, self.viewport().width() - 32, 64)
            painter.setPen(theme.colour(painter.tokens.t3))
            painter.drawText(rect, Qt.AlignmentFlag.AlignHCenter | Qt.TextFlag.TextWordWrap, self._empty)
        row, drop = self._states.drop
        if row is self._model.nodes[0] and drop:
            bone_row.paint_drop(painter, QRectF(self.viewport().rect()), drop, painter.tokens)
        painter.end()

    def drawRow(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        node = self._model.node(index)
        focused = self._by_keys and self.hasFocus() and index == self.currentIndex()
        marks = self._states.marks(node, self.isExpanded(index), focused, BAR if self.bar.isVisible() else 0)
        row = QRectF(0, option.rect.top(), self.viewport().width(), ROW)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        bone_row.paint(
            painter, row, node, marks, self._model.roles, partial(self._states.switch, node), appearance().theme
        )
