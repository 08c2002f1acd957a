"""The solid inside a mesh, as cubes of a grid: meshes of several pieces, with holes or with faces within, have one too.

A cube is inside where the surface is met both ways along four lines of five, one up and four level: a hole leaves four
of them, and from between legs one can see out to the front, and down.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

import msgspec
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]
Bools = NDArray[np.bool_]

MOST_SAMPLES = 4_000_000
"""Points of a surface: a mesh of larger triangles is sampled more coarsely."""

ENCLOSED = 4
"""Of five lines."""

MOST_PIECES = 200
"""Pieces of a solid that are looked at; more are crumbs."""

MOST_CELLS = 60_000
"""Cubes that are inside, about: more would take seconds to go through."""

NEAR = np.array([(x, y, z) for x in (-1, 0, 1) for y in (-1, 0, 1) for z in (-1, 0, 1) if (x, y, z) != (0, 0, 0)])
"""The ways (26, 3) from a cube to those that touch it."""


class Solid(msgspec.Struct, frozen=True, eq=False):
    """Cubes that are inside."""

    origin: Floats
    """(3,): the corner of the grid."""
    step: float
    """The edge of a cube."""
    filled: Bools
    """(x, y, z); the outermost cubes are empty."""
    cells: Ints
    """(n, 3): the places of the cubes that are inside."""
    centres: Floats
    """(n, 3): their middles."""
    neighbours: Ints
    """(n, 26): the rows of the cubes that touch each; -1 where there is none."""
    bridges: tuple[tuple[int, int, float], ...] = ()
    """Pieces that do not touch, each tied to the others by the two nearest cubes: their rows and the distance."""

    def nearest(self, point: Floats) -> int:
        """Return the row of the cube nearest to a point (3,)."""
        return int(((self.centres - point) ** 2).sum(axis=1).argmin())

    def distances(self, seeds: Sequence[int] | Ints) -> Floats:
        """Compute how far each cube (n,) is from the nearest of some, along cubes that are inside."""
        found = np.full(len(self.cells), np.inf)
        found[np.asarray(seeds, np.intp)] = 0.0
        lengths = self.step * np.sqrt((NEAR**2).sum(axis=1))
        front = np.unique(np.asarray(seeds, np.intp))
        while len(front):
            rows = self.neighbours[front]
            ways = found[front, None] + lengths
            better = (rows >= 0) & (ways < found[rows] - 1e-12)
            reached, through = rows[better], ways[better]
            np.minimum.at(found, reached, through)
            front = np.unique(np.concatenate([reached, self._bridged(front, found)]))
        return found

    def _bridged(self, front: Ints, found: Floats) -> Ints:
        """Return the cubes that a front reaches over bridges, which are told how far they are."""
        reached = []
        for one, other, length in self.bridges:
            for here, there in ((one, other), (other, one)):
                if found[here] + length < found[there] - 1e-12 and here in front:
                    found[there] = found[here] + length
                    reached.append(there)
        return np.array(reached, np.intp)

    def pieces(self, within: Bools) -> Iterator[Ints]:
        """Yield the rows of each piece of the cubes `within` (n,) that touch, in the order of their first rows."""
        left = within.copy()
        while left.any():
            yield self._taken(int(left.argmax()), left)

    def piece(self, row: int, within: Bools) -> Ints:
        """Return the rows of the piece of the cubes `within` (n,) that has the cube of this row."""
        return self._taken(row, within.copy())

    def _taken(self, row: int, left: Bools) -> Ints:
        """Take a cube and all that touch each other from there out of those `left`, and return their rows."""
        front = np.array([row])
        left[front] = False
        found = [front]
        while len(front):
            rows = self.neighbours[front].ravel()
            rows = rows[rows >= 0]
            front = np.unique(rows[left[rows]])
            left[front] = False
            found.append(front)
        return np.concatenate(found)


def solid_of(points: Floats, triangles: Ints, cells: int) -> Solid:
    """Return the solid inside triangles (t, 3) of points (p, 3), with so many cubes along its longest side.

    Those of a thick body are larger, so that there are not more than MOST_CELLS. Raises ValueError where the
    mesh has no extent.
    """
    used = points[np.unique(triangles)] if len(triangles) else points[:0]
    if not len(used) or not np.isfinite(used).all() or not np.ptp(used, axis=0).max() > 0.0:
        raise ValueError("no extent")
    low, size = used.min(axis=0), np.ptp(used, axis=0)
    step = float(size.max()) / cells
    filled = _filled(points, triangles, low, size, step)
    many = int(filled.sum())
    if many > MOST_CELLS:
        step *= (many / MOST_CELLS) ** (1 / 3)
        filled = _filled(points, triangles, low, size, step)
    origin = low - 1.5 * step
    places = np.argwhere(filled)
    rows = np.full(filled.shape, -1)
    rows[filled] = np.arange(len(places))
    beside = places[:, None] + NEAR
    neighbours = rows[beside[..., 0], beside[..., 1], beside[..., 2]]
    made = Solid(origin, step, filled, places, origin + (places + 0.5) * step, neighbours)
    return msgspec.structs.replace(made, bridges=tuple(_bridges(made)))


def _filled(points: Floats, triangles: Ints, low: Floats, size: Floats, step: float) -> Bools:
    """Return which cubes of a grid (x, y, z), that begins 1.5 cubes before `low` (3,), are inside."""
    filled = np.zeros(np.ceil(size / step).astype(int) + 4, bool)
    for piece, _of in samples(points, triangles, 0.7 * step):
        x, y, z = ((piece - low) / step + 1.5).astype(np.intp).T
        filled[x, y, z] = True
    return filled | _within(filled)


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


def _within(surface: Bools) -> Bools:
    """Return the cubes that have the surface on both sides along four of five lines: up, and four that are level."""
    counted = np.zeros(surface.shape, np.int8)
    for axis in range(3):
        before = np.logical_or.accumulate(surface, axis=axis)
        behind = np.flip(np.logical_or.accumulate(np.flip(surface, axis), axis=axis), axis)
        counted += before & behind
    for side in (1, -1):
        before = _askew(surface, side)
        behind = np.flip(_askew(np.flip(surface, (0, 1)), side), (0, 1))
        counted += before & behind
    return counted >= ENCLOSED


def _askew(surface: Bools, side: int) -> Bools:
    """Return which cubes have the surface before them, on lines that go one cube along X and one aside along Y."""
    found = surface.copy()
    for at in range(1, len(found)):
        if side > 0:
            found[at, 1:] |= found[at - 1, :-1]
        else:
            found[at, :-1] |= found[at - 1, 1:]
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
