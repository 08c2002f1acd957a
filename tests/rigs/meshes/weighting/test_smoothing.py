"""All bones smoothed at once, against means taken vertex by vertex."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.rigs.meshes.weighting.brush import Weights
from pantin.rigs.meshes.weighting.smoothing import SmoothingStroke
from pantin.rigs.meshes.weighting.surfaces import Surface
from tests.rigs.meshes.weighting.strips import strip

BONES = 3


def random_weights(count: int) -> Weights:
    """Every bone moves every vertex, as chance has it."""
    shares = np.random.default_rng(4).dirichlet(np.ones(BONES), count).astype(np.float32)
    return Weights(np.tile(np.arange(BONES, dtype=np.int32), (count, 1)), shares)


def dense(weights: Weights) -> np.ndarray:
    found = np.zeros((len(weights.entries), BONES))
    for row, (entries, shares) in enumerate(zip(weights.entries, weights.weights, strict=True)):
        for entry, share in zip(entries, shares, strict=True):
            found[row, entry] += share
    return found


def expected(surface: Surface, places: np.ndarray, before: np.ndarray, rows: list[int], part: float) -> np.ndarray:
    found = before.copy()
    for row in rows:
        own = places[row]
        beside = {int(point) for corners in surface.triangles if own in corners for point in corners} - {own}
        means = [before[places == point].mean(axis=0) for point in sorted(beside)]
        found[row] += part * (np.mean(means, axis=0) - before[row])
    return found


def smoothing(before: Weights, surface: Surface, places: np.ndarray, most: int = 4, strength: float = 0.5):
    entries = np.tile(np.arange(BONES), (len(places), 1))
    return SmoothingStroke(before, np.arange(BONES), entries, surface, places, strength, most)


def test_each_bone_is_drawn_to_the_mean_of_the_neighbours() -> None:
    surface, places = strip()
    before = random_weights(10)
    made = smoothing(before, surface, places)
    rows = made.dab("smooth", [np.array([3, 4, 7])], [np.array([1.0, 1.0, 1.0])])
    np.testing.assert_array_equal(rows, (3, 4, 7))
    np.testing.assert_allclose(dense(made.weights), expected(surface, places, dense(before), [3, 4, 7], 0.5), atol=1e-6)
    np.testing.assert_array_equal(made.vertices, (3, 4, 7))
    np.testing.assert_array_equal(before.weights, random_weights(10).weights)


def test_what_is_alike_stays_and_sums_are_1_after_many_dabs() -> None:
    surface, places = strip()
    alike = Weights(*(np.tile(each[:1], (10, 1)) for each in random_weights(10)))
    made = smoothing(alike, surface, places)
    made.dab("smooth", [np.arange(10)], [np.ones(10)])
    np.testing.assert_allclose(dense(made.weights), dense(alike), atol=1e-6)
    made = smoothing(random_weights(10), surface, places, most=2)
    for _time in range(20):
        made.dab("smooth", [np.arange(10)], [np.ones(10)])
    np.testing.assert_allclose(made.weights.weights.sum(axis=1, dtype=np.float64), 1.0, atol=1e-6)
    assert ((made.weights.weights > 0.0).sum(axis=1) <= 2).all()


def test_vertices_in_one_place_have_one_mean() -> None:
    """A seam: two vertices are one point, so both are drawn to the same, whichever of them is told first."""
    surface, places = strip()
    doubled = np.append(places, places[4])
    before = random_weights(11)
    made = smoothing(before, surface, doubled, strength=1.0)
    made.dab("smooth", [np.array([4, 10])], [np.ones(2)])
    after = dense(made.weights)
    np.testing.assert_allclose(after[4], after[10], atol=1e-6)
    np.testing.assert_allclose(after[4], expected(surface, doubled, dense(before), [4], 1.0)[4], atol=1e-6)


def test_a_bone_that_a_skin_lacks_gets_nothing_and_what_has_no_skin_stays() -> None:
    surface, places = strip()
    before = random_weights(10)
    entries = np.tile(np.array([0, 1, -1]), (10, 1))
    entries[5] = -1
    made = SmoothingStroke(before, np.arange(BONES), entries, surface, places, 1.0, 4)
    made.dab("smooth", [np.array([4, 5])], [np.ones(2)])
    assert dense(made.weights)[4, 2] == 0.0 and dense(made.weights)[4].sum() == pytest.approx(1.0, abs=1e-6)
    np.testing.assert_allclose(dense(made.weights)[5], dense(before)[5])
    assert made.paints(4) and not made.paints(5)
