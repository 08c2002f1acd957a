"""What constraints share: an owner that is moved, a switch, and the spaces that things are read and changed in."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from pantin.rigs.fields import AxisSwitches, BoneName, Weight, field

Space = Literal["pose", "local", "local_with_parent"]
"""pose: armature space. local: relative to parent and rest pose. local_with_parent: relative to the rest pose."""

Mix = Literal["replace", "add", "before", "after"]
Side = Literal["inside", "outside", "surface"]
Influence = Annotated[Weight, field("Influence", "0 leaves the owner as it is, 1 acts fully.")]
UNBOUNDED = (None, None, None)
ALL_AXES: AxisSwitches = (True, True, True)
NO_AXES: AxisSwitches = (False, False, False)


class Acting(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """What every constraint has: the bone that it moves, and whether it acts."""

    owner: BoneName
    enabled: Annotated[bool, field("Active", "Off leaves the bone as posed.")] = True


class Between(Acting, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """A target and an owner, each in a space of its own."""

    target: Annotated[BoneName | None, field("Target", "The bone that is looked at.", refers_to="bone")] = None
    owner_space: Annotated[Space, field("Owner space", "The space in which the owner is changed.")] = "pose"
    target_space: Annotated[Space, field("Target space", "The space in which the target is read.")] = "pose"
    influence: Influence = 1.0
