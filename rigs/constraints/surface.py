"""Constraints that stand for something solid: the owner stays on one side of another bone, or above the ground."""

from __future__ import annotations

from typing import Annotated, ClassVar, Self

from msgspec.structs import replace

from pantin.rigs.constraints.acting import SPACES, Acting, Between, Influence, Look
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


class AboveGround(Acting, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag="above_ground"):
    """The owner does not go through the ground of the rig; where it has none, through the floor of the picture.

    A bone that moves freely is lifted. A connected one turns about its head until its tail is out, and so do the
    connected bones that carry it, the uppermost first. What brings it to its place is lifted too: the target of the IK
    whose chain it ends, the points of the curve that it follows, and the goal of a drag.
    """

    look = Look(
        _("Ground"),
        "ground",
        "t2",
        _("Does not go through the ground."),
        ("offset", "whole", "influence"),
        begins=True,
    )
    needs_target: ClassVar[bool] = False

    offset: Annotated[
        float,
        field(
            "Offset",
            "How far it stays above the ground: half the thickness of a hand or a tail.",
            unit="m",
            step=0.001,
            ge=-1e6,
            le=1e6,
        ),
    ] = 0.0
    whole: Annotated[
        bool, field("Whole bone", "Head and tail stay above. Off: the head alone, where the bone moves freely.")
    ] = True
    influence: Influence = 1.0
