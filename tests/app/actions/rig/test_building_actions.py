"""Building a rig on the real window: keys and menus, one step of undo each, and the reason where an edit fails."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6 import QtCore, QtGui, QtTest, QtWidgets

from pantin import rigs
from pantin.rigs.constraints import LockedTrack
from pantin.rigs.editing.bones import rename, replace_bones
from pantin.rigs.editing.building.removing import delete
from pantin.rigs.sides import side_of
from tests.app.person import Person


def steps(person: Person) -> tuple[str, ...]:
    return person.session.history.labels[1:]


def bones(person: Person) -> dict[str, rigs.Bone]:
    return dict(person.session.document.rig.by_name)


def notice(person: Person) -> str:
    return person.window.notice.label.text() if person.window.notice.isVisible() else ""


def test_what_is_built_is_one_step_each_and_comes_back(person: Person) -> None:
    before = person.session.document.rig
    person.window.docks.show_layout("rig")
    person.session.select(("forearm.L",), "forearm.L")
    person.shortcut("Ctrl+X")
    person.session.select(("head", "hips"), "hips")
    person.shortcut("Ctrl+P")
    person.session.select(("hand.L", "hand.R"), "hand.R")
    person.shortcut("X")
    assert steps(person) == ("Dissolve forearm.L", "Parent head to hips", "Delete 2 bones")
    assert {"forearm.L", "hand.L", "hand.R"}.isdisjoint(bones(person)) and bones(person)["head"].parent == "hips"
    for _ in range(3):
        person.shortcut("Ctrl+Z")
    assert person.session.document.rig == before


def test_one_leg_becomes_two_by_one_key(person: Person) -> None:
    whole = person.session.document.rig
    right = [bone.name for bone in whole.bones if side_of(bone.name) == "R"]
    person.session.edit("Delete", lambda document: delete(document, right))
    person.session.select(("shin.L",), "shin.L")
    person.shortcut("Ctrl+M")
    assert steps(person)[-1] == "Copy to other side: shin.L"
    for name in ("thigh.R", "shin.R", "foot_ik.R", "knee_pole.R"):
        assert bones(person)[name] == whole.by_name[name]
    told: list[str] = []
    person.session.notified.connect(told.append)
    person.shortcut("Ctrl+M")
    assert len(steps(person)) == 2 and told == ["The other side is the mirror image already."]


def test_what_is_rejected_is_said_in_one_sentence(person: Person) -> None:
    person.session.select(("foot_ik.L", "shin.L"), "shin.L")
    person.shortcut("Ctrl+P")
    assert '"foot_ik.L" is the target of the IK' in notice(person) and steps(person) == ()


@pytest.mark.parametrize(
    ("names", "action", "why"),
    [
        (("body",), "clear_parent", "Nothing carries the selected bones."),
        (("hips",), "symmetrize", "The selected bones lie in the middle and have no other side."),
        (("hips",), "parent", "Select the bones to be carried, then the one that is to carry them."),
        (("hips",), "disconnect", "No selected bone is connected to its parent."),
    ],
)
def test_what_cannot_be_done_says_why(person: Person, names: tuple[str, ...], action: str, why: str) -> None:
    person.session.select(names, names[-1] if names else None)
    assert person.window.menus.why_not(action) == why
    made = person.window.menus.current(action)
    assert not made.isEnabled() and why in made.toolTip()


def test_what_cannot_be_taken_away_says_why(person: Person) -> None:
    person.window.docks.show_layout("rig")
    assert person.window.menus.why_not("delete") == "Select a bone first."
    person.session.select(("foot_ik.L",), "foot_ik.L")
    assert person.window.menus.why_not("dissolve") == "No selected bone is connected to another one."


@pytest.mark.parametrize("keys", ["X", "Del", "Ctrl+X"])
@pytest.mark.parametrize("layout", ["pose", "solve"])
def test_keys_take_no_bone_away_while_the_figure_is_posed_and_a_notice_says_where(
    person: Person, layout: str, keys: str
) -> None:
    person.window.docks.show_layout(layout)
    person.session.select(("forearm.L",), "forearm.L")
    before = person.session.document.rig
    person.press_keys(QtGui.QKeySequence(keys))
    assert person.session.document.rig is before and steps(person) == ()
    assert "layout Rig" in notice(person) and "Tab" in notice(person)
    person.shortcut("Tab")
    assert not notice(person), "it goes with the layout that it is about"


def test_what_is_deleted_is_said_with_undo_beside_it_until_the_next_step(person: Person) -> None:
    person.window.docks.show_layout("rig")
    before, bar = person.session.document.rig, person.window.undo_bar
    person.session.select(("hand.L",), "hand.L")
    person.shortcut("X")
    assert bar.isVisible() and bar.label.text() == "hand.L deleted."
    QtTest.QTest.mouseClick(bar.button, QtCore.Qt.MouseButton.LeftButton)
    person.wait_for_the_pose()
    assert person.session.document.rig == before and not bar.isVisible()
    person.session.select(("forearm.R",), "forearm.R")
    person.shortcut("Ctrl+X")
    assert bar.isVisible() and bar.label.text() == "forearm.R dissolved."
    person.shortcut("Ctrl+Z")
    assert "forearm.R" in person.session.document.rig.by_name and not bar.isVisible()


def test_a_file_is_merged_by_the_names_of_its_bones(person: Person, tmp_path: Path, qtbot) -> None:
    document = person.session.document
    hand = replace(document.rig.by_name["hand.L"], tail=(1.0, 0.0, 1.0))
    moved = rename(replace_bones(document, [hand]), "hand.R", "paw.R")
    rigs.write(moved, tmp_path / "again.rig.json")
    told: list[str] = []
    person.session.notified.connect(told.append)
    person.window.files.merge(tmp_path / "again.rig.json")
    qtbot.waitUntil(lambda: bool(steps(person)))
    assert steps(person) == ("Merge again.rig.json",)
    assert bones(person)["hand.L"].tail == (1.0, 0.0, 1.0) and {"hand.R", "paw.R"} <= bones(person).keys()
    assert told == [f"Merged again.rig.json: {len(document.rig.bones) - 1} bones by name, 1 added"]
    person.shortcut("Ctrl+Z")
    assert person.session.document.figure == document.figure


def test_a_pole_can_be_renamed(person: Person) -> None:
    """Its constraint looks at the same bone as before: no pole was chosen, and the angle stays."""
    before = person.session.document.rig.constraints
    person.session.edit("Rename", lambda document: rename(document, "knee_pole.L", "knee.L"))
    after = person.session.document.rig.constraints
    assert [getattr(each, "pole_angle", None) for each in after] == [getattr(c, "pole_angle", None) for c in before]


def test_f2_over_the_figure_renames_the_active_bone_even_if_the_search_hides_it(person: Person) -> None:
    tree, before = person.window.panels.hierarchy, person.session.document.rig
    tree.search.setText("toe")
    person.session.select(("hand.L",), "hand.L")
    person.press_keys(QtGui.QKeySequence("F2"))
    line = QtWidgets.QApplication.focusWidget()
    QtTest.QTest.keyClicks(line, "palm.L")
    QtTest.QTest.keyClick(line, QtCore.Qt.Key.Key_Return)
    person.wait_for_the_pose()
    assert "palm.L" in bones(person) and "hand.L" not in bones(person)
    assert person.view.hasFocus() and not tree.search.text()
    person.shortcut("Ctrl+Z")
    assert person.session.document.rig == before


def test_the_palette_adds_a_constraint_by_its_name(person: Person) -> None:
    person.session.select(("hand.R", "head"), "head")
    person.by_palette("Add constraint: Locked track")
    added = person.session.document.rig.constraints[-1]
    assert isinstance(added, LockedTrack) and (added.owner, added.target) == ("head", "hand.R")
    assert steps(person) == ('Add "Locked track" to head',)


def test_deleting_a_target_says_whose_constraints_go_with_it_and_undo_brings_them_back(person: Person) -> None:
    person.window.docks.show_layout("rig")
    before, told = person.session.document.rig, []
    person.session.removed.connect(told.append)
    person.session.select(("thumb_1.L",), "thumb_1.L")
    person.shortcut("X")
    assert told == ["thumb_1.L deleted."]
    person.session.select(("foot_ik.L",), "foot_ik.L")
    person.shortcut("X")
    assert told[1:] == ["foot_ik.L deleted. Constraints went with their targets: of 2 bones."]
    for _ in range(2):
        person.shortcut("Ctrl+Z")
    assert person.session.document.rig == before
