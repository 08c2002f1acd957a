"""The gripper of the sample robot: its jaws slide between closed and open, however far they are dragged."""

from __future__ import annotations

import numpy as np
import pytest

from pantin import solver
from pantin.rigs import Document, Transform
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.templates.robot import CLOSES, GAP, OPENS, rig

ROBOT = Document.of(rig())


@pytest.mark.parametrize("way", [-0.5, 0.5])
def test_jaws_that_are_dragged_far_end_where_the_gripper_is_open_or_closed(way: float) -> None:
    moved = {name: Transform(location=(side * way, 0.0, 0.0)) for name, side in (("jaw.L", 1.0), ("jaw.R", -1.0))}
    evaluated = solver.evaluate(with_transforms(ROBOT, moved))
    left, right = (float(evaluated.heads[evaluated.index[name]][0]) for name in ("jaw.L", "jaw.R"))
    assert left == pytest.approx(-right, abs=1e-6)
    assert left == pytest.approx(GAP + (OPENS if way < 0.0 else -CLOSES), abs=1e-6) and left > 0.0


def test_at_rest_the_jaws_are_where_they_were_drawn() -> None:
    evaluated = solver.evaluate(ROBOT)
    assert all(
        np.allclose(evaluated.heads[evaluated.index[name]], ROBOT.rig.by_name[name].head) for name in ("jaw.L", "jaw.R")
    )
