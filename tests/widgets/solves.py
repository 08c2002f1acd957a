"""Solves as the panels are told of them: an arm that is too short for its goal, and a leg that reaches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pantin.widgets.values.exchange import Solved


@dataclass(frozen=True)
class Reported:
    """What a solver says of one goal."""

    owner: str
    handle: str
    residual: float
    reached: bool
    iterations: int
    residuals: tuple[float, ...]
    method: str
    bones: tuple[str, ...]
    distance: float
    length: float
    constraint: int | None = 0
    steps_most: int = 100
    rotation_residual: float = 0.0
    pole_residual: float = 0.0
    pole_undefined: bool = False
    microseconds: float | None = None
    ahead: bool = False
    pinned: bool = False

    @property
    def tolerance(self) -> float:
        return self.length * 1e-5


@dataclass(frozen=True)
class Choice:
    """A solver to compare with."""

    title: str
    help: str


CHOICES = {
    "auto": Choice("Auto", "What fits."),
    "ccd": Choice("CCD", "One joint after the other."),
    "fabrik": Choice("FABRIK", "Forward and backward."),
}
ARM = ("forearm.L", "upper_arm.L")
STEPS = (1.1, 0.6, 0.3, 0.16, 0.13, 0.128, 0.1272, 0.127, 0.127)
FAR = Reported("hand.L", "hand_ik.L", 0.127, False, 8, STEPS, "Levenberg–Marquardt", ARM, 0.727, 0.6)
NEAR = Reported("foot.R", "foot_ik.R", 2e-9, True, 1, (0.3, 2e-9), "Two bones", ("shin.R", "thigh.R"), 0.7, 0.9, 1)


def solved(*goals: Reported, title: str = "Auto", microseconds: float = 6.0, **more: Any) -> Solved:
    """One solve with these goals."""
    return Solved(title, goals, microseconds, **more)
