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

__all__ = [
    "KINDS",
    "Chained",
    "Constraint",
    "Copy",
    "CopyLocation",
    "CopyRotation",
    "CopyScale",
    "CopyTransforms",
    "DampedTrack",
    "Distance",
    "Goal",
    "Ik",
    "LimitDistance",
    "LimitLocation",
    "LimitRotation",
    "LimitScale",
    "SplineIk",
    "Transformation",
    "Untargeted",
    "target_of",
]

Copy = CopyLocation | CopyRotation | CopyScale | CopyTransforms
Untargeted = LimitLocation | LimitRotation | LimitScale
"""Constraints that look at no other bone."""
Goal = Ik | Distance
"""What turns a chain of bones to a goal: the constraints that are solved."""
Chained = Goal | SplineIk
"""Constraints that turn a chain of bones, counted from the owner upwards."""

Constraint = Chained | Copy | DampedTrack | Transformation | Untargeted | LimitDistance

KINDS: tuple[type[Constraint], ...] = get_args(Constraint)
"""The kinds in the order of the menu: as they stand in the unions above."""


def target_of(constraint: Constraint) -> str | None:
    """The one bone that a constraint looks at; None where it has none yet, needs none, or has room for several."""
    target: str | None = getattr(constraint, "target", None)
    return target
