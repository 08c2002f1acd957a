"""Frames as files hold them: rows of ten numbers or of one, float32 in little-endian order, deflated, in base64.

Reading unpacks each text once, checks every number, and keeps the array. Rows that repeat pack a thousandfold, so that
a small file could ask for any memory: what is out of proportion to its text is checked all the same, and unpacked when
it is first used.
"""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Iterator

import numpy as np

from pantin.rigs.clip import CHANNELS, DAMAGED, MOST_FRAMES
from pantin.rigs.frames import NOT_FINITE, PIECE, Floats32, Frames, Scalars, begun, closed

LONG = 50_000
"""Rows that are packed with less effort: it takes two thirds of the time and a hundredth more room."""

IN_PROPORTION = 8
"""Bytes of an array for each letter of its text that are kept when a file is read. Motion takes two to four."""


class PackedFrames(Frames):
    """Frames whose text was out of proportion to them: looked at as a whole, and unpacked when they are first used."""

    __slots__ = ("_shape",)

    def __init__(self, text: str, shape: tuple[int, ...], digest: bytes) -> None:
        self._array, self._digest, self.text, self._shape = None, digest, text, shape

    @property
    def array(self) -> Floats32:
        """Return the numbers, read-only, unpacked at the first use."""
        if self._array is None:
            self._array = Frames(np.concatenate([*_pieces(self.text or "", self._shape[1])])).array
        return self._array

    @property
    def shape(self) -> tuple[int, ...]:
        """Return the shape of the array."""
        return self._shape


class PackedScalars(PackedFrames, Scalars):
    """The same of one number each."""

    __slots__ = ()


def width_of(kind: type) -> int:
    """Return the numbers in a row of these frames."""
    return 1 if issubclass(kind, Scalars) else CHANNELS


def packed(frames: Frames) -> str:
    """Return rows (n, 10), or (n, 1) of scalars, as a file holds them. Raises ValueError for rows of another length."""
    if frames.text is None:
        rows, width = frames.array, width_of(type(frames))
        if rows.ndim != 2 or rows.shape[1] != width:
            raise ValueError(f"Rows of a track are arrays (frames, {width}), not {rows.shape}.")
        effort = 1 if len(rows) >= LONG else -1
        data = zlib.compress(np.ascontiguousarray(rows, "<f4").tobytes(), effort)
        frames.text = base64.b64encode(data).decode()
    return frames.text


def unpacked(text: str, kind: type[Frames] = Frames) -> Frames:
    """Return the rows (n, 10) of a text, or (n, 1) of scalars. Raises ValueError where they are damaged, not finite, or
    too many.
    """
    width = width_of(kind)
    count, is_still, first, kept = 0, True, b"", list[Floats32]()
    made = begun()
    for rows in _pieces(text, width):
        made.update(rows.data)
        first = first or rows[0].tobytes()
        is_still = is_still and bool((rows.view("<u4") == np.frombuffer(first, "<u4")).all())
        count += len(rows)
        if 4 * width * count <= IN_PROPORTION * len(text):
            kept.append(rows)
        else:
            kept.clear()
    shape = count, width
    if not is_still and not kept:
        packed_kind = PackedScalars if issubclass(kind, Scalars) else PackedFrames
        return packed_kind(text, shape, closed(made, shape))
    array = np.broadcast_to(np.frombuffer(first, "<f4"), shape) if is_still else np.concatenate(kept)
    return kind.known(array, closed(made, shape), text)


def _pieces(text: str, width: int) -> Iterator[Floats32]:
    """Return the rows of a text, some (n, width) at a time. Raises ValueError."""
    left, size = MOST_FRAMES, 4 * width
    try:
        packing, rest = zlib.decompressobj(), base64.b64decode(text, validate=True)
        while data := packing.decompress(rest, size * PIECE):
            rest = packing.unconsumed_tail
            left -= len(data) // size
            if len(data) % size or left < 0:
                raise ValueError(DAMAGED)
            rows = np.frombuffer(data, "<f4").reshape(-1, width)
            if not np.isfinite(rows).all():
                raise ValueError(NOT_FINITE)
            yield rows
    except (binascii.Error, zlib.error):
        raise ValueError(DAMAGED) from None
    if left == MOST_FRAMES:
        raise ValueError(DAMAGED)
