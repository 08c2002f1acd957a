"""A problem of a rig, as a value."""

from __future__ import annotations

from typing import Literal

import msgspec

Severity = Literal["error", "warning"]


class Problem(msgspec.Struct, frozen=True):
    """One sentence about what is wrong, the bones it is about, and the place in the file.

    An error keeps a constraint from doing anything sensible; a warning says what will surprise.
    """

    kind: str
    severity: Severity
    bones: tuple[str, ...]
    text: str
    where: str = ""
