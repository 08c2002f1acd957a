"""Collections of bones: what is selected is moved to one or makes a new one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6 import QtGui

from pantin.app.actions.action import Action, no_figure, nothing_selected
from pantin.rigs.document import Document
from pantin.rigs.editing.collecting import free_name, make_collection, move_to_collection
from pantin.rigs.editing.visibility import show_collections
from pantin.widgets.hierarchy.collection_popup import CollectionPopup

if TYPE_CHECKING:
    from pantin.app.window.window import Window


def _ask_where(window: Window) -> None:
    """A small list of the collections, at the pointer."""
    rig = window.session.document.rig
    popup = CollectionPopup(rig.collections, free_name(rig), window)
    popup.chosen.connect(lambda name: _move(window, name))
    popup.open_at(QtGui.QCursor.pos())


def _move(window: Window, name: str) -> None:
    def edit(document: Document) -> Document:
        return move_to_collection(document, document.selected, name)

    try:
        window.session.edit(f"Move to {name}", edit)
    except ValueError as refused:
        window.session.warned.emit(str(refused))


def _make(window: Window) -> None:
    name = free_name(window.session.document.rig)
    window.session.edit(f"Add {name}", lambda document: make_collection(document, name, document.selected))
    window.panels.hierarchy.rename_collection(name)


def _all_seen(window: Window) -> str:
    groups = window.session.document.rig.collections
    if no_figure(window) or any(group.hidden or group.solo for group in groups):
        return no_figure(window)
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
        lambda window: window.session.edit("Show all collections", show_collections),
        icon="eye",
        help="No collection is hidden or solo any more.",
        why_not=_all_seen,
        words="group layer unhide end solo",
        within="Show all",
    ),
}

MENU = (("Collections", ("move_to_collection", "new_collection", "show_collections")),)
