"""Places of the parts of a body on its picture: a person from the front, an animal from above, a hand.

Places are parts of the picture's height, x from its middle to the figure's left, y from the top. A person looks at
whoever looks at the picture, so that its left is at the right.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import pairwise
from typing import Literal

import msgspec

from pantin.rigs.fitting.found_body import MIDDLE, SIDES, FigureKind, Role, part_of_role, role_of, side_of_role
from pantin.rigs.sides import Side

Place = tuple[float, float]
Line = tuple[tuple[Place, ...], float]
"""Points, and how thick the body is about the line between them."""


class Drawing(msgspec.Struct, frozen=True):
    """The dots of the left and of the middle by part, and the body as thick lines; `mirrored` adds the right side."""

    dots: Mapping[str, Place]
    lines: tuple[Line, ...]
    mirrored: bool = True


PERSON = Drawing(
    {
        "head": (0.0, 0.125),
        "eye": (0.025, 0.07),
        "chest": (0.0, 0.30),
        "hips": (0.0, 0.475),
        "shoulder": (0.045, 0.20),
        "upper_arm": (0.125, 0.215),
        "forearm": (0.235, 0.35),
        "hand": (0.335, 0.475),
        "fingers": (0.372, 0.525),
        "thigh": (0.068, 0.505),
        "shin": (0.080, 0.70),
        "foot": (0.088, 0.895),
        "toe": (0.112, 0.945),
    },
    (
        (((0.0, 0.065), (0.0, 0.085)), 0.095),
        (((0.0, 0.12), (0.0, 0.20)), 0.05),
        (((0.07, 0.235), (0.06, 0.32), (0.045, 0.40), (0.055, 0.48)), 0.105),
        (((0.0, 0.24), (0.0, 0.47)), 0.10),
        (((0.045, 0.205), (0.115, 0.22)), 0.06),
        (((0.125, 0.22), (0.235, 0.35)), 0.052),
        (((0.235, 0.35), (0.335, 0.475)), 0.042),
        (((0.335, 0.475), (0.375, 0.53)), 0.036),
        (((0.068, 0.50), (0.080, 0.70)), 0.078),
        (((0.080, 0.70), (0.088, 0.895)), 0.055),
        (((0.088, 0.905), (0.114, 0.95)), 0.042),
    ),
)
ANIMAL = Drawing(
    {
        "head": (0.0, 0.155),
        "eye": (0.035, 0.105),
        "chest": (0.0, 0.33),
        "hips": (0.0, 0.655),
        "shoulder": (0.065, 0.29),
        "upper_arm": (0.115, 0.335),
        "forearm": (0.205, 0.335),
        "hand": (0.295, 0.255),
        "thigh": (0.095, 0.675),
        "shin": (0.195, 0.665),
        "foot": (0.275, 0.76),
        "toe": (0.315, 0.715),
    },
    (
        (((0.0, 0.06), (0.0, 0.14)), 0.085),
        (((0.05, 0.165), (0.075, 0.13)), 0.03),
        (((0.0, 0.15), (0.0, 0.30)), 0.08),
        (((0.035, 0.32), (0.03, 0.50), (0.035, 0.66)), 0.13),
        (((0.0, 0.68), (0.0, 0.955)), 0.03),
        (((0.06, 0.32), (0.205, 0.335)), 0.06),
        (((0.205, 0.335), (0.295, 0.255)), 0.045),
        (((0.06, 0.665), (0.195, 0.665)), 0.075),
        (((0.195, 0.665), (0.275, 0.76)), 0.05),
        (((0.275, 0.76), (0.32, 0.71)), 0.04),
    ),
)
HAND = Drawing(
    {
        "hand": (0.0, 0.86),
        "thumb_1": (0.145, 0.69),
        "index_1": (0.125, 0.47),
        "middle_1": (0.04, 0.445),
        "ring_1": (-0.045, 0.46),
        "little_1": (-0.125, 0.50),
    },
    (
        (((0.0, 0.90), (0.0, 0.70)), 0.15),
        (((0.085, 0.72), (0.10, 0.52), (-0.10, 0.54), (-0.07, 0.72), (0.085, 0.72)), 0.08),
        (((0.0, 0.76), (0.0, 0.56)), 0.16),
        (((0.08, 0.78), (0.145, 0.69), (0.225, 0.56)), 0.062),
        (((0.115, 0.52), (0.15, 0.17)), 0.056),
        (((0.04, 0.52), (0.05, 0.115)), 0.058),
        (((-0.04, 0.52), (-0.055, 0.155)), 0.056),
        (((-0.11, 0.54), (-0.16, 0.27)), 0.05),
    ),
    mirrored=False,
)
DRAWINGS: Mapping[FigureKind, Drawing] = {"person": PERSON, "quadruped": ANIMAL, "hand": HAND}
JOINED = (
    ("hips", "chest", "head"),
    ("chest", "shoulder", "upper_arm", "forearm", "hand", "fingers"),
    ("hips", "thigh", "shin", "foot", "toe"),
    *(("hand", f"{finger}_1") for finger in ("thumb", "index", "middle", "ring", "little")),
)
"""Dots that a line joins, as bones do."""

ViewedFrom = Literal["front", "above"]
VIEWED: Mapping[FigureKind, ViewedFrom] = {"person": "front", "quadruped": "above", "hand": "front"}


def place_of(kind: FigureKind, role: Role) -> Place | None:
    """Return the place of a part's dot; None for a part that the picture does not show.

    An animal is seen from above.
    """
    part, side = part_of_role(role), side_of_role(role)
    place = DRAWINGS[kind].dots.get(part)
    if place is None or not DRAWINGS[kind].mirrored:
        return place
    left_is_right = VIEWED[kind] == "front"
    sign = (1.0 if left_is_right else -1.0) * (-1.0 if side == "R" else 1.0)
    return sign * place[0], place[1]


def joined_in(kind: FigureKind, found: Collection[Role]) -> tuple[tuple[Role, Role], ...]:
    """The pairs of parts that a line joins, past parts that were not found."""
    pairs: list[tuple[Role, Role]] = []
    for run in JOINED:
        for side in SIDES if DRAWINGS[kind].mirrored else own_sides(found):
            roles = [part if part in MIDDLE else role_of(part, side) for part in run]
            known = [each for each in roles if each in found]
            pairs.extend(pair for pair in pairwise(known) if pair not in pairs)
    return tuple(pairs)


def own_sides(found: Collection[Role]) -> tuple[Side, ...]:
    """The side of a hand by itself, or none."""
    return tuple(dict.fromkeys(side_of_role(role) for role in found))
