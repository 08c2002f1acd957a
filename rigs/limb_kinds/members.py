"""Bones of an arm or a leg, found by their parts of the body."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from pantin.rigs.anatomy.by_place import parts_of
from pantin.rigs.anatomy.parts import Member, Part
from pantin.rigs.rig import Rig

Place = Literal["upper", "lower", "end"]


class LimbPart(NamedTuple):
    """The limb of a bone and its place there; a paw may be that of an arm or of a leg."""

    member: Member
    place: Place


_LIMB_PARTS: Mapping[Part, LimbPart] = {
    "thigh": LimbPart("leg", "upper"),
    "shin": LimbPart("leg", "lower"),
    "hock": LimbPart("leg", "lower"),
    "foot": LimbPart("leg", "end"),
    "upper_arm": LimbPart("arm", "upper"),
    "forearm": LimbPart("arm", "lower"),
    "hand": LimbPart("arm", "end"),
    "paw": LimbPart("", "end"),
}


def limb_part(rig: Rig, name: str) -> LimbPart | None:
    """The place of a bone in an arm or a leg; None for any other bone."""
    part = parts_of(rig).get(name)
    return None if part is None else _LIMB_PARTS.get(part)
