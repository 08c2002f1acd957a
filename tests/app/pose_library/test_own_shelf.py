"""The user's own shelf in the real window: a folder whose poses lie beside those of every document."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6 import QtCore, QtTest, QtWidgets

from pantin.rigs import Document
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.formats import pose
from pantin.rigs.rig import Transform
from pantin.rigs.templates import biped
from tests.app.person import Person
from tests.app.pose_library.cards import TURNED, card

Key = QtCore.Qt.Key


@pytest.fixture
def folder(shelf: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the shelf; what is thrown away goes to a bin of the test."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return shelf.window.settings.shelf


def mine(shelf: Person) -> list[str]:
    return [entry.name for entry in shelf.window.panels.poses.entries if entry.my_shelf]


def named(shelf: Person, name: str):
    """The card on the shelf of that name."""
    cards = shelf.window.panels.poses.cards.values()
    return next(one for one in cards if one.entry.my_shelf and one.entry.name == name)


def test_a_new_pose_is_named_at_once(shelf: Person) -> None:
    shelf.view.setFocus()
    shelf.shortcut("Ctrl+Shift+B")
    QtTest.QTest.keyClicks(QtWidgets.QApplication.focusWidget(), "Nodding")
    shelf.key(Key.Key_Return)
    assert [kept.name for kept in shelf.session.document.poses] == ["Nodding"]
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
    assert shelf.session.document.rig.transform("head") == TURNED

    shelf.session.open(Document(rig=biped.rig()))  # its bones have other names
    qtbot.waitUntil(lambda: mine(shelf) == ["Pose 1", "Another- pose"])
    panel.apply_asked.emit(named(shelf, "Pose 1").entry.key, False)
    shelf.wait_for_the_pose()
    assert shelf.session.document.rig.pose != {}

    panel.remove_asked.emit(named(shelf, "Another- pose").entry.key)
    qtbot.waitUntil(lambda: mine(shelf) == ["Pose 1"])
    assert [file.name for file in folder.iterdir()] == ["Pose 1.pose.json"]
    panel.remove_asked.emit(named(shelf, "Pose 1").entry.key)
    qtbot.waitUntil(lambda: not mine(shelf))
