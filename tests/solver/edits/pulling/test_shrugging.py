"""A shoulder that is pulled up or forward: clavicle and body follow, and the arm hangs on as it hung."""

from __future__ import annotations

import numpy as np
import pytest

from pantin import solver
from pantin.rigs import Document
from pantin.rigs.templates import humanoid
from pantin.solver.edits.pulling.pull import begin
from pantin.solver.edits.pulling.tree import PullGoal

FIGURE = Document.of(humanoid.rig())
STANDING = solver.evaluate(FIGURE)


def turned(after: solver.Evaluated, name: str) -> float:
    """Return how far a bone is turned against the standing figure, radians."""
    a, b = (each.matrix(name)[:3, :3] for each in (STANDING, after))
    return float(np.arccos(np.clip((np.trace(a.T @ b) - 1.0) / 2.0, -1.0, 1.0)))


@pytest.mark.parametrize("goal", [PullGoal("shoulder.L", tail=True), PullGoal("upper_arm.L")])
@pytest.mark.parametrize("way", [(0.0, 0.0, 0.06), (-0.02, -0.08, 0.02), (0.0, -0.15, -0.1)])
def test_the_arm_hangs_as_it_did(goal: PullGoal, way: tuple[float, float, float]) -> None:
    place = STANDING.heads[STANDING.index["upper_arm.L"]] + np.array(way)
    pulled = begin(FIGURE, STANDING, (goal,), FIGURE.rig.pins).to([place])
    after = solver.evaluate(pulled.document)
    assert np.linalg.norm(after.heads[after.index["upper_arm.L"]] - place) < 2e-3
    assert turned(after, "shoulder.L") > 0.1
    assert turned(after, "upper_arm.L") < 0.02 and turned(after, "forearm.L") < 0.03


def test_along_a_chain_it_goes_with_the_clavicle() -> None:
    place = STANDING.heads[STANDING.index["upper_arm.L"]] + np.array((0.0, 0.0, 0.06))
    pulled = begin(FIGURE, STANDING, (PullGoal("shoulder.L", tail=True),), (), 1).to([place])
    assert turned(solver.evaluate(pulled.document), "upper_arm.L") > 0.1
