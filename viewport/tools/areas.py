"""Which segments an area on the screen meets: all of them tested at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]
Pixel = tuple[float, float]


def in_box(segments: Array, corners: Sequence[Pixel]) -> Flags:
    """Which segments (n, 2, 2) meet the box around `corners`. What lies behind the eye, nan, meets nothing.

    Each segment is cut to the box, one side after the other (Liang and Barsky, 1984); what is left meets it.
    """
    low, high = np.min(corners, axis=0), np.max(corners, axis=0)
    start, along = segments[:, 0], segments[:, 1] - segments[:, 0]
    still = np.abs(along) < 1e-12
    outside = (still & ((start < low) | (start > high))).any(axis=1)
    steps = np.where(still, 1.0, along)
    first, second = (low - start) / steps, (high - start) / steps
    enters = np.where(still, 0.0, np.minimum(first, second)).max(axis=1)
    leaves = np.where(still, 1.0, np.maximum(first, second)).min(axis=1)
    return np.asarray(~outside & (np.maximum(enters, 0.0) <= np.minimum(leaves, 1.0)))


def in_lasso(segments: Array, line: Sequence[Pixel]) -> Flags:
    """Which segments (n, 2, 2) lie in, or cross, the area inside a closed line."""
    found = in_box(segments, line)
    near = np.flatnonzero(found)
    corners = np.asarray(line, dtype=np.float64)
    starts, ends = corners, np.roll(corners, -1, axis=0)
    found[near] = _inside(segments[near, 0], starts, ends) | _crossing(segments[near], starts, ends)
    return found


def _inside(points: Array, starts: Array, ends: Array) -> Flags:
    """Which points (n, 2) a closed line surrounds: a ray to the right crosses it an odd number of times."""
    y = points[:, 1, None]
    crosses = (starts[:, 1] > y) != (ends[:, 1] > y)
    rises = np.where(crosses, ends[:, 1] - starts[:, 1], 1.0)
    crossed = starts[:, 0] + (y - starts[:, 1]) / rises * (ends[:, 0] - starts[:, 0])
    return np.asarray((crosses & (crossed > points[:, 0, None])).sum(axis=1) % 2 == 1)


def _crossing(segments: Array, starts: Array, ends: Array) -> Flags:
    """Which segments cross any edge: the ends of each lie on different sides of the other."""
    a, b = segments[:, 0, None], segments[:, 1, None]
    edge = _side(starts, ends, a) != _side(starts, ends, b)
    own = _side(a, b, starts[None]) != _side(a, b, ends[None])
    return np.asarray((edge & own).any(axis=1))


def _side(start: Array, end: Array, point: Array) -> Flags:
    along, to = end - start, point - start
    return np.asarray(along[..., 0] * to[..., 1] - along[..., 1] * to[..., 0] > 0.0)
