"""Folders of poses are added to the shelf in the real window, and poses leave it as files."""

from __future__ import annotations

from pathlib import Path

import pytest

from pantin.rigs.formats import pose
from pantin.rigs.pose import KeptPose
from tests.app.person import Person
from tests.app.pose_library.cards import TURNED, card


def added(shelf: Person, folder: Path, qtbot) -> list[str]:
    """Return what is said after a folder was added."""
    said: list[str] = []
    shelf.session.notified.connect(said.append)
    shelf.window.pose_library.add_folder(folder)
    qtbot.waitUntil(lambda: folder in shelf.window.pose_library._folders)
    shelf.session.notified.disconnect(said.append)
    return said


def test_folders_are_added_and_bad_files_told_of(shelf: Person, tmp_path: Path, qtbot) -> None:
    library, before = shelf.window.pose_library, shelf.session.document
    pose.write_pose("Rig", {"head": TURNED}, tmp_path / "Mine.pose.json")
    pose.write_pose("Rig", {"nobody": TURNED}, tmp_path / "Of another rig.pose.json")
    (tmp_path / "bad.pose.json").write_text("{")
    library.add_folder(tmp_path)
    qtbot.waitUntil(lambda: tmp_path in library._folders)
    shown = {one.entry.name for one in shelf.window.panels.poses.cards.values()}
    assert "Mine" in shown and "Of another rig" not in shown and shelf.window.notice.isVisible()
    assert shelf.session.document is before and not card(shelf, "Mine").entry.own
    library.remove_folder(tmp_path)
    assert "Mine" not in {one.entry.name for one in shelf.window.panels.poses.cards.values()}


def test_a_folder_that_is_added_says_what_came_of_it(shelf: Person, tmp_path: Path, qtbot) -> None:
    """The first of its poses is in sight; where none is shown, one is told why."""
    for name, bone in (("mine", "head"), ("others", "nobody")):
        (tmp_path / name).mkdir()
        pose.write_pose("Rig", {bone: TURNED}, tmp_path / name / "One.pose.json")
    (tmp_path / "empty").mkdir()
    assert added(shelf, tmp_path / "mine", qtbot) == ["1 pose of mine is on the shelf."]
    area = shelf.window.panels.poses._area.viewport()
    one = card(shelf, "One")
    assert area.rect().contains(one.mapTo(area, one.rect().center()))
    about_others = "The poses of others are of other figures; they are shown where one of these is open."
    assert added(shelf, tmp_path / "others", qtbot) == [about_others]
    about_nothing = "empty holds no poses, which are files that end in .pose.json."
    assert added(shelf, tmp_path / "empty", qtbot) == [about_nothing]
    assert added(shelf, tmp_path / "gone", qtbot) == [] and shelf.window.notice.isVisible()
    for name in ("mine", "others", "empty", "gone"):
        shelf.window.pose_library.remove_folder(tmp_path / name)


def test_a_pose_leaves_as_a_file_of_its_name(shelf: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The name of the file is what it is called where its folder is shown."""
    proposed: list[str] = []
    monkeypatch.setattr(
        "PySide6.QtWidgets.QFileDialog.getSaveFileName", lambda *given: proposed.append(given[2]) or ("", "")
    )
    shelf.window.panels.poses.file_asked.emit(card(shelf, "Walk contact").entry.key)
    shelf.window.files.saving.export_kept(KeptPose("a/b", {"head": TURNED}))
    assert [Path(each).name for each in proposed] == ["Walk contact.pose.json", "a-b.pose.json"]
