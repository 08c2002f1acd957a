"""The user's own shelf in the real window: a folder whose poses lie beside those of every document."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6 import QtCore, QtGui, QtTest, QtWidgets

from pantin.app.pose_library.folders import SHIPPED
from pantin.rigs import Document
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.editing.poses import library
from pantin.rigs.formats import pose
from pantin.rigs.pose import Transform
from pantin.rigs.templates import biped
from tests.app.person import Person
from tests.app.pose_library.cards import TURNED, card
from tests.rigs.motion.child import child

Key = QtCore.Qt.Key


@pytest.fixture
def folder(shelf: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the shelf; what is thrown away goes to a bin of the test."""
    for name in ("HOME", "XDG_DATA_HOME"):  # the bin of another disk than that of the home is at its top
        monkeypatch.setenv(name, str(tmp_path / "data"))
    (tmp_path / "data").mkdir()
    return shelf.window.settings.shelf


def mine(shelf: Person) -> list[str]:
    return [entry.name for entry in shelf.window.panels.poses.entries if entry.my_shelf]


def named(shelf: Person, name: str):
    """The card on the shelf of that name."""
    cards = shelf.window.panels.poses.cards.values()
    return next(one for one in cards if one.entry.my_shelf and one.entry.name == name)


@pytest.fixture
def said(shelf: Person) -> Iterator[list[str]]:
    """Return what people are told, warned of and refused."""
    found: list[str] = []
    for signal in (shelf.session.notified, shelf.session.warned, shelf.session.refused):
        signal.connect(found.append)
    yield found
    for signal in (shelf.session.notified, shelf.session.warned, shelf.session.refused):
        signal.disconnect(found.append)


def keep(shelf: Person, qtbot, name: str) -> None:
    """Keep the figure's pose on the shelf under a name, and not in the document."""
    shelf.view.setFocus()
    shelf.shortcut("Ctrl+Shift+B")
    QtTest.QTest.keyClicks(QtWidgets.QApplication.focusWidget(), name)
    shelf.key(Key.Key_Return)
    shelf.window.panels.poses.copy_asked.emit(card(shelf, name).entry.key)
    qtbot.waitUntil(lambda: name in mine(shelf))
    shelf.session.edit("Remove", lambda document: library.removed(document, name))


def kept(shelf: Person, qtbot, *names: str) -> None:
    """Keep the figure's pose on the shelf under these names."""
    for name in names:
        keep(shelf, qtbot, name)


def test_a_new_pose_is_named_at_once(shelf: Person) -> None:
    shelf.view.setFocus()
    shelf.shortcut("Ctrl+Shift+B")
    QtTest.QTest.keyClicks(QtWidgets.QApplication.focusWidget(), "Nodding")
    shelf.key(Key.Key_Return)
    assert [kept.name for kept in shelf.session.document.figure.poses] == ["Nodding"]
    assert card(shelf, "Nodding").entry.applied


def test_a_pose_on_the_shelf_is_there_in_every_document(shelf: Person, folder: Path, qtbot) -> None:
    panel = shelf.window.panels.poses
    shelf.view.setFocus()
    shelf.shortcut("Ctrl+Shift+B")
    shelf.key(Key.Key_Return)
    panel.copy_asked.emit(card(shelf, "Pose 1").entry.key)
    panel.copy_asked.emit(card(shelf, "Pose 1").entry.key)
    qtbot.waitUntil(lambda: mine(shelf) == ["Pose 1", "Pose 1 2"])
    assert pose.read_pose(folder / "Pose 1.pose.json").pose["head"] == TURNED

    panel.rename_asked.emit(named(shelf, "Pose 1 2").entry.key, "Another: pose")
    qtbot.waitUntil(lambda: mine(shelf) == ["Another- pose", "Pose 1"])
    panel.tags_asked.emit(named(shelf, "Pose 1").entry.key, ("Talk",))
    qtbot.waitUntil(lambda: named(shelf, "Pose 1").entry.tags == ("Talk",))
    panel.move_asked.emit(named(shelf, "Pose 1").entry.key, named(shelf, "Another- pose").entry.key)
    assert mine(shelf) == ["Pose 1", "Another- pose"]
    assert shelf.window.settings.shelf_order == ("Pose 1", "Another- pose")

    shelf.session.edit("Pose", lambda document: with_transforms(document, {"head": Transform()}))
    panel.apply_asked.emit(named(shelf, "Pose 1").entry.key, False)
    shelf.wait_for_the_pose()
    assert shelf.session.document.figure.transform("head") == TURNED

    shelf.session.open(Document.of(biped.rig()))  # its bones have other names
    qtbot.waitUntil(lambda: mine(shelf) == ["Pose 1", "Another- pose"])
    panel.apply_asked.emit(named(shelf, "Pose 1").entry.key, False)
    shelf.wait_for_the_pose()
    assert shelf.session.document.figure.pose.bones != {}

    panel.remove_asked.emit(named(shelf, "Another- pose").entry.key)
    qtbot.waitUntil(lambda: mine(shelf) == ["Pose 1"])
    assert [file.name for file in folder.iterdir()] == ["Pose 1.pose.json"]
    panel.remove_asked.emit(named(shelf, "Pose 1").entry.key)
    qtbot.waitUntil(lambda: not mine(shelf))


TAKEN, NAMELESS = 'Another pose is called "A-B" already; choose another name.', "A pose needs a name."


@pytest.mark.parametrize(
    ("old", "new", "then", "refused"),
    [
        ("a-b", "a:b", ("a-b", "c"), ""),
        ("c", "C", ("a-b", "C"), ""),
        ("c", "b", ("a-b", "b"), ""),
        ("c", "A/B", ("a-b", "c"), TAKEN),
        ("c", " ", ("a-b", "c"), NAMELESS),
    ],
)
def test_a_name_that_another_file_would_have_replaces_none(
    old: str, new: str, then: tuple[str, str], refused: str, shelf: Person, folder: Path, said: list[str], qtbot
) -> None:
    """Letters that no file name has count as hyphens, and large ones as small ones: on some disks they are the same."""
    kept(shelf, qtbot, "a-b", "c")
    before = {name: pose.read_pose(folder / f"{name}.pose.json") for name in ("a-b", "c")}
    shelf.window.panels.poses.move_asked.emit(named(shelf, "c").entry.key, named(shelf, "a-b").entry.key)
    arrived: list[None] = []
    shelf.window.panels.poses.rename_asked.emit(named(shelf, old).entry.key, new)
    shelf.window.files.jobs.in_turn(lambda: None, arrived.append)
    qtbot.waitUntil(lambda: bool(arrived))
    assert (refused in said) == bool(refused) and tuple(mine(shelf)) == then[::-1]
    assert shelf.window.settings.shelf_order == then[::-1]
    now = {name: pose.read_pose(folder / f"{name}.pose.json") for name in then}
    assert list(now.values()) == list(before.values()) and len(list(folder.iterdir())) == 2


def test_a_copy_whose_name_another_has_in_another_case_gets_a_number(shelf: Person, folder: Path, qtbot) -> None:
    folder.mkdir(parents=True)
    pose.write_pose("Somebody", {"head": TURNED}, folder / "wave.pose.json")
    shelf.window.panels.poses.copy_asked.emit(card(shelf, "Wave").entry.key)
    qtbot.waitUntil(lambda: "Wave 2" in mine(shelf))
    assert pose.read_pose(folder / "wave.pose.json").rig == "Somebody"


def test_what_is_asked_for_last_is_on_the_disk_when_the_program_ends(shelf: Person, folder: Path, said) -> None:
    shelf.window.panels.poses.copy_asked.emit(card(shelf, "Wave").entry.key)
    assert not [sentence for sentence in said if "shelf" in sentence], "it is not there yet"
    shelf.window.files.keep_everything()
    assert (folder / "Wave.pose.json").exists()


def test_what_was_done_is_told_when_it_is_done(
    shelf: Person, folder: Path, said: list[str], tmp_path: Path, qtbot
) -> None:
    kept(shelf, qtbot, "Nod", "Bow")
    assert "Bow is on your shelf, beside the poses of every file." in said
    shelf.window.panels.poses.remove_asked.emit(named(shelf, "Nod").entry.key)
    qtbot.waitUntil(lambda: said[-1] == "Nod is in the system's bin.")
    (tmp_path / "data").rename(tmp_path / "moved")
    (tmp_path / "data").write_text("where the bin would be")
    shelf.window.panels.poses.remove_asked.emit(named(shelf, "Bow").entry.key)
    qtbot.waitUntil(lambda: said[-1] == "Bow is deleted: its disk has no bin.")
    assert not list(folder.iterdir())


def test_what_cannot_be_written_is_said_and_nothing_else(shelf: Person, folder: Path, said: list[str], qtbot) -> None:
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.write_text("no folder")
    shelf.window.panels.poses.copy_asked.emit(card(shelf, "Wave").entry.key)
    qtbot.waitUntil(lambda: any(str(folder) in sentence for sentence in said))
    assert not any("is on your shelf" in sentence for sentence in said)


def test_a_pose_put_back_is_the_one_that_the_figure_stands_in(shelf: Person, folder: Path, qtbot) -> None:
    kept(shelf, qtbot, "Nod")
    panel, key = shelf.window.panels.poses, named(shelf, "Nod").entry.key
    panel.tags_asked.emit(key, ("Talk",))
    qtbot.waitUntil(lambda: named(shelf, "Nod").entry.tags == ("Talk",))
    panel.apply_asked.emit(key, False)
    shelf.wait_for_the_pose()
    shelf.session.edit("Pose", lambda document: with_transforms(document, {"neck": TURNED}))
    assert named(shelf, "Nod").entry.changed
    named(shelf, "Nod").show_picture(QtGui.QPixmap(8, 8))
    panel.put_back_asked.emit(key)
    qtbot.waitUntil(lambda: named(shelf, "Nod").entry.applied)
    assert not named(shelf, "Nod").entry.changed
    picture = named(shelf, "Nod").picture
    assert picture is None or picture.size() != QtCore.QSize(8, 8), "the old picture is gone"
    file = pose.read_pose(folder / "Nod.pose.json")
    assert (file.pose["neck"], file.tags) == (TURNED, ("Talk",))


def test_a_pose_of_another_figure_keeps_its_names_on_the_shelf(shelf: Person, folder: Path, said, qtbot) -> None:
    """What is seen is the pose as it was retargeted; what lies there is for the figure that it was made with."""
    shelf.session.open(Document.of(child()))
    qtbot.waitUntil(lambda: any(one.entry.name == "Sit" for one in shelf.window.panels.poses.cards.values()))
    panel = shelf.window.panels.poses
    panel.copy_asked.emit(card(shelf, "Sit").entry.key)
    qtbot.waitUntil(lambda: mine(shelf) == ["Sit"])
    before = pose.read_pose(folder / "Sit.pose.json")
    assert before.pose == pose.read_pose(SHIPPED[0] / "Sit.pose.json").pose
    panel.tags_asked.emit(named(shelf, "Sit").entry.key, ("Rest",))
    qtbot.waitUntil(lambda: bool(mine(shelf)) and named(shelf, "Sit").entry.tags == ("Rest",))
    panel.put_back_asked.emit(named(shelf, "Sit").entry.key)
    assert said[-1] == "Sit was made with another figure; save how this one stands as a pose of its own."
    shelf.window.files.keep_everything()
    assert pose.read_pose(folder / "Sit.pose.json") == replace(before, tags=("Rest",))
