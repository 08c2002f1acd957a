"""Limbs of two bones bent to goals: bones keep their lengths, ends come as near as they can, to the side that is asked.

How far the middle joint lies off the line is checked by the area of the triangle (Heron).
"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from pantin.rigs.bent_limbs import bent
from tests.rigs.strategies import relaxed

X, Y, Z = np.eye(3)
SOME = 6
number = st.floats(-1.0, 1.0).map(lambda each: round(each, 6))
points = arrays(np.float64, (SOME, 3), elements=number)
lengths = arrays(np.float64, (SOME,), elements=st.floats(0.05, 1.5))


@given(root=points, goal=points, upper=lengths, lower=lengths, side=points)
@relaxed
def test_bones_keep_their_lengths_and_ends_come_as_near_as_they_can(root, goal, upper, lower, side) -> None:
    middle, end = bent(root, goal, upper, lower, side)
    np.testing.assert_allclose(np.linalg.norm(middle - root, axis=1), upper, atol=1e-9)
    np.testing.assert_allclose(np.linalg.norm(end - middle, axis=1), lower, atol=1e-9)
    far = np.linalg.norm(goal - root, axis=1)
    missed = np.maximum(far - upper - lower, np.maximum(np.abs(upper - lower) - far, 0.0))
    np.testing.assert_allclose(np.linalg.norm(end - goal, axis=1), missed, atol=1e-5)


@given(root=points, goal=points, upper=lengths, lower=lengths, side=points)
@relaxed
def test_the_middle_joint_lies_to_its_side_as_far_as_the_triangle_is_high(root, goal, upper, lower, side) -> None:
    middle, end = bent(root, goal, upper, lower, side)
    for row in range(SOME):
        base, way = np.linalg.norm(end[row] - root[row]), goal[row] - root[row]
        half = (upper[row] + lower[row] + base) / 2.0
        area2 = half * (half - upper[row]) * (half - lower[row]) * (half - base)
        off = middle[row] - root[row]
        if np.linalg.norm(way) < 1e-2:
            continue
        line = way / np.linalg.norm(way)
        off -= (off @ line) * line
        assert base * np.linalg.norm(off) == pytest.approx(2.0 * np.sqrt(max(area2, 0.0)), abs=1e-6)
        across = side[row] - (side[row] @ line) * line
        if min(np.linalg.norm(across), np.linalg.norm(off)) > 1e-2:
            np.testing.assert_allclose(off / np.linalg.norm(off), across / np.linalg.norm(across), atol=1e-6)


def test_one_limb_is_as_many() -> None:
    drawn = np.random.default_rng(3)
    root, goal, side = drawn.normal(size=(3, 5, 3))
    upper, lower = drawn.uniform(0.5, 1.5, (2, 5))
    middle, end = bent(root, goal, upper, lower, side, 1e-3)
    for row in range(5):
        one = bent(root[row], goal[row], upper[row], lower[row], side[row], 1e-3)
        np.testing.assert_allclose(one, (middle[row], end[row]), atol=1e-14)


def test_a_limb_out_of_reach_stays_short_of_straight_by_the_part_that_is_asked() -> None:
    middle, end = bent(np.zeros(3), 5.0 * X, 1.0, 1.0, Z, 0.01)
    np.testing.assert_allclose(end, 1.98 * X, atol=1e-12)
    np.testing.assert_allclose(middle, (0.99, 0.0, np.sqrt(1.0 - 0.99**2)), atol=1e-12)


@pytest.mark.parametrize(
    ("goal", "side"), [(np.zeros(3), Z), (X, 3.0 * X), (X, np.zeros(3)), (np.zeros(3), np.zeros(3))]
)
def test_what_has_no_direction_gets_one(goal, side) -> None:
    middle, end = bent(np.zeros(3), goal, 1.0, 1.0, side)
    assert np.linalg.norm(middle) == pytest.approx(1.0)
    assert np.linalg.norm(end - middle) == pytest.approx(1.0)
    np.testing.assert_allclose(end, goal, atol=1e-5)
    np.testing.assert_array_equal(bent(np.zeros(3), goal, 1.0, 1.0, side)[0], middle)
