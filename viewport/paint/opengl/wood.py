"""Procedural noise of the wood grain per vertex, for renderers too slow to compute it per pixel."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_STEPS = np.array([127.1, 311.7, 74.7])
"""Step along a sine from one corner of a cell to the next, so that no two corners seem to be alike."""


def grain(points: NDArray[np.floating[Any]], rows: NDArray[np.int32]) -> Floats:
    """Displacement of rings and strength of blotches (n, 2), at points (n, 3) in the axes of the bones in `rows`."""
    seed = (rows * 0.618 % 1.0 + 0.1)[:, None]
    wander = 0.9 * _noise(points * 18.0 + seed * 7.0) + 1.6 * _noise(points * (24.0, 5.0, 24.0) + seed)
    return np.stack([wander, _noise(points * 9.0 + seed * 11.0)], axis=1)


def _noise(points: Floats) -> Floats:
    """Smooth noise (n,) from 0 to 1 at points (n, 3); it changes over about one unit."""
    cell = np.floor(points)
    part = points - cell
    part = part * part * (3.0 - 2.0 * part)
    x, y, z = zip((1.0 - part).T, part.T, strict=True)
    place, total = cell @ _STEPS, np.zeros(len(points))
    for corner in np.ndindex(2, 2, 2):
        weight = x[corner[0]] * y[corner[1]] * z[corner[2]]
        total += weight * (np.sin(place + corner @ _STEPS) * 43758.5453 % 1.0)
    return total
