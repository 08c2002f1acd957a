"""Interrupted saves: the whole text that lies beside a file while it is written into the file itself (`replacing`).

Anybody may leave a file beside another one, in an archive for instance. So nothing takes it for the file itself: a
window that opens the file offers what it finds. It has to be a regular file of this user, no link, that begins with the
checksum of its text and that no process is writing.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

try:
    import fcntl
except ImportError:  # Windows, where an open file cannot be removed
    LOCKS = False
else:
    LOCKS = True

LONGEST = 120
"""Bytes of a name that are taken for that of a file beside it: most systems allow 255 in all."""
HEADER = b"pantin interrupted save "
"""The first bytes of such a file; the checksum of the rest and the end of the line follow."""
LARGEST = 1024 * 1024 * 1024
"""Bytes. What is longer is not read."""
PART = re.compile(r"[0-9a-f]{12}\.part(\.\w+)*")
WHOLE = re.compile(r"[0-9a-f]{12}\.whole")


def with_checksum(data: bytes) -> bytes:
    """Return a text with the line before it that `text_of` asks for."""
    import hashlib  # takes time, which whoever reads a file does without

    return HEADER + hashlib.sha256(data).hexdigest().encode() + b"\n" + data


def text_of(whole: Path) -> bytes | None:
    """Return the text of an interrupted save; None for what is none, is damaged, is being written or cannot be read."""
    held = open_own(whole)
    if held is None:
        return None
    with held, suppress(OSError):
        if os.fstat(held.fileno()).st_size <= LARGEST and lock(held.fileno()):
            found = held.read()
            data = found.partition(b"\n")[2]
            return data if found == with_checksum(data) else None
    return None


def interrupted_saves(target: Path) -> list[Path]:
    """Return the interrupted saves of a file, newest first. Nothing is changed."""
    with suppress(OSError, RuntimeError, ValueError):
        found = [whole for whole in _beside(target.resolve(), WHOLE) if text_of(whole) is not None]
        return sorted(found, key=lambda whole: whole.lstat().st_mtime_ns, reverse=True)
    return []


def remove_left_over(target: Path) -> None:
    """Remove what writers of a file left beside it when they were killed, once it is written again."""
    with suppress(OSError):
        for part in _beside(target, PART):
            held = open_own(part)
            if held is not None:
                with held:
                    dead = lock(held.fileno())
                if dead:
                    part.unlink()
        for whole in _beside(target, WHOLE):
            if text_of(whole) is not None:
                whole.unlink()


def beside_of(target: Path, ending: str) -> Path:
    """Return a hidden file beside this one, with as much of its name as leaves room for an ending."""
    short = os.fsencode(target.name)[:LONGEST].decode("utf-8", "ignore")
    return target.with_name(f".{short}.{ending}")


def _beside(target: Path, ending: re.Pattern[str]) -> Iterator[Path]:
    """Yield the files beside a file whose names are its own with such an ending."""
    begins = beside_of(target, "").name
    for path in target.parent.iterdir():
        if path.name.startswith(begins) and ending.fullmatch(path.name[len(begins) :]):
            yield path


def open_own(path: Path) -> BinaryIO | None:
    """Open a regular file of this user, following no link and waiting for nobody; None for anything else."""
    flags = (getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_BINARY"))
    with suppress(OSError):
        if not _is_own(path.lstat()):
            return None
        descriptor = os.open(path, os.O_RDONLY | sum(flags))
        if _is_own(os.fstat(descriptor)):
            return os.fdopen(descriptor, "rb")
        os.close(descriptor)
    return None


def _is_own(status: os.stat_result) -> bool:
    """Return whether this is a regular file with one name, of the user of this process."""
    regular = stat.S_ISREG(status.st_mode) and status.st_nlink == 1
    return regular and (not hasattr(os, "geteuid") or status.st_uid == os.geteuid())


def lock(descriptor: int) -> bool:
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
