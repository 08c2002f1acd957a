"""Tests of how many actions common tasks take in the real window: clicks, chords, drags and confirmed values are
counted.
"""

from __future__ import annotations

import numpy as np
import pytest
from PySide6 import QtCore

from pantin import rigs, solver
from pantin.rigs.editing.limbs import keeps_rotation
from pantin.rigs.formats.gltf.meshes import character
from pantin.rigs.formats.pose import read_pose
from pantin.rigs.problems import problems_of
from pantin.rigs.templates import biped
from tests.app.actions.counting import Counted
from tests.app.files.character_window import avatar, opened
from tests.app.person import Person
from tests.rigs.samples import plain


@pytest.fixture
def counted(person: Person) -> Counted:
    """Counting begins now."""
    person.view.reduced_motion = True
    return Counted(person)


def draw_a_leg(counted: Counted) -> None:
    """From an empty scene, seen from the front."""
    for at in ((480.0, 150.0), (488.0, 260.0), (480.0, 370.0)):
        counted.click(at)
    counted.chord("Shift+I")
    counted.chord("Ctrl+F2")
    counted.confirm("leg")


def empty(person: Person) -> None:
    person.window.files.new()
    person.wait_for_the_pose()
    person.view.look_from("right")
    person.wait_for_the_pose()


def test_from_nothing_to_a_leg_with_foot_handle_and_knee_pole(counted: Counted) -> None:
    person = counted.person
    empty(person)
    counted.actions = 0
    draw_a_leg(counted)
    rig = person.session.document.rig
    assert [bone.name for bone in rig.bones] == ["thigh", "shin", "foot_ik", "knee_pole"]
    (ik,) = rig.constraints
    assert (ik.owner, ik.target, ik.pole, ik.chain_length) == ("shin", "foot_ik", "knee_pole", 2)
    posed = solver.evaluate(person.session.document)
    np.testing.assert_allclose(posed.tails[posed.index["shin"]], rig.by_name["shin"].tail, atol=1e-6)
    np.testing.assert_allclose(posed.tails[posed.index["thigh"]], rig.by_name["thigh"].tail, atol=1e-6)
    assert problems_of(rig) == ()
    assert counted.actions <= 6
    assert person.view.hasFocus()


def test_what_was_drawn_is_saved_opened_again_posed_and_exported(
    counted: Counted, tmp_path, monkeypatch, qtbot
) -> None:
    person, files = counted.person, counted.person.window.files
    empty(person)
    draw_a_leg(counted)
    drawn = person.session.document.rig
    monkeypatch.setattr(files.saving, "_place", lambda *_, **_also: tmp_path / "leg.rig.json")
    person.shortcut("Ctrl+Shift+S")
    qtbot.waitUntil(lambda: not person.session.unsaved)
    files.new()
    files.open(tmp_path / "leg.rig.json")
    qtbot.waitUntil(lambda: person.session.document.rig == drawn)
    person.wait_for_the_pose()
    if person.session.editing:
        person.key(QtCore.Qt.Key.Key_Tab)
    ankle, at = person.tail("shin"), person.where("foot_ik", 0.0)
    person.drag(at, (at[0] + 20, at[1] - 40), (at[0] + 40, at[1] - 60))
    assert np.linalg.norm(person.tail("shin") - ankle) > 0.05
    assert all(goal.reached for goal in person.session.evaluated.goals)
    monkeypatch.setattr(files.saving, "_place", lambda *_, **_also: tmp_path / "leg.pose.json")
    person.by_palette("Export pose")
    qtbot.waitUntil((tmp_path / "leg.pose.json").exists)
    qtbot.waitUntil(lambda: {"thigh", "shin"} <= read_pose(tmp_path / "leg.pose.json").pose.keys())


def test_the_foot_keeps_the_rotation_of_its_handle_and_the_other_leg_is_made(counted: Counted) -> None:
    person = counted.person
    person.session.open(plain(biped.rig()))
    person.wait_for_the_pose()
    person.session.select(("foot.L",), "foot.L")
    counted.actions = 0
    counted.chord("Shift+I")
    rig = person.session.document.rig
    assert keeps_rotation(rig, rig.limbs[0]) and counted.actions <= 1
    counted.actions = 0
    counted.chord("Ctrl+M")
    rig = person.session.document.rig
    assert [limb.bones for limb in rig.limbs] == [
        ("thigh.L", "shin.L", "foot.L"),
        ("thigh.R", "shin.R", "foot.R"),
    ]
    assert keeps_rotation(rig, rig.limbs[1]) and problems_of(rig) == () and counted.actions <= 1


def test_the_elbow_becomes_a_hinge_that_one_sees(counted: Counted) -> None:
    person = counted.person
    person.session.open(plain(biped.rig()))
    person.wait_for_the_pose()
    person.view.change_display(figure="off")
    before = person.picture()
    counted.click(person.where("forearm.L"))
    counted.chord("Ctrl+H")
    limits = person.session.document.rig.by_name["forearm.L"].joint
    (free,) = [axis for axis in range(3) if not limits.lock[axis]]
    lower, upper = np.degrees(limits.limit[free])
    assert upper - lower == pytest.approx(150, abs=1) and counted.actions <= 2
    amber = np.abs(person.picture() - (0xFF, 0xB9, 0x38)).max(axis=2) < 24
    assert amber.sum() > 40 and (np.abs(before - (0xFF, 0xB9, 0x38)).max(axis=2) < 24).sum() < 5


def test_a_character_is_opened_pulled_smiles_is_in_a_picture_and_saved_posed(
    counted: Counted, tmp_path, monkeypatch, qtbot
) -> None:
    """Open it, pull its hand, click on the smile, take the picture, open the sheet of what leaves, and confirm it."""
    person = counted.person
    path = avatar(tmp_path / "avatar.vrm")
    person.window.files.saving.folder = tmp_path
    counted.actions += 1
    opened(person, path)
    person.view.frame_all()
    person.view.reduced_motion = True
    person.look()
    pulled = person.where("upper", 0.9)
    counted.drag(pulled, (pulled[0] + 20, pulled[1] - 10), (pulled[0] + 60, pulled[1] - 20))
    assert person.session.document.figure.pose.bones
    cards = person.window.panels.properties.figure_page.expressions.cards.viewport()
    counted.actions += 1
    person.press((30, 30), on=cards)
    person.release((30, 30), on=cards)
    assert person.session.document.figure.pose.expressions == {"Smile": 1.0}
    person.view.setFocus()
    counted.chord("Shift+F12")
    qtbot.waitUntil((tmp_path / "avatar.png").exists)
    counted.chord("Ctrl+E")
    counted.keys("Return")
    written = tmp_path / "avatar 2.vrm"
    qtbot.waitUntil(written.exists)
    assert counted.actions <= 6
    before, after = rigs.read(path).rig, rigs.read(written).rig
    assert before.by_name["upper"].tail != pytest.approx(after.by_name["upper"].tail, abs=1e-3)
    assert [each.weights for each in character(written).morphs] == [(1.0,)]
