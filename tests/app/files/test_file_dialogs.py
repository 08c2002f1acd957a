"""Tests that what was read while a dialog of files stands is opened after its answer, which is about what was seen."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6 import QtWidgets

from pantin.app.files import saving
from tests.app.files.open_files import OpenFiles, first_in


@pytest.fixture
def answers(open_files: OpenFiles, saved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Return what dialogs answer in turn; they stand until no file is read."""
    given: list[Path] = []

    def dialog(*_: object) -> tuple[str, str]:
        before = open_files.session.path
        open_files.wait(lambda: not open_files.files.jobs.reader.busy)
        QtWidgets.QApplication.processEvents()
        assert open_files.session.path == before, "nothing is opened under a dialog"
        return (str(given.pop()) if given else "", "")

    for name in ("getOpenFileName", "getSaveFileName"):
        monkeypatch.setattr(QtWidgets.QFileDialog, name, dialog)
    (tmp_path / "other.rig.json").write_bytes(saved.read_bytes())
    open_files.open(saved)
    return given


def test_it_is_opened_after_a_dialog_that_was_left(answers, open_files: OpenFiles, tmp_path: Path) -> None:
    open_files.files.open(tmp_path / "other.rig.json")
    open_files.files.open_asking()
    open_files.wait(lambda: open_files.session.path == tmp_path / "other.rig.json")


def test_another_file_that_is_chosen_is_opened_instead(
    answers, open_files: OpenFiles, saved: Path, tmp_path: Path
) -> None:
    (third := tmp_path / "third.rig.json").write_bytes(saved.read_bytes())
    answers.append(third)
    openings = open_files.session.openings
    open_files.files.open(tmp_path / "other.rig.json")
    open_files.files.open_asking()
    open_files.wait(lambda: open_files.session.path == third)
    QtWidgets.QApplication.processEvents()
    assert open_files.session.openings == openings + 1 and open_files.session.path == third


def test_a_place_to_save_in_is_for_what_was_on_screen(
    answers, open_files: OpenFiles, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saving, "ask_before_losing", lambda *_: "discard")
    open_files.files.open(tmp_path / "other.rig.json")
    open_files.rename("mine")
    answers.append(tmp_path / "place.rig.json")
    open_files.files.saving.save_as()
    open_files.wait(lambda: (tmp_path / "place.rig.json").exists())
    assert first_in(tmp_path / "place.rig.json") == "mine"
