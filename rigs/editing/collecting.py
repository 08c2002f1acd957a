"""Edits of collections: made, filled, renamed, hidden, looked at alone, taken away.

A bone may be in several collections; moving it leaves it in one. `Rig.shown` says which bones are seen then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from pantin.rigs.collection import Collection
from pantin.rigs.document import Document
from pantin.rigs.editing.selection import select, selectable
from pantin.rigs.editing.titles import Sentences, checked_title, free_title
from pantin.rigs.editing.visibility import leave_unseen
from pantin.rigs.messages import _
from pantin.rigs.rig import Rig

SENTENCES = Sentences(
    _("Give the collection a name."),
    _("Give the collection a shorter name: {longest} characters are the most."),
    _("Another collection is called {name} already; choose a different name."),
)


def collection_named(rig: Rig, name: str) -> Collection:
    """The collection of that name. Raises ValueError where there is none."""
    for group in rig.collections:
        if group.name == name:
            return group
    raise ValueError(_('The rig has no collection "{name}".').format(name=name))


def free_name(rig: Rig, wanted: str = _("Collection")) -> str:
    """`wanted`, or with the first number behind it that no other collection has."""
    return free_title(wanted, {group.name for group in rig.collections})


def make_collection(document: Document, name: str, names: Iterable[str] = ()) -> Document:
    """Add a collection of bones, which stay in their other collections."""
    name = _free(document.rig, name)
    return _with(document, (*document.rig.collections, Collection(name, _ordered(document.rig, names))))


def move_to_collection(document: Document, names: Iterable[str], collection: str) -> Document:
    """Move bones into one collection, out of all others; it is made where there is none of that name."""
    rig, moved = document.rig, set(names)
    if all(group.name != collection for group in rig.collections):
        document = make_collection(document, collection)
        collection = document.rig.collections[-1].name
    return _with(document, (_moved(rig, group, moved, collection) for group in document.rig.collections))


def add_to_collection(document: Document, names: Iterable[str], collection: str) -> Document:
    """Add bones to a collection."""
    rig, more = document.rig, set(names)
    return _changed(
        document, collection, lambda group: msgspec.structs.replace(group, bones=_ordered(rig, {*group.bones, *more}))
    )


def take_from_collection(document: Document, names: Iterable[str], collection: str) -> Document:
    """Take bones out of a collection."""
    less = set(names)
    return _changed(
        document,
        collection,
        lambda group: msgspec.structs.replace(group, bones=tuple(name for name in group.bones if name not in less)),
    )


def rename_collection(document: Document, old: str, new: str) -> Document:
    """Rename a collection. Raises ValueError for a name that is empty or taken."""
    if new != old:
        new = _free(document.rig, new)
    return _changed(document, old, lambda group: msgspec.structs.replace(group, name=new))


def remove_collection(document: Document, name: str) -> Document:
    """Remove a collection. Its bones stay."""
    collection_named(document.rig, name)
    return _with(document, (group for group in document.rig.collections if group.name != name))


def hide_collection(document: Document, name: str, hidden: bool) -> Document:
    """Hide or show a collection."""
    return _changed(document, name, lambda group: msgspec.structs.replace(group, hidden=hidden))


def solo_collection(document: Document, name: str, solo: bool) -> Document:
    """Make a collection solo, beside others that are, or end that."""
    return _changed(document, name, lambda group: msgspec.structs.replace(group, solo=solo))


def solo_only(document: Document, name: str) -> Document:
    """Make this the only solo collection."""
    collection_named(document.rig, name)
    return _with(
        document, (msgspec.structs.replace(group, solo=group.name == name) for group in document.rig.collections)
    )


def members(rig: Rig, name: str) -> tuple[str, ...]:
    """The bones of the collection that are seen and that clicks take."""
    wanted = set(collection_named(rig, name).bones)
    return tuple(bone for bone in selectable(rig) if bone in wanted)


def select_members(document: Document, name: str) -> Document:
    """Select exactly the bones of a collection."""
    return select(document, members(document.rig, name))


def _changed(document: Document, name: str, change: Callable[[Collection], Collection]) -> Document:
    collection_named(document.rig, name)
    return _with(document, (change(group) if group.name == name else group for group in document.rig.collections))


def _moved(rig: Rig, group: Collection, moved: set[str], collection: str) -> Collection:
    if group.name == collection:
        return msgspec.structs.replace(group, bones=_ordered(rig, {*group.bones, *moved}))
    if moved.isdisjoint(group.bones):
        return group
    return msgspec.structs.replace(group, bones=tuple(name for name in group.bones if name not in moved))


def _ordered(rig: Rig, names: Iterable[str]) -> tuple[str, ...]:
    """The bones in the order of the rig."""
    wanted = set(names)
    return tuple(bone.name for bone in rig.bones if bone.name in wanted)


def _free(rig: Rig, name: str) -> str:
    """The name without spaces around it. Raises ValueError where it is empty, too long or taken."""
    return checked_title(name, {group.name for group in rig.collections}, SENTENCES)


def _with(document: Document, collections: Iterable[Collection]) -> Document:
    found = tuple(collections)
    if found == document.rig.collections:
        return document
    return leave_unseen(document.with_rig(msgspec.structs.replace(document.rig, collections=found)))
