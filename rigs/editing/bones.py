"""Edits of the bones themselves: their names, rest pose and joints."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from pantin.rigs.document import Document
from pantin.rigs.fields import LONGEST_NAME
from pantin.rigs.messages import _
from pantin.rigs.problems.cycles import new_cycle
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.wording import quoted


def rename(document: Document, old: str, new: str) -> Document:
    """Rename a bone wherever it is named. Raises ValueError for a name that is empty or taken."""
    known(document.rig, old)
    if new == old:
        return document
    if not new.strip():
        raise ValueError(_('Give the bone "{old}" a name: an empty one cannot be referred to.').format(old=old))
    if len(new) > LONGEST_NAME:
        raise ValueError(
            _('Give the bone "{old}" a shorter name: {longest} characters are the most.').format(
                old=old, longest=LONGEST_NAME
            )
        )
    if new in document.rig.by_name:
        raise ValueError(_('Another bone is called "{new}" already; choose a different name.').format(new=new))
    return renamed(document, {old: new})


def renamed(document: Document, names: Mapping[str, str]) -> Document:
    """Rename bones, old names to new ones, wherever they are named. The new names must be free."""
    followed = document.renaming(names)
    bones = followed.rig.bones
    called = (msgspec.structs.replace(each, name=names[each.name]) if each.name in names else each for each in bones)
    return with_only(followed, tuple(called))


def replace_bone(document: Document, bone: Bone) -> Document:
    """Replace the bone of the same name. Raises ValueError for a parent that is missing or below the bone."""
    old = known(document.rig, bone.name)
    if bone == old:
        return document
    if bone.parent != old.parent:
        _check_parent(document.rig, bone)
    return with_only(document, _put(document.rig.bones, document.rig.bones.index(old), bone))


def replace_bones(document: Document, bones: Iterable[Bone]) -> Document:
    """Replace several bones, each the one of its name, as `replace_bone` does."""
    changed = {bone.name: bone for bone in bones if bone != known(document.rig, bone.name)}
    for bone in tuple(changed.values()):
        if bone.parent != document.rig.by_name[bone.name].parent:
            document = replace_bone(document, changed.pop(bone.name))
    if not changed:
        return document
    return with_only(document, tuple(changed.get(bone.name, bone) for bone in document.rig.bones))


def reparent(document: Document, names: Iterable[str], parent: str | None) -> Document:
    """Give bones another parent, or none; they keep their rest pose and are no longer connected.

    Raises ValueError where a bone would become its own ancestor, or where constraints would form a cycle.
    """
    rig = document.rig
    moved = [name for name in names if known(rig, name).parent != parent]
    for name in moved:
        changed = msgspec.structs.replace(known(document.rig, name), parent=parent, connected=False)
        document = replace_bone(document, changed)
    if moved and parent is not None:
        _check_no_new_cycles(rig, document.rig, parent)
    return document


def several(names: Iterable[str]) -> tuple[str, ...]:
    """Names that are given as more than one. Raises ValueError for a bare string, which is a row of letters."""
    if isinstance(names, str):
        what = _("Bones are given as a list of their names: write [{name}], not {name}.")
        raise ValueError(what.format(name=quoted(names)))
    return tuple(names)


def known(rig: Rig, name: str) -> Bone:
    """The bone of that name. Raises ValueError where the rig has none."""
    if name not in rig.by_name:
        raise ValueError(_('The rig has no bone "{name}".').format(name=name))
    return rig.by_name[name]


def _check_no_new_cycles(before: Rig, after: Rig, parent: str) -> None:
    """Raise ValueError, naming the bones, where an edit makes a cycle of constraints."""
    why = new_cycle(before, after)
    if why:
        raise ValueError(
            _("{parent} cannot carry this: {why}; choose another parent.").format(parent=quoted(parent), why=why)
        )


def _check_parent(rig: Rig, bone: Bone) -> None:
    above = bone.parent
    if above is not None:
        known(rig, above)
    if above == bone.name:
        raise ValueError(_("{above} cannot carry itself; choose another parent.").format(above=quoted(above)))
    while above is not None:
        if above == bone.name:
            raise ValueError(
                _('"{parent}" hangs below "{bone}" and cannot carry it; choose another parent.').format(
                    parent=bone.parent, bone=bone.name
                )
            )
        above = rig.by_name[above].parent


def _put(bones: tuple[Bone, ...], at: int, bone: Bone) -> tuple[Bone, ...]:
    return (*bones[:at], bone, *bones[at + 1 :])


def with_only(document: Document, bones: tuple[Bone, ...]) -> Document:
    """The document with these bones and no others. References to the others are left as they are.

    A joint with other limits than before is freed for the pose no longer.
    """
    rig = msgspec.structs.replace(document.rig, bones=bones)
    if rig.freed:
        before = document.rig.by_name
        changed = {each.name for each in bones if each.joint.limit != before.get(each.name, each).joint.limit}
        freed = {name: limit for name, limit in rig.freed.items() if name not in changed}
        rig = msgspec.structs.replace(rig, freed=freed)
    return document.with_rig(rig)
