"""What ties bones to each other: a tagged union, one struct a kind.

Constraints of a bone act in their order, before any IK of its chain; IK then replaces the rotations of its chain.
Adding a kind is one struct here, one line in `Constraint`, and one kernel in `solver/`.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from rigs.fields import (
    Angle,
    AngleBounds,
    AxisSwitches,
    BoneName,
    FactorBounds,
    Length,
    Position,
    PositionBounds,
    Vector3,
    Weight,
    field,
)
from rigs.solvers import SolverName, Start

Space = Literal["pose", "local", "local_with_parent"]
"""pose: armature space. local: relative to parent and rest pose. local_with_parent: relative to the rest pose."""

Mix = Literal["replace", "add", "before", "after"]
AxesOf = Literal["target", "bone"]
BlendBy = Literal["bones", "line", "arc"]
"""bones: every bone turns on an arc. line, arc: the goal is moved so far, straight or about the chain's root."""
Side = Literal["inside", "outside", "surface"]
Axis = Literal["x", "y", "z"]
SignedAxis = Literal["x", "y", "z", "-x", "-y", "-z"]
Channel = Literal["location", "rotation", "scale"]
Influence = Annotated[Weight, field("Influence", "0 leaves the owner as it is, 1 acts fully.")]
UNBOUNDED = (None, None, None)
ALL_AXES: AxisSwitches = (True, True, True)
NO_AXES: AxisSwitches = (False, False, False)


class _Acting(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """What every constraint has: the bone that it moves, and whether it acts."""

    owner: BoneName
    enabled: Annotated[bool, field("Active", "Off leaves the bone as posed.")] = True


class Ik(_Acting, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag="ik"):
    """Turns a chain of bones so that its end meets the head of a target bone.

    The chain counts from the owner upwards (from the owner's parent when `use_tail` is off). Pole angle 0 bends the
    chain towards the pole; the angle turns the plane of the bend about the line from root to goal.
    """

    target: Annotated[
        BoneName | None,
        field(
            "Target",
            "The bone whose head the chain's end goes to. Without one the constraint rests until its bone is dragged.",
            refers_to="bone",
        ),
    ] = None
    pole: Annotated[
        BoneName | None, field("Pole", "The bone that the chain's middle joint bends towards.", refers_to="bone")
    ] = None
    pole_angle: Annotated[
        Angle,
        field(
            "Pole angle",
            "Turns the bend away from the pole, about the line from root to goal. 0 bends towards the pole.",
            unit="rad",
        ),
    ] = 0.0
    chain_length: Annotated[
        int,
        field(
            "Chain",
            "How many bones turn, counted from the end. 0 goes up to the root.",
            unit="bones",
            step=1,
            ge=0,
            le=1000,
        ),
    ] = 0
    solver: Annotated[
        SolverName, field("Solver", "How the chain is solved. Auto takes the rig's solver, or else what fits best.")
    ] = "auto"
    start: Annotated[Start, field("Start from", "Where solving begins: the chain as it is posed, or as it rests.")] = (
        "pose"
    )
    planar: Annotated[
        bool, field("Planar", "Every bone turns about one axis only, so that the chain stays in its plane: 2-D rigs.")
    ] = False
    tolerance: Annotated[
        float,
        field(
            "Tolerance",
            "A goal is reached when no more than this part of the chain's length is missing; solvers may stop there.",
            ge=1e-9,
            le=1e-2,
            step=1e-6,
        ),
    ] = 1e-5
    iterations: Annotated[
        int,
        field(
            "Steps, most",
            "The solver stops after this many steps even if the goal is not reached.",
            unit="steps",
            step=1,
            ge=1,
            le=10000,
        ),
    ] = 100
    use_tail: Annotated[
        bool,
        field("Use tail", "The owner's tail meets the goal. Off: its head does, and the owner itself does not turn."),
    ] = True
    stretch: Annotated[
        bool, field("Stretch", "Let bones that have a stretch of their own lengthen when the goal is out of reach.")
    ] = True
    weight: Annotated[
        Weight,
        field("Position weight", "How much the position of this goal counts beside other goals on the same bones."),
    ] = 1.0
    position_axes: Annotated[
        AxisSwitches,
        field("Position axes", "Along which axes the end goes to the target. The others are free."),
    ] = ALL_AXES
    rotation: Annotated[bool, field("Rotation", "The owner also takes the target's rotation.")] = False
    rotation_weight: Annotated[
        Weight, field("Rotation weight", "How much the rotation of this goal counts beside positions.")
    ] = 1.0
    rotation_axes: Annotated[
        AxisSwitches, field("Rotation axes", "About which axes the owner takes the target's rotation.")
    ] = ALL_AXES
    axes_of: Annotated[
        AxesOf, field("Axes of", "Whose axes those of position and rotation are: the target's or the owner's own.")
    ] = "target"
    rotation_decay: Annotated[
        Weight,
        field(
            "Rotation decay",
            "Out of reach, each bone farther up the chain turns by this part of what the one below it does for the "
            "target's rotation; the rest goes to the position. 1 lets rotation pull as hard as position.",
        ),
    ] = 0.25
    soft_reach: Annotated[
        float,
        field(
            "Soft reach",
            "Slow the end down over this last part of the chain's length, so that the limb does not snap straight. "
            "0 is off.",
            ge=0.0,
            le=0.2,
            step=0.001,
        ),
    ] = 0.0
    keep_volume: Annotated[
        bool, field("Keep volume", "A bone that is stretched grows as much thinner as it grows longer.")
    ] = False
    blend: Annotated[
        Weight, field("Blend", "0 is the FK pose, 1 the IK solution; between them the bones turn on an arc.")
    ] = 1.0
    blend_by: Annotated[
        BlendBy,
        field(
            "Blend by",
            "What goes between FK and IK: the bones, each on an arc; or the goal, on a line or on an arc about the "
            "root of the chain.",
        ),
    ] = "bones"


class Distance(_Acting, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag="distance"):
    """Turns a chain of bones so that its end keeps a distance from the head of a target bone.

    The chain counts as that of an IK constraint does, and is solved together with those that share its bones.
    """

    target: Annotated[
        BoneName | None, field("Target", "The bone whose head is the middle of the sphere.", refers_to="bone")
    ] = None
    keep: Annotated[Side, field("Keep", "Where the chain's end stays: inside the sphere, outside it, or on it.")] = (
        "inside"
    )
    radius: Annotated[
        float, field("Radius", "How far from the target the sphere is.", unit="m", step=0.001, ge=0.0, le=1e6)
    ] = 0.1
    weight: Annotated[Weight, field("Weight", "How much this goal counts beside others on the same bones.")] = 1.0
    chain_length: Annotated[
        int,
        field(
            "Chain",
            "How many bones turn, counted from the end. 0 goes up to the root.",
            unit="bones",
            step=1,
            ge=0,
            le=1000,
        ),
    ] = 0
    iterations: Annotated[
        int,
        field(
            "Steps, most",
            "The solver stops after this many steps even if the distance is not kept.",
            unit="steps",
            step=1,
            ge=1,
            le=10000,
        ),
    ] = 100
    use_tail: Annotated[
        bool, field("Use tail", "The owner's tail keeps the distance. Off: its head does, and the owner does not turn.")
    ] = True
    blend: Annotated[
        Weight, field("Blend", "0 is the FK pose, 1 the IK solution; between them the bones turn on an arc.")
    ] = 1.0


class _Between(_Acting, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """A target and an owner, each in a space of its own."""

    target: Annotated[BoneName | None, field("Target", "The bone that is looked at.", refers_to="bone")] = None
    owner_space: Annotated[Space, field("Owner space", "The space in which the owner is changed.")] = "pose"
    target_space: Annotated[Space, field("Target space", "The space in which the target is read.")] = "pose"
    influence: Influence = 1.0


class _Copy(_Between, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """What the Copy constraints share."""

    target: Annotated[BoneName | None, field("Target", "The bone that is copied.", refers_to="bone")] = None


class _Limit(_Acting, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """What the limits share that need no target."""

    owner_space: Annotated[Space, field("Owner space", "The space in which the limit is measured.")] = "pose"
    influence: Influence = 1.0


class CopyLocation(_Copy, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag="copy_location"):
    """The owner takes the target's position."""

    axes: Annotated[AxisSwitches, field("Axes", "Which axes are copied.")] = ALL_AXES
    invert: Annotated[AxisSwitches, field("Invert", "Which of the copied axes are mirrored.")] = NO_AXES
    offset: Annotated[bool, field("Offset", "Add the owner's own position to the copy.")] = False
    head_tail: Annotated[Weight, field("Head to tail", "The copied point: 0 is the target's head, 1 its tail.")] = 0.0


class CopyRotation(_Copy, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag="copy_rotation"):
    """The owner takes the target's rotation. Single axes are read as Euler angles, X first."""

    axes: Annotated[AxisSwitches, field("Axes", "Which Euler angles are copied.")] = ALL_AXES
    invert: Annotated[AxisSwitches, field("Invert", "Which of the copied angles are mirrored.")] = NO_AXES
    mix: Annotated[Mix, field("Mix", "Replace the owner's rotation, add the angles, or turn before or after it.")] = (
        "replace"
    )


class CopyScale(_Copy, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag="copy_scale"):
    """The owner takes the target's scale."""

    axes: Annotated[AxisSwitches, field("Axes", "Which axes are copied.")] = ALL_AXES


class CopyTransforms(_Copy, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag="copy_transforms"):
    """The owner takes the target's position, rotation and scale."""


class DampedTrack(_Acting, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag="damped_track"):
    """One axis of the owner points at the target, by the smallest turn that brings it there."""

    target: Annotated[BoneName | None, field("Target", "The bone that is looked at.", refers_to="bone")] = None
    axis: Annotated[SignedAxis, field("Axis", "The axis of the owner that points at the target.")] = "y"
    head_tail: Annotated[
        Weight, field("Head to tail", "The point that is looked at: 0 is the target's head, 1 its tail.")
    ] = 0.0
    influence: Influence = 1.0


class LimitLocation(_Limit, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag="limit_location"):
    """The owner's head stays within a box."""

    lower: Annotated[
        PositionBounds, field("At least", "The head stays at or above this. Free where nothing is set.", unit="m")
    ] = UNBOUNDED
    upper: Annotated[
        PositionBounds, field("At most", "The head stays at or below this. Free where nothing is set.", unit="m")
    ] = UNBOUNDED


class LimitRotation(_Limit, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag="limit_rotation"):
    """The owner's Euler angles, X first, stay within their limits; beyond one, the nearer end holds.

    Angles go round: from 170° to 190° is a limit about half a turn. An open end is half a turn from rest.
    """

    lower: Annotated[
        AngleBounds,
        field("At least", "The angle does not go below this. Free where nothing is set.", unit="rad"),
    ] = UNBOUNDED
    upper: Annotated[
        AngleBounds,
        field("At most", "The angle does not go above this. Free where nothing is set.", unit="rad"),
    ] = UNBOUNDED


class LimitScale(_Limit, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag="limit_scale"):
    """The owner's size along its axes stays within limits."""

    lower: Annotated[
        FactorBounds,
        field("At least", "The bone is not made smaller than this. Free where nothing is set."),
    ] = UNBOUNDED
    upper: Annotated[
        FactorBounds,
        field("At most", "The bone is not made larger than this. Free where nothing is set."),
    ] = UNBOUNDED


class LimitDistance(_Between, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag="limit_distance"):
    """The owner's head stays inside, outside or on a sphere about the target."""

    keep: Annotated[Side, field("Keep", "On which side of the sphere the owner stays.")] = "inside"
    radius: Annotated[Length, field("Radius", "How large the sphere about the target is.")] = 1.0
    head_tail: Annotated[
        Weight, field("Head to tail", "The middle of the sphere: 0 is the target's head, 1 its tail.")
    ] = 0.0


class Transformation(_Between, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag="transformation"):
    """A range of the target's location, rotation or scale becomes a range of the owner's.

    Rotations are Euler angles, X first. A range that reads nothing, from a number to the same one, stays at its begin.
    """

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


Copy = CopyLocation | CopyRotation | CopyScale | CopyTransforms
Untargeted = LimitLocation | LimitRotation | LimitScale
"""Constraints that look at no other bone."""
Goal = Ik | Distance
"""What turns a chain of bones: the constraints that are solved."""

Constraint = Ik | Distance | Copy | DampedTrack | Untargeted | LimitDistance | Transformation


def target_of(constraint: Constraint) -> str | None:
    """The bone that a constraint looks at; None where it has none yet, or needs none."""
    return None if isinstance(constraint, Untargeted) else constraint.target
