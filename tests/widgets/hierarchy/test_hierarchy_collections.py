"""Collections in the tree: their rows, switches, menu and names, each asking for one edit."""

from __future__ import annotations

import msgspec
import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from pantin.rigs.collection import Collection
from pantin.rigs.document import Document
from pantin.rigs.editing.selection import select
from pantin.widgets.hierarchy.bone_model import COLLECTIONS
from pantin.widgets.hierarchy.collection_popup import CollectionPopup
from pantin.widgets.hierarchy.collection_switches import SHOWN, SOLO, CollectionColumn
from pantin.widgets.hierarchy.hierarchy import Hierarchy
from tests.widgets.hierarchy.trees import ARM, CTRL, LEFT, NONE

GROUPED = msgspec.structs.replace(
    ARM, collections=(Collection("Arm", ("upper_arm.L", "forearm.L")), Collection("Controls", ("hand_ik.L",)))
)


class EditedPanel:
    """A panel whose edits are applied to its document at once."""

    def __init__(self, panel: Hierarchy) -> None:
        self.panel, self.document = panel, Document.of(GROUPED)
        self.labels: list[str] = []
        panel.edited.connect(self._edit)
        panel.show_document(self.document)

    def _edit(self, label: str, edit) -> None:
        self.labels.append(label)
        self.document = edit(self.document)
        self.panel.show_document(self.document)

    def group(self, name: str) -> Collection:
        return next(group for group in self.document.rig.collections if group.name == name)

    def place(self, name: str, x: int = 120) -> QPoint:
        model = self.panel.tree.model()
        return QPoint(x, self.panel.tree.visualRect(model.index_of_collection(name)).center().y())

    def click(self, name: str, column: CollectionColumn | None = None, held=NONE) -> None:
        tree = self.panel.tree.viewport()
        at = self.place(name, tree.width() - column.right + 8 if column else 80)
        QTest.mouseClick(tree, LEFT, held, at)


@pytest.fixture
def edited(shown) -> EditedPanel:
    panel = Hierarchy()
    shown(panel, 244, 500)
    return EditedPanel(panel)


def rows(panel: Hierarchy) -> list[str]:
    return [node.name for node in panel.tree.model().nodes[1:] if node.collection or not node.bone]


def test_collections_stand_above_the_bones_and_only_where_there_are_any(edited: EditedPanel) -> None:
    assert rows(edited.panel) == [COLLECTIONS, "Arm", "Controls", "Body", "Handles"]
    edited.panel.show_document(Document.of(ARM))
    assert rows(edited.panel) == ["Body", "Handles"]


def test_a_click_selects_the_bones_and_ctrl_adds_them(edited: EditedPanel) -> None:
    edited.click("Arm")
    assert edited.document.selected == ("upper_arm.L", "forearm.L")
    edited.click("Controls", held=CTRL)
    assert edited.document.selected == ("upper_arm.L", "forearm.L", "hand_ik.L")
    assert edited.labels == ["Select", "Select"]


def test_the_eye_hides_and_shows_the_bones(edited: EditedPanel) -> None:
    edited.click("Arm", SHOWN)
    assert edited.group("Arm").hidden and edited.labels == ["Hide Arm"]
    assert "forearm.L" in edited.panel.tree.model().roles.covered
    edited.click("Arm", SHOWN)
    assert not edited.group("Arm").hidden and edited.labels[-1] == "Show Arm"


def test_the_star_shows_them_alone_and_ctrl_ends_the_others(edited: EditedPanel) -> None:
    edited.click("Arm", SOLO)
    assert edited.document.rig.shown == {"upper_arm.L", "forearm.L"}
    edited.click("Controls", SOLO, CTRL)
    assert edited.document.rig.shown == {"hand_ik.L"}
    edited.click("Controls", SOLO)
    assert len(edited.document.rig.shown) == len(ARM.bones)
    assert edited.labels == ["Solo Arm", "Solo only Controls", "End solo of Controls"]


def test_a_double_click_renames(edited: EditedPanel) -> None:
    QTest.mouseDClick(edited.panel.tree.viewport(), LEFT, NONE, edited.place("Arm", 80))
    [edit] = edited.panel.tree.findChildren(QLineEdit)
    edit.setText("Controls")
    QTest.keyClick(edit, "\r")
    assert edit.isVisible() and edit.toolTip() == "Another collection is called “Controls” already."
    edit.setText("Limb")
    QTest.keyClick(edit, "\r")
    assert [group.name for group in edited.document.rig.collections] == ["Limb", "Controls"]
    assert edited.labels == ["Rename Arm"]


def test_the_menu_says_what_can_be_done_and_why_not(edited: EditedPanel) -> None:
    menu = edited.panel.collection_menu("Arm")
    entries = {action.text().replace("&", ""): action for action in menu.actions() if action.text()}
    assert list(entries) == [
        *("Select bones", "Add selected bones", "Take selected bones out", "Hide", "Solo", "Rename", "Remove"),
    ]
    assert entries["Add selected bones"].toolTip() == "Select bones first."
    edited.document = select(edited.document, ["head", "forearm.L"])
    edited.panel.show_document(edited.document)
    for name in ("Add selected bones", "Take selected bones out", "Remove"):
        menu = edited.panel.collection_menu("Arm")
        next(action for action in menu.actions() if action.text().replace("&", "") == name).trigger()
    assert edited.labels == ["Add to Arm", "Take out of Arm", "Remove Arm"]
    assert [group.name for group in edited.document.rig.collections] == ["Controls"]


def test_a_search_lists_bones_alone(edited: EditedPanel) -> None:
    edited.panel.search.setText("hand")
    assert rows(edited.panel) == ["Body", "Handles"]


def test_readers_and_tooltips_say_what_icons_show(edited: EditedPanel) -> None:
    edited.click("Arm", SHOWN)
    model = edited.panel.tree.model()
    text = model.index_of_collection("Arm").data(3).replace("<br>", " ")
    assert "collection, 2 bones, hidden" in text.lower()
    assert "see its collections" in model.index_of("forearm.L").data(3)


@pytest.fixture
def popup(shown) -> CollectionPopup:
    made = CollectionPopup(GROUPED.collections, "Collection")
    made.open_at(QPoint(10, 10))
    return made


def listed(popup: CollectionPopup) -> list[str]:
    return [popup.list.item(row).text() for row in range(popup.list.count())]


def test_the_popup_finds_a_collection_or_offers_a_new_one(popup: CollectionPopup) -> None:
    chosen: list[str] = []
    popup.chosen.connect(chosen.append)
    assert listed(popup) == ["Arm", "Controls", "New collection"]
    QTest.keyClicks(popup.search, "con")
    assert listed(popup) == ["Controls", "New collection “con”"]
    QTest.keyClick(popup.search, "\r")
    assert chosen == ["Controls"]


def test_the_popup_makes_one_of_a_new_name(popup: CollectionPopup) -> None:
    chosen: list[str] = []
    popup.chosen.connect(chosen.append)
    QTest.keyClicks(popup.search, "Face")
    QTest.keyClick(popup.search, "\r")
    assert chosen == ["Face"]
