"""The rows of the table of a body: left and right in one row, parts in the middle by themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from pantin.rigs.fitting.found_body import (
    MIDDLE,
    SIDES,
    FigureKind,
    FoundBody,
    Role,
    part_of_role,
    role_of,
    side_of_role,
)
from pantin.rigs.messages import _
from pantin.rigs.sides import Side

EXTRA = ("eye", "shoulder", "fingers", "toe")
"""Parts that many figures lack, and that fitting can do without."""
COUNTED = "fingers"
"""The part whose row only counts its bones and opens the rows of the single fingers, which are corrected one by one."""


class Row(msgspec.Struct, frozen=True):
    """One part of the body: its title, and its roles, of both sides or of the middle."""

    title: str
    roles: tuple[Role, ...]
    within: str = ""
    """The part whose row opens this one."""

    @property
    def paired(self) -> bool:
        """Return whether it has a left and a right side."""
        return len(self.roles) == len(SIDES)


PERSON: Mapping[str, str] = {
    "hips": _("Hips"),
    "chest": _("Spine"),
    "head": _("Neck, head"),
    "eye": _("Eye"),
    "shoulder": _("Clavicle"),
    "upper_arm": _("Upper arm"),
    "forearm": _("Forearm"),
    "hand": _("Hand"),
    "fingers": _("Fingers"),
    "thigh": _("Thigh"),
    "shin": _("Shin"),
    "foot": _("Foot"),
    "toe": _("Toes"),
}
ANIMAL: Mapping[str, str] = {
    "hips": _("Hips"),
    "chest": _("Spine"),
    "head": _("Neck, head"),
    "eye": _("Eye"),
    "shoulder": _("Shoulder blade"),
    "upper_arm": _("Upper foreleg"),
    "forearm": _("Lower foreleg"),
    "hand": _("Front paw"),
    "thigh": _("Thigh"),
    "shin": _("Shin"),
    "foot": _("Hind paw"),
    "toe": _("Toes"),
}
FINGER_TITLES: Mapping[str, str] = {
    "thumb_1": _("Thumb"),
    "index_1": _("Index finger"),
    "middle_1": _("Middle finger"),
    "ring_1": _("Ring finger"),
    "little_1": _("Little finger"),
}
HAND: Mapping[str, str] = {"hand": _("Hand"), **FINGER_TITLES}
TITLES: Mapping[FigureKind, Mapping[str, str]] = {"person": PERSON, "quadruped": ANIMAL, "hand": HAND}


def rows_of(body: FoundBody) -> tuple[Row, ...]:
    """The rows for a figure, from the top of the table. A hand by itself has one side, or none."""
    own: Side = next((side for side in ("", *SIDES) if role_of("hand", side) in body.bones), "")

    def roles(part: str) -> tuple[Role, ...]:
        if body.kind == "hand":
            return (role_of(part, own),)
        return (part,) if part in MIDDLE else tuple(role_of(part, side) for side in SIDES)

    def rows() -> Iterator[Row]:
        for part, title in TITLES[body.kind].items():
            yield Row(title, roles(part))
            if part == COUNTED:
                yield from (Row(name, roles(finger), COUNTED) for finger, name in FINGER_TITLES.items())

    return tuple(rows())


def is_needed(body: FoundBody, role: Role) -> bool:
    """Return whether a figure is expected to have a part."""
    part = part_of_role(role)
    return part not in EXTRA and (body.kind == "hand" or part not in FINGER_TITLES)


def title_of(body: FoundBody, role: Role) -> str:
    """Return the title of a part that stands alone: "Left forearm"."""
    part, side = part_of_role(role), side_of_role(role)
    title = TITLES[body.kind].get(part) or FINGER_TITLES.get(part, part)
    if not side:
        return title
    sentence = _("Left {part}") if side == "L" else _("Right {part}")
    return sentence.format(part=title.lower())
