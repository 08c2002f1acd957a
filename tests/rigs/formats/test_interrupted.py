"""An interrupted save lies whole beside its file. Reading the file changes nothing, whatever lies there."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pantin import rigs
from pantin.resources import FOLDER
from pantin.rigs import Document, Unwritable
from pantin.rigs.formats import interrupted, replacing
from pantin.rigs.formats.interrupted import interrupted_saves, text_of, with_checksum
from tests.patience import PATIENCE
from tests.rigs.samples import leg

OTHER = (FOLDER / "rigs" / "hand.rig.json").read_bytes()
TAG = "0123456789ab"


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A file with two names, which is written into."""
    path = tmp_path / "leg.rig.json"
    rigs.write(Document.of(leg()), path)
    path.with_name("other.rig.json").hardlink_to(path)
    return path


def another_rig(whole: Path) -> None:
    whole.write_bytes(OTHER)


def empty(whole: Path) -> None:
    whole.touch()


def a_link(whole: Path) -> None:
    (secret := whole.with_name("secret")).write_bytes(with_checksum(OTHER))
    whole.symlink_to(secret)


def another_name_of_a_file(whole: Path) -> None:
    (secret := whole.with_name("secret")).write_bytes(with_checksum(OTHER))
    whole.hardlink_to(secret)


def a_fifo(whole: Path) -> None:
    os.mkfifo(whole)


def a_folder(whole: Path) -> None:
    whole.mkdir()


def cut_off(whole: Path) -> None:
    whole.write_bytes(with_checksum(OTHER)[:-1])


def changed(whole: Path) -> None:
    whole.write_bytes(with_checksum(OTHER).replace(b"hand", b"HAND", 1))


def somebody_elses(whole: Path) -> None:
    whole.write_bytes(with_checksum(OTHER))
    if os.geteuid() == 0:
        os.chown(whole, 4321, -1)
    else:
        whole.unlink()


PLANTED = (*(another_rig, empty, a_link, another_name_of_a_file, a_fifo, a_folder, cut_off, changed, somebody_elses),)


def listed(folder: Path) -> dict[str, tuple[int, int]]:
    return {path.name: (path.lstat().st_ino, path.lstat().st_mtime_ns) for path in folder.iterdir()}


@pytest.mark.parametrize("name", ["whole", f"{TAG}.whole", f"{TAG}.part"])
@pytest.mark.parametrize("plant", PLANTED, ids=lambda plant: plant.__name__)
def test_what_was_planted_is_neither_read_nor_offered_nor_in_the_way(
    plant: Callable[[Path], None], name: str, saved: Path
) -> None:
    """Reading writes nothing; saving follows no link, waits for no pipe, and takes nothing that is not its own."""
    plant(saved.with_name(f".{saved.name}.{name}"))
    before, secret = listed(saved.parent), saved.with_name("secret")
    assert rigs.read(saved).figure == leg() and interrupted_saves(saved) == []
    assert listed(saved.parent) == before
    rigs.write(Document.of(leg()).posed({}), saved)
    assert rigs.read(saved).figure == leg().posed({}) and saved.samefile(saved.with_name("other.rig.json"))
    assert not secret.exists() or secret.read_bytes() == with_checksum(OTHER)


@pytest.mark.parametrize("plant", PLANTED[:5], ids=lambda plant: plant.__name__)
def test_the_commands_read_the_file_itself(plant: Callable[[Path], None], saved: Path) -> None:
    plant(saved.with_name(f".{saved.name}.whole"))
    before = listed(saved.parent)
    command = [sys.executable, "-m", "pantin", "check", str(saved)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stderr) == (0, "") and "5 bones" in done.stdout
    assert listed(saved.parent) == before


def killed_while_writing(saved: Path, monkeypatch: pytest.MonkeyPatch, cut: int) -> Path:
    """As a kill leaves it: the new text whole beside the file, and the beginning of it in the file."""

    def cut_short(target: Path, data: bytes) -> None:
        target.write_bytes(data[:cut] + target.read_bytes()[cut:])
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(replacing, "_overwrite", cut_short)
        with pytest.raises(KeyboardInterrupt):
            rigs.write(Document.of(leg()).posed({}), saved)
    [whole] = interrupted_saves(saved)
    return whole


@pytest.mark.parametrize("cut", [0, 40, 400])
def test_a_write_into_a_linked_file_that_was_killed_can_be_offered(saved: Path, monkeypatch, cut: int) -> None:
    whole = killed_while_writing(saved, monkeypatch, cut)
    torn = saved.read_bytes()
    rigs.write(Document.of(leg()).posed({}), new := saved.with_name("new.rig.json"))
    assert text_of(whole) == new.read_bytes() and saved.read_bytes() == torn
    assert whole.stat().st_mode & 0o777 == 0o600, "as private as the file may be"


def test_the_next_save_removes_it_only_when_it_is_done(saved: Path, monkeypatch) -> None:
    whole = killed_while_writing(saved, monkeypatch, 40)
    with monkeypatch.context() as patch:
        patch.setattr(replacing, "_make_room", lambda *_: os.close(-1))
        with pytest.raises(Unwritable):
            rigs.write(Document.of(leg()), saved)
    assert interrupted_saves(saved) == [whole]
    rigs.write(Document.of(leg()), saved)
    assert not whole.exists() and rigs.read(saved).figure == leg()


def test_what_is_being_written_is_none(saved: Path, monkeypatch) -> None:
    whole = killed_while_writing(saved, monkeypatch, 40)
    with whole.open("rb") as writer:
        fcntl.flock(writer.fileno(), fcntl.LOCK_EX)
        assert interrupted_saves(saved) == []
    assert interrupted_saves(saved) == [whole]


def test_one_that_is_too_long_is_not_read(saved: Path, monkeypatch) -> None:
    whole = killed_while_writing(saved, monkeypatch, 40)
    monkeypatch.setattr(interrupted, "LARGEST", whole.stat().st_size - 1)
    assert interrupted_saves(saved) == []


def test_a_device_is_not_written(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.rig.json")
    with pytest.raises(Unwritable, match="device"):
        rigs.write(Document.of(leg()), tmp_path / "pipe.rig.json")
