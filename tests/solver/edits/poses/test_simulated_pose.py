"""Tests of what a simulation came to, kept: evaluated, the figure stands as it did, and handles have come back to
it."""

from __future__ import annotations

import numpy as np

from pantin import rigs
from pantin.resources import FOLDER
from pantin.rigs import Transform
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.simulation import Simulation
from pantin.solver import evaluate, simulate
from pantin.solver.edits.poses.simulated_pose import with_simulated_pose


def test_the_figure_stands_as_it_was_simulated(warm_simulation) -> None:
    document = rigs.read(FOLDER / "rigs" / "humanoid.rig.json")
    slow = Simulation(mode="simulation", max_velocity=1.0)
    document = document.with_rig(document.rig.changed(simulation=slow))
    place = document.figure.transform("hand_ik.L").location
    moved = with_transforms(document, {"hand_ik.L": Transform(location=(place[0], place[1] + 0.1, place[2] + 0.25))})
    memory = simulate(document, None, 0.0).memory
    for _ in range(4):
        stood = simulate(moved, memory, 1 / 60)
        memory = stood.memory
    ahead = np.abs(stood.matrices - evaluate(moved).matrices).max()
    assert ahead > 0.1
    np.testing.assert_allclose(
        evaluate(with_simulated_pose(moved, stood)).matrices[:51], stood.matrices[:51], atol=1e-5
    )


def test_without_a_simulation_nothing_is_kept() -> None:
    document = rigs.read(FOLDER / "rigs" / "arm.rig.json")
    assert with_simulated_pose(document, evaluate(document)) is document
