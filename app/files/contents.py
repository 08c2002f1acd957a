"""What the files of this program held when they were last read or written: whether somebody else changed them since."""

from __future__ import annotations

import hashlib
from pathlib import Path

from pantin import rigs
from pantin.rigs.document import Document
from pantin.rigs.formats import FileProblem
from pantin.rigs.formats.files import read_bytes

NOTHING = ""
"""What a file holds that is not there."""


class Occupied(Exception):
    """A file was not written, because it holds something that would be lost: the contents `found`."""

    def __init__(self, path: Path, found: str) -> None:
        super().__init__(path)
        self.path, self.found = path, found


def contents_of(path: Path) -> str:
    """What stands for the contents of a file: another text for other contents. A file that cannot be read is empty."""
    try:
        return hashlib.sha256(read_bytes(path)).hexdigest()
    except (FileProblem, OSError):
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
