"""The solid inside a mesh, as cells of a grid: meshes of several pieces, with holes or with faces within, have one too.

A cell is inside where the surface is met both ways along four lines of five, one up and four level: a hole leaves four
of them, and from between legs one can see out to the front, and down. The cells of the surface itself are inside.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice, product

import msgspec
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]
Bools = NDArray[np.bool_]

ENCLOSED = 4
"""Of five lines."""

MARGIN = 2
"""Empty cells around the mesh."""

MOST_CELLS = 60_000
"""Cells that are inside, about: more would take seconds to go through."""

MORE = 1.5
"""So many times as many are borne with."""

MOST_HITS = 40_000_000
"""Lines through cells that are held against triangles, for all triangles together."""

PIECE = 2_000_000
"""Lines that are looked at together."""

SPACING = 0.7
"""Largest distance of points that mark the cells of a surface, in cells."""

MOST_SAMPLES = 4_000_000
"""Points of a surface: a mesh of larger triangles is sampled more coarsely."""

MOST_PIECES = 200
"""Pieces of a solid that are tied to each other; more are crumbs."""

NEAR = np.array([step for step in product((-1, 0, 1), repeat=3) if any(step)])
"""The ways (26, 3) from a cell to those that touch it."""

LENGTHS = np.linalg.norm(NEAR, axis=1)
"""Their lengths (26), in cells."""


class Solid(msgspec.Struct, frozen=True, eq=False, dict=True):
    """Cells that are inside."""

    origin: Floats
    """(3,): the corner of the grid."""
    step: float
    """The edge of a cell."""
    numbers: NDArray[np.int32]
    """The grid (x, y, z): the row of each cell inside, and -1 outside, as the outermost cells are."""
    cells: Ints
    """(n, 3): the places of the cells that are inside."""
    centres: Floats
    """(n, 3): their middles."""

    @property
    def filled(self) -> Bools:
        """Return which cells of the grid (x, y, z) are inside."""
        return np.asarray(self.numbers >= 0)

    @cached_property
    def neighbours(self) -> NDArray[np.int32]:
        """Return the rows (n, 26) of the cells that touch each; -1 where there is none."""
        _x, y, z = self.numbers.shape
        strides = np.array((y * z, z, 1))
        return np.asarray(self.numbers.ravel()[(self.cells @ strides)[:, None] + NEAR @ strides])

    @cached_property
    def bridges(self) -> tuple[tuple[int, int, float], ...]:
        """Return what ties pieces that do not touch: the rows of the two nearest cells, and how far they are apart."""
        return tuple(_bridges(self))

    def at(self, points: Floats) -> Ints:
        """Return the rows (m) of the cells in which points (m, 3) are; -1 outside."""
        places = np.floor((points - self.origin) / self.step).astype(np.intp)
        there = ((places >= 0) & (places < self.numbers.shape)).all(axis=1)
        found = np.full(len(points), -1)
        found[there] = self.numbers[tuple(places[there].T)]
        return found

    def nearest(self, point: Floats) -> int:
        """Return the row of the cell nearest to a point (3,)."""
        return int(((self.centres - point) ** 2).sum(axis=1).argmin())

    def distances(self, seeds: Sequence[int] | Ints) -> Floats:
        """Compute how far each cell (n,) is from the nearest of some, along cells that are inside."""
        found = np.full(len(self.cells), np.inf)
        found[np.asarray(seeds, np.intp)] = 0.0
        lengths = self.step * LENGTHS
        front = self._each_once(np.asarray(seeds, np.intp))
        while len(front):
            rows = self.neighbours[front]
            ways = found[front, None] + lengths
            better = (rows >= 0) & (ways < found[rows] - 1e-12)
            reached, through = rows[better].astype(np.intp), ways[better]
            np.minimum.at(found, reached, through)
            front = self._each_once(np.concatenate([reached, self._bridged(front, found)]))
        return found

    def _each_once(self, rows: Ints) -> Ints:
        """Return rows of cells in their order, each once: marks take a fifth of the time of `np.unique`."""
        marked = np.zeros(len(self.cells), np.bool_)
        marked[rows] = True
        return np.flatnonzero(marked)

    def _bridged(self, front: Ints, found: Floats) -> Ints:
        """Return the cells that a front reaches over bridges, which are told how far they are."""
        reached = []
        for one, other, length in self.bridges:
            for here, there in ((one, other), (other, one)):
                if found[here] + length < found[there] - 1e-12 and here in front:
                    found[there] = found[here] + length
                    reached.append(there)
        return np.array(reached, np.intp)

    def pieces(self, within: Bools) -> Iterator[Ints]:
        """Yield the rows of each piece of the cells `within` (n,) that touch, in the order of their first rows."""
        left = within.copy()
        while left.any():
            yield self._taken(int(left.argmax()), left)

    def piece(self, row: int, within: Bools) -> Ints:
        """Return the rows of the piece of the cells `within` (n,) that has the cell of this row."""
        return self._taken(row, within.copy())

    def _taken(self, row: int, left: Bools) -> Ints:
        """Take a cell and all that touch each other from there out of those `left`, and return their rows."""
        front = np.array([row])
        left[front] = False
        found = [front]
        while len(front):
            rows = self.neighbours[front].ravel()
            rows = rows[rows >= 0]
            front = self._each_once(rows[left[rows]])
            left[front] = False
            found.append(front)
        return np.concatenate(found)


def solid_of(
    points: Floats, triangles: Ints, cells: int, most: int = MOST_CELLS, finest: float = 1.0, thin: bool = False
) -> Solid:
    """Return the solid inside triangles (t, 3) of points (p, 3), with so many cells along its longest side.

    Those of a thick body are larger, so that there are about `most` inside, and those of a thin one smaller, down to
    the part `finest` of that. All cells that the surface touches are inside, or if it is to be `thin` those in whose
    middle it is, and no others outside of it: then parts that nearly touch stay apart. Raises ValueError where the mesh
    has no extent.
    """
    used = points[_used(points, triangles)]
    if not len(used) or not np.isfinite(used).all() or not np.ptp(used, axis=0).max() > 0.0:
        raise ValueError("no extent")
    low, high = used.min(axis=0), used.max(axis=0)
    step = float((high - low).max()) / cells
    is_fitted = finest == 1.0
    while True:
        count = np.ceil((high - low) / step).astype(np.intp) + 2 * MARGIN
        origin = (low + high) / 2 - count * step / 2
        inside = _inside((points - origin) / step, triangles, tuple(count.tolist()), thin)
        many = 0 if inside is None else int(inside.sum())
        if inside is not None and many <= MORE * most and (is_fitted or many >= most):
            return _solid(origin, step, inside)
        step *= 2.0 if inside is None else max((many / most) ** (1 / 3), 1.1 if is_fitted else finest)
        is_fitted = True


def _used(points: Floats, triangles: Ints) -> Bools:
    """Return which of points (p, 3) are corners."""
    found = np.zeros(len(points), bool)
    found[triangles] = True
    return found


def _inside(points: Floats, triangles: Ints, shape: tuple[int, ...], thin: bool) -> Bools | None:
    """Return which cells of a grid are inside, by points (p, 3) in cells; None where it would take too long."""
    if not thin:
        touched = _touched(points, triangles, shape)
        return touched | _enclosed(touched)
    crossed = _crossed(points, triangles, shape)
    if crossed is None:
        return None
    corners = points[triangles]
    large = (np.abs(corners - np.roll(corners, 1, axis=1)) > SPACING).any(axis=(1, 2))
    return crossed | _enclosed(crossed | _touched(points, triangles[large], shape))


def _solid(origin: Floats, step: float, inside: Bools) -> Solid:
    places = np.argwhere(inside)
    numbers = np.full(inside.shape, -1, np.int32)
    numbers[inside] = np.arange(len(places), dtype=np.int32)
    return Solid(origin, step, numbers, places, origin + (places + 0.5) * step)


# The surface


def _touched(points: Floats, triangles: Ints, shape: tuple[int, ...]) -> Bools:
    """Mark the cells that a surface touches, whose points (p, 3) are in cells."""
    found = np.zeros(shape, bool)
    for piece, _of in samples(points, triangles, SPACING):
        _mark(found, piece)
    return found


def _crossed(points: Floats, triangles: Ints, shape: tuple[int, ...]) -> Bools | None:
    """Mark the cells of points (p, 3) of a surface, in cells, and where lines cross it.

    The lines run along the axes through the middles of cells, so no two neighbours on both sides are free. None is
    returned where triangles are so large beside the cells that it would take too long.
    """
    found = np.zeros(shape, bool)
    _mark(found, points[_used(points, triangles)])
    corners = points[triangles]
    left = MOST_HITS
    for axis in range(3):
        flat = corners[:, :, [each for each in range(3) if each != axis]]
        first = np.maximum(np.ceil(flat.min(axis=1) - 0.5), 0).astype(np.intp)
        last = np.floor(np.minimum(flat.max(axis=1), np.delete(shape, axis)) - 0.5).astype(np.intp)
        wide = np.maximum(last - first + 1, 0)
        lines = wide[:, 0] * wide[:, 1]
        left -= int(lines.sum())
        if left < 0:
            return None
        for piece in _runs(lines):
            _mark_crossings(found, axis, corners[piece], first[piece], wide[piece], lines[piece])
    return found


def _runs(counts: Ints) -> Iterator[slice]:
    """Yield runs of rows whose counts are together about PIECE."""
    ends = np.cumsum(counts)
    first = 0
    while first < len(counts):
        before = int(ends[first - 1]) if first else 0
        last = max(int(np.searchsorted(ends, before + PIECE, "right")), first + 1)
        yield slice(first, last)
        first = last


def _mark_crossings(found: Bools, axis: int, corners: Floats, first: Ints, wide: Ints, lines: Ints) -> None:
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


def _mark(found: Bools, points: Floats) -> None:
    """Mark the cells of points (m, 3), in cells, that are in the grid."""
    cells = np.floor(points).astype(np.intp)
    found[tuple(cells[((cells >= 0) & (cells < found.shape)).all(axis=1)].T)] = True


def samples(points: Floats, triangles: Ints, spacing: float) -> Iterator[tuple[Floats, Ints]]:
    """Yield points (k, 3) of a surface, not farther apart than `spacing`, unless there would be too many.

    Beside them are the triangles (k) that they are of.
    """
    corners = points[triangles]
    edges = corners - np.roll(corners, 1, axis=1)
    parts = np.sqrt((edges**2).sum(axis=2).max(axis=1)) / spacing
    too_many = np.sqrt(max(((parts + 1.0) ** 2 / 2.0).sum() / MOST_SAMPLES, 1.0))
    counts = np.ceil(parts / too_many).astype(int) + 1
    for count in np.unique(counts).tolist():
        first, second = np.array([(i, j) for i in range(count + 1) for j in range(count + 1 - i)]).T / count
        shares = np.stack([first, second, 1.0 - first - second], axis=1)
        own = np.flatnonzero(counts == count)
        chosen = corners[own]
        many = max(1, 500_000 // len(shares))
        for begin in range(0, len(chosen), many):
            found = np.einsum("sc,tcd->tsd", shares, chosen[begin : begin + many]).reshape(-1, 3)
            yield found, np.repeat(own[begin : begin + many], len(shares))


# What it encloses


def _enclosed(surface: Bools) -> Bools:
    """Return the cells that have the surface on both sides along four of five lines: up, and four that are level."""
    counted = np.zeros(surface.shape, np.int8)
    for step in ((1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0), (1, -1, 0)):
        before = _behind(surface, step)
        behind = np.flip(_behind(np.flip(surface), step))
        counted += before & behind
    return counted >= ENCLOSED


def _behind(surface: Bools, step: tuple[int, int, int]) -> Bools:
    """Return which cells have some of the surface before them, on lines that go by a step of cells.

    A line askew does not pass between two cells of the surface that touch at an edge.
    """
    axis = int(np.argmax(step))
    found = np.zeros_like(surface)
    rows, before = np.moveaxis(found, axis, 0), np.moveaxis(surface, axis, 0)
    aside = step[1] if axis == 0 else 0
    to = slice(max(aside, 0), min(aside, 0) or None)
    of = slice(max(-aside, 0), min(-aside, 0) or None)
    for at in range(1, len(rows)):
        rows[at][to] = (rows[at - 1] | before[at - 1])[of]
        if aside:
            rows[at][to] |= before[at][of] & before[at - 1][to]
    return found


def _bridges(solid: Solid) -> Iterator[tuple[int, int, float]]:
    """Yield what ties each piece that does not touch the largest to what is tied already."""
    pieces = sorted(islice(solid.pieces(np.ones(len(solid.cells), bool)), MOST_PIECES), key=len, reverse=True)
    outside: Bools = np.asarray((solid.neighbours < 0).any(axis=1))
    first, *others = (piece[outside[piece]] for piece in pieces)
    waiting = dict(enumerate(others))
    tied = first
    nearest = {name: _pair(solid.centres, rows, tied) for name, rows in waiting.items()}
    while nearest:
        name = min(nearest, key=lambda each: nearest[each][2])
        yield nearest.pop(name)
        added = waiting.pop(name)
        for other, rows in waiting.items():
            nearest[other] = min(nearest[other], _pair(solid.centres, rows, added), key=lambda pair: pair[2])


def _pair(centres: Floats, some: Ints, others: Ints) -> tuple[int, int, float]:
    """Return the two nearest of some rows and others, and how far they are from each other."""
    found = (int(some[0]), int(others[0]), np.inf)
    many = max(1, 2_000_000 // len(others))
    for begin in range(0, len(some), many):
        piece = some[begin : begin + many]
        apart = (
            (centres[piece] ** 2).sum(axis=1)[:, None]
            - 2.0 * centres[piece] @ centres[others].T
            + (centres[others] ** 2).sum(axis=1)
        )
        at = np.unravel_index(int(apart.argmin()), apart.shape)
        length = float(np.sqrt(max(float(apart[at]), 0.0)))
        if length < found[2]:
            found = (int(piece[at[0]]), int(others[at[1]]), length)
    return found
