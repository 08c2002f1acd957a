"""Lines on their casing, many of one colour and width at a time."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from pantin.viewport.values.colours import Colour, Colours

Array = NDArray[np.float64]
Batch = tuple[Array, Colour, float]
"""Lines (n, 2, 3) of one colour and width: pixels, and depth in the depth buffer."""


def cased(
    lines: Array, colours: Colours, colour: Colour, width: float, casing: float, opacity: float = 1.0
) -> Iterator[Batch]:
    """Lines over wider ones in the colour of the casing; none behind the camera."""
    lines = lines[np.isfinite(lines).all(axis=(1, 2))]
    if len(lines):
        if casing:
            yield lines, faded(colours.casing, opacity), width + casing
        yield lines, faded(colour, opacity), width


def dots(points: Array, colours: Colours, colour: Colour, size: float, casing: float) -> Iterator[Batch]:
    """Round dots at points (n, 3): lines of length 0."""
    yield from cased(np.stack([points, points], axis=1), colours, colour, size, casing)


def squares(points: Array, colours: Colours, colour: Colour, size: float, casing: float) -> Iterator[Batch]:
    """Square dots: lines as long as they are wide."""
    points = points[np.isfinite(points).all(axis=1)]
    if len(points):
        for side, filled in ((size + casing, colours.casing), (size, colour)):
            half = np.array((side / 2, 0.0, 0.0))
            yield np.stack([points - half, points + half], axis=1), filled, side


def faded(colour: Colour, opacity: float) -> Colour:
    """The colour with an opacity."""
    red, green, blue, alpha = colour
    return red, green, blue, round(alpha * opacity)


def before_all(points: Array) -> Array:
    """Points (…, 3) with the depth 0, so that nothing hides them."""
    return points * (1.0, 1.0, 0.0)
