"""Fingerprints of files: they tell whether somebody else changed one since this program read or wrote it."""

from __future__ import annotations

import hashlib
import os
from itertools import count
from pathlib import Path

from pantin import rigs
from pantin.rigs.document import Document
from pantin.rigs.formats import FileProblem, native
from pantin.rigs.formats.files import read_bytes

NO_FILE = ""
"""The fingerprint of a file that is not there."""


class Occupied(Exception):
    """A file was not written, because it holds something that would be lost, with the fingerprint `found`."""

    def __init__(self, path: Path, found: str) -> None:
        super().__init__(path)
        self.path, self.found = path, found


class KnownFiles:
    """The fingerprint of each file when it was last read or written here, and the documents that are being saved.

    Threads may ask and tell: each does one thing to a table, at once.
    """

    def __init__(self) -> None:
        self._fingerprints: dict[Path, str] = {}
        self._saves: dict[int, tuple[Path, Document]] = {}
        self._numbers = count()

    def held(self, path: Path) -> str:
        """The fingerprint of what the file held; NO_FILE where it was neither read nor written."""
        return self._fingerprints.get(path.absolute(), NO_FILE)

    def hold(self, path: Path, held: str) -> None:
        """The file was found with this fingerprint, or was written with it."""
        self._fingerprints[path.absolute()] = held

    def begin_save(self, path: Path, document: Document) -> int:
        """This document is to be written to the file, until `end_save` with the number that this returns."""
        number = next(self._numbers)
        self._saves[number] = path.absolute(), document
        return number

    def end_save(self, number: int) -> None:
        """Whatever came of it, the document is no longer to be written."""
        del self._saves[number]

    def saves_to(self, path: Path) -> tuple[Document, ...]:
        """The documents that are being written to the file or wait for that."""
        return tuple(document for to, document in tuple(self._saves.values()) if to == path.absolute())


def fingerprint(path: Path) -> str:
    """A text that differs where the bytes of the file differ; NO_FILE where it cannot be read."""
    try:
        return hashlib.sha256(read_bytes(path)).hexdigest()
    except (FileProblem, OSError):
        return NO_FILE


def fingerprint_when_saved(document: Document, path: Path) -> str:
    """The fingerprint of a rig file that the document is saved to at `path`; NO_FILE where it cannot be saved."""
    try:
        return hashlib.sha256(native.text(document.scene, path.parent).encode()).hexdigest()
    except ValueError:
        return NO_FILE


def check_not_occupied(path: Path, expected: str) -> None:
    """Raises Occupied where the file at `path` is there and has another fingerprint than the expected one.

    A link that leads nowhere is there: what is written would lie elsewhere.
    """
    found = fingerprint(path) or ("unreadable" if os.path.lexists(path) else NO_FILE)
    if found not in (expected, NO_FILE):
        raise Occupied(path, found)


def save(document: Document, path: Path, expected: str) -> str:
    """Write a rig file over one with the expected fingerprint. Returns its new one; raises Occupied, Unwritable."""
    check_not_occupied(path, expected)
    rigs.write(document, path)
    return fingerprint(path)
