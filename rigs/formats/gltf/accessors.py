"""Numbers of a glTF file as arrays: accessors of buffer views of buffers, wherever these lie.

Buffers lie in the container, in a text of base64, or in files beside it. Every place and every count is held against
what is there before anything is made of it.
"""

from __future__ import annotations

import base64
import binascii
from pathlib import Path
from typing import Annotated, Any, BinaryIO, Literal, TypeVar

import msgspec
import numpy as np

from pantin.rigs.formats.beside import bytes_beside
from pantin.rigs.formats.decoding import decode
from pantin.rigs.formats.files import LARGEST_TEXT, Fault
from pantin.rigs.formats.gltf.container import Gltf, Index, data_chunk
from pantin.rigs.formats.gltf.meshopt import unpacked
from pantin.rigs.messages import _
from pantin.rigs.motion.transform_arrays import Floats
from pantin.rigs.wording import quoted

T = TypeVar("T")

TYPES = {5120: "<i1", 5121: "<u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
"""The numbers in the file by their component type, little-endian."""
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT2": 4, "MAT3": 9, "MAT4": 16}
"""The number of components of an element, by the type of the accessor."""
MESHOPT = ("EXT_meshopt_compression", "KHR_meshopt_compression")

MOST_NUMBERS = 4 * 1024 * 1024
"""Rows of one accessor. More is nothing that a skeleton moves by."""

MOST_READ = 25_000_000
"""Numbers read from one file, 200 MB: rotations and times of as many poses of joints as animations may have. Accessors
without data, or with the same, cost a file made to hurt a few bytes each.
"""

Count = Annotated[int, msgspec.Meta(ge=0, le=MOST_NUMBERS)]
ComponentType = Literal[5120, 5121, 5122, 5123, 5125, 5126]


class _Buffer(msgspec.Struct, frozen=True):
    byteLength: Index
    uri: str | None = None


class _View(msgspec.Struct, frozen=True):
    buffer: Index
    byteLength: Index
    byteOffset: Index = 0
    byteStride: Index = 0
    extensions: dict[str, Any] = {}


class Packed(msgspec.Struct, frozen=True):
    """A buffer view that meshopt packed: where it lies, and what comes out."""

    buffer: Index
    byteLength: Index
    byteStride: Annotated[int, msgspec.Meta(ge=1, le=256)]
    count: Count
    mode: str
    byteOffset: Index = 0
    filter: str = "NONE"


class _Indices(msgspec.Struct, frozen=True):
    bufferView: Index
    componentType: Literal[5121, 5123, 5125]
    byteOffset: Index = 0


class _Values(msgspec.Struct, frozen=True):
    bufferView: Index
    byteOffset: Index = 0


class _Sparse(msgspec.Struct, frozen=True):
    count: Count
    indices: _Indices
    values: _Values


class _Accessor(msgspec.Struct, frozen=True):
    componentType: ComponentType
    count: Count
    type: str
    bufferView: Index | None = None
    byteOffset: Index = 0
    normalized: bool = False
    sparse: _Sparse | None = None


class Accessors:
    """The accessors of an open file. `path` is its own, beside which its buffers lie."""

    def __init__(self, gltf: Gltf, file: BinaryIO, size: int, path: Path) -> None:
        self._gltf, self._file, self._size, self._path = gltf, file, size, path
        self._chunk = data_chunk(file, size)
        self._buffers: dict[int, bytes] = {}
        self._views: dict[int, bytes] = {}
        self._numbers: dict[tuple[int, tuple[str, ...]], Floats] = {}
        self._read, self._loaded = 0, 0
        """Numbers read so far, and bytes of files beside this one."""

    @property
    def size(self) -> int:
        """Bytes of the file and of those beside it that were read."""
        return self._size + self._loaded

    def times(self, index: int) -> Floats:
        """The numbers (count) of an accessor that many channels share. Raises Fault."""
        return self.numbers(index, ("SCALAR",))[:, 0]

    def numbers(self, index: int, kinds: tuple[str, ...]) -> Floats:
        """Return the numbers (count, width) of an accessor of one of these types, read once. Raises Fault."""
        if (index, kinds) not in self._numbers:
            self._numbers[index, kinds] = self._read_numbers(index, kinds)
        return self._numbers[index, kinds]

    def _read_numbers(self, index: int, kinds: tuple[str, ...]) -> Floats:
        where = f"$.accessors[{index}]"
        accessor = _decoded(self._gltf.accessors, index, where, _Accessor)
        if accessor.type not in kinds:
            what = _("{kinds} belongs here, not {found}; export the file anew.")
            raise Fault(f"{where}.type", what.format(kinds=kinds[0], found=quoted(accessor.type)))
        width = WIDTHS[accessor.type]
        self._count(accessor.count * width, where)
        if accessor.bufferView is None:
            found = np.zeros((accessor.count, width))
        else:
            place = (accessor.bufferView, accessor.byteOffset)
            found = self._array(*place, accessor.componentType, accessor.count, width, where)
        if accessor.sparse is not None:
            found = self._with_sparse(found, accessor, accessor.sparse, f"{where}.sparse")
        if accessor.normalized and accessor.componentType != 5126:
            found = np.maximum(found / np.iinfo(TYPES[accessor.componentType]).max, -1.0)
        if not np.isfinite(found).all():
            raise Fault(where, _("a number is not finite; export the file anew."))
        return found

    def _count(self, numbers: int, where: str) -> None:
        """Note that so many numbers are about to be read. Raises Fault where they are too many for one file."""
        self._read += numbers
        if self._read > MOST_READ:
            what = _("the animations hold more than {most:,} numbers, too many to open; export a part of them.")
            raise Fault(where, what.format(most=MOST_READ))

    def _with_sparse(self, found: Floats, accessor: _Accessor, sparse: _Sparse, where: str) -> Floats:
        """The numbers with those replaced that are named one by one."""
        at, values = sparse.indices, sparse.values
        rows = self._array(at.bufferView, at.byteOffset, at.componentType, sparse.count, 1, f"{where}.indices")
        rows = rows[:, 0].astype(np.int64)
        if (rows >= len(found)).any():
            raise Fault(f"{where}.indices", _("an index is past the end of the numbers; export the file anew."))
        place = (values.bufferView, values.byteOffset)
        found = found.copy()
        found[rows] = self._array(*place, accessor.componentType, sparse.count, found.shape[1], f"{where}.values")
        return found

    def _array(self, view: int, offset: int, kind: int, count: int, width: int, where: str) -> Floats:
        """`count` rows of `width` numbers in a buffer view."""
        data, stride = self._view(view, where)
        item = np.dtype(TYPES[kind])
        step = stride or width * item.itemsize
        if count and (step < width * item.itemsize or offset + (count - 1) * step + width * item.itemsize > len(data)):
            raise Fault(where, _("its numbers do not fit into their part of the data; export the file anew."))
        if not count:
            return np.empty((0, width))
        rows = np.lib.stride_tricks.as_strided(
            np.frombuffer(data, np.uint8, offset=offset), (count, width * item.itemsize), (step, 1)
        )
        with np.errstate(invalid="ignore"):  # of signalling NaNs; `numbers` rejects all that are not finite
            return np.ascontiguousarray(rows).view(item).astype(np.float64)

    def _view(self, index: int, asked: str) -> tuple[bytes, int]:
        """The bytes of a buffer view, and the step from one element to the next; 0 where they are dense."""
        where = f"$.bufferViews[{index}]"
        view = _decoded(self._gltf.bufferViews, index, where, _View, asked)
        packed = next((view.extensions[name] for name in MESHOPT if name in view.extensions), None)
        if packed is not None:
            if index not in self._views:
                part = decode({"packed": packed}, _Holder).packed
                self._count(part.count * part.byteStride // 4, where)
                data = self._bytes(part.buffer, part.byteOffset, part.byteLength, where)
                self._views[index] = unpacked(data, part.count, part.byteStride, part.mode, part.filter, where)
            return self._views[index], view.byteStride
        return self._bytes(view.buffer, view.byteOffset, view.byteLength, where), view.byteStride

    def _bytes(self, index: int, offset: int, length: int, where: str) -> bytes:
        """Bytes of a buffer, which must have them."""
        buffer = _decoded(self._gltf.buffers, index, f"$.buffers[{index}]", _Buffer, where)
        if buffer.uri is None and index == 0:
            place, there = self._chunk
            if offset + length <= there:
                self._file.seek(place + offset)
                return self._file.read(length)
            data = b""
        else:
            data = self._buffer(index, buffer)
        if offset + length > len(data):
            raise Fault(where, _("this part of the data runs past its end; take a complete copy of the file."))
        return data[offset : offset + length]

    def _buffer(self, index: int, buffer: _Buffer) -> bytes:
        """The bytes of a buffer outside the container."""
        if index not in self._buffers:
            where, uri = f"$.buffers[{index}].uri", buffer.uri
            if uri is None:
                raise Fault(where, _("the buffer has no data; export the file anew."))
            self._buffers[index] = _inline(uri, where) if uri.startswith("data:") else self._beside(uri, where)
        return self._buffers[index]

    def _beside(self, uri: str, where: str) -> bytes:
        """Return the bytes of a file beside this one."""
        data = bytes_beside(self._path, uri, where, LARGEST_TEXT - self._loaded)
        self._loaded += len(data)
        return data


class _Holder(msgspec.Struct, frozen=True):
    packed: Packed


def _inline(uri: str, where: str) -> bytes:
    """The bytes in a text of base64."""
    try:
        return base64.b64decode(uri.partition(",")[2], validate=True)
    except (binascii.Error, ValueError):
        raise Fault(where, _("the data in the text is damaged; export the file anew.")) from None


def _decoded(rows: tuple[Any, ...], index: int, where: str, model: type[T], asked: str = "") -> T:
    """The entry of a table of the file."""
    if index >= len(rows):
        raise Fault(asked or where, _("the file has no such entry ({where}); export it anew.").format(where=where[2:]))
    try:
        return decode(rows[index], model)
    except Fault as fault:
        raise Fault(where + fault.where.removeprefix("$"), fault.what) from None
