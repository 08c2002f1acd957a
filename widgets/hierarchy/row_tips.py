"""The tooltips of the tree of bones."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from pantin.rigs.rig import Rig
from pantin.widgets.controls.row_list import Index
from pantin.widgets.hierarchy import collection_switches
from pantin.widgets.hierarchy.bone_model import BoneModel, Node
from pantin.widgets.hierarchy.bone_switches import Column, Subject, explanation
from pantin.widgets.hierarchy.collection_switches import collection_column_at
from pantin.widgets.messages import _
from pantin.widgets.values.exchange import BoneRequest

Switch = tuple[Column | None, Subject | None]
"""The column under the pointer, and what its switch is about."""


def tip(model: BoneModel, index: Index, switch: Switch, x: int, width: int, rig: Rig) -> str:
    """What the row at `index` says to the pointer at `x`, in a tree of that width: of a switch, or of the row."""
    column, subject = switch
    group = model.node(index).collection
    group_column = collection_column_at(x, width) if group else None
    if group and group_column:
        return collection_switches.explanation(group_column, group)
    if column and subject:
        return explanation(rig, column, subject, QApplication.keyboardModifiers())
    return str(index.data(Qt.ItemDataRole.ToolTipRole)) if index.isValid() else ""


def answer_tip(node: Node, request: BoneRequest) -> str:
    """What a click on the row of a bone means while a bone is asked for."""
    why = request.why_not(node.name)
    return f"<b>{escape(node.name)}</b><br>" + escape(
        _("Cannot be taken: {why}.").format(why=why) if why else _("Take {node}").format(node=node.name)
    )
