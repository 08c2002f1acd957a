"""Permissions of folders: code is only loaded from where nobody else can put any.

Windows keeps each user's folders apart by itself; there everything is trusted.
"""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

if sys.platform != "win32":
    import grp
    import pwd

ROOT, UNMAPPED = 0, 65534
"""Users: who may change everything anyway, and who owns what lies outside of a container."""


def is_private(folder: Path) -> bool:
    """Return whether only this user, or root, can put anything into a folder or put another one in its place.

    Of a folder that is not there yet, whether that holds of those above it. Links are followed.
    """
    if sys.platform == "win32":
        return True
    place = Path(os.path.realpath(folder))
    try:
        return _belongs_to_us(place) and all(_stays(above) for above in place.parents)
    except OSError:
        return True  # where not even a folder's owner is known, nothing can be read either


def is_own(file: Path) -> bool:
    """Return whether a file is a regular one, no link, that only this user, or root, can write. Raises OSError."""
    if sys.platform == "win32":
        return True
    status = file.lstat()
    return stat.S_ISREG(status.st_mode) and status.st_uid in (os.geteuid(), ROOT) and not _others_write(status)


def _belongs_to_us(folder: Path) -> bool:
    """Return whether a folder is this user's, or root's, and nobody else writes into it."""
    try:
        status = folder.stat()
    except FileNotFoundError:
        return True
    return status.st_uid in (os.geteuid(), ROOT) and not _others_write(status)


def _stays(folder: Path) -> bool:
    """Return whether nobody else can rename what lies in a folder: nobody writes there, or it is one like /tmp."""
    try:
        status = folder.stat()
    except FileNotFoundError:
        return True
    shared_safely = bool(status.st_mode & stat.S_ISVTX)
    return status.st_uid in (os.geteuid(), ROOT, UNMAPPED) and (shared_safely or not _others_write(status))


def _others_write(status: os.stat_result) -> bool:
    """Return whether others may write: all of them, or those of a group that is not this user's alone."""
    if status.st_mode & stat.S_IWOTH:
        return True
    return bool(status.st_mode & stat.S_IWGRP) and not _is_own_group(status.st_gid)


def _is_own_group(number: int) -> bool:
    """Return whether a group has the name of this user and no other members, as many systems make one for each."""
    try:
        name, group = pwd.getpwuid(os.geteuid()).pw_name, grp.getgrgid(number)
    except KeyError:
        return False
    return group.gr_name == name and set(group.gr_mem) <= {name}
