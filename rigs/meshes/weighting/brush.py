"""Weights that are painted: one bone's share of vertices is added to, taken from, set or smoothed within a stroke.

The other bones of a vertex keep their proportions; all are together 1, and at most 4 or 8 move a vertex. What a stroke
adds, takes or sets is counted from the weights at its beginning, by the most that the brush did to a vertex, so that it
does not matter how fast the pointer went. Smoothing draws the share of a vertex to the mean of its neighbours at each
dab.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.meshes.weighting.surfaces import Surface

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]
Mode = Literal["add", "subtract", "smooth", "set"]


class Weights(NamedTuple):
    """Influences on the vertices of all parts of a character: entries of its binding, and the weight of each."""

    entries: NDArray[np.int32]
    """(v, k)."""
    weights: NDArray[np.float32]
    """(v, k), together 1; where one is 0 its entry does not count."""

    def of(self, entries: Sequence[int]) -> Floats:
        """Return how much of each vertex (v) these entries move together."""
        own = np.isin(self.entries, entries)
        return np.asarray(np.where(own, self.weights, np.float32(0.0)).sum(axis=1, dtype=np.float64))

    def wide(self, most: int) -> Weights:
        """Return them in as many columns, at least, as `most` and they themselves need."""
        room = ((0, 0), (0, max(most - self.entries.shape[1], 0)))
        return Weights(np.pad(self.entries, room), np.pad(self.weights, room)) if room[1][1] else self


class Target(NamedTuple):
    """A bone whose weights are painted."""

    entries: Rows
    """(v,): the entry that is the bone for each vertex; -1 where the skin of its part has none."""
    above: Rows
    """(v,): the entry that takes what nobody else has, where weight is taken; -1 for none."""


def with_shares(
    entries: NDArray[np.int32], weights: NDArray[np.float32], own: Rows, shares: Floats, above: Rows, most: int
) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
    """Return the entries and weights (m, k) of vertices in which entries `own` (m, t) have `shares` (m, t).

    The others keep their proportions. Where there are none, `above` (m,) takes the rest; where that is -1, one of
    `own` keeps all. At most `most` are left, those of `own` and the largest of the others. An entry of -1 in `own`
    does not count.
    """
    count = own.shape[1]
    shares = np.where(own >= 0, np.clip(shares, 0.0, 1.0), 0.0)
    shares /= np.maximum(shares.sum(axis=1, keepdims=True), 1.0)
    mine = (entries[:, :, None] == own[:, None, :]).any(axis=2)
    rest = np.where(mine, 0.0, weights.astype(np.float64))
    order = np.argsort(-rest, axis=1, kind="stable")[:, : max(most - count, 1)]
    rest, others = np.take_along_axis(rest, order, axis=1), np.take_along_axis(entries, order, axis=1)
    total, left = rest.sum(axis=1), 1.0 - shares.sum(axis=1)
    alone = ~(total > 0.0) & (left > 0.0)
    given = alone & (above >= 0) & ~(above[:, None] == own).any(axis=1)
    others[given, 0], rest[given, 0], total[given] = above[given], 1.0, 1.0
    kept = alone & ~given
    shares[kept, 0] += left[kept]
    scale = np.where(total > 0.0, left / np.where(total > 0.0, total, 1.0), 0.0)
    found = np.concatenate([shares, rest * scale[:, None]], axis=1).astype(np.float32)
    places = np.concatenate([np.maximum(own, 0), others], axis=1).astype(np.int32)
    order = np.argsort(-found, axis=1, kind="stable")[:, : max(most, 1)]
    found, places = np.take_along_axis(found, order, axis=1), np.take_along_axis(places, order, axis=1)
    found[:, 0] += (1.0 - found.sum(axis=1, dtype=np.float64)).astype(np.float32)
    return places, found


class Stroke:
    """One stroke of a brush over the surface of a character, from the weights at its beginning.

    `places` (v,) are the points of the surface that the vertices are. With two targets the second is painted by the
    dabs that are told for it: the other side. `value` is what it sets.
    """

    def __init__(
        self,
        before: Weights,
        targets: Sequence[Target],
        surface: Surface,
        places: Rows,
        strength: float,
        most: int,
        value: float = 1.0,
    ) -> None:
        self._before, self._targets = before.wide(most), targets
        self._surface, self._places = surface, places
        self._strength, self._most, self._value = strength, most, value
        columns = [np.maximum(each.entries, 0) for each in targets]
        own = [
            np.where((before.entries == column[:, None]) & (each.entries >= 0)[:, None], before.weights, np.float32(0))
            for each, column in zip(targets, columns, strict=True)
        ]
        self._shares = np.stack([each.sum(axis=1, dtype=np.float64) for each in own], axis=1)
        """(v, t): as they are now."""
        self._first = self._shares.copy()
        self._strongest = np.zeros_like(self._shares)
        self._touched = np.zeros(self._shares.shape, bool)
        self._counts = np.maximum(np.bincount(places, minlength=len(surface.points)), 1)
        self.weights = self._before

    @property
    def vertices(self) -> Rows:
        """The vertices that have other weights than at the beginning."""
        return np.flatnonzero(self._touched.any(axis=1))

    def paints(self, vertex: int) -> bool:
        """Return whether the skin of the part of a vertex has the bone that is painted."""
        return bool(self._targets[0].entries[vertex] >= 0)

    def dab(self, mode: Mode, vertices: Sequence[Rows], falloffs: Sequence[Floats]) -> Rows:
        """Paint vertices (m,) with falloffs (m,), those of each target. Return all whose weights are others now."""
        changed = []
        for target, (rows, falloff) in enumerate(zip(vertices, falloffs, strict=True)):
            has = (falloff > 0.0) & (self._targets[target].entries[rows] >= 0)
            changed.append(self._shared(mode, target, rows[has], falloff[has]))
        every = np.unique(np.concatenate(changed)) if changed else np.empty(0, np.int64)
        if len(every):
            self._write(every)
        return every

    def _shared(self, mode: Mode, target: int, rows: Rows, falloff: Floats) -> Rows:
        """Give vertices other shares of one target. Return those that have them."""
        now = self._shares[rows, target]
        if mode == "smooth":
            new = now + self._strength * falloff * (self._means(target)[self._places[rows]] - now)
        else:
            strongest = np.maximum(self._strongest[rows, target], falloff)
            self._strongest[rows, target] = strongest
            way, first = self._strength * strongest, self._first[rows, target]
            if mode == "set":
                new = first + way * (self._value - first)
            else:
                new = np.clip(first + (way if mode == "add" else -way), 0.0, 1.0)
        is_other = new != now
        rows = rows[is_other]
        self._shares[rows, target] = new[is_other]
        self._touched[rows, target] = True
        return rows

    def _means(self, target: int) -> Floats:
        """Return the mean share of the neighbours of each point of the surface."""
        whole = np.bincount(self._places, self._shares[:, target], len(self._counts)) / self._counts
        return self._surface.spread(whole[:, None])[:, 0]

    def _write(self, rows: Rows) -> None:
        """Write the weights of vertices anew, into arrays of their own: those before are on screen."""
        own = np.stack([each.entries[rows] for each in self._targets], axis=1)
        own = np.where(self._touched[rows], own, -1)
        above = self._targets[0].above[rows]
        start = self._before.entries[rows], self._before.weights[rows]
        entries, weights = with_shares(*start, own, self._shares[rows], above, self._most)
        made = Weights(self.weights.entries.copy(), self.weights.weights.copy())
        width = entries.shape[1]
        made.entries[rows, :width], made.weights[rows, :width] = entries, weights
        made.weights[rows, width:] = 0.0
        self.weights = made
