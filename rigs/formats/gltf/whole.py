"""A glTF file as a whole: its JSON, its data and what else is in it, packed into one binary container.

Nothing is understood here but where data lies. Buffers that lie elsewhere become parts of the data of the container,
and so do pictures beside the file; what could not be read stays named as it was.
"""

from __future__ import annotations

import copy
import json
import struct
from collections.abc import Iterator
from io import BytesIO
from typing import Any, NamedTuple, TypeVar

import msgspec

from pantin.rigs.formats.decoding import decode
from pantin.rigs.formats.files import LARGEST_TEXT, Fault
from pantin.rigs.formats.gltf.accessors import MESHOPT, inline
from pantin.rigs.formats.gltf.container import Index, chunks_of
from pantin.rigs.formats.json_text import parse_unchecked
from pantin.rigs.formats.own_file import contents, contents_beside
from pantin.rigs.messages import _
from pantin.rigs.source import SourceFile
from pantin.rigs.wording import quoted

LARGEST = 2**32 - 1
"""Bytes of a container, whose header counts them with 32 bits."""

JSON, BIN = b"JSON", b"BIN\0"

PICTURES = {b"\x89PNG": "image/png", b"\xff\xd8\xff": "image/jpeg", b"RIFF": "image/webp", b"\xabKTX": "image/ktx2"}
"""What the files of pictures begin with."""

Plain = dict[str, Any]
T = TypeVar("T")


class Whole(NamedTuple):
    """A file in parts. What is written begins with its data."""

    plain: Plain
    """Its JSON, not to be changed."""
    data: bytes
    """The data of the container."""
    others: tuple[tuple[bytes, bytes], ...] = ()
    """Kind and contents of the chunks that follow."""
    as_it_lies: bytes = b""
    """All of it, where it is a container already and nothing had to be packed."""
    words: tuple[str, ...] = ()
    """Whole sentences about what is missing."""


def whole_of(file: SourceFile) -> Whole | None:
    """Return the file that a figure came from, packed; None where it, or a buffer of it, is not there any more.

    Raises Fault where it has changed.
    """
    found = contents(file)
    if found is None:
        return None
    whole = taken_apart(found)
    if not _needs_packing(whole):
        return whole
    return _Packing(whole, file).packed()


def taken_apart(data: bytes) -> Whole:
    """Return the parts of a file, text or container. Raises Fault."""
    if not data.startswith(b"glTF"):
        return Whole(parse_unchecked(data), b"")
    (length,) = struct.unpack_from("<I", data, 8)
    (_kind, at, size), *rest = chunks_of(BytesIO(data), length)
    chunks = [(kind, data[first : first + count]) for kind, first, count in rest]
    binary = chunks.pop(0)[1] if chunks and chunks[0][0] == BIN else b""
    return Whole(parse_unchecked(data[at : at + size]), binary, tuple(chunks), data)


def _needs_packing(whole: Whole) -> bool:
    """Return whether data lies outside the container, or its buffer is not the first."""
    buffers = whole.plain.get("buffers", [])
    elsewhere = [uri for _holder, uri in _outside(whole.plain)]
    return bool(elsewhere) or not whole.as_it_lies or (bool(buffers) and "uri" in buffers[0])


def _outside(plain: Plain) -> Iterator[tuple[Plain, str]]:
    """Yield the buffers and pictures that lie in files of their own, each with its URI."""
    for holder in (*plain.get("buffers", []), *_pictures(plain)):
        uri = holder.get("uri") if isinstance(holder, dict) else None
        if isinstance(uri, str) and not uri.startswith("data:"):
            yield holder, uri


def _pictures(plain: Plain) -> list[Any]:
    found = plain.get("images")
    return found if isinstance(found, list) else []


class _Buffer(msgspec.Struct):
    uri: str | None = None


class _View(msgspec.Struct):
    buffer: Index
    byteOffset: Index = 0
    extensions: dict[str, Any] = {}


class _Buffers(msgspec.Struct):
    entries: list[_Buffer]


class _Views(msgspec.Struct):
    entries: list[_View]


def _decoded(plain: Any, model: type[T], where: str) -> T:
    """Return the entries of a table. Raises Fault, which says that the place is where one of them is."""
    try:
        return decode({"entries": plain}, model)
    except Fault as fault:
        raise Fault(where, fault.what) from None


class _Packing:
    """A file on its way into one container: its data is put together, its JSON says where it went."""

    def __init__(self, whole: Whole, file: SourceFile) -> None:
        self._whole, self._file = whole, file
        self._plain = copy.deepcopy(whole.plain)
        self._data, self._words = bytearray(), list[str]()

    def packed(self) -> Whole | None:
        """Return the whole in one container; None where a buffer is missing."""
        self._check()
        places = self._buffers()
        if places is None:
            return None
        for number, view in enumerate(self._plain.get("bufferViews", [])):
            self._move(view, places, f"$.bufferViews[{number}]")
        for number, picture in enumerate(_pictures(self._plain)):
            if isinstance(picture, dict):
                self._take(picture, f"$.images[{number}]")
        return Whole(self._plain, bytes(self._data), self._whole.others, words=tuple(self._words))

    def _check(self) -> None:
        """Raise Fault for buffers and views that are none."""
        for number, buffer in enumerate(self._plain.get("buffers", [])):
            _decoded([buffer], _Buffers, f"$.buffers[{number}]")
        for number, view in enumerate(self._plain.get("bufferViews", [])):
            where = f"$.bufferViews[{number}]"
            extensions = _decoded([view], _Views, where).entries[0].extensions
            _decoded([extensions[name] for name in MESHOPT if name in extensions], _Views, where)

    def _buffers(self) -> dict[int, tuple[int, int]] | None:
        """Put all buffers together that have data. Return for each its new number and where it begins in that."""
        places: dict[int, tuple[int, int]] = {}
        buffers, without = self._plain.get("buffers", []), list[Plain]()
        for number, buffer in enumerate(buffers):
            uri = buffer.get("uri")
            if uri is None and (number or not self._whole.data):
                without.append(buffer)  # of meshopt: what is unpacked has no data in the file
                places[number] = len(without), 0
                continue
            found = self._whole.data if uri is None else self._bytes(uri, f"$.buffers[{number}].uri")
            if found is None:
                return None
            places[number] = 0, self._append(found)
        if places:
            first: Plain = next((buffers[number] for number, (place, _start) in places.items() if not place), {})
            kept = {key: value for key, value in first.items() if key != "uri"}
            self._plain["buffers"] = [{**kept, "byteLength": len(self._data)}, *without]
        return places

    def _bytes(self, uri: str, where: str) -> bytes | None:
        """Return the bytes that a URI names; None where they are not there."""
        if uri.startswith("data:"):
            return inline(uri, where)
        known = {each.uri for each in self._file.beside}
        try:
            return contents_beside(self._file, uri, where, LARGEST_TEXT - len(self._data))
        except Fault as fault:
            if fault.where != where and uri in known:
                raise  # it has changed
            return None

    def _append(self, found: bytes) -> int:
        """Add bytes to the data, where numbers of any width may begin. Return where."""
        self._data += b"\0" * (-len(self._data) % 16)
        self._data += found
        return len(self._data) - len(found)

    def _move(self, view: Plain, places: dict[int, tuple[int, int]], where: str) -> None:
        """Tell a view, and what meshopt packed, where its buffer is now."""
        extensions = view.get("extensions", {})
        for part in (view, *(extensions[name] for name in MESHOPT if name in extensions)):
            if part["buffer"] not in places:
                raise Fault(where, _("the file has no such buffer; export it anew."))
            number, start = places[part["buffer"]]
            part["buffer"] = number
            if start or "byteOffset" in part:
                part["byteOffset"] = part.get("byteOffset", 0) + start

    def _take(self, picture: Plain, where: str) -> None:
        """Put a picture that lies beside the file into the data."""
        uri = picture.get("uri")
        if not isinstance(uri, str) or uri.startswith("data:"):
            return
        found = self._bytes(uri, where)
        if found is None:
            self._words.append(_("The picture {file} is not beside the file, and not in it.").format(file=quoted(uri)))
            return
        views = self._plain.setdefault("bufferViews", [])
        views.append({"buffer": 0, "byteOffset": self._append(found), "byteLength": len(found)})
        del picture["uri"]
        picture["bufferView"] = len(views) - 1
        kind = next((kind for start, kind in PICTURES.items() if found.startswith(start)), "image/png")
        picture.setdefault("mimeType", kind)
        self._plain.setdefault("buffers", [{}])[0]["byteLength"] = len(self._data)


def put_together(whole: Whole, plain: Plain, added: bytes) -> bytes:
    """Return the bytes of a container of this JSON, the data of a file with what is added, and its other chunks.

    A file in which nothing changed is returned to the byte. Raises Fault where it would be too large.
    """
    if not added and plain == whole.plain and whole.as_it_lies:
        return whole.as_it_lies
    data = whole.data + b"\0" * (-len(whole.data) % 4) + added
    if data:
        plain = {**plain, "buffers": [{**buffer} for buffer in plain.get("buffers", [])] or [{}]}
        plain["buffers"][0]["byteLength"] = len(data) if added else plain["buffers"][0].get("byteLength", len(data))
    chunks = [(JSON, _text(plain)), *([(BIN, data)] if data else []), *whole.others]
    parts = [part for kind, content in chunks for part in _chunk(kind, content)]
    size = 12 + sum(map(len, parts))
    if size > LARGEST:
        raise Fault(_("file"), _("it would be larger than 4 GB, more than a container holds; export fewer clips."))
    return b"".join((struct.pack("<4sII", b"glTF", 2, size), *parts))


def start_of_added(whole: Whole) -> int:
    """Return where in the data begins what is added."""
    return len(whole.data) + -len(whole.data) % 4


def _chunk(kind: bytes, content: bytes) -> tuple[bytes, bytes, bytes]:
    padding = (b" " if kind == JSON else b"\0") * (-len(content) % 4)
    return struct.pack("<I4s", len(content) + len(padding), kind), content, padding


def _text(plain: Plain) -> bytes:
    """Return JSON as text; halves of characters, which a file may hold, are escapes."""
    try:
        return json.dumps(plain, ensure_ascii=False, separators=(",", ":")).encode()
    except UnicodeEncodeError:
        return json.dumps(plain, separators=(",", ":")).encode()
    except RecursionError:
        raise Fault(_("file"), _("lists are nested too deeply for such a file; choose another one.")) from None
