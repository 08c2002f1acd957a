"""Bones put into a rig: behind those that they come from, and in the same collections."""

from __future__ import annotations

from collections.abc import Collection as Names
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from pantin.rigs.document import Document
from pantin.rigs.editing.bones import with_only
from pantin.rigs.rig import Bone
from pantin.rigs.tree.traversal import with_descendants


def with_bones(document: Document, behind: Mapping[str, Sequence[Bone]]) -> Document:
    """Add bones, each listed after the bone that it is given under, and in the same collections."""
    added = with_only(document, tuple(_spread(document.rig.bones, behind)))
    return in_collections_of(added, {name: [bone.name for bone in new] for name, new in behind.items()})


def with_child(document: Document, bone: Bone, source: str) -> Document:
    """Add a bone behind all that hangs on its parent already, and in the collections of the bone `source`."""
    rig = document.rig
    last = source if bone.parent is None else max(with_descendants(rig, (bone.parent,)), key=rig.rows.__getitem__)
    added = with_only(document, tuple(_spread(rig.bones, {last: (bone,)})))
    return in_collections_of(added, {source: [bone.name]})


def at_end(document: Document, bones: Iterable[Bone]) -> Document:
    """Add bones at the end of the list, in no collection."""
    return with_only(document, (*document.rig.bones, *bones))


def in_collections_of(document: Document, behind: Mapping[str, Names[str]]) -> Document:
    """The given bones in every collection that the bone has which they are behind."""
    collections = tuple(
        msgspec.structs.replace(each, bones=spread_names(each.bones, behind))
        if not behind.keys().isdisjoint(each.bones)
        else each
        for each in document.rig.collections
    )
    if collections == document.rig.collections:
        return document
    return document.with_rig(msgspec.structs.replace(document.rig, collections=collections))


def spread_names(names: Iterable[str], behind: Mapping[str, Names[str]]) -> tuple[str, ...]:
    """The names, each followed by those that are behind it; none twice."""
    return tuple(dict.fromkeys(each for name in names for each in (name, *behind.get(name, ()))))


def _spread(bones: Iterable[Bone], behind: Mapping[str, Sequence[Bone]]) -> Iterator[Bone]:
    for bone in bones:
        yield bone
        yield from behind.get(bone.name, ())
