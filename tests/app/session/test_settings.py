"""Tests of what is remembered between two runs, what is not, and that nobody waits for it to be written."""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from pantin.app.session import settings as module
from pantin.app.session.preferences import PAGES, Preferences, changed
from pantin.app.session.settings import MOST_RECENT, PREFERENCES, PUT_ASIDE, REMEMBERED, Settings, ui_scale
from pantin.rigs.fields import fields_of
from pantin.widgets.values.live import LiveChoices


def after(*changes: Callable[[Settings], object]) -> Settings:
    """The settings as the next run finds them."""
    settings = Settings()
    for change in changes:
        change(settings)
    settings.finish()
    return Settings()


@pytest.fixture
def folder(monkeypatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("PANTIN_CONFIG_DIR", str(tmp_path / "settings"))
    (tmp_path / "settings").mkdir()
    return tmp_path / "settings"


@pytest.fixture
def touched(tmp_path: Path) -> Callable[[str], Path]:
    def touch(name: str) -> Path:
        file = tmp_path / f"{name}.rig.json"
        file.touch()
        return file

    return touch


def test_nothing_is_remembered_at_first(qapp) -> None:
    settings = Settings()
    assert settings.recent == ()
    assert settings.geometry == b""
    assert settings.folder.is_dir()


def test_files_are_remembered_newest_first_and_once(qapp, tmp_path: Path, touched) -> None:
    files = [touched(str(number)) for number in range(MOST_RECENT + 2)]
    for file in (*files, files[3]):
        now = after(lambda settings, file=file: settings.remember(file))
    assert len(now.recent) == MOST_RECENT
    assert now.recent[:3] == (files[3], files[-1], files[-2])
    assert now.folder == tmp_path


def test_a_file_that_is_gone_is_left_out(qapp, tmp_path: Path, touched) -> None:
    file = touched("a")
    settings = after(lambda settings: settings.remember(tmp_path / "gone.rig.json"))
    assert settings.recent == ()
    settings.remember(file)
    settings.finish()
    assert json.loads((Path(settings._folder) / REMEMBERED).read_bytes())["recent"] == [str(file)]


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere names are text")
def test_a_name_that_is_no_text_is_remembered_too(qapp, tmp_path: Path) -> None:
    file = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.rig.json"))
    file.touch()
    settings = after(lambda settings: settings.remember(file), lambda settings: settings.keep_layout("pose", b"p"))
    assert settings.recent == (file,) and settings.layout("pose") == b"p"


def test_recent_files_are_listed_though_their_disk_is_gone(qapp, tmp_path: Path) -> None:
    assert not Settings().lists_recent
    settings = after(lambda settings: settings.remember(tmp_path / "gone.rig.json"))
    assert settings.lists_recent and settings.recent == ()


def test_the_list_of_recent_files_can_be_cleared(qapp, tmp_path: Path, touched) -> None:
    file = touched("a")
    settings = after(lambda settings: settings.remember(file), Settings.clear_recent)
    assert settings.recent == () and file.exists()
    assert settings.folder == tmp_path


def test_what_two_windows_remember_is_kept_of_both(qapp, touched) -> None:
    one, other = Settings(), Settings()
    one.remember(touched("a"))
    one.finish()
    other.remember(touched("b"))
    other.shown_layout = "rig"
    other.finish()
    one.remember(touched("c"))
    one.finish()
    kept = Settings()
    assert [path.name.partition(".")[0] for path in kept.recent] == ["c", "b", "a"] and kept.recent == one.recent
    assert kept.shown_layout == one.shown_layout == "rig"


def test_each_layout_remembers_its_panels(qapp, tmp_path: Path) -> None:
    def arrange(settings: Settings) -> None:
        settings.geometry = b"\x00\xff"
        settings.keep_layout("pose", b"p")
        settings.keep_layout("rig", b"r")
        settings.shown_layout = "rig"
        settings.display = {"bones": "sticks", "names": True}
        settings.live = LiveChoices(parts={"7": "head"})
        settings.pose_folders = (tmp_path,)

    assert Settings().layout("pose") == b"" and Settings().shown_layout == ""
    again = after(arrange)
    assert (again.layout("pose"), again.layout("rig"), again.shown_layout) == (b"p", b"r", "rig")
    assert again.geometry == b"\x00\xff"
    assert again.display == {"bones": "sticks", "names": True}
    assert again.live.parts == {"7": "head"}
    assert again.pose_folders == (tmp_path,)
    again.keep_layout("pose", b"")
    assert (again.layout("pose"), again.layout("rig")) == (b"", b"r")


def test_a_value_that_makes_no_sense_is_forgotten_and_the_others_stay(qapp, folder: Path) -> None:
    (folder / REMEMBERED).write_text('{"display": [1], "geometry": "-", "shown_layout": "rig", "of_tomorrow": {}}')
    settings = Settings()
    assert (settings.display, settings.geometry, settings.shown_layout) == ({}, b"", "rig")


@pytest.mark.parametrize("written", [b"", b"{", b"[]", b"\xff\xfe", b'{"folder": "\xff"}', b"nonsense", b"[" * 9**5])
def test_what_was_remembered_and_cannot_be_read_is_forgotten(qapp, folder: Path, written: bytes) -> None:
    (folder / REMEMBERED).write_bytes(written)
    assert Settings().shown_layout == "" and Settings().folder.is_dir()


@pytest.mark.own_window
def test_nobody_waits_while_settings_are_written(person, monkeypatch, tmp_path: Path, qtbot) -> None:
    stuck, begun = threading.Event(), threading.Event()

    def write_when_the_disk_wakes(path: Path, data: bytes) -> None:
        begun.set()
        stuck.wait()

    monkeypatch.setattr(module, "write_bytes", write_when_the_disk_wakes)
    window = person.window
    try:
        window.settings.keep_folder(tmp_path)
        window.menus.actions["clear_recent"].trigger()
        window.preferences.change("interface", "reduce_motion", True)
        window.docks.show_layout("rig")
        qtbot.waitUntil(begun.is_set)
        assert window.settings.folder == tmp_path and window.settings.preferences.interface.reduce_motion
        assert not window.settings._worker.waitForDone(0), "it is still being written"
    finally:
        stuck.set()
    window.settings.finish()


def test_what_could_not_be_written_is_written_later(qapp, folder: Path, tmp_path: Path, touched) -> None:
    folder.rmdir()
    folder.touch()  # a file in the place of the folder
    settings = Settings()
    settings.remember(touched("a"))
    settings.finish()
    assert settings.recent, "it holds until the end"
    folder.unlink()
    settings.shown_layout = "rig"
    settings.finish()
    assert Settings().recent == settings.recent and Settings().shown_layout == "rig"


def test_what_people_chose_comes_back(qapp) -> None:
    settings = Settings()
    assert settings.preferences == Preferences() and settings.notice == ""
    chosen = changed(Preferences(), "interface", "ui_scale", "150 %")
    chosen = changed(chosen, "keys", "changed", {"undo": ("Ctrl+U",)})
    settings.keep_preferences(chosen)
    assert settings.preferences == chosen
    settings.finish()
    assert Settings().preferences == chosen
    assert ui_scale() == 1.5


def test_bad_values_fall_back_one_by_one_and_the_file_is_kept(qapp, folder: Path) -> None:
    written = b'{"mouse": {"orbit_speed": 99, "invert_zoom": true, "spin": 1}, "units": 3, "looks": {}}'
    (folder / PREFERENCES).write_bytes(written)
    settings = Settings()
    assert settings.preferences == changed(Preferences(), "mouse", "invert_zoom", True)
    for name in ("mouse.orbit_speed", "mouse.spin", "units", "looks"):
        assert name in settings.notice
    assert settings.notice.endswith(".") and (folder / PREFERENCES).read_bytes() == written
    settings.keep_preferences(Preferences())
    settings.finish()
    assert (folder / PUT_ASIDE).read_bytes() == written
    assert Settings().notice == ""


@pytest.mark.parametrize("written", [b"", b"{", b"[]", b"\xff\xfe", b'{"mouse": "\xff"}', b"nonsense"])
def test_a_file_that_cannot_be_read_is_said_and_kept(qapp, folder: Path, written: bytes) -> None:
    (folder / PREFERENCES).write_bytes(written)
    settings = Settings()
    assert settings.preferences == Preferences()
    assert PREFERENCES in settings.notice
    assert (folder / PREFERENCES).read_bytes() == written


def test_a_folder_that_cannot_be_written_is_said(qapp, folder: Path, qtbot) -> None:
    folder.rmdir()
    folder.touch()
    settings = Settings()
    chosen = changed(Preferences(), "interface", "theme", "light")
    with qtbot.waitSignal(settings.failed) as failed:
        settings.keep_preferences(chosen)
    assert str(folder) in failed.args[0] and failed.args[0].endswith(".")
    assert settings.preferences == chosen, "it holds until the end all the same"


@pytest.mark.parametrize("page", PAGES)
def test_every_preference_is_declared(page: str) -> None:
    declared = {found.name for found in fields_of(PAGES[page])}
    assert declared == set(PAGES[page].__struct_fields__) - {"changed"}
    assert all(found.help.endswith(".") for found in fields_of(PAGES[page]))
