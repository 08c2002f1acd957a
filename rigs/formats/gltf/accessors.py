"""Numbers of a glTF file as arrays: accessors of buffer views of buffers, wherever these lie.

Buffers lie in the container, in a text of base64, or in files beside it. Every place and every count is held against
what is there before anything is made of it.
"""

from __future__ import annotations

import base64
import binascii
from pathlib import Path
from typing import Annotated, Any, BinaryIO, Literal, NamedTuple, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from pantin.rigs.formats.beside import bytes_beside
from pantin.rigs.formats.decoding import decode
from pantin.rigs.formats.files import LARGEST_TEXT, Fault
from pantin.rigs.formats.gltf.container import Gltf, Index, data_chunk
from pantin.rigs.formats.gltf.meshopt import unpacked
from pantin.rigs.messages import _
from pantin.rigs.motion.transform_arrays import Floats
from pantin.rigs.wording import quoted

T = TypeVar("T")
F = TypeVar("F", np.float32, np.float64)

TYPES = {5120: "<i1", 5121: "<u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
"""The numbers in the file by their component type, little-endian."""
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT2": 4, "MAT3": 9, "MAT4": 16}
"""The number of components of an element, by the type of the accessor."""
MESHOPT = ("EXT_meshopt_compression", "KHR_meshopt_compression")

MOST_NUMBERS = 16 * 1024 * 1024
"""Rows of one accessor: the corners of five million triangles."""

MOST_READ = 25_000_000
"""Numbers read from one file, 200 MB: rotations and times of as many poses of joints as animations may have. Accessors
without data, or with the same, cost a file made to hurt a few bytes each.
"""

MOST_OF_MESHES = 60_000_000
"""Numbers read for the meshes of one file, 240 MB: half a million vertices with a hundred of their numbers."""

LARGEST_WHOLE = 128 * 1024 * 1024
"""Bytes of a container that is held as a whole where its parts overlap."""

Floats32 = NDArray[np.float32]
Bytes = bytes | memoryview
Count = Annotated[int, msgspec.Meta(ge=0, le=MOST_NUMBERS)]
ComponentType = Literal[5120, 5121, 5122, 5123, 5125, 5126]


class Limit(NamedTuple):
    """The number of numbers that are read of one file, and the sentence about one that has more."""

    most: int
    what: str

    @classmethod
    def of_motion(cls) -> Limit:
        """Return the limit of what a skeleton moves by."""
        what = _("the animations hold more than {most:,} numbers, too many to open; export a part of them.")
        return cls(MOST_READ, what)

    @classmethod
    def of_meshes(cls) -> Limit:
        """Return the limit of what is drawn."""
        what = _("the meshes hold more than {most:,} numbers, too many to open; export simpler ones.")
        return cls(MOST_OF_MESHES, what)


class Sparse(NamedTuple):
    """Some rows of an accessor, in ascending order, and what they are; all others are 0."""

    rows: NDArray[np.int64]
    values: Floats32
    """(m, width)."""


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

    def __init__(self, gltf: Gltf, file: BinaryIO, size: int, path: Path, limit: Limit | None = None) -> None:
        self._gltf, self._file, self._size, self._path = gltf, file, size, path
        self._limit = limit or Limit.of_motion()
        self._chunk = data_chunk(file, size)
        self._buffers: dict[int, bytes] = {}
        self._views: dict[int, bytes] = {}
        self._kept: dict[tuple[int, int], bytes] = {}
        """Parts of the container by place and length, as long as they are together no more than it has."""
        self._whole: bytes | None = None
        """All of it, once parts overlap so much that they are more."""
        self._numbers: dict[tuple[int, tuple[str, ...]], Floats] = {}
        self._arrays: dict[tuple[int, tuple[str, ...]], NDArray[Any]] = {}
        self._sparse: dict[tuple[int, int], Sparse] = {}
        self._read, self._loaded, self._held = 0, 0, 0
        """Numbers read so far, bytes of files beside this one, and bytes of kept parts."""

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
            where = f"$.accessors[{index}]"
            accessor = self._accessor(index, kinds, where)
            with np.errstate(invalid="ignore"):  # of signalling NaNs; all that are not finite are rejected
                found = _normalised(self._rows(accessor, where).astype(np.float64), accessor)
            if not np.isfinite(found).all():
                raise Fault(where, _("a number is not finite; export the file anew."))
            self._numbers[index, kinds] = found
        return self._numbers[index, kinds]

    def count(self, index: int) -> int:
        """Return the number of rows of an accessor. Raises Fault."""
        return _decoded(self._gltf.accessors, index, f"$.accessors[{index}]", _Accessor).count

    def whole(self, index: int, kinds: tuple[str, ...]) -> NDArray[Any]:
        """Return the whole numbers (count, width) of an accessor in their own type, read once. Raises Fault."""
        where = f"$.accessors[{index}]"
        found = self._once(index, kinds, where)
        if found.dtype.kind not in "iu":
            raise Fault(where, _("whole numbers belong here; export the file anew."))
        return found

    def floats(self, index: int, kinds: tuple[str, ...]) -> Floats32:
        """Return the numbers (count, width) of an accessor as 32-bit floats, read once. Raises Fault.

        They may lie in the data of the file, are read-only then, and need not be finite.
        """
        where = f"$.accessors[{index}]"
        accessor, found = self._accessor(index, kinds, where), self._once(index, kinds, where)
        with np.errstate(invalid="ignore"):
            return _normalised(np.asarray(found, np.float32), accessor)

    def meant(self, index: int, kinds: tuple[str, ...], values: NDArray[Any]) -> Floats32:
        """Return the numbers (count, width) that an accessor means where `values` are in it. Raises Fault."""
        accessor = self._accessor(index, kinds, f"$.accessors[{index}]")
        if values.ndim != 2 or values.shape[1] != WIDTHS[accessor.type]:
            raise Fault(
                f"$.accessors[{index}]", _("its numbers do not fit into their part of the data; export the file anew.")
            )
        with np.errstate(invalid="ignore"):
            return _normalised(np.asarray(values, np.float32), accessor)

    def sparse(self, index: int, kinds: tuple[str, ...], count: int) -> Sparse:
        """Return the rows of an accessor of `count` rows that are not 0, read once. Raises Fault.

        One without data but for single rows costs no more than these.
        """
        if (index, count) not in self._sparse:
            self._sparse[index, count] = self._read_sparse(index, kinds, count)
        return self._sparse[index, count]

    def _read_sparse(self, index: int, kinds: tuple[str, ...], count: int) -> Sparse:
        where = f"$.accessors[{index}]"
        accessor = self._accessor(index, kinds, where)
        if accessor.count != count:
            raise Fault(
                where,
                _("it has {found} rows and not {count}; export the file anew.").format(
                    found=accessor.count, count=count
                ),
            )
        if accessor.bufferView is None and accessor.sparse is None:
            return Sparse(np.empty(0, np.int64), np.empty((0, WIDTHS[accessor.type]), np.float32))
        if accessor.bufferView is not None or accessor.sparse is None:
            values = self.floats(index, kinds)
            rows = np.flatnonzero(values.any(axis=1))
            return Sparse(rows, values[rows])
        self.spend(accessor.sparse.count * WIDTHS[accessor.type], where)
        rows, own = self._replaced(accessor, accessor.sparse, f"{where}.sparse")
        rows, first = np.unique(rows, return_index=True)
        with np.errstate(invalid="ignore"):
            return Sparse(rows, _normalised(own[first].astype(np.float32), accessor))

    def bytes_of(self, view: int, most: int) -> bytes:
        """Return the bytes of a buffer view, as a picture has them, at most so many. Raises Fault."""
        where = f"$.bufferViews[{view}]"
        found = _decoded(self._gltf.bufferViews, view, where, _View)
        if found.byteLength > most:
            raise Fault(where, _("it is larger than {most} MB; export smaller ones.").format(most=most // 1_000_000))
        return bytes(self._bytes(found.buffer, found.byteOffset, found.byteLength, where, keep=False)[0])

    def _accessor(self, index: int, kinds: tuple[str, ...], where: str) -> _Accessor:
        """Return an accessor, which must be of one of these types."""
        accessor = _decoded(self._gltf.accessors, index, where, _Accessor)
        if accessor.type not in kinds:
            what = _("{kinds} belongs here, not {found}; export the file anew.")
            raise Fault(f"{where}.type", what.format(kinds=kinds[0], found=quoted(accessor.type)))
        return accessor

    def _once(self, index: int, kinds: tuple[str, ...], where: str) -> NDArray[Any]:
        """Return the numbers of an accessor as the file has them, read once."""
        if (index, kinds) not in self._arrays:
            self._arrays[index, kinds] = self._rows(self._accessor(index, kinds, where), where)
        return self._arrays[index, kinds]

    def _rows(self, accessor: _Accessor, where: str) -> NDArray[Any]:
        """Return the numbers (count, width) of an accessor in their own type."""
        width = WIDTHS[accessor.type]
        self.spend(accessor.count * width, where)
        if accessor.bufferView is None:
            found: NDArray[Any] = np.zeros((accessor.count, width), TYPES[accessor.componentType])
        else:
            place = (accessor.bufferView, accessor.byteOffset)
            found = self._array(*place, accessor.componentType, accessor.count, width, where)
        if accessor.sparse is not None:
            rows, values = self._replaced(accessor, accessor.sparse, f"{where}.sparse")
            found = found.copy()
            found[rows] = values
        return found

    def spend(self, numbers: int, where: str) -> None:
        """Note that so many numbers are about to be read. Raises Fault where they are too many for one file."""
        if self._read + numbers > self._limit.most:
            raise Fault(where, self._limit.what.format(most=self._limit.most))
        self._read += numbers

    def _replaced(self, accessor: _Accessor, sparse: _Sparse, where: str) -> tuple[NDArray[np.int64], NDArray[Any]]:
        """Return the rows that are named one by one, and the numbers (m, width) there."""
        at, values = sparse.indices, sparse.values
        rows = self._array(at.bufferView, at.byteOffset, at.componentType, sparse.count, 1, f"{where}.indices")
        rows = rows[:, 0].astype(np.int64)
        if (rows >= accessor.count).any():
            raise Fault(f"{where}.indices", _("an index is past the end of the numbers; export the file anew."))
        place, width = (values.bufferView, values.byteOffset), WIDTHS[accessor.type]
        return rows, self._array(*place, accessor.componentType, sparse.count, width, f"{where}.values")

    def _array(self, view: int, offset: int, kind: int, count: int, width: int, where: str) -> NDArray[Any]:
        """`count` rows of `width` numbers in a buffer view: in its own data where that is kept, else a copy."""
        data, stride, kept = self._view(view, where)
        item = np.dtype(TYPES[kind])
        step = stride or width * item.itemsize
        if count and (step < width * item.itemsize or offset + (count - 1) * step + width * item.itemsize > len(data)):
            raise Fault(where, _("its numbers do not fit into their part of the data; export the file anew."))
        if not count:
            return np.empty((0, width), item)
        rows: NDArray[Any] = np.ndarray((count, width), item, data, offset, (step, item.itemsize))
        return rows if kept else rows.copy()

    def _view(self, index: int, asked: str) -> tuple[Bytes, int, bool]:
        """The bytes of a buffer view, the step from one element to the next, 0 where they are dense, and whether the
        bytes are kept.
        """
        where = f"$.bufferViews[{index}]"
        view = _decoded(self._gltf.bufferViews, index, where, _View, asked)
        packed = next((view.extensions[name] for name in MESHOPT if name in view.extensions), None)
        if packed is not None:
            if index not in self._views:
                part = decode({"packed": packed}, _Holder).packed
                self.spend(part.count * part.byteStride // 4, where)
                data, _kept = self._bytes(part.buffer, part.byteOffset, part.byteLength, where)
                self._views[index] = unpacked(data, part.count, part.byteStride, part.mode, part.filter, where)
            return self._views[index], view.byteStride, True
        data, kept = self._bytes(view.buffer, view.byteOffset, view.byteLength, where)
        return data, view.byteStride, kept

    def _bytes(self, index: int, offset: int, length: int, where: str, keep: bool = True) -> tuple[Bytes, bool]:
        """Bytes of a buffer, which must have them, and whether they are kept, as it is asked where there is room."""
        buffer = _decoded(self._gltf.buffers, index, f"$.buffers[{index}]", _Buffer, where)
        if buffer.uri is None and index == 0:
            if offset + length <= self._chunk[1]:
                return self._part_of_chunk(offset, length, where, keep)
            data = b""
        else:
            data = self._buffer(index, buffer)
        if offset + length > len(data):
            raise Fault(where, _("this part of the data runs past its end; take a complete copy of the file."))
        return memoryview(data)[offset : offset + length], True

    def _part_of_chunk(self, offset: int, length: int, where: str, keep: bool) -> tuple[Bytes, bool]:
        """Bytes of the data in the container, and whether they are kept."""
        place, there = self._chunk
        if self._whole is not None:
            return memoryview(self._whole)[offset : offset + length], True
        if (offset, length) in self._kept:
            return self._kept[offset, length], True
        keep_whole = keep and self._held + length > there
        if keep_whole and there <= LARGEST_WHOLE:
            self._file.seek(place)
            self._whole, self._kept = self._file.read(there), {}
            return self._part_of_chunk(offset, length, where, keep)
        if keep_whole:
            self.spend(length // 4, where)
        self._file.seek(place + offset)
        data = self._file.read(length)
        if not keep or keep_whole:
            return data, False
        self._held += length
        self._kept[offset, length] = data
        return data, True

    def _buffer(self, index: int, buffer: _Buffer) -> bytes:
        """The bytes of a buffer outside the container."""
        if index not in self._buffers:
            where, uri = f"$.buffers[{index}].uri", buffer.uri
            if uri is None:
                raise Fault(where, _("the buffer has no data; export the file anew."))
            self._buffers[index] = inline(uri, where) if uri.startswith("data:") else self._beside(uri, where)
        return self._buffers[index]

    def _beside(self, uri: str, where: str) -> bytes:
        """Return the bytes of a file beside this one."""
        data = bytes_beside(self._path, uri, where, LARGEST_TEXT - self._loaded)
        self._loaded += len(data)
        return data


class _Holder(msgspec.Struct, frozen=True):
    packed: Packed


def inline(uri: str, where: str) -> bytes:
    """The bytes in a text of base64."""
    try:
        return base64.b64decode(uri.partition(",")[2], validate=True)
    except (binascii.Error, ValueError):
        raise Fault(where, _("the data in the text is damaged; export the file anew.")) from None


def _normalised(found: NDArray[F], accessor: _Accessor) -> NDArray[F]:
    """Return the numbers that an accessor means: whole numbers that are normalised are parts of the largest."""
    if not accessor.normalized or accessor.componentType == 5126:
        return found
    most = found.dtype.type(np.iinfo(TYPES[accessor.componentType]).max)
    return np.asarray(np.maximum(found / most, -1.0), found.dtype)


def _decoded(rows: tuple[Any, ...], index: int, where: str, model: type[T], asked: str = "") -> T:
    """The entry of a table of the file."""
    if index >= len(rows):
        raise Fault(asked or where, _("the file has no such entry ({where}); export it anew.").format(where=where[2:]))
    try:
        return decode(rows[index], model)
    except Fault as fault:
        raise Fault(where + fault.where.removeprefix("$"), fault.what) from None
