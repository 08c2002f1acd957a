"""One side of a figure made the mirror image of the other: bones, joints, constraints, looks, collections and limbs.

Sides are read from names; a bone without one gets the name of the side that it lies on. What lies in the mirror plane
has no other side and stays. What the bones hang on and refer to is mirrored with them where the other side lacks it,
and so is the rest of a limb: nothing on the other side hangs on this one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from math import dist

import msgspec

from pantin.rigs.document import Document, EndName
from pantin.rigs.editing.bones import known, renamed, with_only
from pantin.rigs.editing.building.adding import with_bones
from pantin.rigs.editing.building.joints import JointEnd, joint_of, moved
from pantin.rigs.editing.mirroring.images import (
    collections_with,
    constraints_with,
    image_of,
    images_of,
    limbs_with,
    pins_with,
)
from pantin.rigs.editing.naming import free_name, side_at, side_between
from pantin.rigs.editing.springs import with_images
from pantin.rigs.messages import _
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.sides import Side, mirrored_name, side_of, style_of, with_side
from pantin.rigs.wording import quoted


def symmetrize(document: Document, names: Iterable[str]) -> Document:
    """Make the other side the mirror image of the given bones, at rest; pose and selection stay.

    Where bones of both sides are given, the side of the active one is copied. Raises ValueError where
    none has another side.
    """
    rig = document.rig
    chosen = _with_what_they_need(rig, _of_one_side(rig, names, document.active))
    document = _named_by_side(document, chosen)
    called = (new.name for new, old in zip(document.rig.bones, rig.bones, strict=True) if old.name in chosen)
    images = {name: mirrored_name(name) for name in called}
    return _tied(_with_images(document, images), images)


# Which bones


def _of_one_side(rig: Rig, names: Iterable[str], active: str | None) -> set[str]:
    """The bones that have another side, of the side that is copied."""
    given = dict.fromkeys(known(rig, name).name for name in names)
    sides = {name: side for name in given if (side := side_lain_on(rig.by_name[name]))}
    if not sides:
        who = quoted(next(iter(given), ""))
        raise ValueError(
            _("{who} lies in the middle and has no other side; select bones to the left or right of it.").format(
                who=who
            )
        )
    side = sides.get(active or "", next(iter(sides.values())))
    if active not in sides and len(set(sides.values())) > 1:
        raise ValueError(_("Bones of both sides are selected; make one of the side active that is to be copied."))
    return {name for name in sides if sides[name] == side}


def side_lain_on(bone: Bone) -> Side:
    """The side that a bone has by its name, else by its place.

    One without a parent that begins in the mirror plane and leans out of it by less than 30° carries both sides.
    """
    if side := side_of(bone.name):
        return side
    across = abs(bone.tail[0] - bone.head[0])
    leans = _begins_in_the_plane(bone) and across < dist(bone.head, bone.tail) / 2
    return "" if leans else side_between(bone.head, bone.tail)


def _begins_in_the_plane(bone: Bone) -> bool:
    return bone.parent is None and not side_at(bone.head)


def _with_what_they_need(rig: Rig, chosen: set[str]) -> set[str]:
    """The bones, and those that the other side would lack: what they hang on, refer to, and form limbs with.

    A handle or a pole stands for its limb: with it all of the limb is copied, whatever the other side has of it.
    """
    targets, beside = _targets(rig), _in_limbs(rig)
    controls = {name for limb in rig.limbs for name in limb.controls}
    found, waiting = set(chosen), list(chosen)
    while waiting:
        name = waiting.pop()
        needed = {rig.by_name[name].parent, *targets.get(name, ()), *beside.get(name, ())}
        whole = beside.get(name, set()) if name in controls else set()
        for bone in (rig.by_name[need] for need in needed - found if need in rig.by_name):
            if _lacks_image(rig, bone) or (bone.name in whole and side_lain_on(bone)):
                found.add(bone.name)
                waiting.append(bone.name)
    return found


def _targets(rig: Rig) -> dict[str, set[str | None]]:
    """The targets and poles of the constraints of each bone."""
    found: dict[str, set[str | None]] = {}
    for constraint in rig.constraints:
        found.setdefault(constraint.owner, set()).update(constraint.named)
    return found


def _in_limbs(rig: Rig) -> dict[str, set[str]]:
    """The bones and controls that each bone or control forms limbs with."""
    found: dict[str, set[str]] = {}
    for limb in rig.limbs:
        members = (*limb.bones, *limb.controls)
        for name in members:
            found.setdefault(name, set()).update(members)
    return found


def _lacks_image(rig: Rig, bone: Bone) -> bool:
    if side_of(bone.name):
        return mirrored_name(bone.name) not in rig.by_name
    return bool(side_lain_on(bone)) and not _begins_in_the_plane(bone)


# What becomes of them


def _named_by_side(document: Document, chosen: Collection[str]) -> Document:
    """The chosen bones that have no side in their names with one, in the way in which the rig names sides."""
    rig = document.rig
    without = [bone for bone in rig.bones if bone.name in chosen and not side_of(bone.name)]
    if not without:
        return document
    style, names = style_of(rig.by_name), dict[str, str]()
    taken = {either for name in rig.by_name for either in (name, mirrored_name(name))}
    for bone in without:
        names[bone.name] = free_name(with_side(bone.name, side_lain_on(bone), style), taken)
        taken |= {names[bone.name], mirrored_name(names[bone.name])}
    return renamed(document, names)


def _with_images(document: Document, images: Mapping[str, str]) -> Document:
    """The images in the places of the bones that are there, the others behind the bones that they are images of.

    Where an image is connected to something that is none, both ends of the joint go to its place. A connection whose
    ends lie apart is copied as it is.
    """
    rig = document.rig
    needed = images_of(rig, (bone.parent for name in images if (bone := rig.by_name[name])), images)
    made = {image: image_of(rig, rig.by_name[name], image, needed) for name, image in images.items()}
    there = with_only(document, tuple(made.get(bone.name, bone) for bone in rig.bones))
    added = with_bones(there, {name: (made[image],) for name, image in images.items() if image not in rig.by_name})
    ends: list[JointEnd] = [(name, "tail") for name in made]
    ends += [(bone.name, "head") for bone in made.values() if _hangs_elsewhere(bone, made)]
    bones = {image: name for name, image in images.items()}
    torn = (end for end in ends if _is_torn(added.rig, *end) and not _is_torn(rig, bones[end[0]], end[1]))
    return moved(added, {(name, end): getattr(made[name], end) for name, end in torn})


def _hangs_elsewhere(image: Bone, made: Mapping[str, Bone]) -> bool:
    """Return whether an image is connected to a bone of a side, at a joint where no other image ends."""
    if not image.connected or image.parent is None or not side_of(image.parent):
        return False
    above = made.get(image.parent)
    return above is None or above.tail != image.head


def _is_torn(rig: Rig, name: str, end: EndName) -> bool:
    """Return whether not all ends that are joined there lie in one place."""
    return len({getattr(rig.by_name[other], which) for other, which in joint_of(rig, name, end)}) > 1


def _tied(document: Document, images: Mapping[str, str]) -> Document:
    """The constraints, collections, limbs, pins and springs of the images are the images of those of the bones."""
    rig = document.rig
    return document.with_rig(
        msgspec.structs.replace(
            rig,
            constraints=constraints_with(rig, images),
            collections=collections_with(rig.collections, images),
            limbs=limbs_with(rig, images),
            pins=pins_with(rig.pins, images),
            springs=with_images(rig.springs, images),
        )
    )
