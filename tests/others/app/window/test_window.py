"""The whole path in the real window: press, move, key, release, then look at the document and the pixels."""

from __future__ import annotations

import numpy as np
import pytest

from tests.app.opening.opening_window import open_file
from tests.app.person import Person
from tests.others.samples import SAMPLES


@pytest.mark.parametrize(
    ("file", "hand", "foot"),
    [("CesiumMan.glb", "Skeleton_arm_joint_L__2_", "leg_joint_R_5"), ("RobotExpressive.glb", "Palm2.L", "Foot.R")],
)
def test_a_character_that_nobody_here_made_is_pulled_by_its_hand(file, hand, foot, person: Person, qtbot) -> None:
    open_file(person, SAMPLES / "glb" / file)
    qtbot.waitUntil(lambda: hand in person.session.document.rig.by_name)
    person.session.show_frame(None)  # of the clip that it comes with
    person.wait_for_the_pose()
    before, held = person.tail(hand), person.tail(foot)
    x, y = person.where(hand)
    person.drag((x, y), (x, y - 20), (x, y - 40))
    assert np.linalg.norm(person.tail(hand) - before) > 0.01
    assert person.tail(foot) == pytest.approx(held, abs=1e-9)
    assert len(person.session.history.labels) == 2
    assert person.session.path is None, "a rig is not saved over the character that it came from"
