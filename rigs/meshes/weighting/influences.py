"""Influences of points: the bones that move each, with weights that are together 1. Cut to a few, largest first."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]

LEAST = 1e-3
"""Weights that are smaller move nothing that is seen, and are cut."""


class Influences(NamedTuple):
    """The bones that move points, by their rows in the rig, and their weights."""

    bones: NDArray[np.int32]
    """(v, k)."""
    weights: NDArray[np.float32]
    """(v, k), together 1 for each point, the largest first; where one is 0 its bone does not count."""

    def rows(self, rows: NDArray[np.integer]) -> Influences:
        """Return the influences of some of the points."""
        return Influences(self.bones[rows], self.weights[rows])

    def of(self, bone: int) -> Floats:
        """Return how much of each point (v) a bone moves."""
        return np.asarray(np.where(self.bones == bone, self.weights, np.float32(0.0)).sum(axis=1, dtype=np.float64))


def influences_of(points: Rows, bones: Rows, weights: Floats, count: int, most: int) -> Influences:
    """Return the `most` largest influences of each of `count` points, from single ones (n): point, bone and weight.

    The same bone may be there several times. A point without weight is moved by its first bone, or else by bone 0.
    """
    size = int(bones.max(initial=0)) + 1
    pairs, places = np.unique(points * size + bones, return_inverse=True)
    total = np.bincount(places.ravel(), np.maximum(weights, 0.0), len(pairs))
    owners, own = pairs // size, pairs % size
    order = np.lexsort((own, -total, owners))
    owners, own, total = owners[order], own[order], total[order]
    starts = np.flatnonzero(np.r_[True, owners[1:] != owners[:-1]]) if len(owners) else np.empty(0, np.int64)
    rank = np.arange(len(owners)) - np.repeat(starts, np.diff(np.r_[starts, len(owners)]))
    kept = rank < most
    found = Influences(np.zeros((count, most), np.int32), np.zeros((count, most), np.float32))
    whole = np.zeros((count, most))
    found.bones[owners[kept], rank[kept]] = own[kept]
    whole[owners[kept], rank[kept]] = total[kept]
    return Influences(found.bones, normalised(whole))


def normalised(weights: Floats) -> NDArray[np.float32]:
    """Return weights (v, k) with a sum of 1 for each point, without those that count for nothing."""
    whole = np.where(weights < LEAST * weights.sum(axis=1, keepdims=True), 0.0, weights)
    whole[~(whole.sum(axis=1) > 0.0), 0] = 1.0
    found: NDArray[np.float32] = (whole / whole.sum(axis=1, keepdims=True)).astype(np.float32)
    found[:, 0] += (1.0 - found.sum(axis=1, dtype=np.float64)).astype(np.float32)
    return found
