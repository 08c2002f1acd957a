"""Reading back what no file should hold: what cannot be is left out, and the rest of the work is saved.

A file is rejected whole for one impossible number, so that people mend it. Work that was never saved has nobody to mend
it, and here the number goes instead.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from typing import Any

from pantin.rigs.formats import native
from pantin.rigs.formats.files import Fault, FilePath, Unreadable
from pantin.rigs.formats.json_text import LARGEST, counts_bytes
from pantin.rigs.messages import _
from pantin.rigs.scene import Scene

MOST_FAULTS = 1000
"""Entries that are left out at most, since each means that the file is read once more; then it is given up."""


def salvaged(data: bytes, path: FilePath) -> tuple[Scene, str]:
    """Return the scene in the bytes of a file, and a sentence about what was left out of it. Raises Unreadable."""
    try:
        return native.parse(data), ""
    except Fault as fault:
        first = fault
    try:
        plain = _in_range(json.loads(data))
    except (ValueError, RecursionError):
        raise Unreadable(path, first.where, first.what) from None
    for _attempt in range(MOST_FAULTS):
        try:
            scene = native.parse(json.dumps(plain).encode())
        except Fault as fault:
            if not _named_anew(plain, fault.where) and not _leave_out(plain, fault.where):
                raise Unreadable(path, fault.where, fault.what) from None
        else:
            return scene, _("A part of the work could not be kept as it was: {where}: {what}").format(
                where=first.where, what=first.what
            )
    raise Unreadable(path, first.where, first.what)


def _named_anew(plain: Any, where: str) -> bool:
    """Give a figure a name that no other has, where its own is at fault. False where the fault is elsewhere."""
    found = re.fullmatch(r"\$\.figures\[(\d+)\]\.name", where)
    if found is None:
        return False
    names = [figure.get("name") for figure in plain["figures"] if isinstance(figure, dict)]
    numbered = (f"Figure {number}" for number in range(1, len(names) + 2))
    plain["figures"][int(found[1])]["name"] = next(name for name in numbered if name not in names)
    return True


def _in_range(value: Any) -> Any:
    """Plain values with every number brought to one that a file can hold."""
    if isinstance(value, dict):
        return {
            str(key).encode(errors="replace").decode(): entry if _counts_bytes(key, entry) else _in_range(entry)
            for key, entry in value.items()
        }
    if isinstance(value, list):
        return [_in_range(entry) for entry in value]
    if isinstance(value, str):
        return value.encode(errors="replace").decode()
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return 0.0 if math.isnan(value) else value if abs(value) <= LARGEST else math.copysign(LARGEST, value)
    return value


def _counts_bytes(key: Any, entry: Any) -> bool:
    return isinstance(entry, int) and counts_bytes(key, entry)


def _leave_out(plain: Any, where: str) -> bool:
    """Remove the innermost entry around the place of a fault that can be missing. False where there is none."""
    steps: list[str | int] = [
        int(number) if number else json.loads(key) if key else word
        for number, key, word in re.findall(r'\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|\.(\w+)', where)
    ]
    removers: list[tuple[Callable[[], Any], bool]] = []
    at = plain
    for step in steps:
        try:
            inner = at[step]
        except (KeyError, IndexError, TypeError):
            break
        removers.append(_remover(at, step))
        at = inner
    for remove, optional in reversed(removers):
        if optional:
            remove()
            return True
    return False


def _remover(parent: Any, step: Any) -> tuple[Callable[[], Any], bool]:
    """Return a function that removes an entry, and whether its parent does without it: a field has a default, a row
    others beside it.
    """
    optional = isinstance(parent, dict) or isinstance(parent[step], dict)
    return lambda: parent.pop(step), optional and step not in ("format", "version", "figures", "rig", "bones")
