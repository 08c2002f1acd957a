"""Edit mode on the real window: the layout "Rig" shows and edits the rest pose, and every other layout poses."""

from __future__ import annotations

from unittest.mock import patch

import numpy as np
from PySide6 import QtGui, QtTest
from PySide6.QtCore import Qt

from pantin import rigs
from pantin.app.docks import mode
from pantin.rigs import Document
from pantin.rigs.pose import REST
from pantin.rigs.sides import mirrored_name
from pantin.rigs.templates import biped
from pantin.solver.edits.limbs.person_controls import rig_person
from tests.app.person import Person
from tests.rigs.samples import plain
from tests.rigs.skeletons import nameless


def _posed(person: Person, handle: str = "hand_ik.L") -> None:
    """A handle a hand's breadth aside."""
    from pantin.rigs.editing.pose import with_transforms
    from pantin.rigs.pose import Transform

    moved = {handle: Transform((0.1, 0.1, 0.0))}
    person.session.edit("Pose", lambda document: with_transforms(document, moved))
    person.wait_for_the_pose()


def test_tab_shows_the_rest_pose_and_back_again_the_pose_without_a_step(person: Person) -> None:
    _posed(person)
    before, posed, steps = person.session.document, person.tail("hand.L"), person.session.history.labels
    person.key(Qt.Key.Key_Tab)
    assert person.window.docks.layout == "rig" and person.session.editing
    assert not np.allclose(person.tail("hand.L"), posed, atol=0.01)
    assert "rest pose, editing" in person.window.overlay.title.words[1]
    person.key(Qt.Key.Key_Tab)
    assert person.window.docks.layout == "pose" and not person.session.editing
    assert np.allclose(person.tail("hand.L"), posed, atol=1e-9)
    assert person.session.document is before and person.session.history.labels == steps
    assert person.session.document.figure.transform("hand_ik.L") != REST


def test_the_figure_steps_back_behind_solid_bones_in_an_accent_frame(person: Person) -> None:
    before = _colour(person, "chest")
    person.key(Qt.Key.Key_Tab)
    assert np.abs(person.picture()[0, 100:200] - (0x4D, 0xA3, 0xFF)).max() < 12
    assert np.abs(_colour(person, "chest") - before).max() > 20


def _colour(person: Person, bone: str) -> np.ndarray:
    """Return what is seen in the middle of a bone, wherever the view has it now."""
    x, y = map(round, person.where(bone))
    return person.picture()[y, x]


def _new(person: Person) -> None:
    person.window.files.new()
    person.wait_for_the_pose()
    person.view.look_from("front")


def test_an_empty_scene_and_three_clicks_make_a_chain_of_two_bones(person: Person, tmp_path, qtbot) -> None:
    person.view.reduced_motion = True
    _new(person)
    assert person.session.editing and person.window.view.tool == "draw" and not person.session.unsaved
    for at in ((400.0, 150.0), (440.0, 260.0), (400.0, 380.0)):
        person.click(at)
    QtTest.QTest.keyClick(person.view, Qt.Key.Key_Escape)
    rig = person.session.document.rig
    assert [bone.name for bone in rig.bones] == ["bone", "bone.001"]
    assert rig.by_name["bone.001"].parent == "bone" and rig.by_name["bone.001"].connected
    assert rig.by_name["bone.001"].head == rig.by_name["bone"].tail
    assert person.session.history.labels == ("New rig", "Draw bone", "Draw bone.001")
    for name, end, at in (("bone", 0.0, (400, 150)), ("bone", 1.0, (440, 260)), ("bone.001", 1.0, (400, 380))):
        assert np.allclose(person.where(name, end), at, atol=9.0)
    person.session.undo()
    assert [bone.name for bone in person.session.document.rig.bones] == ["bone"]
    person.session.redo()
    rigs.write(person.session.document, tmp_path / "leg.rig.json")
    person.window.files.opened(tmp_path / "leg.rig.json", rigs.opened(tmp_path / "leg.rig.json"))
    assert person.session.document.rig.bones == rig.bones


def test_ctrl_z_while_drawing_takes_the_last_bone_back(person: Person) -> None:
    person.view.reduced_motion = True
    _new(person)
    for at in ((400.0, 150.0), (440.0, 260.0), (400.0, 380.0)):
        person.click(at)
    person.press_keys(QtGui.QKeySequence("Ctrl+Z"))
    assert [bone.name for bone in person.session.shown.rig.bones] == ["bone"] and not person.view.dragging


def test_what_is_drawn_goes_on_from_a_joint_and_gets_its_side_with_mirror_x(person: Person) -> None:
    person.view.reduced_motion = True
    _new(person)
    person.view.change_settings(mirror_x=True)
    middle = person.view.lens.project(np.zeros(3))[0, 0]
    for at in ((middle, 200.0), (middle, 100.0)):
        person.click((float(at[0]), at[1]))
    QtTest.QTest.keyClick(person.view, Qt.Key.Key_Escape)
    person.click((float(middle), 100.0))
    person.click((float(middle) + 90, 140.0))
    QtTest.QTest.keyClick(person.view, Qt.Key.Key_Escape)
    rig = person.session.document.rig
    assert {bone.name for bone in rig.bones} == {"bone", "bone.L", "bone.R"}
    left, right = rig.by_name["bone.L"], rig.by_name["bone.R"]
    assert left.head == right.head == rig.by_name["bone"].tail
    assert left.tail[0] > 0 and np.allclose(right.tail, np.multiply(left.tail, (-1, 1, 1)))
    person.session.undo()
    assert [bone.name for bone in person.session.document.rig.bones] == ["bone"]


def test_a_joint_dragged_with_mirror_x_moves_on_both_sides_in_one_step(person: Person) -> None:
    person.view.reduced_motion = True
    person.key(Qt.Key.Key_Tab)
    person.view.look_from("front")
    person.view.change_settings(mirror_x=True)
    steps = len(person.session.history.labels)
    x, y = person.where("shin.L", 0.0)
    person.press((x, y))
    person.move((x + 10, y), (x + 40, y - 10))
    shown = person.session.shown.rig
    assert np.allclose(shown.by_name["thigh.R"].tail, np.multiply(shown.by_name["thigh.L"].tail, (-1, 1, 1)))
    person.release((x + 40, y - 10))
    assert (
        person.session.document.rig.by_name["thigh.L"].tail != REST and len(person.session.history.labels) == steps + 1
    )
    assert person.session.history.undo_label == "Drag tail of thigh.L"


def test_the_tree_says_what_is_drawn_and_what_mirrors_it(person: Person) -> None:
    person.view.reduced_motion = True
    person.key(Qt.Key.Key_Tab)
    person.view.look_from("front")
    person.view.change_settings(mirror_x=True)
    person.view.pick_tool("draw")
    x, y = person.where("head", 1.0)
    person.press((x, y))
    person.move((x + 20, y + 30), (x + 40, y + 60))
    (drawn,) = person.session.highlighted
    assert person.session.drag_roles == {drawn: "drawing", mirrored_name(drawn): "mirror"}
    person.window.panels.show()
    tree = person.window.panels.hierarchy.tree
    told = tree.model().data(tree.model().index_of(mirrored_name(drawn)), Qt.ItemDataRole.AccessibleTextRole)
    assert "mirror" in told
    person.release((x + 40, y + 60))
    QtTest.QTest.keyClick(person.view, Qt.Key.Key_Escape)
    assert person.session.drag_roles == {}


def test_an_empty_rig_can_be_posed_too(person: Person) -> None:
    _new(person)
    person.key(Qt.Key.Key_Tab)
    assert person.window.docks.layout == "pose"
    person.wait_for_the_pose()
    assert person.picture().max() > 0


def test_posing_is_told_to_wait_while_the_rest_pose_is_edited(person: Person) -> None:
    person.session.select(("hand.L",), "hand.L")
    assert person.window.menus.why_not("extrude") and not person.window.menus.why_not("auto_ik")
    person.key(Qt.Key.Key_Tab)
    assert not person.window.menus.why_not("extrude") and "Tab" in person.window.menus.why_not("auto_ik")
    assert person.window.panels.properties.transform.isHidden()
    assert person.window.panels.status.news.text() == "Editing the rest pose"


def test_a_figure_that_gets_its_first_limbs_is_pulled_whole_from_then_on(person: Person) -> None:
    """As one that is opened with them; who chooses chains afterwards keeps them."""
    person.session.open(Document.of(nameless(plain(biped.rig()).rig)[0]))
    person.wait_for_the_pose()
    assert person.view.settings.reach == "chain"
    _fit(person)
    assert person.view.settings.reach == "body"
    person.view.change_settings(reach="chain")
    _posed(person, person.session.document.rig.limbs[0].controls[0])
    assert person.view.settings.reach == "chain"


def test_names_are_not_read_for_limbs_while_the_rest_pose_is_edited(person: Person) -> None:
    person.session.open(Document.of(nameless(plain(biped.rig()).rig)[0]))
    person.wait_for_the_pose()
    person.key(Qt.Key.Key_Tab)
    with patch.object(mode, "has_limbs", wraps=mode.has_limbs) as has_limbs:
        _fit(person)
        assert not has_limbs.called and person.view.settings.reach == "chain"
        person.key(Qt.Key.Key_Tab)
        person.wait_for_the_pose()
        assert has_limbs.called and person.view.settings.reach == "body"


def _fit(person: Person) -> None:
    person.session.edit("Fit", lambda document: rig_person(document)[0])
    person.wait_for_the_pose()
