"""Pulling the whole body of the sample humanoid: how long a solve takes, how far pins drift, how often a joint pops.

`two pins` pulls hands, feet, chest, head and hips on closed random paths in steps of 0.4 % of the height, both feet
standing as they do; 15 to 20 % of the targets cannot be reached, and where that is upwards heels rise, which is one
solve more. `four pins` pulls hips, chest and a hand with feet, the other hand and the head pinned in their places, and
once more with feet that stand. A pop is a bone that turns by more than 0.2 rad in one step.
Everyday paths are those of the oracle (`everyday_paths.json`), followed by the hand or foot from the standing figure:
one fails where a bone turns by more than 0.2 rad for 0.4 % of the limb, or more than 2 % of its points are missed by
2 % of the limb.
`other people` are those of the samples that have feet, fitted: hips, head, hands and feet are pulled in the same way,
on paths that fit their legs. A jump is a bone that turns by more than 0.1 rad in a sixteenth of a step.
A hand that the arm gets alone is led to places at 45 to 85 % of the arm's length, before the figure and beside it, that
clavicle and arm reach: how far the chest turns and the hips go, of people that have a clavicle.

| what | must | measured |
|---|---|---|
| two pins, p50 | ≤ 100 µs | 165.5 µs, NOT MET |
| two pins, p99 |  | 1,084 µs |
| two pins, drift | ≤ 1e-05 heights | 4.048e-11 heights |
| two pins, pops in 80,000 steps | ≤ 3 | 2 |
| four pins, p50 |  | 234.9 µs |
| four pins, p99 | ≤ 500 µs | 463.5 µs |
| four pins, feet that stand, p50 |  | 421.9 µs |
| four pins, feet that stand, p99 | ≤ 500 µs | 1,019 µs, NOT MET |
| everyday paths that fail, of 34 | ≤ 0 | 0 |
| other people, hips: jumps in 5,976 steps |  | 16 |
| other people, head: jumps in 5,976 steps |  | 9 |
| other people, hand: jumps in 11,288 steps |  | 3 |
| other people, foot: jumps in 11,952 steps |  | 0 |
| other people, all: jumps in 35,192 steps | ≤ 30 | 28 |
| two pins, pops in 120,000 steps of other seeds | ≤ 6 | 1 |
| of 3,000 pairs beyond reach, jumps | ≤ 20 | 14 |
| of 3,000 pairs beyond reach, misses that change by more than the step | ≤ 150 | 110 |
| of 3,000 pairs beyond reach, mean miss | ≤ 130 mm | 129.5 mm |
| hand that the arm gets alone, chest turns, p95 | ≤ 3 ° | 2.366 ° |
| hand that the arm gets alone, hips go, p95 | ≤ 5.67 ‰ of the height | 3.656 ‰ of the height |
| other people, the same, chest turns, p95 | ≤ 3 ° | 2.113 ° |
| other people, the same, hips go, p95 | ≤ 5.67 ‰ of the height | 4.817 ‰ of the height |

The table is what `python -m tests.bench pulling` prints. Debian 12, Python 3.11.7, 2 shared cores of an AMD EPYC,
slower than those of other tables by about 1.8; numpy 2.4.6, numba 0.68.1.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from pantin import rigs, solver
from pantin.resources import FOLDER
from pantin.rigs import Document, Pin
from pantin.rigs.fitting import figure_in
from pantin.rigs.fitting.body_frame import frame_of
from pantin.rigs.rest import rest_height
from pantin.solver.edits.limbs.person_controls import rig_person
from pantin.solver.edits.pulling.pull import BodyPull, PullGoal, begin
from pantin.solver.whole_body import columns as c
from tests.bench.measuring.kernels import compiled
from tests.bench.measuring.rows import Row
from tests.others.samples import SAMPLES, sample
from tests.others.solver.edits.people import PEOPLE
from tests.sources import ORACLE

EVERYDAY = ORACLE / "everyday_paths.json"
STEP, POP, JUMP = 0.004, 0.2, 0.1
HALVINGS = 4
"""A step in which a bone turns by more than JUMP is halved so often: where it still does, that is no quick turn."""
LEG = 0.48
"""The length of a leg of the humanoid, heights."""
DRAGS = (*("hand.L", "hand.R") * 6, "foot.L", "foot.R", "foot.L", "chest", "chest", "head", "hips", "hips")
AMPLITUDES = {"hand": 0.35, "foot": 0.25}
OTHERS = 0.18
"""How far a drag goes at most along one axis, heights: of a hand, a foot, and all others."""
BEYOND = (
    ("hand.L", "upper_arm.L", "hand.L"),
    ("foot.L", "thigh.L", "foot.L"),
    ("head", "hips", "head"),
    ("chest", "hips", "head"),
)
"""What is pulled beyond reach, from where its reach counts, and to where it goes."""
LEAN = (("chest turns", 1.0, "°", 3.0), ("hips go", 1000.0, "‰ of the height", 5.67))
"""The measures of a figure that leans: factor, unit and most. 10 mm are 5.67 ‰ of the height of the sample
figure."""
LIMBS = {"arm": ("upper_arm", "forearm", "hand"), "leg": ("thigh", "shin", "foot")}


@dataclass(frozen=True)
class Counts:
    seeds: tuple[int, ...] = (5, 21, 22, 23)
    steps: int = 1000
    stride: int = 1
    people: int = len(PEOPLE)
    fresh: tuple[int, ...] = (200, 201, 202, 203, 204, 205)
    pairs: int = 750
    leans: int = 1000


FULL, TINY = Counts(), Counts(seeds=(5,), steps=3, stride=60, people=1, fresh=(200,), pairs=2, leans=4)


@dataclass
class Seen:
    """What was seen on the way."""

    took: list[float] = field(default_factory=list)
    drift: float = 0.0
    pops: int = 0
    steps: int = 0

    def follow(self, drag: BodyPull, targets: np.ndarray) -> None:
        """Pull along targets (n, 3)."""
        before = None
        for target in targets:
            bones = self.solved(drag, target)
            if before is not None and turned(before, bones) > POP:
                self.pops += 1
            before, self.steps = bones, self.steps + 1

    def jumps(self, drag: BodyPull, one: np.ndarray, other: np.ndarray) -> bool:
        """Return whether a bone jumps somewhere between two targets (3,)."""
        self.steps += 1
        before, after = self.solved(drag, one), self.solved(drag, other)
        for _ in range(HALVINGS):
            if turned(before, after) <= JUMP:
                return False
            middle = (one + other) / 2.0
            between = self.solved(drag, middle)
            if turned(before, between) >= turned(between, after):
                other, after = middle, between
            else:
                one, before = middle, between
        return turned(before, after) > JUMP

    def solved(self, drag: BodyPull, target: np.ndarray) -> np.ndarray:
        """The bones with the pulled point at a target."""
        start = time.perf_counter()
        bones, _goals, figures, _lifted = drag.solved((target,))
        self.took.append(time.perf_counter() - start)
        self.drift = max(self.drift, float(figures[c.DRIFT]))
        return bones


def measure(counts: Counts = FULL) -> Iterator[Row]:
    """Times, drift and pops."""
    compiled()
    document = rigs.read(FOLDER / "rigs" / "humanoid.rig.json")
    height = rest_height(document.rig.bones)
    two = Seen()
    for seed in counts.seeds:
        rng = np.random.default_rng(seed)
        for bone in DRAGS:
            drag, start = begun(document, bone, document.rig.pins)
            two.follow(drag, start + path(rng, AMPLITUDES.get(bone[:4], OTHERS) * height, height, counts.steps))
    yield Row("two pins, p50", 1e6 * float(np.median(two.took)), "µs", 100.0)
    yield Row("two pins, p99", 1e6 * float(np.percentile(two.took, 99)), "µs")
    yield Row("two pins, drift", two.drift, "heights", 1e-5)
    yield Row(f"two pins, pops in {two.steps:,} steps", float(two.pops), "", 3.0)
    in_place = tuple(Pin(foot, rotation=True) for foot in ("foot.L", "foot.R"))
    yield from four_pins("four pins", document, in_place, counts)
    yield from four_pins("four pins, feet that stand", document, document.rig.pins, counts)
    yield everyday(document, counts)
    yield from other_people(counts)
    fresh = Seen()
    for seed in counts.fresh:
        rng = np.random.default_rng(seed)
        for bone in DRAGS:
            drag, start = begun(document, bone, document.rig.pins)
            fresh.follow(drag, start + path(rng, AMPLITUDES.get(bone[:4], OTHERS) * height, height, counts.steps))
    yield Row(f"two pins, pops in {fresh.steps:,} steps of other seeds", float(fresh.pops), "", 6.0)
    yield from beyond_reach(document, counts)
    yield from lean_rows("hand that the arm gets alone", [lean_of(document, counts)])
    others = (sample(file) for file in PEOPLE[: counts.people] if SAMPLES.exists())
    yield from lean_rows("other people, the same", [lean_of(rig_person(figure)[0], counts) for figure in others])


def lean_rows(what: str, leans: list[list[tuple[float, float]]]) -> Iterator[Row]:
    """The 95th percentiles of how far chests turn and hips go."""
    found = np.array([lean for each in leans for lean in each]).reshape(-1, 2)
    for k, (part, factor, unit, must) in enumerate(LEAN):
        if len(found):
            yield Row(f"{what}, {part}, p95", factor * float(np.percentile(found[:, k], 95)), unit, must)
        else:
            yield Row(f"{what}, {part}, p95", why_not="the samples are not beside the project")


def lean_of(document: Document, counts: Counts) -> list[tuple[float, float]]:
    """Measure how far a figure leans for its left hand; nothing where it has no such arm or clavicle."""
    parts = figure_in(document.rig).bones
    if not {"shoulder.L", "upper_arm.L", "forearm.L", "hand.L", "upper_arm.R"} <= parts.keys():
        return []
    chest = document.rig.by_name[parts["shoulder.L"]].parent or parts["hips"]
    return leaning(document, [parts[f"{part}.L"] for part in LIMBS["arm"]], chest, counts)


def leaning(document: Document, joints: Sequence[str], chest: str, counts: Counts) -> list[tuple[float, float]]:
    """Measure how far chests turn, degrees, and hips go, parts of the height, for targets that the arm gets alone.

    The targets are at 45 to 85 % of the arm's length from its first of `joints`, before the figure and on its left,
    wherever its files let it look, and whether it stands or lies.
    """
    hand = joints[-1]
    standing, found, rng = solver.evaluate(document), [], np.random.default_rng(1)
    heads = [np.array(standing.heads[standing.index[joint]]) for joint in joints]
    arm = sum(float(np.linalg.norm(b - a)) for a, b in pairwise(heads))
    alone = begin(document, standing, (PullGoal(hand),), document.rig.pins, 3)
    drag, _start = begun(document, hand, document.rig.pins)
    row = drag.tree.names.index(chest)
    frame = frame_of(document.rig, figure_in(document.rig))
    ways = rng.normal(size=(counts.leans, 3))
    ways[:, :2] = np.abs(ways[:, :2])
    ways = ways @ np.stack((frame.left, frame.forward, frame.up))
    for way in ways / np.linalg.norm(ways, axis=1)[:, None]:
        target = heads[0] + arm * rng.uniform(0.45, 0.85) * way
        if alone.solved((target,))[2][c.MISSED] <= 1e-3:
            bones, rest = drag.solved((target,))[0], drag.tables.bones
            went = float(np.linalg.norm(bones[0, c.HEAD : c.HEAD + 3] - rest[0, c.HEAD : c.HEAD + 3]))
            found.append((np.degrees(turned(rest[[row]], bones[[row]])), went))
    return found


def beyond_reach(document: Document, counts: Counts) -> Iterator[Row]:
    """Yield what becomes of pairs of targets STEP of the height apart, at 0.8 to 2 reaches from shoulder, hip or
    hips."""
    height, rng, jumps, changes = rest_height(document.rig.bones), np.random.default_rng(7), 0, 0
    misses: list[float] = []
    heads = {bone.name: np.array(bone.head) for bone in document.rig.bones}
    for bone, centre, end in BEYOND:
        drag, _start = begun(document, bone, document.rig.pins)
        reach = float(np.linalg.norm(heads[end] - heads[centre]))
        for _ in range(counts.pairs):
            ways = rng.normal(size=(2, 3))
            ways /= np.linalg.norm(ways, axis=1)[:, None]
            one = heads[centre] + ways[0] * reach * rng.uniform(0.8, 2.0)
            pair = (one, one + ways[1] * STEP * height)
            far: list[float] = []
            solved = [Seen().solved(drag, target) for target in pair]
            for bones, target in zip(solved, pair, strict=True):
                place = bones[drag.tree.names.index(bone), c.HEAD : c.HEAD + 3] * height
                far.append(float(np.linalg.norm(place - target)))
            jumps, changes = jumps + (turned(*solved) > POP), changes + (abs(far[0] - far[1]) > STEP * height)
            misses += far
    pairs = f"of {counts.pairs * len(BEYOND):,} pairs beyond reach"
    yield Row(f"{pairs}, jumps", float(jumps), "", 20.0)
    yield Row(f"{pairs}, misses that change by more than the step", float(changes), "", 150.0)
    yield Row(f"{pairs}, mean miss", 1000.0 * float(np.mean(misses)), "mm", 130.0)


def four_pins(what: str, document: Document, feet: tuple[Pin, ...], counts: Counts) -> Iterator[Row]:
    """Times of pulls at hips, chest and a hand, with the feet, the other hand and the head pinned."""
    height, rng, seen = rest_height(document.rig.bones), np.random.default_rng(counts.seeds[0]), Seen()
    for bone in ("hips", "chest", "hand.L", "hand.L"):
        drag, start = begun(document, bone, (*feet, Pin("hand.R"), Pin("head")))
        seen.follow(drag, start + path(rng, OTHERS * height, height, counts.steps))
    yield Row(f"{what}, p50", 1e6 * float(np.median(seen.took)), "µs")
    yield Row(f"{what}, p99", 1e6 * float(np.percentile(seen.took, 99)), "µs", 500.0)


def begun(document: Document, bone: str, pins: tuple[Pin, ...]) -> tuple[BodyPull, np.ndarray]:
    """A pull of a bone, and where its head is."""
    standing = solver.evaluate(document)
    return begin(document, standing, (PullGoal(bone),), pins), np.array(standing.heads[standing.index[bone]])


def path(rng: np.random.Generator, amplitude: float, height: float, steps: int) -> np.ndarray:
    """Offsets (steps, 3) on a closed smooth path, STEP of the height apart."""
    turns = np.linspace(0.0, 2.0 * np.pi, 4000)
    points = np.zeros((len(turns), 3))
    for k in range(1, 6):
        points += np.outer(np.sin(k * turns), rng.normal(size=3) / k)
        points += np.outer(np.cos(k * turns) - 1.0, rng.normal(size=3) / k)
    points *= amplitude / np.abs(points).max()
    along = np.concatenate(([0.0], np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))))
    at = (np.arange(steps) * STEP * height) % along[-1]
    return np.stack([np.interp(at, along, points[:, axis]) for axis in range(3)], axis=1)


def other_people(counts: Counts) -> Iterator[Row]:
    """Yield how often bones of fitted people jump, by what is pulled."""
    pulls: dict[str, list[tuple[Document, str, float]]] = {"hips": [], "head": [], "hand": [], "foot": []}
    for file in PEOPLE[: counts.people] if SAMPLES.exists() else ():
        figure = sample(file)
        parts, made = figure_in(figure.rig).bones, rig_person(figure)[0]
        if "foot.L" in parts:
            heads = [np.array(figure.rig.by_name[parts[f"{part}.L"]].head) for part in LIMBS["leg"]]
            height = sum(float(np.linalg.norm(b - a)) for a, b in pairwise(heads)) / LEG
            for part, bone in parts.items():
                pulls.get(part.split(".")[0], []).append((made, bone, height))
    steps, total = 0, 0
    for part, of_part in pulls.items():
        seen, jumps, rng = Seen(), 0, np.random.default_rng(counts.seeds[0])
        for made, bone, height in of_part:
            drag, start = begun(made, bone, tuple(pin for pin in made.rig.pins if pin.bone != bone))
            points = start + path(rng, AMPLITUDES.get(part, OTHERS) * height, height, max(counts.steps // 3, 2))
            jumps += sum(seen.jumps(drag, *step) for step in pairwise(points))
        if of_part:
            yield Row(f"other people, {part}: jumps in {seen.steps:,} steps", float(jumps))
            steps, total = steps + seen.steps, total + jumps
        else:
            yield Row(f"other people, {part}: jumps", why_not="the samples are not beside the project")
    if steps:
        yield Row(f"other people, all: jumps in {steps:,} steps", float(total), "", 30.0)


def everyday(document: Document, counts: Counts) -> Row:
    """Return how many of the everyday paths fail."""
    what = "everyday paths that fail, of 34"
    failed = []
    for member, paths in json.loads(EVERYDAY.read_text()).items():
        for name, points in paths.items() if member in LIMBS else ():
            failed += [f"{name} {side}" for side in "LR" if fails(document, member, side, points[:: counts.stride])]
    return Row(what, float(len(failed)), "", 0.0, note=", ".join(failed))


def fails(document: Document, member: str, side: str, points: list[list[float]]) -> bool:
    """Return whether a path is not followed smoothly, or missed."""
    names = [f"{part}.{side}" for part in LIMBS[member]]
    heads = [np.array(document.rig.by_name[name].head) for name in names]
    length = sum(float(np.linalg.norm(b - a)) for a, b in pairwise(heads))
    drag, _start = begun(document, names[-1], document.rig.pins)
    mirrored = np.array((1.0 if side == "L" else -1.0, 1.0, 1.0))
    targets = [heads[0] + np.array(point) * mirrored * length for point in points]
    seen, missed = Seen(), 0
    solved = [seen.solved(drag, target) for target in targets]
    for bones, target in zip(solved, targets, strict=True):
        at = bones[drag.tree.names.index(names[-1]), c.HEAD : c.HEAD + 3] * drag.tables.height
        missed += float(np.linalg.norm(at - target)) > 0.02 * length
    ways = [max(float(np.linalg.norm(b - a)) / (STEP * length), 1e-3) for a, b in pairwise(targets)]
    jumps = any(turned(*pair) > POP * way for pair, way in zip(pairwise(solved), ways, strict=True))
    return jumps or missed > 0.02 * len(points)


def turned(before: np.ndarray, after: np.ndarray) -> float:
    """The largest turn of a bone between two solves, radians."""
    a, b = before[:, c.WORLD : c.WORLD + 4], after[:, c.WORLD : c.WORLD + 4]
    return float((2.0 * np.arccos(np.clip(np.abs((a * b).sum(axis=1)), 0.0, 1.0))).max())
