"""Names as they are in the sentences that people read."""

from __future__ import annotations

from collections.abc import Collection
from itertools import islice

from pantin.rigs.fields import AnyBone, BoneRef
from pantin.rigs.messages import _

LONGEST = 60
"""Characters of a name that a sentence shows. No more are looked at: a broken file may hold a megabyte of them."""

MOST = 5
"""The number of names that a sentence lists."""


def quoted(name: object) -> str:
    """A name as it is in a sentence: in quotes, on one line, not endless."""
    whole = str(name)
    text = "".join(letter if letter.isprintable() else "?" for letter in whole[:LONGEST])
    return f'"{text if len(whole) <= LONGEST else text[:-1] + "…"}"'


def bone_in_words(bone: BoneRef) -> str:
    """Return a bone of another figure as people read it."""
    return _("{bone} of {figure}").format(bone=bone.bone, figure=bone.figure)


APART = " · "
"""Between the names of a figure and of its bone."""


def bone_label(bone: AnyBone) -> str:
    """Return a bone as fields and lists show it: by its name, behind that of its figure where it is of another one."""
    return f"{bone.figure}{APART}{bone.bone}" if isinstance(bone, BoneRef) else bone


def listed(names: Collection[object]) -> str:
    """A few names as they are in a sentence, and how many more there are."""
    shown = ", ".join(quoted(name) for name in islice(names, MOST))
    more = len(names) - MOST
    return _("{names} and {count} more").format(names=shown, count=more) if more > 0 else shown
