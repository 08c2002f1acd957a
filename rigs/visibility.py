"""Which bones are shown, and which a click in the view takes."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from rigs.document import Document
from rigs.rig import Bone
from rigs.selection import select


def hide(document: Document, names: Iterable[str], hidden: bool = True) -> Document:
    """The bones `names` hidden, or shown again. What is hidden is not selected any more."""
    return _with(document, names, hidden=hidden)


def hide_others(document: Document) -> Document:
    """All bones hidden but the selected ones."""
    kept = set(document.selected)
    return hide(document, (bone.name for bone in document.rig.bones if bone.name not in kept))


def show_all(document: Document) -> Document:
    """Every hidden bone shown again, and selected, so that one sees which they were."""
    before = tuple(bone.name for bone in document.rig.bones if bone.hidden)
    return select(hide(document, before, hidden=False), before) if before else document


def set_selectable(document: Document, names: Iterable[str], selectable: bool) -> Document:
    """Whether a click in the view takes the bones `names`. What cannot be clicked is not selected any more."""
    return _with(document, names, selectable=selectable)


def _with(document: Document, names: Iterable[str], **changes: bool) -> Document:
    chosen = set(names)
    bones = tuple(_changed(bone, changes) if bone.name in chosen else bone for bone in document.rig.bones)
    if all(new is old for new, old in zip(bones, document.rig.bones, strict=True)):
        return document
    rig = msgspec.structs.replace(document.rig, bones=bones)
    left = {bone.name for bone in bones if bone.hidden or not bone.selectable}
    changed = msgspec.structs.replace(document, rig=rig)
    kept = tuple(name for name in document.selected if name not in left)
    return changed if kept == document.selected else select(changed, kept)


def _changed(bone: Bone, changes: dict[str, bool]) -> Bone:
    if all(getattr(bone, name) == value for name, value in changes.items()):
        return bone
    return msgspec.structs.replace(bone, **changes)
