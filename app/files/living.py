"""A lock that says that a process is alive: the system holds it, and lets go of it however the process ends.

What the file holds, how old it is and which number the process had are not asked, so that none of it can be wrong.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from pantin.rigs.formats.interrupted import open_own

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


class LivingLock:
    """Held by this process from `take` to `release`, or until nobody has this object."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: BinaryIO | None = None

    def take(self) -> None:
        """Take the lock, if it is not held yet. Raises OSError where there cannot be a file for it."""
        if self._file is not None:
            return
        file = self._path.open("ab")
        if _lock(file) and _is_still_there(self._path, file):
            self._file = file
        else:
            file.close()  # another process is just looking whether it is free; it is taken next time

    def release(self) -> None:
        """Let go of the lock, and remove its file."""
        if self._file is not None:
            self._file.close()
            self._file = None
            with suppress(OSError):
                self._path.unlink()

    def __del__(self) -> None:
        self.release()


def is_alive(path: Path) -> bool:
    """Return whether a process holds the lock in this file."""
    held = open_own(path)
    if held is None:
        return False
    with held:
        return not _lock(held)


def remove_dead(path: Path) -> None:
    """Remove the file of a lock that no process holds."""
    held = open_own(path)
    if held is not None:
        with held, suppress(OSError):
            if _lock(held):
                path.unlink()


def _lock(file: BinaryIO) -> bool:
    """Lock an open file until it is closed. False where another process has; True on a disk without locks."""
    try:
        if sys.platform == "win32":
            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:
        return True
    return True


def _is_still_there(path: Path, file: BinaryIO) -> bool:
    """Return whether an open file is the one at this place: it may have been removed before it was locked."""
    try:
        return os.path.samestat(path.stat(), os.fstat(file.fileno()))
    except OSError:
        return False
