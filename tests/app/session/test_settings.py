"""What is remembered between two runs, and what is not."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray

from pantin.app.session.preferences import PAGES, Preferences, changed
from pantin.app.session.settings import MOST_RECENT, PREFERENCES, PUT_ASIDE, Settings, ui_scale
from pantin.rigs.fields import fields_of


def test_nothing_is_remembered_at_first(qapp) -> None:
    settings = Settings()
    assert settings.recent == ()
    assert settings.geometry is None
    assert settings.folder.is_dir()


def test_files_are_remembered_newest_first_and_once(qapp, tmp_path: Path) -> None:
    files = [tmp_path / f"{number}.rig.json" for number in range(MOST_RECENT + 2)]
    for file in files:
        file.touch()
        Settings().remember(file)
    Settings().remember(files[3])
    recent = Settings().recent
    assert len(recent) == MOST_RECENT
    assert recent[:3] == (files[3], files[-1], files[-2])
    assert Settings().folder == tmp_path


def test_one_file_is_remembered_too(qapp, tmp_path: Path) -> None:
    (tmp_path / "a.rig.json").touch()
    Settings().remember(tmp_path / "a.rig.json")
    assert Settings().recent == (tmp_path / "a.rig.json",)


def test_a_file_that_is_gone_is_left_out(qapp, tmp_path: Path) -> None:
    Settings().remember(tmp_path / "gone.rig.json")
    assert Settings().recent == ()


def test_recent_files_are_listed_though_their_disk_is_gone(qapp, tmp_path: Path) -> None:
    assert not Settings().lists_recent
    Settings().remember(tmp_path / "gone.rig.json")
    assert Settings().lists_recent and Settings().recent == ()


def test_the_list_of_recent_files_can_be_cleared(qapp, tmp_path: Path) -> None:
    file = tmp_path / "a.rig.json"
    file.touch()
    settings = Settings()
    settings.remember(file)
    settings.clear_recent()
    assert settings.recent == () and file.exists()
    assert settings.folder == tmp_path


def test_each_layout_remembers_its_panels(qapp) -> None:
    first = Settings()
    assert first.layout("pose") is None and first.shown_layout == ""
    first.keep_layout("pose", QByteArray(b"p"))
    first.keep_layout("rig", QByteArray(b"r"))
    first.shown_layout = "rig"
    first.display = {"bones": "sticks", "names": True}
    first.write()
    again = Settings()
    assert (again.layout("pose"), again.layout("rig"), again.shown_layout) == (b"p", b"r", "rig")
    assert again.display == {"bones": "sticks", "names": True}
    again.keep_layout("pose", None)
    assert again.layout("pose") is None


def test_a_display_that_makes_no_sense_is_forgotten(qapp) -> None:
    settings = Settings()
    assert settings.display == {}
    settings._file.setValue("view/display", "[1")
    assert settings.display == {}


def test_what_people_chose_comes_back(qapp) -> None:
    settings = Settings()
    assert settings.preferences == Preferences() and settings.notice == ""
    chosen = changed(Preferences(), "interface", "ui_scale", "150 %")
    chosen = changed(chosen, "keys", "changed", {"undo": ("Ctrl+U",)})
    assert settings.keep_preferences(chosen) == ""
    assert settings.preferences == chosen
    assert Settings().preferences == chosen
    assert ui_scale() == 1.5


def test_bad_values_fall_back_one_by_one_and_the_file_is_kept(qapp, monkeypatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PANTIN_CONFIG_DIR", str(tmp_path))
    written = b'{"mouse": {"orbit_speed": 99, "invert_zoom": true, "spin": 1}, "units": 3, "looks": {}}'
    (tmp_path / PREFERENCES).write_bytes(written)
    settings = Settings()
    assert settings.preferences == changed(Preferences(), "mouse", "invert_zoom", True)
    for name in ("mouse.orbit_speed", "mouse.spin", "units", "looks"):
        assert name in settings.notice
    assert settings.notice.endswith(".") and (tmp_path / PREFERENCES).read_bytes() == written
    settings.keep_preferences(Preferences())
    assert (tmp_path / PUT_ASIDE).read_bytes() == written
    assert Settings().notice == ""


@pytest.mark.parametrize("written", [b"", b"{", b"[]", b"\xff\xfe", b'{"mouse": "\xff"}', b"nonsense"])
def test_a_file_that_cannot_be_read_is_said_and_kept(qapp, monkeypatch, tmp_path: Path, written: bytes) -> None:
    monkeypatch.setenv("PANTIN_CONFIG_DIR", str(tmp_path))
    (tmp_path / PREFERENCES).write_bytes(written)
    settings = Settings()
    assert settings.preferences == Preferences()
    assert PREFERENCES in settings.notice
    assert (tmp_path / PREFERENCES).read_bytes() == written


def test_a_folder_that_cannot_be_written_is_said(qapp, monkeypatch, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("PANTIN_CONFIG_DIR", str(tmp_path / "file" / "below"))
    settings = Settings()
    chosen = changed(Preferences(), "interface", "theme", "light")
    assert settings.keep_preferences(chosen).endswith(".")
    assert settings.preferences == chosen, "it holds until the end all the same"


@pytest.mark.parametrize("page", PAGES)
def test_every_preference_is_declared(page: str) -> None:
    declared = {found.name for found in fields_of(PAGES[page])}
    assert declared == set(PAGES[page].__struct_fields__) - {"changed"}
    assert all(found.help.endswith(".") for found in fields_of(PAGES[page]))
