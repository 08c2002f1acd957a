"""A person, an animal on four legs or a hand found in a skeleton: which bone is which part of the body.

A role is a part with its side, spelled as the bones of our own figures are: "hips", "upper_arm.L", "index_1.R" for the
first phalanx of the right index finger. Left and right are those that the names tell; where they tell none, those of
somebody who looks where the toes point. The forelegs of an animal are its arms.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from pantin.rigs.anatomy.parts import ARM, FINGERS, LEG, Part
from pantin.rigs.sides import Side

SIDES: tuple[Side, Side] = ("L", "R")
Role = str
PHALANGES = 3
"""Bones of a finger that have a role each, numbered from 1 at the palm."""
UNPAIRED: tuple[Part, ...] = ("hips", "spine", "neck", "head")
PAIRED: tuple[Part, ...] = (*ARM, *LEG)
"""The parts that a person is expected to have, in the middle and on both sides; eyes, jaw and fingers may lack."""
MIDDLE: tuple[Role, ...] = ("hips", "chest", "head")
"""Parts in the middle that tables list and bones can be assigned to; the chest is the bone that carries the arms."""
FigureKind = Literal["person", "quadruped", "hand"]


class FoundBody(msgspec.Struct, frozen=True):
    """The bones of a body by role; `spine`: those above the hips up to the chest, `neck`: those below the head."""

    bones: Mapping[Role, str]
    spine: tuple[str, ...] = ()
    neck: tuple[str, ...] = ()
    convention: str = ""
    """The title of the naming convention whose names were read; empty where parts were found by shape alone."""
    kind: FigureKind = "person"

    def limb(self, upper: Part, end: Part, side: Side) -> tuple[str | None, str | None]:
        """The first bone of an arm or leg and the hand or foot at its end."""
        return self.bones.get(role_of(upper, side)), self.bones.get(role_of(end, side))

    @property
    def missing(self) -> tuple[Role, ...]:
        """The usual parts that were not found."""
        if self.kind == "hand":
            return self._missing_fingers
        wanted = (*UNPAIRED, *(role_of(part, side) for part in PAIRED for side in SIDES))
        found = {*self.bones, *(("spine",) if self.spine else ()), *(("neck",) if self.neck else ())}
        return tuple(role for role in wanted if role not in found)

    @property
    def _missing_fingers(self) -> tuple[Role, ...]:
        side = next(side for side in ("", *SIDES) if role_of("hand", side) in self.bones)
        return tuple(finger for finger in FINGERS if first_phalanx(finger, side) not in self.bones)

    @property
    def fingers(self) -> Mapping[Role, str]:
        """The bones of the fingers, by role."""
        return {role: name for role, name in self.bones.items() if finger_of_role(role)}


def role_of(part: str, side: Side) -> Role:
    """The role of a part on one side."""
    return f"{part}.{side}" if side else part


def part_of_role(role: Role) -> str:
    """The part of a role without its side: "index_1" of "index_1.R"."""
    return role.partition(".")[0]


def side_of_role(role: Role) -> Side:
    """The side of a role; empty for parts in the middle."""
    return next((side for side in SIDES if role.endswith(f".{side}")), "")


def finger_of_role(role: Role) -> str:
    """The finger of whose phalanges a role is one: "index" of "index_1.R"; empty for other parts."""
    finger, _underscore, number = part_of_role(role).partition("_")
    return finger if number and finger in FINGERS else ""


def phalanges_of(finger: str, side: Side) -> tuple[Role, ...]:
    """The roles of a finger's phalanges, from the palm to the tip."""
    return tuple(role_of(f"{finger}_{number}", side) for number in range(1, PHALANGES + 1))


def first_phalanx(finger: str, side: Side) -> Role:
    """The role of the phalanx of a finger that is next to the palm: it stands for the whole finger."""
    return phalanges_of(finger, side)[0]


def is_first_phalanx(role: Role) -> bool:
    """Return whether a role is the phalanx of a finger that is next to the palm."""
    return bool(finger_of_role(role)) and role == first_phalanx(finger_of_role(role), side_of_role(role))
