"""The menu of a collection's row: what can be done to it and with the selected bones."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QMenu, QWidget

from pantin.rigs.collection import Collection
from pantin.rigs.document import Document
from pantin.rigs.editing import collecting
from pantin.widgets.controls.command_menu import LINE, Command, menu_of
from pantin.widgets.hierarchy.collection_switches import COLLECTION_COLUMNS, CollectionColumn, switched
from pantin.widgets.messages import _
from pantin.widgets.values.exchange import Edit

Send = Callable[[str, Edit], None]


def collection_menu(
    document: Document, group: Collection, send: Send, rename: Callable[[], None], parent: QWidget
) -> QMenu:
    """The menu of a collection. `send` gets edits with their labels; `rename` opens the line to rename it in."""
    removed = _("Remove {collection}").format(collection=group.name)
    commands = (
        *_edits_of_members(document, group, send),
        LINE,
        *(_switch(column, group, send) for column in COLLECTION_COLUMNS),
        LINE,
        Command(_("&Rename"), rename),
        Command(_("Re&move"), lambda: send(removed, lambda edited: collecting.remove_collection(edited, group.name))),
    )
    return menu_of(commands, parent)


def _edits_of_members(document: Document, group: Collection, send: Send) -> Sequence[Command]:
    """Select the bones of the collection; put the selected bones in, or take them out."""
    name, chosen, own = group.name, set(document.selected), set(group.bones)
    added = _("Add to {collection}").format(collection=name)
    taken = _("Take out of {collection}").format(collection=name)
    return (
        Command(
            _("&Select bones"),
            lambda: send(_("Select"), lambda edited: collecting.select_members(edited, name)),
            "" if own else _("The collection is empty."),
        ),
        LINE,
        Command(
            _("&Add selected bones"),
            lambda: send(added, lambda edited: collecting.add_to_collection(edited, chosen, name)),
            _("Select bones first.") if not chosen else _("They are in it already.") if chosen <= own else "",
        ),
        Command(
            _("&Take selected bones out"),
            lambda: send(taken, lambda edited: collecting.take_from_collection(edited, chosen, name)),
            "" if chosen & own else _("None of the selected bones is in it."),
        ),
    )


def _switch(column: CollectionColumn, group: Collection, send: Send) -> Command:
    """Return the effect of a click on the switch of that column."""
    change = switched(column, group)
    return Command(column.titles[1 if column.is_quiet(group) else 0], lambda: send(*change))
