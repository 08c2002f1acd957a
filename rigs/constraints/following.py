"""Constraints that follow another bone in part: one axis that points at it, or a range that is driven by it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, Self

from msgspec.structs import replace

from pantin.rigs.constraints.acting import SPACES, Acting, Between, Influence, Look, Mix, Order
from pantin.rigs.constraints.mirroring import ANGLES, PLACES, negated
from pantin.rigs.fields import CHANNELS, AnyBone, Channel, Position, Vector3, Weight, field
from pantin.rigs.messages import _

Axis = Literal["x", "y", "z"]
SignedAxis = Literal["x", "y", "z", "-x", "-y", "-z"]
ReadAs = Literal[
    "xyz", "xzy", "yxz", "yzx", "zxy", "zyx", "quaternion", "swing_twist_x", "swing_twist_y", "swing_twist_z"
]
_READ = ("read", *(f"read_{channel}_{end}" for channel in CHANNELS for end in ("from", "to")))
_WRITE = ("write", *(f"write_{channel}_{end}" for channel in CHANNELS for end in ("from", "to")))
OPPOSITE: Mapping[SignedAxis, SignedAxis] = {"x": "-x", "-x": "x"}


class DampedTrack(Acting, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag="damped_track"):
    """One axis of the owner points at the target, by the smallest turn that brings it there."""

    look = Look(
        _("Damped track"),
        "track",
        "t2",
        _("Points at the target."),
        ("target", "axis", "influence"),
        ("head_tail",),
        True,
    )

    target: Annotated[AnyBone | None, field("Target", "The bone that is looked at.", refers_to="bone")] = None
    axis: Annotated[SignedAxis, field("Axis", "The axis of the owner that points at the target.")] = "y"
    head_tail: Annotated[
        Weight, field("Head to tail", "The point that is looked at: 0 is the target's head, 1 its tail.")
    ] = 0.0
    influence: Influence = 1.0

    @property
    def turns_only(self) -> bool:
        """Always."""
        return True

    def mirrored(self) -> Self:
        """With X the other way."""
        return replace(self, axis=OPPOSITE.get(self.axis, self.axis))


def _other_channels(transformation: Transformation) -> frozenset[str]:
    """The ranges of the channels that are neither read nor written."""
    used = {"read": transformation.read, "write": transformation.write}
    turns = {"read_as": transformation.read, "euler_order": transformation.write}
    return frozenset(name for name, channel in turns.items() if channel != "rotation").union(
        f"{way}_{channel}_{end}"
        for way in used
        for channel in CHANNELS
        for end in ("from", "to")
        if channel != used[way]
    )


class Transformation(Between, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag="transformation"):
    """A range of the target's location, rotation or scale becomes a range of the owner's.

    Rotations are Euler angles, unless they are read otherwise. A range that reads nothing, from a number to the same
    one, stays at its begin.
    """

    look = Look(
        _("Transformation"),
        "transformation",
        "t2",
        _("Makes one movement of the target into another."),
        ("target", *_READ, *_WRITE, "influence"),
        ("extrapolate", "read_as", "x_follows", "y_follows", "z_follows", "mix", "euler_order", *SPACES),
        left_out=_other_channels,
    )

    read: Annotated[Channel, field("Read", "What is read from the target.")] = "location"
    read_location_from: Annotated[Position, field("Read from", "Where the target's range begins.")] = (0.0, 0.0, 0.0)
    read_location_to: Annotated[Position, field("Read to", "Where the target's range ends.")] = (0.0, 0.0, 0.0)
    read_rotation_from: Annotated[
        Vector3, field("Read from", "The angles at which the target's range begins.", unit="rad")
    ] = (0.0, 0.0, 0.0)
    read_rotation_to: Annotated[
        Vector3, field("Read to", "The angles at which the target's range ends.", unit="rad")
    ] = (0.0, 0.0, 0.0)
    read_scale_from: Annotated[Vector3, field("Read from", "The sizes at which the target's range begins.")] = (
        1.0,
        1.0,
        1.0,
    )
    read_scale_to: Annotated[Vector3, field("Read to", "The sizes at which the target's range ends.")] = (
        1.0,
        1.0,
        1.0,
    )
    read_as: Annotated[
        ReadAs,
        field(
            "Read angles as",
            "Euler angles in this order; or parts of the whole turn, which never flip; or the twist about one axis and "
            "the swing about the other two.",
        ),
    ] = "xyz"
    extrapolate: Annotated[bool, field("Extrapolate", "Go on beyond both ends of the target's range.")] = False
    x_follows: Annotated[Axis, field("X follows", "The axis of the target that drives the owner's X.")] = "x"
    y_follows: Annotated[Axis, field("Y follows", "The axis of the target that drives the owner's Y.")] = "y"
    z_follows: Annotated[Axis, field("Z follows", "The axis of the target that drives the owner's Z.")] = "z"
    write: Annotated[Channel, field("Write", "What is changed of the owner.")] = "location"
    write_location_from: Annotated[Position, field("Write from", "What the begin of the target's range becomes.")] = (
        0.0,
        0.0,
        0.0,
    )
    write_location_to: Annotated[Position, field("Write to", "What the end of the target's range becomes.")] = (
        0.0,
        0.0,
        0.0,
    )
    write_rotation_from: Annotated[
        Vector3, field("Write from", "The angles that the begin of the target's range becomes.", unit="rad")
    ] = (0.0, 0.0, 0.0)
    write_rotation_to: Annotated[
        Vector3, field("Write to", "The angles that the end of the target's range becomes.", unit="rad")
    ] = (0.0, 0.0, 0.0)
    write_scale_from: Annotated[Vector3, field("Write from", "The sizes that the begin of the range becomes.")] = (
        1.0,
        1.0,
        1.0,
    )
    write_scale_to: Annotated[Vector3, field("Write to", "The sizes that the end of the range becomes.")] = (
        1.0,
        1.0,
        1.0,
    )
    mix: Annotated[
        Mix,
        field(
            "Mix",
            "Replace what the owner has, or go on from it: positions and angles add, scales multiply, and a rotation "
            "may turn before or after the owner's own.",
        ),
    ] = "add"
    euler_order: Order = "xyz"

    @property
    def changes_nothing(self) -> bool:
        """Return whether no place of the target changes the owner, which keeps what it has: a new one does so."""
        begin, end = getattr(self, f"write_{self.write}_from"), getattr(self, f"write_{self.write}_to")
        first, last = getattr(self, f"read_{self.read}_from"), getattr(self, f"read_{self.read}_to")
        kept = 1.0 if self.write == "scale" else 0.0
        follows = ("xyz".index(axis) for axis in (self.x_follows, self.y_follows, self.z_follows))
        still = (begin[a] == kept and (end[a] == kept or first[f] == last[f]) for a, f in enumerate(follows))
        return self.mix != "replace" and all(still)

    @property
    def moves_only(self) -> bool:
        """Return whether it writes the location."""
        return self.write == "location"

    @property
    def turns_only(self) -> bool:
        """Return whether it writes the rotation."""
        return self.write == "rotation"

    def mirrored(self) -> Self:
        """With places and angles of both ranges seen in the mirror."""
        signs = {"location": PLACES, "rotation": ANGLES}
        ranges = {
            (name := f"{way}_{channel}_{end}"): negated(getattr(self, name), which)
            for way in ("read", "write")
            for channel, which in signs.items()
            for end in ("from", "to")
        }
        return replace(self, **ranges)
