"""Which part of the body a tracker is on, where its name says so: "Head", "LeftHand", "TRA-LFOOT", "HMD-0"."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import get_args

from pantin.rigs.anatomy.names import stem_of, words_of
from pantin.rigs.anatomy.words import part_of
from pantin.rigs.fitting.found_body import SIDES, role_of
from pantin.rigs.sides import Side
from pantin.rigs.tracking.points import TrackedPart

DEVICES = {"hmd": "head", "headset": "head", "con": "hand", "controller": "hand", "waist": "hips"}
"""What is worn where."""
PLACES = {"head": "head", "hand": "hand", "hips": "hips", "spine": "hips", "foot": "foot"}
"""By part that a name tells, the place of the tracker: one on the back drives the hips."""


def parts_named(serials: Collection[str]) -> Mapping[str, TrackedPart]:
    """The part of each tracker by its name; nothing unless all of them tell, each another one, and one the head."""
    found = {serial: part for serial in serials if (part := _part(serial)) is not None}
    telling = len(found) == len(serials) == len(set(found.values()))
    return found if telling and "head" in found.values() else {}


def _part(serial: str) -> TrackedPart | None:
    """A serial number tells none: LHR-1234ABCD."""
    words = words_of(serial)
    place = next((DEVICES[word] for word in words if word in DEVICES), PLACES.get(part_of(serial) or ""))
    if place is None:
        return None
    side: Side = stem_of(serial).side or next((side for side in SIDES if f"{side.lower()}{place}" in words), "")
    wanted = role_of(place, side) if side else place
    return next((part for part in get_args(TrackedPart) if part == wanted), None)
