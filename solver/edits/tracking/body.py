"""A figure in its stance, as tracked points move it: arms, legs, and the chain from what moves all to the head.

All is in armature axes, metres. The stance itself is worked out in `stance`.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import numpy as np

from pantin.rigs.sides import Side
from pantin.rigs.tracking.points import TrackedPart
from pantin.rigs.vectors import Matrix, Vector


class Arm(msgspec.Struct, frozen=True, eq=False):
    """An arm in the stance: names of its bones, and how their heads follow on each other, armature axes, metres."""

    side: Side
    parent: int
    """The row of the bone of the back that carries it."""
    clavicle: str | None
    upper: str
    lower: str
    end: str
    to_clavicle: Vector
    to_upper: Vector
    """From the clavicle's head; zero where there is none."""
    to_lower: Vector
    to_end: Vector
    out: Vector
    """The way in which the arm points."""

    @property
    def length(self) -> float:
        """From shoulder to wrist, straight."""
        return float(np.linalg.norm(self.to_lower) + np.linalg.norm(self.to_end))


class Leg(msgspec.Struct, frozen=True, eq=False):
    """A leg in the stance, likewise; the sole is on the floor."""

    side: Side
    upper: str
    lower: str
    end: str
    to_upper: Vector
    """From the head of the bone that moves all."""
    to_lower: Vector
    to_end: Vector
    ankle: float
    """Height of the ankle over the floor."""
    toes: Vector
    """From the ankle to the ball of the foot."""
    toe: str | None = None

    @property
    def at_ankle(self) -> Vector:
        """Return the vector (3,) to the ankle from the head of the bone that moves all."""
        return self.to_upper + self.to_lower + self.to_end

    @property
    def lowest(self) -> float:
        """The height of ankle or ball of the foot, whichever is lower, over the head of the bone that moves all."""
        ankle = self.at_ankle
        return float(min(ankle[2], (ankle + self.toes)[2]))

    @property
    def length(self) -> float:
        """From hip to ankle, straight."""
        return float(np.linalg.norm(self.to_lower) + np.linalg.norm(self.to_end))


class Body(msgspec.Struct, frozen=True, eq=False):
    """A figure in its stance. The chain runs from what moves all, row 0, to the head, the last row."""

    chain: tuple[str, ...]
    offsets: tuple[Vector, ...]
    """From the head of each bone of the chain to that of the next."""
    hips: str
    to_hips: Vector
    """From the head of what moves all to that of the hips: nothing where these are one."""
    neck: int
    """The row of the chain where the neck begins."""
    arms: tuple[Arm, Arm]
    legs: tuple[Leg, Leg]
    stands: bool
    """Whether it stands upright at rest; else the rest pose does not tell how head and feet are turned."""
    turns: Mapping[str, Matrix]
    """By bone: the rotation that takes it from rest to the stance."""
    fingers: Mapping[str, str]
    """The bones of the fingers by their roles. They rest as the hand carries them."""
    at: Mapping[TrackedPart, Vector]
    """The heads of the tracked parts in the stance, by part: the floor is at height 0."""

    @property
    def height(self) -> float:
        """From the floor to the joint of the head, metres."""
        return float(self.at["head"][2])
