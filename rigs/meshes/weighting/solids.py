"""The inside of a mesh as cells of a grid: what a flood from outside does not reach.

The surface is marked so that no path from cell to cell over their faces passes through it, however many pieces the mesh
has and however its triangles meet. Where bones lie in what has holes, and so is reached by the flood, cells count as
inside that have surface around them in four of the six directions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]
Cells = NDArray[np.bool_]

MARGIN = 2
"""Empty cells around the mesh."""

MOST_HITS = 40_000_000
"""Lines through cells that are held against triangles, for all triangles together."""

PIECE = 2_000_000
"""Lines that are looked at together."""

AROUND = 4
"""Of the six directions along the axes those in which a cell inside of a mesh with holes has surface."""


class TooFine(Exception):
    """The triangles are so large beside the cells that marking them would take too long."""


class Solid(NamedTuple):
    """The n cells inside of a mesh, with those of its surface."""

    corner: Floats
    """(3,): where the grid begins, metres."""
    cell: float
    """The length of the edges of cells, metres."""
    numbers: NDArray[np.int32]
    """The grid (x, y, z): the number of each cell inside; -1 outside."""
    places: Rows
    """(n,): the places of the cells in the flat grid."""

    def at(self, points: Floats) -> Rows:
        """Return the numbers (m) of the cells at points (m, 3); -1 outside."""
        cells = np.floor((points - self.corner) / self.cell).astype(np.int64)
        there = ((cells >= 0) & (cells < self.numbers.shape)).all(axis=1)
        found = np.full(len(points), -1)
        found[there] = self.numbers[tuple(cells[there].T)]
        return found

    def centres(self, cells: Rows) -> Floats:
        """Return the middles (m, 3) of cells by their numbers."""
        at = np.stack(np.unravel_index(self.places[cells], self.numbers.shape), axis=1)
        return self.corner + (at + 0.5) * self.cell


def solid_of(points: Floats, triangles: Rows, cell: float, inner: Floats, box: Floats | None = None) -> Solid:
    """Return the inside of a mesh, or that part of it in a `box` (2, 3).

    `inner` (m, 3) are points that should be inside: they tell whether holes let the flood in. Raises TooFine.
    """
    low, high = (points.min(axis=0), points.max(axis=0)) if box is None else box
    count = np.ceil((high - low) / cell).astype(np.int64) + 2 * MARGIN
    corner = (low + high) / 2 - count * cell / 2
    surface = _surface((points - corner) / cell, triangles, tuple(count.tolist()))
    inside = ~_outside(surface)
    lost = _at((inner - corner) / cell, inside)
    if len(lost):
        inside |= _surrounded(surface, lost)
    places = np.flatnonzero(inside)
    numbers = np.full(inside.size, -1, np.int32)
    numbers[places] = np.arange(len(places), dtype=np.int32)
    return Solid(corner, cell, numbers.reshape(inside.shape), places)


# The surface


def _surface(points: Floats, triangles: Rows, shape: tuple[int, ...]) -> Cells:
    """Mark the cells of a surface, whose points (v, 3) are in cells: those of points, and where lines cross it.

    The lines run along the axes through the middles of cells, so no two neighbours on both sides are free.
    """
    found = np.zeros(shape, bool)
    _mark(found, points[np.unique(triangles)])
    corners = points[triangles]
    left = MOST_HITS
    for axis in range(3):
        flat = corners[:, :, [each for each in range(3) if each != axis]]
        first = np.maximum(np.ceil(flat.min(axis=1) - 0.5), 0).astype(np.int64)
        last = np.floor(np.minimum(flat.max(axis=1), np.delete(shape, axis)) - 0.5).astype(np.int64)
        wide = np.maximum(last - first + 1, 0)
        lines = wide[:, 0] * wide[:, 1]
        left -= int(lines.sum())
        if left < 0:
            raise TooFine
        for piece in _pieces(lines):
            _mark_crossings(found, axis, corners[piece], first[piece], wide[piece], lines[piece])
    return found


def _pieces(counts: Rows) -> Iterator[slice]:
    """Yield runs of rows whose counts are together about PIECE."""
    ends = np.cumsum(counts)
    first = 0
    while first < len(counts):
        before = int(ends[first - 1]) if first else 0
        last = max(int(np.searchsorted(ends, before + PIECE, "right")), first + 1)
        yield slice(first, last)
        first = last


def _mark_crossings(found: Cells, axis: int, corners: Floats, first: Rows, wide: Rows, lines: Rows) -> None:
    """Mark where lines along an axis cross triangles (t, 3, 3): `wide` (t, 2) lines from `first` (t, 2) on."""
    rows = np.repeat(np.arange(len(lines)), lines)
    number = np.arange(len(rows)) - np.repeat(np.cumsum(lines) - lines, lines)
    u, v = (each for each in range(3) if each != axis)
    at = np.stack([first[rows, 0] + number // wide[rows, 1], first[rows, 1] + number % wide[rows, 1]], axis=1) + 0.5
    a, b, c = (corners[rows, place][:, (u, v)] - at for place in range(3))
    parts = np.stack([_across(b, c), _across(c, a), _across(a, b)], axis=1)
    total = parts.sum(axis=1)
    hit = ((parts >= 0.0).all(axis=1) | (parts <= 0.0).all(axis=1)) & (np.abs(total) > 1e-12)
    rows, at = rows[hit], at[hit]
    places = np.empty((len(rows), 3))
    places[:, (u, v)] = at
    places[:, axis] = np.einsum("nk,nk->n", parts[hit], corners[rows, :, axis]) / total[hit]
    _mark(found, places)


def _across(one: Floats, other: Floats) -> Floats:
    return one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]


def _mark(found: Cells, points: Floats) -> None:
    """Mark the cells of points (m, 3), in cells, that are in the grid."""
    cells = np.floor(points).astype(np.int64)
    found[tuple(cells[((cells >= 0) & (cells < found.shape)).all(axis=1)].T)] = True


# Inside and outside


def _outside(surface: Cells) -> Cells:
    """Return what a flood from the border reaches, cell by cell over their faces."""
    free = ~surface
    found = np.zeros_like(free)
    for axis in range(3):
        for border in (0, -1):
            side = np.moveaxis(found, axis, 0)
            side[border] = np.moveaxis(free, axis, 0)[border]
    before = -1
    while (now := int(found.sum())) != before:
        before = now
        for axis in range(3):
            wet, open_ = np.moveaxis(found, axis, 0), np.moveaxis(free, axis, 0)
            for row in range(1, len(wet)):
                wet[row] |= wet[row - 1] & open_[row]
            for row in range(len(wet) - 2, -1, -1):
                wet[row] |= wet[row + 1] & open_[row]
    return found


def _at(points: Floats, inside: Cells) -> Rows:
    """Return the flat places of the cells of points (m, 3), in cells, that are in the grid and not inside."""
    cells = np.floor(points).astype(np.int64)
    cells = cells[((cells >= 0) & (cells < inside.shape)).all(axis=1)]
    places = np.unique(np.ravel_multi_index(tuple(cells.T), inside.shape))
    return np.asarray(places[~inside.ravel()[places]])


def _surrounded(surface: Cells, starts: Rows) -> Cells:
    """Return the cells with surface around them that hang together with some of the `starts`, flat places."""
    around = np.zeros(surface.shape, np.int8)
    for axis in range(3):
        around += np.maximum.accumulate(surface, axis)
        around += np.flip(np.maximum.accumulate(np.flip(surface, axis), axis), axis)
    within = (around >= AROUND) & ~surface
    found = np.zeros_like(within)
    found.ravel()[starts] = within.ravel()[starts]
    before = 0
    while (now := int(found.sum())) != before:
        before = now
        for axis in range(3):
            wet, open_ = np.moveaxis(found, axis, 0), np.moveaxis(within, axis, 0)
            for row in range(1, len(wet)):
                wet[row] |= wet[row - 1] & open_[row]
            for row in range(len(wet) - 2, -1, -1):
                wet[row] |= wet[row + 1] & open_[row]
    return found
