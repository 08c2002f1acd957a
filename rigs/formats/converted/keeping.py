"""Files that became glTF are kept in the cache of the user, by what they hold, until the person saves them."""

from __future__ import annotations

import contextlib
import os
from io import BytesIO
from pathlib import Path

from pantin.rigs.formats.files import FilePath
from pantin.rigs.formats.own_file import digest_of
from pantin.rigs.formats.replacing import replace_file

MOST = 2 * 1024**3
"""Bytes of all of them; the oldest go first."""

LONGEST_STEM = 80
"""Characters of a name that are kept."""


def folder() -> Path:
    """Return the folder: `pantin/converted` in XDG_CACHE_HOME, or in ~/.cache; on Windows in the local app data."""
    chosen = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(chosen) if chosen else Path.home() / ".cache") / "pantin" / "converted"


def is_kept(path: FilePath) -> bool:
    """Return whether a file lies there: it has no home of its own yet."""
    return Path(path).absolute().is_relative_to(folder().absolute())


def place_of(digest: str, name: str) -> Path:
    """Return where the file of a digest and a name lies while it is kept."""
    return folder() / digest[:16] / Path(name).name


def keep(data: bytes, original: FilePath) -> Path:
    """Write what a file became, and return its path there: the name of the `original`, with the ending .glb.

    What holds the same has the same path. Raises OSError where the folder cannot be written to.
    """
    stem = Path(original).name.partition(".")[0][:LONGEST_STEM] or "character"
    path = place_of(digest_of(BytesIO(data)), f"{stem}.glb")
    path.parent.mkdir(parents=True, exist_ok=True)
    replace_file(path, data)
    _make_room(path)
    return path


def _make_room(kept: Path) -> None:
    """Remove the oldest files until the rest is small enough; what was just written stays."""
    files = []
    for path in folder().glob("*/*.glb"):
        with contextlib.suppress(OSError):
            files.append((path.stat().st_mtime, path.stat().st_size, path))
    left = sum(size for _time, size, _path in files)
    for _time, size, path in sorted(files):
        if left <= MOST or path == kept:
            continue
        with contextlib.suppress(OSError):
            path.unlink()
            path.parent.rmdir()
            left -= size
