"""Symmetric posing: what an edit did to the pose of one side is done to the other as well, and so with its pins.

Only bones that the edit posed or pinned are mirrored, so that sides that are otherwise keep their difference
elsewhere. Where it did so to both partners itself, it is right; bones without a partner stay as it made them.
"""

from __future__ import annotations

from msgspec.structs import replace

from pantin.rigs.document import Document
from pantin.rigs.editing.poses.flipping import flipped
from pantin.rigs.editing.poses.partners import partners_of


def posed_on_both_sides(before: Document, after: Document) -> Document:
    """`after`, the partner of each bone that was posed since `before` having the mirror image of its pose, and that of
    each bone that was pinned or let go since then being pinned as it is."""
    return _pinned_on_both_sides(before, _mirrored(before, after))


def _mirrored(before: Document, after: Document) -> Document:
    old, new = before.rig, after.rig
    if before.figure.pose is after.figure.pose or old.bones is not new.bones:
        return after
    posed = {
        name
        for name in (*before.figure.pose.bones, *after.figure.pose.bones)
        if before.figure.transform(name) != after.figure.transform(name)
    }
    partners = partners_of(new) if posed else {}
    alone = [partners[name] for name in posed if name in partners and partners[name] not in posed]
    return flipped(after, alone) if alone else after


def _pinned_on_both_sides(before: Document, after: Document) -> Document:
    old, new = before.rig, after.rig
    if old.pins is new.pins or old.bones is not new.bones:
        return after
    held = [{pin.bone: pin for pin in rig.pins} for rig in (old, new)]
    switched = {name for name in (*held[0], *held[1]) if held[0].get(name) != held[1].get(name)}
    partners = partners_of(new) if switched else {}
    alone = {partners[name]: name for name in switched if name in partners and partners[name] not in switched}
    kept = tuple(pin for pin in new.pins if pin.bone not in alone)
    added = tuple(replace(held[1][name], bone=partner) for partner, name in alone.items() if name in held[1])
    return after.with_rig(new.changed(pins=(*kept, *added))) if alone else after
