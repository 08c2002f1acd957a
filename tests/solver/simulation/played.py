"""Documents that are played: settings, handles on their way, and what joints and ends do meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from pantin.rigs import Document, Joint
from pantin.rigs.simulation import Simulation
from pantin.solver import Evaluated, Memory, simulate
from tests.solver.sample_chains import FREE, chain, reaching, with_goal_at

Path = Callable[[float], Any]
"""Where the goal is after so many seconds."""

RATE = 60


def simulated_by(document: Document, **settings: Any) -> Document:
    made = Simulation(mode="simulation", **settings)
    return document.with_rig(document.rig.changed(simulation=made))


def play(
    document: Document, path: Path, frames: int = RATE, rate: float = RATE, memory: Memory | None = None
) -> list[Evaluated]:
    """The first frame is where the path begins, without any time; then so many frames."""
    found = [simulate(with_goal_at(document, path(0.0)), memory, 0.0)]
    for f in range(1, frames + 1):
        found.append(simulate(with_goal_at(document, path(f / rate)), found[-1].memory, 1.0 / rate))
    return found


def misses(document: Document, frames: Sequence[Evaluated]) -> np.ndarray:
    """Return how far the end is from its goal in each frame, metres."""
    owner = document.rig.constraints[0].owner
    return np.array([np.linalg.norm(e.tails[e.index[owner]] - e.heads[e.index["goal"]]) for e in frames])


def fastest(frames: Sequence[Evaluated], seconds: float) -> float:
    """The largest velocity of a joint, rad/s."""
    turned = [b.largest_turn_since(a) for a, b in pairwise(frames)]
    return max(turned) / seconds


def circle(centre: Any, radius: float, seconds: float) -> Path:
    """Once about a circle in so many seconds, in a plane that is no axis's."""
    u, v = np.array((0.8, 0.6, 0.0)), np.array((0.0, 0.0, 1.0))

    def at(t: float) -> np.ndarray:
        angle = 2.0 * np.pi * t / seconds
        return np.asarray(np.add(centre, radius * (np.cos(angle) * u + np.sin(angle) * v)))

    return at


CENTRE = (0.6, 0.3, 1.6)
ROUND = circle(CENTRE, 0.3, 1.0)
"""A path within reach of `arm`."""


def arm(joint: Joint = FREE, **settings: Any) -> Document:
    """Four bones whose goal stands where `ROUND` begins."""
    return simulated_by(
        with_goal_at(reaching(chain(4, joint=joint), ROUND(0.0), tolerance=1e-9), ROUND(0.0)), **settings
    )
