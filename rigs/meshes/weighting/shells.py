"""The pieces that a mesh consists of, shells, and the bones that each keeps to: those that run inside of it.

Arms of a figure of boxes do not pull at its head, however near they are. A shell that no bone runs through or is
wrapped in, a pack, a buckle, an eye, hangs on what it touches and moves with it as one.

A point is inside a shell by its winding number, which holes do not change much (Jacobson and others 2013); small
triangles that lie together count as one (Barill and others 2018).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.meshes.nearest import nearest_places
from pantin.rigs.meshes.weighting.influences import Influences, influences_of
from pantin.rigs.meshes.weighting.surfaces import Surface

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]

INSIDE = 0.5
"""The winding number from which on a point is inside."""

AT = np.linspace(0.05, 0.95, 10)
"""The places along a segment of a bone that are asked."""

HOME = 0.5
"""A shell has a bone that runs through it for so much of what it runs through any other, at least."""

SOMEWHERE = 0.3
"""A bone that runs through no shell for this part of it belongs to all."""

CELLS = 48
"""Triangles smaller than cells, of which so many are along the longest side, count together."""

MOST_PAIRS = 4_000_000
"""Points times triangles, from which on small triangles count together."""

PIECE = 200_000
"""Points times triangles that are looked at together."""

TOUCHING = 0.05
"""Points of a shell that are farther from others than the nearest by this part of its size do not touch them."""

MOST_TOUCHING = 200
"""Points of a shell that are asked what they touch."""


class Shells(NamedTuple):
    """The shells of a surface."""

    numbers: Rows
    """(v,): the shell of each point."""
    allowed: NDArray[np.bool_]
    """(s, b): the bones that may move each shell."""
    hanging: NDArray[np.bool_]
    """(s,): those that hang on others."""


def shells_of(surface: Surface, heads: Floats, tails: Floats) -> Shells:
    """Return the shells of a surface, with the bones that run through them, segments (b, s, 3)."""
    _least, numbers = np.unique(surface.pieces(), return_inverse=True)
    numbers = numbers.ravel()
    count, bones = int(numbers.max(initial=0)) + 1, len(heads)
    allowed, hanging = np.ones((count, bones), bool), np.zeros(count, bool)
    if count == 1 or not len(surface.triangles):
        return Shells(numbers, allowed, hanging)
    own, places = _places(heads, tails)
    through = _share(own, winding_numbers(surface, numbers, places) > INSIDE)
    wrapped = _share(own, _boxed(surface.points, numbers, places))
    empty = np.logical_not(through.any(axis=1))
    if empty.all():
        return Shells(numbers, allowed, hanging)
    most = through.max(axis=0, initial=0.0)
    through[empty] = wrapped[empty]
    kept = (through > 0.0) & (through >= HOME * most)
    alone = np.logical_not(kept.any(axis=1))
    allowed = kept | (most < SOMEWHERE)
    allowed[alone] = True
    return Shells(numbers, allowed, empty & alone)


def _places(heads: Floats, tails: Floats) -> tuple[Rows, Floats]:
    """Return places (n, 3) along the different segments of bones, and the bone (n) of each."""
    segments = np.concatenate([heads, tails], axis=2)
    differs = (segments[:, 1:] != segments[:, :1]).any(axis=2)
    bones, place = np.nonzero(np.c_[np.ones(len(heads), bool), differs])
    first, last = heads[bones, place], tails[bones, place]
    return np.repeat(bones, len(AT)), (first[:, None] + AT[:, None] * (last - first)[:, None]).reshape(-1, 3)


def _share(own: Rows, inside: NDArray[np.bool_]) -> Floats:
    """Return the part of each bone (s, b) that is in each shell, by which of its places (n, s) are."""
    starts = np.flatnonzero(np.diff(own, prepend=-1))
    sums = np.add.reduceat(inside.astype(np.float64), starts, axis=0)
    return np.asarray((sums / np.bincount(own)[:, None]).T)


def _boxed(points: Floats, numbers: Rows, places: Floats) -> NDArray[np.bool_]:
    """Return which places (n, 3) are in the boxes around shells (n, s), along the axes."""
    order = np.argsort(numbers, kind="stable")
    starts = np.flatnonzero(np.diff(numbers[order], prepend=-1))
    low, high = (each.reduceat(points[order], starts, axis=0) for each in (np.minimum, np.maximum))
    return np.asarray(((places[:, None] > low) & (places[:, None] < high)).all(axis=2))


def winding_numbers(surface: Surface, numbers: Rows, places: Floats, most: int = MOST_PAIRS) -> Floats:
    """Return how often each shell winds around places (n, 3): (n, s), without sign, as triangles may face either way.

    Where there are more than `most` pairs of place and triangle, small triangles that lie together count as one.
    """
    corners = surface.points[surface.triangles]
    own = numbers[surface.triangles[:, 0]]
    size = float(np.ptp(surface.points, axis=0).max()) / CELLS
    small = np.ptp(corners, axis=1).max(axis=1) < size
    if len(corners) * len(places) < most:
        small[:] = False
    found = np.zeros((len(places), int(numbers.max()) + 1))
    _add_angles(found, places, corners[~small], own[~small])
    _add_clusters(found, places, corners[small], own[small], size)
    return np.abs(found) / (4.0 * np.pi)


def _add_angles(found: Floats, places: Floats, corners: Floats, own: Rows) -> None:
    """Add the solid angles of triangles (t, 3, 3) as seen from places (Van Oosterom and Strackee 1983)."""
    many = max(PIECE // max(len(corners), 1), 1)
    for first in range(0, len(places) if len(corners) else 0, many):
        a, b, c = np.moveaxis(corners - places[first : first + many, None, None], 2, 0)
        long_a, long_b, long_c = (np.sqrt(np.einsum("nti,nti->nt", each, each)) for each in (a, b, c))
        over = np.einsum("nti,nti->nt", a, np.cross(b, c))
        under = long_a * long_b * long_c + np.einsum("nti,nti->nt", a, b) * long_c
        under += np.einsum("nti,nti->nt", b, c) * long_a + np.einsum("nti,nti->nt", c, a) * long_b
        _add(found[first : first + many], 2.0 * np.arctan2(over, under), own)


def _add_clusters(found: Floats, places: Floats, corners: Floats, own: Rows, size: float) -> None:
    """Add what triangles (t, 3, 3) that lie in the same cell are as one: a dipole in their middle."""
    if not len(corners):
        return
    middles = corners.mean(axis=1)
    turned = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]) / 2
    cells = np.floor((middles - middles.min(axis=0)) / size).astype(np.int64)
    keys = ((own * (CELLS + 2) + cells[:, 0]) * (CELLS + 2) + cells[:, 1]) * (CELLS + 2) + cells[:, 2]
    _same, first, groups = np.unique(keys, return_index=True, return_inverse=True)
    groups, count = groups.ravel(), len(first)
    areas = np.maximum(np.linalg.norm(turned, axis=1), 1e-300)
    whole = np.bincount(groups, areas, count)
    middle = np.stack([np.bincount(groups, areas * middles[:, axis], count) / whole for axis in range(3)], axis=1)
    normal = np.stack([np.bincount(groups, turned[:, axis], count) for axis in range(3)], axis=1)
    many = max(PIECE // count, 1)
    for start in range(0, len(places), many):
        off = middle - places[start : start + many, None]
        square = np.maximum(np.einsum("nti,nti->nt", off, off), (0.3 * size) ** 2)
        _add(found[start : start + many], np.einsum("nti,ti->nt", off, normal) / square**1.5, own[first])


def _add(found: Floats, angles: Floats, own: Rows) -> None:
    order = np.argsort(own, kind="stable")
    starts = np.flatnonzero(np.diff(own[order], prepend=-1))
    found[:, own[order][starts]] += np.add.reduceat(angles[:, order], starts, axis=1)


def with_hanging(surface: Surface, shells: Shells, found: Influences, most: int) -> Influences:
    """Return influences in which shells that hang on others move as one, as what they touch does."""
    if not shells.hanging.any():
        return found
    corners = surface.triangles[~shells.hanging[shells.numbers[surface.triangles[:, 0]]]]
    order = np.argsort(shells.numbers, kind="stable")
    ends = np.searchsorted(shells.numbers[order], np.arange(len(shells.hanging) + 1))
    bones, weights = found.bones.copy(), found.weights.copy()
    for shell in np.flatnonzero(shells.hanging).tolist():
        own = order[ends[shell] : ends[shell + 1]]
        near = nearest_places(surface.points[own[:: 1 + len(own) // MOST_TOUCHING]], surface.points[corners])
        size = float(np.ptp(surface.points[own], axis=0).max())
        touching = near.distances <= near.distances.min() + TOUCHING * size
        touched, shares = corners[near.triangles[touching]], near.shares[touching]
        single = (found.weights[touched] * shares[..., None]).ravel().astype(np.float64)
        one = influences_of(
            np.zeros(len(single), np.int64), found.bones[touched].ravel().astype(np.int64), single, 1, most
        )
        bones[own], weights[own] = one.bones, one.weights
    return Influences(bones, weights)
