"""Left and right, told by names: "hand.L", "hand_l", "l_hand", "LeftHand", "Bip01 L Hand" and their mirror images.

The ways in which other programs name sides are listed here once; the tag beside a name, mirrored selection and later
mirrored editing all ask here. A lone letter counts only where something separates it from the rest of the name.
"""

from __future__ import annotations

import re
from typing import Literal

Side = Literal["L", "R", ""]

_SIDE = r"(?P<side>left|right|Left|Right|LEFT|RIGHT|[lrLR])"
_MARK = r"[._\-: ]"
_SOMETHING = r"(?=.*[^\W\d_])"
"""The rest of a name has a letter: "R.001" is a copy of a bone called R."""

_WAYS = tuple(
    re.compile(way, re.DOTALL)
    for way in (
        rf".+?{_MARK}{_SIDE}(?:\.\d+)?\Z",
        rf"{_SIDE}{_MARK}{_SOMETHING}.+\Z",
        rf".+?{_MARK}{_SIDE}{_MARK}{_SOMETHING}.+\Z",
        r".*?(?:(?<=[a-z\d])|(?<![^\W_]))(?P<side>Left|Right)(?![a-z]).*\Z",
        r".*?(?<![^\W\d_])(?P<side>left|right)(?![a-z]).*\Z",
    )
)
"""At the end, at the beginning, in the middle; as a word that its capital, or anything but a letter, sets apart."""

_OTHER = {"left": "right", "right": "left", "l": "r", "r": "l"}


def side_of(name: str) -> Side:
    """The figure's side that a bone's name tells; empty where it tells none."""
    found = _found(name)
    return "" if found is None else "L" if found.group("side")[0] in "lL" else "R"


def mirrored_name(name: str) -> str:
    """The name of the same bone on the other side; the name itself where it tells no side."""
    found = _found(name)
    if found is None:
        return name
    side = found.group("side")
    other = _OTHER[side.lower()]
    other = other.upper() if side.isupper() else other.capitalize() if side[0].isupper() else other
    return name[: found.start("side")] + other + name[found.end("side") :]


def without_side(name: str) -> str:
    """What is left of a name without its side: "hand." of "hand.L"; the name itself where it tells no side."""
    found = _found(name)
    return name if found is None else name[: found.start("side")] + " " + name[found.end("side") :]


def _found(name: str) -> re.Match[str] | None:
    return next((found for way in _WAYS if (found := way.match(name))), None)
