"""A pin: a bone that stays where it is while others are pulled."""

from __future__ import annotations

from typing import Annotated

import msgspec

from pantin.rigs.fields import BoneName, field


class Pin(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Keeps the head of a bone in its place, and its rotation too where that is asked for."""

    bone: Annotated[BoneName, field("Bone", "The bone that stays where it is.", refers_to="bone")]
    rotation: Annotated[bool, field("Rotation", "It keeps its rotation as well as its place.")] = False
