"""Clips on their own, `*.clip.json`: frames of pose by bone name, for any rig that has these names.

As with poses, a clip must hold what one sees: whoever exports evaluates every frame first.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from pantin.rigs.clip import Clip
from pantin.rigs.fields import Name
from pantin.rigs.formats import json_text
from pantin.rigs.formats.decoding import Migrations, decode, fewest, frames_fault, up_to_date
from pantin.rigs.formats.files import Fault, FilePath, Unreadable, read_bytes

FORMAT = "pantin.clip"
VERSION = 1
MIGRATIONS: Migrations = {}
"""The functions that make a file of version n one of version n + 1, by n."""


class ClipFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The content of a `*.clip.json`: the rig that it was made with, and the clip."""

    format: Literal["pantin.clip"]
    version: Literal[1]
    rig: Name
    clip: Clip


def text(rig_name: str, clip: Clip) -> str:
    """Return the text of a file with this clip. Raises Fault."""
    plain = {"format": FORMAT, "version": VERSION, "rig": fewest(rig_name), "clip": fewest(clip)}
    json_text.check(plain)
    _checked(decode(plain, ClipFile))
    return json_text.lay_out(plain) + "\n"


def clips(path: FilePath) -> tuple[Clip, ...]:
    """The clip in the file. Raises Unreadable."""
    data = read_bytes(path)
    try:
        return (_checked(decode(up_to_date(json_text.parse(data), FORMAT, VERSION, MIGRATIONS), ClipFile)).clip,)
    except Fault as fault:
        raise Unreadable(path, fault.where, fault.what) from None


def _checked(file: ClipFile) -> ClipFile:
    try:
        file.clip.check()
    except ValueError as problem:
        raise frames_fault("$.clip.tracks", str(problem)) from None
    return file
