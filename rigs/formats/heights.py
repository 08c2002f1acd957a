"""Fields of heights from text files of numbers.

A file has one row of heights a line, metres, with commas, semicolons, tabs or spaces between them. Lines that begin
with # are left out.
"""

from __future__ import annotations

import re
from math import isfinite

from pantin.rigs.formats.files import Fault, FilePath, Unreadable, read_bytes
from pantin.rigs.ground.kinds import Heights, why_no_ground
from pantin.rigs.messages import _

Rows = tuple[tuple[float, ...], ...]


def read_heights(path: FilePath) -> Heights:
    """The field of heights in a file of numbers. Raises Unreadable, which says in which line the fault is."""
    try:
        found = Heights(rows=_rows(read_bytes(path).decode("utf-8-sig")))
    except UnicodeDecodeError:
        raise Unreadable(path, _("file"), _("this is no text; write rows of numbers.")) from None
    except Fault as fault:
        raise Unreadable(path, fault.where, fault.what) from None
    if why := why_no_ground(found):
        raise Unreadable(path, _("file"), why)
    return found


def _rows(text: str) -> Rows:
    """The rows of a text. Raises Fault."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        words = [word for word in re.split(r"[,;\s]+", line.strip()) if word]
        if words and not line.lstrip().startswith("#"):
            found.append(tuple(_height(word, number) for word in words))
    return tuple(found)


def _height(word: str, line: int) -> float:
    try:
        height = float(word)
    except ValueError:
        height = float("nan")
    if not isfinite(height):
        raise Fault(
            _("line {line}").format(line=line),
            _("{word} is no height; write a number of metres.").format(word=word[:20]),
        )
    return height
