"""Rig this mesh, in the real window: points are found and dragged, and a figure that can be posed comes of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6 import QtCore, QtTest

from pantin.app.files.mesh_rigging import MeshRigging
from pantin.app.pose_library.folders import SHIPPED
from pantin.rigs.editing.bound_rest import moved_since_bound
from pantin.rigs.editing.building.joints import transformed
from pantin.rigs.fitting import figure_in
from pantin.rigs.formats.converted.keeping import is_kept
from pantin.widgets.character.file_section import FileSection
from pantin.widgets.fitting.mesh_rig_sheet import MeshRigSheet
from tests.app.files.character_window import opened, red_square
from tests.app.person import Person
from tests.rigs.bodies.animals import bird, four_legged
from tests.rigs.bodies.capsules import capsule, written
from tests.rigs.bodies.capsules import person as body

MOST_ACTIONS = 6
"""From a mesh to a pose of the library."""


@pytest.fixture
def bare(person: Person, tmp_path: Path) -> Person:
    """A mesh without skin is open."""
    opened(person, written(tmp_path / "figure.glb", body(0.3)[0]))
    return person


def sheet_of(person: Person) -> MeshRigSheet:
    """Return the sheet, when it is there."""
    person.wait_until(lambda: not person.window.files.jobs.reader.doing)
    [rigging] = person.window.findChildren(MeshRigging)
    assert rigging.sheet.isVisible()
    return rigging.sheet


def rigged(person: Person) -> None:
    """The button of the sheet is pressed, and what comes of it is on screen."""
    sheet_of(person).rig.click()
    person.wait_until(lambda: len(person.session.document.rig.bones) > 20)
    person.wait_until(lambda: not person.window.characters.busy)
    person.wait_for_the_pose()


def test_a_pose_of_the_library_is_six_actions_from_a_mesh(person: Person, tmp_path: Path, qtbot) -> None:
    library = person.window.pose_library
    library.read_folders()
    qtbot.waitUntil(lambda: len(library._folders) == len(SHIPPED) and not library._reader.doing)
    path = written(tmp_path / "figure.glb", body(0.3)[0])
    done: list[Callable[[], object]] = []

    def act(action: Callable[[], object]) -> None:
        done.append(action)
        action()

    act(lambda: opened(person, path))
    act(lambda: person.window.menus.run("rig_mesh"))
    act(lambda: rigged(person))
    before = person.session.document.figure.pose
    person.wait_until(lambda: not library._reader.doing)
    act(person.window.dialogs.open_palette)
    palette = person.window.dialogs._palette
    act(lambda: palette.search.setText("kneel"))
    act(lambda: palette.search.entered.emit())
    person.wait_until(lambda: person.session.document.figure.pose != before)
    person.wait_for_the_pose()
    assert len(done) <= MOST_ACTIONS
    assert person.session.document.figure.pose != before
    heads = dict(zip(person.session.evaluated.names, person.session.evaluated.heads, strict=True))
    assert heads["head"][2] < 1.35  # it stands 1.56 m high


def test_nothing_is_offered_while_it_is_being_done_and_the_same_again_where_nothing_came_of_it(bare: Person) -> None:
    bar, reader = bare.window.skeleton_bar, bare.window.files.jobs.reader
    assert bar.isVisible()
    bar.button.click()
    assert reader.doing and not bar.isVisible()
    sheet_of(bare).put_away()
    assert bar.isVisible()
    bar.button.click()
    reader.cancel()
    assert bar.isVisible()
    bar.button.click()
    sheet_of(bare).rig.click()
    assert reader.doing and not bar.isVisible()
    bare.wait_until(lambda: len(bare.session.document.rig.bones) > 20 and not reader.doing)
    assert not bar.isVisible()


def test_a_press_beside_the_sheet_loses_no_points(bare: Person) -> None:
    bare.window.menus.run("rig_mesh")
    sheet = sheet_of(bare)
    QtTest.QTest.mouseClick(sheet, QtCore.Qt.MouseButton.LeftButton, pos=QtCore.QPoint(4, 4))
    assert sheet.isVisible()
    QtTest.QTest.keyClick(sheet, QtCore.Qt.Key.Key_Escape)
    assert not sheet.isVisible()


def test_it_is_one_step_of_undo_and_its_file_has_no_home_yet(bare: Person) -> None:
    before = bare.session.document.scene
    bare.window.menus.run("rig_mesh")
    rigged(bare)
    figure = bare.session.document.figure
    assert is_kept(figure.source.file.path)
    assert {"leftHand", "rightLowerArm", "leftThumbMetacarpal", "rightToes"} <= set(figure.rig.by_name)
    assert {limb.kind for limb in figure.rig.limbs} >= {"limb", "spine"}
    assert {pin.bone for pin in figure.rig.pins} == {"leftFoot", "rightFoot"}
    bare.window.menus.run("undo")
    assert bare.session.document.scene == before


def test_the_joints_are_those_of_the_body(bare: Person) -> None:
    bare.window.menus.run("rig_mesh")
    rigged(bare)
    _mesh, joints = body(0.3)
    rig = bare.session.document.rig
    found = figure_in(rig).bones
    for name in ("hips", "head", "forearm.L", "hand.R", "shin.L", "foot.R"):
        assert float(np.linalg.norm(np.array(rig.by_name[found[name]].head) - joints[name])) < 0.06, name


def test_a_dot_is_dragged_with_its_image(bare: Person) -> None:
    bare.window.menus.run("rig_mesh")
    sheet = sheet_of(bare)
    picture = sheet.picture
    before = {name: picture.at(name) for name in ("wrist.L", "wrist.R", "chin")}
    start = before["wrist.L"].toPoint()
    QtTest.QTest.mousePress(picture, QtCore.Qt.MouseButton.LeftButton, pos=start)
    QtTest.QTest.mouseMove(picture, start + QtCore.QPoint(-20, -8))
    bare.move((start.x() - 20, start.y() - 8), on=picture)
    QtTest.QTest.mouseRelease(picture, QtCore.Qt.MouseButton.LeftButton, pos=start + QtCore.QPoint(-20, -8))
    after = {name: picture.at(name) for name in before}
    assert after["wrist.L"].x() == pytest.approx(before["wrist.L"].x() - 20, abs=1.5)
    assert after["wrist.R"].x() == pytest.approx(before["wrist.R"].x() + 20, abs=4.0)
    assert after["chin"] == before["chin"]
    rigged(bare)
    _mesh, joints = body(0.3)
    hand = np.array(bare.session.document.rig.by_name["leftHand"].head)
    assert joints["hand.L"][0] - hand[0] > 0.03


def test_elbows_become_points_where_they_would_be_placed(bare: Person) -> None:
    bare.window.menus.run("rig_mesh")
    sheet = sheet_of(bare)
    sheet.elbows.committed.emit(True)
    elbow = sheet.picture.at("elbow.L")
    assert sheet.picture.at("chin").x() < elbow.x() < sheet.picture.at("wrist.L").x()
    sheet.elbows.committed.emit(False)
    assert "elbow.L" not in sheet.picture._points
    sheet.put_away()


def test_a_body_that_is_seen_from_behind_is_turned_round(bare: Person) -> None:
    bare.window.menus.run("rig_mesh")
    sheet = sheet_of(bare)
    sheet.turn.click()
    rigged(bare)
    assert bare.session.document.rig.by_name["leftHand"].head[0] < 0.0


def test_a_file_without_skin_says_so_and_its_properties_have_the_button(bare: Person) -> None:
    [section] = bare.window.findChildren(FileSection)
    assert section.asks and section.rig_mesh.isVisibleTo(section)
    section.rig_mesh.click()
    sheet_of(bare).put_away()


def test_a_bar_over_the_view_offers_it_until_it_is_done(bare: Person) -> None:
    bar = bare.window.skeleton_bar
    assert bar.isVisible() and "no skeleton" in bar.label.text()
    bar.button.click()
    rigged(bare)
    assert not bar.isVisible()


def test_it_is_offered_again_when_the_same_mesh_is_opened_again(bare: Person, tmp_path: Path) -> None:
    bare.window.skeleton_bar.close_button.click()
    assert not bare.window.skeleton_bar.isVisible()
    opened(bare, tmp_path / "figure.glb")
    assert bare.window.skeleton_bar.isVisible()


def test_what_is_no_person_gets_dots_to_be_dragged(person: Person, tmp_path: Path) -> None:
    opened(person, written(tmp_path / "ball.glb", capsule((0, 0, 1), (0, 0, 1.001), 0.5)))
    person.window.menus.run("rig_mesh")
    assert "No person was found" in sheet_of(person).words.text()
    sheet_of(person).put_away()


def test_a_mesh_with_a_skin_says_why_not(person: Person, tmp_path: Path) -> None:
    opened(person, red_square(tmp_path / "square.glb"))
    assert "has a skin" in person.window.menus.why_not("rig_mesh")


def test_an_animal_on_four_legs_is_told_by_its_shape_and_gets_controls(person: Person, tmp_path: Path) -> None:
    opened(person, written(tmp_path / "animal.glb", four_legged()[0]))
    person.window.menus.run("rig_mesh")
    sheet = sheet_of(person)
    assert sheet.kind.currentText() == "Four legs"
    assert "with a tail" in sheet.words.text() and "at the front" in sheet.words.text()
    rigged(person)
    rig = person.session.document.rig
    limbs = {limb.name for limb in rig.limbs if limb.kind == "limb"}
    assert limbs == {"front_paw.L", "front_paw.R", "hind_paw.L", "hind_paw.R"}
    assert is_kept(person.session.document.figure.source.file.path)
    assert all(goal.reached for goal in person.session.evaluated.goals)


def test_its_head_is_at_the_other_end_after_one_click(person: Person, tmp_path: Path) -> None:
    opened(person, written(tmp_path / "animal.glb", four_legged()[0]))
    person.window.menus.run("rig_mesh")
    sheet_of(person).turn.click()
    person.wait_until(lambda: "at the back" in sheet_of(person).words.text())
    rigged(person)
    assert person.session.document.rig.by_name["head"].tail[1] > 0.5


def test_a_bird_gets_wings_that_bend_and_no_limits_of_people(person: Person, tmp_path: Path) -> None:
    opened(person, written(tmp_path / "bird.glb", bird()[0]))
    person.window.menus.run("rig_mesh")
    assert sheet_of(person).kind.currentText() == "Wings"
    rigged(person)
    rig = person.session.document.rig
    assert {"hand.L", "hand.R", "foot.L", "foot.R"} <= {limb.name for limb in rig.limbs}
    assert not any(any(bone.joint.limit) for bone in rig.bones)


def test_another_kind_is_chosen_in_the_sheet(person: Person, tmp_path: Path) -> None:
    opened(person, written(tmp_path / "animal.glb", four_legged()[0]))
    person.window.menus.run("rig_mesh")
    sheet = sheet_of(person)
    sheet.kind.committed.emit("hand")
    person.wait_until(lambda: sheet.kind.currentText() == "Hand")
    assert "as large as the mesh" in sheet.words.text()
    sheet.put_away()


def test_a_kind_that_a_mesh_is_not_of_is_said(bare: Person) -> None:
    said = []
    bare.session.warned.connect(said.append)
    bare.window.menus.run("rig_mesh")
    sheet = sheet_of(bare)
    sheet.kind.committed.emit("four_legged")
    bare.wait_until(lambda: not bare.window.files.jobs.reader.doing)
    assert sheet.kind.currentText() == "Person"
    assert any("four legs" in words for words in said)
    sheet.put_away()


def test_joints_that_moved_are_told_at_rest_and_the_mesh_is_bound_again(person: Person, tmp_path: Path) -> None:
    opened(person, written(tmp_path / "animal.glb", four_legged()[0]))
    person.window.menus.run("rig_mesh")
    rigged(person)
    session, bar = person.session, person.window.bind_bar
    session.edit_rest(True)
    by = np.eye(4)
    by[:3, 3] = (0.0, -0.06, 0.05)
    session.edit("Move", lambda document: transformed(document, [("shin.L", "head")], by))
    assert bar.isVisible() and "moved since" in bar.label.text()
    before = session.document
    bar.button.click()
    person.wait_until(lambda: session.document is not before)
    assert not bar.isVisible() and not moved_since_bound(session.document.figure)
    rig = session.document.rig
    assert len([limb for limb in rig.limbs if limb.kind == "limb"]) == 4
    session.edit_rest(False)
    person.wait_until(lambda: not person.window.characters.busy)
    person.wait_for_the_pose()
    heads = dict(zip(session.evaluated.names, session.evaluated.heads, strict=True))
    np.testing.assert_allclose(heads["shin.L"], rig.by_name["shin.L"].head, atol=0.02)
    person.window.menus.run("undo")
    assert session.document.scene == before.scene
