"""What is assigned by hand."""

from __future__ import annotations

from pantin.rigs.rig import KnownPart, Rig


def saying(rig: Rig, **parts: str | None) -> Rig:
    """The rig with these parts said; the side is behind a double underscore."""
    return rig.changed(parts=tuple(KnownPart(part.replace("__", "."), bone) for part, bone in parts.items()))
