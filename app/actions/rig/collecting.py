"""Collections of bones: moving the selected bones to one, or making a new one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6 import QtGui

from pantin.app.actions.action import Action, after, no_figure, nothing_selected
from pantin.app.messages import _
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

    editor.session.edit(_("Move to {collection}").format(collection=name), edit)


def _make(editor: Editor) -> None:
    name = free_name(editor.session.document.rig)
    editor.session.edit(
        _("Add {collection}").format(collection=name),
        lambda document: make_collection(document, name, document.selected),
    )
    editor.naming.name_collection(name)


@after(no_figure)
def _all_seen(editor: Editor) -> str:
    groups = editor.session.document.rig.collections
    if any(group.hidden or group.solo for group in groups):
        return ""
    return _("No collection is hidden or solo.")


ACTIONS: dict[str, Action] = {
    "move_to_collection": Action(
        title=_("Move to collection…"),
        run=_ask_where,
        keys=("M",),
        icon="collection",
        help=_("Put the selected bones into a collection, and out of all others. A new name makes a new one."),
        why_not=nothing_selected,
        over_figure=True,
        words=_("group layer bones set"),
        within=_("Move to…"),
    ),
    "new_collection": Action(
        title=_("New collection from selection"),
        run=_make,
        icon="plus",
        help=_("A collection of the selected bones, which stay in those that they are in."),
        why_not=nothing_selected,
        words=_("group layer bones set add"),
        within=_("New from selection"),
    ),
    "show_collections": Action(
        title=_("Show all collections"),
        run=lambda editor: editor.session.edit(_("Show all collections"), show_collections),
        icon="eye",
        help=_("No collection is hidden or solo any more."),
        why_not=_all_seen,
        words=_("group layer unhide end solo"),
        within=_("Show all"),
    ),
}

MENU = ((_("Collections"), ("move_to_collection", "new_collection", "show_collections")),)
