"""What is drawn of a posed rig: where the bones stand, and how goals were met."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class Goal(Protocol):
    """How an IK goal was met."""

    owner: str
    constraint: int | None
    reached: bool
    position: tuple[float, float, float]
    effector: tuple[float, float, float]


class Pose(Protocol):
    """The part of an evaluated pose that is drawn."""

    matrices: Floats
    goals: tuple[Goal, ...]

    @property
    def limits_hit(self) -> tuple[str, ...]:
        """The bones whose joints stand at a limit."""
