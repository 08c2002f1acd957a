"""What the names of bones say of the body: "LeftUpLeg", "thigh_l" and "thigh.L" are all the upper bone of a leg.

The ways in which common skeletons call the parts of limbs are listed here once; sides are those of `rigs.sides`.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

Member = Literal["arm", "leg", ""]
Place = Literal["upper", "lower", "end"]


class Part(NamedTuple):
    """Which part of a limb a bone is; a paw may be that of either."""

    member: Member
    place: Place


_PARTS: dict[str, Part] = {
    **dict.fromkeys(("thigh", "upleg", "upperleg", "femur"), Part("leg", "upper")),
    **dict.fromkeys(("shin", "calf", "lowerleg", "leg", "tibia", "hock"), Part("leg", "lower")),
    **dict.fromkeys(("foot", "ankle", "hoof", "hindpaw"), Part("leg", "end")),
    **dict.fromkeys(("upperarm", "uparm", "arm", "humerus"), Part("arm", "upper")),
    **dict.fromkeys(("forearm", "lowerarm"), Part("arm", "lower")),
    **dict.fromkeys(("hand", "wrist", "frontpaw"), Part("arm", "end")),
    "paw": Part("", "end"),
}
JOINTS: dict[Member, str] = {"leg": "knee", "arm": "elbow"}
"""What the joint in the middle of a limb is called."""

FINGERS = ("thumb", "index", "middle", "ring", "little", "pinky", "finger")
TOES = ("toe", "toes", "ball", "toebase")
TAILS = ("tail", "tentacle", "trunk", "rope", "hair", "tongue", "chain")
SPINES = ("chest", "torso", "spine", "ribcage", "upperchest")
HIPS = ("hips", "pelvis", "hip")
ROOTS = ("root", "body", "master", "main", "global", "world", "armature", "reference")
_SIDES = frozenset(("left", "right", "l", "r"))
_WORD = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+")


def words_of(name: str) -> tuple[str, ...]:
    """The words of a bone's name in small letters, without its side and its numbers."""
    return tuple(word for found in _WORD.findall(name) if (word := found.lower()) not in _SIDES)


def part_of(name: str) -> Part | None:
    """The part of a limb that a name tells; the longest word counts, so that "forearm" is no arm."""
    joined = "".join(words_of(name))
    told = [word for word in _PARTS if joined.endswith(word)]
    return _PARTS[max(told, key=len)] if told else None


def says(name: str, *words: str) -> bool:
    """Whether one of `words` is among those of a name."""
    return not set(words).isdisjoint(words_of(name))
