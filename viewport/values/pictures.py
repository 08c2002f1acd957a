"""The pictures of a character as texels, which come one after the other: a thread decodes them while it is drawn.

Painters ask for each at every frame, and draw the surface in its plain colour as long as it is not there.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.meshes.materials import Picture

Texels = NDArray[np.uint8]
"""(h, w, 4): blue, green, red and alpha, not multiplied by alpha, with the first row on top."""

LONGEST = 2_048
"""Texels of the longer side of a picture, at most; a larger one is made smaller as it is decoded."""


class Pictures:
    """Those of one character, encoded, and as far as they have been decoded. One thread fills it, any may read."""

    def __init__(self, encoded: tuple[Picture, ...], longest: int = LONGEST) -> None:
        self.encoded = encoded
        self.longest = longest
        self._texels: list[Texels | None] = [None] * len(encoded)
        self._refused: dict[int, str] = {}
        self._version = 0

    @property
    def version(self) -> int:
        """How many have been decoded, or refused: it grows, and is the same as long as nothing has come."""
        return self._version

    @property
    def are_there(self) -> bool:
        """Return whether nothing is to come any more."""
        return self._version >= len(self.encoded)

    @property
    def refused(self) -> tuple[str, ...]:
        """A sentence for each that cannot be decoded, by place."""
        return tuple(self._refused[place] for place in sorted(self._refused))

    def at(self, place: int) -> Texels | None:
        """Return the texels of a picture; None as long as they have not been decoded, and where they cannot be."""
        return self._texels[place] if 0 <= place < len(self._texels) else None

    def is_open(self, place: int) -> bool:
        """Return whether a picture is still to come."""
        return 0 <= place < len(self._texels) and self._texels[place] is None and place not in self._refused

    def put(self, place: int, texels: Texels) -> None:
        """Have the texels of a picture from now on."""
        if self.is_open(place):
            self._texels[place] = texels
            self._version += 1

    def refuse(self, place: int, why: str) -> None:
        """Have no texels of a picture, for a reason that is one sentence."""
        if self.is_open(place):
            self._refused[place] = why
            self._version += 1
