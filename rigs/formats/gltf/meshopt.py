"""Data that meshopt packed, unpacked: attributes, triangles and indices of EXT_ and KHR_meshopt_compression.

Attributes store each byte of an element for itself, as its difference from the same byte of the element before, in
groups of sixteen that take 0 to 8 bits for each difference. Filters then make quaternions, unit vectors, colours and
floats of what comes out. Triangles are told by edges and corners that were met shortly before.
https://github.com/KhronosGroup/glTF/tree/main/extensions/2.0/Khronos/KHR_meshopt_compression
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.formats.files import Fault
from pantin.rigs.messages import _

Bytes = NDArray[np.uint8]
Numbers = NDArray[np.int64]
GROUP = 16
"""Elements whose differences take the same number of bits."""

LARGEST_BLOCK, MOST_IN_BLOCK = 8192, 256
"""Bytes, and elements, that are packed together."""

LARGEST_OUT = 64 * 1024 * 1024
"""Bytes that may come out: of what packs a thousandfold, a file made to hurt."""

MOST_CORNERS = 6_000_000
"""Indices that may come out: they are told one by one."""

HEADERS = (0xA0, 0xA1)
"""The first byte of attributes, by version."""
SMALLEST_TAILS = (32, 24)
"""Bytes behind the blocks at least, by version. The last of them are the element that the first is told from, and in
version 1 how each four bytes are told."""
BITS = ((0, 2, 4, 8), (0, 1, 2, 4), (1, 2, 4, 8))
"""Bits of a difference by the two bits of its group: in version 0, and by the first two kinds of version 1."""
NO_BYTES, AS_THEY_ARE = 2, 3
"""The other kinds of version 1: no difference at all, and differences byte by byte."""

TRIANGLES, INDICES = 0xE1, 0xD1
"""The first byte of triangles, and of other indices."""


def unpacked(data: bytes | memoryview, count: int, stride: int, mode: str, filter: str, where: str) -> bytes:
    """The `count` elements of `stride` bytes that were packed into `data`. Raises Fault at `where`."""
    known = stride % 4 == 0 and filter in FILTERS if mode == "ATTRIBUTES" else stride in (2, 4) and filter == "NONE"
    if mode not in ("ATTRIBUTES", "TRIANGLES", "INDICES") or not known:
        raise Fault(
            where, _("its data is packed by a kind of meshopt that is not known; export the file without compression.")
        )
    try:
        if mode == "ATTRIBUTES":
            return FILTERS[filter](_elements(np.frombuffer(data, np.uint8), count, stride)).tobytes()
        if count > MOST_CORNERS:
            raise Fault(where, _("it has more than {most:,} indices; export simpler meshes.").format(most=MOST_CORNERS))
        found = (_triangles if mode == "TRIANGLES" else _indices)(bytes(data), count)
        return (np.array(found, np.int64) & 0xFFFFFFFF).astype("<u2" if stride == 2 else "<u4").tobytes()
    except (IndexError, ValueError):
        what = _("the packed data is damaged; take another copy of the file, or export it unpacked.")
        raise Fault(where, what) from None


# Attributes


class _Groups(NamedTuple):
    """The groups that have differences: their numbers among all groups, where these lie in the data, and how many bits
    each takes.
    """

    numbers: list[int]
    at: list[int]
    bits: list[int]


def _elements(data: Bytes, count: int, stride: int) -> Bytes:
    """The elements (count, stride). Raises IndexError where the data ends too early."""
    version = HEADERS.index(int(data[0]))  # ValueError for others
    tail = stride + stride // 4 if version else stride
    end = len(data) - max(tail, SMALLEST_TAILS[version])
    most = min(LARGEST_BLOCK // stride & ~(GROUP - 1), MOST_IN_BLOCK)
    blocks = -(-count // most)
    least = stride if version == 0 else stride // 4  # bytes that a block has at least
    if count * stride > LARGEST_OUT or end < 1 or blocks * least > end:
        raise IndexError
    if not count:
        return np.empty((0, stride), np.uint8)
    deltas = _deltas(data, _groups(data[:end], count, stride, most, version), count, stride, most)
    first = data[len(data) - tail : len(data) - tail + stride]
    channels = data[len(data) - stride // 4 :].tolist() if version else [0] * (stride // 4)
    out = np.empty((count, stride), np.uint8)
    for number, channel in enumerate(channels):
        columns = slice(4 * number, 4 * number + 4)
        out[:, columns] = _summed(deltas[:, columns], first[columns], channel)
    return out


def _groups(data: Bytes, count: int, stride: int, most: int, version: int) -> _Groups:
    """Find the groups of each byte of each block. Raises IndexError where the data ends too early."""
    more = _outside(data)
    whole, found, at, number = data.tolist(), _Groups([], [], []), 1, 0
    for first in range(0, count, most):
        size = min(most, count - first)
        groups = -(-size // GROUP)
        kinds, at = _kinds(whole, at, stride, version)
        for kind in kinds:
            if kind == AS_THEY_ARE:
                found.numbers.extend(range(number, number + groups))
                found.at.extend(range(at, at + GROUP * groups, GROUP))
                found.bits.extend([8] * groups)
                at += size
            elif kind != NO_BYTES:
                at = _with_header(whole, at, range(number, number + groups), BITS[version + kind], more, found)
            number += groups
        if at > len(whole):
            raise IndexError
    return found


def _kinds(whole: Sequence[int], at: int, stride: int, version: int) -> tuple[list[int], int]:
    """Return how each byte of a block is told, two bits each in version 1, and where its differences begin."""
    if version == 0:
        return [0] * stride, at
    if at + stride // 4 > len(whole):
        raise IndexError
    return [whole[at + byte // 4] >> 2 * (byte % 4) & 3 for byte in range(stride)], at + stride // 4


def _with_header(
    whole: Sequence[int], at: int, numbers: range, widths: Sequence[int], more: dict[int, list[int]], found: _Groups
) -> int:
    """Find the groups of one byte behind their header, two bits each, and return where the next byte begins.

    Most bytes of what hardly moves have none, and take no more than a header.
    """
    header = whole[at : at + -(-len(numbers) // 4)]
    at += len(header)
    if 4 * len(header) < len(numbers):
        raise IndexError
    if not widths[0] and not any(header):
        return at
    for group, number in enumerate(numbers):
        bits = widths[header[group // 4] >> 2 * (group % 4) & 3]
        if bits:
            found.numbers.append(number)
            found.at.append(at)
            found.bits.append(bits)
            end = at + 2 * bits
            at = end + (more[bits][end] - more[bits][at] if bits < 8 else 0)
    return at


def _outside(data: Bytes) -> dict[int, list[int]]:
    """Count, before each byte of the data, the differences of 1, 2 and 4 bits that do not fit into these."""
    counts = {}
    values = np.arange(256)
    for bits in (1, 2, 4):
        most = (1 << bits) - 1
        in_byte = sum((values >> shift & most == most).astype(np.int64) for shift in range(0, 8, bits))
        counts[bits] = np.concatenate([[0], np.cumsum(np.asarray(in_byte)[data])]).tolist()
    return counts


def _deltas(data: Bytes, groups: _Groups, count: int, stride: int, most: int) -> Bytes:
    """The differences of elements (count, stride), as they are stored."""
    numbers, at, bits = (np.array(each, np.int64) for each in groups)
    padded = np.concatenate([data, np.zeros(2 * GROUP, np.uint8)])
    found = np.zeros((stride * (count // most * (most // GROUP) + -(-(count % most) // GROUP)), GROUP), np.uint8)
    for width in (1, 2, 4, 8):
        rows = np.flatnonzero(bits == width)
        if len(rows):
            found[numbers[rows]] = _read_groups(padded, at[rows], width)
    per_block = stride * most
    full = count // most
    blocks = found[: full * per_block // GROUP].reshape(full, stride, most).transpose(0, 2, 1).reshape(-1, stride)
    rest = found[full * per_block // GROUP :]
    if not len(rest):
        return blocks
    last = rest.reshape(stride, -1).T[: count - full * most]
    return np.concatenate([blocks, last])


def _read_groups(data: Bytes, at: Numbers, bits: int) -> Bytes:
    """The differences (n, 16) of groups of so many bits; those that do not fit follow as bytes."""
    packed: Bytes = data[at[:, None] + np.arange(2 * bits)]
    if bits == 8:
        return packed
    most = (1 << bits) - 1
    shifts = np.arange(8) if bits == 1 else np.arange(8 - bits, -1, -bits)  # single bits lie the other way round
    found: Bytes = (packed[:, :, None] >> shifts & most).reshape(len(at), GROUP).astype(np.uint8)
    outside = found == most
    place = at[:, None] + 2 * bits + np.cumsum(outside, axis=1) - 1
    found[outside] = data[np.minimum(place[outside], len(data) - 1)]
    return found


def _summed(deltas: Bytes, first: Bytes, channel: int) -> Bytes:
    """Return four bytes of the elements (count, 4): differences of bytes or of words added up, or bits turned over."""
    kind, turned = channel & 15, channel >> 4
    if kind > 2 or (kind < 2 and turned):
        raise ValueError
    if kind == 2:
        words = np.ascontiguousarray(deltas).view("<u4")[:, 0]
        back = (32 - turned) & 31
        if turned:
            words = words >> turned | words << back
        start = np.ascontiguousarray(first).view("<u4")
        return np.bitwise_xor.accumulate(np.concatenate([start, words]))[1:, None].view(np.uint8)
    size = np.dtype("<u2" if kind else np.uint8)
    parts = np.ascontiguousarray(deltas).view(size)
    signed = parts >> 1 ^ -(parts & 1)
    sums = np.cumsum(signed, axis=0, dtype=size) + np.ascontiguousarray(first).view(size)
    return np.ascontiguousarray(sums.astype(size)).view(np.uint8)


# Indices


class _Stream:
    """Bytes that are read one after the other, up to the tail. Raises IndexError where they end too early."""

    def __init__(self, data: bytes, at: int) -> None:
        self._data, self._at = data, at

    def byte(self) -> int:
        """Return the next byte."""
        self._at += 1
        return self._data[self._at - 1]

    def number(self) -> int:
        """Return the next number, seven bits a byte, the lowest first (LEB128)."""
        found = shift = 0
        while True:
            byte = self._data[self._at]
            self._at += 1
            found |= (byte & 127) << shift
            shift += 7
            if byte < 128 or shift >= 35:
                return found


def _signed(number: int) -> int:
    """Return a number that was stored with its sign as the lowest bit."""
    return ~(number >> 1) if number & 1 else number >> 1


def _indices(data: bytes, count: int) -> list[int]:
    """The indices (count): each is told from one of the last two of their kind."""
    if data[0] != INDICES or len(data) < 1 + count + 4:
        raise IndexError
    stream, last, found = _Stream(data[:-4], 1), [0, 0], []
    for _number in range(count):
        number = stream.number()
        last[number & 1] += _signed(number >> 1)
        found.append(last[number & 1])
    return found


def _triangles(data: bytes, count: int) -> list[int]:
    """The corners of triangles (count): an edge or corners that were met, the next corner, or one that is told."""
    triangles = count // 3
    if data[0] != TRIANGLES or count % 3 or len(data) < 1 + triangles + 16:
        raise IndexError
    codes, table = data[1 : 1 + triangles], data[-16:]
    told = _Told(_Stream(data[:-16], 1 + triangles))
    found: list[int] = []
    firsts, seconds, corners = [0] * 16, [0] * 16, told.corners
    for code in codes:
        edge, kind = code >> 4, code & 15
        if edge < 15:
            a, b = firsts[-1 - edge], seconds[-1 - edge]
            c = told.corner(kind)
            firsts += (c, a)
            seconds += (b, c)
        else:
            a, b, c = told.three(table[kind] if kind < 14 else told.stream.byte(), kind)
            firsts += (b, c, a)
            seconds += (a, b, c)
        found += (a, b, c)
        if len(firsts) > 4096:
            del firsts[:-16], seconds[:-16], corners[:-16]
    return found


class _Told:
    """Corners as they were met: the next that was not met yet, the last that was told, and the sixteen before."""

    def __init__(self, stream: _Stream) -> None:
        self.stream = stream
        self.corners = [0] * 16
        self._next, self._last = 0, 0

    def corner(self, kind: int) -> int:
        """Return the third corner of a triangle whose edge was met."""
        if 0 < kind < 13:
            return self.corners[-1 - kind]
        if kind == 0:
            found = self._new()
        else:
            found = self._last = self._told() if kind == 15 else self._last + (1 if kind == 14 else -1)
        self.corners.append(found)
        return found

    def three(self, how: int, kind: int) -> tuple[int, int, int]:
        """Return the corners of a triangle of which no edge was met; `how` has four bits for each of the last two."""
        if kind >= 14 and how == 0:
            self._next = 0
        a = self._told() if kind == 15 else self._new()
        ways = (how >> 4, how & 15)
        b, c = (self._new() if way == 0 else self._told() if way == 15 else self.corners[-way] for way in ways)
        self.corners.append(a)
        self.corners.extend(corner for corner, way in zip((b, c), ways, strict=True) if way in (0, 15))
        return a, b, c

    def _new(self) -> int:
        self._next += 1
        return self._next - 1

    def _told(self) -> int:
        self._last += _signed(self.stream.number())
        return self._last


# What filters make of the elements


def _as_they_are(elements: Bytes) -> Bytes:
    return elements


def _quaternions(elements: Bytes) -> Bytes:
    """Quaternions of 16 bits: three smaller components, and in the fourth which was left out and what 1 is."""
    if elements.shape[1] != 8:
        raise ValueError
    parts = elements.view("<i2").astype(np.float64)
    one = (parts[:, 3].astype(np.int64) | 3).astype(np.float64)
    left_out = parts[:, 3].astype(np.int64) & 3
    xyz = parts[:, :3] / one[:, None] / np.sqrt(2.0)
    w = np.sqrt(np.maximum(0.0, 1.0 - np.einsum("ij,ij->i", xyz, xyz)))
    found = np.empty((len(parts), 4))
    rows = np.arange(len(parts))
    for step in range(3):
        found[rows, (left_out + 1 + step) % 4] = xyz[:, step]
    found[rows, left_out] = w
    return np.round(found * 32767.0).astype("<i2").view(np.uint8)


def _unit_vectors(elements: Bytes) -> Bytes:
    """Unit vectors of 8 or 16 bits: two places on an octahedron, what 1 is, and a fourth number that stays."""
    kind = _of_four(elements, "i")
    parts = elements.view(kind).astype(np.float64)
    one = np.where(parts[:, 2] == 0.0, 1.0, parts[:, 2])
    x, y = parts[:, 0] / one, parts[:, 1] / one
    z = 1.0 - np.abs(x) - np.abs(y)
    below = np.minimum(z, 0.0)
    found = np.stack([x - np.copysign(below, x), y - np.copysign(below, y), z], axis=1)
    found *= np.iinfo(kind).max / np.maximum(np.linalg.norm(found, axis=1, keepdims=True), 1e-30)
    return np.column_stack([_rounded(found), parts[:, 3]]).astype(kind).view(np.uint8)


def _colours(elements: Bytes) -> Bytes:
    """Colours of 8 or 16 bits: brightness, two differences, and an alpha whose highest bit tells what 1 is."""
    kind = _of_four(elements, "u")
    y, alpha = (elements.view(kind)[:, column].astype(np.int64) for column in (0, 3))
    co, cg = (elements.view(kind.replace("u", "i"))[:, column].astype(np.int64) for column in (1, 2))
    bits = np.frexp(alpha.astype(np.float64))[1]  # of the highest that is set
    one = (1 << bits) - 1
    part = alpha & one >> 1
    found = np.stack([y + co - cg, y + cg, y - co - cg, part << 1 | part & 1], axis=1)
    most = np.iinfo(kind).max
    scaled = _rounded(found * (most / np.maximum(one, 1))[:, None])
    return np.clip(scaled, 0, most).astype(kind).view(np.uint8)


def _of_four(elements: Bytes, sign: str) -> str:
    """Return the type of four numbers that are an element."""
    if elements.shape[1] not in (4, 8):
        raise ValueError
    return f"<{sign}{elements.shape[1] // 4}"


def _rounded(numbers: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the nearest whole numbers; halves away from 0."""
    return np.asarray(np.trunc(numbers + np.copysign(0.5, numbers)))


def _exponentials(elements: Bytes) -> Bytes:
    """Floats: an exponent of 8 bits and a mantissa of 24, both signed."""
    words = elements.view("<i4")
    mantissas = (words << 8) >> 8
    with np.errstate(over="ignore"):
        found: Bytes = np.ldexp(mantissas.astype(np.float64), words >> 24).astype("<f4").view(np.uint8)
    return found


FILTERS = {
    "NONE": _as_they_are,
    "OCTAHEDRAL": _unit_vectors,
    "QUATERNION": _quaternions,
    "EXPONENTIAL": _exponentials,
    "COLOR": _colours,
}
"""What decodes the elements of accessors by filter."""
