"""Weights that spread over a surface as heat does: each point keeps to its own bone, and is drawn to its neighbours.

With L the Laplacian by cotangents (Pinkall and Polthier 1993), p what each point would have alone, and r how far it
looks around, this solves w - r² L w = p, as Baran and Popović (2007) do. How dense the points lie does not count.

The answer is found by conjugate gradients (Hestenes and Stiefel 1952) on grids of several sizes at once (Bramble,
Pasciak and Xu 1990): what is missing is also looked at for all points of a cell together, so that dense points need
few rounds more.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.meshes.weighting.surfaces import Surface

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]
Singles = NDArray[np.float32]

CLOSE = 1e-2
"""What is missing of the solution, as a part of what was missing at first."""

MOST_ROUNDS = 120

SMALLEST = 2.0
"""The smallest cells, in mean edges. Each grid has cells twice as long as the one before, up to twice the longest
reach."""

FEWEST = 8
"""A grid with fewer cells tells nothing."""

TOGETHER = 0.5
"""The part of what is missing in a cell that is made good by it, so that grids do not say the same twice."""

FLATTEST = 0.02
"""Cotangents are no smaller: long thin triangles would draw the wrong way."""

STEEPEST = 20.0

LARGEST_TABLE = 32_000_000
"""Entries of four bytes of a table in which pairs are looked up."""

SHORTEST = 0.05
"""No point looks less far around than this part of the mean: those that lie on their bone neither."""


class _Level(NamedTuple):
    """A grid: pairs of the same bone with points in the same cell are one."""

    groups: Rows
    """(n,): which one each pair is."""
    diagonal: Singles
    """(g,): the diagonal of the matrix of these."""


class _Matrix(NamedTuple):
    """A matrix (n, n) by its rows; the first entry of each is the diagonal."""

    firsts: Rows
    """(n,): where the entries of each row begin."""
    places: Rows
    """(e,): the columns of the entries."""
    values: Singles
    """(e,)."""

    @property
    def diagonal(self) -> Singles:
        """Return the diagonal (n)."""
        return self.values[self.firsts]

    def times(self, vector: Singles) -> Singles:
        """Return the product with a vector (n)."""
        whole = vector.take(self.places)
        whole *= self.values
        return np.asarray(np.add.reduceat(whole, self.firsts))

    def levels(self, surface: Surface, keys: Rows, count: int, reach: Floats) -> list[_Level]:
        """Return the grids over the points of pairs, whose `keys` (n) are point times `count`, and bone."""
        rows = np.repeat(np.arange(len(keys)), np.diff(np.r_[self.firsts, len(self.places)]))
        off = surface.points - surface.points.min(axis=0)
        size, found = SMALLEST * float(surface.edge_lengths().mean()), []
        groups = np.arange(len(keys))
        points, bones = keys // count, keys % count
        while 0.0 < size <= 2.0 * float(reach.max()):
            cells = np.floor(off / size).astype(np.int64)
            dims = cells.max(axis=0) + 1
            own = ((cells[:, 0] * dims[1] + cells[:, 1]) * dims[2] + cells[:, 2])[points] * count + bones
            _kinds, first, kind = np.unique(own, return_index=True, return_inverse=True)
            if len(first) < FEWEST * count:
                break
            groups, points, bones = kind[groups], points[first], bones[first]
            within = groups[rows] == groups[self.places]
            diagonal = np.bincount(groups[rows[within]], self.values[within])
            found.append(_Level(groups, diagonal.astype(np.float32)))
            size *= 2.0
        return found


def diffused(surface: Surface, points: Rows, bones: Rows, weights: Floats, reach: Floats, count: int) -> Floats:
    """Return weights (n) of pairs of point and bone (n), of `count` bones, spread by the `reach` (v) of points.

    Each pair is there once, in the order of points and then of bones. Where a point has no pair with a bone its weight
    stays 0.
    """
    pull, areas = _laplacian(surface)
    reach = np.maximum(reach, SHORTEST * float(reach.mean()) or 1.0)
    hold = areas / reach**2
    keys = points * np.int64(count) + bones
    matrix = _matrix(surface, keys, count, pull, hold)
    wanted = weights.astype(np.float32)
    levels = matrix.levels(surface, keys, count, reach)
    return _solved(matrix, levels, hold[points].astype(np.float32) * wanted, wanted).astype(np.float64)


def _matrix(surface: Surface, keys: Rows, count: int, pull: Floats, hold: Floats) -> _Matrix:
    """Return the matrix of pairs, whose `keys` (n) are point times `count`, and bone."""
    points, bones = keys // count, keys % count
    numbers = np.arange(len(keys))
    fans = np.diff(surface.firsts)[points]
    rows = np.repeat(numbers, fans)
    entries = np.arange(len(rows)) - np.repeat(np.cumsum(fans) - fans - surface.firsts[points], fans)
    wanted = surface.neighbours[entries] * np.int64(count) + bones[rows]
    places, there = _places(keys, wanted, len(surface.points) * count)
    rows, places, drawn = rows[there], places[there], pull[entries[there]]
    counts = np.bincount(rows, minlength=len(keys))
    firsts = np.cumsum(counts) - counts + numbers
    made = _Matrix(firsts, np.empty(len(rows) + len(keys), np.int64), np.empty(len(rows) + len(keys), np.float32))
    at = np.arange(len(rows)) + rows + 1
    made.places[at], made.values[at] = places, -drawn
    made.places[firsts] = numbers
    made.values[firsts] = (hold + np.bincount(surface.owners, pull, len(surface.points)))[points]
    return made


def _places(keys: Rows, wanted: Rows, size: int) -> tuple[Rows, NDArray[np.bool_]]:
    """Return where among rising `keys`, below `size`, the wanted ones are, and which are there at all.

    A table of all numbers is twice as quick as a search, as long as there are not too many.
    """
    if size > LARGEST_TABLE:
        found = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
        return found, keys[found] == wanted
    table = np.full(size, -1, np.int32)
    table[keys] = np.arange(len(keys), dtype=np.int32)
    found = table[wanted].astype(np.int64)
    return found, found >= 0


def _solved(matrix: _Matrix, levels: list[_Level], right: Singles, start: Singles) -> Singles:
    """Return what a matrix turns into `right` (n)."""
    diagonal = matrix.diagonal

    def near(rest: Singles) -> Singles:
        step = rest / diagonal
        for groups, whole in levels:
            step += (TOGETHER * np.bincount(groups, rest, len(whole)) / whole).astype(np.float32).take(groups)
        return step

    found = start.copy()
    rest = right - matrix.times(found)
    step = near(rest)
    way, before = step, float(rest @ step)
    enough = CLOSE**2 * before
    for _round in range(MOST_ROUNDS):
        if before <= enough or not before > 0.0:
            break
        moved = matrix.times(way)
        part = np.float32(before / float(way @ moved))  # positive: each point holds on to something
        found += part * way
        rest -= part * moved
        step = near(rest)
        now = float(rest @ step)
        way, before = step + np.float32(now / before) * way, now
    return found


def _laplacian(surface: Surface) -> tuple[Floats, Floats]:
    """Return how strongly each neighbour draws, beside `neighbours`, and the area (v) of each point."""
    corners = surface.points[surface.triangles]
    count = len(surface.points)
    areas = np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1) / 2
    own = np.bincount(surface.triangles.ravel(), np.repeat(areas / 3, 3), count)
    one, other, force = [], [], []
    for place in range(3):
        a, b = (place + 1) % 3, (place + 2) % 3
        to_a, to_b = corners[:, a] - corners[:, place], corners[:, b] - corners[:, place]
        with np.errstate(divide="ignore", invalid="ignore"):
            cotangent = np.einsum("ij,ij->i", to_a, to_b) / (2 * areas)
        cotangent = np.clip(np.nan_to_num(cotangent, nan=FLATTEST), FLATTEST, STEEPEST) / 2
        one += [surface.triangles[:, a], surface.triangles[:, b]]
        other += [surface.triangles[:, b], surface.triangles[:, a]]
        force += [cotangent, cotangent]
    keys = surface.owners * np.int64(count) + surface.neighbours
    places = np.searchsorted(keys, np.concatenate(one) * np.int64(count) + np.concatenate(other))
    small = 1e-12 * (float(areas.sum()) or 1.0)
    pull = np.bincount(places, np.concatenate(force), len(keys)).astype(np.float64)
    return pull, np.maximum(own, small).astype(np.float64)
