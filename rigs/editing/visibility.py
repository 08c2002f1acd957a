"""Bones that are shown, and those that a click in the view takes. `Rig.shown` combines this with collections."""

from __future__ import annotations

from collections.abc import Iterable, Set

import msgspec

from pantin.rigs.document import Document
from pantin.rigs.editing.selection import select
from pantin.rigs.rig import Bone


def leave_unseen(document: Document) -> Document:
    """Deselect what is hidden or not selectable."""
    seen, by_name = document.rig.shown, document.rig.by_name
    kept = tuple(name for name in document.selected if name in seen and by_name[name].selectable)
    return document if kept == document.selected else select(document, kept)


def hide(document: Document, names: Iterable[str], hidden: bool = True) -> Document:
    """Hide or show bones. Hidden bones are deselected."""
    return _with(document, names, hidden=hidden)


def hide_others(document: Document) -> Document:
    """Hide all bones but the selected ones."""
    return show_only(document, document.selected)


def show_only(document: Document, names: Iterable[str]) -> Document:
    """Show these bones and hide all others."""
    kept = set(names)
    return hide(hide(document, kept, hidden=False), _others(document, kept))


def show_all(document: Document) -> Document:
    """Every bone that is not seen shown again, and selected, so that one sees which they were."""
    seen = document.rig.shown
    before = tuple(bone.name for bone in document.rig.bones if bone.name not in seen)
    if not before:
        return document
    return select(hide(show_collections(document), before, hidden=False), before)


def show_collections(document: Document) -> Document:
    """Show all collections and end all solo."""
    groups = tuple(msgspec.structs.replace(group, hidden=False, solo=False) for group in document.rig.collections)
    if groups == document.rig.collections:
        return document
    return document.with_rig(msgspec.structs.replace(document.rig, collections=groups))


def set_selectable(document: Document, names: Iterable[str], selectable: bool) -> Document:
    """Make bones selectable in the view or not. Those that are not are deselected."""
    return _with(document, names, selectable=selectable)


def unlock_all(document: Document) -> Document:
    """Make every bone selectable in the view."""
    return set_selectable(document, (bone.name for bone in document.rig.bones), True)


def make_selectable_only(document: Document, names: Iterable[str]) -> Document:
    """Make only these bones selectable in the view."""
    kept = set(names)
    return set_selectable(set_selectable(document, kept, True), _others(document, kept), False)


def _others(document: Document, names: Set[str]) -> tuple[str, ...]:
    return tuple(bone.name for bone in document.rig.bones if bone.name not in names)


def _with(document: Document, names: Iterable[str], **changes: bool) -> Document:
    chosen = set(names)
    bones = tuple(_changed(bone, changes) if bone.name in chosen else bone for bone in document.rig.bones)
    if all(new is old for new, old in zip(bones, document.rig.bones, strict=True)):
        return document
    rig = msgspec.structs.replace(document.rig, bones=bones)
    return leave_unseen(document.with_rig(rig))


def _changed(bone: Bone, changes: dict[str, bool]) -> Bone:
    if all(getattr(bone, name) == value for name, value in changes.items()):
        return bone
    return msgspec.structs.replace(bone, **changes)
