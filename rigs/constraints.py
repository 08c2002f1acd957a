"""What ties bones to each other: a tagged union, one struct a kind.

Constraints of a bone act in their order, before any IK of its chain; IK then replaces the rotations of its chain.
Adding a kind is one struct here, one line in `Constraint`, and one kernel in `solver/`.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from rigs.fields import Angle, AxisSwitches, BoneName, Weight, field

Space = Literal["pose", "local", "local_with_parent"]
"""pose: armature space. local: relative to parent and rest pose. local_with_parent: relative to the rest pose."""

Mix = Literal["replace", "add", "before", "after"]
AxesOf = Literal["target", "bone"]
BlendBy = Literal["bones", "line", "arc"]
"""bones: every bone turns on an arc. line, arc: the goal is moved so far, straight or about the chain's root."""

Keep = Literal["inside", "outside", "surface"]
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
    keep: Annotated[Keep, field("Keep", "Where the chain's end stays: inside the sphere, outside it, or on it.")] = (
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


class _Copy(_Acting, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """What the Copy constraints share."""

    target: Annotated[BoneName | None, field("Target", "The bone that is copied.", refers_to="bone")] = None
    owner_space: Annotated[Space, field("Owner space", "The space in which the owner is changed.")] = "pose"
    target_space: Annotated[Space, field("Target space", "The space in which the target is read.")] = "pose"
    influence: Annotated[Weight, field("Influence", "0 leaves the owner as it is, 1 copies fully.")] = 1.0


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


Goal = Ik | Distance
"""What turns a chain of bones: the constraints that are solved."""

Constraint = Ik | Distance | CopyLocation | CopyRotation | CopyScale | CopyTransforms
