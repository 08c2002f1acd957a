"""Random bodies for the whole-body solve, as tables."""

from __future__ import annotations

import numpy as np

from pantin.solver.whole_body import bodies
from pantin.solver.whole_body import columns as c


def random_body(seed: int, limited: bool = False) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Bones, goals and settings: a free root with branches, one bone that does not turn with its parent.

    The first goal is pulled, the others are pinned; each asks for its place, some for their rotation, as they are now.
    """
    rng = np.random.default_rng(seed)
    count = int(rng.integers(3, 9))
    bones = np.zeros((count, c.BONE_WIDTH))
    for i in range(count):
        bones[i, c.PARENT] = -1 if i == 0 else rng.integers(0, i)
        bones[i, c.CARRIED] = rng.random() < 0.9
        bones[i, c.LINK : c.LINK + 3] = rng.normal(size=3) * 0.2
        bones[i, c.BASE : c.BASE + 4] = unit(rng.normal(size=4))
        bones[i, c.FREE : c.FREE + 3] = rng.random(3) < 0.85 if i else 0.0
        bones[i, c.COST] = 10.0 ** rng.uniform(-1, 1)
        bones[i, c.COORDS : c.COORDS + 3] = rng.uniform(-0.6, 0.6, 3)
        half = np.sin(rng.uniform(0.35, 1.0, 3))
        bones[i, c.LOWER : c.LOWER + 3], bones[i, c.UPPER : c.UPPER + 3] = (-half, half) if limited else (-10.0, 10.0)
    bones[:, c.START : c.START + 3] = bones[:, c.COORDS : c.COORDS + 3]
    bones[0, c.WORLD : c.WORLD + 4] = unit(rng.normal(size=4))
    settings = np.zeros(c.SETTINGS)
    settings[[c.ROOT_FREE, c.ROOT_MOVE_COST, c.ROOT_TURN_COST, c.DAMPING]] = 1.0, 20.0, 10.0, 0.1
    settings[[c.TRUNK_WAITS, c.LEADING_STEPS, c.MOST_REFINING, c.ENDS_BELOW]] = 1.0, 8.0, 36.0, 1e-6
    bodies.stand(bones, settings)
    goals = np.zeros((3, c.GOAL_WIDTH))
    for k in range(len(goals)):
        bone = int(rng.integers(0, count))
        goals[k, c.GOAL_BONE], goals[k, c.HAS_ROTATION], goals[k, c.PINNED] = bone, rng.random() < 0.5, k > 0
        goals[k, c.OFFSET : c.OFFSET + 3] = rng.normal(size=3) * 0.1
        goals[k, c.TARGET_ROTATION : c.TARGET_ROTATION + 4] = bones[bone, c.WORLD : c.WORLD + 4]
        goals[k, c.TARGET : c.TARGET + 3] = bodies.effector(bones, goals, k)
        goals[k, c.NOW : c.NOW + 3] = goals[k, c.TARGET : c.TARGET + 3]
    return bones, goals, settings


def unit(q: np.ndarray) -> np.ndarray:
    """The quaternion, of length 1."""
    return q / np.linalg.norm(q)
