"""Measures how surely Auto reaches what can be reached, and what it takes.

Draws, for each kind of joint and each number of bones, 20 chains with 50 goals each (fixed seeds), moves the goal of
the rig and evaluates the document: nothing is tried again, nothing is remembered. Missed is farther than 1e-6 of the
chain (and, where a rotation is asked for, 1e-5 rad). The last row says by how much a limit was exceeded at most, over
all of it. A goal is where the end is in a random pose inside the bounds, no joint turned further than 1.5 rad; limbs
are balls, hinges and wrists, spines turn by 0.25 to 0.45 rad.

| what | must | measured |
|---|---|---|
| free, 3 bones: reached | ≥ 100 % | 100 % (of 1,000; medians: 3.7 µs, 6 steps) |
| free, 5 bones: reached | ≥ 100 % | 100 % (of 1,000; medians: 4.5 µs, 7 steps) |
| free, 10 bones: reached | ≥ 100 % | 100 % (of 1,000; medians: 6.7 µs, 8 steps) |
| free, 20 bones: reached | ≥ 100 % | 100 % (of 1,000; medians: 10.7 µs, 10 steps) |
| free, 50 bones: reached | ≥ 100 % | 100 % (of 1,000; medians: 26.0 µs, 11 steps) |
| limb, 3 bones: reached | ≥ 100 % | 100 % (of 1,000; medians: 45.3 µs, 36 steps) |
| limb, 5 bones: reached | ≥ 100 % | 100 % (of 1,000; medians: 12.6 µs, 11 steps) |
| limb, 10 bones: reached | ≥ 100 % | 100 % (of 1,000; medians: 20.7 µs, 12 steps) |
| limb, 20 bones: reached | ≥ 100 % | 100 % (of 1,000; medians: 39.0 µs, 13 steps) |
| limb, 50 bones: reached | ≥ 100 % | 100 % (of 1,000; medians: 94.1 µs, 14 steps) |
| spine, 3 bones: reached | ≥ 100 % | 100 % (of 1,000; medians: 22.0 µs, 13 steps) |
| spine, 5 bones: reached | ≥ 100 % | 100 % (of 1,000; medians: 8.0 µs, 6 steps) |
| spine, 10 bones: reached | ≥ 100 % | 100 % (of 1,000; medians: 12.2 µs, 6 steps) |
| spine, 20 bones: reached | ≥ 100 % | 100 % (of 1,000; medians: 21.0 µs, 7 steps) |
| spine, 50 bones: reached | ≥ 100 % | 100 % (of 1,000; medians: 54.1 µs, 9 steps) |
| free, 5 bones, with rotation: reached | ≥ 99.9 % | 100 % (of 1,000; medians: 12.6 µs, 10 steps) |
| free, 10 bones, with rotation: reached | ≥ 99.9 % | 100 % (of 1,000; medians: 19.2 µs, 11 steps) |
| free, 20 bones, with rotation: reached | ≥ 99.9 % | 100 % (of 1,000; medians: 33.6 µs, 12 steps) |
| free, 50 bones, with rotation: reached | ≥ 99.9 % | 100 % (of 1,000; medians: 75.5 µs, 13 steps) |
| limb, 5 bones, with rotation: reached | ≥ 99.9 % | 100 % (of 1,000; medians: 18.4 µs, 11 steps) |
| limb, 10 bones, with rotation: reached | ≥ 99.9 % | 100 % (of 1,000; medians: 30.2 µs, 12 steps) |
| limb, 20 bones, with rotation: reached | ≥ 99.9 % | 100 % (of 1,000; medians: 54.4 µs, 13 steps) |
| limb, 50 bones, with rotation: reached | ≥ 99.9 % | 100 % (of 1,000; medians: 138.1 µs, 14 steps) |
| spine, 5 bones, with rotation: reached | ≥ 99.9 % | 100 % (of 1,000; medians: 9.7 µs, 6 steps) |
| spine, 10 bones, with rotation: reached | ≥ 99.9 % | 100 % (of 1,000; medians: 15.2 µs, 7 steps) |
| spine, 20 bones, with rotation: reached | ≥ 99.9 % | 100 % (of 1,000; medians: 27.5 µs, 8 steps) |
| spine, 50 bones, with rotation: reached | ≥ 99.9 % | 100 % (of 1,000; medians: 72.0 µs, 9 steps) |
| just inside reach, 3 bones: reached | ≥ 100 % | 100 % (of 1,000; medians: 3.9 µs, 7 steps) |
| straight back, 3 bones: reached | ≥ 100 % | 100 % (of 1,000; medians: 3.5 µs, 2 steps) |
| on the root, 3 bones: reached | ≥ 100 % | 100 % (of 1,000; medians: 6.4 µs, 8 steps) |
| just inside reach, 5 bones: reached | ≥ 100 % | 100 % (of 1,000; medians: 4.7 µs, 7 steps) |
| straight back, 5 bones: reached | ≥ 100 % | 100 % (of 1,000; medians: 4.1 µs, 2 steps) |
| on the root, 5 bones: reached | ≥ 100 % | 100 % (of 1,000; medians: 7.5 µs, 8 steps) |
| just inside reach, 10 bones: reached | ≥ 100 % | 100 % (of 1,000; medians: 6.6 µs, 7 steps) |
| straight back, 10 bones: reached | ≥ 100 % | 100 % (of 1,000; medians: 5.4 µs, 3 steps) |
| on the root, 10 bones: reached | ≥ 100 % | 100 % (of 1,000; medians: 10.6 µs, 9 steps) |
| just inside reach, 20 bones: reached | ≥ 100 % | 100 % (of 1,000; medians: 10.5 µs, 8 steps) |
| straight back, 20 bones: reached | ≥ 100 % | 100 % (of 1,000; medians: 8.7 µs, 4 steps) |
| on the root, 20 bones: reached | ≥ 100 % | 100 % (of 1,000; medians: 16.9 µs, 9 steps) |
| just inside reach, 50 bones: reached | ≥ 100 % | 100 % (of 1,000; medians: 24.7 µs, 10 steps) |
| straight back, 50 bones: reached | ≥ 100 % | 100 % (of 1,000; medians: 23.3 µs, 9 steps) |
| on the root, 50 bones: reached | ≥ 100 % | 100 % (of 1,000; medians: 33.0 µs, 9 steps) |
| free, 64 bones: reached | ≥ 100 % | 100 % (of 200; medians: 31.9 µs, 11 steps) |
| free, 200 bones: reached | ≥ 100 % | 100 % (of 200; medians: 105.1 µs, 12 steps) |
| the farthest beyond a limit | ≤ 1e-06 rad | 3.109e-15 rad |

The table puts together what `python -m tests.bench convergence` prints, a row for each kind and number of bones. Debian
12, Python 3.11.7, 2 shared cores; numpy 2.4.6, numba 0.68.1. Medians of the times: 10 to 230 µs.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count as count_up
from itertools import islice
from math import atan2

import msgspec
import numpy as np

from pantin.rigs import Bone, Document
from pantin.solver import Evaluated, evaluate
from tests.bench.measuring.kernels import compiled
from tests.bench.measuring.rows import Row
from tests.bench.measuring.subjects import (
    KINDS,
    Floats,
    aimed,
    chain,
    posed,
    reaching,
    some_turns,
)

NEAR, NEAR_TURN = 1e-6, 1e-5
BEYOND = 1e-6
WIDEST = 1.5
"""How far the joints of a goal's pose turn, radians, where bounds allow."""


@dataclass(frozen=True)
class Counts:
    bones: tuple[int, ...] = (3, 5, 10, 20, 50)
    chains: int = 20
    goals: int = 50
    """On each chain."""
    long: tuple[int, ...] = (64, 200)
    long_chains: int = 4


FULL, TINY = Counts(), Counts(bones=(3, 5), chains=1, goals=2, long=(64,), long_chains=1)


@dataclass
class Tally:
    """What the goals of one kind came to. `must` is the part of them that has to be reached."""

    name: str
    must: float
    missed: int
    total: int
    microseconds: list[float]
    steps: list[int]
    beyond: float

    def row(self) -> Row:
        """The part that was reached."""
        middle = f"{statistics.median(self.microseconds):.1f} µs, {statistics.median(self.steps):.0f} steps"
        reached = 100 * (1 - self.missed / self.total)
        note = f"of {self.total:,}; medians: {middle}"
        return Row(f"{self.name}: reached", reached, "%", 100 * self.must, "higher", note)


def measure(counts: Counts = FULL) -> Iterator[Row]:
    """Yield how much of each kind is reached, and the worst joint of all."""
    compiled()
    beyond = 0.0
    for tally in (*positions(counts), *rotations(counts), *awkward(counts), *long_chains(counts)):
        yield tally.row()
        beyond = max(beyond, tally.beyond)
    yield Row("the farthest beyond a limit", float(beyond), "rad", BEYOND)


def positions(counts: Counts) -> Iterator[Tally]:
    """A position to reach."""
    for kind in KINDS:
        for count in counts.bones:
            yield tally_of(f"{kind}, {count} bones", 1.0, list(cases(kind, count, counts)))


def rotations(counts: Counts) -> Iterator[Tally]:
    """A position and a rotation."""
    for kind in KINDS:
        for count in counts.bones[1:]:
            yield tally_of(f"{kind}, {count} bones, with rotation", 0.999, list(cases(kind, count, counts, True)))


def long_chains(counts: Counts) -> Iterator[Tally]:
    """Chains that others give up on."""
    few = replace(counts, chains=counts.long_chains)
    for count in counts.long:
        yield tally_of(f"free, {count} bones", 1.0, list(cases("free", count, few)))


def awkward(counts: Counts) -> Iterator[Tally]:
    """Goals that a solver likes least: just inside reach, straight back along a straight chain, on the root."""
    for count in counts.bones:
        chains = [straight(count, seed) for seed in range(counts.chains)]
        rng = np.random.default_rng(count)
        away = [aimed(d, 0.999 * way) for d in chains for way in some_ways(rng, counts.goals)]
        yield tally_of(f"just inside reach, {count} bones", 1.0, away)
        back = [aimed(d, np.array((0.0, 0.0, z))) for d in chains for z in np.linspace(0.4, 0.98, counts.goals)]
        yield tally_of(f"straight back, {count} bones", 1.0, back)
        any_chains = (chain(count, KINDS["free"], seed) for seed in count_up())
        folding = islice(filter(folds, any_chains), counts.chains * counts.goals)
        yield tally_of(f"on the root, {count} bones", 1.0, [aimed(reaching(b), np.zeros(3)) for b in folding])


def cases(kind: str, count: int, counts: Counts, rotation: bool = False) -> Iterator[Document]:
    """Documents whose goal is where the end of the chain can be."""
    rng = np.random.default_rng(count * 7 + rotation)
    for seed in range(counts.chains):
        bones = chain(count, KINDS[kind], seed)
        document = reaching(bones, rotation)
        for _ in range(counts.goals):
            there = evaluate(posed(document, bones, some_turns(rng, bones, WIDEST)))
            i = there.index[bones[-1].name]
            yield aimed(document, there.tails[i], _turn(there.matrices[i]) if rotation else None)


def straight(count: int, seed: int) -> Document:
    """A chain that is straight along Z."""
    bones = chain(count, KINDS["free"], seed)
    tops = np.cumsum([np.linalg.norm(np.subtract(b.tail, b.head)) for b in bones])
    return reaching(
        tuple(
            msgspec.structs.replace(b, head=(0.0, 0.0, float(top - size)), tail=(0.0, 0.0, float(top)))
            for b, top, size in zip(bones, tops, np.diff(tops, prepend=0.0), strict=True)
        )
    )


def folds(bones: tuple[Bone, ...]) -> bool:
    """Return whether the chain can come back to its root: no bone is longer than all others together."""
    return max(np.linalg.norm(np.subtract(b.tail, b.head)) for b in bones) < 0.5


def some_ways(rng: np.random.Generator, count: int) -> Floats:
    """Directions (count, 3), any."""
    ways = rng.normal(size=(count, 3))
    return ways / np.linalg.norm(ways, axis=1, keepdims=True)


def tally_of(name: str, must: float, documents: list[Document]) -> Tally:
    """Evaluate them, each twice: the second time is what it takes when the program of the rig is there."""
    tally = Tally(name, must, 0, len(documents), [], [], 0.0)
    for document in documents:
        evaluate(document)
        evaluated = evaluate(document)
        report = evaluated.goals[0]
        missed = report.residual > NEAR
        if document.rig.constraints[0].rotation:
            i = evaluated.index[report.owner]
            missed = missed or _angle(evaluated.matrices[i], evaluated.matrix("goal")) > NEAR_TURN
        tally.missed += missed
        tally.microseconds.append(evaluated.microseconds)
        tally.steps.append(report.iterations)
        tally.beyond = max(tally.beyond, beyond(document, evaluated))
    return tally


def beyond(document: Document, evaluated: Evaluated) -> float:
    """By how much the worst joint is past its bound, radians: swing and twist in numpy, as the oracle has them."""
    worst = 0.0
    for bone in document.rig.bones:
        if all(limit is None for limit in bone.joint.limit) and not any(bone.joint.lock):
            continue
        i = evaluated.index[bone.name]
        here = evaluated.matrices[i, :3, :3]
        parent = evaluated.matrices[evaluated.index[bone.parent], :3, :3] if bone.parent else np.eye(3)
        offset = evaluated.skeleton.table[i, :16].reshape(4, 4)[:3, :3]
        x, y, z, w = _turn_of(offset.T @ parent.T @ here)
        size = float(np.hypot(y, w))
        twist = 2.0 * atan2(y, w) if size > 1e-12 else 0.0
        twist = (twist + np.pi) % (2.0 * np.pi) - np.pi
        cy, cw = (y / size, w / size) if size > 1e-12 else (0.0, 1.0)
        sx, sz = x * cw - z * -cy, z * cw + x * -cy
        worst = max(worst, _past(bone.joint.limit[1], bone.joint.lock[1], twist), _swing_past(bone.joint, sx, sz))
    return worst


def _past(limit, locked: bool, angle: float) -> float:
    low, high = (0.0, 0.0) if locked else (limit or (-np.pi, np.pi))
    return max(low - angle, angle - high, 0.0)


def _swing_past(joint, sx: float, sz: float) -> float:
    """Past the ellipse of half-angle sines, or past one axis' own bound, as an angle."""
    bounds = [(0.0, 0.0) if joint.lock[a] else joint.limit[a] for a in (0, 2)]
    parts = []
    for bound, s in zip(bounds, (sx, sz), strict=True):
        if bound is None:
            parts.append(None)
            continue
        most = np.sin(0.5 * (bound[1] if s >= 0.0 else -bound[0]))
        parts.append((s, most))
    if parts[0] is None or parts[1] is None or any(most < 1e-9 for part in parts if part for _, most in [part]):
        return max(
            (2.0 * (np.arcsin(min(abs(s), 1.0)) - np.arcsin(most)) for part in parts if part for s, most in [part]),
            default=0.0,
        )
    filled = np.hypot(parts[0][0] / parts[0][1], parts[1][0] / parts[1][1])
    size = float(np.hypot(sx, sz))
    return 2.0 * (np.arcsin(min(size, 1.0)) - np.arcsin(min(size / filled, 1.0))) if filled > 1.0 else 0.0


def _turn(matrix: Floats) -> Floats:
    return np.array(_turn_of(matrix[:3, :3]))


def _turn_of(m: Floats) -> tuple[float, float, float, float]:
    """The quaternion of a rotation matrix, by its largest component."""
    k = np.array(
        [
            1.0 + m[0, 0] - m[1, 1] - m[2, 2],
            1.0 - m[0, 0] + m[1, 1] - m[2, 2],
            1.0 - m[0, 0] - m[1, 1] + m[2, 2],
            1.0 + np.trace(m),
        ]
    )
    i = int(np.argmax(k))
    rows = (
        (k[0], m[0, 1] + m[1, 0], m[0, 2] + m[2, 0], m[2, 1] - m[1, 2]),
        (m[0, 1] + m[1, 0], k[1], m[1, 2] + m[2, 1], m[0, 2] - m[2, 0]),
        (m[0, 2] + m[2, 0], m[1, 2] + m[2, 1], k[2], m[1, 0] - m[0, 1]),
        (m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1], k[3]),
    )[i]
    q = np.array(rows)
    x, y, z, w = (q / np.linalg.norm(q)).tolist()
    return x, y, z, w


def _angle(a: Floats, b: Floats) -> float:
    """Between two rotations, radians."""
    x, y, z, w = _turn_of(a[:3, :3].T @ b[:3, :3])
    return 2.0 * atan2(float(np.sqrt(x * x + y * y + z * z)), abs(w))
