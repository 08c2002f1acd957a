"""Forms come from declarations: every kind has an editor, every row a tooltip, every gesture one commit."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Annotated, get_args

import msgspec
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from pantin.rigs.constraints import Constraint, Ik, LimitDistance, LimitScale
from pantin.rigs.euler import quaternion_from_euler
from pantin.rigs.fields import BoneRef, FieldKind, field, field_named, fields_of
from pantin.rigs.joint import Joint
from pantin.rigs.pose import Transform
from pantin.rigs.rig import Bone
from pantin.widgets.controls.switch import Switch
from pantin.widgets.forms.field_commands import commands_of
from pantin.widgets.forms.field_kinds import FIELD_KINDS, text_of, value_from
from pantin.widgets.forms.form import Form
from pantin.widgets.forms.references.reference_field import ReferenceField
from pantin.widgets.forms.rows.limit_row import LimitRow, LimitRows
from pantin.widgets.numbers.axis_row import AxisRow, RotationRow
from pantin.widgets.numbers.blend_slider import BlendSlider
from pantin.widgets.values.quantity import quantity_of

LEFT = Qt.MouseButton.LeftButton
BONES = {
    bone.name: bone
    for bone in (Bone(name="hand.L"), Bone(name="hand_ik.L", kind="handle"), Bone(name="elbow_pole.L", kind="pole"))
}


class Everything(msgspec.Struct, frozen=True):
    """One field of each plain kind that the other models lack."""

    title: Annotated[str, field("Title", "What it is called.")] = "untitled"


def test_there_is_an_editor_for_every_kind() -> None:
    assert set(FIELD_KINDS) == set(get_args(FieldKind))


def test_a_form_of_the_very_same_objects_is_shown_once_until_somebody_edits_it(shown) -> None:
    """An edit that is rejected leaves the objects alone, and the field shows what was asked for."""
    form, ik, other = Form(Ik, bones=lambda: BONES), Ik(owner="hand.L"), Ik(owner="hand.L")
    shown(form, 308, 700)
    assert not form.shows(ik, "auto") and form.shows(ik, "auto")
    assert not form.shows(other, "auto") and not form.shows(other)
    for edited in (form.previewed, form.committed):
        assert form.shows(other)
        edited.emit("influence", 0.5)
        assert not form.shows(other)


@pytest.mark.parametrize("model", [*get_args(Constraint), Bone, Joint, Transform, Everything])
def test_every_field_gets_an_editor_that_shows_without_a_word(model, shown, heard) -> None:
    form = Form(model, bones=lambda: BONES)
    shown(form, 308, 700)
    said = heard(previewed=form.previewed, committed=form.committed, cancelled=form.cancelled)
    required = {"owner": "hand.L", "name": "hand.L"}
    value = model(**{name: required[name] for name in required if name in model.__struct_fields__})
    form.show_value(value)
    assert not said
    for declared in fields_of(model):
        assert form.rows[declared.name].toolTip() or form.editors[declared.name].toolTip(), declared.name
        for signal in ("scrubbed", "committed", "cancelled"):
            assert hasattr(form.editors[declared.name], signal)


def test_a_scrub_in_a_form_is_one_commit_of_its_field(shown, heard, drag) -> None:
    form = Form(Ik, only=("pole_angle", "weight"))
    form.show_value(Ik(owner="hand.L"))
    shown(form, 308, 100)
    said = heard(previewed=form.previewed, committed=form.committed)
    drag(form.editors["pole_angle"], 23)
    assert said[-1] == ("committed", "pole_angle", pytest.approx(radians(10)))
    assert [one[0] for one in said].count("committed") == 1
    assert all(one[1] == "pole_angle" for one in said) and len(said) > 10


def test_a_changed_field_has_a_dot_that_resets(shown, heard) -> None:
    form = Form(Ik, only=("pole_angle", "weight"))
    form.show_value(Ik(owner="hand.L", weight=0.5))
    shown(form, 308, 100)
    said = heard(committed=form.committed)
    assert form.rows["weight"].label.is_changed() and not form.rows["pole_angle"].label.is_changed()
    QTest.mouseClick(form.rows["weight"].label, LEFT, pos=QPoint(6, 12))
    assert said == [("committed", "weight", 1.0)]


def about_z(degrees: float) -> Transform:
    """Return a turn about Z, degrees."""
    return Transform(rotation=(0.0, 0.0, sin(radians(degrees / 2)), cos(radians(degrees / 2))))


@pytest.mark.parametrize(
    ("values", "changed"),
    [
        ([Transform()], []),
        ([about_z(0.04)], []),
        ([about_z(0.06)], ["rotation"]),
        ([about_z(0.04), about_z(0.06)], ["rotation"]),
        ([about_z(0.04), about_z(0.03)], []),
        ([Transform(location=(0.00004, 0.0, -0.00004))], []),
        ([Transform(location=(0.0, 0.0, 0.0006))], ["location"]),
        ([Transform(scale=(1.0, 1.0, 1.0004))], []),
        ([Transform(scale=(1.0, 1.0, 1.006))], ["scale"]),
    ],
)
def test_the_dot_is_shown_where_the_digits_differ_from_the_default(values, changed, shown) -> None:
    """What a pull leaves of a turn, a hundredth of a degree, reads 0.0: nothing is to be put back."""
    form = Form(Transform, only=("location", "rotation", "scale"))
    shown(form, 308, 100)
    form.show_values(values)
    assert [name for name, row in form.rows.items() if row.label.is_changed()] == changed


def test_a_disabled_field_says_why(shown) -> None:
    form = Form(Ik, only=("pole_angle",))
    shown(form)
    form.show_value(Ik(owner="hand.L"), {"pole_angle": "Choose a pole first."})
    assert not form.editors["pole_angle"].isEnabled()
    seen = (form.rows["pole_angle"], form.rows["pole_angle"].label, form.editors["pole_angle"])
    assert all("Choose a pole first." in widget.toolTip() for widget in seen)
    form.show_value(Ik(owner="hand.L", pole="elbow_pole.L"))
    assert form.editors["pole_angle"].isEnabled()
    assert not any("Choose a pole first." in widget.toolTip() for widget in seen)


def test_tab_visits_the_fields_in_their_order(shown) -> None:
    form = Form(Ik, only=("pole_angle", "chain_length", "weight"))
    form.show_value(Ik(owner="hand.L"))
    shown(form, 308, 100)
    QTest.mouseClick(form.editors["pole_angle"], LEFT, pos=QPoint(40, 12))
    seen = []
    for _ in range(3):
        typing = QApplication.focusWidget()
        seen.append(next(name for name, editor in form.editors.items() if editor is typing.parent()))
        QTest.keyClick(typing, Qt.Key.Key_Tab)
    assert seen == ["pole_angle", "chain_length", "weight"]


def test_one_axis_is_committed_and_leaves_the_others(shown, heard, drag) -> None:
    row = AxisRow(quantity_of(next(one for one in fields_of(Transform) if one.name == "location")))
    row.show_value((0.1, 0.2, 0.3))
    shown(row, 200, 24)
    said = heard(scrubbed=row.scrubbed, committed=row.committed)
    drag(row.fields[1], 13)
    assert said[-1][1].of((0.1, 0.2, 0.3)) == pytest.approx((0.1, 0.21, 0.3))
    assert said[-1][1].of((7.0, 8.0, 9.0)) == pytest.approx((7.0, 0.21, 9.0))
    assert [one[0] for one in said].count("committed") == 1


def test_a_free_number_is_scrubbed_from_where_nothing_changes_and_freed_again(shown, heard, drag) -> None:
    form = Form(LimitScale, only=("lower", "upper"))
    form.show_value(LimitScale(owner="hand.L", lower=(None, 0.5, None)))
    shown(form, 308, 60)
    fields = form.editors["lower"].fields
    assert [number.text() for number in fields] == ["free", "0.50", "free"]
    said = heard(committed=form.committed)
    drag(fields[0], 13)
    assert said[-1][1:2] == ("lower",)
    assert said[-1][2].of((None, 0.5, None)) == (pytest.approx(1.1), 0.5, None)
    drag(fields[1], -400)
    assert said[-1][2].of((None, 0.5, None)) == (None, 0.0, None)
    commands = {command.title: command for command in commands_of(form, "lower", 1)}
    commands["Reset to default"].run()
    assert said[-1][2].of((1.0, 0.5, None)) == (1.0, None, None)


def test_a_radius_is_not_scrubbed_below_nothing(shown, heard, drag) -> None:
    form = Form(LimitDistance, only=("radius",))
    form.show_value(LimitDistance(owner="hand.L", radius=0.01))
    shown(form, 308, 30)
    said = heard(committed=form.committed)
    drag(form.editors["radius"], -300)
    assert said == [("committed", "radius", 0.0)]


def test_rotations_are_edited_as_angles(shown, heard, drag) -> None:
    row = RotationRow()
    row.show_value(quaternion_from_euler((0.0, 0.0, radians(30))))
    shown(row, 200, 24)
    said = heard(committed=row.committed)
    assert [field.text() for field in row.row.fields] == ["0.0", "0.0", "30.0"]
    drag(row.row.fields[2], 23)
    [(_, turn)] = said
    assert turn.of(quaternion_from_euler((0.0, 0.0, radians(30)))) == pytest.approx(
        quaternion_from_euler((0.0, 0.0, radians(40)))
    )


def test_rotations_scrubbed_past_half_a_turn_do_not_jump(shown, drag) -> None:
    row = RotationRow()
    start = quaternion_from_euler((0.0, radians(80), 0.0))
    row.show_value(start)
    shown(row, 200, 24)
    row.scrubbed.connect(lambda turn: row.show_value(turn.of(start)))
    drag(row.row.fields[1], 43)
    assert [field.text() for field in row.row.fields] == ["0.0", "100.0", "0.0"]


def test_a_switch_is_one_commit(shown, heard) -> None:
    switch = Switch()
    shown(switch, 200, 24)
    said = heard(committed=switch.committed)
    QTest.mouseClick(switch, LEFT, pos=QPoint(10, 12))
    switch.show_value(False)
    assert said == [("committed", True)]


def test_the_blend_slider_drags_and_puts_back(shown, heard, drag) -> None:
    slider = BlendSlider(quantity_of(next(one for one in fields_of(Ik) if one.name == "blend")))
    slider.show_value(0.0)
    shown(slider, 200, 24)
    said = heard(scrubbed=slider.scrubbed, committed=slider.committed, cancelled=slider.cancelled)
    drag(slider.slider, 30, start=QPoint(32, 12))
    assert [one[0] for one in said].count("committed") == 1 and 0.2 < said[-1][1] < 0.8
    assert slider.number.value() == said[-1][1]
    kept = said[-1][1]
    said.clear()
    drag(slider.slider, 10, start=QPoint(70, 12), release=False)
    QTest.keyClick(slider.slider, Qt.Key.Key_Escape)
    assert [one[0] for one in said][-1] == "cancelled" and ("committed", kept) not in said


def test_limits_are_typed_dragged_and_locked(shown, heard, drag) -> None:
    row = LimitRow(0)
    limit = radians(-80), radians(70)
    row.show_value(limit)
    row.show_angle(radians(70))
    shown(row, 308, 24)
    said = heard(committed=row.committed, lock=row.lock_asked, scrubbed=row.scrubbed)
    assert row.at_limit() == "upper"
    drag(row.upper_end, -23, start=QPoint(30, 12))
    assert said[-1][0] == "committed" and said[-1][1].of(limit) == pytest.approx((radians(-80), radians(60)))
    said.clear()
    ends = round(row.groove.width() * (1 - 80 / 100) / 2)
    drag(row.groove, 8, start=QPoint(ends, 12))
    assert [one[0] for one in said].count("committed") == 1
    lower, upper = said[-1][1].of(limit)
    assert lower > radians(-80) and upper == limit[1]
    said.clear()
    QTest.mouseClick(row.lock, LEFT)
    assert said == [("lock", True)]
    row.show_locked(True)
    assert (
        not row.upper_end.isEnabled() and "Locked" in row.upper_end.toolTip() and "How far" in row.upper_end.toolTip()
    )


def test_a_joint_without_limits_is_free(shown, heard, drag) -> None:
    rows = LimitRows()
    shown(rows, 308, 90)
    rows.show_value((None, (-0.5, 0.5), None))
    said = heard(committed=rows.committed)
    drag(rows.rows[0].lower_end, 23, start=QPoint(5, 12))
    [(_, part)] = said
    changed = part.of((None, (-0.5, 0.5), None))
    assert changed == (pytest.approx((radians(-170), radians(180))), (-0.5, 0.5), None)


@pytest.fixture
def reference(shown, heard):
    reference = ReferenceField(lambda: BONES)
    shown(reference, 200, 24)
    return reference, heard(committed=reference.committed)


def test_a_reference_is_chosen_from_a_searched_list(reference) -> None:
    field, said = reference
    popup = field.open()
    QTest.keyClicks(popup.search, "pole")
    assert [popup.list.item(row).text() for row in range(popup.list.count())] == ["elbow_pole.L"]
    QTest.keyClicks(popup.search, "x")
    QTest.keyClick(popup.search, Qt.Key.Key_Return)
    assert popup.none.isVisible() and not said
    QTest.keyClick(popup.search, Qt.Key.Key_Backspace)
    QTest.keyClick(popup.search, Qt.Key.Key_Return)
    assert said == [("committed", "elbow_pole.L")]
    assert field.value() == "elbow_pole.L"


def test_a_reference_is_cleared_and_shows_what_is_missing(reference) -> None:
    field, said = reference
    field.show_value("gone")
    assert field.is_missing() and not said
    field.show_value("hand.L")
    assert not field.is_missing()
    QTest.keyClick(field, Qt.Key.Key_Delete)
    assert said == [("committed", None)]


def test_where_no_bone_has_a_name_it_is_chosen_from_the_list_too(reference) -> None:
    field, said = reference
    field.nothing = "World"
    field.show_value("hand.L")
    popup = field.open()
    assert popup.list.item(0).text() == "World" and popup.list.currentItem().text() == "hand.L"
    popup.list.itemClicked.emit(popup.list.item(0))
    assert said == [("committed", None)] and field.value() is None
    assert field.open().list.currentItem().text() == "World"


FAR = BoneRef("hand.L", "Ben")


def test_bones_of_other_figures_are_searched_by_their_figure_and_chosen_as_references(reference) -> None:
    field, said = reference
    field.others = lambda: {FAR: Bone(name="hand.L"), BoneRef("head", "Ben"): Bone(name="head")}
    field.why_invalid = lambda bone: "it looks back" if bone == BoneRef("head", "Ben") else ""
    popup = field.open()
    rows = [popup.list.item(row).text() for row in range(popup.list.count())]
    assert rows == [*BONES, "Ben · hand.L", "Ben · head"], "the own ones come first"
    QTest.keyClicks(popup.search, "ben")
    assert [popup.list.item(row).text() for row in range(popup.list.count())] == rows[-2:]
    popup.list.itemClicked.emit(popup.list.item(1))
    assert not said, "what has a reason against it is not chosen"
    QTest.keyClick(popup.search, Qt.Key.Key_Return)
    assert said == [("committed", FAR)] and field.value() == FAR and not field.is_missing()
    assert field.accessibleDescription() == "Ben · hand.L" and "Ben · hand.L" in field.toolTip()
    assert field.open().list.currentItem().text() == "Ben · hand.L"
    field.others = dict
    field.show_value(None)
    field.show_value(FAR)
    assert field.is_missing(), "a figure that is not there is shown as missing"


def test_a_bone_of_another_figure_goes_through_the_clipboard() -> None:
    target = field_named(Ik, "target")
    text = text_of(target, FAR, "auto")
    assert text == "Ben · hand.L" and value_from(target, text, "auto") == FAR
    assert value_from(field_named(Bone, "parent"), text, "auto") == text, "a parent is a bone of the own figure"


def test_rows_stand_on_the_grid(shown) -> None:
    form = Form(Ik, only=("pole_angle", "chain_length"))
    form.show_value(Ik(owner="hand.L"))
    shown(form, 308, 52)
    tops = [row.mapTo(form, QPoint(0, 0)).y() for row in form.rows.values()]
    lefts = {editor.mapTo(form, QPoint(0, 0)).x() for editor in form.editors.values()}
    assert tops == [0, 28] and lefts == {100}
    assert {row.height() for row in form.rows.values()} == {24}
