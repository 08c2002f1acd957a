"""Tests of the places of loops: as few as do, as evenly as they can."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.rigs.meshes.twisting.loops import NEAR, loops_across


def test_an_edge_along_the_whole_bone_gets_three() -> None:
    assert loops_across(np.array([[0.0, 1.0]]), 0.25) == pytest.approx((0.25, 0.5, 0.75), abs=1e-4)


def test_they_divide_what_is_longer_evenly() -> None:
    assert loops_across(np.array([[0.1, 0.6]]), 0.3) == pytest.approx((0.35,), abs=1e-4)
    assert loops_across(np.array([[0.0, 0.4], [0.4, 0.8]]), 0.25) == pytest.approx((0.2, 0.6), abs=1e-4)


def test_nothing_is_too_long() -> None:
    assert loops_across(np.empty((0, 2)), 0.25) == ()
    assert loops_across(np.array([[0.2, 0.4], [0.4, 0.6]]), 0.25) == ()


@pytest.mark.parametrize("seed", range(20))
def test_no_part_of_any_edge_is_longer_than_it_may_be(seed: int) -> None:
    random = np.random.default_rng(seed)
    spans = np.sort(random.random((40, 2)), axis=1)
    found = loops_across(spans, 0.25)
    assert len(found) <= 4
    for low, high in spans:
        inside = [each for each in found if low + NEAR < each < high - NEAR]
        assert np.diff([low, *inside, high]).max() <= 0.25 + NEAR + 1e-6
