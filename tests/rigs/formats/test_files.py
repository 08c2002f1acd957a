"""Files are replaced whole or not at all, and whatever the disk refuses is one sentence."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from pantin import rigs
from pantin.rigs import Document, Unreadable, Unwritable
from tests.rigs.samples import is_one_sentence, leg


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "leg.rig.json"
    rigs.write(Document(rig=leg()), path)
    return path


def failing(number: int):
    def fail(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    return fail


@pytest.mark.parametrize("step", ["fsync", "replace"])
@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EACCES, errno.EIO])
def test_a_write_that_fails_leaves_the_old_file(saved: Path, monkeypatch, step: str, number: int) -> None:
    before = saved.read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", failing(number)) if step == "fsync" else patch.setattr(Path, step, failing(number))
        with pytest.raises(Unwritable) as caught:
            rigs.write(Document(rig=leg().posed({})), saved)
    assert is_one_sentence(caught.value.what)
    assert saved.read_bytes() == before
    assert list(saved.parent.iterdir()) == [saved]


def test_an_interrupted_write_leaves_the_old_file(saved: Path, monkeypatch) -> None:
    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    before = saved.read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", interrupt)
        with pytest.raises(KeyboardInterrupt):
            rigs.write(Document(rig=leg().posed({})), saved)
    assert saved.read_bytes() == before
    assert list(saved.parent.iterdir()) == [saved]


def test_a_file_keeps_its_permissions_and_a_link_stays_a_link(saved: Path) -> None:
    saved.chmod(0o640)
    link = saved.with_name("link.rig.json")
    link.symlink_to(saved)
    rigs.write(Document(rig=leg().posed({})), link)
    assert link.is_symlink()
    assert saved.stat().st_mode & 0o777 == 0o640
    assert rigs.read(saved).rig == leg().posed({})


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("missing.rig.json", "no such file"),
        ("folder.rig.json", "folder"),
        ("leg.rig.json/inside.rig.json", "not a folder"),
        ("x" * 300 + ".rig.json", "too long"),
        ("nul\0.rig.json", "cannot be the name"),
    ],
)
def test_what_cannot_be_read(saved: Path, name: str, words: str) -> None:
    (saved.parent / "folder.rig.json").mkdir()
    path = saved.parent / name
    with pytest.raises(Unreadable) as caught:
        rigs.read(path)
    assert caught.value.where == "file"
    assert words in caught.value.what
    assert is_one_sentence(caught.value.what)


@pytest.mark.parametrize(
    "name", ["folder.rig.json", "nowhere/leg.rig.json", "leg.rig.json/leg.rig.json", "nul\0.rig.json"]
)
def test_what_cannot_be_written(saved: Path, name: str) -> None:
    (saved.parent / "folder.rig.json").mkdir()
    with pytest.raises(Unwritable) as caught:
        rigs.write(Document(rig=leg()), saved.parent / name)
    assert is_one_sentence(caught.value.what)


def test_without_permission(saved: Path, monkeypatch) -> None:
    monkeypatch.setattr(Path, "open", failing(errno.EACCES))
    with pytest.raises(Unreadable, match="permission"):
        rigs.read(saved)
    with pytest.raises(Unwritable, match="permission"):
        rigs.write(Document(rig=leg()), saved)


def test_a_device_is_no_file() -> None:
    with pytest.raises(Unreadable, match="device"):
        rigs.formats.native.read(os.devnull)
