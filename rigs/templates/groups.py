"""The collections of a figure with full controls: parts of the body from the trunk outwards, then what is grabbed.

Pivots, which are seldom grabbed, are hidden themselves; a collection of their own keeps them out of the way.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from pantin.rigs.anatomy.by_place import parts_of
from pantin.rigs.anatomy.parts import FINGERS, Part
from pantin.rigs.collection import Collection
from pantin.rigs.limb import LimbKind
from pantin.rigs.rig import Bone, Rig

BODY, ARMS, LEGS, HANDS, TAIL = "Body", "Arms", "Legs", "Fingers", "Tail"
HANDLES, POLES, PIVOTS = "Handles", "Poles", "Pivots"
ORDER = (BODY, ARMS, HANDS, LEGS, TAIL, HANDLES, POLES, PIVOTS)

KINDS: tuple[LimbKind, ...] = ("spine", "aim", "limb", "reverse_foot", "tail", "spline", "finger")
"""The order in which the controls of limbs are listed."""

GROUPS: Mapping[Part, str] = {
    **dict.fromkeys(("hips", "spine", "chest", "neck", "head", "jaw", "eye", "ear"), BODY),
    **dict.fromkeys(("shoulder", "upper_arm", "forearm", "hand"), ARMS),
    **dict.fromkeys(("palm", "finger", *FINGERS), HANDS),
    **dict.fromkeys(("thigh", "shin", "hock", "foot"), LEGS),
    "tail": TAIL,
}
"""Where parts belong; all others belong where the bone above does, as toes and feathers do."""


def grouped(rig: Rig, called: Mapping[str, str]) -> Rig:
    """The rig with its collections, some of which may be `called` otherwise: an animal's arms are front legs."""
    rig = _ordered(rig)
    parts = parts_of(rig)
    found: dict[str, list[str]] = {name: [] for name in ORDER}
    for bone in rig.bones:
        found[_group(rig, bone, parts)].append(bone.name)
    named = (Collection(called.get(name, name), tuple(bones)) for name, bones in found.items() if bones)
    return replace(rig, collections=tuple(named))


def _ordered(rig: Rig) -> Rig:
    """The rig with its controls from the trunk outwards, as people look for them, and pivots last."""
    limbs = sorted(rig.limbs, key=lambda limb: KINDS.index(limb.kind))
    first = [bone.name for bone in rig.bones if bone.kind == "bone" or bone.parent is None]
    names = dict.fromkeys((*first, *(name for limb in limbs for name in limb.controls), *rig.by_name))
    bones = sorted((rig.by_name[name] for name in names), key=lambda bone: bone.hidden)
    return replace(rig, bones=tuple(bones))


def _group(rig: Rig, bone: Bone, parts: Mapping[str, Part]) -> str:
    """The collection of a bone."""
    if bone.kind != "bone":
        return PIVOTS if bone.hidden else POLES if bone.kind == "pole" else HANDLES
    part = parts.get(bone.name)
    if part is not None and part in GROUPS:
        return GROUPS[part]
    above = rig.by_name.get(bone.parent or "")
    return BODY if above is None or above.kind != "bone" else _group(rig, above, parts)
