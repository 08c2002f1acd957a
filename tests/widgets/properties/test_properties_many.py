"""Several bones at once: what differs says "Mixed", an edit is of all of them and one step, locks are kept."""

from __future__ import annotations

from math import radians

import msgspec
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from pantin.rigs.document import Document
from pantin.rigs.editing.bones import replace_bone
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.joint import Locks
from pantin.rigs.joint_angles import angles_of, roll_of
from pantin.rigs.pose import Transform
from pantin.widgets.properties.properties import Properties
from pantin.widgets.theme import theme
from pantin.widgets.theme.style.dressing import apply_theme
from pantin.widgets.values.shared_values import MIXED
from tests.widgets.stage import RIG, Stage, bent, document_with, turned

LEFT = Qt.MouseButton.LeftButton
THREE = ("hand.L", "hand_ik.L", "elbow_pole.L")


@pytest.fixture
def panel(shown) -> Properties:
    panel = Properties()
    shown(panel, 308, 900)
    return panel


def posed(**transforms: Transform) -> Document:
    """Three bones selected, posed so; names are given without their side."""
    return with_transforms(document_with(*THREE), {f"{name}.L": pose for name, pose in transforms.items()})


def angles(document: Document, name: str) -> tuple[float, float, float]:
    return angles_of(document.figure.transform(name).rotation, roll_of(document.rig.by_name[name]))


def numbers(panel: Properties, channel: str):
    editor = panel.transform.form.editors[channel]
    return getattr(editor, "row", editor).fields


def type_into(field, text: str) -> None:
    QTest.mouseClick(field, LEFT, pos=QPoint(40, 12))
    QTest.keyClicks(QApplication.focusWidget(), text)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)


def test_the_subject_says_how_many(panel) -> None:
    panel.show_document(document_with(*THREE))
    assert panel.head.title() == "3 bones" and panel.head.line() == ", ".join(THREE)


def test_what_differs_says_mixed_by_axis(panel) -> None:
    panel.show_document(posed(hand=bent(10, 20, 0), hand_ik=turned(10, 30, 0), elbow_pole=turned(10, 20, 0)))
    assert [field.text() for field in numbers(panel, "rotation")] == ["10.0", "Mixed", "0.0"]
    assert panel.bone.form.editors["kind"].currentIndex() == -1
    assert panel.bone.form.editors["parent"].value() is MIXED


def test_a_scrub_of_one_angle_leaves_the_others_of_each_bone_and_is_one_step(panel, drag) -> None:
    stage = Stage(panel, posed(hand=bent(10, 20, 5), hand_ik=turned(10, 30, 15)))
    drag(numbers(panel, "rotation")[0], 23, start=QPoint(30, 12))
    assert stage.labels == ["Rotation X of 3 bones"] and stage.previews > 10
    assert angles(stage.document, "hand.L") == pytest.approx((radians(20), radians(20), radians(5)))
    assert angles(stage.document, "hand_ik.L") == pytest.approx((radians(20), radians(30), radians(15)))
    assert angles(stage.document, "elbow_pole.L") == pytest.approx((radians(20), 0.0, 0.0), abs=1e-9)


def test_a_scrub_put_back_leaves_every_bone(panel, drag) -> None:
    stage = Stage(panel, posed(hand=bent(10, 20, 5)))
    before = stage.document
    field = numbers(panel, "rotation")[1]
    drag(field, 23, start=QPoint(30, 12), release=False)
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert stage.document is before and stage.shown is before and not stage.labels
    assert field.text() == "Mixed"


def test_a_typed_position_moves_all_but_connected_bones(panel) -> None:
    stage = Stage(panel, posed(hand_ik=Transform(location=(0.1, 0.2, 0.3))))
    type_into(numbers(panel, "location")[2], "1.5")
    assert stage.labels == ["Position Z of 3 bones"]
    figure = stage.document.figure
    assert figure.transform("hand.L").location == (0.0, 0.0, 0.0)
    assert figure.transform("hand_ik.L").location == (0.1, 0.2, 1.5)
    assert figure.transform("elbow_pole.L").location == (0.0, 0.0, 1.5)


def test_switch_choice_and_joint_are_of_all(panel) -> None:
    stage = Stage(panel, document_with("spine", "hand.L"))
    QTest.mouseClick(panel.bone.form.editors["hidden"], LEFT, pos=QPoint(10, 12))
    type_into(panel.joint.form.editors["stretch"], "0.5")
    QTest.mouseClick(panel.joint.limits.rows[0].lock, LEFT)
    kind = panel.bone.form.editors["kind"]
    kind.activated.emit(kind.findData("handle"))
    assert stage.labels == [f"{what} of 2 bones" for what in ("Hidden", "Stretch", "Lock Bend X", "Kind")]
    for name in ("spine", "hand.L"):
        bone = stage.document.rig.by_name[name]
        assert (bone.hidden, bone.kind) == (True, "handle")
        assert bone.joint.stretch == 0.5 and bone.joint.lock == (True, False, False)


def test_one_end_of_a_limit_leaves_the_other_of_each_bone(panel, drag) -> None:
    forearm = RIG.by_name["forearm.L"]
    spine = msgspec.structs.replace(RIG.by_name["spine"], joint=forearm.joint)
    limit = ((radians(-10), radians(70)), None, None)
    spine = msgspec.structs.replace(spine, joint=msgspec.structs.replace(spine.joint, limit=limit))
    stage = Stage(panel, replace_bone(document_with("forearm.L", "spine"), spine))
    row = panel.joint.limits.rows[0]
    assert row.lower_end.text() == "Mixed" and row.upper_end.text() == "70"
    drag(row.upper_end, -13, start=QPoint(30, 12))
    for name, lower in (("forearm.L", -80), ("spine", -10)):
        assert stage.document.rig.by_name[name].joint.limit[0] == pytest.approx((radians(lower), radians(65)))


def test_the_dot_resets_all(panel) -> None:
    stage = Stage(panel, posed(hand_ik=turned(10, 0, 0), elbow_pole=turned(0, 10, 0)))
    QTest.mouseClick(panel.transform.form.rows["rotation"].label, LEFT, pos=QPoint(6, 12))
    assert stage.document.figure.pose.bones == {} and stage.labels == ["Rotation of 3 bones"]


def test_a_padlock_locks_one_number_and_edits_leave_it(panel, drag) -> None:
    stage = Stage(panel, document_with("hand_ik.L"))
    field = numbers(panel, "location")[1]
    field.padlock.click()
    assert stage.labels == ["Lock Position Y of hand_ik.L"]
    assert stage.document.rig.by_name["hand_ik.L"].locks.location == (False, True, False)
    drag(field, 20, start=QPoint(30, 12))
    assert not stage.previews and "locked" in field.toolTip()
    field.padlock.click()
    assert stage.document.rig.by_name["hand_ik.L"].locks == Locks() and not field.locked


def test_a_locked_number_stays_where_others_of_the_selected_move(panel) -> None:
    held = msgspec.structs.replace(RIG.by_name["elbow_pole.L"], locks=Locks(rotation=(True, False, False)))
    stage = Stage(panel, replace_bone(posed(elbow_pole=turned(7, 8, 9)), held))
    assert not numbers(panel, "rotation")[0].locked
    type_into(numbers(panel, "rotation")[0], "30")
    assert angles(stage.document, "hand.L")[0] == pytest.approx(radians(30))
    assert angles(stage.document, "elbow_pole.L") == pytest.approx((radians(7), radians(8), radians(9)))


def test_lock_all_and_reset_pose_from_the_subject(panel) -> None:
    stage = Stage(panel, posed(hand_ik=turned(10, 0, 0)))

    def run(title: str) -> None:
        {action.text(): action for action in panel.head.menu().actions()}[title].trigger()

    run("Lock all")
    run("Reset pose")
    assert "hand_ik.L" in stage.document.figure.pose.bones
    run("Unlock all")
    run("Reset pose")
    assert stage.document.figure.pose.bones == {}
    assert stage.labels[0] == "Lock all of 3 bones" and stage.labels[-1] == "Reset pose of 3 bones"


def test_the_subject_says_why_not(panel) -> None:
    panel.show_document(document_with(*THREE))
    actions = {action.text(): action for action in panel.head.menu().actions()}
    for title in ("Rename", "Unlock all", "Reset rotation", "Select child"):
        assert not actions[title].isEnabled() and actions[title].toolTip().endswith("."), title


def test_rename_and_selection_are_asked_for(panel, heard) -> None:
    panel.show_document(document_with("forearm.L"))
    said = heard(rename=panel.rename_asked, select=panel.selection_asked)
    panel.head.rename()
    QTest.keyClicks(QApplication.focusWidget(), "lower_arm.L")
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    actions = {action.text(): action for action in panel.head.menu().actions()}
    actions["Select parent"].trigger()
    actions["Select child"].trigger()
    assert said == [
        ("rename", "forearm.L", "lower_arm.L"),
        ("select", ("upper_arm.L",), "upper_arm.L"),
        ("select", ("hand.L",), "hand.L"),
    ]


def test_a_moved_tail_takes_connected_bones_along(panel) -> None:
    stage = Stage(panel, document_with("forearm.L"))
    type_into(panel.bone.ends.editors["tail"].fields[2], "1.25")
    rig = stage.document.rig
    assert rig.by_name["forearm.L"].tail == rig.by_name["hand.L"].head == (0.6, 0.0, 1.25)
    type_into(panel.bone.measure.editors["length"], "50")
    rig = stage.document.rig
    assert rig.by_name["hand.L"].head == rig.by_name["forearm.L"].tail
    assert panel.bone.measure.editors["length"].value() == pytest.approx(0.5)
    type_into(panel.bone.ends.editors["head"].fields[1], "0.1")
    rig = stage.document.rig
    assert rig.by_name["forearm.L"].head == rig.by_name["upper_arm.L"].tail == (0.3, 0.1, 1.0)
    assert stage.labels == ["Tail Z of forearm.L", "Length of forearm.L", "Head Y of forearm.L"]


def test_shape_and_colour_are_given_to_all_selected_bones_at_once(panel: Properties) -> None:
    stage = Stage(panel, document_with(*THREE))
    for field, value in (("shape", "circle"), ("colour", "teal")):
        choice = panel.bone.form.editors[field]
        choice.setCurrentIndex(choice.findData(value))
        choice.activated.emit(choice.currentIndex())
        assert [getattr(stage.document.rig.by_name[name], field) for name in THREE] == [value] * 3
    size = panel.bone.form.editors["shape_size"]
    size.committed.emit(2.0)
    assert [stage.document.rig.by_name[name].shape_size for name in THREE] == [2.0] * 3
    assert len(stage.labels) == 3 and stage.labels[-1] == "Shape size of 3 bones"


def test_a_colour_is_shown_before_its_name_in_both_themes(panel: Properties, qapp) -> None:
    stage = Stage(panel, document_with("hand.L"))
    choice = panel.bone.form.editors["colour"]
    for name in theme.THEMES:
        apply_theme(theme.named(name))
        token = theme.colour(theme.named(name).orange).rgb()
        assert dabbed(choice, token) == 0
        stage.edit("Colour", lambda document: coloured(document, "orange"))
        assert dabbed(choice, token) > 60
        stage.edit("Colour", lambda document: coloured(document, "auto"))
    apply_theme(theme.DARK)


def coloured(document: Document, colour: str) -> Document:
    return replace_bone(document, msgspec.structs.replace(document.rig.by_name["hand.L"], colour=colour))


def dabbed(widget: QWidget, colour: int) -> int:
    """Return how many pixels of a widget have a colour."""
    image = widget.grab().toImage()
    return sum(image.pixel(x, y) == colour for x in range(image.width()) for y in range(image.height()))
