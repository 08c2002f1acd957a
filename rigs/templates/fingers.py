"""Fingers, for every figure that has hands: where the knuckles lie, how long the phalanges are, how far they bend.

Measures are those of an adult's left hand of 19 cm; a hand of another size is `size` times as large. Ranges are counted
from this relaxed curl; they follow "Joint Motion: Method of Measuring and Recording" (American Academy of Orthopaedic
Surgeons, 1965), rounded.
"""

from __future__ import annotations

from math import cos, radians, sin

import numpy as np

from pantin.rigs.templates.draft import HINGE, Draft
from pantin.rigs.vectors import Vector, across, unit

FINGERS = (
    # name, knuckle in the hand's axes (x away from the thumb, y along the hand), spread in degrees, phalanges
    ("index", (-0.0275, 0.094), -4.0, (0.042, 0.025, 0.019)),
    ("middle", (-0.0095, 0.098), 0.0, (0.046, 0.028, 0.020)),
    ("ring", (0.0085, 0.093), 4.0, (0.042, 0.026, 0.019)),
    ("little", (0.0255, 0.084), 9.0, (0.033, 0.019, 0.016)),
)
CURL = (9.0, 14.0, 10.0)
THUMB = (0.036, 0.030, 0.024)


def fingers(wrist: Vector, along: Vector, palm: Vector, size: float = 1.0) -> list[Draft]:
    """Four fingers and the thumb of `hand.L`, which begins at `wrist` (3,), points `along` and faces `palm`."""
    sideways = np.cross(along, palm)
    drafts = []
    for name, _, spread, lengths in FINGERS:
        knuckle = knuckle_of(name, wrist, along, palm, size)
        outwards = unit(along * cos(radians(spread)) + sideways * sin(radians(spread)))
        drafts += finger(name, knuckle, outwards, palm, tuple(length * size for length in lengths))
    return [*drafts, *thumb(wrist, along, palm, size)]


def knuckle_of(name: str, wrist: Vector, along: Vector, palm: Vector, size: float = 1.0) -> Vector:
    """Return the knuckle of the finger called `name` (3,), armature space, metres."""
    x, y = next(place for finger, place, *_ in FINGERS if finger == name)
    return wrist + (np.cross(along, palm) * x + along * y + palm * 0.002) * size


def thumb(
    wrist: Vector, along: Vector, palm: Vector, size: float = 1.0, lengths: tuple[float, ...] = THUMB
) -> list[Draft]:
    """The thumb, its first bone in the ball of the hand."""
    sideways = np.cross(along, palm)
    root = wrist + (along * 0.022 - sideways * 0.024 + palm * 0.010) * size
    inwards = unit(sideways * 0.75 + palm * 0.65)
    outwards = unit(along * 0.74 - sideways * 0.60 + palm * 0.31)
    return finger("thumb", root, outwards, inwards, tuple(length * size for length in lengths))


def finger(
    name: str, knuckle: Vector, along: Vector, inwards: Vector, lengths: tuple[float, ...], parent: str = "hand.L"
) -> list[Draft]:
    """Three phalanges, curled a little towards the palm; the last two are hinges."""
    drafts, head, above, curl = [], knuckle, parent, 0.0
    side = unit(across(inwards, along))
    for number, (length, more) in enumerate(zip(lengths, CURL, strict=True), start=1):
        curl += radians(more)
        tail = head + length * (along * cos(curl) + side * sin(curl))
        facing = side * cos(curl) - along * sin(curl)
        bone = f"{name}_{number}.L"
        if number > 1:
            drafts.append(Draft(bone, above, head, tail, facing, True, bend=(-15, 95), lock=HINGE))
        elif name == "thumb":
            drafts.append(Draft(bone, above, head, tail, facing, bend=(-25, 45), twist=(-20, 20), sway=(-30, 30)))
        else:
            drafts.append(
                Draft(bone, above, head, tail, facing, bend=(-25, 85), sway=(-15, 15), lock=(False, True, False))
            )
        head, above = tail, bone
    return drafts
