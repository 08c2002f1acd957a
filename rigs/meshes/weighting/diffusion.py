"""Weights that spread over a surface as heat does: each point keeps to its own bone, and is drawn to its neighbours.

With L the Laplacian by cotangents (Pinkall and Polthier 1993), p what each point would have alone, and r how far it
looks around, this solves w - r² L w = p, as Baran and Popović (2007) do. How dense the points lie does not count.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.meshes.weighting.surfaces import Surface

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]

CLOSE = 5e-3
"""What is missing of the solution, as a part of what was missing at first."""

MOST_ROUNDS = 120

FLATTEST = 0.02
"""Cotangents are no smaller: long thin triangles would draw the wrong way."""

STEEPEST = 20.0

SHORTEST = 0.05
"""No point looks less far around than this part of the mean: those that lie on their bone neither."""


def diffused(surface: Surface, points: Rows, bones: Rows, weights: Floats, reach: Floats, count: int) -> Floats:
    """Return weights (n) of pairs of point and bone (n), of `count` bones, spread by the `reach` (v) of points.

    Each pair is there once, in the order of points and then of bones. Where a point has no pair with a bone its weight
    stays 0.
    """
    pull, areas = _laplacian(surface)
    keys = points * np.int64(count) + bones
    fans = np.diff(surface.firsts)[points]
    rows = np.repeat(np.arange(len(points)), fans)
    entries = np.arange(len(rows)) - np.repeat(np.cumsum(fans) - fans, fans) + surface.firsts[points][rows]
    wanted = surface.neighbours[entries] * np.int64(count) + bones[rows]
    places = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    there = keys[places] == wanted
    places, force = places[there], pull[entries[there]]
    rows = rows[there]
    hold = (areas / np.maximum(reach, SHORTEST * float(reach.mean()) or 1.0) ** 2)[points]
    diagonal = hold + np.bincount(surface.owners, pull, len(surface.points))[points]

    def acts(values: Floats) -> Floats:
        return np.asarray(diagonal * values - np.bincount(rows, force * values[places], len(values)))

    return _solved(acts, hold * weights, diagonal, weights)


def _solved(acts: Callable[[Floats], Floats], right: Floats, diagonal: Floats, start: Floats) -> Floats:
    """Return what `acts` turns into `right`: conjugate gradients, after the diagonal (Hestenes and Stiefel 1952)."""
    found = start.copy()
    rest = right - acts(found)
    step = rest / diagonal
    way, before = step, float(rest @ step)
    enough = CLOSE**2 * before
    for _round in range(MOST_ROUNDS):
        if before <= enough or not before:
            break
        moved = acts(way)
        part = before / float(way @ moved)  # positive: each point holds on to something
        found += part * way
        rest -= part * moved
        step = rest / diagonal
        now = float(rest @ step)
        way, before = step + now / before * way, now
    return found


def _laplacian(surface: Surface) -> tuple[Floats, Floats]:
    """Return how strongly each neighbour draws, beside `neighbours`, and the area (v) of each point."""
    corners = surface.points[surface.triangles]
    count = len(surface.points)
    areas = np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1) / 2
    own = np.bincount(surface.triangles.ravel(), np.repeat(areas / 3, 3), count)
    one, other, force = [], [], []
    for place in range(3):
        a, b = (place + 1) % 3, (place + 2) % 3
        to_a, to_b = corners[:, a] - corners[:, place], corners[:, b] - corners[:, place]
        with np.errstate(divide="ignore", invalid="ignore"):
            cotangent = np.einsum("ij,ij->i", to_a, to_b) / (2 * areas)
        cotangent = np.clip(np.nan_to_num(cotangent, nan=FLATTEST), FLATTEST, STEEPEST) / 2
        one += [surface.triangles[:, a], surface.triangles[:, b]]
        other += [surface.triangles[:, b], surface.triangles[:, a]]
        force += [cotangent, cotangent]
    keys = surface.owners * np.int64(count) + surface.neighbours
    places = np.searchsorted(keys, np.concatenate(one) * np.int64(count) + np.concatenate(other))
    small = 1e-12 * (float(areas.sum()) or 1.0)
    pull = np.bincount(places, np.concatenate(force), len(keys)).astype(np.float64)
    return pull, np.maximum(own, small).astype(np.float64)
