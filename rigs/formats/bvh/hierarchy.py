"""The hierarchy of a BVH file: its joints with their offsets and channels, turned from Y up to Z up.

The rest pose is that in which no channel turns anything: where a file keeps positions in its frames instead of in the
offsets, the figure rests as the offsets say. The format gives no units and numbers stay as they are, so many figures
are a hundred metres tall. Nor does it say which way is up; Y is usual.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from typing import BinaryIO, NamedTuple

import msgspec
import numpy as np

from pantin.rigs.fields import Vector3
from pantin.rigs.formats.files import CUT_OFF, Fault
from pantin.rigs.formats.json_text import LARGEST
from pantin.rigs.formats.skeleton import (
    Z_UP,
    Pivot,
    check_count,
    distinct,
    usable,
)
from pantin.rigs.messages import _
from pantin.rigs.wording import quoted

LONGEST_LINE, LARGEST_HIERARCHY = 10_000, 16 * 1024 * 1024
"""Bytes. Lines of a hierarchy have some dozens; frames of motion, which may be longer, are read otherwise."""
UNCLOSED = _("the braces of this joint are never closed, so something is missing; take a complete copy of the file.")
CHANNELS = frozenset(axis + kind for axis in "XYZ" for kind in ("position", "rotation"))


def pivots_of(joints: Sequence[BvhJoint]) -> list[Pivot]:
    """The joints of a hierarchy without the end sites, parents first. Raises Fault."""
    places = np.array(_places(joints)) @ Z_UP.T + 0.0
    kept = [index for index, joint in enumerate(joints) if not joint.is_end]
    number = {index: place for place, index in enumerate(kept)}
    tips = {joint.parent: places[index] for index, joint in enumerate(joints) if joint.is_end}
    names = distinct(usable(joints[index].name) or f"joint_{index}" for index in kept)
    return [
        Pivot(name, number.get(joints[index].parent), places[index], Z_UP, tips.get(index))
        for name, index in zip(names, kept, strict=True)
    ]


class _Statement(NamedTuple):
    """A brace, or a keyword in capital letters, however the file has it, with what follows it on its line."""

    line: int
    word: str
    rest: tuple[str, ...] = ()

    def fault(self, what: str) -> Fault:
        """Return the fault at this statement."""
        return Fault(_("line {line}").format(line=self.line), what)

    @property
    def misplaced(self) -> Fault:
        """That it does not stand where it could."""
        sentence = _("{word} does not belong here; correct the hierarchy or export it anew.")
        return self.fault(sentence.format(word=quoted(self.word)))


class BvhJoint(msgspec.Struct):
    """A joint, or an end site, as the hierarchy has it; `parent` is its place among them all, -1 for a root."""

    name: str
    parent: int
    is_end: bool
    line: int
    offset: Vector3 | None = None
    channels: tuple[str, ...] | None = None
    """The channels of the joint in each frame of the motion, in this order: `Xposition`, `Zrotation` …"""


def joints_of(file: BinaryIO) -> tuple[list[BvhJoint], int | None]:
    """All joints and end sites of an open file, parents first; and the line of MOTION, behind which the file is left,
    or None where it has none. Raises Fault.
    """
    found: list[BvhJoint] = []
    inside: list[int] = []
    statements = _statements(file)
    motion = None
    for statement in statements:
        if statement.word == "MOTION":
            motion = statement.line
            break
        if statement.word in ("ROOT", "JOINT", "END"):
            parent = inside[-1] if inside else -1
            found.append(_begun(statement, found[parent] if inside else None, parent))
            check_count(len(found), _("line {line}").format(line=statement.line))
            _expect_brace(next(statements, None), statement)
            inside.append(len(found) - 1)
        elif inside and _is_closed(found[inside[-1]], statement):
            inside.pop()
        elif not inside:
            raise statement.misplaced
    if inside:
        raise Fault(_("line {line}").format(line=found[inside[-1]].line), UNCLOSED)
    if not found:
        raise Fault(_("file"), _("the file has no joints, so there is no skeleton to open; choose another one."))
    return found, motion


def _is_closed(joint: BvhJoint, statement: _Statement) -> bool:
    """Return whether a statement ends the joint that it is in; else it says where that is or what moves it."""
    match statement.word:
        case "}":
            _check_offset(joint)
        case "OFFSET":
            joint.offset = _offset(statement, joint)
        case "CHANNELS":
            joint.channels = _channels(statement, joint)
        case _word:
            raise statement.misplaced
    return statement.word == "}"


def _begun(statement: _Statement, above: BvhJoint | None, parent: int) -> BvhJoint:
    """The joint that begins here. Roots carry everything else, and nothing hangs on an end site."""
    if (statement.word == "ROOT") != (above is None) or (above is not None and above.is_end):
        raise statement.misplaced
    is_end = statement.word == "END"
    return BvhJoint("" if is_end else " ".join(statement.rest), parent, is_end, statement.line)


def _expect_brace(found: _Statement | None, after: _Statement) -> None:
    if found is None:
        raise after.fault(CUT_OFF)
    if found.word != "{":
        raise found.fault(
            _("a brace belongs here, not {word}; write {{ before what the joint holds.").format(word=quoted(found.word))
        )


def _check_offset(joint: BvhJoint) -> None:
    if joint.offset is None:
        raise Fault(
            _("line {line}").format(line=joint.line),
            _("this joint has no OFFSET; say where it is from the joint above."),
        )


def _offset(statement: _Statement, joint: BvhJoint) -> Vector3:
    if joint.offset is not None:
        raise statement.fault(_("this joint has an OFFSET already; remove one of the two."))
    if len(statement.rest) != 3:
        raise statement.fault(
            _("3 numbers belong behind OFFSET, not {count}; write all 3.").format(count=len(statement.rest))
        )
    x, y, z = (_number(statement, text) for text in statement.rest)
    return (x, y, z)


def _number(statement: _Statement, text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        raise statement.fault(no_number(text)) from None
    if not math.isfinite(number):
        raise statement.fault(
            _("{text} is no number that a rig can hold; write an ordinary number.").format(text=quoted(text))
        )
    return number


def no_number(text: str) -> str:
    """Return one sentence about a word where a number belongs."""
    sentence = (
        _("{text} has a decimal comma; export the file with decimal points, like 12.5.")
        if re.fullmatch(r"[-+\d]\d*,\d*", text)
        else _("{text} is no number; write one like 12.5.")
    )
    return sentence.format(text=quoted(text))


def _channels(statement: _Statement, joint: BvhJoint) -> tuple[str, ...]:
    if joint.channels is not None:
        raise statement.fault(_("this joint has CHANNELS already; remove one of the two."))
    count, *names = statement.rest or ("",)
    if count != str(len(names)):
        raise statement.fault(
            _("{announced} channels are announced and {named} named; make them agree.").format(
                announced=quoted(count), named=len(names)
            )
        )
    for name in names:
        if name.capitalize() not in CHANNELS:
            raise statement.fault(
                _("{name} is no channel; name one like Xposition or Zrotation.").format(name=quoted(name))
            )
    return tuple(name.capitalize() for name in names)


def _places(joints: Sequence[BvhJoint]) -> list[Vector3]:
    """Return the place of every joint, in the file's own axes."""
    places: list[Vector3] = []
    for joint in joints:
        assert joint.offset is not None
        place = joint.offset
        if joint.parent != -1:
            (x, y, z), (right, up, front) = places[joint.parent], place
            place = (x + right, y + up, z + front)
        if max(map(abs, place)) > LARGEST:
            raise Fault(
                _("line {line}").format(line=joint.line),
                _("this joint is more than a million metres away; export a smaller figure."),
            )
        places.append(place)
    return places


def _statements(file: BinaryIO) -> Iterator[_Statement]:
    """Yield the statements of the hierarchy, one after the other, from behind its first word on."""
    begun = False
    for line, text in _lines(file):
        for words in _parts(text):
            statement = _Statement(line, words[0].upper(), tuple(words[1:]))
            if not begun:
                if statement.word != "HIERARCHY" or statement.rest:
                    raise statement.fault(_("this is not a BVH file, which begins with HIERARCHY; choose another one."))
                begun = True
            else:
                yield statement
    if not begun:
        raise Fault(_("file"), _("the file is empty; take another copy of it."))


def _parts(text: str) -> Iterator[list[str]]:
    """The words of a line, with each brace by itself."""
    words: list[str] = []
    for word in text.replace("{", " { ").replace("}", " } ").split():
        if word in ("{", "}"):
            yield from (words,) if words else ()
            yield [word]
            words = []
        else:
            words.append(word)
    yield from (words,) if words else ()


def _lines(file: BinaryIO) -> Iterator[tuple[int, str]]:
    """The lines of a file with their numbers, one at a time: the motion behind them may be large."""
    line = taken = 0
    while data := file.readline(LONGEST_LINE):
        line, taken = line + 1, taken + len(data)
        if len(data) == LONGEST_LINE or taken > LARGEST_HIERARCHY:
            raise Fault(
                _("line {line}").format(line=line), _("there is more text than a hierarchy has; choose another file.")
            )
        yield line, data.decode("utf-8-sig", errors="replace")
