"""What is remembered between two runs, and what is not."""

from __future__ import annotations

from pathlib import Path

from app.settings import MOST_RECENT, Settings


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
