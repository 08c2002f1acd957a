"""The scale of a clip's frames along the ruler, and which of them have ticks and numbers."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

APART, TICKS = 56.0, 5.0
"""Least distances of numbers and of ticks, pixels."""

STEPS = (1, 2, 5)
"""Times a power of ten: the frames that have numbers."""


class Scale(msgspec.Struct, frozen=True):
    """`count` frames from `left` on, over `width` pixels."""

    count: int
    left: float
    width: float

    @property
    def apart(self) -> float:
        """From one frame to the next, pixels."""
        return self.width / max(self.count - 1, 1)

    def x(self, frame: float) -> float:
        """Return the place of a frame, pixels."""
        return self.left + frame * self.apart

    def frame_at(self, x: float) -> int:
        """The frame that is nearest to a place."""
        return min(max(round((x - self.left) / self.apart), 0), self.count - 1)

    @property
    def numbered(self) -> int:
        """From one frame with a number to the next."""
        size = 1
        while True:
            for step in STEPS:
                if step * size * self.apart >= APART or step * size >= self.count:
                    return step * size
            size *= 10

    @property
    def ticked(self) -> int:
        """From one frame with a tick to the next: a tenth, a fifth or a half of that, as there is room."""
        numbered = self.numbered
        parts = (numbered // part for part in (10, 5, 2) if numbered % part == 0)
        return next((part for part in parts if part * self.apart >= TICKS), numbered)

    def ticks(self) -> Iterator[int]:
        """The frames that have ticks."""
        yield from range(0, self.count, self.ticked)
