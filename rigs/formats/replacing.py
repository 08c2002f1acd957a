"""Replacing a file whole: a reader, or a crash, sees the old file or the new one, and it stays the same person's file.

The new text is written beside the file and takes its place by one rename. Where that would break a hard link or give
the file to somebody else, the new text is kept whole beside it while it is written into the file itself, so that what
a crash interrupted can be offered (`interrupted`). What a crash left beside a file is removed when the file is next
written; whoever reads the file changes nothing.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from pantin.rigs.formats.interrupted import beside_of, lock, remove_left_over, with_checksum

PRIVATE, ANYBODYS = 0o600, 0o666
"""Modes of a part: what it takes the place of may be private; a new file is as the user's mask has it."""


def replace_file(target: Path, data: bytes, lasting: bool = True) -> None:
    """Give `target` these contents at once; `lasting` also through a power cut, which takes longer.

    Raises OSError where it cannot be written; then it is as it was, and nothing lies beside it.
    """
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))  # a rename would not ask the file
    beside = part_of(target)
    try:
        beside.touch(PRIVATE if target.exists() else ANYBODYS, exist_ok=False)
        with beside.open("r+b") as file:
            lock(file.fileno())
            by_rename = _stays_the_same_file(target, beside)
            file.write(data if by_rename else with_checksum(data))
            file.flush()
            if lasting or not by_rename:
                os.fsync(file.fileno())
            if by_rename:
                beside.replace(target)
            else:
                _write_into(target, beside, data)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise
    remove_left_over(target)
    if lasting:
        _sync_folder(target.parent)


def part_of(target: Path, ending: str = "") -> Path:
    """Return where to write what is to take the place of `target`. Where that fails, the next writer removes it."""
    return beside_of(target, f"{os.urandom(6).hex()}.part{ending}")


@contextmanager
def held(part: Path) -> Iterator[None]:
    """Keep a part that is written and closed from being removed. Raises OSError."""
    with part.open("rb") as file:
        lock(file.fileno())
        yield


def _stays_the_same_file(target: Path, beside: Path) -> bool:
    """Give `beside` the owner, group and mode of `target`. False where that fails, or links would be broken."""
    try:
        status = target.stat()
    except OSError:
        return True
    if status.st_nlink > 1:
        return False
    own = beside.stat()
    if hasattr(os, "chown") and (status.st_uid, status.st_gid) != (own.st_uid, own.st_gid):
        try:
            os.chown(beside, status.st_uid, status.st_gid)
        except OSError:
            return False
    with suppress(OSError):
        _copy_attributes(target, beside)
    with suppress(OSError):
        beside.chmod(stat.S_IMODE(status.st_mode))
    return True


def _copy_attributes(target: Path, beside: Path) -> None:
    """Access lists and other extended attributes, on the systems that have them."""
    if hasattr(os, "listxattr"):
        for name in os.listxattr(target):
            os.setxattr(beside, name, os.getxattr(target, name))


def _write_into(target: Path, beside: Path, data: bytes) -> None:
    """Write into the file itself, while the whole text lies beside it."""
    whole = beside.with_suffix(".whole")
    beside.replace(whole)
    try:
        _make_room(target, len(data))
    except OSError:
        whole.unlink()
        raise
    _overwrite(target, data)
    whole.unlink()


def _make_room(target: Path, size: int) -> None:
    """Fail while not a byte is changed yet: where the file may not be written, or the disk is full."""
    with target.open("r+b") as file:
        before = os.fstat(file.fileno()).st_size
        if size > before and hasattr(os, "posix_fallocate"):
            try:
                os.posix_fallocate(file.fileno(), 0, size)
            except OSError:
                file.truncate(before)
                raise


def _overwrite(target: Path, data: bytes) -> None:
    """Write into the file itself, over what it holds."""
    with target.open("r+b") as file:
        file.write(data)
        file.truncate()
        file.flush()
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    """Make the new name last through a power cut, on the systems that can."""
    if hasattr(os, "O_DIRECTORY"):
        with suppress(OSError):
            descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
