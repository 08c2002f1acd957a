"""Names without what does not tell the part: "mixamorig:LeftForeArm" and "forearm.L" are both the left "forearm".

A stem is what is left of a name without its side, a namespace, words that most bones of the skeleton share, and zeros
before numbers.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from typing import NamedTuple

from pantin.rigs.fitting.conventions import CONVENTIONS
from pantin.rigs.sides import Side, side_of, without_side

_TOKEN = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_LETTER_FIRST = re.compile(r"(?P<side>[lrLR])(?=[A-Z])")
"""CMU and Daz put a lone letter straight before the name: LThumb, lShldr."""
_BIPED = re.compile(r"[Bb]ip\d+[ _]")
_HELPER = "__"
"""MakeHuman puts helpers of no length before some bones: __UpLeg_L."""
_DECORATION = frozenset(("def", "org", "jnt", "joint", "bip", "adj", "j", "c", "skeleton", "bone"))
SHARED = 0.6
"""A word in more than this part of all names says nothing about any of them."""


class Stem(NamedTuple):
    """What a name tells: the word or words for the part, as one word, and the side."""

    word: str
    side: Side


def stems_of(names: Iterable[str]) -> Mapping[str, Stem]:
    """The stem of each name of one skeleton."""
    split = {name: _split(name) for name in names}
    often = Counter(token for tokens, _ in split.values() for token in set(tokens))
    shared = {token for token, count in often.items() if count > SHARED * len(split) and token not in _vocabulary()}
    return {
        name: Stem("".join(token for token in tokens if token not in shared and token not in _DECORATION), side)
        for name, (tokens, side) in split.items()
    }


@cache
def _vocabulary() -> frozenset[str]:
    """The words that some school says a part with, however often: "hand" is in the name of every finger."""
    names = (name for school in CONVENTIONS for told in school.names.values() for name in told.split())
    return frozenset(token for name in names for token in _split(name)[0])


def stem_of(name: str) -> Stem:
    """The stem of a name by itself."""
    tokens, side = _split(name)
    return Stem("".join(token for token in tokens if token not in _DECORATION), side)


def _split(name: str) -> tuple[list[str], Side]:
    if name.startswith(_HELPER):
        return [], ""
    plain = _BIPED.sub("", name.rpartition(":")[2], count=1)
    side, rest = side_of(plain), without_side(plain)
    if not side and (letter := _LETTER_FIRST.match(plain)):
        side, rest = ("L" if letter.group("side") in "lL" else "R"), plain[1:]
    return [_number(token.lower()) for token in _TOKEN.findall(rest)], side


def _number(token: str) -> str:
    return str(int(token)) if token.isdigit() else token
