"""Edits of the bones themselves: their names, rest pose and joints."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from pantin.rigs.document import Document
from pantin.rigs.formats.files import quoted
from pantin.rigs.problems.cycles import new_cycle
from pantin.rigs.references import follow
from pantin.rigs.rig import Bone, Rig


def rename(document: Document, old: str, new: str) -> Document:
    """The bone `old` called `new`, wherever it is named. A name that is empty or taken is refused with a ValueError."""
    known(document.rig, old)
    if new == old:
        return document
    if not new.strip():
        raise ValueError(f'Give the bone "{old}" a name: an empty one cannot be referred to.')
    if len(new) > 200:
        raise ValueError(f'Give the bone "{old}" a shorter name: 200 characters are the most.')
    if new in document.rig.by_name:
        raise ValueError(f'Another bone is called "{new}" already; choose a different name.')
    return renamed(document, {old: new})


def renamed(document: Document, names: Mapping[str, str]) -> Document:
    """The bones called what `names` says, wherever they are named. The new names are free."""
    followed = follow(document, names)
    bones = followed.rig.bones
    called = (msgspec.structs.replace(each, name=names[each.name]) if each.name in names else each for each in bones)
    return with_only(followed, tuple(called))


def replace_bone(document: Document, bone: Bone) -> Document:
    """The bone of the same name replaced. A parent that is missing or hangs below the bone is refused."""
    old = known(document.rig, bone.name)
    if bone == old:
        return document
    if bone.parent != old.parent:
        _refuse_parent(document.rig, bone)
    return with_only(document, _put(document.rig.bones, document.rig.bones.index(old), bone))


def replace_bones(document: Document, bones: Iterable[Bone]) -> Document:
    """Several bones replaced, each that of its name, as `replace_bone` does it."""
    changed = {bone.name: bone for bone in bones if bone != known(document.rig, bone.name)}
    for bone in tuple(changed.values()):
        if bone.parent != document.rig.by_name[bone.name].parent:
            document = replace_bone(document, changed.pop(bone.name))
    if not changed:
        return document
    return with_only(document, tuple(changed.get(bone.name, bone) for bone in document.rig.bones))


def reparent(document: Document, names: Iterable[str], parent: str | None) -> Document:
    """The bones `names` carried by `parent`, or by nothing; they stay where they stand at rest, un-connected.

    Refused with a ValueError where a bone would carry itself, or where a constraint would move what it follows.
    """
    rig = document.rig
    moved = [name for name in names if known(rig, name).parent != parent]
    for name in moved:
        changed = msgspec.structs.replace(known(document.rig, name), parent=parent, connected=False)
        document = replace_bone(document, changed)
    if moved and parent is not None:
        _refuse_new_cycles(rig, document.rig, parent)
    return document


def known(rig: Rig, name: str) -> Bone:
    """The bone called so; a name that the rig lacks is refused with a ValueError."""
    if name not in rig.by_name:
        raise ValueError(f'The rig has no bone "{name}".')
    return rig.by_name[name]


def _refuse_new_cycles(before: Rig, after: Rig, parent: str) -> None:
    """Where a constraint would move what it follows, refuse and say which."""
    why = new_cycle(before, after)
    if why:
        raise ValueError(f"{quoted(parent)} cannot carry this: {why}; choose another parent.")


def _refuse_parent(rig: Rig, bone: Bone) -> None:
    above = bone.parent
    if above is not None:
        known(rig, above)
    if above == bone.name:
        raise ValueError(f"{quoted(above)} cannot carry itself; choose another parent.")
    while above is not None:
        if above == bone.name:
            raise ValueError(f'"{bone.parent}" hangs below "{bone.name}" and cannot carry it; choose another parent.')
        above = rig.by_name[above].parent


def _put(bones: tuple[Bone, ...], at: int, bone: Bone) -> tuple[Bone, ...]:
    return (*bones[:at], bone, *bones[at + 1 :])


def with_only(document: Document, bones: tuple[Bone, ...]) -> Document:
    """The document with these bones and no others; who names the others is another matter."""
    return msgspec.structs.replace(document, rig=msgspec.structs.replace(document.rig, bones=bones))
