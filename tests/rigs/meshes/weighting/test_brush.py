"""Painted weights, by sums done by hand."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.rigs.meshes.weighting.brush import Stroke, Target, Weights, with_shares
from tests.rigs.meshes.weighting.strips import strip


def one(entries: list[int], weights: list[float], own: list[int], shares: list[float], above: int = -1, most: int = 4):
    """The shares of one vertex by entry."""
    arrays = np.array([entries], np.int32), np.array([weights], np.float32)
    found = with_shares(*arrays, np.array([own]), np.array([shares]), np.array([above]), most)
    assert found[1].sum(dtype=np.float64) == pytest.approx(1.0, abs=1e-7)
    assert (found[1] > 0.0).sum() <= most
    return {int(entry): float(share) for entry, share in zip(found[0][0], found[1][0], strict=True) if share}


def test_others_keep_their_proportions() -> None:
    assert one([1, 2, 3], [0.5, 0.3, 0.2], [1], [0.0]) == pytest.approx({2: 0.6, 3: 0.4})
    assert one([1, 2, 3], [0.5, 0.3, 0.2], [4], [0.5]) == pytest.approx({4: 0.5, 1: 0.25, 2: 0.15, 3: 0.1})
    assert one([1, 2, 3], [0.5, 0.3, 0.2], [2], [1.0]) == {2: 1.0}


def test_the_least_of_the_others_goes_where_there_are_too_many() -> None:
    found = one([1, 2, 3, 4], [0.4, 0.3, 0.2, 0.1], [5], [0.1])
    assert found == pytest.approx({1: 0.4, 2: 0.3, 3: 0.2, 5: 0.1})
    assert len(one([1, 2, 3, 4], [0.4, 0.3, 0.2, 0.1], [5], [0.1], most=8)) == 5


def test_what_a_bone_alone_gives_away_goes_to_the_one_above() -> None:
    assert one([1, 0], [1.0, 0.0], [1], [0.25], above=7) == pytest.approx({1: 0.25, 7: 0.75})
    assert one([1, 0], [1.0, 0.0], [1], [0.25]) == {1: 1.0}


def test_two_bones_of_both_sides_are_together_one_at_most() -> None:
    assert one([1, 2, 3], [0.2, 0.2, 0.6], [1, 2], [0.9, 0.9]) == pytest.approx({1: 0.5, 2: 0.5})
    assert one([1, 2, 3], [0.2, 0.2, 0.6], [1, 2], [0.3, -1.0]) == pytest.approx({1: 0.3, 3: 0.7})


def stroke(strength: float = 0.5, most: int = 4, value: float = 1.0) -> Stroke:
    """A stroke of bone 1 over a strip that bone 0 moves, but for its last two vertices."""
    surface, places = strip()
    entries = np.tile(np.array([0, 1], np.int32), (10, 1))
    weights = np.tile(np.array([1.0, 0.0], np.float32), (10, 1))
    weights[8:] = 0.0, 1.0
    target = Target(np.full(10, 1), np.full(10, 0))
    return Stroke(Weights(entries, weights), [target], surface, places, strength, most, value)


def test_a_stroke_counts_from_its_beginning_however_often_it_passes() -> None:
    made = stroke()
    rows = np.array([2, 3, 9])
    for _time in range(3):
        made.dab("add", [rows], [np.array([1.0, 0.5, 1.0])])
    np.testing.assert_allclose(made.weights.of([1])[[0, 2, 3, 9]], (0.0, 0.5, 0.25, 1.0), atol=1e-7)
    np.testing.assert_array_equal(made.vertices, (2, 3))
    made = stroke()
    made.dab("subtract", [rows], [np.array([1.0, 0.5, 1.0])])
    np.testing.assert_allclose(made.weights.of([0])[[2, 9]], (1.0, 0.5), atol=1e-7)


def test_smoothing_draws_a_vertex_to_the_mean_of_its_neighbours() -> None:
    """Those of vertex 6 are 4, 7, 8 and 9, of which the last two are bone 1's: the mean is a half."""
    made = stroke()
    made.dab("smooth", [np.array([6])], [np.array([1.0])])
    assert made.weights.of([1])[6] == pytest.approx(0.25, abs=1e-7)
    assert made.weights.of([1])[8] == 1.0


def test_what_was_there_before_stays_as_it_is() -> None:
    made = stroke()
    before = made.weights
    made.dab("add", [np.array([0])], [np.array([1.0])])
    assert before.of([1])[0] == 0.0 and made.weights is not before
    assert not len(stroke().dab("add", [np.array([0])], [np.array([0.0])]))


def test_a_value_is_set_from_below_and_from_above_as_far_as_the_brush_reaches() -> None:
    made = stroke(strength=1.0, value=0.25)
    for _time in range(2):
        made.dab("set", [np.array([2, 3, 9])], [np.array([1.0, 0.5, 1.0])])
    np.testing.assert_allclose(made.weights.of([1])[[0, 2, 3, 9]], (0.0, 0.25, 0.125, 0.25), atol=1e-7)
    np.testing.assert_allclose(made.weights.of([0])[[2, 9]], 0.75, atol=1e-7)
    made = stroke(strength=0.5, value=0.0)
    made.dab("set", [np.array([9])], [np.array([1.0])])
    assert made.weights.of([1])[9] == pytest.approx(0.5, abs=1e-7)
