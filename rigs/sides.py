"""Left and right, by names: "hand.L", "hand_l", "l_hand", "LeftHand", "Bip01 L Hand", "左手首" and their images.

The ways in which other programs name sides are listed here once; the tag beside a name, mirrored selection and
mirrored editing all ask here. A lone letter counts only where something separates it from the rest of the name. A new
name gets its side in the way in which the rig names most of its sides.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Literal, NamedTuple

from pantin.rigs.fields import LONGEST_NAME

NAMES_KEPT = 65_536
"""Names of which it is kept what they tell: more than rigs have bones, or a look at all of them would find none."""

Side = Literal["L", "R", ""]


class Style(NamedTuple):
    """A way to name the left side: what is put before a name or behind it."""

    before: str = ""
    behind: str = ""


PLAIN = Style(behind=".L")
"""The marks of sides where a rig has none."""

_SPELLED = r"(?:left|right|Left|Right|LEFT|RIGHT|[lrLR])"
_SIDE = rf"(?P<side>{_SPELLED})"
_MARK = r"[._\-: ]"
_WIDE = r"(?P<side>[左右])"
_SOMETHING = r"(?=.*[^\W\d_])"
"""The rest of a name has a letter: "R.001" is a copy of a bone called R."""

_WAYS = tuple(
    re.compile(way, re.DOTALL)
    for way in (
        rf".+?{_MARK}{_SIDE}(?:[._]\d+)?\Z",
        rf"{_SIDE}{_MARK}{_SOMETHING}.+\Z",
        rf".+?{_MARK}{_SIDE}{_MARK}{_SOMETHING}.+\Z",
        r".*?(?:(?<=[a-z\d])|(?<![^\W_]))(?P<side>Left|Right)(?![a-z]).*\Z",
        r".*?(?<![^\W\d_])(?P<side>left|right)(?![a-z]).*\Z",
        rf"{_WIDE}(?![左右]).+\Z",
        rf".+?(?<![左右]){_WIDE}\Z",
    )
)
"""At the end, at the beginning, in the middle; as a word that its capital, or anything but a letter, sets apart; in
Japanese at the beginning or at the end."""

_AT_THE_END = re.compile(rf"(?P<stem>.+?)(?P<behind>{_MARK}{_SPELLED})(?P<copy>\.\d+)?\Z", re.DOTALL)
_AT_THE_BEGINNING = re.compile(rf"(?P<before>{_SPELLED}{_MARK})(?P<stem>.+)\Z", re.DOTALL)

_OTHER = {"left": "right", "right": "left", "l": "r", "r": "l", "左": "右", "右": "左"}
_LEFT = "lL左"


class SplitName(NamedTuple):
    """A name taken apart where a mark sets its side off: "l_hand" has it before the stem, "hand.L.001" behind it."""

    stem: str
    before: str = ""
    behind: str = ""
    copy: str = ""
    """The number of a copy, which programs put behind the side."""


def side_of(name: str) -> Side:
    """The figure's side that a bone's name tells; empty where it tells none."""
    found = _found(name)
    return "" if found is None else "L" if found.group("side")[0] in _LEFT else "R"


def without_side_letter(name: str) -> str:
    """A name without the letter at its end that tells its side: "hand" of "hand.L" and of "hand_l"."""
    found = _found(name)
    at_the_end = found is not None and found.end("side") == len(name) and len(found.group("side")) == 1
    return name[: found.start("side") - 1] if found and at_the_end and name.isascii() else name


def split_name(name: str) -> SplitName:
    """The stem of a name and its side, with the mark between; a name without a side, or with it inside, is all stem."""
    found = _AT_THE_END.match(name) or _AT_THE_BEGINNING.match(name)
    return SplitName(**found.groupdict("")) if found else SplitName(name)


def mirrored_name(name: str) -> str:
    """The name of the same bone on the other side; the name itself where it tells no side."""
    found = _found(name)
    if found is None:
        return name
    return name[: found.start("side")] + _opposite(found.group("side")) + name[found.end("side") :]


def with_side(name: str, side: Side, style: Style = PLAIN) -> str:
    """A name that tells no side with its side; a prefix of the whole rig, such as "mixamorig:", stays in front."""
    rig, colon, rest = name.rpartition(":")
    if style.before[-1:].isalpha():
        rest = rest[:1].upper() + rest[1:]
    left = rig + colon + style.before + rest + style.behind
    if side_of(left) != "L" or len(left) >= LONGEST_NAME:
        left = name[: LONGEST_NAME - len(PLAIN.behind)] + PLAIN.behind
    return mirrored_name(left) if side == "R" else left


def style_of(names: Iterable[str]) -> Style:
    """Return the style in which most of the names that tell a side do it."""
    styles = Counter(style for name in names if (style := _style(name)) is not None)
    return styles.most_common(1)[0][0] if styles else PLAIN


def _style(name: str) -> Style | None:
    """Return the style in which a name tells its side, said for the left; None where it does not, or within the
    name.
    """
    name = name.rpartition(":")[2]
    found = _found(name)
    if found is None:
        return None
    start, end = found.span("side")
    left = name[start:end] if name[start] in _LEFT else _opposite(name[start:end])
    if start == 0:
        mark = name[end : end + 1] if re.match(_MARK, name[end:]) else ""
        return Style(before=left + mark)
    behind = re.fullmatch(r"(?:[._]\d+)?", name[end:]) is not None
    mark = name[start - 1] if re.match(_MARK, name[start - 1]) else ""
    return Style(behind=mark + left) if behind else None


def _opposite(side: str) -> str:
    """The other side, written in the same letters."""
    other = _OTHER[side.lower()]
    return other.upper() if side.isupper() else other.capitalize() if side[0].isupper() else other


def without_side(name: str) -> str:
    """Return a name without its side: "hand." of "hand.L"; the name itself where it tells no side."""
    found = _found(name)
    return name if found is None else name[: found.start("side")] + " " + name[found.end("side") :]


@lru_cache(maxsize=NAMES_KEPT)
def _found(name: str) -> re.Match[str] | None:
    return next((found for way in _WAYS if (found := way.match(name))), None)
