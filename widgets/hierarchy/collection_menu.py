"""The menu of a collection's row: what can be done to it and with the selected bones."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QMenu, QWidget

from pantin.rigs.collection import Collection
from pantin.rigs.document import Document
from pantin.rigs.editing import collecting
from pantin.widgets.hierarchy.bone_switches import Change
from pantin.widgets.hierarchy.collection_switches import COLLECTION_COLUMNS, switched
from pantin.widgets.messages import _
from pantin.widgets.values.exchange import Edit

Send = Callable[[str, Edit], None]


def collection_menu(
    document: Document, group: Collection, send: Send, rename: Callable[[], None], parent: QWidget
) -> QMenu:
    """The menu of a collection. `send` gets edits with their labels; `rename` opens the line to rename it in."""
    menu = QMenu(parent)
    menu.setToolTipsVisible(True)
    _add_edits_of_members(menu, document, group, send)
    menu.addSeparator()
    for column in COLLECTION_COLUMNS:
        change = switched(column, group)
        menu.addAction(column.titles[0 if column.is_quiet(group) is False else 1], _sender(send, change))
    menu.addSeparator()
    menu.addAction(_("&Rename"), rename)
    menu.addAction(
        _("Re&move"),
        lambda: send(
            _("Remove {collection}").format(collection=group.name),
            lambda edited: collecting.remove_collection(edited, group.name),
        ),
    )
    return menu


def _add_edits_of_members(menu: QMenu, document: Document, group: Collection, send: Send) -> None:
    """Entries that select the bones of the collection, and that put the selected bones in or take them out."""
    name, chosen, own = group.name, set(document.selected), set(group.bones)
    _entry(
        menu,
        _("&Select bones"),
        lambda: send(_("Select"), lambda edited: collecting.select_members(edited, name)),
        "" if own else _("The collection is empty."),
    )
    menu.addSeparator()
    _entry(
        menu,
        _("&Add selected bones"),
        lambda: send(
            _("Add to {collection}").format(collection=name),
            lambda edited: collecting.add_to_collection(edited, chosen, name),
        ),
        _("Select bones first.") if not chosen else _("They are in it already.") if chosen <= own else "",
    )
    _entry(
        menu,
        _("&Take selected bones out"),
        lambda: send(
            _("Take out of {collection}").format(collection=name),
            lambda edited: collecting.take_from_collection(edited, chosen, name),
        ),
        "" if chosen & own else _("None of the selected bones is in it."),
    )


def _sender(send: Send, change: Change) -> Callable[[], None]:
    return lambda: send(*change)


def _entry(menu: QMenu, title: str, run: Callable[[], None], why_not: str) -> None:
    """Add an entry, disabled with the reason as its tooltip where `why_not` is not empty."""
    action = menu.addAction(title, run)
    action.setEnabled(not why_not)
    action.setToolTip(why_not)
