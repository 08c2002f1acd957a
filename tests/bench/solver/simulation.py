"""Measures how long a step of a simulation takes, and that finer steps lead to the same path.

Plays the sample humanoid, 60 bones with four limbs by IK with poles, at 60 Hz while its hands, feet and chest go round.
Where Blender is there (`pip install bpy`, see `peers`), the same handles are keyed on its rig, which iTaSC simulates in
the same run; its state is lost by edits, so nothing is set by hand. Four limbs of two bones are little work for both: a
frame there takes 0.10 ms, and 0.06 ms with its constraints muted. For the order the same second is played with 1, 2, 4
and 8 steps a frame and compared with 64: the smallest of the orders, of all joints.

| what | must | measured |
|---|---|---|
| a step at 60 Hz, humanoid, 60 bones | ≤ 0.3 ms | 0.05422 ms (p99 0.108 ms) |
| the same by Blender's iTaSC, in steps of Pantin's | ≥ 20 × | 1.772 × (0.10 ms), NOT MET |
| order at which the path converges, steps halved | ≥ 1 | 1.088 |

The table is what `python -m tests.bench simulation` prints. Debian 12, Python 3.11.7, 2 shared cores on which others
worked; numpy 2.4.6, numba 0.68.1, bpy 5.0.1. Paths of 1, 2, 4, 8, 16 and 32 steps are at most 0.088, 0.042, 0.019,
0.009, 0.004 and 0.001 mm from that of 64, though an arm goes through straight in a sixth of the second.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec

import numpy as np

from pantin import rigs
from pantin.resources import FOLDER
from pantin.rigs import Document
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.simulation import Simulation
from pantin.solver import evaluate, simulate
from tests.bench.measuring.blender import ABSENT, Blender
from tests.bench.measuring.kernels import compiled_with_simulation
from tests.bench.measuring.rows import Row, percentile
from tests.bench.solver.clips import pose

RATE = 60


@dataclass(frozen=True)
class Counts:
    frames: int = 1200
    finest: int = 64
    steps: tuple[int, ...] = (1, 2, 4, 8)


FULL, TINY = Counts(), Counts(frames=12, finest=4, steps=(1, 2))


def measure(counts: Counts = FULL) -> Iterator[Row]:
    """The median of a step, Blender's by it, and the order of convergence."""
    compiled_with_simulation()
    document = simulated(Simulation(mode="simulation"))
    evaluate(document)
    took, _ = played(document, counts.frames)
    ours = percentile(took, 0.5)
    yield Row("a step at 60 Hz, humanoid, 60 bones", ours, "ms", 0.3, note=f"p99 {percentile(took, 0.99):.3f} ms")
    what = "the same by Blender's iTaSC, in steps of Pantin's"
    if find_spec("bpy"):
        theirs = percentile(by_blender(document, counts.frames), 0.5)
        yield Row(what, theirs / ours, "×", 20, "higher", note=f"{theirs:.2f} ms")
    else:
        yield Row(what, None, "×", 20, "higher", why_not=ABSENT)
    yield Row("order at which the path converges, steps halved", order(counts), "", 1, "higher")


def simulated(settings: Simulation) -> Document:
    """The sample humanoid with these settings."""
    document = rigs.read(FOLDER / "rigs" / "humanoid.rig.json")
    return document.with_rig(document.rig.changed(simulation=settings))


def played(document: Document, frames: int) -> tuple[list[float], np.ndarray]:
    """Return how long each step takes, ms, and where the bones are after each (frames, n, 4, 4)."""
    took, found, memory = [], [], simulate(with_transforms(document, pose(0.0)), None, 0.0).memory
    for f in range(1, frames + 1):
        moved = with_transforms(document, pose(6.0 * f / RATE))
        start = time.perf_counter()
        evaluated = simulate(moved, memory, 1 / RATE)
        took.append(1000.0 * (time.perf_counter() - start))
        memory = evaluated.memory
        found.append(evaluated.matrices)
    return took, np.array(found)


def by_blender(document: Document, frames: int) -> list[float]:
    """Return how long each frame takes there, ms."""
    blender = Blender(document)
    blender.simulate(RATE)
    for f in range(frames + 1):
        for name, transform in pose(6.0 * f / RATE).items():
            blender.pose(name, transform)
            blender.key(name, f + 1)
    blender.show_frame(1)
    took = []
    for f in range(1, frames + 1):
        start = time.perf_counter()
        blender.show_frame(f + 1)
        took.append(1000.0 * (time.perf_counter() - start))
    return took


def order(counts: Counts) -> float:
    """The smallest order from one number of steps to the next."""

    def path(steps: int) -> np.ndarray:
        settings = Simulation(mode="simulation", auto_step=False, steps=steps)
        return played(simulated(settings), min(counts.frames, RATE))[1]

    best = path(counts.finest)
    errors = np.array([np.abs(path(steps) - best).max() for steps in counts.steps])
    orders = np.log(errors[:-1] / errors[1:]) / np.log(np.divide(counts.steps[1:], counts.steps[:-1]))
    return float(orders.min())
