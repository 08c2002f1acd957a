"""Constraints that turn their owner towards another bone: with an axis kept upright, about one axis, or stretched."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal, Self

from msgspec.structs import replace

from pantin.rigs.constraints.acting import SPACES, Acting, Between, Influence, Look
from pantin.rigs.constraints.following import OPPOSITE, Axis, SignedAxis
from pantin.rigs.constraints.volume import (
    BULGING,
    Bulge,
    HoldThick,
    HoldThin,
    Smooth,
    Thickest,
    Thinnest,
    bounds_off,
)
from pantin.rigs.fields import AnyBone, Length, Weight, field
from pantin.rigs.messages import _

Volume = Literal["both", "x", "z", "none"]
Swing = Literal["plane_x", "plane_z", "swing_y"]

_Target = Annotated[AnyBone | None, field("Target", "The bone that is looked at.", refers_to="bone")]
_HeadTail = Annotated[Weight, field("Head to tail", "The point that is looked at: 0 is the target's head, 1 its tail.")]
_AxisField = Annotated[SignedAxis, field("Axis", "The axis of the owner that points at the target.")]


class TrackTo(Between, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag="track_to"):
    """One axis of the owner points at the target, and another one up. The owner's own roll is lost."""

    look = Look(
        _("Track to"),
        "track",
        "t2",
        _("Points at the target and stays upright."),
        ("target", "axis", "up", "influence"),
        ("target_z", "head_tail", *SPACES),
        is_noun=False,
    )

    target: _Target = None
    axis: _AxisField = "y"
    up: Annotated[SignedAxis, field("Up", "The axis of the owner that points up. It is another one than Axis.")] = "z"
    target_z: Annotated[bool, field("Z of target", "Up is the Z axis of the target, not that of the space.")] = False
    head_tail: _HeadTail = 0.0

    second: ClassVar[str] = "up"
    """The field with the other axis."""

    @property
    def turns_only(self) -> bool:
        """Always."""
        return True

    @property
    def is_undefined(self) -> bool:
        """Return whether one axis is to point both ways; then nothing is done."""
        return self.axis[-1] == self.up[-1]

    def mirrored(self) -> Self:
        """With X the other way."""
        return replace(self, axis=OPPOSITE.get(self.axis, self.axis), up=OPPOSITE.get(self.up, self.up))


class LockedTrack(Acting, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag="locked_track"):
    """The owner turns about one of its axes until another one points at the target as nearly as that allows."""

    look = Look(
        _("Locked track"),
        "track",
        "t2",
        _("Turns about one axis towards the target."),
        ("target", "axis", "lock", "influence"),
        ("head_tail",),
    )

    target: _Target = None
    axis: _AxisField = "y"
    lock: Annotated[Axis, field("Locked axis", "The axis of the owner that it turns about. It is another one.")] = "z"
    head_tail: _HeadTail = 0.0
    influence: Influence = 1.0

    second: ClassVar[str] = "lock"
    """The field with the other axis."""

    @property
    def turns_only(self) -> bool:
        """Always."""
        return True

    @property
    def is_undefined(self) -> bool:
        """Return whether the axis that points is the one that is locked; then nothing is done."""
        return self.axis[-1] == self.lock

    def mirrored(self) -> Self:
        """With X the other way."""
        return replace(self, axis=OPPOSITE.get(self.axis, self.axis))


def _without_volume(stretch: StretchTo) -> Mapping[str, str]:
    if stretch.volume == "none":
        return dict.fromkeys(BULGING, _("Choose a volume to be kept first."))
    return bounds_off(stretch.hold_thin, stretch.hold_thick)


class StretchTo(Acting, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag="stretch_to"):
    """The owner points at the target and stretches until it is as long as the target is far; it may grow thinner."""

    look = Look(
        _("Stretch to"),
        "stretch",
        "t2",
        _("Reaches the target by stretching."),
        ("target", "volume", "influence"),
        ("rest_length", "turns", *BULGING, "head_tail"),
        reasons=_without_volume,
        is_noun=False,
    )

    target: _Target = None
    rest_length: Annotated[
        Length, field("Rest length", "At this distance nothing is stretched. 0 is the bone's own length.", unit="m")
    ] = 0.0
    volume: Annotated[
        Volume, field("Volume", "What gives way to keep the volume: both X and Z, one of them, or none.")
    ] = "both"
    turns: Annotated[
        Swing,
        field(
            "Turns by",
            "Which axis stays in its plane while the bone turns: X or Z; or the smallest turn of Y, as Damped track.",
        ),
    ] = "plane_x"
    bulge: Bulge = 1.0
    hold_thin: HoldThin = False
    thinnest: Thinnest = 1.0
    hold_thick: HoldThick = False
    thickest: Thickest = 1.0
    smooth: Smooth = 0.0
    head_tail: _HeadTail = 0.0
    influence: Influence = 1.0


Undefinable = TrackTo | LockedTrack
"""Constraints whose settings can contradict each other."""
