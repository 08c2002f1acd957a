"""Rows dragged to another parent, right clicks, and what keys do in the tree."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QToolTip

from pantin.rigs import Bone, Document, Rig
from pantin.rigs.editing.selection import select
from pantin.widgets.hierarchy.bone_keys import TypeAhead
from pantin.widgets.hierarchy.hierarchy import Hierarchy
from tests.widgets.hierarchy.trees import (
    ARM,
    CTRL,
    LEFT,
    click,
    drag_to,
    place,
    press,
    release,
    type_key,
)


@pytest.fixture
def panel(shown) -> Hierarchy:
    panel = Hierarchy()
    panel.show_document(Document.of(ARM))
    panel.selection_asked.connect(lambda *chosen: panel.show_document(select(panel.tree.document, *chosen)))
    panel.edited.connect(lambda label, edit: label == "Select" and panel.show_document(edit(panel.tree.document)))
    shown(panel, 244, 500)
    panel.tree.setFocus()
    return panel


@pytest.fixture
def said(panel, heard) -> list:
    return heard(edited=panel.edited, rejected=panel.rejected, menu=panel.menu_asked)


def carry(panel: Hierarchy, name: str, to: QPoint) -> None:
    """Press on a row and move there, with a first small step as a hand does."""
    press(panel, place(panel, name))
    drag_to(panel, place(panel, name) + QPoint(12, 4))
    drag_to(panel, to)


def parent_after(panel: Hierarchy, said: list, name: str) -> tuple[str, str | None]:
    """The words, and the parent that the one edit gave to a bone."""
    ((_, label, edit),) = said
    return label, edit(panel.tree.document).rig.by_name[name].parent


def test_a_row_is_dropped_on_its_new_parent(panel, said) -> None:
    carry(panel, "hand_ik.L", place(panel, "head"))
    assert panel.tree.viewport().cursor().shape() == Qt.CursorShape.ClosedHandCursor
    assert "Parent hand_ik.L to head" in QToolTip.text()
    release(panel, place(panel, "head"))
    assert parent_after(panel, said, "hand_ik.L") == ("Parent hand_ik.L to head", "head")


@pytest.mark.parametrize("to", ["group", "space"])
def test_a_row_dropped_on_a_group_or_on_nothing_has_no_parent(panel, said, to) -> None:
    there = place(panel, "Body") if to == "group" else QPoint(100, panel.tree.viewport().height() - 40)
    carry(panel, "hand.L", there)
    release(panel, there)
    assert parent_after(panel, said, "hand.L") == ("Unparent hand.L", None)


def test_a_cycle_is_rejected_with_its_reason(panel, said) -> None:
    carry(panel, "upper_arm.L", place(panel, "hand.L"))
    assert panel.tree.viewport().cursor().shape() == Qt.CursorShape.ForbiddenCursor
    assert "hangs below" in QToolTip.text()
    release(panel, place(panel, "hand.L"))
    ((kind, sentence),) = said
    assert kind == "rejected" and '"hand.L" hangs below "upper_arm.L"' in sentence
    assert panel.tree.viewport().cursor().shape() == Qt.CursorShape.ArrowCursor


def test_a_handle_under_its_own_chain_is_rejected(panel, said) -> None:
    carry(panel, "hand_ik.L", place(panel, "forearm.L"))
    release(panel, place(panel, "forearm.L"))
    assert said[0][0] == "rejected" and '"hand_ik.L" is the target of the IK' in said[0][1]


def test_all_selected_rows_are_dragged_but_chains_stay_whole(panel, said) -> None:
    click(panel, place(panel, "hand.L"))
    click(panel, place(panel, "forearm.L"), CTRL)
    click(panel, place(panel, "head"), CTRL)
    carry(panel, "forearm.L", place(panel, "Handles"))
    release(panel, place(panel, "Handles"))
    _, label, edit = said[-1]
    after = edit(panel.tree.document).rig.by_name
    assert label == "Unparent 2 bones"
    parents = {name: after[name].parent for name in ("forearm.L", "hand.L", "head")}
    assert parents == {"forearm.L": None, "hand.L": "forearm.L", "head": None}


def test_a_click_on_one_of_several_selected_leaves_that_one(panel) -> None:
    click(panel, place(panel, "hand.L"))
    click(panel, place(panel, "head"), CTRL)
    press(panel, place(panel, "hand.L"))
    assert panel.tree.selected == {"hand.L", "head"}
    release(panel, place(panel, "hand.L"))
    assert panel.tree.selected == {"hand.L"}


def test_esc_drops_nothing(panel, said) -> None:
    carry(panel, "hand_ik.L", place(panel, "head"))
    type_key(panel, Qt.Key.Key_Escape)
    release(panel, place(panel, "head"))
    assert not said and panel.tree.viewport().cursor().shape() == Qt.CursorShape.ArrowCursor


def test_what_changes_nothing_asks_nothing(panel, said) -> None:
    carry(panel, "hand.L", place(panel, "forearm.L"))
    assert "carried by forearm.L already" in QToolTip.text()
    release(panel, place(panel, "forearm.L"))
    carry(panel, "hand.L", place(panel, "hand.L") + QPoint(20, 0))
    release(panel, place(panel, "hand.L"))
    assert not said


def test_a_folded_branch_opens_under_what_is_held_over_it(panel, said, qtbot) -> None:
    panel.tree.collapse(panel.tree.model().index_of("upper_arm.L"))
    carry(panel, "elbow_pole.L", place(panel, "upper_arm.L"))
    qtbot.waitUntil(lambda: "hand.L" in panel.tree.visible_names())
    type_key(panel, Qt.Key.Key_Escape)


def test_the_tree_scrolls_at_its_edges(panel, qtbot) -> None:
    many = tuple(Bone(name=f"b{i}") for i in range(200))
    panel.show_document(Document.of(Rig(bones=many)))
    carry(panel, "b1", QPoint(100, panel.tree.viewport().height() - 4))
    qtbot.waitUntil(lambda: panel.tree.verticalScrollBar().value() > 48)
    type_key(panel, Qt.Key.Key_Escape)


def test_the_rows_after_a_re_parenting_stand_where_the_bones_hang(panel, said) -> None:
    panel.edited.connect(lambda label, edit: panel.show_document(edit(panel.tree.document)))
    carry(panel, "head", place(panel, "forearm.L"))
    release(panel, place(panel, "forearm.L"))
    model = panel.tree.model()
    assert model.node(model.index_of("head").parent()).name == "forearm.L"


# Right clicks.


def right_click(panel: Hierarchy, at: QPoint) -> None:
    viewport = panel.tree.viewport()
    reason = QContextMenuEvent.Reason.Mouse
    QApplication.sendEvent(viewport, QContextMenuEvent(reason, at, viewport.mapToGlobal(at)))


def test_a_right_click_selects_first_and_keeps_a_selection_that_it_hits(panel, heard) -> None:
    said = heard(selected=panel.selection_asked, menu=panel.menu_asked)
    at = place(panel, "head")
    right_click(panel, at)
    assert said == [("selected", ("head",), "head"), ("menu", panel.tree.viewport().mapToGlobal(at), "head")]
    said.clear()
    right_click(panel, at)
    right_click(panel, place(panel, "Body"))
    assert [what[0] for what in said] == ["menu"]


# Keys.


def test_letters_go_to_a_name_even_in_a_folded_branch(panel) -> None:
    panel.tree.collapse(panel.tree.model().index_of("upper_arm.L"))
    for letter in "for":
        type_key(panel, letter)
    assert panel.tree.active == "forearm.L" and "forearm.L" in panel.tree.visible_names()


def test_the_same_letter_goes_on_to_the_next(panel) -> None:
    found = []
    for _ in range(4):
        type_key(panel, "h")
        found.append(panel.tree.active)
    assert found == ["hand.L", "head", "hand_ik.L", "hand.L"]


def test_letters_are_the_trees_before_they_are_shortcuts(panel) -> None:
    from PySide6.QtGui import QKeyEvent

    def accepted(key: Qt.Key, text: str, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> bool:
        event = QKeyEvent(QEvent.Type.ShortcutOverride, key, held, text)
        event.ignore()
        QApplication.sendEvent(panel.tree, event)
        return event.isAccepted()

    assert accepted(Qt.Key.Key_G, "g") and accepted(Qt.Key.Key_Period, ".")
    assert not accepted(Qt.Key.Key_G, "g", CTRL) and not accepted(Qt.Key.Key_Escape, "\x1b")
    assert not accepted(Qt.Key.Key_Question, "?") and not accepted(Qt.Key.Key_Space, " ")


def test_typing_pauses_begin_a_new_word(monkeypatch) -> None:
    now = [100.0]
    monkeypatch.setattr("pantin.widgets.hierarchy.bone_keys.time.monotonic", lambda: now[0])
    typed, names = TypeAhead(), ["", "arm", "armour", "mouth"]
    assert [typed.find(letter, names, 0) for letter in "armo"] == [1, 1, 1, 2]
    now[0] += 5.0
    assert typed.find("m", names, 2) == 3
    assert typed.find("x", names, 3) is None


def test_left_goes_up_and_right_goes_down_a_branch(panel) -> None:
    click(panel, place(panel, "forearm.L"))
    type_key(panel, Qt.Key.Key_Right)
    assert panel.tree.active == "hand.L"
    type_key(panel, Qt.Key.Key_Right)
    assert panel.tree.active == "hand.L", "a tip has nothing below"
    type_key(panel, Qt.Key.Key_Left)
    type_key(panel, Qt.Key.Key_Left)
    assert panel.tree.active == "forearm.L" and "hand.L" not in panel.tree.visible_names()
    type_key(panel, Qt.Key.Key_Left)
    assert panel.tree.active == "upper_arm.L"


def test_home_and_end(panel) -> None:
    click(panel, place(panel, "forearm.L"))
    type_key(panel, Qt.Key.Key_End)
    assert panel.tree.active == "elbow_pole.L"


def test_the_ring_of_the_keyboard_is_seen_only_when_keys_lead(panel) -> None:
    click(panel, place(panel, "head"))
    by_mouse = panel.tree.grab().toImage()
    type_key(panel, Qt.Key.Key_Up)
    type_key(panel, Qt.Key.Key_Down)
    assert panel.tree.active == "head"
    assert panel.tree.grab().toImage() != by_mouse


def test_a_group_named_like_a_bone_is_not_that_bone(panel) -> None:
    panel.show_document(Document.of(Rig(bones=(Bone(name="Body"), Bone(name="x", parent="Body")))))
    before = panel.tree.viewport().grab(panel.tree.visualRect(panel.tree.model().index(0, 0))).toImage()
    panel.show_selection(("Body",), "Body")
    assert panel.tree.viewport().grab(panel.tree.visualRect(panel.tree.model().index(0, 0))).toImage() == before


def test_the_left_button_alone_drags(panel, said) -> None:
    from PySide6.QtTest import QTest

    QTest.mousePress(panel.tree.viewport(), Qt.MouseButton.MiddleButton, pos=place(panel, "head"))
    drag_to(panel, place(panel, "hand.L"))
    QTest.mouseRelease(panel.tree.viewport(), LEFT, pos=place(panel, "hand.L"))
    assert not said
