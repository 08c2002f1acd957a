"""Copy, paste, copy to selected and reset: by the menu of a row and by keys over a field."""

from __future__ import annotations

from math import radians
from typing import get_args

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QCursor, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLineEdit, QMenu, QWidget

from pantin.rigs.constraints import Constraint, Ik
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.euler import bend_twist_sway
from pantin.rigs.fields import field_named, fields_of
from pantin.rigs.joint import Joint
from pantin.rigs.pose import Transform
from pantin.rigs.rig import Bone
from pantin.widgets.controls.choice import Choice
from pantin.widgets.controls.command_menu import menu_of
from pantin.widgets.forms.field_commands import commands_of
from pantin.widgets.forms.field_kinds import text_of, value_from
from pantin.widgets.properties.properties import Properties
from pantin.widgets.values.shared_values import applied
from pantin.widgets.values.units import Lengths
from pantin.widgets.values.value_text import NotAValue
from tests.widgets.stage import UNFOLDED, Stage, bent, document_with

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def panel(shown) -> Properties:
    panel = Properties()
    panel.folds = UNFOLDED
    shown(panel, 308, 900)
    return panel


def actions(form, name: str, axis: int | None = None) -> dict:
    return {action.text(): action for action in menu_of(commands_of(form, name, axis), form).actions()}


def clipboard(text: str | None = None) -> str:
    if text is not None:
        QGuiApplication.clipboard().setText(text)
    return QGuiApplication.clipboard().text()


def point_at(widget, at: QPoint | None = None) -> None:
    QCursor.setPos(widget.mapToGlobal(at or QPoint(30, 12)))
    QTest.qWait(80)


@pytest.mark.parametrize("model", [Transform, Joint, Bone, *get_args(Constraint)])
def test_every_value_reads_back_what_it_writes(model) -> None:
    required = {"owner": "hand.L", "name": "hand.L"}
    value = model(**{name: required[name] for name in required if name in model.__struct_fields__})
    for field in fields_of(model):
        own = (0.1, 0.2, 0.3) if field.kind == "quaternion" else getattr(value, field.name)
        read = applied(value_from(field, text_of(field, own, Lengths()), Lengths()), own)
        assert read == (pytest.approx(own, abs=1e-6) if field.kind in ("vector", "quaternion") else own), field.name


def test_text_that_is_no_value_says_why() -> None:
    for model, name, text in ((Transform, "scale", "1 2"), (Ik, "weight", "much"), (Bone, "hidden", "maybe")):
        with pytest.raises(NotAValue, match=r"^The clipboard .*\.$"):
            value_from(field_named(model, name), text, Lengths())


def test_one_number_is_copied_and_pasted(panel) -> None:
    stage = Stage(panel, with_transforms(document_with("hand.L"), {"hand.L": bent(12, 34, 0)}))
    form = panel.transform.form
    actions(form, "rotation", 1)["Copy value"].trigger()
    assert clipboard() == "34.0"
    actions(form, "rotation", 2)["Paste value"].trigger()
    assert bend_twist_sway(stage.document.figure.transform("hand.L").rotation) == pytest.approx(
        (radians(12), radians(34), radians(34))
    )
    assert stage.labels == ["Rotation Z of hand.L"]


def test_a_whole_row_is_copied_and_pasted(panel) -> None:
    stage = Stage(panel, with_transforms(document_with("hand.L"), {"hand.L": Transform(scale=(1.0, 2.0, 3.5))}))
    actions(panel.transform.form, "scale")["Copy value"].trigger()
    assert clipboard() == "1.00 2.00 3.50"
    clipboard("2 -1 0.25")
    actions(panel.transform.form, "scale")["Paste value"].trigger()
    assert stage.document.figure.transform("hand.L").scale == (2.0, -1.0, 0.25)


def test_copy_to_selected_gives_the_active_ones_value(panel) -> None:
    document = document_with("hand.L", "spine", "elbow_pole.L")
    stage = Stage(panel, with_transforms(document, {"hand.L": bent(12, 34, 56), "spine": bent(1, 2, 3)}))
    actions(panel.transform.form, "rotation", 0)["Copy to selected"].trigger()
    spine = bend_twist_sway(stage.document.figure.transform("spine").rotation)
    assert spine == pytest.approx((radians(12), radians(2), radians(3)))
    actions(panel.transform.form, "rotation")["Copy to selected"].trigger()
    spine = bend_twist_sway(stage.document.figure.transform("spine").rotation)
    assert spine == pytest.approx((radians(12), radians(34), radians(56)))
    assert stage.labels == ["Rotation X of 3 bones", "Rotation of 3 bones"]


def test_what_cannot_be_done_says_why(panel) -> None:
    stage = Stage(panel, document_with("forearm.L"))
    clipboard("no number at all")
    row = actions(panel.transform.form, "location", 0)
    assert not row["Paste value"].isEnabled() and "connected" in row["Paste value"].toolTip()
    assert not row["Copy to selected"].isEnabled() and row["Copy to selected"].toolTip()
    assert "no number" in actions(panel.transform.form, "scale", 0)["Paste value"].toolTip()
    target = actions(panel.bone.form, "parent")["Paste value"]
    assert not target.isEnabled() and "cannot be chosen" in target.toolTip()
    assert "no default" in actions(panel.bone.ends, "head")["Reset to default"].toolTip()
    card = actions(panel.constraints.cards[0].form, "weight")["Copy to selected"]
    assert not card.isEnabled() and "card" in card.toolTip()
    assert not stage.labels


def test_reset_one_axis_one_field_and_the_section(panel) -> None:
    pose = Transform(rotation=bent(10, 20, 30).rotation, scale=(2.0, 2.0, 2.0))
    stage = Stage(panel, with_transforms(document_with("hand.L"), {"hand.L": pose}))
    actions(panel.transform.form, "scale", 1)["Reset to default"].trigger()
    assert stage.document.figure.transform("hand.L").scale == (2.0, 1.0, 2.0)
    actions(panel.transform.form, "rotation")["Reset all in section"].trigger()
    assert stage.document.figure.pose.bones == {}
    assert stage.labels == ["Scale Y of hand.L", "Reset pose of hand.L"]
    stage.edit("x", lambda document: document_with("forearm.L"))
    actions(panel.joint.form, "stiffness")["Reset all in section"].trigger()
    assert stage.document.rig.by_name["forearm.L"].joint == Joint()
    actions(panel.constraints.cards[0].form, "weight")["Reset all in section"].trigger()
    assert stage.document.rig.constraints[0].chain_length == 0


def test_locks_are_in_the_menu(panel) -> None:
    stage = Stage(panel, document_with("hand.L"))
    actions(panel.transform.form, "rotation", 1)["Lock Rotation Y"].trigger()
    actions(panel.transform.form, "scale")["Lock all"].trigger()
    locks = stage.document.rig.by_name["hand.L"].locks
    assert (locks.rotation, locks.scale) == ((False, True, False), (True, True, True))
    assert not actions(panel.transform.form, "scale")["Lock all"].isEnabled()
    paste = actions(panel.transform.form, "rotation", 1)["Paste value"]
    assert not paste.isEnabled() and "locked" in paste.toolTip()
    actions(panel.transform.form, "scale")["Unlock all"].trigger()
    assert stage.labels == ["Lock Rotation Y of hand.L", "Lock Scale of hand.L", "Unlock Scale of hand.L"]


def test_the_right_button_opens_the_menu_of_the_number(panel, qtbot) -> None:
    panel.show_document(document_with("hand.L"))
    field = panel.transform.form.editors["rotation"].row.fields[1]
    QTest.mouseClick(field, Qt.MouseButton.RightButton, pos=QPoint(30, 12))
    asked = QApplication.activePopupWidget()
    if asked is None:
        at = QPoint(30, 12)
        event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, field.mapToGlobal(at))
        QApplication.sendEvent(field, event)
        asked = QApplication.activePopupWidget()
    assert isinstance(asked, QMenu) and "Lock Rotation Y" in [action.text() for action in asked.actions()]
    asked.close()


@pytest.mark.parametrize("name", ["inherit_scale", "kind", "colour"])
def test_the_right_button_opens_the_menu_of_a_choice(panel, name: str) -> None:
    Stage(panel, document_with("hand.L"))
    field, at = panel.bone.form.rows[name].findChild(Choice), QPoint(30, 12)
    QApplication.sendEvent(field, QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, field.mapToGlobal(at)))
    asked = QApplication.activePopupWidget()
    assert isinstance(asked, QMenu) and "Reset to default" in [action.text() for action in asked.actions()]
    asked.close()


def test_keys_go_to_the_field_under_the_pointer(panel) -> None:
    stage = Stage(panel, with_transforms(document_with("hand.L"), {"hand.L": bent(12, 34, 0)}))
    point_at(panel.transform.form.editors["rotation"].row.fields[1])
    keys = QApplication.focusWidget()
    assert keys is panel
    QTest.keyClick(keys, Qt.Key.Key_C, CTRL)
    assert clipboard() == "34.0"
    point_at(panel.transform.form.editors["rotation"].row.fields[0])
    QTest.keyClick(keys, Qt.Key.Key_V, CTRL)
    QTest.keyClick(keys, Qt.Key.Key_Backspace)
    point_at(panel.transform.form.rows["rotation"].label)
    QTest.keyClick(keys, Qt.Key.Key_Backspace)
    assert stage.document.figure.pose.bones == {}
    assert stage.labels == ["Rotation X of hand.L", "Rotation X of hand.L", "Rotation of hand.L"]


def test_keys_of_somebody_who_types_stay_theirs(panel, qtbot) -> None:
    stage = Stage(panel, with_transforms(document_with("hand.L"), {"hand.L": bent(12, 34, 0)}))
    field = panel.transform.form.editors["rotation"].row.fields[0]
    QTest.mouseClick(field, Qt.MouseButton.LeftButton, pos=QPoint(30, 12))
    line = QApplication.focusWidget()
    assert isinstance(line, QLineEdit)
    point_at(panel.transform.form.editors["scale"].fields[0])
    QTest.keyClick(line, Qt.Key.Key_Backspace)
    assert line.text() == "" and not stage.labels
    QTest.keyClick(line, Qt.Key.Key_Escape)


def test_keys_stay_with_who_needs_them(shown) -> None:
    """As the figure does while something is moved by keys, the pointer wherever it may be."""

    class Moving(QWidget):
        keeps_keys = True

    page = QWidget()
    panel, figure = Properties(), Moving()
    panel.folds = UNFOLDED
    layout = QHBoxLayout(page)
    layout.addWidget(figure, 1)
    layout.addWidget(panel)
    shown(page, 700, 600)
    panel.show_document(document_with("hand.L"))
    figure.setFocus()
    QTest.qWait(50)
    point_at(panel.transform.form.rows["rotation"].label)
    assert QApplication.focusWidget() is figure
    point_at(figure)
    Moving.keeps_keys = False
    point_at(panel.transform.form.rows["rotation"].label)
    assert QApplication.focusWidget() is panel


def test_numbers_have_names_for_readers(panel) -> None:
    panel.show_document(document_with("hand.L"))
    names = [field.accessibleName() for field in panel.transform.form.editors["rotation"].row.fields]
    assert names == ["Rotation X, degrees", "Rotation Y, degrees", "Rotation Z, degrees"]
