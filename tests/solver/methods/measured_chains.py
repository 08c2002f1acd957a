"""Joints of all sorts for chains, and what is measured of solved ones."""

from __future__ import annotations

import numpy as np

from pantin.rigs import (
    Bone,
    Joint,
)
from pantin.solver import Evaluated
from tests.solver.sample_chains import (
    FREE,
    HINGE,
    reach,
)

SEEDS = range(8)

BOUNDED = Joint(limit=((-1.4, 0.9), (-0.5, 0.7), (-0.6, 1.2)))

MIXED = Joint(lock=(False, True, False), limit=((-0.2, 2.0), None, (-0.8, 0.3)))

ONE_SIDED = Joint(lock=(False, True, True), limit=((0.0, 2.5), None, None))

BOTH_ONE_SIDED = Joint(limit=((0.0, 1.5), (-0.5, 0.5), (-1.5, 0.0)))

HALF_OPEN = Joint(limit=((-0.7, 0.4), None, None))

JOINTS = {"free": FREE, "hinges": HINGE}

HELD = {
    "hinges": HINGE,
    "ellipses": BOUNDED,
    "locks and limits": MIXED,
    "one way": ONE_SIDED,
    "one way twice": BOTH_ONE_SIDED,
    "one axis": HALF_OPEN,
}


def directions(evaluated: Evaluated, count: int) -> np.ndarray:
    axes = evaluated.matrices[:count, :3, 1]
    return axes / np.linalg.norm(axes, axis=1, keepdims=True)


def lengths(evaluated: Evaluated, count: int) -> np.ndarray:
    return np.linalg.norm(evaluated.tails[:count] - evaluated.heads[:count], axis=1)


def some_direction(seed: int) -> np.ndarray:
    v = np.random.default_rng(50 + seed).normal(size=3)
    return v / np.linalg.norm(v)


def _homing(place: np.ndarray) -> np.ndarray:
    """Back towards the shell between 0.35 and 0.97 lengths of the chain."""
    distance = float(np.linalg.norm(place))
    if distance > 0.97:
        return -0.2 * place / distance
    return 0.2 * place / distance if distance < 0.35 else np.zeros(3)


def path(bones: tuple[Bone, ...], seed: int, steps: int) -> np.ndarray:
    """A smooth way of small steps about the root, near and far, that keeps clear of the root itself."""
    rng = np.random.default_rng(seed)
    step = 0.002 * reach(bones)
    place, heading = 0.6 * reach(bones) * some_direction(seed), some_direction(seed + 100)
    places = []
    for _ in range(steps):
        places.append(place)
        heading = heading + 0.1 * rng.normal(size=3) + _homing(place / reach(bones))
        heading = heading / np.linalg.norm(heading)
        place = place + step * heading
    return np.array(places)
