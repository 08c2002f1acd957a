"""Changing a number by dragging: the arithmetic of one gesture, without a widget.

The first three pixels decide whether a press is a click or a scrub and do not count. Shift slows the pixels that are
dragged while it is held; Ctrl rounds to the next round number.
"""

from __future__ import annotations

from math import copysign

import msgspec

from pantin.widgets.values.quantity import Quantity

THRESHOLD = 3
FINE = 0.1


class Scrub(msgspec.Struct):
    """One press-drag from `start`, the stored number that was there."""

    quantity: Quantity
    start: float
    travelled: float = 0.0
    pixels: float = 0.0
    scrubbing: bool = False

    def moved(self, pixels: float, fine: bool, snap: bool) -> float | None:
        """The number after moving so many pixels more; None as long as it may still be a click."""
        if not self.scrubbing:
            self.travelled += pixels
            if abs(self.travelled) < THRESHOLD:
                return None
            self.scrubbing = True
            pixels = self.travelled - copysign(THRESHOLD, self.travelled)
        self.pixels += pixels * (FINE if fine else 1.0)
        return self.at(self.start + self.pixels * self.quantity.step, snap) if self.pixels else self.start

    def at(self, value: float, snap: bool) -> float:
        """The allowed number nearest to `value`."""
        if snap:
            value = round(value / self.quantity.snap) * self.quantity.snap
        return self.quantity.clamp(value)
