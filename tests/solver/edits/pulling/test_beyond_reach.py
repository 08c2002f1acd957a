"""Beyond reach small steps of the target are small steps of the pose."""

from __future__ import annotations

import numpy as np
import pytest

from pantin import rigs, solver
from pantin.resources import FOLDER
from pantin.solver.edits.pulling.pull import PullGoal, begin
from pantin.solver.whole_body import columns as c

FIGURE = rigs.read(FOLDER / "rigs" / "humanoid.rig.json")


@pytest.mark.parametrize(
    ("one", "other"), [((1.531, -0.318, 1.591), (1.539, -0.321, 1.596)), ((1.5, -0.3, 1.6), (1.5, -0.309, 1.6))]
)
def test_a_hand_beyond_reach_does_not_turn_the_body_about(one, other) -> None:
    """A centimetre turned the hips by 49 degrees, and the miss grew from 0.273 to 0.378 m."""
    drag = begin(FIGURE, solver.evaluate(FIGURE), (PullGoal("hand.L"),), FIGURE.rig.pins)
    hand, spins, misses = drag.tree.names.index("hand.L"), [], []
    for target in (one, other):
        bones = drag.solved((target,))[0]
        place = bones[hand, c.HEAD : c.HEAD + 3] * drag.tables.height
        misses.append(float(np.linalg.norm(place - target)))
        spins.append(bones[:, c.WORLD : c.WORLD + 4])
    turned = 2.0 * np.arccos(np.clip(np.abs((spins[0] * spins[1]).sum(axis=1)), 0.0, 1.0))
    assert turned.max() < np.radians(2.0)
    assert abs(misses[0] - misses[1]) <= 0.010
    assert max(misses) < 0.273
