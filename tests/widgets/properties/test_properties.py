"""The panel of properties: pure edits go out, one label for each gesture, and a new pose only sets numbers."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from math import radians

import msgspec
import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest

from pantin.rigs.document import Document
from pantin.rigs.editing.bones import replace_bones
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.editing.selection import select
from pantin.rigs.euler import quaternion_from_euler
from pantin.rigs.rig import Rig
from pantin.widgets.constraints.card import Card
from pantin.widgets.constraints.related_constraints import ConstraintIndex
from pantin.widgets.properties.properties import Properties
from tests.widgets.stage import RIG, Stage, document_with, turned

LEFT = Qt.MouseButton.LeftButton


@dataclass(frozen=True)
class Goal:
    """A report, as the solver gives it."""

    owner: str
    constraint: int | None
    residual: float
    reached: bool
    iterations: int
    rotation_residual: float = 0.0
    pole_residual: float = 0.0
    pole_undefined: bool = False
    microseconds: float | None = None
    ahead: bool = False
    pinned: bool = False


@pytest.fixture
def panel(shown) -> Properties:
    panel = Properties()
    shown(panel, 308, 900)
    return panel


@pytest.fixture
def stage(panel) -> Stage:
    return Stage(panel, document_with("forearm.L"))


def card(panel: Properties) -> Card:
    return panel.constraints.cards[0]


def test_nothing_selected_says_what_to_do(panel) -> None:
    panel.show_document(Document.of(RIG))
    assert panel._pages.currentIndex() == 0 and panel.head.line() == "Nothing selected"
    coming = panel.show_by_section(document_with("hand.L"), (), None, False, ())
    next(coming)
    assert panel._pages.currentWidget() is panel._coming, "something is selected, and its sections are being made"
    assert list(coming) and panel._pages.currentWidget() is panel._column


def test_the_subject_is_named_in_one_line(panel) -> None:
    panel.show_document(document_with("hand.L"))
    assert panel.head.line() == "Bone · 15.0 cm · in forearm.L"


@pytest.mark.parametrize(
    "name, places",
    [
        ("forearm.L", (0,)),
        ("upper_arm.L", (0,)),
        ("hand.L", (1, 0)),
        ("hand_ik.L", (0,)),
        ("elbow_pole.L", (0,)),
        ("spine", ()),
    ],
)
def test_the_ik_is_found_from_everything_it_concerns(name: str, places: tuple[int, ...]) -> None:
    assert ConstraintIndex().constraints_of(RIG, name) == places


def test_bones_that_an_ik_turns_are_known() -> None:
    driven = ConstraintIndex()
    assert driven.driver_of(RIG, "upper_arm.L") is RIG.constraints[0]
    assert driven.driver_of(RIG, "hand.L") is None
    off = Rig(bones=RIG.bones, constraints=(msgspec.structs.replace(RIG.constraints[0], blend=0.0),))
    assert driven.driver_of(off, "upper_arm.L") is None


def test_scrubbing_a_pole_angle_previews_and_is_one_step(stage, panel, drag) -> None:
    before = stage.document
    drag(card(panel).form.editors["pole_angle"], 23)
    assert stage.labels == ["Pole angle of forearm.L"] and stage.previews > 10 and not stage.cancels
    assert stage.document.rig.constraints[0].pole_angle == pytest.approx(radians(10))
    assert stage.document.rig.bones is before.rig.bones


def test_a_scrub_put_back_leaves_the_very_same_document(stage, panel, drag) -> None:
    before = stage.document
    field = card(panel).form.editors["pole_angle"]
    drag(field, 30, release=False)
    assert stage.shown is not before
    QTest.keyClick(field, Qt.Key.Key_Escape)
    QTest.mouseRelease(field, LEFT, pos=QPoint(70, 12))
    assert stage.document is before and stage.shown is before and not stage.labels and stage.cancels == 1
    assert field.value() == 0.0


def test_the_rotation_is_edited_about_one_axis(stage, panel, drag) -> None:
    stage.edit("turn", lambda document: with_transforms(document, {"forearm.L": turned(20, 0, 0)}))
    drag(panel.transform.form.editors["rotation"].row.fields[0], 23)
    assert stage.labels[-1] == "Rotation X of forearm.L"
    assert stage.document.figure.transform("forearm.L").rotation == pytest.approx(
        quaternion_from_euler((radians(30), 0, 0))
    )


def test_the_dot_puts_a_channel_back_to_rest(stage, panel) -> None:
    stage.edit("turn", lambda document: with_transforms(document, {"forearm.L": turned(20, 0, 0)}))
    QTest.mouseClick(panel.transform.form.rows["rotation"].label, LEFT, pos=QPoint(6, 12))
    assert stage.document.figure.pose.bones == {}


def test_a_connected_bone_cannot_be_moved_and_says_so(stage, panel) -> None:
    row = panel.transform.form.rows["location"]
    assert not row.isEnabled() and "connected" in row.toolTip()
    stage.show(document_with("hand_ik.L"))
    assert row.isEnabled()


def test_a_limit_is_changed_and_freed(stage, panel, drag) -> None:
    row = panel.joint.limits.rows[0]
    drag(row.upper_end, -13, start=QPoint(30, 12))
    assert stage.document.rig.by_name["forearm.L"].joint.limit[0] == pytest.approx((radians(-80), radians(65)))
    QTest.mouseClick(row.label, LEFT, pos=QPoint(6, 12))
    assert stage.document.rig.by_name["forearm.L"].joint.limit == (None, None, None)
    assert stage.labels == ["Limit Bend X of forearm.L", "Free Bend X of forearm.L"]


def test_a_joint_is_rolled_in_one_step_and_its_angles_follow(stage, panel, drag) -> None:
    before = stage.document.rig.by_name["forearm.L"]
    drag(panel.joint.form.editors["roll"], 90)
    after = stage.document.rig.by_name["forearm.L"]
    assert stage.labels == ["Joint roll of forearm.L"] and after.joint.roll > 0.0
    assert after == msgspec.structs.replace(before, joint=msgspec.structs.replace(before.joint, roll=after.joint.roll))
    rolled = msgspec.structs.replace(before, joint=msgspec.structs.replace(before.joint, roll=radians(-90)))
    panel.show_document(replace_bones(document_with("forearm.L"), [rolled]), (), {"forearm.L": turned(0, 0, 70)})
    assert panel.joint.hits() == (True, False, False)


def test_a_lock_is_one_step(stage, panel) -> None:
    QTest.mouseClick(panel.joint.limits.rows[2].lock, LEFT)
    assert stage.document.rig.by_name["forearm.L"].joint.lock == (False, False, True)
    assert stage.labels == ["Lock Sway Z of forearm.L"]


def test_a_joint_at_its_limit_says_so_where_the_solver_put_it(panel) -> None:
    document = document_with("forearm.L")
    panel.show_document(document)
    assert panel.joint.hits() == (False, False, False)
    panel.show_document(document, (), {"forearm.L": turned(70, 0, 0)})
    assert panel.joint.hits() == (True, False, False)


def test_the_card_reports_what_the_solver_says(panel) -> None:
    document = document_with("hand_ik.L")
    panel.show_document(document, (Goal("forearm.L", 0, 0.00002, True, 4),))
    assert card(panel).report.text() == "Reached 0.02 mm  ·  4 steps"
    panel.show_document(document, (Goal("forearm.L", 0, 0.127, False, 1),))
    assert card(panel).report.text() == "Not reached 127 mm  ·  1 step"
    panel.show_document(document, ())
    assert card(panel).report.text() == ""


def test_mute_and_remove(stage, panel) -> None:
    QTest.mouseClick(card(panel).head.eye, LEFT)
    assert stage.document.rig.constraints[0].enabled is False
    card(panel).remove_asked.emit()
    assert len(stage.document.rig.constraints) == 1
    assert stage.labels == ["Mute IK of forearm.L", "Remove IK of forearm.L"]
    assert panel.constraints.cards == []


def test_a_bone_cannot_be_hung_below_itself(stage, panel) -> None:
    stage.show(document_with("upper_arm.L"))
    names = [bone.name for bone in panel.bone._parents()]
    assert names == ["spine", "hand_ik.L", "elbow_pole.L"]


def test_connecting_moves_the_head_to_the_parents_tail(panel) -> None:
    loose = msgspec.structs.replace(RIG.bones[3], connected=False, head=(0.65, 0.1, 1.0))
    rig = Rig(bones=(*RIG.bones[:3], loose, *RIG.bones[4:]))
    stage = Stage(panel, select(Document.of(rig), ["hand.L"], "hand.L"))
    panel.bone.form.editors["connected"].click()
    hand = stage.document.rig.by_name["hand.L"]
    assert hand.connected and hand.head == RIG.bones[2].tail


def test_a_new_pose_keeps_every_widget(stage, panel) -> None:
    cards = list(panel.constraints.cards)
    stage.show(with_transforms(stage.document, {"forearm.L": turned(5, 0, 0)}))
    assert panel.constraints.cards == cards
    assert panel.transform.form.editors["rotation"].row.fields[0].text() == "5.0"


def test_a_typed_value_of_a_constraint_keeps_every_widget(stage, panel) -> None:
    cards = list(panel.constraints.cards)
    stage.edit("x", lambda document: _with_ik(document, chain_length=1))
    assert panel.constraints.cards == cards
    assert card(panel).form.editors["chain_length"].text() == "1"


def test_showing_says_nothing(panel, heard) -> None:
    said = heard(previewed=panel.previewed, edited=panel.edited, cancelled=panel.cancelled)
    for name in RIG.by_name:
        panel.show_document(document_with(name), (Goal("forearm.L", 0, 0.1, False, 3),))
    panel.show_document(Document.of(RIG))
    assert not said


def test_an_unchanged_number_is_not_painted_again(stage, panel, qtbot) -> None:
    class Count:
        paints = 0

    field = card(panel).form.editors["pole_angle"]
    panel.window().repaint()
    qtbot.wait(50)
    original = field.paintEvent

    def count(event) -> None:
        Count.paints += 1
        original(event)

    field.paintEvent = count
    stage.show(with_transforms(stage.document, {"forearm.L": turned(5, 0, 0)}))
    qtbot.wait(50)
    assert Count.paints == 0


def test_sections_fold(panel, qtbot) -> None:
    panel.show_document(document_with("forearm.L"))
    panel.joint.head.click()
    qtbot.waitUntil(lambda: panel.joint.body.isVisible() and panel.joint.body.height() > 100)
    panel.joint.head.click()
    qtbot.waitUntil(lambda: not panel.joint.body.isVisible())


def test_what_a_poser_uses_is_open_and_what_a_rigger_needs_where_bones_are_edited(shown) -> None:
    panel = Properties()
    shown(panel, 308, 900)
    document = document_with("forearm.L")
    panel.show_document(document)
    assert panel.transform.is_open()
    assert not any(section.is_open() for section in (panel.joint, panel.constraints, panel.bone))
    panel.show_document(document, in_rest_pose=True)
    assert all(section.is_open() for section in (panel.joint, panel.constraints, panel.bone))
    panel.show_document(document)
    assert not panel.joint.is_open()


def test_sections_are_folded_as_they_were_left(shown, heard) -> None:
    panel = Properties()
    panel.folds = {"pose/joint": False, "pose/transform": True, "rest/bone": True, "pose/nothing": True}
    shown(panel, 308, 900)
    panel.show_document(document_with("forearm.L"))
    assert panel.joint.is_open() and not panel.transform.is_open() and not panel.bone.is_open()
    said = heard(folded=panel.folded)
    panel.joint.head.click()
    panel.show_document(document_with("forearm.L"), in_rest_pose=True)
    panel.joint.head.click()
    assert said == [("folded", "pose/joint", True), ("folded", "rest/joint", True)]


def test_void_calls_of_qt_drop_no_reference(qapp) -> None:
    """PySide6 6.12 on Python 3.11 drops a reference to None with each call and aborts after some 28,000."""
    timer = QTimer()
    before = sys.getrefcount(None)
    for _ in range(100):
        timer.stop()
    assert abs(sys.getrefcount(None) - before) < 50


def _with_ik(document: Document, **changes) -> Document:
    from pantin.rigs.editing.constrain import replace

    return replace(document, 0, msgspec.structs.replace(document.rig.constraints[0], **changes))


def test_the_menu_opens_over_its_panel(panel) -> None:
    panel.show_document(document_with("forearm.L"))
    button, menu = panel.head.more, panel.head.menu()
    button.open_menu(menu)
    assert menu.isVisible()
    assert menu.geometry().right() <= button.mapToGlobal(button.rect().bottomRight()).x() + 1
    menu.close()
