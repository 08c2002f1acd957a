"""The memory of the window between two runs, and its file, which is JSON. Losing it loses no work."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import msgspec

from pantin.widgets.values.live import LiveChoices


class Remembered(msgspec.Struct, frozen=True):
    """The memory: the window's place, the files and folders that were used, and where live motion came from."""

    geometry: bytes = b""
    """Where the window stood, as Qt wrote it; empty at first, as the others."""
    shown_layout: str = ""
    """The name of the layout that was shown last."""
    layouts: dict[str, bytes] = {}
    """Where the panels stand, as Qt wrote it, by name of the layout."""
    display: dict[str, bool | str] = {}
    """How the view draws bones and figure, by name of the choice."""
    recent: tuple[str, ...] = ()
    """The files last used, newest first."""
    folder: str = ""
    """Where the last file was opened or saved."""
    pose_folders: tuple[str, ...] = ()
    """The folders of poses that people added."""
    folds: dict[str, bool] = {}
    """Which sections of the properties were folded or unfolded by hand."""
    shelf_order: tuple[str, ...] = ()
    """The names of the poses on the user's shelf, in the order in which they lie there."""
    live: LiveChoices = LiveChoices()
    """Where live motion comes from and goes to, and which point is on which part."""


def encode(remembered: Remembered) -> bytes:
    """The text of the file. A path that is no text, as Linux allows, stays one."""
    return json.dumps(msgspec.to_builtins(remembered), indent=2).encode()


def decode(data: bytes) -> Remembered:
    """Return the content of the file. A value that makes no sense is forgotten and the others stay."""
    try:
        written = json.loads(data)
    except (ValueError, RecursionError):
        return Remembered()
    known: dict[str, Any] = {}
    for field in msgspec.structs.fields(Remembered):
        if isinstance(written, dict) and field.name in written:
            with suppress(msgspec.ValidationError):
                known[field.name] = msgspec.convert(written[field.name], field.type)
    return Remembered(**known)
