"""Names of files: what every system takes in one, and which are free."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pantin.rigs.editing.titles import free_title

_NOT_IN_NAMES = re.compile(r'[\\/:*?"<>|\0]')
"""Characters that no system, or not all, take in the name of a file."""


class AnyCase:
    """Names of files, of which one is taken in whatever case: on some disks "Wave" and "wave" are one file."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = frozenset(name.casefold() for name in names)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name.casefold() in self._names


def file_name(title: str) -> str:
    """Return a title as the name of a file: with a hyphen for each letter that not every system takes in one."""
    return _NOT_IN_NAMES.sub("-", title)


def free_file_name(title: str, taken: Iterable[str]) -> str:
    """Return a title as the name of a file, with the first number behind it that is not taken, in whatever case."""
    return free_title(file_name(title), AnyCase(taken))
