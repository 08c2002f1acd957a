"""A float array that never changes and counts as one word, as clips keep their frames.

Documents are compared, copied and kept by the hundred for undo. An array of megabytes takes part in that by a digest of
its content. Files hold it as text, which `rigs.formats.packing` alone makes and takes apart.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

if TYPE_CHECKING:
    import hashlib

Floats32 = NDArray[np.float32]

NOT_FINITE = "A frame holds a number that is not finite."

PIECE = 10_000
"""Rows that the digest takes at once."""


class Frames:
    """A read-only float32 array (rows, …) that equals every other of the same shape and content.

    Where all rows are the same, one is held, with a stride of 0; otherwise they lie in C order.
    """

    __slots__ = ("_array", "_digest", "text")

    def __init__(self, array: ArrayLike) -> None:
        """Hold a copy of numbers (rows, …).

        Raises ValueError where one of them is not finite as float32, and for a single number.
        """
        self._array: Floats32 | None = _held(np.asarray(array))
        self._digest: bytes | None = None
        self.text: str | None = None
        """The text of it in a file, once it was packed: unsaved work is written again and again."""

    @classmethod
    def known(cls, array: Floats32, digest: bytes, text: str) -> Self:
        """Return frames of finite numbers that nobody else holds, whose digest was made and whose text is there."""
        found = cls.__new__(cls)
        array.flags.writeable = False
        found._array, found._digest, found.text = array, digest, text
        return found

    @property
    def array(self) -> Floats32:
        """Return the numbers, read-only."""
        assert self._array is not None
        return self._array

    @property
    def shape(self) -> tuple[int, ...]:
        """Return the shape of the array."""
        return self.array.shape

    @property
    def digest(self) -> bytes:
        """Return a word that differs where shape or content differ, made when it is first asked for."""
        if self._digest is None:
            self._digest = digest_of(self.array)
        return self._digest

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Frames):
            return NotImplemented
        return self is other or (self.shape == other.shape and self.digest == other.digest)

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        return f"Frames{self.shape}"

    def __copy__(self) -> Frames:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Frames:
        return self

    def __reduce__(self) -> tuple[type[Frames], tuple[Floats32]]:
        return Frames, (self.array,)


class Scalars(Frames):
    """Frames of one number each: an array (rows, 1)."""

    __slots__ = ()

    def __reduce__(self) -> tuple[type[Frames], tuple[Floats32]]:
        return Scalars, (self.array,)


def _held(given: NDArray[Any]) -> Floats32:
    """Return the array that holds what was `given`. Raises ValueError."""
    if not given.ndim or given.dtype.kind not in "fiu":
        raise ValueError("Frames are an array of numbers.")
    still = len(given) > 1 and given.strides[0] == 0
    rows = given[:1] if still else given
    with np.errstate(over="ignore"):
        rows = np.array(rows, np.float32, order="C")
    if not np.isfinite(rows).all():
        raise ValueError(NOT_FINITE)
    if not still and _is_still(rows):
        still, rows = True, rows[:1].copy()
    rows.flags.writeable = False
    return np.broadcast_to(rows, given.shape) if still else rows


def _is_still(rows: Floats32) -> bool:
    """Return whether all of several rows hold the same bits."""
    if len(rows) < 2 or not rows.size:
        return False
    bits = rows.view(np.uint32)
    return bool((bits[-1] == bits[0]).all() and (bits == bits[0]).all())


def digest_of(array: Floats32) -> bytes:
    """Return a digest of the shape and the content of an array, 16 bytes."""
    made = begun()
    for first in range(0, len(array), PIECE):
        made.update(np.ascontiguousarray(array[first : first + PIECE], "<f4").data)
    return closed(made, array.shape)


def begun() -> hashlib.blake2b:
    """Return the digest of an array before its content is taken in."""
    import hashlib  # takes time, and figures without clips need none

    return hashlib.blake2b(digest_size=16)


def closed(made: hashlib.blake2b, shape: tuple[int, ...]) -> bytes:
    """Return the digest of an array of this shape whose content has been taken in, in little-endian order."""
    made.update(repr(shape).encode())
    return made.digest()
