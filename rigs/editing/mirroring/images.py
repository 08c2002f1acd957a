"""The mirror images of bones within their rig, with parents, constraints, collections, limbs and pins.

`images` says which bone is to be the image of which; every other bone that is referred to is its own partner by name,
where the rig has that, or itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from pantin.rigs.collection import Collection
from pantin.rigs.constraints import Constraint
from pantin.rigs.editing.building.adding import spread_names
from pantin.rigs.editing.naming import ON_PLANE
from pantin.rigs.limb import Limb
from pantin.rigs.mirror_image import mirrored_bone, mirrored_constraint
from pantin.rigs.references import follow
from pantin.rigs.rig import Bone, Pin, Rig
from pantin.rigs.sides import mirrored_name, side_of, with_side

Owned = Mapping[str, tuple[Constraint, ...]]
"""Constraints, by their owner."""

Images = Mapping[str, str]
"""The names of images, by the names of the bones that they are images of."""


def images_of(rig: Rig, names: Iterable[str | None], images: Images) -> Images:
    """`images`, and the partners of other bones that are named."""
    others = {name: mirrored_name(name) for name in names if name is not None and name not in images}
    there = {name: other for name, other in others.items() if other in rig.by_name or other in images.values()}
    return {**there, **images}


def image_of(rig: Rig, bone: Bone, name: str, images: Images) -> Bone:
    """The mirror image of a bone, called `name`. Connected to a bone in the middle, it begins exactly where that ends;
    to one that ends on one side, it cannot be connected. Limits that are freed for the pose are those of the joint.
    """
    if own := rig.freed.get(bone.name):
        bone = msgspec.structs.replace(bone, joint=msgspec.structs.replace(bone.joint, limit=own))
    image = msgspec.structs.replace(follow(mirrored_bone(bone), images), name=name)
    if not bone.connected or bone.parent is None or image.parent != bone.parent:
        return image
    joint = rig.by_name[bone.parent].tail
    if abs(joint[0]) > ON_PLANE:
        return msgspec.structs.replace(image, connected=False)
    return msgspec.structs.replace(image, head=joint)


def mirrored_list(rig: Rig, constraints: Iterable[Constraint], images: Images) -> tuple[Constraint, ...]:
    """The constraints that do on the other side what these do."""
    constraints = tuple(constraints)
    named = (name for c in constraints for name in (c.owner, *c.named))
    all_images = images_of(rig, named, images)
    return tuple(follow(mirrored_constraint(constraint), all_images) for constraint in constraints)


def constraints_with(rig: Rig, images: Images) -> tuple[Constraint, ...]:
    """The constraints of the rig, those of the images being the images of those of the bones."""
    mirrored = by_owner(mirrored_list(rig, (c for c in rig.constraints if c.owner in images), images))
    return owned_by(rig.constraints, {owner: mirrored.get(owner, ()) for owner in images.values()})


def by_owner(constraints: Iterable[Constraint]) -> dict[str, tuple[Constraint, ...]]:
    """The constraints of each owner, in their order."""
    found: dict[str, tuple[Constraint, ...]] = {}
    for constraint in constraints:
        found[constraint.owner] = (*found.get(constraint.owner, ()), constraint)
    return found


def owned_by(constraints: tuple[Constraint, ...], owned: Owned) -> tuple[Constraint, ...]:
    """The constraints, those of the owners in `owned` replaced: where their first one was, else at the end."""
    before = by_owner(constraints)
    left = {owner: theirs for owner, theirs in owned.items() if theirs != before.get(owner, ())}
    return tuple(_put_in(constraints, left)) if left else constraints


def collections_with(collections: tuple[Collection, ...], images: Images) -> tuple[Collection, ...]:
    """The collections with each image where its bone is: in the same, or in the partner of one that is of a side."""
    known = {collection.name: collection for collection in collections}
    for each in collections:
        if mirrored_name(each.name) not in known and not images.keys().isdisjoint(each.bones):
            partner = msgspec.structs.replace(each, name=mirrored_name(each.name), bones=())
            known[partner.name] = partner
    bone_of = {image: name for name, image in images.items()}
    found = []
    for each in known.values():
        wanted = set(known.get(mirrored_name(each.name), each).bones)
        kept = [name for name in each.bones if name not in bone_of or bone_of[name] in wanted]
        behind = {name: (image,) for name, image in images.items() if name in wanted}
        bones = tuple(dict.fromkeys((*spread_names(kept, behind), *(image for (image,) in behind.values()))))
        found.append(each if bones == each.bones else msgspec.structs.replace(each, bones=bones))
    return tuple(found)


def limbs_with(rig: Rig, images: Images) -> tuple[Limb, ...]:
    """The limbs of the rig, and the images of those whose bones all have images. Both are named by their sides."""
    known = {limb.name for limb in rig.limbs}
    pairs = {limb.name: pair for limb in rig.limbs if (pair := _pair(rig, limb, images)) is not None}
    made = {image.name: image for _, image in pairs.values()}
    found: dict[str, Limb] = {}
    for limb in rig.limbs:
        own, image = pairs.get(limb.name, (made.get(limb.name, limb), None))
        found[own.name] = own
        if image is not None and image.name not in known:
            found[image.name] = image
    return tuple(found.values())


def mirrored_pin(pin: Pin) -> Pin:
    """The pin of the partner of a bone."""
    return msgspec.structs.replace(pin, bone=mirrored_name(pin.bone))


def pins_with(pins: tuple[Pin, ...], images: Images) -> tuple[Pin, ...]:
    """The pins, with those of images as their bones have them."""
    known = {pin.bone: pin for pin in pins}
    others = tuple(pin for pin in pins if pin.bone not in images.values())
    made = {image: known[name] for name, image in images.items() if name in known}
    return (*others, *(msgspec.structs.replace(pin, bone=image) for image, pin in made.items()))


def mirrored_limb(rig: Rig, limb: Limb) -> Limb:
    """The limb of the partners of its bones."""
    image = follow(limb, images_of(rig, (*limb.bones, *limb.controls), {}))
    return msgspec.structs.replace(image, name=mirrored_name(limb.name))


def _pair(rig: Rig, limb: Limb, images: Images) -> tuple[Limb, Limb] | None:
    """A limb with the name of its side, and its image; None for one that has no bones to be mirrored, or not all."""
    members = (*limb.bones, *limb.controls)
    if images.keys().isdisjoint(members):
        return None
    image = follow(limb, images_of(rig, members, images))
    if not {*image.bones, *image.controls}.isdisjoint(members):
        return None
    name = limb.name if side_of(limb.name) else with_side(limb.name, side_of(members[0]))
    return msgspec.structs.replace(limb, name=name), msgspec.structs.replace(image, name=mirrored_name(name))


def _put_in(constraints: Iterable[Constraint], owned: Owned) -> Iterator[Constraint]:
    left = dict(owned)
    for constraint in constraints:
        if constraint.owner in owned:
            yield from left.pop(constraint.owner, ())
        else:
            yield constraint
    for theirs in left.values():
        yield from theirs
