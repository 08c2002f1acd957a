"""Skeletons as other programs save them: the joints of a person under the names of each convention."""

from __future__ import annotations

import msgspec
import numpy as np

from pantin.rigs.anatomy import conventions
from pantin.rigs.anatomy.convention import Convention
from pantin.rigs.anatomy.parts import FINGERS
from pantin.rigs.document import Document
from pantin.rigs.editing.building.joints import transformed
from pantin.rigs.joint import Joint
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.sides import mirrored_name
from pantin.rigs.templates import TEMPLATES
from pantin.rigs.tree.traversal import with_descendants
from pantin.rigs.vectors import three

CONVENTIONS = {convention.title: convention for convention in conventions.CONVENTIONS}


def bare(rig: Rig) -> Rig:
    """The bones that shape a figure, without controls, constraints and limits."""
    bones = [bone for bone in rig.bones if bone.kind == "bone"]
    known = {bone.name for bone in bones}
    plain = (
        msgspec.structs.replace(bone, joint=Joint(), parent=bone.parent if bone.parent in known else None)
        for bone in bones
    )
    return Rig(bones=tuple(plain))


def person(**measures: float) -> Rig:
    """The joints of a person with these measures."""
    template = TEMPLATES["humanoid"]
    return bare(template.draw(template.measures(controls="limbs", **measures)))


def with_eyes(rig: Rig) -> Rig:
    """Our person with two eyes in its head, a little apart, looking ahead along their own length."""
    x, y, z = np.mean([rig.by_name["head"].head, rig.by_name["head"].tail], axis=0).tolist()
    eyes = tuple(
        Bone(name=f"eye.{side}", parent="head", head=(x + aside, y - 0.08, z), tail=(x + aside, y - 0.10, z))
        for side, aside in (("L", 0.03), ("R", -0.03))
    )
    return msgspec.structs.replace(rig, bones=rig.bones + eyes)


def heading_to(rig: Rig, degrees: float) -> Rig:
    """The rig turned about Z; the numbers of its rolls stay, so that its bones are rolled in another way."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    turn = np.array(((c, -s, 0.0), (s, c, 0.0), (0.0, 0.0, 1.0)))
    bones = tuple(
        msgspec.structs.replace(bone, head=three(turn @ bone.head), tail=three(turn @ bone.tail)) for bone in rig.bones
    )
    return msgspec.structs.replace(rig, bones=bones)


def renamed(rig: Rig, names: dict[str, str]) -> Rig:
    """The rig with its bones called otherwise; those without a new name keep theirs."""
    bones = tuple(
        msgspec.structs.replace(
            bone, name=names.get(bone.name, bone.name), parent=names.get(bone.parent or "", bone.parent)
        )
        for bone in rig.bones
    )
    return msgspec.structs.replace(rig, bones=bones)


def named_by(rig: Rig, convention: Convention) -> dict[str, str]:
    """Return what the bones of our person are called in a convention; fingers that it does not know are left out."""
    names: dict[str, str] = {}
    spine, neck = convention.names["spine"].split(), convention.names.get("neck", "").split()
    chest = convention.names["chest"].split() if "chest" in convention.names else spine[1:]
    for bone in rig.bones:
        stem, _, side = bone.name.partition(".")
        part, _, number = stem.rpartition("_") if stem[-1].isdigit() else (stem, "", "1")
        told = {"spine": spine[:1], "chest": chest[:1], "neck": neck[:1]}.get(
            part, convention.names.get(part, "").split()
        )
        told = told[int(number) - 1 :] if part in FINGERS else told
        if told:
            names[bone.name] = mirrored_side(told[0]) if side == "R" else told[0]
    return names


def mirrored_side(name: str) -> str:
    """The right bone's name, also where a lone letter says the side."""
    other = mirrored_name(name)
    if other == name and name[0] in "lL":
        return ("r" if name[0] == "l" else "R") + name[1:]
    return other


def nameless(rig: Rig) -> tuple[Rig, dict[str, str]]:
    """Return the rig whose bones are called by numbers and of which no parts are known, and what they were called."""
    names = {bone.name: f"j{number}" for number, bone in enumerate(rig.bones)}
    return renamed(rig, names).changed(parts=()), {new: old for old, new in names.items()}


def turned(rig: Rig) -> Rig:
    """The figure as a reader for Y up has it of a file with Z up."""

    def at(place: tuple[float, float, float]) -> tuple[float, float, float]:
        x, y, z = place
        return x, -z, y

    return msgspec.structs.replace(
        rig,
        bones=tuple(msgspec.structs.replace(bone, head=at(bone.head), tail=at(bone.tail)) for bone in rig.bones),
    )


# Very many bones, whose names tell no part of a body


def row_of(count: int, x: float = 0.0) -> Rig:
    """Bones that stand side by side along X from `x` on."""
    return Rig(
        bones=tuple(Bone(name=f"bone_{n}", head=(x + n, 0.0, 0.0), tail=(x + n, 0.0, 1.0)) for n in range(count))
    )


def chain_of(count: int, x: float = 0.0) -> Rig:
    """Bones one above the other, of uneven lengths, from a root that branches into stumps."""
    bones, top = list[Bone](), 0.0
    for n in range(count):
        above, end = (f"bone_{n - 1}" if n else None), top + 0.02 + 0.01 * (n % 7)
        bones.append(Bone(name=f"bone_{n}", parent=above, head=(x, 0.0, top), tail=(x, 0.0, end), connected=n > 0))
        top = end if n % 5 else top
    return Rig(bones=tuple(bones))


def swung(rig: Rig, top: str, turn: np.ndarray) -> Rig:
    """Return the rig in which a bone, with all that hangs on it, rests turned (3, 3) about the bone's head."""
    about, matrix = np.array(rig.by_name[top].head), np.eye(4)
    matrix[:3, :3], matrix[:3, 3] = turn, about - turn @ about
    below = with_descendants(rig, (top,))
    return transformed(Document.of(rig), [(name, end) for name in below for end in ("head", "tail")], matrix).rig
