"""Left and right, told by names: "hand.L", "hand_l", "LeftHand" and their mirror images.

The ways in which other programs name sides are listed here once; the tag beside a name, mirrored selection and later
mirrored editing all ask here.
"""

from __future__ import annotations

import re
from typing import Literal

Side = Literal["L", "R", ""]

_SUFFIX = re.compile(r"(?P<stem>.+?)(?P<mark>[._\- ])(?P<side>left|right|l|r)(?P<tail>\.\d+)?$", re.IGNORECASE)
_PREFIX = re.compile(r"(?P<side>left|right|l|r)(?P<mark>[._\- ])(?P<stem>.+)$", re.IGNORECASE)
_WORD = re.compile(r"(?P<before>.*?)(?P<side>Left|Right|left(?=[A-Z_])|right(?=[A-Z_]))(?P<after>.*)$")
_OTHER = {"left": "right", "right": "left", "l": "r", "r": "l"}


def side_of(name: str) -> Side:
    """The figure's side that a bone's name tells; empty where it tells none."""
    found = _found(name)
    return "" if found is None else "L" if found.group("side").lower().startswith("l") else "R"


def mirrored_name(name: str) -> str:
    """The name of the same bone on the other side; the name itself where it tells no side."""
    found = _found(name)
    if found is None:
        return name
    side = found.group("side")
    other = _OTHER[side.lower()]
    other = other.upper() if side.isupper() else other.capitalize() if side[0].isupper() else other
    return name[: found.start("side")] + other + name[found.end("side") :]


def _found(name: str) -> re.Match[str] | None:
    return _SUFFIX.match(name) or _PREFIX.match(name) or _WORD.match(name)
