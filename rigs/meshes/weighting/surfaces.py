"""The points of a mesh without its seams: those in the same place are one, each with its neighbours."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]


class Surface(NamedTuple):
    """Points (v, 3) that differ, triangles (t, 3) of three different ones, and the neighbours of each point."""

    points: Floats
    triangles: Rows
    firsts: Rows
    """(v + 1,): point i has the neighbours `neighbours[firsts[i]:firsts[i + 1]]`."""
    neighbours: Rows

    @property
    def owners(self) -> Rows:
        """Return for each entry of `neighbours` the point whose neighbour it is."""
        return np.repeat(np.arange(len(self.points)), np.diff(self.firsts))

    def spread(self, values: Floats) -> Floats:
        """Return the mean of values (v, c) over the neighbours of each point; its own where it has none."""
        counts = np.diff(self.firsts)
        found = values.copy()
        has = counts > 0
        if len(self.neighbours):
            sums = np.add.reduceat(values[self.neighbours], self.firsts[:-1][has], axis=0)
            found[has] = sums / counts[has, None]
        return found

    def edge_lengths(self) -> Floats:
        """Return the mean length (v) of the edges at each point."""
        long = np.linalg.norm(self.points[self.owners] - self.points[self.neighbours], axis=1)
        counts = np.diff(self.firsts)
        return np.bincount(self.owners, long, len(self.points)) / np.maximum(counts, 1)

    def pieces(self) -> Rows:
        """Return for each point (v) the number of its piece: the least point that hangs together with it."""
        found = np.arange(len(self.points))
        owners = self.owners
        while True:
            lower = found.copy()
            np.minimum.at(lower, owners, found[self.neighbours])
            lower = lower[lower]
            if (lower == found).all():
                return found
            found = lower


class Welded(NamedTuple):
    """A surface, and which of its points each of the points that it was made of is."""

    surface: Surface
    places: Rows
    """(n,)."""


def welded(points: Floats, triangles: Rows) -> Welded:
    """Return the surface of points (n, 3), of which those within a millionth of its size are one."""
    size = float(np.ptp(points, axis=0).max(initial=0.0)) or 1.0
    keys = np.round((points - points.min(axis=0)) / (size * 1e-6)).astype(np.int64)
    _same, first, places = np.unique(keys @ np.array((1, 2**20, 2**40)), return_index=True, return_inverse=True)
    places = places.ravel()
    own = places[triangles]
    own = own[(own[:, 0] != own[:, 1]) & (own[:, 1] != own[:, 2]) & (own[:, 0] != own[:, 2])]
    edges = np.concatenate([own[:, (0, 1)], own[:, (1, 2)], own[:, (2, 0)]])
    both = np.concatenate([edges, edges[:, ::-1]])
    pairs = np.sort(both[:, 0] * np.int64(len(first)) + both[:, 1])
    pairs = pairs[np.diff(pairs, prepend=-1) > 0]
    owners, neighbours = pairs // len(first), pairs % len(first)
    firsts = np.searchsorted(owners, np.arange(len(first) + 1))
    return Welded(Surface(points[first], own, firsts, neighbours), places)
