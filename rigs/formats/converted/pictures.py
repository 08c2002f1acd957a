"""Pictures that a file names, taken from beside it: PNG and JPEG, as glTF has them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal

from pantin.rigs.formats.beside import bytes_beside, uri_of
from pantin.rigs.formats.converted.content import Picture
from pantin.rigs.formats.files import LARGEST_TEXT, Fault
from pantin.rigs.messages import _
from pantin.rigs.wording import quoted

MOST = 256
"""Pictures of a file."""


class Pictures:
    """The pictures of a file, each once, and what is said of those that are left out."""

    def __init__(self, path: Path) -> None:
        """Pictures are looked for beside the file at `path`, in its folder and below."""
        self.kept: list[Picture] = []
        self.words: list[str] = []
        self._path = path
        self._left = LARGEST_TEXT
        self._numbers: dict[str, int | None] = {}

    def number(self, name: str, read: Callable[[], bytes] | None = None) -> int | None:
        """Return the place of the picture of this file name; None where it cannot be had, which is said.

        `read` returns what it holds, or raises Fault; by default it is looked for beside the character.
        """
        if name not in self._numbers:
            self._numbers[name] = self._taken(name, read or (lambda: self._found(name)))
        return self._numbers[name]

    def _taken(self, name: str, read: Callable[[], bytes]) -> int | None:
        if len(self.kept) >= MOST:
            return None
        try:
            data = read()
        except Fault as fault:
            self.words.append(fault.what)
            return None
        kind = kind_of(data)
        if kind is None:
            what = _("{file} is neither PNG nor JPEG, so it is left out; save it as PNG, and name that.")
            self.words.append(what.format(file=quoted(name)))
            return None
        return self.add(Path(name.replace("\\", "/")).name, data, kind)

    def add(self, name: str, data: bytes, kind: Literal["image/png", "image/jpeg"]) -> int:
        """Keep a picture; return its place."""
        self.kept.append(Picture(name, data, kind))
        return len(self.kept) - 1

    def _found(self, name: str) -> bytes:
        """Return the file, or the one of its bare name where the path leads nowhere: paths are of another machine."""
        faults = []
        for place in _places(name):
            try:
                data = bytes_beside(self._path, uri_of(place), "pictures", self._left)
            except Fault as fault:
                faults.append(fault)
                continue
            self._left -= len(data)
            return data
        raise faults[0]


def _places(name: str) -> Sequence[str]:
    """Return where a picture may lie: as it is named, then by its bare name beside the file and in usual folders."""
    bare = name.replace("\\", "/").rpartition("/")[2].rpartition(":")[2]
    return [name, bare, f"textures/{bare}", f"Textures/{bare}"]


def kind_of(data: bytes) -> Literal["image/png", "image/jpeg"] | None:
    """Return the kind of an encoded picture; None where it is neither PNG nor JPEG."""
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png"
    return "image/jpeg" if data.startswith(b"\xff\xd8\xff") else None
