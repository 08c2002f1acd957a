"""Measures how many poses of a whole figure a second: `solver.evaluate_many` on one core.

Makes a clip of 2,000 frames of the sample humanoid, 60 bones with four limbs by IK with poles, whose hands, feet and
chest go round, and evaluates all of it. The best of five rounds: other work on the machine only adds.

| what | must | measured |
|---|---|---|
| humanoid, 60 bones, four limbs by IK | ≥ 30,000 poses/s | 89,505 poses/s |

The table is what `python -m tests.bench clips` prints. Debian 12, Python 3.11.7, 2 shared cores, no graphics card (Mesa
llvmpipe 15.0.6); PySide6 6.11.3, numpy 2.4.6, numba 0.68.1. Measured on a crowded machine with numpy 1.26.4, as the sum
of the quickest of 25 rounds of each twenty of 400 frames.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, sin

import numpy as np

from pantin import rigs
from pantin.resources import FOLDER
from pantin.rigs import Transform
from pantin.rigs.editing.pose import with_transforms
from pantin.solver import evaluate_many, pose_rows
from tests.bench.measuring.kernels import compiled
from tests.bench.measuring.rows import Row

MUST = 30_000


@dataclass(frozen=True)
class Counts:
    frames: int = 2000
    rounds: int = 5


FULL, TINY = Counts(), Counts(frames=10, rounds=1)


def measure(counts: Counts = FULL) -> Iterator[Row]:
    """Poses a second in the best round."""
    compiled()
    document = rigs.read(FOLDER / "rigs" / "humanoid.rig.json")
    clip = np.array([pose_rows(with_transforms(document, pose(0.02 * frame))) for frame in range(counts.frames)])
    evaluate_many(document, clip[:10])
    took = []
    for _ in range(counts.rounds):
        start = time.perf_counter()
        evaluate_many(document, clip)
        took.append(time.perf_counter() - start)
    rate = counts.frames / min(took)
    yield Row("humanoid, 60 bones, four limbs by IK", rate, "poses/s", MUST, "higher")


def pose(t: float) -> dict[str, Transform]:
    """Hands and feet on small loops, the chest to and fro."""
    found = {"chest": Transform(rotation=(0.1 * sin(t), 0.0, 0.0, (1.0 - 0.01 * sin(t) ** 2) ** 0.5))}
    for k, name in enumerate(("hand_ik.L", "hand_ik.R", "foot_ik.L", "foot_ik.R")):
        found[name] = Transform(location=(0.05 * sin(t + k), -0.05 + 0.05 * cos(t + k), 0.08 + 0.05 * sin(2.0 * t + k)))
    return found
