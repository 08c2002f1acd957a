"""A leg of some bones, and how it bends."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from pantin.rigs import (
    Bone,
    Joint,
)
from tests.solver.sample_chains import (
    FREE,
    bone,
)

BENT = ((0, 0, 0), (0, -0.3, 1), (0, 0.6, 1.8), (0, 0.2, 2.9), (0, 0.9, 3.6))
"""A hind leg, drawn upwards: its bends go to and fro."""


def leg(points=BENT, joint: Joint = FREE) -> tuple[Bone, ...]:
    return tuple(
        bone(f"b{i}", a, b, parent=f"b{i - 1}" if i else None, connected=i > 0, joint=joint)
        for i, (a, b) in enumerate(pairwise(points))
    )


def bends(evaluated, count: int) -> np.ndarray:
    """The angles between bones that follow each other, radians."""
    ways = (evaluated.tails - evaluated.heads)[:count]
    ways = ways / np.linalg.norm(ways, axis=1, keepdims=True)
    return np.arctan2(np.linalg.norm(np.cross(ways[1:], ways[:-1]), axis=1), (ways[1:] * ways[:-1]).sum(axis=1))
