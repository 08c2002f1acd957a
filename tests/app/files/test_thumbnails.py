"""Pictures of samples ship and are small; pictures of recent files are kept, told with their words, and pruned."""

from __future__ import annotations

import errno
import os
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from PySide6 import QtCore, QtGui

from pantin.app.files import thumbnails
from pantin.app.files.gallery import in_words, recent_entries, samples
from pantin.app.files.sample_texts import SAMPLES
from pantin.rigs.templates import TEMPLATES

NOW = datetime(2026, 11, 21, 14, 5)


def written() -> None:
    QtCore.QThreadPool.globalInstance().waitForDone()


def plain(colour: QtCore.Qt.GlobalColor, width: int = 640, height: int = 400) -> QtGui.QImage:
    image = QtGui.QImage(width, height, QtGui.QImage.Format.Format_RGB32)
    image.fill(colour)
    return image


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("name", TEMPLATES)
def test_every_sample_has_a_small_picture_in_both_themes(qapp, name: str, theme: str) -> None:
    path = thumbnails.shipped(name, theme)
    image = QtGui.QImage(str(path))
    assert (image.width(), image.height()) == thumbnails.SIZE
    assert path.stat().st_size < 60_000
    bright = image.pixelColor(4, 4).lightness() > 128
    assert bright == (theme == "light")
    colours = {image.pixel(x, y) for x in range(0, 496, 8) for y in range(0, 344, 8)}
    assert len(colours) > 60, "there is a figure"


def test_samples_say_what_is_in_them(qapp) -> None:
    told = {sample.name: sample for sample in samples()}
    assert set(told) == set(TEMPLATES) == set(SAMPLES)
    assert told["humanoid"].remark == "51 bones · IK limbs, fingers"
    assert told["robot_arm"].remark.startswith("6 hinges")
    assert all(set(sample.pictures) == {"dark", "light"} for sample in told.values())
    assert len({sample.title for sample in told.values()}) == len(told)


def test_pictures_of_samples_are_read_when_they_are_asked_for_and_not_held(qapp) -> None:
    """All of them, in both themes, would be 11 MB for as long as the program runs."""
    told = samples()

    def read() -> list[int]:
        return [sample.pictures["dark"].cacheKey() for sample in told]

    seen = read()
    assert read() == seen, "Qt keeps those that are seen"
    QtGui.QPixmapCache.clear()
    assert not set(read()) & set(seen), "nobody else does"


@pytest.mark.parametrize("name", ["dancer.rig.json", os.fsdecode(b"d\xffncer.rig.json")], ids=["letters", "bytes"])
def test_a_picture_is_kept_with_what_the_file_holds(name: str, qapp, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text("{}")
    assert thumbnails.remembered(path) is None
    thumbnails.remember_thumbnail(path, plain(QtCore.Qt.GlobalColor.red), "Humanoid")
    written()
    kept = thumbnails.remembered(path)
    assert kept is not None and kept.kind == "Humanoid"
    assert kept.picture.width() == kept.picture.height() == thumbnails.SMALL
    assert kept.picture.toImage().pixelColor(90, 90).red() == 255
    assert str(thumbnails.cache_folder()) == os.environ["PANTIN_CACHE_DIR"]


def test_the_newest_pictures_are_kept(qapp, tmp_path: Path) -> None:
    paths = [tmp_path / f"{number}.rig.json" for number in range(thumbnails.MOST + 3)]
    for path in paths:
        thumbnails.remember_thumbnail(path, plain(QtCore.Qt.GlobalColor.blue, 64, 64))
        written()
    assert len(list((thumbnails.cache_folder() / "thumbnails").glob("*.png"))) == thumbnails.MOST
    assert thumbnails.remembered(paths[-1]) is not None


def test_a_cache_that_cannot_be_written_disturbs_nobody(qapp, tmp_path: Path, monkeypatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("PANTIN_CACHE_DIR", str(tmp_path / "file"))
    thumbnails.remember_thumbnail(tmp_path / "a.rig.json", plain(QtCore.Qt.GlobalColor.red))
    written()
    assert thumbnails.remembered(tmp_path / "a.rig.json") is None


def test_a_full_disk_leaves_nothing_behind(qapp, tmp_path: Path, monkeypatch) -> None:
    def half(path: Path, data: bytes) -> None:
        with path.open("wb") as file:
            file.write(data[:20])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "write_bytes", half)
    thumbnails.remember_thumbnail(tmp_path / "a.rig.json", plain(QtCore.Qt.GlobalColor.red))
    written()
    assert list((thumbnails.cache_folder() / "thumbnails").iterdir()) == []


def test_recent_files_are_told_and_those_that_are_gone_are_not(qapp, tmp_path: Path) -> None:
    rig, model = tmp_path / "dancer.rig.json", tmp_path / "fox.glb"
    for path in (rig, model):
        path.write_text("")
    thumbnails.remember_thumbnail(rig, plain(QtCore.Qt.GlobalColor.red), "Humanoid")
    written()
    told = recent_entries((rig, model, tmp_path / "gone.glb"))
    assert [(one.path, one.kind) for one in told] == [(rig, "Humanoid"), (model, "Imported")]
    assert told[0].when == "Just now" and told[0].picture is not None and told[1].picture is None


@pytest.mark.parametrize(
    ("ago", "words"),
    [
        (timedelta(minutes=2), "Just now"),
        (timedelta(hours=3), "Today"),
        (timedelta(hours=15), "Yesterday"),
        (timedelta(days=4), (NOW - timedelta(days=4)).strftime("%A")),
        (timedelta(days=9), f"12 {NOW:%b}"),
        (timedelta(days=400), f"17 {NOW - timedelta(days=400):%b} 2025"),
    ],
)
def test_when_is_said_as_people_say_it(ago: timedelta, words: str) -> None:
    assert in_words(NOW - ago, NOW) == words
