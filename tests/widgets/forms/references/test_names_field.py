"""The names of several bones: shown, typed, and refused where the rig lacks one."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from pantin.rigs import Bone
from pantin.widgets.forms.references.names_field import NamesField
from pantin.widgets.values.shared_values import MIXED

BONES = {name: Bone(name=name) for name in ("root", "tip", "a, b")}


def test_names_are_shown_in_their_order_and_kept_as_typed(shown, heard) -> None:
    field = shown(NamesField(lambda: BONES), 200, 24)
    field.show_values([("tip", "root", "a, b")])
    assert field.text() == 'tip, root, "a, b"'
    said = heard(committed=field.committed)
    field.setFocus()
    field.setText(' "a, b" ,tip')
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert said == [("committed", ("a, b", "tip"))] and field.value() == ("a, b", "tip")


def test_a_bone_that_is_not_there_is_refused_and_put_back(shown, heard) -> None:
    field = shown(NamesField(lambda: BONES), 200, 24)
    field.show_values([("tip",)])
    said = heard(committed=field.committed)
    field.setFocus()
    field.setText("tip, nobody")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert not said and field.text() == "tip"
    assert field.why_not(("tip", "nobody")) == "The rig has no bone “nobody”."


def test_chains_that_differ_are_mixed(shown) -> None:
    field = shown(NamesField(lambda: BONES), 200, 24)
    field.show_values([("tip",), ("root",)])
    assert field.text() == "" and field.placeholderText() == MIXED.value


def test_one_more_is_picked_by_the_pipette(shown, heard) -> None:
    field = shown(NamesField(lambda: BONES), 200, 24)
    said = heard(picking=field.pick_asked)
    QTest.mouseClick(field.pick, Qt.MouseButton.LeftButton)
    assert [what for what, *_values in said] == ["picking"]
    assert field.pick.geometry().right() == field.width() - 1


def test_names_that_have_no_room_end_in_dots_until_they_are_typed(shown) -> None:
    field = shown(NamesField(lambda: BONES), 120, 24)
    field.clearFocus()
    names = ("tip", "root", "a, b", "tip", "root")
    field.show_values([names])
    cut = field.grab().toImage()
    field.show_values([(*names[:2],)])
    whole = field.grab().toImage()
    ground = whole.pixelColor(field.pick.x() - 4, 12).lightness()
    inked = [
        any(cut.pixelColor(x, y).lightness() > ground + 40 for x in range(field.pick.x() - 8, field.pick.x()))
        for y in range(4, 20)
    ]
    assert any(inked[10:]) and not any(inked[:9]), "dots stand on the line, letters above it"
