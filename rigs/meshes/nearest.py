"""The nearest place on triangles for each of many points.

Triangles are put into small groups with boxes around them. For each point those groups are looked at that can hold
anything nearer than what was found in the first of them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]

TRIANGLES = 16
"""Triangles of a group."""

PIECE = 30_000
"""Distances from points to groups that are held at once."""

FIRST = 3
"""Groups, those whose boxes are nearest to a point, that are looked at first: what is found there bounds the rest."""

CELLS = 1024
"""Cells along each side, by whose order groups lie together."""


class Nearest(NamedTuple):
    """For each point the triangle (n,), how much of each corner (n, 3) its nearest place is, and how far that is."""

    triangles: Rows
    shares: Floats
    distances: Floats


def nearest_places(points: Floats, corners: Floats) -> Nearest:
    """Return the places on triangles (t, 3, 3), of which there is one at least, that are nearest to points (n, 3)."""
    order = _in_order(corners.mean(axis=1))
    groups = order[np.minimum(np.arange(0, len(order), TRIANGLES)[:, None] + np.arange(TRIANGLES), len(order) - 1)]
    low, high = corners[groups].min(axis=(1, 2)), corners[groups].max(axis=(1, 2))
    step = max(PIECE // len(groups), 1)
    found = [_nearest(points[at : at + step], corners, groups, low, high) for at in range(0, len(points), step)]
    if not found:
        return Nearest(np.zeros(0, np.int64), np.zeros((0, 3)), np.zeros(0))
    return Nearest(*(np.concatenate(each) for each in zip(*found, strict=True)))


def _nearest(points: Floats, corners: Floats, groups: Rows, low: Floats, high: Floats) -> Nearest:
    """Return the nearest places to a few points, on triangles in groups (g, k) with boxes (g, 3)."""
    apart = np.zeros((len(points), len(groups)))
    for axis in range(3):
        own = points[:, axis, None]
        apart += np.maximum(np.maximum(low[:, axis] - own, own - high[:, axis]), 0.0) ** 2
    first = np.argpartition(apart, min(FIRST, len(groups)) - 1, axis=1)[:, :FIRST]
    rows = np.repeat(np.arange(len(points)), first.shape[1])
    best = _best(points, corners, groups, rows, first.ravel())
    apart[rows, first.ravel()] = np.inf
    rows, others = np.nonzero(apart < (best.distances**2)[:, None])
    if not len(rows):
        return best
    more = _best(points, corners, groups, rows, others)
    nearer = more.distances < best.distances
    return Nearest(
        np.where(nearer, more.triangles, best.triangles),
        np.where(nearer[:, None], more.shares, best.shares),
        np.minimum(more.distances, best.distances),
    )


def _best(points: Floats, corners: Floats, groups: Rows, rows: Rows, which: Rows) -> Nearest:
    """Return for each point the nearest place in the groups `which` (m,) that are looked at for the points `rows`."""
    triangles = groups[which].ravel()
    of = np.repeat(rows, groups.shape[1])
    found = corners[triangles]
    shares = _shares(points[of], found[:, 0], found[:, 1], found[:, 2])
    away = np.einsum("mc,mci->mi", shares, found) - points[of]
    squares = np.einsum("mi,mi->m", away, away)
    order = np.lexsort((squares, of))
    own, first = np.unique(of[order], return_index=True)
    best = order[first]
    made = Nearest(np.zeros(len(points), np.int64), np.zeros((len(points), 3)), np.full(len(points), np.inf))
    made.triangles[own], made.shares[own], made.distances[own] = triangles[best], shares[best], np.sqrt(squares[best])
    return made


def _in_order(places: Floats) -> Rows:
    """Return places (n, 3) in an order in which those that follow each other lie together: along Morton's curve."""
    low, size = places.min(axis=0), np.ptp(places, axis=0).max() or 1.0
    cells = np.clip((places - low) / size * (CELLS - 1), 0, CELLS - 1).astype(np.int64)
    key = np.zeros(len(places), np.int64)
    for bit in range(CELLS.bit_length() - 1):
        for axis in range(3):
            key |= ((cells[:, axis] >> bit) & 1) << (3 * bit + axis)
    return np.argsort(key, kind="stable")


def _shares(p: Floats, a: Floats, b: Floats, c: Floats) -> Floats:
    """Return how much of each corner (m, 3) the nearest place of triangles a b c to points p, (m, 3) each, is.

    It is the foot of the perpendicular where that lies inside, else the nearest place on the three edges.
    """
    ab, ac, ap = b - a, c - a, p - a
    d11, d12, d22 = _dot(ab, ab), _dot(ab, ac), _dot(ac, ac)
    e1, e2 = _dot(ab, ap), _dot(ac, ap)
    area = d11 * d22 - d12 * d12
    safe = np.where(area > 0.0, area, 1.0)
    v, w = (d22 * e1 - d12 * e2) / safe, (d11 * e2 - d12 * e1) / safe
    found = np.stack([1.0 - v - w, v, w], axis=1)
    rows = np.flatnonzero(~((area > 0.0) & (v >= 0.0) & (w >= 0.0) & (v + w <= 1.0)))
    best = np.full(len(rows), np.inf)
    for first, second, start, way in ((0, 1, a, ab), (0, 2, a, ac), (1, 2, b, c - b)):
        begin, along = start[rows], way[rows]
        long = _dot(along, along)
        part = np.clip(_dot(p[rows] - begin, along) / np.where(long > 0.0, long, 1.0), 0.0, 1.0)
        away = begin + part[:, None] * along - p[rows]
        square = _dot(away, away)
        nearer = square < best
        best = np.where(nearer, square, best)
        own = np.zeros((len(rows), 3))
        own[:, first], own[:, second] = 1.0 - part, part
        found[rows[nearer]] = own[nearer]
    return found


def _dot(one: Floats, other: Floats) -> Floats:
    return np.asarray(np.einsum("mi,mi->m", one, other))
