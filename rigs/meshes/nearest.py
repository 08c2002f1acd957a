"""The nearest place on triangles for each of many points.

Points and triangles are put into small groups with boxes around them. For each group of points those groups of
triangles are looked at that can hold anything nearer than what was found first.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]

POINTS, TRIANGLES = 32, 24
"""Points, and triangles, of a group at most."""

CELLS = 1024
"""Cells along each side, by whose order groups lie together."""


class Nearest(NamedTuple):
    """For each point the triangle (n,), how much of each corner (n, 3) its nearest place is, and how far that is."""

    triangles: Rows
    shares: Floats
    distances: Floats


def nearest_places(points: Floats, corners: Floats) -> Nearest:
    """Return the places on triangles (t, 3, 3), of which there is one at least, that are nearest to points (n, 3)."""
    groups = np.array_split(_in_order(corners.mean(axis=1)), -(-len(corners) // TRIANGLES))
    low = np.array([corners[own].min(axis=(0, 1)) for own in groups])
    high = np.array([corners[own].max(axis=(0, 1)) for own in groups])
    found = Nearest(np.zeros(len(points), np.int64), np.zeros((len(points), 3)), np.zeros(len(points)))
    for own in np.array_split(_in_order(points), -(-len(points) // POINTS)) if len(points) else ():
        here = points[own]
        apart = np.maximum(np.maximum(low - here.max(axis=0), here.min(axis=0) - high), 0.0)
        order = (apart * apart).sum(axis=1)
        first = groups[int(_from_middle(low, high, here).argmin())]
        known = _nearest_of(here, corners, first)
        near = np.flatnonzero(order <= known.distances.max() ** 2)
        best = _nearest_of(here, corners, np.concatenate([groups[each] for each in near]))
        for each, values in zip(found, best, strict=True):
            each[own] = values
    return found


def _from_middle(low: Floats, high: Floats, here: Floats) -> Floats:
    """Return how far, squared, the boxes (g, 3) are from the middle of points."""
    middle = here.mean(axis=0)
    aside = np.maximum(np.maximum(low - middle, middle - high), 0.0)
    return np.asarray((aside * aside).sum(axis=1))


def _in_order(places: Floats) -> Rows:
    """Return places (n, 3) in an order in which those that follow each other lie together: along Morton's curve."""
    low, size = places.min(axis=0), np.ptp(places, axis=0).max() or 1.0
    cells = np.clip((places - low) / size * (CELLS - 1), 0, CELLS - 1).astype(np.int64)
    key = np.zeros(len(places), np.int64)
    for bit in range(CELLS.bit_length() - 1):
        for axis in range(3):
            key |= ((cells[:, axis] >> bit) & 1) << (3 * bit + axis)
    return np.argsort(key, kind="stable")


def _nearest_of(points: Floats, corners: Floats, which: Rows) -> Nearest:
    """Return the nearest of some triangles, every one compared with every point."""
    of = corners[which]
    shares = _shares(points[:, None], of[None, :, 0], of[None, :, 1], of[None, :, 2])
    places = np.einsum("ptc,tci->pti", shares, of)
    squares = ((places - points[:, None]) ** 2).sum(axis=2)
    best = squares.argmin(axis=1)
    rows = np.arange(len(points))
    return Nearest(which[best], shares[rows, best], np.sqrt(squares[rows, best]))


def _shares(p: Floats, a: Floats, b: Floats, c: Floats) -> Floats:
    """Return how much of each corner (…, 3) the nearest place of triangles a b c to points is.

    It is the foot of the perpendicular where that lies inside, else the nearest place on the three edges.
    """
    ab, ac, ap = b - a, c - a, p - a
    d11, d12, d22 = (ab * ab).sum(-1), (ab * ac).sum(-1), (ac * ac).sum(-1)
    e1, e2 = (ab * ap).sum(-1), (ac * ap).sum(-1)
    area = d11 * d22 - d12 * d12
    safe = np.where(area > 0.0, area, 1.0)
    v, w = (d22 * e1 - d12 * e2) / safe, (d11 * e2 - d12 * e1) / safe
    inside = (area > 0.0) & (v >= 0.0) & (w >= 0.0) & (v + w <= 1.0)
    found = np.stack([1.0 - v - w, v, w], axis=-1)
    best = np.full(v.shape, np.inf)
    on_edge = np.zeros_like(found)
    for first, second, start, way in ((0, 1, a, ab), (0, 2, a, ac), (1, 2, b, c - b)):
        long = (way * way).sum(-1)
        part = np.clip(((p - start) * way).sum(-1) / np.where(long > 0.0, long, 1.0), 0.0, 1.0)
        square = ((start + part[..., None] * way - p) ** 2).sum(-1)
        nearer = square < best
        best = np.where(nearer, square, best)
        own = np.zeros_like(found)
        own[..., first], own[..., second] = 1.0 - part, part
        on_edge = np.where(nearer[..., None], own, on_edge)
    return np.where(inside[..., None], found, on_edge)
