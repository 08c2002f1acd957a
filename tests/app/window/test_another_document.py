"""Tests that what belongs to one document goes with it: the notice, the way it is looked at, the length of its
chains."""

from __future__ import annotations

import threading
from pathlib import Path

from PySide6 import QtCore, QtWidgets

from pantin import rigs
from pantin.app.system import memory
from pantin.rigs.editing.bones import rename
from pantin.viewport.values.camera import Camera
from tests.app.person import Person, sample


def test_a_notice_of_a_failed_save_goes_with_the_next(person: Person, tmp_path: Path, qtbot) -> None:
    path = tmp_path / "gone" / "arm.rig.json"
    person.session.saved(person.session.document, path)
    person.session.edit("Rename", lambda document: rename(document, document.rig.bones[0].name, "first"))
    person.window.files.saving.save()
    qtbot.waitUntil(person.window.notice.isVisible)
    path.parent.mkdir()
    person.window.files.saving.save()
    qtbot.waitUntil(lambda: not person.session.unsaved)
    assert not person.window.notice.isVisible()


def test_a_file_that_is_opening_is_said_until_its_figure_is_seen(person: Person, qtbot) -> None:
    """Of an empty rig neither view nor properties say how to draw the first bone meanwhile, nor until it is posed."""
    gate, empty = threading.Event(), person.window.panels.properties.empty
    person.session.open(rigs.Document())
    person.wait_for_the_pose()
    begins = person.picture()
    assert empty.title == "No bones yet"
    person.window.files.jobs.read("arm.rig.json", lambda: gate.wait() and sample("arm"), person.session.open)
    assert (empty.title, empty.hint) == ("Opening…", "arm.rig.json")
    assert (person.picture() != begins).any(), "the words in the view"
    seen: list[str] = []
    person.session.document_changed.connect(lambda: seen.append(empty.title))
    gate.set()
    qtbot.waitUntil(lambda: bool(person.session.document.rig.bones))
    assert seen == ["Opening…"], "what was read is not posed yet"
    qtbot.waitUntil(lambda: bool(person.session.shown.rig.bones))
    assert empty.title == "Select a bone", "at once, whatever else the panels have to show"


def test_a_sheet_that_is_opened_before_the_figure_is_posed_keeps_the_keys(person: Person) -> None:
    person.session.open(sample("arm"))
    person.window.menus.run("palette")
    palette = QtWidgets.QApplication.focusWidget()
    assert isinstance(palette, QtWidgets.QLineEdit)
    person.wait_for_the_pose()
    assert QtWidgets.QApplication.focusWidget() is palette
    person.key(QtCore.Qt.Key.Key_Escape)
    assert QtWidgets.QApplication.focusWidget() is person.view


def test_a_file_that_is_left_unread_leaves_an_empty_rig(person: Person) -> None:
    gate, empty = threading.Event(), person.window.panels.properties.empty
    person.session.open(rigs.Document())
    person.wait_for_the_pose()
    person.window.files.jobs.read("arm.rig.json", lambda: gate.wait() and sample("arm"), person.session.open)
    person.window.files.jobs.reader.cancel()
    gate.set()
    assert empty.title == "No bones yet"


def test_a_notice_goes_with_its_document(person: Person) -> None:
    person.session.warned.emit("limb.rig.json: this could not be read.")
    assert person.window.notice.isVisible()
    person.open_sample("arm")
    assert not person.window.notice.isVisible()


def test_what_a_document_took_is_given_back_when_another_is_on_screen(person: Person, qtbot, monkeypatch) -> None:
    trimmed: list[str] = []
    monkeypatch.setattr(memory, "_trim", lambda: trimmed.append(person.session.document.figure.name))
    person.open_sample("arm")
    qtbot.waitUntil(lambda: bool(trimmed))
    assert trimmed == [person.session.document.figure.name]


def test_another_document_is_looked_at_as_the_first_one_was(person: Person) -> None:
    view, tree = person.view, person.window.panels.hierarchy.tree
    view.look_from("right")
    view.change_settings(chain_length=5)
    person.window.panels.updates.after_repaint()
    tree.verticalScrollBar().setValue(tree.verticalScrollBar().maximum())
    person.open_sample("quadruped")
    assert (view.camera.yaw, view.camera.pitch) == (Camera().yaw, Camera().pitch) and not view.camera.orthographic
    assert view.settings.chain_length == 0
    assert tree.verticalScrollBar().value() == 0


def test_what_is_read_again_is_seen_from_where_it_was(person: Person, tmp_path) -> None:
    path = tmp_path / "mine.rig.json"
    person.save_to(path)
    person.view.look_from("right")
    person.session.open(rigs.read(path), path)
    person.wait_for_the_pose()
    assert person.view.camera.name == "Right"


def test_the_window_keeps_its_size_when_the_choice_of_a_template_is_left(person: Person, qtbot) -> None:
    """Panels of the choice stood in the layout still when the others came back: it widened by them."""
    window = person.window
    before = window.size()
    window.resize(1000, 700)
    qtbot.wait(50)
    window.choose_template()
    qtbot.wait(200)
    window.templates.dismiss()
    qtbot.wait(50)
    left = window.size()
    window.resize(before)
    assert (left.width(), left.height()) == (1000, 700)


def test_the_pose_can_be_exported_while_the_rest_pose_is_shown(person: Person, tmp_path, monkeypatch) -> None:
    posed, at_rest = tmp_path / "posed.pose.json", tmp_path / "at_rest.pose.json"
    for path in (posed, at_rest):
        monkeypatch.setattr("PySide6.QtWidgets.QFileDialog.getSaveFileName", lambda *_, path=path: (str(path), ""))
        person.window.menus.run("export_pose")
        person.wait_until(path.exists)
        person.window.mode.switch()
    person.wait_for_the_pose()
    assert posed.read_text() == at_rest.read_text()


def test_light_finds_the_light_and_the_theme_before_what_only_has_its_letters(person: Person) -> None:
    from pantin.app.keyboard.keymap import Keymap
    from pantin.app.window.palette_entries import entries
    from pantin.widgets.finding.palette import ranked

    for typed, first in (("light", ["fixed_light", "settings"]), ("theme", ["settings"]), ("dark", ["settings"])):
        found = ranked(entries(person.window, Keymap()), typed, ())
        assert [entry.name for entry, _ in found[: len(first)]] == first, [entry.title for entry, _ in found[:4]]
