"""A body without the things that it holds: pieces of its mesh that reach far beyond it, swords and shields.

With them a person is as deep as a bird with spread wings, and a hand is not the end of its arm. The pieces that reach
farthest aside from the middle are left out one after the other, until what is left is as slender as people are,
reaches as far to either side, and has arms that are no deeper than with still less in their hands.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.meshes.weighting.surfaces import welded

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]

MOST = 200
"""Pieces of what is held, at most."""
DEEP = 0.7
"""A person is less deep than this part of its height."""
WAYS = 12
"""Level directions in which a depth is looked for: every 15 degrees."""
EVEN = 0.05
"""Part of its width by which a body may reach farther to one side than to the other."""
TALL = 0.6
"""Part of the height that a body has at least without what it holds; and of that its width."""
WIDE = 1.3
"""Times its height by which the arms of a person reach from one end to the other at most; wings do so farther."""
ASIDE = 0.1
"""Part of its width from the middle of a body within which nothing is in a hand: heads, beaks and tails are there."""
OUTER = 0.35
"""Part of the width of a body beyond which from its middle there are hands alone, also beside a large head."""
THIN = 1.1
"""Times the least depth of arms without anything in them, up to which arms count as thin."""


def without_held(points: Floats, triangles: Ints) -> Ints:
    """Return the triangles (t, 3) of points (p, 3), upright in armature space, without those of things that are held.

    All of them where a mesh is as slender as a person, and where it is so without none of its pieces.
    """
    used = points[np.unique(triangles)]
    if not len(used) or not np.isfinite(used).all() or is_slender(used):
        return triangles
    numbers, corners = _pieces(points, triangles), points[triangles]
    ends = _ends_of_pieces(corners, numbers)
    ends -= _middle(ends)
    order = np.argsort(-np.abs(ends[:, :, :WAYS]).max(axis=(1, 2)), kind="stable")
    height = float(np.ptp(used[:, 2]))
    found: list[tuple[float, Ints]] = []
    for count in range(1, min(len(ends), MOST)):
        left_out, kept = ends[order[:count]], ends[order[count:]]
        low, high = kept[:, 0].min(axis=0), kept[:, 1].max(axis=0)
        tall, wide = float(high[-1] - low[-1]), (high - low)[:WAYS]
        if tall < TALL * height or wide.max() < TALL * tall:
            break
        across = int(wide.argmax())
        is_slim = wide.min() < DEEP * tall and wide[across] < WIDE * tall
        if is_slim and _are_aside(left_out[:, :, across], float(wide[across])) and _is_even(low[:WAYS], high[:WAYS]):
            own = np.isin(numbers, order[count:])
            found.append((_depth_of_arms(corners[own].reshape(-1, 3), across), triangles[own]))
    least = min((depth for depth, _own in found), default=0.0)
    return next((own for depth, own in found if depth <= THIN * least), triangles)


def _are_aside(ends: Floats, wide: float) -> bool:
    """Return whether pieces that reach from here to there (n, 2) all lie to one side of the middle, as hands do."""
    return bool(((ends[:, 0] > ASIDE * wide) | (ends[:, 1] < -ASIDE * wide)).all())


def _is_even(low: Floats, high: Floats) -> bool:
    """Return whether a body that reaches so far along level ways is as far to the left as to the right of its widest.

    What it reaches along a way it reaches along the mirror image of that; its depth is whatever it is.
    """
    across = int((high - low).argmax())
    reach = np.concatenate([high, -low])  # all around
    images = (2 * across + WAYS - np.arange(2 * WAYS)) % (2 * WAYS)
    return float(np.abs(reach - reach[images]).max()) < EVEN * float((high - low)[across])


def _depth_of_arms(points: Floats, across: int) -> float:
    """Return how deep the outer ends of points (p, 3) on both sides are together, which are widest along a way."""
    turn = across * np.pi / WAYS
    aside, deep = points[:, :2] @ np.array((np.cos(turn), np.sin(turn))), points[:, :2] @ (-np.sin(turn), np.cos(turn))
    low, high = float(aside.min()), float(aside.max())
    outer = deep[np.abs(aside - (low + high) / 2) > OUTER * (high - low)]
    return float(np.ptp(outer))


def is_slender(points: Floats) -> bool:
    """Return whether points (p, 3) are less deep, whichever way they look, than people of their height."""
    return float(np.ptp(points @ _ways()[:WAYS].T, axis=0).min()) < DEEP * float(np.ptp(points[:, 2]))


def _ends_of_pieces(corners: Floats, numbers: Ints) -> Floats:
    """Return how far each piece (n, 2, ways) of triangles (t, 3, 3) reaches along each way, by their numbers (t)."""
    order = np.argsort(numbers, kind="stable")
    starts = np.flatnonzero(np.diff(numbers[order], prepend=-1))
    along = corners[order] @ _ways().T
    low, high = np.minimum.reduceat(along.min(axis=1), starts), np.maximum.reduceat(along.max(axis=1), starts)
    return np.stack((low, high), axis=1)


def _ways() -> Floats:
    """Return the level ways and the one up (ways, 3)."""
    turns = np.arange(WAYS) * np.pi / WAYS
    level = np.column_stack((np.cos(turns), np.sin(turns), 0.0 * turns))
    return np.concatenate([level, [(0.0, 0.0, 1.0)]])


def _pieces(points: Floats, triangles: Ints) -> Ints:
    """Return for each triangle (t) the number of the piece that hangs together with it."""
    surface, places = welded(points, triangles.astype(np.int64))
    _least, numbers = np.unique(surface.pieces()[places[triangles[:, 0]]], return_inverse=True)
    return np.asarray(numbers.ravel(), np.intp)


def _middle(ends: Floats) -> Floats:
    """Return the middle of most of a body, along each way, from the ends of its pieces (n, 2, ways).

    Pieces count by the size of their boxes: trunk and head are large, and lie in the middle.
    """
    wide = ends[:, 1] - ends[:, 0]
    sizes = wide[:, :WAYS].min(axis=1) * wide[:, :WAYS].max(axis=1) * wide[:, -1]
    found = np.empty(ends.shape[2])
    for way, places in enumerate(ends.mean(axis=1).T):
        order = np.argsort(places)
        ranks = np.cumsum(sizes[order])
        found[way] = places[order[int(np.searchsorted(ranks, 0.5 * ranks[-1]))]]
    return found
