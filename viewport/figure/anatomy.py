"""The parts of the body as the wooden figure has them: `rigs.anatomy` says which bone is which.

All fingers are made alike, and a bone that is none of these parts becomes a plain turned limb. The module
`viewport.figure.profiles` says how a part is turned from wood.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import dist
from typing import Literal

from pantin.rigs.anatomy.by_place import parts_of
from pantin.rigs.anatomy.parts import FINGERS, Part
from pantin.rigs.anatomy.words import part_of
from pantin.rigs.rig import Rig

FigureRole = Literal[
    "hips",
    "spine",
    "chest",
    "neck",
    "head",
    "shoulder",
    "upper_arm",
    "forearm",
    "hand",
    "palm",
    "finger",
    "twist",
    "thigh",
    "shin",
    "hock",
    "foot",
    "toe",
    "ear",
    "jaw",
]

_ROLES: Mapping[Part, FigureRole] = {
    "hips": "hips",
    "spine": "spine",
    "chest": "chest",
    "neck": "neck",
    "head": "head",
    "shoulder": "shoulder",
    "upper_arm": "upper_arm",
    "forearm": "forearm",
    "hand": "hand",
    "palm": "palm",
    "finger": "finger",
    **dict.fromkeys(FINGERS, "finger"),
    "twist": "twist",
    "thigh": "thigh",
    "shin": "shin",
    "hock": "hock",
    "foot": "foot",
    "toe": "toe",
    "ear": "ear",
    "jaw": "jaw",
}


def roles_of(rig: Rig) -> Mapping[str, FigureRole]:
    """The part of the wooden figure that each bone is, for those that are known."""
    found = {name: _ROLES[part] for name, part in parts_of(rig).items() if part in _ROLES}
    for name in [name for name, role in found.items() if role == "chest" and part_of(name) == "spine"]:
        below = rig.by_name[name].parent or ""
        if found.get(below) == "spine" and _length(rig, below) > 2 * _length(rig, name):
            found[name], found[below] = "neck", "chest"  # too short for a chest: that is the long bone below
    return found


def _length(rig: Rig, name: str) -> float:
    bone = rig.by_name[name]
    return dist(bone.head, bone.tail)


def animal_roles(rig: Rig, roles: Mapping[str, FigureRole]) -> Mapping[str, FigureRole]:
    """The parts of an animal that walks on its toes: of two bones called feet, the upper one is the hock."""
    upper = {rig.by_name[name].parent: name for name, role in roles.items() if role == "foot"}
    return {name: "hock" if role == "foot" and name in upper else role for name, role in roles.items()}
