"""The distance of a camera at which points fit into the free part of a picture, in one direction of it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


class Fit(NamedTuple):
    """Between which two straight lines of sight points have to lie, in one direction of the picture."""

    lowest: float
    highest: float
    low: float
    high: float

    @property
    def nearest(self) -> float:
        """The least distance from which all points lie between the lines."""
        return (self.highest - self.lowest) / (self.low + self.high)

    def middle(self, distance: float) -> float:
        """Return the offset of the target at which the points have as much room on one side as on the other."""
        return (self.highest - self.high * distance + self.lowest + self.low * distance) / 2


def fit(aside: Array, near: Array, low: float, high: float) -> Fit:
    """Points so far aside and so much nearer than the target, between tangents -low and high of the line of sight."""
    return Fit(float((aside - low * near).min()), float((aside + high * near).max()), low, high)
