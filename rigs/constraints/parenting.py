"""Constraints that carry their owner as a parent would: one bone, several by weight, or a point that it turns about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal, Self

from msgspec.structs import replace

from pantin.rigs.constraints.acting import ALL_AXES, SPACES, Acting, Between, Influence, Look
from pantin.rigs.constraints.mirroring import PLACES, negated
from pantin.rigs.fields import AnyBone, AxisSwitches, Position, Weight, WeightedBone, WeightedBones, field, own_bone
from pantin.rigs.messages import _

Row = tuple[float, float, float, float]
Affine = tuple[Row, Row, Row]
"""The upper three rows of a matrix (4, 4): axes and position, metres."""

IDENTITY: Affine = ((1.0, 0.0, 0.0, 0.0), (0.0, 1.0, 0.0, 0.0), (0.0, 0.0, 1.0, 0.0))
PivotWhen = Literal["always", "-x", "-y", "-z", "x", "y", "z"]

_ACROSS: Mapping[PivotWhen, PivotWhen] = {"y": "-y", "-y": "y", "z": "-z", "-z": "z"}


class ChildOf(Acting, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag="child_of"):
    """The owner moves with the target as if it hung on it; how strongly can be changed in every pose.

    Of the target's rotation single axes are read as Euler angles, X first.
    """

    look = Look(
        _("Child of"),
        "child-of",
        "t2",
        _("Hangs on the target, as much as is asked."),
        ("target", "influence"),
        ("location", "rotation", "scale"),
        True,
        commands=("set_inverse", "clear_inverse"),
        is_noun=False,
    )

    target: Annotated[AnyBone | None, field("Target", "The bone that carries this one.", refers_to="bone")] = None
    location: Annotated[AxisSwitches, field("Location", "Along which axes it moves with the target.")] = ALL_AXES
    rotation: Annotated[AxisSwitches, field("Rotation", "About which axes it turns with the target.")] = ALL_AXES
    scale: Annotated[AxisSwitches, field("Scale", "Along which axes it grows with the target.")] = ALL_AXES
    inverse: Affine | None = None
    """The inverse of the target's change when the owner was attached; None where the owner follows all of it."""
    influence: Influence = 1.0

    @property
    def is_whole(self) -> bool:
        """Return whether it takes everything over."""
        return self.location == self.rotation == self.scale == ALL_AXES

    def mirrored(self) -> Self:
        """With the inverse seen in the mirror."""
        if self.inverse is None:
            return self
        (xx, xy, xz, x), (yx, yy, yz, y), (zx, zy, zz, z) = self.inverse
        rows = ((xx, 0.0 - xy, 0.0 - xz, 0.0 - x), (0.0 - yx, yy, yz, y), (0.0 - zx, zy, zz, z))
        return replace(self, inverse=rows)


def _volume_only(armature: Armature) -> Mapping[str, str]:
    return {} if armature.keep_volume else {"from_here": _("Turn on Keep volume first.")}


class Armature(Acting, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag="armature"):
    """The owner moves as several bones together move from their rest, each as much as it weighs."""

    look = Look(
        _("Armature"),
        "armature",
        "t2",
        _("Hangs on several bones, by their weights."),
        ("targets", "influence"),
        ("keep_volume", "from_here"),
        reasons=_volume_only,
    )

    targets: Annotated[
        WeightedBones, field("Targets", "The bones that carry this one, and how much each weighs beside the others.")
    ] = ()
    keep_volume: Annotated[
        bool, field("Keep volume", "Blend turns on an arc, so that nothing shrinks between bones that turn apart.")
    ] = False
    from_here: Annotated[
        bool, field("From here", "Scale about where the bone is posed, instead of where it rests.")
    ] = False
    influence: Influence = 1.0

    @property
    def looks_at(self) -> tuple[str, ...]:
        """All of its targets."""
        return tuple(each.bone for each in self.targets)

    def with_bone(self, role: str, name: AnyBone | None) -> Self:
        """With one more target."""
        if role != "targets":
            return super().with_bone(role, name)
        bone = own_bone(name)
        more = () if bone is None or bone in self.looks_at else (WeightedBone(bone),)
        return replace(self, targets=(*self.targets, *more))


class Pivot(Between, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag="pivot"):
    """The owner turns about a point beside it: the target, or a place of its own."""

    look = Look(
        _("Pivot"),
        "pivot",
        "t2",
        _("Turns about another point."),
        ("target", "offset", "when", "influence"),
        ("relative", "head_tail", *SPACES),
        reasons=lambda pivot: (
            {} if pivot.target is None else {"relative": _("A pivot with a target is counted from that.")}
        ),
    )
    needs_target: ClassVar[bool] = False

    target: Annotated[
        AnyBone | None, field("Target", "The bone that is turned about. Without one, the offset is.", refers_to="bone")
    ] = None
    offset: Annotated[Position, field("Offset", "From the target, or from the owner, to the pivot.", unit="m")] = (
        0.0,
        0.0,
        0.0,
    )
    relative: Annotated[
        bool, field("From the owner", "Without a target the offset counts from the owner's head, not from the origin.")
    ] = True
    when: Annotated[
        PivotWhen, field("When", "Always, or while the owner is turned about one axis in one direction.")
    ] = "always"
    head_tail: Annotated[
        Weight, field("Head to tail", "The point that is turned about: 0 is the target's head, 1 its tail.")
    ] = 0.0

    @property
    def moves_only(self) -> bool:
        """Always."""
        return True

    def mirrored(self) -> Self:
        """With the offset on the other side, and twist and sway the other way."""
        return replace(self, offset=negated(self.offset, PLACES), when=_ACROSS.get(self.when, self.when))
