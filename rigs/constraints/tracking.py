"""Constraints that turn their owner towards another bone: with an axis kept upright, about one axis, or stretched."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal, Self

from msgspec.structs import replace

from pantin.rigs.constraints.acting import SPACES, Acting, Between, Influence, Look
from pantin.rigs.constraints.following import OPPOSITE, Axis, SignedAxis
from pantin.rigs.fields import BoneName, Factor, Length, Weight, field
from pantin.rigs.messages import _

Volume = Literal["both", "x", "z", "none"]
Swing = Literal["plane_x", "plane_z", "swing_y"]

_Target = Annotated[BoneName | None, field("Target", "The bone that is looked at.", refers_to="bone")]
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
    )

    target: _Target = None
    axis: _AxisField = "y"
    up: Annotated[SignedAxis, field("Up", "The axis of the owner that points up. It is another one than Axis.")] = "z"
    target_z: Annotated[bool, field("Z of target", "Up is the Z axis of the target, not that of the space.")] = False
    head_tail: _HeadTail = 0.0

    second: ClassVar[str] = "up"
    """The field with the other axis."""

    @property
    def is_undefined(self) -> bool:
        """Whether one axis is to point both ways; then nothing is done."""
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
    def is_undefined(self) -> bool:
        """Whether the axis that points is the one that is locked; then nothing is done."""
        return self.axis[-1] == self.lock

    def mirrored(self) -> Self:
        """With X the other way."""
        return replace(self, axis=OPPOSITE.get(self.axis, self.axis))


def _without_volume(stretch: StretchTo) -> Mapping[str, str]:
    found = {}
    if stretch.volume == "none":
        names = ("bulge", "hold_thin", "thinnest", "hold_thick", "thickest", "smooth")
        return dict.fromkeys(names, _("Choose a volume to be kept first."))
    if not stretch.hold_thin:
        found["thinnest"] = _("Turn on Hold thin first.")
    if not stretch.hold_thick:
        found["thickest"] = _("Turn on Hold thick first.")
    if not (stretch.hold_thin or stretch.hold_thick):
        found["smooth"] = _("Turn on Hold thin or Hold thick first.")
    return found


class StretchTo(Acting, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag="stretch_to"):
    """The owner points at the target and stretches until it is as long as the target is far; it may grow thinner."""

    look = Look(
        _("Stretch to"),
        "stretch",
        "t2",
        _("Reaches the target by stretching."),
        ("target", "volume", "influence"),
        ("rest_length", "turns", "bulge", "hold_thin", "thinnest", "hold_thick", "thickest", "smooth", "head_tail"),
        reasons=_without_volume,
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
    bulge: Annotated[
        float, field("Bulge", "How much thicker or thinner: 1 keeps the volume.", ge=0.0, le=100.0, step=0.01)
    ] = 1.0
    hold_thin: Annotated[bool, field("Hold thin", "Do not let it grow thinner than so much.")] = False
    thinnest: Annotated[Weight, field("Thinnest", "It never has less than this part of its section.")] = 1.0
    hold_thick: Annotated[bool, field("Hold thick", "Do not let it grow thicker than so much.")] = False
    thickest: Annotated[Factor, field("Thickest", "It never has more than this many times its section.")] = 1.0
    smooth: Annotated[Weight, field("Smooth", "How softly the thinnest and the thickest are approached.")] = 0.0
    head_tail: _HeadTail = 0.0
    influence: Influence = 1.0


Undefinable = TrackTo | LockedTrack
"""Constraints whose settings can contradict each other."""
