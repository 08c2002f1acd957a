"""Pantin's whole evaluation beside Blender's whole update of the same rig, in one run.

Builds each rig in Pantin and, where the module is there (`pip install bpy`, which wants a Python and a numpy of its
own), in Blender. One bone is moved at a time. Pantin's time is `evaluate(document)` from the edited document to
matrices, Blender's the update of its view layer after the same move. Medians of a loop's moves; both take turns in
seven rounds, of which the quickest counts for each: other work on the machine only adds. `kernel` is the part of
Pantin's time that is spent in machine code; the rest is Python, from the document to arrays and back.

| what | must | measured |
|---|---|---|
| 2 bones: Blender / Pantin | ≥ 2 | 10.32 (Pantin 4.7 µs, kernel 1.4 µs, Blender 48.7 µs) |
| 5 bones: Blender / Pantin | ≥ 4 | 8.36 (Pantin 6.0 µs, kernel 2.7 µs, Blender 50.3 µs) |
| 10 bones: Blender / Pantin | ≥ 8 | 11.79 (Pantin 7.2 µs, kernel 3.8 µs, Blender 84.5 µs) |
| 20 bones: Blender / Pantin | ≥ 15 | 20.63 (Pantin 9.6 µs, kernel 6.2 µs, Blender 197.6 µs) |
| humanoid tree, five effectors: Blender / Pantin | ≥ 40 | 61.98 (Pantin 28.0 µs, kernel 23.6 µs, Blender 1735.0 µs) |
| 60 bones, four two-bone pole limbs: Blender / Pantin | ≥ 8 | 19.06 (Pantin 8.0 µs, kernel 4.5 µs, Blender 152.3 µs) |
| FK, 10,000 bones, one turned: Blender / Pantin | ≥ 20 | 82.85 (Pantin 322.2 µs, kernel 248.9 µs, Blender 26698.0 µs) |

The table is what `python -m tests.bench peers` prints. Debian 12, Python 3.11.7, 2 shared cores; Blender 5.0.1 (bpy),
numpy 2.4.6, numba 0.68.1; nothing else ran. Of the tree's goals round the loop two in five cannot all be met;
such an evaluation takes all of its hundred steps.
"""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec

import msgspec

from pantin import rigs
from pantin.resources import FOLDER
from pantin.rigs import Bone, Document, Ik, Rig, Transform
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.figure import Figure
from pantin.solver import evaluate
from pantin.solver.evaluate import in_kernel
from tests.bench.measuring.blender import ABSENT, Blender
from tests.bench.measuring.kernels import compiled
from tests.bench.measuring.rows import Row
from tests.bench.measuring.subjects import FREE, chain, reaching

LIMBS = {"arm.L": (0.2, 1.4), "arm.R": (-0.2, 1.4), "leg.L": (0.1, 0.9), "leg.R": (-0.1, 0.9)}
EFFECTORS = ("hand.L", "hand.R", "foot.L", "foot.R", "head")


@dataclass(frozen=True)
class Counts:
    rounds: int = 7
    moves: int = 63
    """At most so many make a round."""
    strands: int = 100
    """Of a hundred bones each, in the largest rig."""


FULL, TINY = Counts(), Counts(rounds=1, moves=2, strands=2)


@dataclass(frozen=True)
class Race:
    """One rig, the bone that is moved or turned, and how many times as fast as Blender Pantin has to be."""

    name: str
    document: Document
    mover: str
    must: float
    moves: int = 63
    """How many make a round: once round the loop, so that no round has easier goals than another."""
    loop: float = 0.1
    """The radius of the loop, metres."""
    turned: bool = False

    def transform(self, step: int) -> Transform:
        """Return how the bone is posed at this step: on a small loop, or to and fro."""
        if self.turned:
            half = 0.2 * math.sin(0.1 * step)
            return Transform(rotation=(math.sin(half), 0.0, 0.0, math.cos(half)))
        x, y, z = self.document.figure.transform(self.mover).location
        turn, size = 0.1 * step, self.loop
        return Transform(
            location=(x - size + 0.6 * size * math.sin(turn), y + 0.6 * size * math.cos(turn), z - 0.6 * size)
        )

    def at(self, step: int) -> Document:
        """The document with the bone posed so."""
        return with_transforms(self.document, {self.mover: self.transform(step)})


def measure(counts: Counts = FULL) -> Iterator[Row]:
    """Yield how many times as fast as Blender, for each rig; without Blender Pantin's own times are noted."""
    compiled()
    for race in races(counts.strands):
        ours, bare, theirs = timed(race, counts)
        what, note = f"{race.name}: Blender / Pantin", f"Pantin {ours:.1f} µs, kernel {bare:.1f} µs"
        if theirs is None:
            yield Row(what, must=race.must, better="higher", note=note, why_not=ABSENT)
        else:
            yield Row(what, theirs / ours, "", race.must, "higher", f"{note}, Blender {theirs:.1f} µs")


def races(strands: int) -> list[Race]:
    """The rigs."""
    chains = [
        Race(f"{count} bones", started(count), "goal", must, loop=0.4)
        for count, must in ((2, 2), (5, 4), (10, 8), (20, 15))
    ]
    return [
        *chains,
        Race("humanoid tree, five effectors", tree(), "hand.L goal", 40, loop=0.15),
        Race("60 bones, four two-bone pole limbs", Document.of(sixty_bones()), f"{next(iter(LIMBS))} handle", 8),
        Race(
            f"FK, {100 * strands:,} bones, one turned",
            Document.of(brush(strands)),
            "bristle_0_0",
            20,
            moves=10,
            turned=True,
        ),
    ]


def timed(race: Race, counts: Counts) -> tuple[float, float, float | None]:
    """Pantin's time, the part of it in the kernel, Blender's time (None where it is not here); µs."""
    theirs = blender(race) if find_spec("bpy") else None
    ours = pantin(race)
    mine, bare, other = [], [], []
    moves = min(race.moves, counts.moves)
    for n in range(counts.rounds):
        steps = range(n * moves, (n + 1) * moves)
        both = [ours(step) for step in steps]
        mine.append(statistics.median(whole for whole, _ in both))
        bare.append(statistics.median(part for _, part in both))
        if theirs is not None:
            other.append(statistics.median(map(theirs, steps)))
    return min(mine), min(bare), min(other, default=None)


def pantin(race: Race) -> Callable[[int], tuple[float, float]]:
    """A function that moves the bone and returns how long the evaluation took, and its kernel."""
    evaluate(race.document)

    def move(step: int) -> tuple[float, float]:
        edited = race.at(step)
        start = time.perf_counter_ns()
        evaluate(edited)
        whole = time.perf_counter_ns() - start
        return whole / 1000, in_kernel(edited)

    return move


def blender(race: Race) -> Callable[[int], float]:
    """The same in Blender."""
    scene = Blender(race.document)

    def move(step: int) -> float:
        scene.pose(race.mover, race.transform(step))
        start = time.perf_counter_ns()
        scene.update()
        return (time.perf_counter_ns() - start) / 1000

    return move


def started(count: int) -> Document:
    """A chain whose goal begins at its end."""
    document = reaching(chain(count, FREE, 1))
    end = document.rig.bones[count - 1].tail
    return with_transforms(document, {"goal": Transform(location=end)})


def tree() -> Document:
    """The sample figure with one goal for each hand and foot and the head; their chains go up to the hips."""
    rig = rigs.read(FOLDER / "rigs" / "humanoid.rig.json").rig
    bones = [
        msgspec.structs.replace(bone, parent=None if bone.name == "hips" else bone.parent)
        for bone in rig.bones
        if bone.kind == "bone"
    ]
    by_name = {bone.name: bone for bone in bones}
    for name in EFFECTORS:
        x, y, z = by_name[name].tail
        bones.append(Bone(f"{name} goal", None, (x, y, z), (x, y + 0.1, z), kind="handle"))
    constraints = tuple(Ik(owner=name, target=f"{name} goal") for name in EFFECTORS)
    return Document.of(Figure(name="tree", rig=Rig(bones=tuple(bones), constraints=constraints)))


def brush(strands: int) -> Figure:
    """Strands of a hundred bones on one root."""
    bones = [Bone("root", None, (0.0, 0.0, 0.0), (0.0, 0.0, 0.1))]
    for strand in range(strands):
        parent, x = "root", 0.05 * strand
        for place in range(100):
            name, z = f"bristle_{strand}_{place}", 0.1 + 0.02 * place
            bones.append(Bone(name, parent, (x, 0.0, z), (x, 0.0, z + 0.02), connected=place > 0))
            parent = name
    return Figure(name="brush", rig=Rig(bones=tuple(bones)))


def sixty_bones() -> Figure:
    """A trunk of four bones, four limbs of twelve with a handle and a pole each."""
    bones = [Bone("trunk_1", head=(0.0, 0.0, 0.9), tail=(0.0, 0.0, 1.05))]
    for n in range(2, 5):
        z = 0.9 + 0.15 * (n - 1)
        bones.append(Bone(f"trunk_{n}", f"trunk_{n - 1}", (0.0, 0.0, z), (0.0, 0.0, z + 0.15), connected=True))
    constraints = []
    for name, (x, z) in LIMBS.items():
        bones.extend(limb(name, x, z))
        target, pole = f"{name} handle", f"{name} pole"
        constraints.append(Ik(owner=f"{name} lower", target=target, pole=pole, chain_length=2))
    return Figure(name="sixty", rig=Rig(bones=tuple(bones), constraints=tuple(constraints)))


def limb(name: str, x: float, z: float) -> list[Bone]:
    """Two bones bent forwards, an end with three times three digits, a handle at the end and a pole in front."""
    top, middle, end = (x, 0.0, z), (x, -0.05, z - 0.4), (x, 0.0, z - 0.8)
    found = [
        Bone(f"{name} upper", "trunk_4" if z > 1.0 else "trunk_1", top, middle),
        Bone(f"{name} lower", f"{name} upper", middle, end, connected=True),
        Bone(f"{name} end", f"{name} lower", end, (x, -0.1, z - 0.85), connected=True),
    ]
    for digit in range(3):
        parent = f"{name} end"
        for joint in range(3):
            at = (x + 0.02 * digit, -0.1 - 0.03 * joint, z - 0.85)
            found.append(Bone(f"{name} {digit}{joint}", parent, at, (at[0], at[1] - 0.03, at[2])))
            parent = f"{name} {digit}{joint}"
    found.append(Bone(f"{name} handle", None, end, (x, 0.2, z - 0.8), kind="handle"))
    found.append(Bone(f"{name} pole", None, (x, -0.6, z - 0.4), (x, -0.7, z - 0.4), kind="pole"))
    return found
