"""Whole bodies in the real window: a figure from a template, a person's controls for a skeleton. Actions counted."""

from __future__ import annotations

import pytest
from PySide6 import QtGui

from tests.app.actions.counting import Counted, kinds
from tests.app.opening.opening_window import open_file
from tests.app.person import Person
from tests.others.samples import SAMPLES


@pytest.mark.parametrize(
    ("file", "bones"),
    [("glb/CesiumMan.glb", 19), ("glb/kaykit_Knight.glb", 41), ("glb/RobotExpressive.glb", 43)],
)
def test_a_loaded_skeleton_gets_limbs_spine_and_head_in_two_actions(file: str, bones: int, person: Person) -> None:
    open_file(person, SAMPLES / file)
    person.wait_until(lambda: len(person.session.document.rig.bones) == bones)
    person.session.show_frame(None)  # of the clip that some of them come with
    person.wait_for_the_pose()
    before = person.session.evaluated
    counted = Counted(person)
    counted.keys("Ctrl+Shift+R")
    person.wait_for_the_pose()
    rig, after = person.session.document.rig, person.session.evaluated
    assert counted.actions <= 2
    assert [limb.kind for limb in rig.limbs] == ["spine", "limb", "limb", "limb", "limb", "spine"]
    assert kinds(person) == {"bone": bones, "handle": 7, "pole": 4}
    assert any(limit for bone in rig.bones for limit in bone.joint.limit)
    for name in before.names:
        assert abs(after.matrix(name) - before.matrix(name)).max() <= 1e-6, name
    assert len(person.session.history.labels) == 2
    person.session.undo()
    assert kinds(person) == {"bone": bones, "handle": 0, "pole": 0}


@pytest.mark.parametrize(
    ("file", "bones"), [("bvh/cmu_12_01_walk_cgspeed.bvh", 31), ("vrm/cool_loops.vrm", 65), ("vrm/debug_robot.vrm", 77)]
)
def test_motion_capture_and_avatars_are_opened_seen_and_fitted(file: str, bones: int, person: Person) -> None:
    open_file(person, SAMPLES / file)
    person.wait_until(lambda: len(person.session.document.rig.bones) == bones)
    person.wait_for_the_pose()
    assert person.session.path is None and not person.window.notice.isVisible()
    person.press_keys(QtGui.QKeySequence("Ctrl+Shift+R"))
    person.wait_for_the_pose()
    kinds = [limb.kind for limb in person.session.document.rig.limbs]
    assert kinds.count("limb") == 4 and kinds.count("spine") == 2 and kinds.count("aim") == ("robot" in file)
