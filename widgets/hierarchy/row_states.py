"""The display state of the tree of bones: rows selected, highlighted or hovered, and their switches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from pantin.rigs.document import Document
from pantin.widgets.hierarchy.bone_model import Node
from pantin.widgets.hierarchy.bone_row import Drop, Marks
from pantin.widgets.hierarchy.bone_switches import Column, state_of


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
    """Where something that is dragged would go."""
    switched: tuple[Column | None, Mapping[str, bool]] = (None, {})
    """Switches as they will be when the button is let go."""
    groups: dict[tuple[str, int], bool | None] = msgspec.field(default_factory=dict)
    """How the switches of groups stand, as far as that was asked; forgotten when the bones are others."""

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
        """How one row is to be painted."""
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
        """How a switch stands or will stand when the button is let go; None where a group has both."""
        rig, (dragged, states) = self.document.rig, self.switched
        if node.bone:
            return states[node.name] if column is dragged and node.name in states else column.is_on(node.bone)
        if column is dragged:
            return state_of(rig, column, node.members, states)
        key = (node.name, column.right)
        if key not in self.groups:
            self.groups[key] = state_of(rig, column, node.members)
        return self.groups[key]
