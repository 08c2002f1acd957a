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
    starts, ends = segments[near, 0], segments[near, 1]
    found[near] = _surrounded(starts, corners) | _crossing(starts, ends, corners)
    return found


def _surrounded(points: Array, corners: Array) -> Flags:
    """Which points (n, 2) a closed line surrounds: a ray to the right crosses it an odd number of times."""
    following = np.roll(corners, -1, axis=0)
    above = corners[:, 1] > points[:, 1, None]
    crossed = above != np.roll(above, -1, axis=1)
    left = _left_of(corners, following, points)
    rising = following[:, 1] > corners[:, 1]
    return np.asarray((crossed & (left == rising)).sum(axis=1) % 2 == 1)


def _crossing(starts: Array, ends: Array, corners: Array) -> Flags:
    """Which segments cross an edge of a closed line: the ends of each lie on different sides of the other."""
    following = np.roll(corners, -1, axis=0)
    apart = _left_of(corners, following, starts) != _left_of(corners, following, ends)
    sides = _left_of(starts, ends, corners).T
    return np.asarray((apart & (sides != np.roll(sides, -1, axis=1))).any(axis=1))


def _left_of(starts: Array, ends: Array, points: Array) -> Flags:
    """Which points (n, 2) lie on the one side of each of the lines from `starts` to `ends` (m, 2): (n, m)."""
    along = ends - starts
    across = np.stack([-along[:, 1], along[:, 0]])
    return np.asarray(points @ across > (starts * across.T).sum(axis=1))
