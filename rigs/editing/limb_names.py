"""Renaming a limb and its bones and controls after it: a "leg" has a thigh, a shin, a foot and a knee.

Its side is that on which it lies, said in the rig's own way. A limb that is no arm or leg counts its bones: "tentacle",
"tentacle.001" and so on.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from pantin.rigs.anatomy.parts import ARM, JOINTS, LEG, Member
from pantin.rigs.document import Document
from pantin.rigs.editing.bones import renamed
from pantin.rigs.editing.naming import free_name, next_name, side_between
from pantin.rigs.fields import LONGEST_NAME
from pantin.rigs.limb import Limb
from pantin.rigs.messages import _
from pantin.rigs.rig import Rig
from pantin.rigs.sides import Side, side_of, split_name, style_of, with_side

PARTS: dict[Member, tuple[str, ...]] = {
    "leg": LEG,
    "arm": ARM[1:],
}
"""The names of the bones of a limb, from its root on."""

END = 2
"""The place of the foot or hand among those: what the handle is called after."""


def name_limb(document: Document, limb: Limb, name: str) -> Document:
    """Rename a limb, its bones and its controls after `name`. Raises ValueError for an empty or very long name."""
    rig, name = document.rig, name.strip()
    if not name:
        raise ValueError(_('Give the limb "{limb}" a name: its bones are called after it.').format(limb=limb.name))
    if len(name) > LONGEST_NAME // 2:
        raise ValueError(
            _('Give the limb "{limb}" a shorter name: {most} characters are the most.').format(
                limb=limb.name, most=LONGEST_NAME // 2
            )
        )
    side = side_of(name) or _side(rig, limb)
    stem = split_name(name).stem
    names = _names(rig, limb, stem, side)
    called = replace(limb, name=_sided(rig, stem, side))
    limbs = tuple(called if each == limb else each for each in rig.limbs)
    return renamed(document.with_rig(replace(rig, limbs=limbs)), names)


def _names(rig: Rig, limb: Limb, stem: str, side: Side) -> dict[str, str]:
    """Return the new name of each bone and each control. Names of others are left to them."""
    own = (*limb.bones, *limb.controls)
    taken = set(rig.by_name) - set(own)
    stems = _stems(limb, stem)
    found: dict[str, str] = {}
    for old, wanted in zip(limb.bones, stems, strict=True):
        found[old] = _take(rig, wanted, side, taken)
    for old in limb.controls:
        found[old] = _take(rig, _control(rig, limb, old, stems, stem), side, taken)
    return {old: new for old, new in found.items() if new != old}


def _stems(limb: Limb, stem: str) -> tuple[str, ...]:
    """The names of the bones without their side."""
    parts = PARTS.get(_member(limb, stem), ())
    if parts:
        return parts[: len(limb.bones)]
    return tuple(_counted(stem, len(limb.bones)))


def _control(rig: Rig, limb: Limb, control: str, stems: tuple[str, ...], stem: str) -> str:
    """Return the name of a control without its side: after the end or the joint that it steers, else after its old
    name.
    """
    member = _member(limb, stem)
    if member and rig.by_name[control].kind == "pole":
        return f"{JOINTS[member]}_pole"
    if member and control == limb.controls[0]:
        return f"{PARTS[member][END]}_ik"
    before = split_name(control).stem
    for bone, new in sorted(zip(limb.bones, stems, strict=True), key=lambda pair: -len(pair[0])):
        if before.startswith(old := split_name(bone).stem):
            return new + before[len(old) :]
    return before


def _member(limb: Limb, stem: str) -> Member:
    """Return whether a limb is the arm or the leg that its name says: one with more bones than those have is not."""
    for member, parts in PARTS.items():
        if stem.lower() == member and limb.kind in ("limb", "reverse_foot") and 2 <= len(limb.bones) <= len(parts):
            return member
    return ""


def _counted(stem: str, many: int) -> Iterator[str]:
    name = stem
    for _number in range(many):
        yield name
        name = next_name(name, ())


def _side(rig: Rig, limb: Limb) -> Side:
    """The side on which a limb lies from its root to its end."""
    bones = [rig.by_name[name] for name in limb.bones]
    return side_between(bones[0].head, bones[-1].tail) if bones else ""


def _take(rig: Rig, stem: str, side: Side, taken: set[str]) -> str:
    """The name with its side, or the first free one after it; taken from now on."""
    name = free_name(_sided(rig, stem, side), taken)
    taken.add(name)
    return name


def _sided(rig: Rig, stem: str, side: Side) -> str:
    return with_side(stem, side, style_of(rig.by_name)) if side else stem
