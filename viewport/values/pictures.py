"""The pictures of a character as texels, which come one after the other: a thread decodes them while it is drawn.

Painters ask for each at every frame, and draw the surface in its plain colour as long as it is not there.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.meshes.materials import Picture

Texels = NDArray[np.uint8]
"""(h, w, 4): blue, green, red and alpha, not multiplied by alpha, with the first row on top."""

LONGEST = 2_048
"""Texels of the longer side of a picture, at most; a larger one is made smaller as it is decoded."""


ROWS = 128
"""Rows of a picture that are made at once where it is halved."""


class Pictures:
    """Those of one character, encoded, and as far as they have been decoded. One thread fills it, any may read."""

    def __init__(self, encoded: tuple[Picture, ...], longest: int = LONGEST) -> None:
        self.encoded = encoded
        self.longest = longest
        self._levels: list[tuple[Texels, ...]] = [()] * len(encoded)
        self._refused: dict[int, str] = {}
        self._version = 0
        self._most: int | None = None
        self.decode: Callable[[Pictures, int], tuple[Texels, ...]] | None = None
        """Decodes the levels of a picture again that were not kept; whoever decodes them first says how."""

    def keep_at_most(self, longest: int) -> None:
        """Keep no levels from now on whose longer side has more texels: a processor that paints the window needs none.

        For what is painted in full detail they are decoded again.
        """
        if self._most != longest:
            self._most = longest
            self._levels = [self._kept(known) for known in self._levels]

    def _kept(self, levels: tuple[Texels, ...]) -> tuple[Texels, ...]:
        most = self._most
        return levels if most is None else tuple(each for each in levels if max(each.shape[:2]) <= most)

    @property
    def version(self) -> int:
        """Return the number that were decoded, or refused: it grows, and is the same as long as nothing has come."""
        return self._version

    @property
    def are_there(self) -> bool:
        """Return whether nothing is to come any more."""
        return self._version >= len(self.encoded)

    @property
    def refused(self) -> tuple[str, ...]:
        """A sentence for each that cannot be decoded, by place; the character says it where there is none to decode."""
        told = (self._refused[place] for place in sorted(self._refused) if self.encoded[place].data)
        return tuple(dict.fromkeys(told))

    def levels(self, place: int, longest: int | None = None) -> tuple[Texels, ...]:
        """Return a picture whose longer side has at most so many texels, if any, and all smaller ones, to one texel.

        Each has half the sides of the one before. None as long as it has not been decoded, and where it cannot be.
        """
        known = self._levels[place] if 0 <= place < len(self._levels) else ()
        return known if longest is None else tuple(each for each in known if max(each.shape[:2]) <= max(longest, 1))

    def whole(self, place: int) -> tuple[Texels, ...]:
        """Return all levels of a picture, those that were not kept too; none as long as it is not there."""
        known = self.levels(place)
        is_cut = bool(known) and self._most is not None and max(known[0].shape[:2]) > self._most // 2
        return self.decode(self, place) if is_cut and self.decode is not None else known

    def at(self, place: int, longest: int | None = None) -> Texels | None:
        """Return the largest of these levels; None where there is none."""
        return next(iter(self.levels(place, longest)), None)

    def is_open(self, place: int) -> bool:
        """Return whether a picture is still to come."""
        return 0 <= place < len(self._levels) and not self._levels[place] and place not in self._refused

    def put(self, place: int, texels: Texels) -> None:
        """Have a picture from now on; it is made smaller step by step here, which lets other threads run."""
        if self.is_open(place):
            self._levels[place] = self._kept(halved_to_the_end(texels))
            self._version += 1

    def refuse(self, place: int, why: str) -> None:
        """Have no texels of a picture, for a reason that is one sentence."""
        if self.is_open(place):
            self._refused[place] = why
            self._version += 1


def halved_to_the_end(texels: Texels) -> tuple[Texels, ...]:
    """Return a picture and all smaller ones of it: each has half the sides, rounded down, and the last one texel."""
    found = [texels]
    while max(found[-1].shape[:2]) > 1:
        found.append(halved(found[-1]))
    return tuple(found)


def halved(texels: Texels) -> Texels:
    """Return a picture of half the sides, rounded down but not to 0: each texel is the mean of two by two, rounded.

    Four channels are added at once, as pairs of sixteen bits; some rows at a time, which takes little memory.
    """
    pixels = np.ascontiguousarray(texels).view(np.uint32)[:, :, 0]
    high, wide = (max(side // 2, 1) for side in pixels.shape)
    found = np.empty((high, wide), np.uint32)
    for first in range(0, high, ROWS):
        last = min(first + ROWS, high)
        found[first:last] = _mean_of_four(pixels[2 * first : 2 * last])
    return found[:, :, None].view(np.uint8)


def _mean_of_four(pixels: NDArray[np.uint32]) -> NDArray[np.uint32]:
    high, wide = (max(side // 2, 1) for side in pixels.shape)
    rows = (pixels[: 2 * high : 2], pixels[1 : 2 * high : 2] if len(pixels) > 1 else pixels)
    last = 1 if pixels.shape[1] > 1 else 0
    four = [row[:, start : 2 * wide : 2] for row in rows for start in (0, last)]
    every_second = np.uint32(0x00FF00FF)
    halves = []
    for shift in (np.uint32(0), np.uint32(8)):
        total = np.full((high, wide), 0x00020002, dtype=np.uint32)
        for each in four:
            total += (each >> shift) & every_second
        halves.append((total >> np.uint32(2)) & every_second)
    return np.asarray(halves[0] | (halves[1] << np.uint32(8)))
