"""The parts of a body that the bones of a skeleton are: by their names, and where these say too little, by their
places.

A bone called arm or leg is recognised by its parent, hips, chest, neck and head among bones called spine by what
they carry, and which finger "finger 1" is by whether the skeleton counts fingers from 0 or from 1.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from pantin.rigs.anatomy.names import is_helper, is_of_a_body, stem_of
from pantin.rigs.anatomy.parts import FINGERS, NEXT, Part
from pantin.rigs.anatomy.words import part_of
from pantin.rigs.rig import Rig

_AFTER: Mapping[str, Part] = {**NEXT, "hand": "finger", "foot": "toe"}
"""The part that a bone called arm or leg is, by the part that carries it."""
_NUMBERED = re.compile(r"finger(?P<finger>\d)\d?")
_UNSURE_HIPS = "root"
"""The word for the hips in MakeHuman, and in others for the bone that moves the whole figure."""


def parts_of(rig: Rig) -> Mapping[str, Part]:
    """The parts of the body by bone; bones that are none, controls and the ends of chains are left out."""
    return _parts(rig.parents_of_bones)


@lru_cache(maxsize=8)
def _parts(bones: tuple[tuple[str, str], ...]) -> Mapping[str, Part]:
    """The parts by bone, from names and parents alone ("" above a root): another rest pose is not read again."""
    above = _body_parents(dict(bones))
    found: dict[str, Part] = {}
    for name, parent in above.items():
        part = _by_name(name, found.get(parent))
        if part is not None:
            found[name] = part
    _tell_joints(above, found)
    _tell_fingers(found)
    _tell_hips(above, found)
    _tell_chest(above, found)
    _tell_neck_and_head(above, found)
    return found


def _body_parents(parents: Mapping[str, str]) -> Mapping[str, str]:
    """Return the parent of each bone that may be a part of the body, past helpers; empty for a root."""
    return {
        name: parents.get(above, "") if is_helper(above) else above
        for name, above in parents.items()
        if is_of_a_body(name)
    }


def _by_name(name: str, parent: Part | None) -> Part | None:
    """Return the part that a name tells of a bone whose parent is known."""
    part = part_of(name)
    if part in ("arm", "leg"):
        return _AFTER.get(parent or "", "upper_arm" if part == "arm" else "thigh")
    return None if part == "hock" and parent == "foot" else part


def _tell_joints(above: Mapping[str, str], found: dict[str, Part]) -> None:
    """The upper bones of limbs that are named after joints: of two shoulders the second, and hips that have a side."""
    for name, part in tuple(found.items()):
        parent = above[name]
        if part == "forearm" and found.get(parent) == "shoulder" and found.get(above[parent]) == "shoulder":
            found[parent] = "upper_arm"
        elif part == "shin" and parent not in found and stem_of(parent).word == "hip":
            found[parent] = "thigh"


def _tell_fingers(found: dict[str, Part]) -> None:
    """Tell apart numbered fingers: Biped counts from 0, MakeHuman from 1."""
    numbered = {name: match for name in found if (match := _NUMBERED.fullmatch(stem_of(name).word))}
    first = min((int(match["finger"]) for match in numbered.values()), default=0)
    for name, match in numbered.items():
        number = int(match["finger"]) - min(first, 1)
        if found[name] == "finger" and 0 <= number < len(FINGERS):
            found[name] = FINGERS[number]


def _tell_hips(above: Mapping[str, str], found: dict[str, Part]) -> None:
    """The hips where no name tells them: what carries a thigh, where it may be called so."""
    if "hips" in found.values():
        return
    for name in {above[name] for name, part in found.items() if part == "thigh"} & above.keys():
        if found.get(name) == "spine" or stem_of(name).word == _UNSURE_HIPS:
            found[name] = "hips"


def _tell_chest(above: Mapping[str, str], found: dict[str, Part]) -> None:
    """The chest where no name tells it: the spine that carries the arms or the neck."""
    if "chest" in found.values():
        return
    parents = {above[name] for name, part in found.items() if part in ("shoulder", "neck", "upper_arm")}
    found |= {name: "chest" for name, part in found.items() if part == "spine" and name in parents}


def _tell_neck_and_head(above: Mapping[str, str], found: dict[str, Part]) -> None:
    """The head where no name tells it: the last of several necks, or of the spines above the chest."""
    if "head" in found.values():
        return
    if "neck" not in found.values():
        for name in [name for name, part in found.items() if part == "spine"]:
            if found.get(above[name]) in ("chest", "neck"):
                found[name] = "neck"
    necks = {name for name, part in found.items() if part == "neck"}
    for name in necks - {above[name] for name in necks}:
        if above[name] in necks:
            found[name] = "head"
