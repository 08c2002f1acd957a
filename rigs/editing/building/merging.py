"""A rig merged into another by bone names, such as a new export of a figure that was changed elsewhere.

What was made here stays: constraints, joints, pose and looks. What the other rig says is where bones lie at rest and
what carries them.
"""

from __future__ import annotations

from collections.abc import Set as Names

import msgspec

from pantin.rigs.collection import Collection
from pantin.rigs.document import Document
from pantin.rigs.editing.building.joints import JointEnd, moved
from pantin.rigs.editing.naming import free_name
from pantin.rigs.fields import Vector3
from pantin.rigs.figure import Figure
from pantin.rigs.limb import Limb
from pantin.rigs.messages import _
from pantin.rigs.rig import Bone, Rig


def merged(document: Document, theirs: Figure) -> Document:
    """The document with the rest pose of the bones that `theirs` has as well, and with the bones that only it has.

    Those come with their constraints, pose, collections and limbs. Bones that it lacks stay where they are; those
    that are connected to one that it moves follow. Raises ValueError where it has no bones.
    """
    other = theirs.rig
    if not other.bones:
        raise ValueError(_("The other rig has no bones; choose one that has."))
    rig = document.rig
    bones = tuple(_resting_as(bone, other.by_name.get(bone.name)) for bone in rig.bones)
    new = {bone.name: bone for bone in other.bones if bone.name not in rig.by_name}
    merged_rig = msgspec.structs.replace(
        rig,
        bones=(*bones, *new.values()),
        constraints=(*rig.constraints, *(each for each in other.constraints if each.owner in new)),
        freed={**rig.freed, **{name: limit for name, limit in other.freed.items() if name in new}},
        collections=_collections(rig.collections, other.collections, new.keys()),
        limbs=(*rig.limbs, *_limbs(rig.limbs, other.limbs, new.keys())),
    )
    pose = {name: transform for name, transform in theirs.pose.bones.items() if name in new}
    merged = document.with_rig(merged_rig).posed({**document.figure.pose.bones, **pose})
    return _followed(merged, other)


def _resting_as(bone: Bone, other: Bone | None) -> Bone:
    if other is None:
        return bone
    return msgspec.structs.replace(
        bone, parent=other.parent, head=other.head, tail=other.tail, roll=other.roll, connected=other.connected
    )


def _followed(document: Document, other: Rig) -> Document:
    """The bones that `other` lacks on the tails of those that it has, where they are connected to them."""
    rig = document.rig
    ends: dict[JointEnd, Vector3] = {
        (bone.name, "head"): rig.by_name[bone.parent].tail
        for bone in rig.bones
        if bone.connected
        and bone.parent is not None
        and bone.parent in other.by_name
        and bone.name not in other.by_name
    }
    return moved(document, ends)


def _collections(
    ours: tuple[Collection, ...], theirs: tuple[Collection, ...], new: Names[str]
) -> tuple[Collection, ...]:
    """Our collections with the new bones that theirs of the same name have, and those of theirs that have no like."""
    found = {each.name: each for each in ours}
    for each in theirs:
        if added := tuple(name for name in each.bones if name in new):
            known = found.get(each.name, msgspec.structs.replace(each, bones=()))
            found[each.name] = msgspec.structs.replace(known, bones=(*known.bones, *added))
    return tuple(found.values())


def _limbs(ours: tuple[Limb, ...], theirs: tuple[Limb, ...], new: Names[str]) -> list[Limb]:
    """Their limbs whose bones are all new, under names of their own."""
    taken, found = {each.name for each in ours}, list[Limb]()
    for each in theirs:
        if new >= {*each.bones, *each.controls}:
            found.append(msgspec.structs.replace(each, name=free_name(each.name, taken)))
            taken.add(found[-1].name)
    return found
