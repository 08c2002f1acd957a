"""Rigs of the oracle, evaluated by Pantin and by Blender in turn.

The goal is moved to where it is, in Blender the empty that is aimed at (in rigs without such a point the first bone);
nothing of the pose before is remembered by either. Pantin's time is `evaluate(document)` from the edited document to
matrices, Blender's `view_layer.update()` after the same edit, each seen from Python: Blender's includes what its
dependency graph costs, Pantin's the Python around its kernels. An empty is the least that Blender can be asked: it
poses anew only what depends on it, and takes up to twice as long when a bone of the same armature is moved instead.
Medians of a round's evaluations; both take turns in several rounds, of which the quickest counts for each.
"""

from __future__ import annotations

import json
import math
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from pantin.rigs import Bone, Document
from pantin.rigs.editing.pose import with_transforms
from pantin.solver import evaluate
from tests.bench.measuring.oracle_rig import OracleRig
from tests.oracle import cases
from tests.sources import ORACLE

FILES = ("blender_cases", "blender_constraints", "blender_following", "blender_sheared", "blender_spaces")


@dataclass(frozen=True)
class Raced:
    """How long one rig took, µs."""

    id: str
    family: str
    ours: float
    theirs: float

    @property
    def ratio(self) -> float:
        """Return how many times as fast as Blender Pantin is."""
        return self.theirs / self.ours

    def __str__(self) -> str:
        return f"{self.id}: Pantin {self.ours:.1f} µs, Blender {self.theirs:.1f} µs"


def races(rounds: int, moves: int, each: int) -> Iterator[Raced]:
    """Every rig that Pantin knows, at most `each` of a family; Auto IK (o) is a tool in Blender, not an evaluation."""
    seen: dict[str, int] = {}
    for spec in specs():
        family = spec["family"]
        seen[family] = seen.get(family, 0) + 1
        if seen[family] <= each:
            yield raced(spec, rounds, moves)


def specs() -> list[dict[str, Any]]:
    """The rigs that can be raced."""
    known = [json.loads((ORACLE / f"{name}.json").read_text(encoding="utf-8"))["cases"] for name in FILES]
    return [spec for file in known for spec in file if cases.is_known(spec) and "auto_ik" not in spec]


def raced(spec: dict[str, Any], rounds: int, moves: int) -> Raced:
    """The rig of one case, timed."""
    theirs, ours = _blender(OracleRig(spec)), _pantin(cases.case_of(spec).document)
    best = [math.inf, math.inf]
    for _ in range(rounds):
        for n, take in enumerate((ours, theirs)):
            best[n] = min(best[n], statistics.median(take() for _ in range(moves)))
    return Raced(spec["id"], spec["family"], *best)


def _blender(rig: OracleRig) -> Callable[[], float]:
    move, update = rig.moved, rig.update

    def take() -> float:
        move()
        start = time.perf_counter_ns()
        update()
        return (time.perf_counter_ns() - start) / 1000

    return take


def _pantin(document: Document) -> Callable[[], float]:
    rig = document.rig
    mover = next((bone for bone in rig.bones if _is_point(bone)), rig.bones[0]).name
    place = document.figure.transform(mover)
    evaluate(document)

    def take() -> float:
        edited = with_transforms(document, {mover: place})
        start = time.perf_counter_ns()
        evaluate(edited)
        return (time.perf_counter_ns() - start) / 1000

    return take


def _is_point(bone: Bone) -> bool:
    """Return whether a bone stands for a point that is a target (`tests.oracle.cases`)."""
    return bone.kind == "handle" and bone.name.startswith("target ")


def mean(found: list[Raced]) -> float:
    """The geometric mean of their ratios."""
    return math.exp(statistics.fmean(math.log(race.ratio) for race in found))
