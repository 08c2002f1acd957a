"""Files are replaced whole or not at all, and whatever the disk rejects is one sentence."""

from __future__ import annotations

import errno
import fcntl
import os
import stat
from pathlib import Path

import msgspec
import numpy as np
import pytest

from pantin import rigs
from pantin.rigs import Bone, Document, Rig, Unreadable, Unwritable
from pantin.rigs.formats import replacing
from pantin.rigs.formats.skeleton import Pivot, bones_of
from tests.rigs.samples import is_one_sentence, leg


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "leg.rig.json"
    rigs.write(Document.of(leg()), path)
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
            rigs.write(Document.of(leg()).posed({}), saved)
    assert is_one_sentence(caught.value.what)
    assert saved.read_bytes() == before
    assert list(saved.parent.iterdir()) == [saved]


@pytest.mark.parametrize("letter", ["x", "é", "字", "🦊"])
def test_a_name_may_be_as_long_as_the_system_takes_it(tmp_path: Path, letter: str) -> None:
    name = letter * ((255 - len(".rig.json")) // len(letter.encode())) + ".rig.json"
    rigs.write(Document.of(leg()), tmp_path / name)
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_an_interrupted_write_leaves_the_old_file(saved: Path, monkeypatch) -> None:
    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    before = saved.read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", interrupt)
        with pytest.raises(KeyboardInterrupt):
            rigs.write(Document.of(leg()).posed({}), saved)
    assert saved.read_bytes() == before
    assert list(saved.parent.iterdir()) == [saved]


def test_a_file_keeps_its_permissions_and_a_link_stays_a_link(saved: Path) -> None:
    saved.chmod(0o640)
    link = saved.with_name("link.rig.json")
    link.symlink_to(saved)
    rigs.write(Document.of(leg()).posed({}), link)
    assert link.is_symlink()
    assert saved.stat().st_mode & 0o777 == 0o640
    assert rigs.read(saved).figure == leg().posed({})


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
        rigs.write(Document.of(leg()), saved.parent / name)
    assert is_one_sentence(caught.value.what)


def test_without_permission(saved: Path, monkeypatch) -> None:
    monkeypatch.setattr(Path, "open", failing(errno.EACCES))
    with pytest.raises(Unreadable, match="permission"):
        rigs.read(saved)
    with pytest.raises(Unwritable, match="permission"):
        rigs.write(Document.of(leg()), saved)


def test_a_file_that_may_only_be_read_is_not_replaced(saved: Path, monkeypatch) -> None:
    """Its folder would allow it; but somebody has protected it."""
    before = saved.read_bytes()
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)
    with pytest.raises(Unwritable, match="permission"):
        rigs.write(Document.of(leg()).posed({}), saved)
    assert saved.read_bytes() == before and list(saved.parent.iterdir()) == [saved]
    rigs.write(Document.of(leg()), saved.with_name("new.rig.json"))


def test_a_device_is_no_file() -> None:
    with pytest.raises(Unreadable, match="device"):
        rigs.formats.native.read(os.devnull)


def test_hard_links_stay_linked(saved: Path) -> None:
    other = saved.with_name("other.rig.json")
    other.hardlink_to(saved)
    rigs.write(Document.of(leg()).posed({}), saved)
    assert saved.samefile(other) and rigs.read(other).figure == leg().posed({})
    assert sorted(saved.parent.iterdir()) == [saved, other]


def test_owner_and_group_stay(saved: Path, monkeypatch) -> None:
    """Where the new file cannot be given to the old one's owner, the old file is written into."""
    monkeypatch.setattr(os, "chown", failing(errno.EPERM))
    before = saved.stat()
    monkeypatch.setattr(replacing.Path, "stat", lambda path, **_: _of_somebody(path))
    rigs.write(Document.of(leg()).posed({}), saved)
    monkeypatch.undo()
    assert saved.stat().st_ino == before.st_ino and rigs.read(saved).figure == leg().posed({})


REAL_STATE = Path.stat


def _of_somebody(path: Path) -> os.stat_result:
    """The state of a file; a rig belongs to somebody else, a part to us."""
    found = list(REAL_STATE(path))
    if not path.name.endswith(".part"):
        found[stat.ST_UID] += 1
    return os.stat_result(found)


def test_a_new_file_is_given_to_the_owner_of_the_old_one(saved: Path, monkeypatch) -> None:
    given: list[tuple[int, int]] = []
    monkeypatch.setattr(os, "chown", lambda _path, user, group: given.append((user, group)))
    own = saved.stat()
    monkeypatch.setattr(replacing.Path, "stat", lambda path, **_: _of_somebody(path))
    rigs.write(Document.of(leg()).posed({}), saved)
    assert given == [(own.st_uid + 1, own.st_gid)]


def test_what_a_killed_writer_left_goes_with_the_next_write(saved: Path) -> None:
    left = saved.with_name(f".{saved.name}.0123456789ab.part")
    held = saved.with_name(f".{saved.name}.ba9876543210.part")
    others = saved.with_name(f".{saved.name}.backup.part")
    for path in (left, held, others):
        path.write_bytes(b"{")
    with held.open("rb") as writer:
        fcntl.flock(writer.fileno(), fcntl.LOCK_EX)
        rigs.write(Document.of(leg()), saved)
        assert not left.exists() and held.exists() and others.exists()
    rigs.write(Document.of(leg()), saved)
    assert not held.exists() and others.exists()


def test_a_linked_file_stays_as_it_was_on_a_full_disk(saved: Path, monkeypatch) -> None:
    saved.with_name("other.rig.json").hardlink_to(saved)
    before = saved.read_bytes()
    monkeypatch.setattr(os, "posix_fallocate", failing(errno.ENOSPC))
    with pytest.raises(Unwritable, match="disk is full"):
        rigs.write(Document.of(leg_twice()), saved)
    assert saved.read_bytes() == before and len(list(saved.parent.iterdir())) == 2


def leg_twice() -> rigs.Rig:
    """A rig whose file is longer than the leg's."""
    other = tuple(Bone(name=f"{bone.name} again") for bone in leg().rig.bones)
    return msgspec.structs.replace(leg().rig, bones=leg().rig.bones + other)


def test_a_skeleton_that_opens_at_the_edge_can_be_saved(saved: Path) -> None:
    """The tail of a last bone is made up; it stays where a file can hold it."""
    positions = ((0.0, 0.0, 0.0), (1e6, 0.0, 0.0))
    pivots = [Pivot(f"{x:g}", 0 if x else None, np.array([x, y, z]), np.eye(3), None) for x, y, z in positions]
    rigs.write(Document.of(Rig(bones=bones_of(pivots))), saved)
    assert rigs.read(saved).rig.bones[-1].head == (1e6, 0.0, 0.0)
