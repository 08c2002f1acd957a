"""Whatever happened to unsaved work, its folder, its lock or its file: it is offered, or one sentence says why not."""

from __future__ import annotations

import json
import os
import re
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from pantin import rigs
from pantin.app.files import kept_work
from pantin.app.files.fingerprints import fingerprint
from pantin.app.files.kept_work import Note
from pantin.rigs.editing.bones import rename
from pantin.rigs.formats import Unreadable
from pantin.rigs.formats.interrupted import with_checksum
from tests.app.files.open_files import OpenFiles
from tests.rigs.samples import is_one_sentence

FUTURE, LONG_AGO, ABSURD = 4.0e9, 0.0, 1.5e10


class Left(NamedTuple):
    """What a process that was killed has left: its file, and of its unsaved work a copy, a note and a lock."""

    file: Path
    copy: Path
    note: Path
    lock: Path


def write_json(path: Path, value: object) -> None:
    path.write_text(json.dumps(value))


def replaced(path: Path, put: Callable[[Path], object]) -> None:
    """Put something else in the place of a file."""
    path.unlink()
    put(path)


def another_window_saves(left: Left) -> None:
    rigs.write(rename(rigs.read(left.file), "hips", "theirs"), left.file)


def a_newer_version(left: Left) -> None:
    write_json(left.copy, {**json.loads(left.copy.read_bytes()), "version": 99})


def other_work_is_damaged(left: Left) -> None:
    other = left.copy.with_name("other.rig.json")
    other.write_bytes(b"")
    os.utime(other, (1.7e9, 1.7e9))


OFFERED: dict[str, Callable[[Left], object]] = {
    "nothing else happened": lambda left: None,
    "the lock is gone": lambda left: left.lock.unlink(),
    "the lock is garbage": lambda left: left.lock.write_bytes(bytes(range(256))),
    "the number of the process is another program's": lambda left: left.lock.write_text("1\ninit\nhost\n"),
    "the number of the process is this one's": lambda left: left.lock.write_text(f"{os.getpid()}\npython\nhost\n"),
    "the lock is a folder": lambda left: replaced(left.lock, Path.mkdir),
    "the lock is a pipe": lambda left: replaced(left.lock, os.mkfifo),
    "the lock is a link to nowhere": lambda left: replaced(left.lock, lambda path: path.symlink_to("nowhere")),
    "the note is gone": lambda left: left.note.unlink(),
    "the note has 0 bytes": lambda left: left.note.write_bytes(b""),
    "the note is garbage": lambda left: left.note.write_bytes(bytes(range(256))),
    "the note is cut off": lambda left: left.note.write_bytes(left.note.read_bytes()[:-9]),
    "the note is nested deeply": lambda left: left.note.write_text("[" * 100_000),
    "the note says something else": lambda left: write_json(left.note, {"title": 3, "path": []}),
    "the note names no possible file": lambda left: write_json(left.note, {"title": "x", "path": "a\0b"}),
    "the note is a pipe": lambda left: replaced(left.note, os.mkfifo),
    "another window saved over the file": another_window_saves,
    "a sync wrote an older file": lambda left: (another_window_saves(left), os.utime(left.file, (1.7e9, 1.7e9))),
    "the file is gone": lambda left: left.file.unlink(),
    "the file was renamed": lambda left: left.file.rename(left.file.with_name("renamed.rig.json")),
    "the folder of the file is gone": lambda left: shutil.rmtree(left.file.parent),
    "the file is cut off": lambda left: left.file.write_bytes(left.file.read_bytes()[:100]),
    "the file has 0 bytes": lambda left: left.file.write_bytes(b""),
    "the file is a folder": lambda left: replaced(left.file, Path.mkdir),
    "the file is a pipe": lambda left: replaced(left.file, os.mkfifo),
    "the file is a link to itself": lambda left: replaced(left.file, lambda path: path.symlink_to(path)),
    "the clock went backwards since": lambda left: os.utime(left.copy, (FUTURE, FUTURE)),
    "the clock stood at its beginning": lambda left: os.utime(left.copy, (LONG_AGO, LONG_AGO)),
    "the clock was absurd": lambda left: os.utime(left.copy, (ABSURD, ABSURD)),
    "other work is damaged": other_work_is_damaged,
}
"""What happened, and how. All that was kept comes back."""

TOLD: dict[str, Callable[[Left], object]] = {
    "the copy has 0 bytes": lambda left: left.copy.write_bytes(b""),
    "the copy is garbage": lambda left: left.copy.write_bytes(bytes(range(256))),
    "the copy is cut off": lambda left: left.copy.write_bytes(left.copy.read_bytes()[:-100]),
    "the copy is nested deeply": lambda left: left.copy.write_text("[" * 100_000),
    "the copy is of a newer version": a_newer_version,
    "the copy is a folder": lambda left: replaced(left.copy, Path.mkdir),
    "the copy is a pipe": lambda left: replaced(left.copy, os.mkfifo),
    "the copy is a link to nowhere": lambda left: replaced(left.copy, lambda path: path.symlink_to("nowhere")),
    "the folder of unsaved work is a file": lambda left: (
        shutil.rmtree(left.copy.parent),
        left.copy.parent.write_bytes(b""),
    ),
    "the folder of unsaved work is a link to itself": lambda left: (
        shutil.rmtree(left.copy.parent),
        left.copy.parent.symlink_to(left.copy.parent),
    ),
}
"""What happened, and how. It is offered, and restoring it says why it cannot be; or that is said at once."""


@pytest.fixture
def left(open_files: OpenFiles, saved: Path, tmp_path: Path) -> Left:
    """Work on a file, as a process leaves it that is killed."""
    (tmp_path / "models").mkdir()
    file = saved.rename(tmp_path / "models" / saved.name)
    copy = open_files.files.recovery.folder / "left.rig.json"
    copy.parent.mkdir(parents=True)
    kept_work.keep(rename(rigs.read(file), "hips", "work"), Note(file.name, str(file), fingerprint(file)), copy)
    lock = copy.with_name("left.lock")
    lock.write_bytes(b"")  # as the program makes it: what counts is who holds it
    return Left(file, copy, copy.with_name("left.note"), lock)


@pytest.mark.parametrize("damage", OFFERED)
def test_work_comes_back(damage: str, open_files: OpenFiles, left: Left) -> None:
    OFFERED[damage](left)
    offer = open_files.offer
    offer.offer()
    open_files.wait(lambda: not offer.bar.isHidden() or bool(open_files.said))
    offer.bar.restore_asked.emit(0)
    open_files.wait(lambda: open_files.session.document.rig.bones != () and open_files.first == "work")
    assert all(map(is_one_sentence, open_files.said))


@pytest.mark.parametrize("damage", TOLD)
def test_one_sentence_says_why_work_is_lost(damage: str, open_files: OpenFiles, left: Left) -> None:
    TOLD[damage](left)
    offer = open_files.offer
    offer.offer()
    open_files.wait(lambda: not offer.bar.isHidden() or bool(open_files.said))
    if not open_files.said:
        offer.bar.restore_asked.emit(0)
        open_files.wait(lambda: bool(open_files.said))
    [said] = open_files.said
    assert is_one_sentence(said.rpartition(": ")[2]) and "Errno" not in said


def as_nobody(ask: Callable[[], str]) -> str:
    """Return what this says where it is done by a user who is not root."""
    if os.geteuid() != 0:
        return ask()
    reading, writing = os.pipe()
    if not os.fork():
        os.setuid(65534)
        os.write(writing, ask().encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as said:
        return said.read()


@pytest.fixture
def reachable(tmp_path: Path) -> Path:
    """A folder that every user can come to, however deep pytest puts it."""
    top = Path(tempfile.gettempdir())
    for folder in (tmp_path, *tmp_path.parents):
        if folder != top and folder.is_relative_to(top):
            folder.chmod(folder.stat().st_mode | 0o055)
    return tmp_path


@pytest.mark.parametrize(
    ("mode", "said"), [(0o555, "^work$"), (0o000, "permission denied"), (0o666, "lack the permission")]
)
def test_a_folder_that_may_only_be_read_or_not_at_all(
    mode: int, said: str, reachable: Path, left: Left, open_files: OpenFiles
) -> None:
    shutil.copytree(left.copy.parent, folder := reachable / "unsaved")
    shutil.copyfile(left.file, reachable / left.file.name)
    write_json(folder / "left.note", {"title": "leg", "path": str(reachable / left.file.name)})
    folder.chmod(mode)

    def ask() -> str:
        try:
            found = kept_work.left_in(folder, "")
            return kept_work.read(found[0])[0].rig.bones[0].name if found else "nothing"
        except Unreadable as problem:
            return str(problem)

    answer = as_nobody(ask)
    folder.chmod(0o755)
    assert re.search(said, answer)


def test_work_that_cannot_be_thrown_away_says_so(open_files: OpenFiles, left: Left) -> None:
    replaced(left.copy, Path.mkdir)
    open_files.offer.offer()
    open_files.wait(lambda: not open_files.offer.bar.isHidden())
    open_files.offer.bar.discard_asked.emit()
    [said] = open_files.said
    assert said.startswith("This work cannot be discarded: ") and not open_files.offer.bar.isHidden()


@pytest.mark.parametrize("answer", ["restore", "discard"])
@pytest.mark.parametrize("torn", [True, False])
def test_an_interrupted_save_is_offered_where_the_file_is_opened(
    torn: bool, answer: str, open_files: OpenFiles, saved: Path, tmp_path: Path
) -> None:
    """And nowhere else: it lies beside the file, where anybody could have put it."""
    rigs.write(rename(rigs.read(saved), "hips", "work"), other := tmp_path / "other.rig.json")
    whole = saved.with_name(f".{saved.name}.0123456789ab.whole")
    whole.write_bytes(with_checksum(other.read_bytes()))
    if torn:
        saved.write_bytes(other.read_bytes()[:60])
    before, bar = saved.read_bytes(), open_files.offer.bar
    open_files.files.open(other)
    open_files.wait(lambda: open_files.session.path == other)
    assert bar.isHidden()
    open_files.files.open(saved)
    open_files.wait(lambda: not bar.isHidden())
    assert "Saving leg.rig.json was interrupted" in bar.label.text()
    if answer == "restore":
        bar.restore_asked.emit(0)
        open_files.wait(lambda: open_files.first == "work" and open_files.session.unsaved)
        open_files.files.recovery.flush()
        assert open_files.session.path == (None if torn else saved)
    else:
        bar.discard_asked.emit()
    assert not whole.exists() and saved.read_bytes() == before


def test_an_interrupted_save_that_is_nothing_to_open_is_one_sentence(open_files: OpenFiles, saved: Path) -> None:
    interrupted = saved.with_name(f".{saved.name}.0123456789ab.whole")
    interrupted.write_bytes(with_checksum(b"{}"))
    open_files.open(saved)
    open_files.wait(lambda: not open_files.offer.bar.isHidden())
    open_files.offer.bar.restore_asked.emit(0)
    open_files.wait(lambda: bool(open_files.said))
    [said] = open_files.said
    assert is_one_sentence(said.rpartition(": ")[2]) and said.startswith(f"{interrupted}: ")
