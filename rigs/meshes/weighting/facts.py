"""Facts about the weights of a skin: points that no bone moves, bones for each point, and how alike both sides are."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.meshes.weighting.brush import Weights

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]

SEEN = 0.1
"""Difference of weights that is seen in a pose."""

LEAST = 1e-4
"""Weights that are smaller move nothing by more than a hair on a body."""


def without_bone(weights: Weights, bones: Rows) -> Rows:
    """Return the vertices most of which no bone moves; `bones` (e,) are those of the entries, -1 for none."""
    held = np.where(bones[weights.entries] >= 0, weights.weights, np.float32(0.0)).sum(axis=1)
    return np.flatnonzero(held < 0.5)


def counts_of_bones(weights: Weights) -> Rows:
    """Return how many bones move each vertex (v,)."""
    return np.asarray((weights.weights > LEAST).sum(axis=1), np.int64)


class Sides(NamedTuple):
    """The difference of both sides."""

    mean: float
    """Weight that is otherwise on the other side, 0 to 1, in the mean of the points that have one."""
    vertices: Rows
    """Those that differ by more than a tenth."""


def difference_of_sides(weights: Weights, bones: Rows, places: Rows, across: Rows, partners: Rows) -> Sides | None:
    """Return how the weights of points differ from those on the other side.

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
    moved = np.abs(np.bincount(back.ravel(), both, len(keys)))
    each = np.bincount(keys // many, moved, count) / 2.0
    return Sides(float(each.sum() / len(points)), np.flatnonzero(each[places] > SEEN))
