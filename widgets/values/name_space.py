"""The beginning and end that the names of a skeleton have in common: "mixamorig:", "CC_Base_", "DEF-", "_Armature".

They tell no bone from another, so labels leave them out; files keep them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection

import msgspec

from pantin.rigs.rig import Rig
from pantin.rigs.sides import side_of

LEAST = 4
"""Characters from which on a common beginning or end takes room that names need, and as many bones must share it."""

MOST_WITHOUT = 0.3
"""Share of the bones that may be called otherwise, as the root of a file often is, and hair that was added later."""

_SEPARATOR = re.compile(r"[:|_ .\-]+(?=[^\W\d_])")
"""Before a letter: of "Bone.001" the number alone says nothing."""


class Shared(msgspec.Struct, frozen=True):
    """The beginning and end of nearly all names of a skeleton; empty where they share none."""

    prefix: str = ""
    suffix: str = ""

    def short(self, name: str) -> str:
        """Return a name without them; all of it where the rest would be empty or would not tell the same side."""
        short = name.removeprefix(self.prefix).removesuffix(self.suffix)
        return short if short and side_of(short) == side_of(name) else name


def shared_of(rig: Rig) -> Shared:
    """Return what nearly all bones of a figure share; handles and poles have names of their own.

    The end stays where two bones would be called the same without it.
    """
    names = [bone.name for bone in rig.bones if bone.kind == "bone"]
    shared = Shared(shared_prefix(names))
    both = Shared(shared.prefix, shared_suffix(names))
    return both if len({both.short(name) for name in names}) == len(names) else shared


def shared_prefix(names: Collection[str]) -> str:
    """Return the longest beginning, with what separates it from the rest, that nearly all names have; else nothing."""
    return _common(names, [name[: mark.end()] for name in names for mark in _SEPARATOR.finditer(name, LEAST - 1)])


def shared_suffix(names: Collection[str]) -> str:
    """Return the longest end, with what separates it from the rest, that nearly all names have; else nothing."""
    ends = [name[mark.start() :] for name in names for mark in _SEPARATOR.finditer(name)]
    return _common(names, [end for end in ends if len(end) >= LEAST])


def _common(names: Collection[str], parts: Collection[str]) -> str:
    """Return the longest of the `parts` of `names` that nearly all of them have; empty where none is."""
    if len(names) < LEAST:
        return ""
    least = (1.0 - MOST_WITHOUT) * len(names)
    return max((part for part, count in Counter(parts).items() if count >= least), key=len, default="")
