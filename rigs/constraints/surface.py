"""A constraint that stands for something solid: the owner stays on one side of another bone."""

from __future__ import annotations

from typing import Annotated, Self

from msgspec.structs import replace

from pantin.rigs.constraints.acting import SPACES, Between, Look
from pantin.rigs.constraints.following import OPPOSITE, SignedAxis
from pantin.rigs.fields import field
from pantin.rigs.messages import _


class Floor(Between, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag="floor"):
    """The owner's head does not go below the target, as if a floor were there; or above, or beside it."""

    look = Look(
        _("Floor"),
        "floor",
        "t2",
        _("Does not go through the target's plane."),
        ("target", "side", "offset", "influence"),
        ("turned", *SPACES),
    )

    side: Annotated[SignedAxis, field("Side", "The side of the target on which the owner stays: Z is above it.")] = "z"
    offset: Annotated[
        float,
        field(
            "Offset",
            "How far from the target the plane is, always towards the positive end of the axis.",
            unit="m",
            step=0.001,
            ge=-1e6,
            le=1e6,
        ),
    ] = 0.0
    turned: Annotated[bool, field("Turned", "The plane turns with the target, and its offset grows with it.")] = False

    @property
    def moves_only(self) -> bool:
        """Always."""
        return True

    def mirrored(self) -> Self:
        """With a plane across X on the other side."""
        if self.side not in OPPOSITE:
            return self
        return replace(self, side=OPPOSITE[self.side], offset=0.0 - self.offset)
