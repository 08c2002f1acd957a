"""Renaming in the tree of bones."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from pantin.rigs.document import Document
from pantin.rigs.rig import Bone, Rig
from pantin.widgets.controls.name_edit import NameEdit
from pantin.widgets.hierarchy.hierarchy import Hierarchy
from pantin.widgets.theme.appearance import appearance
from tests.widgets.hierarchy.trees import ARM, rows

LEFT = Qt.MouseButton.LeftButton
SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


def editor(panel: Hierarchy) -> NameEdit:
    return panel.tree.viewport().findChild(NameEdit)


def test_a_double_click_renames_in_place_with_the_whole_name(panel, said) -> None:
    rect = panel.tree.visualRect(panel.tree.model().index_of("hand.L"))
    QTest.mouseDClick(panel.tree.viewport(), LEFT, pos=QPoint(180, rect.center().y()))
    assert editor(panel).text() == "hand.L"
    QTest.keyClicks(editor(panel), "palm.L")
    QTest.keyClick(editor(panel), Qt.Key.Key_Return)
    assert said[-1] == ("renamed", "hand.L", "palm.L")


def test_a_taken_name_is_rejected_in_place(panel, said) -> None:
    panel.rename("hand.L")
    line = editor(panel)
    line.setText("head")
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert line.isVisible() and "head" in line.toolTip()
    assert line.grab().toImage().pixelColor(line.width() // 2, 0) == QColor(appearance().theme.miss)
    line.setText("")
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert line.isVisible() and not said
    QTest.keyClick(line, Qt.Key.Key_Escape)
    assert not line.isVisible() and not said


def test_f2_renames_the_active_bone_and_leaving_keeps_the_name(panel, said) -> None:
    panel.show_selection(("head",), "head")
    panel.tree.setFocus()
    QTest.keyClick(panel.tree, Qt.Key.Key_F2)
    QTest.keyClicks(editor(panel), "skull")
    panel.search.setFocus()
    assert ("renamed", "head", "skull") in said
    assert QApplication.focusWidget() is panel.search


def test_a_renamed_bone_keeps_branches_as_they_stood(panel) -> None:
    panel.tree.collapse(panel.tree.model().index_of("upper_arm.L"))
    bones = tuple(Bone(name="skull", parent="spine") if bone.name == "head" else bone for bone in ARM.bones)
    panel.show_document(Document.of(Rig(bones=bones)))
    assert rows(panel) == ("spine", "upper_arm.L", "skull", "body", "hand_ik.L", "elbow_pole.L")


def test_one_name_is_typed_at_a_time(panel, said, monkeypatch) -> None:
    """Whoever begins with another one has the first one kept, in a window behind others too, where no focus goes."""
    monkeypatch.setattr(NameEdit, "focusOutEvent", lambda *given: None)
    panel.rename("hand.L")
    first = editor(panel)
    first.setText("palm.L")
    panel.rename("head")
    assert said == [("renamed", "hand.L", "palm.L")] and not first.isVisible()
    assert [line.text() for line in panel.tree.viewport().findChildren(NameEdit) if line.isVisible()] == ["head"]
