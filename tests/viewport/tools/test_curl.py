"""Travelling along a path as it is seen, also along one that tells no direction."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.viewport.tools.curl import PathTravel


def test_a_path_that_comes_back_on_itself_is_travelled_without_a_turn_to_go_by() -> None:
    """A finger in line with the eye goes away and returns: from no side it is seen to turn one way."""
    points = np.array(((0.0, 0.0), (50.0, 0.0), (100.0, 0.0), (50.0, 0.0), (0.0, 0.0)))
    path = PathTravel(points, np.linspace(-1.0, 1.0, 5), 2, (300.0, 200.0))
    with np.errstate(all="raise"):
        assert path.number((300.0, 200.0)) == pytest.approx(0.0)
        assert path.number((280.0, 200.0)) == pytest.approx(0.2)
