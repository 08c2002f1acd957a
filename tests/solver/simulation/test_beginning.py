"""Tests of where a simulation begins: at the pose that is shown, at rest, or where the figure comes to rest."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.rigs import Transform
from pantin.rigs.editing.pose import with_transforms
from pantin.solver import evaluate, simulate
from tests.solver.sample_chains import with_goal_at, with_ik
from tests.solver.simulation.played import CENTRE, RATE, arm, misses, simulated_by

pytestmark = pytest.mark.usefixtures("warm_simulation")


def test_it_begins_at_the_pose_that_is_shown_and_rests_there() -> None:
    document = arm()
    shown = evaluate(document)
    for seconds in (0.0, 0.016, 1.0):
        np.testing.assert_allclose(simulate(document, None, seconds).matrices, shown.matrices, atol=1e-9)


def test_it_may_begin_at_rest() -> None:
    document = arm(start="rest", reiteration="never")
    rest = evaluate(with_ik(document, enabled=False))
    np.testing.assert_allclose(simulate(document, None, 0.0).matrices, rest.matrices, atol=1e-9)


def test_initial_begins_where_a_figure_comes_to_rest() -> None:
    moved = with_goal_at(arm(start="rest"), CENTRE)
    assert misses(moved, [simulate(moved, None, 1 / RATE)])[0] < 1e-4
    never = simulated_by(moved, start="rest", reiteration="never")
    assert misses(never, [simulate(never, None, 1 / RATE)])[0] > 0.05


def test_reiterating_stops_at_its_precision_and_after_so_many_frames() -> None:
    """Slowly, so that there is something to stop."""
    moved = with_goal_at(arm(start="rest", feedback=1.0, max_velocity=1.0), CENTRE)

    def missed(**settings: object) -> float:
        document = simulated_by(moved, start="rest", feedback=1.0, max_velocity=1.0, **settings)
        return float(misses(document, [simulate(document, None, 0.0)])[0])

    assert missed() < 1e-12 < missed(precision=0.1)
    assert missed() < missed(iterations=20) < missed(iterations=5) < missed(iterations=0)


def test_roots_may_begin_at_the_origin() -> None:
    document = arm()
    root = document.rig.bones[0].name
    carried = with_transforms(document, {root: Transform(location=(0.3, 0.2, 0.1))})
    moved = simulate(simulated_by(carried, translate_roots=True), None, 0.0)
    stays = simulate(simulated_by(carried), None, 0.0)
    np.testing.assert_allclose(moved.matrix(root)[:3, 3], (0.0, 0.0, 0.0), atol=1e-12)
    assert np.linalg.norm(stays.matrix(root)[:3, 3]) > 0.3
