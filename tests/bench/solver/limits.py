"""Measures what limits cost: steps and time of chains that are held by their joints, within reach and out of it.

Steps do not depend on the machine; times are medians of the quickest of three evaluations each. The oracle's family of
locks and limits (52 rigs of two to four bones, answered by Blender) is taken as it is. Random limbs (a ball and a
hinge, with a wrist for three bones) get goals that they reach and goals anywhere within their length, most of which
they do not. DLS and SDLS are given a trunk with four arms, a goal each. Where Blender is there (`pip install bpy`), it
takes turns with Pantin on every rig of the oracle; `measuring.oracle_race` says how both are timed.

| what | must | measured |
|---|---|---|
| oracle, locks and limits: most steps | ≤ 900 | 640 (median 24; geometric mean 20.4 µs, most 292 µs) |
| limb of 2 bones, within reach: most steps | ≤ 300 | 2 (median 2; geometric mean 4.8 µs, most 9 µs) |
| limb of 2 bones, anywhere: most steps | ≤ 900 | 55 (median 9; geometric mean 10.5 µs, most 34 µs) |
| limb of 3 bones, within reach: most steps | ≤ 300 | 153 (median 40; geometric mean 35.0 µs, most 114 µs) |
| limb of 3 bones, anywhere: most steps | ≤ 900 | 152 (median 53; geometric mean 47.2 µs, most 111 µs) |
| dls, 95 bones, four goals | ≤ 20 ms | 2.203 ms (100 rounds) |
| sdls, 95 bones, four goals | ≤ 20 ms | 2.914 ms (100 rounds) |
| locked and limited chains: Blender / Pantin, geometric mean | ≥ 3 | 4.426 (52 rigs) |
| locked and limited chains: Blender / Pantin, worst rig | ≥ 0.5 | 0.5095 (h-073-mixpole: 56.3, 28.7 µs) |
| every other family: Blender / Pantin, worst rig | ≥ 1.5 | 2.042 (m-031-dist-OUTSIDE: 5.3, 10.8 µs) |

The table is what `python -m tests.bench limits` prints. Debian 12, Python 3.11.7, 2 shared cores of an AMD EPYC;
numpy 2.4.6, numba 0.68.1. Before (decision 26) the family took 8,017 steps at most, and two to three times as long in
the geometric mean; the races with Blender were 1.694, 0.072 and 0.689 before decision 37, 2.703, 0.168 and 1.614
before decision 38, 3.538, 0.232 and 1.976 before decision 39, 3.737, 0.322 and 1.904 before decision 40, and the
first two 4.15 and 0.377 before decision 41. Blender turns the root of the worst rig 0.68 rad out of its limits, so
that it reaches what nothing reaches within them. Geometric means of the other families: a 5.8, b 12.4, c 9.4, d 20.9,
e 8.9, f 10.8, g 18.4, i 15.9, j 7.5, k 20.4, l 4.9, m 21.4, n 13.3, p 4.4, q 3.8, r 4.2, s 4.3, t 4.7, u 4.6, v 4.2,
w 5.0, x 4.4, y 4.5; on the machine on which it was measured before, where Blender takes half as long again, a 9.7 to
v 5.9.
"""

from __future__ import annotations

import json
import math
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec

import numpy as np

from pantin.rigs import Bone, Document, Ik, Joint, Rig, Transform
from pantin.rigs.figure import Figure
from pantin.rigs.pose import Pose
from pantin.rigs.solvers import SolverName
from pantin.solver import Evaluated, evaluate
from tests.bench.measuring.blender import ABSENT
from tests.bench.measuring.kernels import compiled_with_all_solvers
from tests.bench.measuring.oracle_race import mean, races
from tests.bench.measuring.rows import Row
from tests.bench.measuring.subjects import LIMB, Floats, aimed, chain, posed, reaching, some_turns
from tests.oracle.cases import case_of
from tests.oracle.figures import CASES

MOST_STEPS = 900
"""Of a rig of the oracle, and of a limb that is sent anywhere; within reach a third of that."""

MOVES = 9
"""Evaluations of a round beside Blender."""

MOST_MILLISECONDS = 20.0
"""For a hundred rounds."""


@dataclass(frozen=True)
class Counts:
    cases: int = 1000
    raced: int = 1000
    """Of each family of the oracle."""
    rounds: int = 7
    limbs: int = 40
    goals: int = 10
    bones: int = 95
    """Of the tree."""


FULL, TINY = Counts(), Counts(cases=2, raced=1, rounds=1, limbs=1, goals=1, bones=10)


@dataclass
class Tally:
    """What evaluations of one kind took."""

    steps: list[int]
    microseconds: list[float]

    def see(self, pose: Callable[[], Evaluated]) -> None:
        """One more evaluation."""
        found, quickest = pose(), math.inf
        for _ in range(3):
            start = time.thread_time_ns()
            pose()
            quickest = min(quickest, (time.thread_time_ns() - start) / 1000)
        self.steps.append(sum(goal.iterations for goal in found.goals))
        self.microseconds.append(max(quickest, 1e-3))

    def row(self, what: str, must: float) -> Row:
        """The most steps, with the rest as a note."""
        mean = math.exp(statistics.fmean(map(math.log, self.microseconds)))
        middle = statistics.median(self.steps)
        note = f"median {middle:.0f}; geometric mean {mean:.1f} µs, most {max(self.microseconds):.0f} µs"
        return Row(f"{what}: most steps", max(self.steps), "", must, note=note)


def measure(counts: Counts = FULL) -> Iterator[Row]:
    """Steps and times of each kind, compiled."""
    compiled_with_all_solvers()
    held = Tally([], [])
    specs = json.loads(CASES.read_text(encoding="utf-8"))["cases"]
    for spec in [spec for spec in specs if spec["family"] == "h"][: counts.cases]:
        held.see(case_of(spec).evaluate)
    yield held.row("oracle, locks and limits", MOST_STEPS)
    for count in (2, 3):
        reached, anywhere = _limbs(count, counts)
        yield reached.row(f"limb of {count} bones, within reach", MOST_STEPS / 3)
        yield anywhere.row(f"limb of {count} bones, anywhere", MOST_STEPS)
    yield from _tree_rows(counts)
    yield from _raced_rows(counts)


def _raced_rows(counts: Counts) -> Iterator[Row]:
    """Yield how many times as fast as Blender, on every rig of the oracle; beside it each family's geometric mean."""
    held, other = "locked and limited chains: Blender / Pantin", "every other family: Blender / Pantin"
    rows = [(f"{held}, geometric mean", 3.0), (f"{held}, worst rig", 0.5), (f"{other}, worst rig", 1.5)]
    if find_spec("bpy") is None:
        for what, must in rows:
            yield Row(what, must=must, better="higher", why_not=ABSENT)
        return
    found = list(races(counts.rounds, MOVES, counts.raced))
    limited = [race for race in found if race.family == "h"]
    others = [race for race in found if race.family != "h"]
    families = {race.family: mean([each for each in found if each.family == race.family]) for race in others}
    slow, slowest = min(limited, key=lambda race: race.ratio), min(others, key=lambda race: race.ratio)
    figures = (mean(limited), slow.ratio, slowest.ratio)
    notes = (f"{len(limited)} rigs", str(slow), f"{slowest}; geometric means {_listed(families)}")
    for (what, must), figure, note in zip(rows, figures, notes, strict=True):
        yield Row(what, figure, "", must, "higher", note)


def _listed(families: dict[str, float]) -> str:
    return ", ".join(f"{family} {figure:.1f}" for family, figure in sorted(families.items()))


def _limbs(count: int, counts: Counts) -> tuple[Tally, Tally]:
    """Random limbs: goals that they reach, and goals anywhere within their length."""
    reached, anywhere = Tally([], []), Tally([], [])
    for seed in range(counts.limbs):
        bones, rng = chain(count, LIMB, seed), np.random.default_rng(seed)
        document = reaching(bones)
        for _ in range(counts.goals):
            there = evaluate(posed(document, bones, some_turns(rng, bones, 1.5)))
            goal = there.tails[there.index[bones[-1].name]]
            reached.see(_evaluating(aimed(document, goal)))
            way = rng.normal(size=3)
            anywhere.see(_evaluating(aimed(document, way / np.linalg.norm(way) * rng.uniform(0.2, 1.0))))
    return reached, anywhere


def _evaluating(document: Document, solver: SolverName | None = None) -> Callable[[], Evaluated]:
    return lambda: evaluate(document, (), solver)


def _tree_rows(counts: Counts) -> Iterator[Row]:
    """DLS and SDLS on a tree with four goals."""
    solvers: tuple[SolverName, ...] = ("dls", "sdls")
    for solver in solvers:
        tally = Tally([], [])
        for seed in range(3):
            tally.see(_evaluating(tree(counts.bones, seed), solver))
        took = statistics.median(tally.microseconds) / 1000
        note = f"{statistics.median(tally.steps) / 4:.0f} rounds"
        yield Row(f"{solver}, {counts.bones} bones, four goals", took, "ms", MOST_MILLISECONDS, note=note)


def tree(count: int, seed: int) -> Document:
    """A trunk and four arms, a fifth of the bones each, and a goal for each arm."""
    rng, bones, goals = np.random.default_rng(seed), list[Bone](), list[Bone]()
    top = _run(bones, rng, "trunk", None, np.zeros(3), np.array((0.0, 0.0, 0.1)), count // 5)
    for k, way in enumerate(((0.1, 0.0, 0.03), (-0.1, 0.0, 0.03), (0.03, 0.1, 0.02), (0.02, -0.1, 0.04))):
        x, y, z = _run(bones, rng, f"arm{k}_", bones[count // 5 - 1].name, top, np.array(way), count // 5).tolist()
        goals.append(Bone(f"goal{k}", None, (x, y, z), (x, y, z + 0.1), kind="handle"))
    pose = {}
    for goal in goals:
        x, y, z = rng.normal(0.0, 0.4, 3).tolist()
        pose[goal.name] = Transform(location=(x, y, z))
    tips = [bones[(k + 2) * (count // 5) - 1].name for k in range(4)]
    iks = tuple(Ik(owner=tip, target=goal.name, iterations=100) for tip, goal in zip(tips, goals, strict=True))
    return Document.of(Figure(name="tree", rig=Rig(bones=(*bones, *goals), constraints=iks), pose=Pose(pose)))


def _run(
    bones: list[Bone], rng: np.random.Generator, name: str, parent: str | None, at: Floats, way: Floats, count: int
) -> Floats:
    """Add so many bones, one after the other. Returns where the last one ends."""
    for n in range(count):
        end = at + way + rng.normal(0.0, 0.02, 3)
        (ax, ay, az), (bx, by, bz) = at.tolist(), end.tolist()
        joint = Joint(limit=((-0.4, 0.5), (-0.3, 0.3), (-0.4, 0.4)))
        bones.append(Bone(f"{name}{n}", parent, (ax, ay, az), (bx, by, bz), connected=parent is not None, joint=joint))
        parent, at = f"{name}{n}", end
    return at
