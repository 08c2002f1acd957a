"""Constraints that keep their owner within bounds: of place, angles, size, or distance from another bone."""

from __future__ import annotations

from typing import Annotated, ClassVar, Self

from msgspec.structs import replace

from pantin.rigs.constraints.acting import (
    SPACES,
    UNBOUNDED,
    Acting,
    Between,
    Influence,
    Look,
    Order,
    Side,
    Space,
    SpaceBone,
)
from pantin.rigs.constraints.mirroring import ANGLES, PLACES, swapped
from pantin.rigs.fields import (
    AngleBounds,
    FactorBounds,
    Length,
    PositionBounds,
    Weight,
    field,
    own_bone,
)
from pantin.rigs.messages import _

_USUAL = ("lower", "upper", "influence")


class Limit(Acting, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """The fields shared by the limits that need no target."""

    needs_target: ClassVar[bool] = False

    owner_space: Annotated[Space, field("Owner space", "The space in which the limit is measured.")] = "pose"
    space_bone: SpaceBone = None
    influence: Influence = 1.0

    @property
    def looks_at(self) -> tuple[str, ...]:
        """The bone in whose space it is measured."""
        space_bone = own_bone(self.space_bone)
        return () if space_bone is None or self.unused else (space_bone,)

    @property
    def unused(self) -> frozenset[str]:
        """The bone of the space, where the space is no bone's."""
        return frozenset() if self.owner_space == "custom" else frozenset({"space_bone"})


class LimitLocation(Limit, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag="limit_location"):
    """The owner's head stays within a box."""

    look = Look(
        _("Limit location"),
        "limit-location",
        "t2",
        _("Stays within a box."),
        _USUAL,
        ("owner_space", "space_bone"),
        True,
    )

    lower: Annotated[
        PositionBounds, field("At least", "The head stays at or above this. Free where nothing is set.", unit="m")
    ] = UNBOUNDED
    upper: Annotated[
        PositionBounds, field("At most", "The head stays at or below this. Free where nothing is set.", unit="m")
    ] = UNBOUNDED

    @property
    def moves_only(self) -> bool:
        """Always."""
        return True

    def mirrored(self) -> Self:
        """With the box on the other side."""
        return replace(self, **swapped(self.lower, self.upper, PLACES))


class LimitRotation(Limit, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag="limit_rotation"):
    """The owner's Euler angles stay within their limits; beyond one, the nearer end holds.

    Angles go round: from 170° to 190° is a limit about half a turn. An open end is half a turn from rest.
    """

    look = Look(
        _("Limit rotation"),
        "limit",
        "t2",
        _("Turns only so far."),
        _USUAL,
        ("owner_space", "space_bone", "euler_order"),
    )

    lower: Annotated[
        AngleBounds,
        field("At least", "The angle does not go below this. Free where nothing is set.", unit="rad"),
    ] = UNBOUNDED
    upper: Annotated[
        AngleBounds,
        field("At most", "The angle does not go above this. Free where nothing is set.", unit="rad"),
    ] = UNBOUNDED
    euler_order: Order = "xyz"

    @property
    def turns_only(self) -> bool:
        """Always."""
        return True

    def mirrored(self) -> Self:
        """With twist and sway the other way."""
        return replace(self, **swapped(self.lower, self.upper, ANGLES))


class LimitScale(Limit, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag="limit_scale"):
    """The owner's size along its axes stays within limits."""

    look = Look(_("Limit scale"), "limit-scale", "t2", _("Grows only so far."), _USUAL, ("owner_space", "space_bone"))

    lower: Annotated[
        FactorBounds,
        field("At least", "The bone is not made smaller than this. Free where nothing is set."),
    ] = UNBOUNDED
    upper: Annotated[
        FactorBounds,
        field("At most", "The bone is not made larger than this. Free where nothing is set."),
    ] = UNBOUNDED


class LimitDistance(Between, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag="limit_distance"):
    """The owner's head stays inside, outside or on a sphere about the target."""

    look = Look(
        _("Limit distance"),
        "limit-distance",
        "t2",
        _("Stays so far from the target."),
        ("target", "keep", "radius", "influence"),
        ("head_tail", *SPACES),
    )

    keep: Annotated[Side, field("Keep", "On which side of the sphere the owner stays.")] = "inside"
    radius: Annotated[Length, field("Radius", "How large the sphere about the target is.")] = 1.0
    head_tail: Annotated[
        Weight, field("Head to tail", "The middle of the sphere: 0 is the target's head, 1 its tail.")
    ] = 0.0

    @property
    def moves_only(self) -> bool:
        """Always."""
        return True
