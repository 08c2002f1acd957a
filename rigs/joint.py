"""Limits of a joint when a solver bends it, and the numbers of a pose that stay when a bone is posed by hand."""

from __future__ import annotations

from typing import Annotated

import msgspec

from pantin.rigs.fields import Angle, AxisLimits, AxisStiffness, AxisSwitches, Weight, field

NONE_LOCKED: AxisSwitches = (False, False, False)


class Joint(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """The limits of a joint when a solver bends it: about X (bend), Y (twist, along the bone) and Z (sway).

    The turn from rest is split as swing · twist; limits on both X and Z bound the swing by an ellipse, a limit on Y
    bounds the twist. A locked axis stays at rest. Stiffness 0 turns freely, 0.99 hardly at all. X and Z are those of
    the bone at rest, turned about the bone by the joint's own roll: a hinge bends about its axis whatever the bone's.
    A limit may leave out the rest pose or go beyond half a turn; swing and twist are then measured from its middle.
    """

    roll: Annotated[
        Angle,
        field(
            "Joint roll",
            "Turn about the bone of the axes in which lock, limit and stiffness count, from the bone's own X and Z. "
            "The bone and its pose stay as they are.",
            unit="rad",
        ),
    ] = 0.0

    lock: Annotated[AxisSwitches, field("Lock", "The solver may not turn the bone about this axis.")] = (
        False,
        False,
        False,
    )
    limit: Annotated[
        AxisLimits,
        field(
            "Limit",
            "Between which angles from its rest pose the bone may turn about this axis. The rest pose may be outside.",
            unit="rad",
        ),
    ] = (None, None, None)
    stiffness: Annotated[
        AxisStiffness,
        field(
            "Stiffness",
            "How unwillingly the bone turns about this axis; other bones of the chain turn more.",
            step=0.005,
        ),
    ] = (0.0, 0.0, 0.0)
    stretch: Annotated[
        Weight,
        field(
            "Stretch",
            "Its share of the missing length where its chain is too short to reach, next to the shares of the other "
            "bones: if all have 0.1, they stretch as if all had 1. 0 keeps its length.",
        ),
    ] = 0.0
    control_rotation: Annotated[
        Weight,
        field(
            "Control rotation",
            "How hard the bone pulls back to its posed rotation while a goal turns it. 0 follows goals alone.",
        ),
    ] = 0.0
    resist: Annotated[
        Weight,
        field(
            "Resist",
            "How unwillingly the bone gives way when the whole body is pulled: 0.5 as bodies do, 0 before all others, "
            "1 not at all.",
        ),
    ] = 0.5

    @property
    def limited(self) -> bool:
        """Return whether a lock or a limit bounds the joint."""
        return any(self.lock) or any(limit is not None for limit in self.limit)


class Locks(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """The numbers of a bone's pose that stay as they are when it is posed by hand. Solvers ask the joint instead."""

    location: Annotated[AxisSwitches, field("Position", "Posing by hand leaves the position on this axis alone.")] = (
        NONE_LOCKED
    )
    rotation: Annotated[AxisSwitches, field("Rotation", "Posing by hand leaves this Euler angle alone.")] = NONE_LOCKED
    scale: Annotated[AxisSwitches, field("Scale", "Posing by hand leaves the scale on this axis alone.")] = NONE_LOCKED
