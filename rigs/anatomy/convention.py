"""A naming convention of bones.

Each table lists a part once, with the names of the left side and of the middle as users of that program write them.
`rigs.anatomy.names` understands sides, prefixes such as `mixamorig:` and leading zeros. Several names of one part are
divided by blanks: those of spine, neck and fingers from the hips or the hand outwards, of others the usual one first.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from pantin.rigs.anatomy.parts import FINGERS, Part


class Convention(msgspec.Struct, frozen=True, eq=False):
    """A naming convention: its title, and the names of each part, divided by blanks."""

    title: str
    names: Mapping[Part, str]


def fingers(names: str, words: str) -> dict[Part, str]:
    """The names of the five fingers: `names` of one finger, with `*` in place of each of `words` from the thumb on."""
    return {finger: names.replace("*", word) for finger, word in zip(FINGERS, words.split(), strict=True)}
