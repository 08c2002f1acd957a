"""Names for new bones, made from those of the bones that they come from.

A number counts on where the name has one, in as many digits: "spine_01" is followed by "spine_02". Else one is put
before the side, so that it reads "shin.001.L", and the mirrored bone is "shin.001.R".
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from pantin.rigs.fields import LONGEST_NAME, Vector3
from pantin.rigs.rig import Rig
from pantin.rigs.sides import Side, side_of, split_name, style_of, with_side

ON_PLANE = 1e-4
"""Metres. What is not farther from the mirror plane lies in it."""

_NUMBER = re.compile(r"(?P<text>.*?)(?P<digits>[0-9]{1,9})?\Z", re.DOTALL)


class NewNames:
    """Names given one after another: each is the first free one after the name that it is asked for."""

    def __init__(self, taken: Iterable[str]) -> None:
        self._taken = set(taken)
        self._last: dict[tuple[str, str], int] = {}

    def after(self, name: str) -> str:
        """The first free name after this one, which is not free any more."""
        text, digits, side = _parts(name)
        number = max(int(digits), self._last.get((text, side), 0))
        while True:
            number += 1
            end = f"{number:0{len(digits)}}{side}"
            found = text[: LONGEST_NAME - len(end)] + end
            if found not in self._taken:
                self._taken.add(found)
                self._last[text, side] = number
                return found


def next_name(name: str, taken: Iterable[str]) -> str:
    """The first name after `name` that is not taken."""
    return NewNames(taken).after(name)


def free_name(name: str, taken: Collection[str]) -> str:
    """The name itself, or the first after it that is not taken."""
    return name if name not in taken else next_name(name, taken)


def side_at(place: Vector3) -> Side:
    """The side of the mirror plane on which a point lies; the figure's left is +X."""
    return "" if abs(place[0]) <= ON_PLANE else "L" if place[0] > 0.0 else "R"


def side_between(head: Vector3, tail: Vector3) -> Side:
    """The side of the mirror plane on which a bone lies; none where it lies in the plane or across it."""
    start, end = side_at(head), side_at(tail)
    return "" if start and end and start != end else start or end


def name_beside(rig: Rig, name: str, head: Vector3, tail: Vector3) -> str:
    """The name that a new bone from `head` to `tail`, called `name` until now, gets from the side it is drawn on."""
    side = side_between(head, tail)
    if not side or side_of(name):
        return name
    return with_side(name, side, style_of(rig.by_name))


def _parts(name: str) -> tuple[str, str, str]:
    """Return the text before the number, its digits, and the side behind it; a name without a number begins at 0."""
    split = split_name(name)
    stem = f"{split.before}{split.stem}{split.copy}"
    found = _NUMBER.match(stem)
    assert found is not None
    text, digits = (found["text"], found["digits"]) if found["digits"] else (f"{stem}.", "000")
    return text, digits, split.behind
