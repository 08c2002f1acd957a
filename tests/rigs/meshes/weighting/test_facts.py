"""Facts about weights, of a few vertices by hand."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.rigs.meshes.weighting.brush import Weights
from pantin.rigs.meshes.weighting.facts import Sides, counts_of_bones, difference_of_sides, without_bone

BONES = np.array([0, 1, 2, -1])
"""Of the entries: the middle, left, right, and a node that is no bone."""


def weights(*rows: dict[int, float]) -> Weights:
    entries, shares = np.zeros((len(rows), 4), np.int32), np.zeros((len(rows), 4), np.float32)
    for row, each in enumerate(rows):
        entries[row, : len(each)], shares[row, : len(each)] = list(each), list(each.values())
    return Weights(entries, shares)


def test_vertices_that_hang_on_what_is_no_bone_are_found() -> None:
    found = weights({0: 1.0}, {3: 1.0}, {3: 0.4, 1: 0.6}, {3: 0.6, 1: 0.4})
    np.testing.assert_array_equal(without_bone(found, BONES), (1, 3))


def test_bones_are_counted_where_they_move_something() -> None:
    found = counts_of_bones(weights({0: 0.5, 1: 0.3, 2: 0.2}, {0: 1.0, 1: 0.0, 2: 0.0}))
    np.testing.assert_array_equal(found, (3, 1))


def test_sides_differ_by_what_would_have_to_be_moved() -> None:
    """Points 0 and 1 are each other's other side, 2 is in the middle, 3 has none; a seam doubles point 0."""
    places, across, partners = np.array([0, 1, 2, 3, 0]), np.array([1, 0, 2, -1]), np.array([0, 2, 1])

    def differ(*rows: dict[int, float]) -> Sides:
        found = difference_of_sides(weights(*rows), BONES, places, across, partners)
        assert found is not None
        return found

    left, middle = {1: 0.75, 0: 0.25}, {1: 0.5, 2: 0.5}
    alike = differ(left, {2: 0.75, 0: 0.25}, middle, {1: 1.0}, left)
    assert alike.mean == pytest.approx(0.0, abs=1e-9) and not len(alike.vertices)
    other = differ(left, {2: 0.45, 0: 0.55}, middle, {1: 1.0}, left)
    assert other.mean == pytest.approx(2 * 0.3 / 3, abs=1e-6)
    np.testing.assert_array_equal(other.vertices, (0, 1, 4))
    swapped = differ({2: 1.0}, {2: 1.0}, {0: 1.0}, {1: 1.0}, {2: 1.0})
    assert swapped.mean == pytest.approx(2 / 3)


def test_without_another_side_there_is_no_difference_to_tell() -> None:
    found = weights({0: 1.0})
    assert difference_of_sides(found, BONES, np.array([0]), np.array([-1]), np.array([0, 2, 1])) is None
