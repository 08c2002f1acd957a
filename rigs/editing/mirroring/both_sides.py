"""Mirrored editing: what an edit has done to one side of the rest pose is done to the other as well.

Bones are partners by their names. Only what was changed is mirrored, so that sides that differ otherwise stay as
different; where an edit has changed both partners itself, it is right.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from collections.abc import Set as Names
from typing import TypeVar

import msgspec

from pantin.rigs.constraints import Constraint
from pantin.rigs.document import Document, EndName
from pantin.rigs.editing.bones import renamed, replace_bones
from pantin.rigs.editing.building.adding import with_bones
from pantin.rigs.editing.building.joints import JointEnd, moved
from pantin.rigs.editing.building.removing import taken_out
from pantin.rigs.editing.mirroring.images import (
    by_owner,
    collections_with,
    image_of,
    images_of,
    mirrored_limb,
    mirrored_list,
    mirrored_pin,
    owned_by,
)
from pantin.rigs.editing.naming import ON_PLANE
from pantin.rigs.fields import Vector3
from pantin.rigs.rig import Bone, Pin, Rig
from pantin.rigs.sides import mirrored_name, side_of

T = TypeVar("T")

ENDS: tuple[EndName, ...] = ("head", "tail")


def mirrored_edit(before: Document, after: Document) -> Document:
    """`after`, with what was changed since `before` on one side done on the other.

    New bones that tell a side get partners, names of partners follow, partners of bones that went go, and the ends of
    middle bones that lay in the mirror plane stay in it. The selection is that of `after`.
    """
    if before.rig.bones is after.rig.bones and before.rig.constraints is after.rig.constraints:
        return after
    before, after = _partners_renamed(before, after)
    after = _kept_in_plane(before.rig, after)
    old, new = before.rig.by_name, after.rig.by_name
    touched = dict.fromkeys(bone.name for bone in after.rig.bones if _is_other(old.get(bone.name), bone))
    touched |= dict.fromkeys(name for name in old if name not in new)
    alone = {name: other for name in touched if (other := mirrored_name(name)) not in touched}
    added = {name: other for name, other in alone.items() if name not in old and other not in new}
    changed = {name: other for name, other in alone.items() if name in old and name in new and other in new}
    gone = [other for name, other in alone.items() if name not in new and other in new]
    mirrored = _tied(before.rig, after.rig, taken_out(_changed(before.rig, _added(after, added), changed), gone))
    return msgspec.structs.replace(mirrored, selected=after.selected, active=after.active, ends=after.ends)


def _partners_renamed(before: Document, after: Document) -> tuple[Document, Document]:
    """Both documents with the names that the edit gave to bones, and those names mirrored for their partners."""
    if len(before.rig.bones) != len(after.rig.bones):
        return before, after
    old, new = before.rig.by_name, after.rig.by_name
    pairs = ((was.name, bone.name) for was, bone in zip(before.rig.bones, after.rig.bones, strict=True))
    names = {was: name for was, name in pairs if was != name and was not in new and name not in old}
    partners = {
        partner: other
        for was, name in names.items()
        if (partner := mirrored_name(was)) in new and side_of(name) and (other := mirrored_name(name)) not in new
    }
    return (renamed(before, {**names, **partners}), renamed(after, partners)) if names else (before, after)


def _kept_in_plane(before: Rig, after: Document) -> Document:
    """The ends of middle bones that lay in the mirror plane are back in it, with all that they are joined to."""
    ends: dict[JointEnd, Vector3] = {}
    for bone in after.rig.bones:
        was = before.by_name.get(bone.name, bone)
        if was is bone or side_of(bone.name):
            continue
        for name in ENDS:
            (old_x, _, _), (x, y, z) = getattr(was, name), getattr(bone, name)
            if abs(old_x) <= ON_PLANE and x != old_x:
                ends[bone.name, name] = (old_x, y, z)
    return moved(after, ends) if ends else after


def _added(document: Document, images: Mapping[str, str]) -> Document:
    """Images of new bones, in the collections of their bones."""
    rig = document.rig
    if not images:
        return document
    needed = images_of(rig, (rig.by_name[name].parent for name in images), images)
    made = {name: (image_of(rig, rig.by_name[name], image, needed),) for name, image in images.items()}
    rig = with_bones(document, made).rig
    collections = collections_with(rig.collections, images)
    return document.with_rig(msgspec.structs.replace(rig, collections=collections))


def _changed(before: Rig, document: Document, images: Mapping[str, str]) -> Document:
    """Return the document with the changes of bones made to their partners; joints move with everything that is
    connected to them.
    """
    rig, bones, rolls = document.rig, list[Bone](), dict[str, float]()
    ends: dict[JointEnd, Vector3] = {}
    needed = images_of(rig, (rig.by_name[name].parent for name in images), images)
    for name, other in images.items():
        image = image_of(rig, rig.by_name[name], other, needed)
        changed = _differences(before.by_name[name], rig.by_name[name]) - {"name"}
        bones.append(_taking(rig.by_name[other], image, changed - {"head", "tail", "roll"}))
        ends |= {(other, end): getattr(image, end) for end in ENDS if end in changed}
        if "roll" in changed:
            rolls[other] = image.roll
    placed = moved(replace_bones(document, bones), ends)
    rolled = (msgspec.structs.replace(placed.rig.by_name[name], roll=roll) for name, roll in rolls.items())
    return replace_bones(placed, rolled)


def _is_other(old: Bone | None, new: Bone) -> bool:
    return old is not new and old != new


def _differences(old: Bone, new: Bone) -> Names[str]:
    return {name for name in Bone.__struct_fields__ if getattr(old, name) != getattr(new, name)}


def _taking(bone: Bone, other: Bone, fields: Names[str]) -> Bone:
    return msgspec.structs.replace(bone, **{name: getattr(other, name) for name in fields}) if fields else bone


def _tied(before: Rig, after: Rig, document: Document) -> Document:
    """Constraints, limbs and pins that were mirror images, and that the edit changed on one side, are so again."""
    rig = document.rig
    constraints = _constraints_again(before, after, rig)
    limbs = _images_again(
        {limb.name: limb for limb in before.limbs},
        {limb.name: limb for limb in after.limbs},
        lambda limb: mirrored_limb(before, limb),
        lambda limb: mirrored_limb(rig, limb),
    )
    pins = _pins_again(before, after, rig)
    if not constraints and not limbs and not pins:
        return document
    changed = msgspec.structs.replace(
        rig,
        constraints=owned_by(rig.constraints, constraints),
        limbs=_with_images({limb.name: limb for limb in rig.limbs}, limbs),
        pins=_with_images({pin.bone: pin for pin in rig.pins}, pins),
    )
    return document.with_rig(changed)


def _constraints_again(before: Rig, after: Rig, rig: Rig) -> dict[str, tuple[Constraint, ...]]:
    """The constraints of partners that change with those that the edit changed, by owner; none where they go."""
    found = _images_again(
        by_owner(before.constraints),
        by_owner(after.constraints),
        lambda theirs: mirrored_list(before, theirs, {}),
        lambda theirs: mirrored_list(rig, theirs, {}),
    )
    return {owner: tuple(theirs or ()) for owner, theirs in found.items()}


def _pins_again(before: Rig, after: Rig, rig: Rig) -> dict[str, Pin | None]:
    """The pins of partners that change with those that the edit changed, by bone."""
    old, new = ({pin.bone: pin for pin in each.pins} for each in (before, after))
    found = _images_again(old, new, mirrored_pin, mirrored_pin)
    return {bone: pin for bone, pin in found.items() if bone in rig.by_name}


def _with_images(values: Mapping[str, T], images: Mapping[str, T | None]) -> tuple[T, ...]:
    """Values by name with those that became of partners: in their places, new ones behind, without those that go."""
    return tuple(value for value in {**values, **images}.values() if value is not None)


def _images_again(
    old: Mapping[str, T], new: Mapping[str, T], image_before: Callable[[T], T], image_now: Callable[[T], T]
) -> dict[str, T | None]:
    """Return the new partners of values that an edit changed, by name; None where one goes, as its partner did.

    Only a partner that the edit left alone, and that was the mirror image before, follows. `image_before` and
    `image_now` make the image of a value as the rig was and as it is.
    """
    found: dict[str, T | None] = {}
    for name in dict.fromkeys((*old, *new)):
        other = mirrored_name(name)
        if other == name or old.get(name) == new.get(name) or old.get(other) != new.get(other):
            continue
        if old.get(other) == (image_before(old[name]) if name in old else None):
            found[other] = image_now(new[name]) if name in new else None
    return found
