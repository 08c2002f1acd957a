"""Framing of the bones that are selected: the part of the body that a person means by them.

A finger means its hand, a forearm its arm, an eye the head and a handle what it steers: one bone alone would be seen
too near, and the end of a finger is a dot. While the rest pose is edited the bones themselves are framed.
"""

from __future__ import annotations

from collections.abc import Mapping

from pantin.rigs.anatomy.by_place import parts_of
from pantin.rigs.anatomy.parts import Part
from pantin.rigs.editing.limbs import limbs_of, steered_by
from pantin.rigs.rig import Rig
from pantin.rigs.tree.chains import carries_all
from pantin.rigs.tree.traversal import ancestors, with_descendants
from pantin.viewport.picking.hands import hands_in
from pantin.viewport.values.stage import Look

ENDS: frozenset[Part] = frozenset(("hand", "foot", "paw", "head"))
"""Parts that are framed with all that hangs on them."""
WITH: Mapping[Part, frozenset[Part]] = {
    **dict.fromkeys(("jaw", "eye", "ear"), frozenset[Part](("head",))),
    "neck": frozenset(("neck", "head")),
    **dict.fromkeys(("forearm", "upper_arm", "shoulder", "arm"), frozenset[Part](("shoulder", "upper_arm", "forearm"))),
    **dict.fromkeys(("thigh", "shin", "hock", "leg"), frozenset[Part](("thigh", "shin", "hock"))),
    "toe": frozenset(("foot", "paw")),
    **dict.fromkeys(("hips", "spine", "chest"), frozenset[Part](("hips", "spine", "chest", "neck"))),
    "tail": frozenset(("tail",)),
}
"""The parts that are framed for a part, where they hang on each other."""
TORSO: frozenset[Part] = frozenset(("hips", "spine", "chest"))
LIMBS: frozenset[Part] = frozenset(("shoulder", "upper_arm", "forearm", "thigh", "shin", "hock", "neck"))
"""Parts that are framed with the hand, the foot or the head at their end."""


def framed_bones(look: Look, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the bones of the parts that these bones mean; none where they mean the whole figure."""
    rig = look.document.rig
    names = tuple(name for name in names if name in rig.by_name)
    if any(rig.by_name[name].kind != "bone" and carries_all(rig, name) for name in names):
        return ()
    parts = parts_of(rig)
    if look.in_rest_pose:
        return _with_ends(rig, parts, names)
    return tuple(dict.fromkeys(bone for name in names for bone in (name, *_part(rig, parts, name))))


def _part(rig: Rig, parts: Mapping[str, Part], name: str) -> tuple[str, ...]:
    """Return the bones of the part of the body that a bone or a control means."""
    if rig.by_name[name].kind != "bone":
        return _steered(rig, parts, name)
    hand = hands_in(rig).hands.get(name)
    if hand is not None:
        return _with_ends(rig, parts, (hand,), also=hand)
    part = parts.get(name)
    if part is None:
        return tuple(bone for limb in limbs_of(rig, (name,)) for bone in limb.bones) or _beside(rig, name)
    with_it, found = WITH.get(part, frozenset[Part]()), {name}
    if with_it:
        found |= _joined(rig, parts, name, with_it)
    below = [child.name for each in found for child in rig.children.get(each, ()) if parts.get(child.name) in ENDS]
    return _with_ends(rig, parts, (*found, *(below if part in LIMBS else ())))


def _joined(rig: Rig, parts: Mapping[str, Part], name: str, with_it: frozenset[Part]) -> set[str]:
    """Return the bones of these parts that hang on each other from a bone upwards, and of one limb downwards."""
    found = {name}
    for above in ancestors(rig, name):
        if parts.get(above) not in (*with_it, parts[name]):
            break
        found.add(above)
    waiting = list(found) if with_it & TORSO else [name]
    while waiting:
        below = [child.name for child in rig.children.get(waiting.pop(), ()) if parts.get(child.name) in with_it]
        waiting += [each for each in below if each not in found]
        found.update(below)
    return found


def _steered(rig: Rig, parts: Mapping[str, Part], control: str) -> tuple[str, ...]:
    """Return the bones that a control steers: of a handle the hand or foot at the end alone."""
    chain = steered_by(rig, (control,))
    near = [each for name in chain for each in (name, *(child.name for child in rig.children.get(name, ())))]
    ends = [name for name in near if parts.get(name) in ENDS and rig.by_name[name].kind == "bone"]
    handle = rig.by_name[control].kind == "handle"
    return _with_ends(rig, parts, tuple(ends) if ends and handle else (*chain, *ends))


def _with_ends(rig: Rig, parts: Mapping[str, Part], names: tuple[str, ...], also: str | None = None) -> tuple[str, ...]:
    """Return the bones, and what hangs on those of them that are hands, feet and heads: fingers, toes, a jaw."""
    ends = [name for name in names if parts.get(name) in ENDS or name == also]
    below = (name for name in with_descendants(rig, ends) if rig.by_name[name].kind == "bone")
    return tuple(dict.fromkeys((*names, *below)))


def _beside(rig: Rig, name: str) -> tuple[str, ...]:
    """Return a bone that is no known part with those that it hangs on and carries."""
    bone = rig.by_name[name]
    around = (bone.parent, *(child.name for child in rig.children.get(name, ())))
    return (name, *(each for each in around if each is not None and rig.by_name[each].kind == "bone"))
