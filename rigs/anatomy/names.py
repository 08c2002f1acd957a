"""Names of bones taken apart: "mixamorig:LeftForeArm" and "forearm.L" are both the left "forearm".

The stem of a name is what is left without its side, a namespace or prefix, words that most bones of the skeleton share,
and zeros before numbers.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from pantin.rigs.anatomy.conventions import CONVENTIONS
from pantin.rigs.sides import NAMES_KEPT, Side, mirrored_name, side_of, without_side

_TOKEN = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_a-zA-Z]+")
_SMALL = (
    r"(?:hip|buttock|thigh|femur|shin|tibia|knee|calf|ankle|foot|toe|collar|clavicle|sho?u?ldr|shoulder|humerus|"
    r"radius|elbow|forearm|upperarm|lowerarm|arm\b|leg\b|hand|wrist|finger|thumb|eye\b)"
)
_LETTER_FIRST = re.compile(rf"(?P<side>[lrLR])(?=[A-Z]|{_SMALL})")
"""CMU and Daz put a lone letter straight before the name: LThumb, lShldr; others before a small one: lfemur."""
_OTHER_LETTER = {"l": "r", "r": "l", "L": "R", "R": "L"}
_PREFIX = re.compile(r"(?:ValveBiped\.)?(?:[Bb]ip\d+|CC_Base|Character\d*)[ _]|m(?=[A-Z])")
"""The prefixes of Biped, Character Creator, HumanIK and Second Life."""
_COUNTED = re.compile(r"_\d+\Z")
"""The suffix of Sketchfab: the bone's number in the file."""
_HELPER = "__"
"""MakeHuman puts helpers of no length before some bones: __UpLeg_L."""
_DECORATION = frozenset(("def", "org", "jnt", "joint", "bip", "adj", "j", "c", "skeleton", "bone"))
_SHARED = 0.6
"""A word in more than this part of all names of a skeleton says nothing about any of them."""
_CONTROL = re.compile(r"ik|pole|ctrl|ctl|.*slot|.*control|.*target")
"""Words in the names of bones that steer others."""
_END = re.compile(r"((?<!b)end|nub)\Z")
"""Not Daz's lForearmBend."""
_ROOTS = frozenset(("root", "body", "master", "main", "global", "world", "armature", "reference"))


class Stem(NamedTuple):
    """The parts of a name: the word or words for the part of the body, joined and in small letters, and the side."""

    word: str
    side: Side


def stems_of(names: Iterable[str]) -> Mapping[str, Stem]:
    """The stem of each name of one skeleton."""
    split = {name: _split(plain) for name, plain in _uncounted(tuple(names)).items()}
    often = Counter(token for tokens, _ in split.values() for token in set(tokens))
    shared = {token for token, count in often.items() if count > _SHARED * len(split) and token not in _vocabulary()}
    return {
        name: Stem("".join(token for token in tokens if token not in shared and token not in _DECORATION), side)
        for name, (tokens, side) in split.items()
    }


def _uncounted(names: Sequence[str]) -> Mapping[str, str]:
    """Names without the number behind them, where most of a skeleton have one and no two the same."""
    numbers = [match.group() for name in names if (match := _COUNTED.search(name))]
    if len(numbers) <= _SHARED * len(names) or len(set(numbers)) < len(numbers):
        return {name: name for name in names}
    return {name: _COUNTED.sub("", name) for name in names}


@lru_cache(maxsize=NAMES_KEPT)
def stem_of(name: str) -> Stem:
    """The stem of a name by itself."""
    tokens, side = _split(name)
    return Stem("".join(token for token in tokens if token not in _DECORATION), side)


def opposite_among(name: str, known: Container[str]) -> str:
    """The name of the same bone on the other side, where that is `known`; else the name itself.

    A lone letter that nothing sets apart, as in LThumb, tells a side only by the bone on the other one.
    """
    other = mirrored_name(name)
    if other == name and (letter := _LETTER_FIRST.match(name, _plain_from(name))):
        other = name[: letter.start()] + _OTHER_LETTER[letter.group("side")] + name[letter.end() :]
    return other if other in known else name


def words_of(name: str) -> tuple[str, ...]:
    """The words of a name in small letters, without side, prefix, decoration and numbers."""
    tokens, _ = _split(name.removeprefix(_HELPER))
    return tuple(token for token in tokens if token not in _DECORATION and not token.isdigit())


def has_word(name: str, *words: str) -> bool:
    """Return whether one of `words` is among those of a name."""
    return not set(words).isdisjoint(words_of(name))


def is_control(name: str) -> bool:
    """Return whether a name says that the bone steers others and is no part of the body: kneeIK, PoleTarget,
    ik_foot.L.
    """
    return _steer(words_of(name))


def is_helper(name: str) -> bool:
    """Return whether a name says that the bone only is before another one of the same name."""
    return name.startswith(_HELPER)


def is_root(name: str) -> bool:
    """Return whether a name says that the bone carries the whole figure and is no part of the body: root, Armature."""
    return not _ROOTS.isdisjoint(words_of(name))


def is_of_a_body(name: str) -> bool:
    """Return whether a name may be that of a part of the body.

    It is not where it marks a control, a helper, or the end of a chain, where exporters put a joint that moves nothing:
    HeadTop_End, Toe0Nub.
    """
    words = words_of(name)
    return not (_steer(words) or _mark_an_end(words) or is_helper(name))


@lru_cache(maxsize=NAMES_KEPT)
def _steer(words: tuple[str, ...]) -> bool:
    return any(_CONTROL.fullmatch(word) for word in words)


@lru_cache(maxsize=NAMES_KEPT)
def _mark_an_end(words: tuple[str, ...]) -> bool:
    return _END.search("".join(words)) is not None


@cache
def _vocabulary() -> frozenset[str]:
    """The words with which some convention names a part, however often: "hand" is in the name of every finger."""
    names = (name for convention in CONVENTIONS for listed in convention.names.values() for name in listed.split())
    return frozenset(token for name in names for token in _split(name)[0] if len(token) > 1 or not "a" <= token <= "z")


@lru_cache(maxsize=NAMES_KEPT)
def _split(name: str) -> tuple[tuple[str, ...], Side]:
    """The words and numbers of a name, and its side; none for a helper."""
    if is_helper(name):
        return (), ""
    if not name.isascii():
        name = unicodedata.normalize("NFKC", name)
    plain = _PREFIX.sub("", name.rpartition(":")[2], count=1)
    side, rest = side_of(plain), without_side(plain)
    if not side and (letter := _LETTER_FIRST.match(plain)):
        side, rest = ("L" if letter.group("side") in "lL" else "R"), plain[1:]
    return tuple(_number(token.lower()) for token in _TOKEN.findall(rest)), side


def _plain_from(name: str) -> int:
    """Return the index at which a name begins, behind a namespace and what its program puts before every name."""
    start = name.rfind(":") + 1
    prefix = _PREFIX.match(name, start)
    return start if prefix is None else prefix.end()


def _number(token: str) -> str:
    return str(int(token)) if token.isdigit() else token
