"""Collections on the real window: made at the pointer, hidden, looked at alone, one step of undo each."""

from __future__ import annotations

from PySide6 import QtTest, QtWidgets

from pantin.rigs.editing.collecting import hide_collection, make_collection
from pantin.widgets.hierarchy.collection_popup import CollectionPopup
from tests.app.person import Person


def groups(person: Person) -> dict[str, tuple[str, ...]]:
    return {group.name: group.bones for group in person.session.document.rig.collections}


def popup(person: Person) -> CollectionPopup:
    [found] = [each for each in person.window.findChildren(CollectionPopup) if each.isVisible()]
    return found


def test_m_a_name_and_enter_put_the_selected_bones_into_a_collection(person: Person) -> None:
    person.session.select(("hand.L", "hand.R"), "hand.L")
    person.shortcut("M")
    QtTest.QTest.keyClicks(popup(person).search, "Hands")
    QtTest.QTest.keyClick(popup(person).search, "\r")
    person.wait_for_the_pose()
    assert groups(person) == {"Hands": ("hand.L", "hand.R")}
    assert person.session.history.labels[-1] == "Move to Hands"
    person.session.undo()
    assert groups(person) == {}


def test_a_new_collection_is_named_in_the_tree(person: Person, qtbot) -> None:
    person.session.select(("head", "neck"), "head")
    person.by_palette("New collection from selection")
    tree = person.window.panels.hierarchy.tree
    qtbot.waitUntil(lambda: bool(tree.findChildren(QtWidgets.QLineEdit)))
    [edit] = tree.findChildren(QtWidgets.QLineEdit)
    QtTest.QTest.keyClicks(edit, "Face")
    QtTest.QTest.keyClick(edit, "\r")
    person.wait_for_the_pose()
    assert groups(person) == {"Face": ("neck", "head")}


def test_what_a_collection_hides_cannot_be_clicked_and_comes_back(person: Person) -> None:
    at = person.where("forearm.L")
    person.session.edit("Add", lambda document: make_collection(document, "Arm", ("forearm.L",)))
    person.session.edit("Hide Arm", lambda document: hide_collection(document, "Arm", True))
    person.wait_for_the_pose()
    person.click(at)
    assert "forearm.L" not in person.session.document.selected
    person.by_palette("Show all collections")
    person.wait_for_the_pose()
    person.click(at)
    assert person.session.document.selected == ("forearm.L",)
    assert len(person.session.document.rig.shown) == len(person.session.document.rig.bones)
