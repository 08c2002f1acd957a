"""What the files of this program held when they were last read or written: whether somebody else changed them since."""

from __future__ import annotations

import hashlib
from itertools import count
from pathlib import Path

from pantin import rigs
from pantin.rigs.document import Document
from pantin.rigs.formats import FileProblem, native
from pantin.rigs.formats.files import read_bytes

NOTHING = ""
"""What a file holds that is not there."""


class Occupied(Exception):
    """A file was not written, because it holds something that would be lost: the contents `found`."""

    def __init__(self, path: Path, found: str) -> None:
        super().__init__(path)
        self.path, self.found = path, found


class Known:
    """What this program knows of files: what each held when it was last read or written, and what is being saved.

    Threads may ask and tell: each does one thing to a table, at once.
    """

    def __init__(self) -> None:
        self._held: dict[Path, str] = {}
        self._saves: dict[int, tuple[Path, Document]] = {}
        self._numbers = count()

    def held(self, path: Path) -> str:
        """What the file held; NOTHING where it was neither read nor written."""
        return self._held.get(path.absolute(), NOTHING)

    def hold(self, path: Path, contents: str) -> None:
        """The file was found to hold this, or was given it."""
        self._held[path.absolute()] = contents

    def begin_save(self, path: Path, document: Document) -> int:
        """This document is to be written to the file, until `end_save` with the number that this returns."""
        number = next(self._numbers)
        self._saves[number] = path.absolute(), document
        return number

    def end_save(self, number: int) -> None:
        """Whatever came of it, the document is no longer to be written."""
        del self._saves[number]

    def saves_to(self, path: Path) -> tuple[Document, ...]:
        """What is being written to the file or waits for that."""
        return tuple(document for to, document in tuple(self._saves.values()) if to == path.absolute())


def contents_of(path: Path) -> str:
    """What stands for the contents of a file: another text for other contents. A file that cannot be read is empty."""
    try:
        return hashlib.sha256(read_bytes(path)).hexdigest()
    except (FileProblem, OSError):
        return NOTHING


def contents_for(document: Document) -> str:
    """The contents of a rig file that the document is saved to; NOTHING where it cannot be saved."""
    try:
        return hashlib.sha256(native.text(document.rig).encode()).hexdigest()
    except ValueError:
        return NOTHING


def check_not_occupied(path: Path, known: str) -> None:
    """Raises Occupied where the file at `path` is there and holds something else than what is known of it."""
    found = contents_of(path) or ("unreadable" if path.exists() else NOTHING)
    if found not in (known, NOTHING):
        raise Occupied(path, found)


def save(document: Document, path: Path, known: str) -> str:
    """Write a rig file over what is known to be there. Returns its contents; raises Occupied, Unwritable."""
    check_not_occupied(path, known)
    rigs.write(document, path)
    return contents_of(path)
