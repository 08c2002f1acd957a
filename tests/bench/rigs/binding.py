"""Measures how long weights of a mesh of 25,000 vertices take: all its steps, on the processor.

A thin body is a tube fifteen times as long as thick, a stout one three times, each with twenty bones. Nothing is
compiled for it, so the first time is as quick as the next.

| what | must | measured |
|---|---|---|
| weights of a thin body | ≤ 2 s | 1.3 s |
| weights of a stout body | ≤ 2 s | 2.1 s, NOT MET |

The table is what `python -m tests.bench binding` prints, on two cores that six others used.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from pantin.rigs.meshes.weighting.characters import weights_of
from tests.bench.measuring.rows import Row
from tests.rigs.meshes.weighting.solids import chain, character, rig, tube


@dataclass(frozen=True)
class Counts:
    """Rings of vertices, and vertices of each."""

    rings: int = 521
    around: int = 48


FULL, TINY = Counts(), Counts(rings=31, around=8)


def measure(counts: Counts = FULL) -> Iterator[Row]:
    """Seconds of processor time."""
    bones = rig(*chain(*((0.0, 0.0, 0.15 * step) for step in range(21))))
    for name, radius in (("weights of a thin body", 0.1), ("weights of a stout body", 0.5)):
        body = character(tube((0.0, 0.0, 0.0), (0.0, 0.0, 3.0), radius, counts.rings, counts.around))
        begun = time.process_time()
        weights_of(body, bones)
        yield Row(name, time.process_time() - begun, "s", 2.0)
