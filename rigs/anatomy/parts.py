"""The parts of a body that bones can be, and which of them make up an arm, a leg, a hand and a back."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Literal

Part = Literal[
    "hips",
    "spine",
    "chest",
    "neck",
    "head",
    "jaw",
    "eye",
    "ear",
    "shoulder",
    "upper_arm",
    "forearm",
    "hand",
    "palm",
    "thumb",
    "index",
    "middle",
    "ring",
    "little",
    "finger",
    "thigh",
    "shin",
    "hock",
    "foot",
    "toe",
    "paw",
    "tail",
    "twist",
    "arm",
    "leg",
]
"""A part of the body. `finger` is one whose name does not say which, `paw` one of a front or a hind leg, `arm` or `leg`
a bone whose name says the limb only; `palm` is a metacarpal, `hock` the metatarsus of an animal, `tail` whatever hangs
and bends like one. A twist bone spreads the twist of the limb along which it lies."""

Member = Literal["arm", "leg", ""]

FINGERS: tuple[Part, ...] = ("thumb", "index", "middle", "ring", "little")
ARM: tuple[Part, ...] = ("shoulder", "upper_arm", "forearm", "hand")
LEG: tuple[Part, ...] = ("thigh", "shin", "foot", "toe")
OF_LEGS: frozenset[Part] = frozenset((*LEG, "hock", "paw"))
"""From the body outwards."""
NEXT: dict[str, Part] = dict((*pairwise(ARM[1:]), *pairwise(LEG[:-1])))
"""The part at which a part of a limb ends."""
BACKBONE: tuple[Part, ...] = ("spine", "chest")

JOINTS: Mapping[Member, str] = {"leg": "knee", "arm": "elbow"}
"""The names of the joint in the middle of a limb."""
