"""A problem of a rig, as a value, and what would mend it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from pantin.rigs.rig import Rig

Severity = Literal["error", "warning", "note"]


class Change(msgspec.Struct, frozen=True):
    """A field of a bone, a constraint or a pin, by its place in the rig, and the value that it gets.

    A pin that gets None for its bone goes.
    """

    of: Literal["bones", "constraints", "pins"]
    index: int
    field: str
    value: Any


class Fix(msgspec.Struct, frozen=True):
    """The fix of a problem where that is obvious: a few words, "Parent it to hips", and the fields that change."""

    text: str
    changes: tuple[Change, ...]
    renames: tuple[tuple[str, str], ...] = ()
    """Bones that are renamed wherever they are named, all at once: old names with new ones."""


class Problem(msgspec.Struct, frozen=True):
    """One sentence about what is wrong, the bones it is about, and the place in the file.

    An error keeps a constraint from doing anything sensible; a warning says what will surprise; a note is about what
    may well be intended. Where there is no fix, the sentence ends in what to do.
    """

    kind: str
    severity: Severity
    bones: tuple[str, ...]
    text: str
    where: str = ""
    fix: Fix | None = None


def sentence_for(fix: Fix | None, beside_fix: str, alone: str) -> str:
    """Return a sentence about what is wrong: `beside_fix` where there is a fix, else `alone`, which ends in what to
    do.
    """
    return beside_fix if fix else alone


def with_changes(rig: Rig, changes: Sequence[Change]) -> Rig:
    """Return the rig with other values in these fields; a joint that changes is no longer freed for the pose."""
    rig = rig.holding(rig.bones[change.index].name for change in changes if change.field == "joint")
    bones: list[Any] = list(rig.bones)
    constraints: list[Any] = list(rig.constraints)
    pins: list[Any] = list(rig.pins)
    parts = {"bones": bones, "constraints": constraints, "pins": pins}
    for change in changes:
        part = parts[change.of]
        part[change.index] = msgspec.structs.replace(part[change.index], **{change.field: change.value})
    kept = rig.changed(constraints=tuple(constraints)).changed(pins=tuple(pin for pin in pins if pin.bone is not None))
    if all(change.of != "bones" for change in changes):
        return kept
    return msgspec.structs.replace(kept, bones=tuple(bones))
