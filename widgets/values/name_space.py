"""The prefix that the names of a skeleton have in common: "mixamorig:", "CC_Base_", "DEF-".

It tells no bone from another.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection

from pantin.rigs.rig import Rig
from pantin.rigs.sides import side_of

LEAST = 4
"""Characters from which on a common beginning takes room that names need, and bones from which on it is common."""

MOST_WITHOUT = 0.2
"""Parts of the bones that may be called otherwise, as the root of a file often is."""

_SEPARATOR = re.compile(r"[:|_ .\-]+(?=[^\W\d_])")
"""Before a letter: of "Bone.001" the number alone says nothing."""


def shared_prefix(names: Collection[str]) -> str:
    """The longest beginning, with what separates it from the rest, that nearly all names have; empty where none is."""
    if len(names) < LEAST:
        return ""
    begun = Counter(name[: mark.end()] for name in names for mark in _SEPARATOR.finditer(name, LEAST - 1))
    common = (prefix for prefix, count in begun.items() if count >= (1.0 - MOST_WITHOUT) * len(names))
    return max(common, key=len, default="")


def prefix_of(rig: Rig) -> str:
    """Return the prefix of nearly all bones of a figure; handles and poles have names of their own."""
    return shared_prefix([bone.name for bone in rig.bones if bone.kind == "bone"])


def without(prefix: str, name: str) -> str:
    """The rest of a name; all of it where the rest would not tell the same side."""
    short = name.removeprefix(prefix)
    return short if side_of(short) == side_of(name) else name
