"""Reading and writing files as a whole; a failure is one sentence and leaves the old file as it was."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, TypeVar

from pantin.rigs.formats.replacing import replace_file
from pantin.rigs.messages import _
from pantin.rigs.unusable import Unusable

T = TypeVar("T")
FilePath = str | os.PathLike[str]

LARGEST_TEXT = 256 * 1024 * 1024
"""Bytes. A rig of a hundred thousand bones has a fifth of this."""

CUT_OFF = _("the file ends in the middle, so it was cut off; take a complete copy of it.")
"""The sentence about a file of any format that stops too early."""


class FileProblem(Unusable):
    """A file that cannot be read or written. `where` is a JSON path, a line and column, or "file" for all of it."""

    def __init__(self, file: FilePath, where: str, what: str) -> None:
        super().__init__(f"{os.fspath(file)}: {where}: {what}")
        self.file, self.where, self.what = os.fspath(file), where, what


class Unreadable(FileProblem):
    """The file is not what it should be; nothing was opened."""


class Unwritable(FileProblem):
    """The file could not be written; what stood there before still does."""


class Fault(ValueError):
    """A fault within a file, and its place: raised where the file's own name is not known."""

    def __init__(self, where: str, what: str) -> None:
        super().__init__(f"{where}: {what}")
        self.where, self.what = where, what


def read_bytes(path: FilePath) -> bytes:
    """All bytes of a file, up to LARGEST_TEXT. Raises Unreadable."""
    return read_with(path, lambda file, size: _all_of(file, size))


def read_with(path: FilePath, take: Callable[[BinaryIO, int], T]) -> T:
    """Return what `take` makes of the open file and its size in bytes.

    Raises Unreadable, for the faults of `take` too.
    """
    try:
        status = Path(path).stat()
        if stat.S_ISDIR(status.st_mode):
            raise IsADirectoryError(errno.EISDIR, "is a folder")
        if not stat.S_ISREG(status.st_mode):
            raise Fault(_("file"), _DEVICE)
        with Path(path).open("rb") as file:
            return take(file, status.st_size)
    except Fault as fault:
        raise Unreadable(path, fault.where, fault.what) from None
    except OSError as error:
        raise Unreadable(path, _("file"), _sentence(error, *READING)) from error
    except ValueError as error:
        raise Unreadable(path, _("file"), _NO_PATH) from error


def _all_of(file: BinaryIO, size: int) -> bytes:
    if size > LARGEST_TEXT:
        raise Fault(_("file"), _("the file is larger than 256 MB, too large for a rig; name another file."))
    return file.read()


def write_bytes(path: FilePath, data: bytes, lasting: bool = True) -> None:
    """Replace a file by `data` at once: a reader, or a crash, sees the old file or the new one. Raises Unwritable.

    Without `lasting` it is quicker, and a power cut may take the new file back.
    """
    with unwritable(path):
        target = Path(path).resolve()
        if target.is_dir():
            raise IsADirectoryError(errno.EISDIR, "is a folder")
        if target.exists() and not target.is_file():
            raise Fault(_("file"), _DEVICE)
        replace_file(target, data, lasting)


@contextmanager
def unwritable(path: FilePath) -> Iterator[None]:
    """Raise Unwritable, in one sentence, for what the system raises while the file at `path` is written."""
    try:
        yield
    except Fault as fault:
        raise Unwritable(path, fault.where, fault.what) from None
    except OSError as error:
        raise Unwritable(path, _("file"), _sentence(error, *WRITING)) from error
    except (ValueError, RuntimeError) as error:
        raise Unwritable(path, _("file"), _NO_PATH) from error


_DEVICE = _("this is a device, not a file; name a file.")
_NO_PATH = _("this cannot be the name of a file; name another.")

_SENTENCES: dict[int | None, str] = {
    errno.ENOENT: _("there is no such file or folder; check the path."),
    errno.EISDIR: _("this is a folder; name a file in it."),
    errno.ENOTDIR: _("a part of the path is not a folder; check the path."),
    errno.ENAMETOOLONG: _("the name is too long; choose a shorter one."),
    errno.ENOSPC: _("the disk is full; free some space and try again."),
    errno.EROFS: _("the disk can only be read; save it elsewhere."),
}


READING = (
    _("you lack the permission to have it read; change the permissions or choose another place."),
    _("it could not be read ({reason}); try again."),
)
WRITING = (
    _("you lack the permission to have it written; change the permissions or choose another place."),
    _("it could not be written ({reason}); try again."),
)


def _sentence(error: OSError, denied: str, otherwise: str) -> str:
    if error.errno in (errno.EACCES, errno.EPERM):
        return denied
    reason = (error.strerror or type(error).__name__).lower()
    return _SENTENCES.get(error.errno, otherwise.format(reason=reason))
