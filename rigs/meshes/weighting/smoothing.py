"""Weights of all bones smoothed at once: each vertex is drawn to the mean of the points beside it, dab by dab.

What is smoothed is whole: shares stay together 1 without one bone giving way to the others, so that a seam between any
two bones becomes softer wherever the brush goes.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.meshes.weighting.brush import Mode, Weights
from pantin.rigs.meshes.weighting.surfaces import Surface

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]


class SmoothingStroke:
    """One stroke that smooths all bones over the surface of a character, from the weights at its beginning.

    `bones` (e,) are the bones of the entries of its binding, -1 for none; `entries` (v, b) are for each vertex the
    entries of all bones, -1 where its skin has them not. `places` (v,) are the points of the surface that the vertices
    are: those in one place have the same mean.
    """

    def __init__(
        self,
        before: Weights,
        bones: Rows,
        entries: Rows,
        surface: Surface,
        places: Rows,
        strength: float,
        most: int,
    ) -> None:
        self._bones, self._entries = bones, entries
        self._surface, self._places = surface, places
        self._strength, self._most = strength, most
        self._order = np.argsort(places, kind="stable")
        self._starts = np.searchsorted(places[self._order], np.arange(len(surface.points) + 1))
        self._touched = np.zeros(len(places), bool)
        self.weights = before.wide(most)

    @property
    def vertices(self) -> Rows:
        """The vertices that have other weights than at the beginning."""
        return np.flatnonzero(self._touched)

    def paints(self, vertex: int) -> bool:
        """Return whether the part of a vertex has a skin."""
        return bool((self._entries[vertex] >= 0).any())

    def dab(self, _mode: Mode, vertices: Sequence[Rows], falloffs: Sequence[Floats]) -> Rows:
        """Smooth vertices (m,) with falloffs (m,), those of each side. Return all whose weights are others now."""
        every = np.zeros(len(self._places))
        for rows, falloff in zip(vertices, falloffs, strict=True):
            np.maximum.at(every, rows, falloff)
        rows = np.flatnonzero((every > 0.0) & (self._entries >= 0).any(axis=1))
        if len(rows):
            part = self._strength * every[rows, None]
            own, means = self._shares(rows), self._means(self._places[rows])
            rows = self._write(rows, own + part * (means - own))
        return rows

    def _shares(self, rows: Rows) -> Floats:
        """Return how much each bone moves vertices (m, b)."""
        entries, weights = self.weights.entries[rows], self.weights.weights[rows].astype(np.float64)
        bones = self._bones[entries]
        found = np.zeros((len(rows), self._entries.shape[1]))
        np.add.at(found, (np.arange(len(rows))[:, None], np.maximum(bones, 0)), np.where(bones >= 0, weights, 0.0))
        return found

    def _means(self, points: Rows) -> Floats:
        """Return how much each bone moves what is beside points (m, b): the mean of their neighbours."""
        firsts, neighbours = self._surface.firsts, self._surface.neighbours
        which, back = np.unique(points, return_inverse=True)
        beside, owners = _listed(neighbours, firsts[which], firsts[which + 1])
        alone = np.flatnonzero(firsts[which] == firsts[which + 1])
        beside, owners = np.concatenate([beside, which[alone]]), np.concatenate([owners, alone])
        around, places = np.unique(beside, return_inverse=True)
        vertices, of = _listed(self._order, self._starts[around], self._starts[around + 1])
        whole = _mean_of(self._shares(vertices), of, len(around))
        return _mean_of(whole[places.ravel()], owners, len(which))[back.ravel()]

    def _write(self, rows: Rows, shares: Floats) -> Rows:
        """Give vertices other shares (m, b), the largest of them. Return those whose weights are others now."""
        entries = self._entries[rows]
        shares = np.where(entries >= 0, shares, 0.0)
        count = min(self._most, shares.shape[1])
        order = np.argsort(-shares, axis=1, kind="stable")[:, :count]
        kept, own = np.take_along_axis(shares, order, axis=1), np.take_along_axis(entries, order, axis=1)
        total = kept.sum(axis=1)
        has = total > 0.0
        rows, kept, own = rows[has], kept[has] / total[has, None], own[has]
        found = kept.astype(np.float32)
        found[:, 0] += (1.0 - found.sum(axis=1, dtype=np.float64)).astype(np.float32)
        made = Weights(self.weights.entries.copy(), self.weights.weights.copy())
        made.weights[rows] = 0.0
        made.entries[rows, :count], made.weights[rows, :count] = np.maximum(own, 0), found
        self._touched[rows] = True
        self.weights = made
        return rows


def _listed(values: Rows, starts: Rows, ends: Rows) -> tuple[Rows, Rows]:
    """Return the values of ranges one after the other, and of which range each is."""
    counts = ends - starts
    of = np.repeat(np.arange(len(counts)), counts)
    within = np.arange(len(of)) - np.repeat(np.cumsum(counts) - counts, counts)
    return values[starts[of] + within], of


def _mean_of(values: Floats, of: Rows, count: int) -> Floats:
    """Return the means (count, b) of rows (n, b) that belong together by `of` (n,)."""
    found = np.zeros((count, values.shape[1]))
    np.add.at(found, of, values)
    return found / np.maximum(np.bincount(of, minlength=count), 1)[:, None]
