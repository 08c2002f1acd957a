"""Files that another file names: only those in the folder of the file that was opened, or below it, are read.

A file from a stranger may name any path. One that was followed anywhere would put what it finds there into a rig that
goes out again. Every format whose files name others reads them through `bytes_beside`.
"""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path, PureWindowsPath
from urllib.parse import unquote

from pantin.rigs.formats.files import LARGEST_TEXT, Fault
from pantin.rigs.messages import _
from pantin.rigs.wording import quoted

_FLAGS = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
"""A link is not followed, because the path has none when it is opened; a pipe that nobody fills does not block."""


def uri_of(name: str) -> str:
    """Return the URI of a file whose name stands as it is, percent signs too."""
    return name.replace("%", "%25")


def bytes_beside(opened: Path, uri: str, where: str, most: int = LARGEST_TEXT) -> bytes:
    """Return the bytes of the file that `uri` names, relative to the folder of the file `opened`, up to `most`.

    Percent-encoding is decoded once. Backslashes divide folders, as some programs on Windows write them. Raises Fault
    at `where` for a scheme, a drive, a server, an absolute path, and a path that leads out of the folder, also by a
    link; and for a file that is not there, is none, or is too large.
    """
    name = unquote(uri).replace("\\", "/")
    outside = _("{file} lies outside the folder of this file, so it is not read; put it in there, or take a .glb.")
    place = PureWindowsPath(name)
    if re.match(r"[A-Za-z][\w+.-]*:", uri) or place.drive or place.root:
        raise Fault(where, outside.format(file=quoted(unquote(uri))))
    try:
        folder = opened.parent.resolve()
        path = (folder / name).resolve()
        if not path.is_relative_to(folder):
            raise Fault(where, outside.format(file=quoted(unquote(uri))))
        return _bytes_of(path, where, most)
    except Fault:
        raise
    except (OSError, RuntimeError, ValueError):
        what = _("{file} belongs beside it and cannot be read; put it there, or take a .glb, which holds all.")
        raise Fault(where, what.format(file=quoted(name))) from None


def _bytes_of(path: Path, where: str, most: int) -> bytes:
    """Return what a file at a path without links holds. Raises OSError where it is a device, a pipe or a folder."""
    with os.fdopen(os.open(path, _FLAGS), "rb") as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise FileNotFoundError
        if status.st_size > most or len(data := file.read(most + 1)) > most:
            raise Fault(where, _("what lies beside it is larger than 256 MB; export the motion alone."))
        return data
