"""Names for new bones, made from those of the bones that they come from.

A number counts on where the name has one, in as many digits: "spine_01" is followed by "spine_02". Else one is put
before the side, so that it reads "shin.001.L", and the mirrored bone is "shin.001.R".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rigs.fields import Vector3
from rigs.rig import Rig
from rigs.sides import LONGEST, Side, side_of, style_of, with_side

ON_PLANE = 1e-4
"""Metres. What is not farther from the mirror plane lies in it."""

_SIDE = re.compile(r"(?P<stem>.*?)(?P<side>[._\-: ](?:left|right|Left|Right|LEFT|RIGHT|[lrLR]))?\Z", re.DOTALL)
_NUMBER = re.compile(r"(?P<text>.*?)(?P<digits>\d+)?\Z", re.DOTALL)


def next_name(name: str, taken: Iterable[str]) -> str:
    """The first name after `name` that is not taken."""
    known = set(taken)
    return next(wanted for wanted in _counted(name) if wanted not in known)


def free_name(name: str, taken: Iterable[str]) -> str:
    """The name itself, or the first after it that is not taken."""
    known = set(taken)
    return name if name not in known else next_name(name, known)


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


def _counted(name: str) -> Iterator[str]:
    """ "shin.L", then "shin.001.L", "shin.002.L" and so on."""
    name = re.sub(r"([._\-: ][lrLR])(\.\d+)\Z", r"\2\1", name)
    parts = _SIDE.match(name)
    assert parts is not None
    side = parts["side"] or ""
    found = _NUMBER.match(parts["stem"])
    assert found is not None
    text, digits = (found["text"], found["digits"]) if found["digits"] else (f"{parts['stem']}.", "000")
    for number in range(int(digits) + 1, int(digits) + 10**9):
        end = f"{number:0{len(digits)}}{side}"
        yield text[: LONGEST - len(end)] + end
