"""evaluate: a document becomes a posed skeleton.

The same document gives the same matrices to the last bit, on any thread and after reopening. What it keeps between
calls, the arrays made from bones, constraints and pose, only saves time: it is looked up by identity, and a value that
was built anew gives the same arrays.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from math import dist
from time import perf_counter_ns
from typing import Any

import numpy as np

from pantin.rigs import Document, Goal, Ik, Rig
from pantin.rigs.problems import Problem
from pantin.rigs.solvers import SolverName
from pantin.solver.compiling.layout import POSE_WIDTH, REPORT_WIDTH, TRACE, TRACE_WIDTH, TRACED
from pantin.solver.program.pose_channels import Posed, posed, posed_anew
from pantin.solver.program.program import (
    Floats,
    Program,
    Skeleton,
    program_of,
    shape_of,
    skeleton_of,
)
from pantin.solver.program.schedule import Chain, Grab
from pantin.solver.program.solver_codes import METHODS

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
    method: str = ""
    """The title of the solver that it got."""
    residuals: tuple[float, ...] = ()
    """Metres left before the first step and after each one; at most 128, of which the last is what is left."""
    bones: tuple[str, ...] = ()
    """The chain that was turned for it, from its end to its root."""
    root: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """Where the chain begins."""
    length: float = 0.0
    """How long the chain is when it is straight, metres."""
    handle: str = ""
    """The bone that stands for the goal: the constraint's target, else the bone that is dragged."""
    steps_most: int = 0
    rotation_residual: float = 0.0
    """How far the owner is from the target's rotation, radians, where the goal asks for it; axes let go aside."""
    microseconds: float = field(default=0.0, compare=False)
    """How long the goals that share bones with this one took together. Not part of the result."""
    near: float = 1e-5
    """A goal that is nearer than this part of the chain's length is reached."""

    @property
    def tolerance(self) -> float:
        """A goal that is nearer is reached, metres."""
        return self.near * self.length

    @property
    def distance(self) -> float:
        """From the root of the chain to the goal, metres."""
        return dist(self.root, self.position)


class Evaluated:
    """A posed skeleton: for each bone of the rig, in its order, where it stands. Arrays are read-only."""

    def __init__(self, program: Program, out: Floats, began: int) -> None:
        _seal(out, False)
        self._program = program
        self._out = out
        self.matrices: Floats = out[program.standing]
        """(n, 4, 4) in armature space; columns are the X, Y, Z axes with their scale, and the head."""
        self._took = perf_counter_ns() - began

    @property
    def microseconds(self) -> float:
        """How long the evaluation took. Not part of the result."""
        return self._took / 1000.0

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
        count, numbers = len(self._program.chains), self._out.reshape(-1)
        first = 18 * len(self.names)
        last = first + count * REPORT_WIDTH
        times = last + count * TRACE_WIDTH
        ends, traces = numbers[first:last].reshape(count, REPORT_WIDTH), numbers[last:times].reshape(count, TRACE_WIDTH)
        rows = zip(self._program.chains, ends.tolist(), traces, numbers[times : times + count].tolist(), strict=True)
        return tuple(_report(self._program, *each) for each in rows if each[0].reported)

    @cached_property
    def limits_hit(self) -> tuple[str, ...]:
        """The bones whose joints have come to the end of a limit, or are posed beyond one."""
        return tuple(self.bounds_hit)

    @cached_property
    def bounds_hit(self) -> Mapping[str, tuple[int, int, int]]:
        """Which bounds those joints stand on, for X, Y and Z: 1 the upper, −1 the lower, 0 none."""
        from pantin.solver.entries.local_poses import on_limits

        standing = np.empty((len(self.names), 3))
        on_limits(self.skeleton.table, self._local_channels, standing)
        hit = np.flatnonzero(standing.any(axis=1)).tolist()
        signs = standing.astype(int).tolist()
        return {self.names[i]: (signs[i][0], signs[i][1], signs[i][2]) for i in hit}

    def largest_turn_since(self, before: Evaluated) -> float:
        """How far the joint that turned most has turned since `before`, radians: a jump, where it should be calm."""
        if self.skeleton is not before.skeleton or not self.names:
            return 0.0
        here, there = self._local_channels[:, 3:7], before._local_channels[:, 3:7]
        alike = np.minimum(np.abs(np.einsum("nc,nc->n", here, there)), 1.0)
        return float(2.0 * np.arccos(alike.min()))

    @cached_property
    def _local_channels(self) -> Floats:
        """How each bone is posed where it stands now: rows of poses."""
        from pantin.solver.entries.local_poses import to_local

        channels = np.empty((len(self.names), POSE_WIDTH))
        to_local(self.skeleton.table, np.array(self.matrices).reshape(-1, 16), np.array(self.stretches), channels)
        return channels

    @property
    def skeleton(self) -> Skeleton:
        """The bones that stand here."""
        return self._program.skeleton

    @property
    def stretches(self) -> Floats:
        """How long and how thick each bone is (n, 2), in its own measure: 1 unless IK stretches it."""
        count = len(self.names)
        return self._out.reshape(-1)[16 * count : 18 * count].reshape(-1, 2)

    def matrix(self, name: str) -> Floats:
        """The matrix (4, 4) of the bone `name`."""
        found: Floats = self.matrices[self.index[name]]
        return found


def evaluate(document: Document, grabs: Sequence[Grab] = (), solver: SolverName | None = None) -> Evaluated:
    """Pose the document's rig. Never raises for a rig that was read.

    `grabs` are goals that last as long as a drag. `solver` is for all chains, whatever they ask for: to compare with.
    """
    began = perf_counter_ns()
    program, rows = _kept(document.rig, grabs, solver)
    places = np.array([grab.goal for grab in grabs], np.float64).reshape(-1, 3) if grabs else _NO_GRABS
    out = np.empty(program.room)
    _entry_for(program.is_chosen)(program.numbers, program.rows, rows, places, out)
    return Evaluated(program, out, began)


def evaluate_many(document: Document, poses: Floats) -> Floats:
    """The matrices (f, n, 4, 4) of the document's rig in each of `poses` (f, n, 10), read-only: a whole clip at once.

    A row of a pose is a bone's location, unit rotation [x, y, z, w] and scale, as `pose_rows` makes it; the document's
    own pose does not count. Each frame is what `evaluate` makes of a document with that pose, to the bit. Raises
    ValueError where the shape of `poses` is not that of the rig.
    """
    program, _ = _kept(document.rig, (), None)
    n = len(program.skeleton.names)
    if poses.ndim != 3 or poses.shape[1:] != (n, POSE_WIDTH):
        raise ValueError(f"Poses of this rig are arrays (frames, {n}, {POSE_WIDTH}), not {poses.shape}.")
    clip = np.ascontiguousarray(poses, np.float64).reshape(-1, POSE_WIDTH)
    out = np.empty((len(clip) + program.room[0] - n, 4, 4))
    _entry_for(program.is_chosen)(program.numbers, program.rows, clip, _NO_GRABS, out)
    _seal(out, False)
    return out[: len(clip)].reshape(len(poses), n, 4, 4)


def pose_rows(document: Document) -> Floats:
    """The document's pose as an array (n, 10): a frame for `evaluate_many`."""
    return _kept(document.rig, (), None)[1].copy()


def in_kernel(document: Document) -> float:
    """How long the machine code alone takes for `document`, µs: what benches print beside the whole."""
    program, rows = _kept(document.rig, (), None)
    run, out = _entry_for(program.is_chosen), np.empty(program.room)
    start = perf_counter_ns()
    run(program.numbers, program.rows, rows, _NO_GRABS, out)
    return (perf_counter_ns() - start) / 1000.0


def needs_chosen(document: Document, grabs: Sequence[Grab] = (), solver: SolverName | None = None) -> bool:
    """Whether to evaluate this takes the solvers that are compiled last (`warm.prepare_chosen`)."""
    return _kept(document.rig, grabs, solver)[0].is_chosen


@cache
def _entry_for(is_chosen: bool) -> Callable[..., None]:
    """The machine code that knows the solvers that a program asks for. Imported only now: it may have to be made.

    numba would look at the types of what it is handed, to choose among its variants, each time. There is but one, and
    what it is handed is made here.
    """
    if is_chosen:
        from pantin.solver.entries.run_chosen import run
    else:
        from pantin.solver.entries.run import run
    compiled: Any = run
    (variant,) = compiled.overloads.values()
    door: Callable[..., None] = variant.entry_point
    return door


_NO_GRABS = np.empty((0, 3))
_seal: Any = np.ndarray.setflags
"""Make an array writable or not. numpy's own hints want a keyword, which takes twice as long."""


class _Kept:
    """One program, what of a rig it was made for, and the last pose that it was run on."""

    __slots__ = ("asked", "bones", "constraints", "last", "program")

    def __init__(self, program: Program, asked: _Asked, last: Posed) -> None:
        self.program, self.asked = program, asked
        self.bones, self.constraints = program.skeleton.bones, program.constraints
        self.last = last
        """Replaced whole, so that threads may share it."""


_Asked = tuple[tuple[tuple[str, int, bool], ...], SolverName | None, SolverName, bool]
"""What of a rig, beside its bones and constraints, a program depends on: see `_kept`."""

_recent: tuple[_Kept, ...] = ()


def _kept(rig: Rig, grabs: Sequence[Grab], solver: SolverName | None) -> tuple[Program, Floats]:
    """The program and the pose rows for `rig`, from what is kept as far as possible. Newest first, replaced whole."""
    global _recent
    recent, bones, constraints = _recent, rig.bones, rig.constraints
    asked = (shape_of(grabs) if grabs else (), solver, rig.solver, rig.live_solving)
    for kept in recent:
        if kept.constraints is constraints and kept.bones is bones and kept.asked == asked:
            last = kept.last
            if last[0] is not rig.pose:
                kept.last = last = posed_anew(kept.program.skeleton.index, last, rig.pose)
            if kept is not recent[0]:
                _recent = (kept, *(other for other in recent if other is not kept))
            return kept.program, last[2]
    skeleton = next((kept.program.skeleton for kept in recent if kept.bones is bones), None)
    program = program_of(rig, skeleton or skeleton_of(bones), grabs, solver)
    last = posed(program.skeleton.index, rig.pose)
    _recent = (_Kept(program, asked, last), *recent)[:KEPT]
    return program, last[2]


def _report(program: Program, chain: Chain, row: list[float], trace: Floats, time: float) -> GoalReport:
    constraint = Ik(owner=chain.owner) if chain.constraint is None else program.constraints[chain.constraint]
    assert isinstance(constraint, Goal)
    return GoalReport(
        owner=chain.owner,
        constraint=chain.constraint,
        residual=row[0],
        reached=row[1] > 0.5,
        iterations=int(row[2]),
        pole_undefined=row[3] > 0.5,
        position=(row[4], row[5], row[6]),
        effector=(row[7], row[8], row[9]),
        method=METHODS[int(row[10])],
        residuals=tuple(trace[TRACE : TRACE + int(trace[TRACED])].tolist()),
        bones=chain.bones,
        root=(row[11], row[12], row[13]),
        length=row[14],
        handle=constraint.target or chain.owner,
        steps_most=constraint.iterations,
        rotation_residual=row[15],
        microseconds=time,
        near=getattr(constraint, "tolerance", 1e-5),
    )
