"""Tests of how many actions pulling a body takes in the real window, and what stays meanwhile."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6 import QtCore

from pantin.rigs.editing.pins import pin_of
from pantin.rigs.rest import rest_height
from pantin.solver.edits.pulling import pull
from pantin.solver.whole_body import columns as c
from pantin.viewport.values.reach import Reaching
from tests.app.actions.counting import Counted
from tests.app.person import Person, sample
from tests.rigs.samples import plain

ARM = ("upper_arm.L", "forearm.L", "hand.L", "hand_ik.L", "elbow_pole.L")


@pytest.fixture
def counted(person: Person) -> Counted:
    """Counting begins now."""
    person.view.reduced_motion = True
    return Counted(person)


def heads(person: Person, *names: str) -> np.ndarray:
    """Return where bones begin on screen, armature space (n, 3)."""
    evaluated = person.session.evaluated
    return np.array([evaluated.heads[evaluated.index[name]] for name in names])


def test_a_hand_is_pulled_beyond_its_reach_with_both_feet_standing_in_one_drag(counted: Counted) -> None:
    person = counted.person
    person.open_sample("humanoid")
    balls, chest, hand = heads(person, "toe.L", "toe.R"), heads(person, "chest"), heads(person, "hand.L")
    heels = heads(person, "foot.L", "foot.R")
    x, y = person.where("hand.L", 0.1)
    counted.drag((x, y), (x + 60, y - 60), (x + 160, y - 90))
    height = rest_height(person.session.document.rig.bones)
    assert counted.actions == 1 and person.session.history.undo_label.startswith("Drag hand.L")
    assert np.abs(heads(person, "toe.L", "toe.R") - balls).max() <= 1e-5 * height, "both feet stand on their balls"
    risen = (heads(person, "foot.L", "foot.R") - heels)[:, 2]
    assert np.all(risen >= -1e-5 * height) and risen.max() < 0.1, "heels rise where flat feet would hold the hand back"
    assert (
        np.linalg.norm(heads(person, "chest") - chest) > 0.02 and np.linalg.norm(heads(person, "hand.L") - hand) > 0.3
    )
    assert all(goal.reached for goal in person.session.evaluated.goals)


def test_a_plain_skeleton_keeps_a_hand_and_a_foot_while_its_hips_move_in_three_actions(counted: Counted) -> None:
    person = counted.person
    person.session.open(plain(sample("humanoid").rig))
    person.wait_for_the_pose()
    assert person.view.settings.reach == "body"
    before = heads(person, "hand.L", "foot.R")
    for name in ("hand.L", "foot.R"):
        person.hover(person.where(name, 0.4))
        assert person.window.pointed_at == name
        counted.chord("P")
    x, y = person.where("hips", 0.3)
    counted.drag((x, y), (x + 10, y + 20), (x + 15, y + 30))
    rig = person.session.document.rig
    assert counted.actions == 3 and all(pin_of(rig, name) for name in ("hand.L", "foot.R"))
    assert np.abs(heads(person, "hand.L", "foot.R") - before).max() <= 1e-5 * rest_height(rig.bones)
    assert person.session.document.figure.transform("hips").location != (0.0, 0.0, 0.0)


def test_the_hand_of_a_limb_is_pulled_by_two_bones_and_then_by_the_whole_body(counted: Counted) -> None:
    person = counted.person
    person.open_sample("humanoid")
    person.view.change_settings(reach="chain", chain_length=2)
    chest = heads(person, "chest")
    x, y = person.where("hand.L", 0.1)
    counted.drag((x, y), (x - 10, y - 20))
    assert np.abs(heads(person, "chest") - chest).max() < 1e-7
    turned = person.session.document.figure.pose.bones.keys()
    assert {"upper_arm.L", "forearm.L"} <= turned and not {"shoulder.L", "chest"} & turned
    person.view.lengthen_chain(9)
    assert person.view.settings.reach == "body"
    x, y = person.where("hand.L", 0.1)
    counted.drag((x, y), (x + 60, y - 60), (x + 160, y - 90))
    assert counted.actions == 2 and np.linalg.norm(heads(person, "chest") - chest) > 0.02


def test_a_hand_seen_small_is_pulled_by_a_finger_along_its_chain_too(counted: Counted) -> None:
    """In the middle of the drag the whole body is changed for two bones: those above the hand, not of the finger."""
    person = counted.person
    person.open_sample("humanoid")
    hand, chest = heads(person, "hand.L"), heads(person, "chest")
    x, y = person.where("index_2.L", 0.9)
    person.press((x, y))
    person.move((x - 8, y - 10), (x - 15, y - 20))
    for _ in range(2):
        person.key(QtCore.Qt.Key.Key_PageDown)
    assert person.view.settings.reaching == Reaching("chain", 2)
    person.release((x - 15, y - 20))
    assert person.session.history.undo_label.startswith("Drag hand.L")
    assert np.linalg.norm(heads(person, "hand.L") - hand) > 0.05 and np.abs(heads(person, "chest") - chest).max() < 1e-7
    assert {"forearm.L", "upper_arm.L"} <= person.session.document.figure.pose.bones.keys() <= set(ARM)
    before = heads(person, "hand.L")
    person.session.select((), None)
    x, y = person.where("index_2.L", 0.9)
    counted.drag((x, y), (x + 8, y + 10), (x + 15, y + 20))
    assert np.linalg.norm(heads(person, "hand.L") - before) > 0.05, "and pressed with the chain already chosen"


def test_the_pose_depends_on_the_place_of_the_pointer_and_not_on_its_way(counted: Counted) -> None:
    person = counted.person
    poses = []
    for way in (((80.0, 30.0),), ((-90.0, -140.0), (150.0, 60.0), (-30.0, 90.0))):
        person.open_sample("humanoid")
        x, y = person.where("hand.R", 0.1)
        person.drag((x, y), *((x + dx, y + dy) for dx, dy in way), (x - 40, y - 70))
        poses.append(person.session.document.figure.pose.bones)
    assert poses[0] == poses[1]


def test_pins_that_a_pull_could_not_keep_are_said_when_it_ends(counted: Counted, monkeypatch) -> None:
    """Which pin, by how much, and how to let it go."""
    person = counted.person
    person.open_sample("humanoid")
    report = pull._report

    def lost(pulling, k, bones, goals, *told):
        if pulling.goals[k].bone == "foot.R":
            goals = goals.copy()
            goals[k, c.TARGET] += 0.034 / pulling.tables.height
        return report(pulling, k, bones, goals, *told)

    monkeypatch.setattr(pull, "_report", lost)
    said: list[str] = []
    person.session.warned.connect(said.append)
    x, y = person.where("hand.L", 0.1)
    counted.drag((x, y), (x - 10, y - 20))
    person.session.warned.disconnect(said.append)
    assert said == [
        "Pins out of each other's reach: foot.R by 34 mm. A click on its push-pin lets a bone go.",
    ]
