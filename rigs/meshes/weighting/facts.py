"""Facts about the weights of a skin: points that no bone moves, bones for each point, and how alike both sides are."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.meshes.weighting.brush import Weights

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]

LEAST = 1e-4
"""Weights that are smaller move nothing by more than a hair on a body."""


def without_bone(weights: Weights, bones: Rows) -> Rows:
    """Return the vertices most of which no bone moves; `bones` (e,) are those of the entries, -1 for none."""
    held = np.where(bones[weights.entries] >= 0, weights.weights, np.float32(0.0)).sum(axis=1)
    return np.flatnonzero(held < 0.5)


def most_bones(weights: Weights) -> int:
    """Return the largest number of bones that move one vertex."""
    return int((weights.weights > LEAST).sum(axis=1).max(initial=0))


def difference_of_sides(weights: Weights, bones: Rows, places: Rows, across: Rows, partners: Rows) -> float | None:
    """Return how much of the weight of points is otherwise on the other side, 0 to 1 in the mean.

    `bones` (e,) are those of the entries, and `partners` (b,) those of the other side, a bone in the middle its own.
    `places` (v,) are the points that vertices are, and `across` (p,) the points on the other side, -1 for none. None
    where no point has another side.
    """
    count, many = len(across), len(partners)
    first = np.full(count, -1)
    first[places[::-1]] = np.arange(len(places))[::-1]
    points = np.flatnonzero((across >= 0) & (first >= 0))
    points = points[first[across[points]] >= 0]
    if not len(points) or not many:
        return None
    entries, shares = weights.entries[first[points]], weights.weights[first[points]].astype(np.float64)
    own = bones[entries]
    used = (own >= 0) & (shares > 0.0)
    of = np.broadcast_to(points[:, None], own.shape)[used]
    here = of * many + own[used]
    there = across[of] * many + partners[own[used]]
    keys, back = np.unique(np.concatenate([here, there]), return_inverse=True)
    both = np.concatenate([shares[used], -shares[used]])
    return float(np.abs(np.bincount(back.ravel(), both, len(keys))).sum() / (2.0 * len(points)))
