"""The files that Pantin reads and writes: a format is one module here and one line in FORMATS.

What opens, drops, merges, converts and lists files asks this table alone.
"""

from __future__ import annotations

import codecs
import os
from collections.abc import Callable, Mapping

import msgspec

from pantin.rigs.document import Document
from pantin.rigs.formats import bvh, gltf, native, pose
from pantin.rigs.formats.files import FilePath, FileProblem, Unreadable, Unwritable
from pantin.rigs.messages import _
from pantin.rigs.rig import Transform

__all__ = [
    "FORMATS",
    "READABLE",
    "FilePath",
    "FileProblem",
    "Format",
    "Unreadable",
    "Unwritable",
    "ending_of",
    "format_of",
    "read",
    "write",
]


class Format(msgspec.Struct, frozen=True):
    """A kind of file: how its names end, in small letters, what people call it, and how it is read and written.

    `read` and `write` are None where Pantin cannot do it. They raise Unreadable and Unwritable. `write_posed` is there
    where a file holds what one sees rather than the document: it takes the rig's name and the bones' transforms as
    their constraints make them.
    """

    suffix: str
    title: str
    read: Callable[[FilePath], Document] | None = None
    write: Callable[[Document, FilePath], None] | None = None
    write_posed: Callable[[str, Mapping[str, Transform], FilePath], None] | None = None


FORMATS: tuple[Format, ...] = (
    Format(".rig.json", _("Pantin rig"), native.read, native.write),
    Format(".pose.json", _("Pantin pose"), write=pose.write, write_posed=pose.write_pose),
    Format(".glb", _("Binary glTF"), gltf.read),
    Format(".gltf", "glTF", gltf.read),
    Format(".vrm", "VRM", gltf.read),
    Format(".bvh", "BVH", bvh.read),
)

*_others, _last = (known.suffix for known in FORMATS if known.read)
READABLE = _("{endings} or {last}").format(endings=", ".join(_others), last=_last)
"""What the names of files end in that can be opened, in words: ".rig.json, .glb or .bvh"."""


def format_of(path: FilePath) -> Format | None:
    """The format that the name of the file asks for; of several the one with the longest suffix."""
    name = os.fspath(path).lower()
    fitting = [known for known in FORMATS if name.endswith(known.suffix)]
    return max(fitting, key=lambda known: len(known.suffix), default=None)


def ending_of(data: bytes) -> str:
    """The ending of the format that contents without a name are in; that of Pantin's own rigs where they tell none."""
    if data.startswith(b"glTF"):
        return ".glb"
    if data.removeprefix(codecs.BOM_UTF8).lstrip().startswith(b"HIERARCHY"):
        return ".bvh"
    if b'"pantin.rig"' not in data and b'"asset"' in data:
        return ".gltf"
    return ".rig.json"


def read(path: FilePath) -> Document:
    """The document in the file. Raises Unreadable, in one sentence, for anything that is not one."""
    found = format_of(path)
    if found is None or found.read is None:
        sentence = (
            _("this ending is not known; choose a file that ends in {endings}.")
            if found is None
            else _("a {format} holds no bones to open; choose a file that ends in {endings}.")
        )
        title = found.title if found else ""
        raise Unreadable(path, _("file"), sentence.format(format=title, endings=READABLE))
    return found.read(path)


def write(document: Document, path: FilePath) -> None:
    """Save the document, in the format that the name of the file asks for. Raises Unwritable, in one sentence."""
    found = format_of(path)
    if found is None or found.write is None:
        writable = ", ".join(known.suffix for known in FORMATS if known.write)
        sentence = (
            _("this ending is not known; choose a name that ends in one of {endings}.")
            if found is None
            else _("{format} can only be opened; choose a name that ends in one of {endings}.")
        )
        title = found.title if found else ""
        raise Unwritable(path, _("file"), sentence.format(format=title, endings=writable))
    found.write(document, path)
