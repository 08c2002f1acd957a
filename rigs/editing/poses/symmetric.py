"""Symmetric posing: what an edit did to the pose of one side is done to the other as well.

Only bones that the edit posed are mirrored, so that sides that stand otherwise keep their difference elsewhere. Where
it posed both partners itself, it is right; bones without a partner stay as it made them.
"""

from __future__ import annotations

from pantin.rigs.document import Document
from pantin.rigs.editing.poses.flipping import flipped
from pantin.rigs.editing.poses.partners import partners_of


def posed_on_both_sides(before: Document, after: Document) -> Document:
    """`after`, the partner of each bone that was posed since `before` having the mirror image of its pose."""
    old, new = before.rig, after.rig
    if old.pose is new.pose or old.bones is not new.bones:
        return after
    posed = {name for name in (*old.pose, *new.pose) if old.transform(name) != new.transform(name)}
    partners = partners_of(new) if posed else {}
    alone = [partners[name] for name in posed if name in partners and partners[name] not in posed]
    return flipped(after, alone) if alone else after
