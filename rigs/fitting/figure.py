"""A person, an animal on four legs or a hand found in a skeleton: which bone is which part of the body.

Roles are named as the bones of our own figures are: "hips", "upper_arm.L", "index_1.R". Left and right are those that
the names tell; where they tell none, those of somebody who looks where the toes point. The forelegs of an animal are
its arms.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from pantin.rigs.anatomy.parts import ARM, FINGERS, LEG, Part
from pantin.rigs.sides import Side

SIDES: tuple[Side, Side] = ("L", "R")
Role = str
USUAL: tuple[Part, ...] = ("hips", "spine", "neck", "head", *ARM, *LEG)
"""What a person is expected to have; eyes, jaw and fingers are a bonus."""
PAIRED: tuple[Part, ...] = (*ARM, *LEG)
FigureKind = Literal["person", "quadruped", "hand"]


class Figure(msgspec.Struct, frozen=True):
    """The bones of a body by role; the bones of the back above the hips, and of the neck, from below."""

    bones: Mapping[Role, str]
    spine: tuple[str, ...] = ()
    neck: tuple[str, ...] = ()
    convention: str = ""
    """The title of the naming convention whose names were read; empty where parts were found by shape alone."""
    kind: FigureKind = "person"

    def limb(self, upper: Part, end: Part, side: Side) -> tuple[str | None, str | None]:
        """The first bone of an arm or leg and the hand or foot at its end."""
        return self.bones.get(role(upper, side)), self.bones.get(role(end, side))

    @property
    def missing(self) -> tuple[Role, ...]:
        """The usual parts that were not found."""
        if self.kind == "hand":
            return self._missing_fingers
        wanted = [
            each for part in USUAL for each in ([role(part, side) for side in SIDES] if part in PAIRED else [part])
        ]
        there = {*self.bones, *(("spine",) if self.spine else ()), *(("neck",) if self.neck else ())}
        return tuple(each for each in wanted if each not in there)

    @property
    def _missing_fingers(self) -> tuple[Role, ...]:
        side = next(each for each in ("", *SIDES) if role("hand", each) in self.bones)
        return tuple(finger for finger in FINGERS if role(f"{finger}_1", side) not in self.bones)

    @property
    def fingers(self) -> Mapping[Role, str]:
        """The bones of the fingers."""
        return {each: name for each, name in self.bones.items() if each.partition("_")[0] in FINGERS}


def role(part: str, side: Side) -> Role:
    """The role of a part on one side."""
    return f"{part}.{side}" if side else part


def side_of_role(each: Role) -> Side:
    """The side of a role; empty for parts in the middle."""
    return next((side for side in SIDES if each.endswith(f".{side}")), "")
