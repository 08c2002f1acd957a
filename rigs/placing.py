"""Where bones begin and end at rest. What is connected stays so: a joint of several bones moves as one."""

from __future__ import annotations

from collections.abc import Mapping
from math import dist

import msgspec

from rigs.bones import replace_bones
from rigs.document import Document
from rigs.fields import Vector3
from rigs.rest import SHORTEST
from rigs.rig import Bone, Rig


def place_heads(document: Document, heads: Mapping[str, Vector3]) -> Document:
    """The named bones begin there. The head of a connected bone is its parent's tail, which goes along."""
    rig = document.rig
    tails = {parent: head for name, head in heads.items() if (parent := _connected_to(rig, name))}
    free = {name: head for name, head in heads.items() if not _connected_to(rig, name)}
    moved = replace_bones(document, (msgspec.structs.replace(rig.by_name[name], head=free[name]) for name in free))
    return place_tails(moved, tails)


def place_tails(document: Document, tails: Mapping[str, Vector3]) -> Document:
    """The named bones end there; the bones that are connected to them begin there."""
    rig = document.rig
    changed = {name: msgspec.structs.replace(rig.by_name[name], tail=tail) for name, tail in tails.items()}
    for name, tail in tails.items():
        for child in rig.children.get(name, ()):
            if child.connected:
                changed[child.name] = msgspec.structs.replace(changed.get(child.name, child), head=tail)
    return replace_bones(document, changed.values())


def set_lengths(document: Document, lengths: Mapping[str, float]) -> Document:
    """The named bones made so many metres long in the direction that they have; without one they point up."""
    tails: dict[str, Vector3] = {}
    for name, length in lengths.items():
        bone = document.rig.by_name[name]
        (hx, hy, hz), (x, y, z) = bone.head, _direction(bone)
        tails[name] = (hx + x * length, hy + y * length, hz + z * length)
    return place_tails(document, tails)


def _direction(bone: Bone) -> Vector3:
    length = dist(bone.head, bone.tail)
    if length <= SHORTEST:
        return (0.0, 0.0, 1.0)
    x, y, z = ((end - start) / length for start, end in zip(bone.head, bone.tail, strict=True))
    return (x, y, z)


def _connected_to(rig: Rig, name: str) -> str | None:
    bone = rig.by_name[name]
    return bone.parent if bone.connected and bone.parent in rig.by_name else None
