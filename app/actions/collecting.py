"""Collections of bones: moving the selected bones to one, or making a new one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6 import QtGui

from pantin.app.actions.action import Action, no_figure, nothing_selected
from pantin.rigs.document import Document
from pantin.rigs.editing.collecting import free_name, make_collection, move_to_collection
from pantin.rigs.editing.visibility import show_collections
from pantin.widgets.hierarchy.collection_popup import CollectionPopup

if TYPE_CHECKING:
    from pantin.app.actions.editor import Editor


def _ask_where(editor: Editor) -> None:
    """Open a list of the collections at the pointer."""
    rig = editor.session.document.rig
    popup = CollectionPopup(rig.collections, free_name(rig), editor.view.window())
    popup.chosen.connect(lambda name: _move(editor, name))
    popup.open_at(QtGui.QCursor.pos())


def _move(editor: Editor, name: str) -> None:
    def edit(document: Document) -> Document:
        return move_to_collection(document, document.selected, name)

    editor.session.edit(f"Move to {name}", edit)


def _make(editor: Editor) -> None:
    name = free_name(editor.session.document.rig)
    editor.session.edit(f"Add {name}", lambda document: make_collection(document, name, document.selected))
    editor.name_collection(name)


def _all_seen(editor: Editor) -> str:
    groups = editor.session.document.rig.collections
    if no_figure(editor) or any(group.hidden or group.solo for group in groups):
        return no_figure(editor)
    return "No collection is hidden or solo."


ACTIONS: dict[str, Action] = {
    "move_to_collection": Action(
        "Move to collection…",
        _ask_where,
        ("M",),
        "collection",
        "Put the selected bones into a collection, and out of all others. A new name makes a new one.",
        nothing_selected,
        over_figure=True,
        words="group layer bones set",
        within="Move to…",
    ),
    "new_collection": Action(
        "New collection from selection",
        _make,
        icon="plus",
        help="A collection of the selected bones, which stay in those that they are in.",
        why_not=nothing_selected,
        words="group layer bones set add",
        within="New from selection",
    ),
    "show_collections": Action(
        "Show all collections",
        lambda editor: editor.session.edit("Show all collections", show_collections),
        icon="eye",
        help="No collection is hidden or solo any more.",
        why_not=_all_seen,
        words="group layer unhide end solo",
        within="Show all",
    ),
}

MENU = (("Collections", ("move_to_collection", "new_collection", "show_collections")),)
