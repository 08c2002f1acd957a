"""Which part of a figure a bone is, read from its name and its place among the others.

Names of the usual schools are understood: upper_arm.L, LeftForeArm, mixamorig:LeftUpLeg, leg_joint_L_2. How a part is
turned from wood, `viewport.figure.profiles` says; a bone with an unknown name becomes a plain turned limb.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import dist
from typing import Literal

from pantin.rigs.rig import Rig

Role = Literal[
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


def roles_of(rig: Rig) -> Mapping[str, Role]:
    """The part of the body that each bone is, for those that can be told."""
    found: dict[str, Role] = {}
    for bone in rig.bones:
        if bone.kind != "bone" or is_control(bone.name):
            continue
        role = _role(bone.name, found.get(bone.parent or ""))
        if role is not None:
            found[bone.name] = role
    return _told_by_place(rig, found)


def animal_roles(rig: Rig, roles: Mapping[str, Role]) -> Mapping[str, Role]:
    """The parts of an animal that walks on its toes: of two bones called feet, the upper one is the hock."""
    upper = {rig.by_name[name].parent: name for name, role in roles.items() if role == "foot"}
    return {name: "hock" if role == "foot" and name in upper else role for name, role in roles.items()}


def is_control(name: str) -> bool:
    """Whether a bone's name says that it steers others and is no part of the body: kneeIK, PoleTarget, ik_foot.L."""
    words = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)
    return any(re.fullmatch(_CONTROLS, word.lower()) for word in words)


def _role(name: str, parent: Role | None) -> Role | None:
    plain = re.sub(r"[^a-z]", "", re.sub(r"^.*:", "", name).lower())
    if plain.endswith(("end", "nub")):
        return None
    for pattern, role in _NAMES:
        if re.search(pattern, plain):
            return role
    for pattern, first in _FAMILIES:
        if re.search(pattern, plain):
            return _NEXT.get(parent, first) if parent in _NEXT else first
    return None


def _told_by_place(rig: Rig, roles: dict[str, Role]) -> Mapping[str, Role]:
    """Parts whose names say less than their place: spines that carry legs, arms or the neck, and a neck at the top."""
    found = dict(roles)
    carried: dict[str, set[Role]] = {}
    for bone in rig.bones:
        if bone.parent is not None and bone.name in roles:
            carried.setdefault(bone.parent, set()).add(roles[bone.name])
    for name, role in roles.items():
        above, carries = rig.by_name[name].parent or "", carried.get(name, set())
        if role == "spine" and "thigh" in carries and "hips" not in roles.values():
            found[name] = "hips"
        elif role == "spine" and carries & {"shoulder", "neck", "upper_arm"} and "chest" not in roles.values():
            short = found.get(above) == "spine" and _length(rig, above) > 2 * _length(rig, name)
            found[name] = "neck" if short else "chest"
            if short:
                found[above] = "chest"
        elif role == "neck" and roles.get(above) == "neck" and "head" not in roles.values():
            found[name] = "head"
    return found


def _length(rig: Rig, name: str) -> float:
    bone = rig.by_name[name]
    return dist(bone.head, bone.tail)


_CONTROLS = r"ik|pole|ctrl|ctl|slot|.*control|.*target"
"""Words in the names of bones that have no body."""

_NAMES: tuple[tuple[str, Role], ...] = (
    (r"twist", "twist"),
    (r"^(?!.*thumb).*metacarp|palm(index|middle|ring|little|pinky)", "palm"),
    (r"thumb|index|middle|ring[0-9]?|little|pinky|finger", "finger"),
    (r"toe|ball", "toe"),
    (r"foot|ankle|(hind|back|rear)paw", "foot"),
    (r"hock|cannon|metatars", "hock"),
    (r"thigh|up(per)?leg", "thigh"),
    (r"shin|calf|low(er)?leg", "shin"),
    (r"shoulder|clavicle|collar", "shoulder"),
    (r"fore?arm|low(er)?arm", "forearm"),
    (r"up(per)?arm", "upper_arm"),
    (r"hand|wrist|palm|frontpaw|forepaw", "hand"),
    (r"hips?$|pelvis", "hips"),
    (r"chest|thorax|ribs", "chest"),
    (r"spine|torso|abdomen|waist", "spine"),
    (r"neck", "neck"),
    (r"^head|head$", "head"),
    (r"(^|left|right)ear(?!m)", "ear"),
    (r"jaw|mandible", "jaw"),
)
"""Unmistakable names. The first that fits counts: LeftHandThumb1 is a finger, LeftUpLeg no shin."""

_FAMILIES: tuple[tuple[str, Role], ...] = ((r"arm", "upper_arm"), (r"leg", "thigh"))
"""Names that say the limb only; the place along the limb says the rest."""

_NEXT: Mapping[Role | None, Role] = {
    "upper_arm": "forearm",
    "forearm": "hand",
    "hand": "finger",
    "thigh": "shin",
    "shin": "foot",
    "foot": "toe",
}
