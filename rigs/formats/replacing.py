"""Replacing a file whole: a reader, or a crash, sees the old file or the new one, and it stays the same person's file.

The new text is written beside the file and takes its place by one rename. Where that would break a hard link or give
the file to somebody else, the new text is kept whole beside it while it is written into the file itself: `finish` ends
what a crash interrupted. What a crash left beside a file is removed when the file is next written.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows, where an open file cannot be removed
    LOCKS = False
else:
    LOCKS = True

AT_ONCE_NS = 60 * 10**9
"""Nanoseconds. A file changed later than this after the copy beside it was changed by somebody else."""

LONGEST = 120
"""Bytes of a name that are taken for that of a file beside it: most systems allow 255 in all."""


def replace_file(target: Path, data: bytes, lasting: bool = True) -> None:
    """Give `target` these contents at once; `lasting` also through a power cut, which takes longer.

    Raises OSError where it cannot be written; then it is as it was, and nothing lies beside it.
    """
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))  # a rename would not ask the file
    sweep(target)
    beside = part_of(target)
    try:
        with beside.open("xb") as file:
            _lock(file.fileno())
            file.write(data)
            file.flush()
            if lasting:
                os.fsync(file.fileno())
            if _stays_the_same_file(target, beside):
                beside.replace(target)
            else:
                _write_into(target, beside, data)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise
    if lasting:
        _sync_folder(target.parent)


def finish(target: Path) -> None:
    """Write what a crash interrupted into `target`: the whole text lies beside it."""
    with suppress(OSError, RuntimeError):
        target = target.resolve()
        whole = _whole(target)
        if not whole.exists():
            return
        with whole.open("rb") as file:
            if not _lock(file.fileno()):
                return
            if target.stat().st_mtime_ns - whole.stat().st_mtime_ns < AT_ONCE_NS:
                _overwrite(target, file.read())
            whole.unlink()


def sweep(target: Path) -> None:
    """Remove what writers of `target` left beside it when they were killed."""
    finish(target)
    begins = beside_of(target, "").name
    ours = re.compile(rf"{re.escape(begins)}[0-9a-f]{{12}}\.part(\.\w+)*")
    with suppress(OSError):
        for part in target.parent.iterdir():
            if ours.fullmatch(part.name):
                _remove_dead(part)


def _remove_dead(part: Path) -> None:
    """Remove a part whose writer holds it no longer."""
    with suppress(OSError):
        with part.open("rb") as file:
            dead = _lock(file.fileno())
        if dead:
            part.unlink()


def part_of(target: Path, ending: str = "") -> Path:
    """Where to write what is to take the place of `target`. Whoever was killed over it leaves it to `sweep`."""
    return beside_of(target, f"{os.urandom(6).hex()}.part{ending}")


@contextmanager
def held(part: Path) -> Iterator[None]:
    """Keep a part that is written and closed from being swept. Raises OSError."""
    with part.open("rb") as file:
        _lock(file.fileno())
        yield


def beside_of(target: Path, ending: str) -> Path:
    """A hidden file beside this one, with as much of its name as leaves room for an ending in what a name may have."""
    short = os.fsencode(target.name)[:LONGEST].decode("utf-8", "ignore")
    return target.with_name(f".{short}.{ending}")


def _whole(target: Path) -> Path:
    """Where the whole text lies while the file itself is written into."""
    return beside_of(target, "whole")


def _lock(descriptor: int) -> bool:
    """Hold a file until it is closed, or the process ends. False where another process holds it."""
    if not LOCKS:
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True


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
    whole = _whole(target)
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
