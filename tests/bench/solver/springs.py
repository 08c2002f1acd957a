"""Measures what springs cost: a still that is run to rest, a step of a drag, and what all of it is to figures without.

A hundred joints in ten chains hang on a post, free and among ten spheres that they rest on. Each is measured beside the
same figure without springs; the difference is what springs cost.

| what | must | measured |
|---|---|---|
| a still of 100 joints, free | ≤ 0.3 ms | 0.045 ms |
| a still of 100 joints among 10 spheres | ≤ 50 ms | 0.27 ms |
| a step of a drag, 100 joints among 10 spheres | ≤ 0.3 ms | 0.042 ms |

The table is what `python -m tests.bench springs` prints. Processor time, medians, of 2 shared cores on which others
worked; Python 3.11.7, numba 0.68.1. Until the entry is compiled, which takes ten seconds, a still among the spheres
takes 120 ms.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from msgspec.structs import replace

from pantin.rigs import Document
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.springs import Collider, ColliderGroup, Spring, SpringJoint, Springs
from pantin.solver import evaluate
from pantin.solver.compiling import when_used
from pantin.solver.springing import STEP, Swing
from tests.bench.measuring.kernels import compiled
from tests.bench.measuring.rows import Row, percentile


@dataclass(frozen=True)
class Counts:
    times: int = 400
    chains: int = 10


FULL, TINY = Counts(), Counts(times=4, chains=2)


def measure(counts: Counts = FULL) -> Iterator[Row]:
    """The medians of what springs take, beside the same figure without."""
    compiled()
    when_used.prepare_springs(lambda part: None)
    free = hanging(counts.chains, 0)
    among = hanging(counts.chains, 10)
    bare = percentile(took(lambda: evaluate(without(among)), counts.times), 0.5)
    memory = evaluate(among).swung
    for what, document, must, swing in (
        ("a still of 100 joints, free", free, 0.3, None),
        ("a still of 100 joints among 10 spheres", among, 50.0, None),
        ("a step of a drag, 100 joints among 10 spheres", among, 0.3, Swing(memory, STEP)),
    ):
        taken = took(lambda document=document, swing=swing: evaluate(document, swing=swing), counts.times)
        yield Row(what, max(percentile(taken, 0.5) - bare, 0.0), "ms", must)


def took(work: Callable[[], object], times: int) -> list[float]:
    """Return the processor time of each time, ms."""
    found = []
    for _ in range(times):
        began = time.thread_time()
        work()
        found.append(1e3 * (time.thread_time() - began))
    return found


def hanging(chains: int, spheres: int) -> Document:
    """Return a post with chains of ten bones around it, which sink on spheres."""
    bones, springs = [Bone("post", None, (0.0, 0.0, 0.0), (0.0, 0.0, 1.6))], []
    names = ("bodies",) if spheres else ()
    for chain in range(chains):
        angle = 2.0 * np.pi * chain / chains
        x, y = float(np.cos(angle)), float(np.sin(angle))
        for link in range(10):
            near, far = 0.05 * link, 0.05 * (link + 1)
            above = bones[-1].name if link else "post"
            ends = (near * x, near * y, 1.6), (far * x, far * y, 1.6)
            bones.append(Bone(f"{chain}_{link}", above, *ends))
        joints = tuple(SpringJoint(f"{chain}_{link}", gravity=1.0, radius=0.01) for link in range(10))
        springs.append(Spring(joints=joints, colliders=names))
    bodies = tuple(
        Collider("post", offset=(0.15 * float(np.cos(each)), 1.45, 0.15 * float(np.sin(each))), radius=0.1)
        for each in np.linspace(0.0, 2.0 * np.pi, spheres, endpoint=False)
    )
    groups = (ColliderGroup("bodies", bodies),) if spheres else ()
    return Document.of(Rig(bones=tuple(bones), springs=Springs(chains=tuple(springs), colliders=groups)))


def without(document: Document) -> Document:
    """Return the document with its springs off."""
    return document.with_rig(document.rig.changed(springs=replace(document.rig.springs, on=False)))
