"""evaluate: a document becomes a posed skeleton.

The same document gives the same matrices to the last bit, on any thread and after reopening. What it keeps between
calls, the arrays made from bones, constraints and pose, only saves time: it is looked up by identity, and a value that
was built anew gives the same arrays.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from rigs import Document, Rig, Transform
from rigs.problems import Problem
from solver.layout import REPORT_WIDTH
from solver.program import Floats, Program, Skeleton, changed_channels, channels_of, program_of, shape_of, skeleton_of
from solver.schedule import Grab

KEPT = 4
"""Programs kept: the document on screen, its like during a drag, and two more, for side-by-side use."""


@dataclass(frozen=True, slots=True)
class GoalReport:
    """What became of one goal. `constraint` is its place in the rig's constraints, None for a grab; metres."""

    owner: str
    constraint: int | None
    residual: float
    reached: bool
    iterations: int
    pole_undefined: bool
    position: tuple[float, float, float]
    effector: tuple[float, float, float]


class Evaluated:
    """A posed skeleton: for each bone of the rig, in its order, where it stands. Arrays are read-only."""

    def __init__(
        self, program: Program, matrices: Floats, stretches: Floats, reports: Floats, microseconds: float
    ) -> None:
        self._program = program
        self._reports = reports
        self._stretches = stretches
        self.matrices = matrices
        """(n, 4, 4) in armature space; columns are the X, Y, Z axes with their scale, and the head."""
        self.microseconds = microseconds
        """How long the evaluation took. Not part of the result."""

    @property
    def names(self) -> tuple[str, ...]:
        """The bones, in the order of the rows."""
        return self._program.skeleton.names

    @property
    def index(self) -> Mapping[str, int]:
        """The row of each bone."""
        return self._program.skeleton.index

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What could not be evaluated: cycles, whose constraints were left out."""
        return self._program.problems

    @property
    def heads(self) -> Floats:
        """Where the bones begin (n, 3)."""
        return self.matrices[:, :3, 3]

    @cached_property
    def tails(self) -> Floats:
        """Where the bones end (n, 3)."""
        return self.heads + self.matrices[:, :3, 1] * self._program.skeleton.lengths[:, None]

    @cached_property
    def goals(self) -> tuple[GoalReport, ...]:
        """A report for each goal that was solved, in the order of solving."""
        rows = zip(self._program.chains, self._reports.tolist(), strict=True)
        return tuple(_report(chain.owner, chain.constraint, row) for chain, row in rows if chain.reported)

    @property
    def skeleton(self) -> Skeleton:
        """The bones that stand here."""
        return self._program.skeleton

    @property
    def stretches(self) -> Floats:
        """How long each bone is (n, 1), in rest lengths times its scale: 1 unless IK stretches it."""
        return self._stretches

    def matrix(self, name: str) -> Floats:
        """The matrix (4, 4) of the bone `name`."""
        found: Floats = self.matrices[self.index[name]]
        return found


def evaluate(document: Document, grabs: Sequence[Grab] = ()) -> Evaluated:
    """Pose the document's rig. `grabs` are goals that last as long as a drag. Never raises for a rig that was read."""
    from solver.run import run

    start = time.perf_counter_ns()
    rig = document.rig
    kept = _kept(rig, grabs)
    program, channels = kept.program, kept.channels
    n = len(program.skeleton.names)
    matrices, stretches, reports = np.empty((n, 16)), np.empty((n, 1)), np.empty((len(program.chains), REPORT_WIDTH))
    places = np.array([grab.goal for grab in grabs], np.float64).reshape(-1, 3) if grabs else _NO_GRABS
    run(program.skeleton.table, *program.tables, channels, places, matrices, stretches, reports)
    matrices.flags.writeable = False
    return Evaluated(program, matrices.reshape(n, 4, 4), stretches, reports, (time.perf_counter_ns() - start) / 1000.0)


_NO_GRABS = np.empty((0, 3))


class _Kept(NamedTuple):
    """One program with the last pose that it was run on."""

    program: Program
    pose: Mapping[str, Transform]
    channels: Floats


_recent: tuple[_Kept, ...] = ()


def _kept(rig: Rig, grabs: Sequence[Grab]) -> _Kept:
    """The program and the pose rows for `rig`, from what is kept as far as possible. Newest first, replaced whole."""
    global _recent
    recent = _recent
    shape = shape_of(grabs) if grabs else ()
    for kept in recent:
        program = kept.program
        if program.constraints is rig.constraints and program.skeleton.bones is rig.bones and program.grabs == shape:
            if kept.pose is rig.pose:
                return kept
            channels = changed_channels(program.skeleton, kept.pose, kept.channels, rig.pose)
            found = _Kept(program, rig.pose, channels)
            _recent = (found, *(other for other in recent if other is not kept))
            return found
    skeleton = next((kept.program.skeleton for kept in recent if kept.program.skeleton.bones is rig.bones), None)
    program = program_of(rig, skeleton or skeleton_of(rig.bones), grabs)
    found = _Kept(program, rig.pose, channels_of(program.skeleton, rig.pose))
    _recent = (found, *recent)[:KEPT]
    return found


def _report(owner: str, constraint: int | None, row: list[float]) -> GoalReport:
    return GoalReport(
        owner=owner,
        constraint=constraint,
        residual=row[0],
        reached=row[1] > 0.5,
        iterations=int(row[2]),
        pole_undefined=row[3] > 0.5,
        position=(row[4], row[5], row[6]),
        effector=(row[7], row[8], row[9]),
    )
