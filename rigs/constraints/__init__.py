"""The constraints between bones: a tagged union, one struct for each kind.

Constraints of a bone act in their order, before any IK of its chain; IK then replaces the rotations of its chain.
Adding a kind is one struct in this room, its name in one of the unions below, and a module in `solver/constraints/`.
"""

from __future__ import annotations

from typing import get_args

from pantin.rigs.constraints.copies import CopyLocation, CopyRotation, CopyScale, CopyTransforms
from pantin.rigs.constraints.curves import SplineIk
from pantin.rigs.constraints.following import DampedTrack, Transformation
from pantin.rigs.constraints.goals import Distance, Ik
from pantin.rigs.constraints.limits import LimitDistance, LimitLocation, LimitRotation, LimitScale
from pantin.rigs.constraints.nodes import NodeConstraint
from pantin.rigs.constraints.parenting import Armature, ChildOf, Pivot
from pantin.rigs.constraints.surface import AboveGround, Floor
from pantin.rigs.constraints.tracking import LockedTrack, StretchTo, TrackTo
from pantin.rigs.constraints.volume import MaintainVolume

__all__ = [
    "KINDS",
    "AboveGround",
    "Armature",
    "Chained",
    "ChildOf",
    "Constraint",
    "Copy",
    "CopyLocation",
    "CopyRotation",
    "CopyScale",
    "CopyTransforms",
    "DampedTrack",
    "Distance",
    "Floor",
    "Goal",
    "Ik",
    "LimitDistance",
    "LimitLocation",
    "LimitRotation",
    "LimitScale",
    "LockedTrack",
    "MaintainVolume",
    "NodeConstraint",
    "Pivot",
    "Ranged",
    "SplineIk",
    "StretchTo",
    "TrackTo",
    "Tracking",
    "Transformation",
    "Untargeted",
    "target_of",
]

Copy = CopyLocation | CopyRotation | CopyScale | CopyTransforms
Ranged = LimitLocation | LimitRotation | LimitScale
"""Constraints that keep each axis within a range."""
Untargeted = Ranged | MaintainVolume | AboveGround
"""Constraints that refer to no other bone."""
Goal = Ik | Distance
"""The constraints that are solved: each turns a chain of bones to a goal."""
Chained = Goal | SplineIk
"""Constraints that turn a chain of bones, counted from the owner upwards."""

Tracking = DampedTrack | TrackTo | LockedTrack | StretchTo
"""Constraints by which one bone points at another."""
Parenting = ChildOf | Armature | Pivot
"""Constraints that carry their owner."""

Constraint = (
    Chained
    | Copy
    | Tracking
    | Transformation
    | Parenting
    | Ranged
    | MaintainVolume
    | LimitDistance
    | Floor
    | AboveGround
    | NodeConstraint
)

KINDS: tuple[type[Constraint], ...] = get_args(Constraint)
"""The kinds in the order of the menu: as they are in the unions above."""


def target_of(constraint: Constraint) -> str | None:
    """Return the bone of the own figure that a constraint refers to, the first of several; None without one."""
    if isinstance(constraint, Armature):
        return next(iter(constraint.looks_at), None)
    return constraint.own_target
