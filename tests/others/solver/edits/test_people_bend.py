"""People who are fitted bend as people do, whatever noise, rolls and twist segments their skeletons rest with.

Each hand and foot is brought straight below its shoulder or hip: knees go forward and elbows back, left and right
alike, shins and forearms stay straight, and the handle is reached.
"""

from __future__ import annotations

import numpy as np
import pytest

from pantin.rigs.fitting import person_figure_in
from pantin.rigs.fitting.bending import ARM, joints_of, rest_bend
from pantin.rigs.fitting.found_body import SIDES
from pantin.rigs.fitting.tree import Tree
from tests.others.samples import sample
from tests.others.solver.edits.people import PEOPLE
from tests.rigs.skeletons import heading_to
from tests.solver.edits.bending import (
    assert_bends_as_people_do,
)

UNLIKE = "glb/RobotExpressive.glb"
"""It rests with unlike sides on purpose, in a stance."""


@pytest.mark.parametrize("file", [file for file in PEOPLE if file != UNLIKE])
def test_other_peoples_skeletons_bend_as_people_do(file: str) -> None:
    assert_bends_as_people_do(sample(file).rig)


def test_who_rests_in_a_stance_bends_as_that_has_it() -> None:
    """One elbow of this robot rests bent by 57°, the other by 31°: that is no noise, and limits count on from there."""
    rig = sample(UNLIKE).rig
    joints = [joints_of(Tree(rig), person_figure_in(rig), ARM, side) for side in SIDES]
    assert [round(np.degrees(rest_bend(at))) for at in joints if at is not None] == [57, 31]
    assert_bends_as_people_do(rig, alike=0.28)


@pytest.mark.parametrize("degrees", [90.0, -90.0])
@pytest.mark.parametrize("file", ["glb/CesiumMan.glb", "vrm/debug_robot.vrm", "bvh/geno_stance.bvh"])
def test_who_looks_along_x_bends_so_too(file: str, degrees: float) -> None:
    """Found by names or by shape; legs that hang straight down have the same axes on both sides."""
    assert_bends_as_people_do(heading_to(sample(file).rig, degrees))
