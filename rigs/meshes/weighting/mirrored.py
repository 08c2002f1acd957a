"""Weights that are the same on both sides of what is the same on both sides, to the last digit that counts."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]
Single = tuple[Rows, Rows, Floats]
"""Points, bones and weights (n) of single influences."""

NEAR = 1e-4
"""Points and bones have a partner that is no farther from their image, as a part of the size of the mesh."""

OTHER_SIDE = np.array((-1.0, 1.0, 1.0))
"""Armature space: what is left is right."""


def symmetric(points: Floats, heads: Floats, tails: Floats, single: Single) -> Single:
    """Return influences of points (v, 3) that are the mean of both sides, where the points have partners.

    The same where some of the bones, with segments from `heads` to `tails` (b, s, 3), have no partner.
    """
    near = NEAR * float(np.ptp(points, axis=0).max(initial=0.0))
    bones = _partners(np.concatenate([heads[:, 0], tails.mean(axis=1)], axis=1), np.tile(OTHER_SIDE, 2), 10 * near)
    partners = other_side(points)
    if (bones < 0).any() or (partners < 0).all():
        return single
    rows, own, weights = single
    has = partners[rows] >= 0
    half = np.where(has, weights / 2, weights)
    return (
        np.concatenate([rows, partners[rows[has]]]),
        np.concatenate([own, bones[own[has]]]),
        np.concatenate([half, half[has]]),
    )


def other_side(points: Floats) -> Rows:
    """Return for each of the points (v, 3) of a mesh which one lies where it does on the other side; -1 for none."""
    return _partners(points, OTHER_SIDE, NEAR * float(np.ptp(points, axis=0).max(initial=0.0)))


def _partners(places: Floats, image: Floats, near: float) -> Rows:
    """Return for each of the places (n, k) which one is its image, if that has it as its own image; -1 for none."""
    found = np.full(len(places), -1)
    if not near:
        return found
    for shift in (0.0, 0.5):  # what is rounded to two sides of a border in one grid is not in the other
        keys = np.round(np.concatenate([places, places * image]) / near + shift).astype(np.int64)
        first, codes = _same(keys)
        there = first[codes[len(places) :]]
        found = np.where((found < 0) & (there < len(places)), there, found)
    back = found[np.maximum(found, 0)]
    return np.where((found >= 0) & (back == np.arange(len(places))), found, -1)


def _same(keys: Rows) -> tuple[Rows, Rows]:
    """Return the first of each kind of rows (n, k), and of which kind each row (n) is."""
    codes, first = np.zeros(len(keys), np.int64), np.zeros(1, np.int64)
    for column in (keys - keys.min(axis=0)).T:
        _kinds, first, codes = np.unique(codes * (column.max() + 1) + column, return_index=True, return_inverse=True)
    return first, codes
