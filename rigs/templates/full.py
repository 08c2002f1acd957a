"""The full controls of a figure: handles for hips, chest, head, eyes, tail and fingers, and feet that roll.

They are put on a figure that has the handles of its limbs, by the same plans that make them for a selection, so that
they can be taken away, mirrored and named like those. At rest every handle is where its bones are: nothing moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import Annotated, Literal

from msgspec.structs import replace

from pantin.rigs.anatomy.by_place import parts_of
from pantin.rigs.anatomy.parts import FINGERS, Part
from pantin.rigs.collection import Collection
from pantin.rigs.document import Document
from pantin.rigs.editing.limbs import add, remove
from pantin.rigs.fields import field
from pantin.rigs.limb import Limb, LimbKind
from pantin.rigs.limb_kinds import aim, finger, head, reverse_foot, spine, tail
from pantin.rigs.limb_kinds.chain import LimbChain
from pantin.rigs.limb_kinds.plan import Plan
from pantin.rigs.rig import Bone, Rig

Controls = Annotated[
    Literal["limbs", "full"],
    field(
        "Controls",
        "Handles for arms and legs alone, or for all of the figure: hips, chest, head, tail and fingers too, "
        "and feet that roll.",
    ),
]
"""The controls of a figure that can be grabbed beside its bones."""

MakePlan = Callable[[Rig], Plan]
HELD = ("hand.L", "hand.R")

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
"""The collections of parts; all others belong to their parent's, as toes and feathers do."""


def controlled(rig: Rig, controls: Literal["limbs", "full"], called: Mapping[str, str] = MappingProxyType({})) -> Rig:
    """A figure with the handles of its limbs alone, or with full controls in collections.

    `called` says which collections have another name than in a person.
    """
    if controls == "limbs":
        return rig
    made = Document.of(_hands_held(rig))
    for limb in _feet(rig):
        made = remove(made, limb)
        plan = reverse_foot.plan(made.rig, LimbChain(limb.bones[:-1], limb.bones[-1]))
        made = add(made, _with_poles_of(rig, plan))
    for make in _plans(rig):
        made = add(made, make(made.rig))
    return _grouped(made.rig, called)


def _plans(rig: Rig) -> Iterator[MakePlan]:
    """Yield the plans of the controls beside those of arms and legs, those that carry others first."""
    if "hips" in rig.by_name:
        yield partial(spine.plan, chain=LimbChain(_between(rig, "hips", "chest")))
        neck = _between(rig, "chest", "head")[1:-1]
        yield partial(head.plan, head="head", neck=neck, parent="chest")
    if "eye.L" in rig.by_name:
        yield partial(aim.plan, chain=LimbChain(("eye.L", "eye.R")))
    for root in ("tail", "tail_1"):
        if root in rig.by_name:
            yield partial(tail.plan, chain=LimbChain(_below(rig, root)))
    parts = parts_of(rig)
    for bone in rig.bones:
        if parts.get(bone.name) in FINGERS and not bone.connected:
            yield partial(finger.plan, chain=LimbChain(_below(rig, bone.name)))


def _feet(rig: Rig) -> list[Limb]:
    """The legs that stand on the floor."""
    pinned = {pin.bone for pin in rig.pins}
    return [limb for limb in rig.limbs if limb.bones[-1] in pinned]


def _with_poles_of(rig: Rig, plan: Plan) -> Plan:
    """The plan with its poles where the figure has them: exactly in the plane of the leg."""
    kept = {bone.name: bone for bone in rig.bones if bone.kind == "pole"}
    controls = (replace(each, bone=kept.get(each.bone.name, each.bone)) for each in plan.controls)
    return replace(plan, controls=tuple(controls))


def _hands_held(rig: Rig) -> Rig:
    """Handles and poles of hands hang on the chest, so that arms and wings go with the body."""
    held = {name for limb in rig.limbs if limb.name in HELD for name in limb.controls}
    if "chest" not in rig.by_name:
        return rig
    return replace(rig, bones=tuple(replace(bone, parent="chest") if bone.name in held else bone for bone in rig.bones))


def _between(rig: Rig, top: str, bottom: str) -> tuple[str, ...]:
    """The bones from `top` down to `bottom`."""
    path = [bottom]
    while path[0] != top:
        path.insert(0, str(rig.by_name[path[0]].parent))
    return tuple(path)


def _below(rig: Rig, name: str) -> tuple[str, ...]:
    """A bone and those that are connected below it, up to the first branch."""
    path = [name]
    while len(below := rig.children.get(path[-1], ())) == 1 and below[0].connected:
        path.append(below[0].name)
    return tuple(path)


def _grouped(rig: Rig, called: Mapping[str, str]) -> Rig:
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
