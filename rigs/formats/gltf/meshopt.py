"""Data that meshopt packed, unpacked: the attributes of EXT_meshopt_compression, which keys of animations are too.

Each byte of an element is stored for itself, as its difference from the same byte of the element before, in groups of
sixteen that take 0 to 8 bits for each difference. Filters then make quaternions and floats of what comes out.
https://github.com/KhronosGroup/glTF/tree/main/extensions/2.0/Vendor/EXT_meshopt_compression
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.formats.files import Fault
from pantin.rigs.messages import _

Bytes = NDArray[np.uint8]
GROUP = 16
"""Elements whose differences take the same number of bits."""

LARGEST_BLOCK, MOST_IN_BLOCK = 8192, 256
"""Bytes, and elements, that are packed together."""

LARGEST_OUT = 64 * 1024 * 1024
"""Bytes that may come out: of what packs a thousandfold, a file made to hurt."""

SMALLEST_TAIL = 32
"""Bytes behind the blocks, the last of which are the element from which the first is decoded."""

HEADER = 0xA0
"""The first byte: attributes, version 0. Version 1, 0xA1, packs otherwise."""
BITS = (0, 2, 4, 8)
"""Bits of a difference, by the two bits of its group in the header of its block."""


def unpacked(data: bytes, count: int, stride: int, mode: str, filter: str, where: str) -> bytes:
    """The `count` elements of `stride` bytes that were packed into `data`. Raises Fault at `where`."""
    if mode != "ATTRIBUTES" or stride % 4 or filter not in FILTERS or data[:1] == b"\xa1":
        raise Fault(
            where, _("its data is packed by a kind of meshopt that is not known; export the file without compression.")
        )
    try:
        return FILTERS[filter](_elements(np.frombuffer(data, np.uint8), count, stride)).tobytes()
    except (IndexError, ValueError):
        what = _("the packed data is damaged; take another copy of the file, or export it unpacked.")
        raise Fault(where, what) from None


def _elements(data: Bytes, count: int, stride: int) -> Bytes:
    """The elements (count, stride). Raises IndexError where the data ends too early."""
    end = len(data) - max(stride, SMALLEST_TAIL)
    most = min(LARGEST_BLOCK // stride & ~(GROUP - 1), MOST_IN_BLOCK)
    if (
        count * stride > LARGEST_OUT or end < 1 or data[0] != HEADER or -(-count // most) * stride > end
    ):  # a block has a byte for each at least
        raise IndexError
    last = data[len(data) - stride :]
    out = np.empty((count, stride), np.uint8)
    at, packed = 1, data[:end]
    for first in range(0, count, most):
        block = out[first : first + most]
        for byte in range(stride):
            deltas, at = _deltas(packed, at, len(block))
            if deltas is None:
                block[:, byte] = last[byte]
                continue
            signed = deltas >> 1 ^ -(deltas & 1)
            block[:, byte] = np.cumsum(signed, dtype=np.uint8) + last[byte]
        last = block[-1]
    return out


def _deltas(data: Bytes, at: int, count: int) -> tuple[Bytes | None, int]:
    """Return the differences of one byte of `count` elements, in zigzag, and where the next begin.

    None where there are no differences: most bytes of what hardly moves have none, and take no more than a header.
    """
    groups = -(-count // GROUP)
    header = _taken(data, at, -(-groups // 4)).tobytes()
    at += len(header)
    if not any(header):
        return None, at
    out = np.zeros(groups * GROUP, np.uint8)
    for group in range(groups):
        width = BITS[header[group // 4] >> 2 * (group % 4) & 3]
        if width:
            at = _group(data, at, out[group * GROUP : (group + 1) * GROUP], width)
    return out[:count], at


def _group(data: Bytes, at: int, out: Bytes, width: int) -> int:
    """Fill `out` (16) with differences of `width` bits; those that do not fit follow as bytes."""
    packed = _taken(data, at, 2 * width)
    at += len(packed)
    if width in (0, 8):
        out[:] = packed if width else 0
        return at
    most = (1 << width) - 1
    out[:] = np.stack([packed >> shift & most for shift in range(8 - width, -1, -width)], 1).ravel()
    full = np.flatnonzero(out == most)
    out[full] = _taken(data, at, len(full))
    return at + len(full)


def _taken(data: Bytes, at: int, length: int) -> Bytes:
    if at + length > len(data):
        raise IndexError
    return data[at : at + length]


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


def _exponentials(elements: Bytes) -> Bytes:
    """Floats: an exponent of 8 bits and a mantissa of 24, both signed."""
    words = elements.view("<i4")
    mantissas = (words << 8) >> 8
    found: Bytes = np.ldexp(mantissas.astype(np.float64), words >> 24).astype("<f4").view(np.uint8)
    return found


FILTERS = {"NONE": _as_they_are, "QUATERNION": _quaternions, "EXPONENTIAL": _exponentials}
"""The decoders by filter, of those that keys of animations pass: OCTAHEDRAL is for meshes."""
