"""The pose of a figure, and the poses that are kept with it.

Transforms hold nothing that could hold them, and Python's garbage collector is set to pass them by: looking through
those of all documents kept is a third of what a drag of twenty thousand joints takes.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated

import msgspec

from pantin.rigs.fields import BoneName, Expressions, Name, Position, Quaternion, StretchFactor, Vector3, field
from pantin.rigs.gaze import Gaze


class Transform(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """The pose of a bone, relative to its rest pose and in its own rest axes.

    The pose matrix is translate(location) · rotate(rotation) · diag(scale). Locations are metres; a connected bone
    ignores its location. The rotation is a unit quaternion [x, y, z, w]. Length and thickness act after that: children
    sit at the longer end, with the axes that they would have without.
    """

    location: Annotated[
        Position, field("Position", "Move from the rest position, in the bone's rest axes.", unit="m", step=0.001)
    ] = (0.0, 0.0, 0.0)
    rotation: Annotated[
        Quaternion,
        field(
            "Rotation",
            "Turn from the rest pose. Bones are bent about X, twisted about Y and swayed about Z of their joints, as "
            "limits are; handles and poles turn about X, then Y, then Z.",
            unit="rad",
        ),
    ] = (0.0, 0.0, 0.0, 1.0)
    scale: Annotated[Vector3, field("Scale", "Size along the bone's axes, 1 is the rest size.")] = (1.0, 1.0, 1.0)
    length: Annotated[
        StretchFactor,
        field("Length", "Size along the bone that its children do not inherit, as IK stretches it; 1 is its own."),
    ] = 1.0
    thickness: Annotated[
        StretchFactor, field("Thickness", "Size across the bone that its children do not inherit; 1 is its own.")
    ] = 1.0


REST = Transform()
"""The transform of a bone that is not posed."""

NO_EXPRESSIONS: Mapping[str, float] = MappingProxyType({})


class Pose(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The pose of a figure: a transform for each bone and a value for each expression, by name.

    A bone that is not named is at rest, and an expression is not there.
    """

    bones: dict[BoneName, Transform] = {}
    expressions: Expressions = {}
    """Those that are not 0. Names that the character lacks do nothing."""
    gaze: Gaze | None = None
    """Where the eyes look; None as they are posed."""


PART = field(
    "Part of a pose",
    "Bones that the pose does not name stay as they are. Off: it is a whole pose, and has them at rest.",
)

STANDS = field(
    "Stands on",
    "The bones that are pinned to the ground with the pose. None: the feet that are seen to stand in it are.",
)


class KeptPose(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One pose of a library: how each bone that it names is posed, and the expressions that it names.

    A `part` of a pose leaves what it does not name as it is; a whole pose has it at rest, as `Pose` has.
    """

    name: Annotated[Name, field("Name", "What the pose is called, unique within the library.")]
    pose: dict[BoneName, Transform] = {}
    tags: Annotated[tuple[Name, ...], field("Tags", "Words that the pose is found by.")] = ()
    part: Annotated[bool, PART] = True
    stands: Annotated[tuple[BoneName, ...], STANDS] = ()
    expressions: Expressions = {}
