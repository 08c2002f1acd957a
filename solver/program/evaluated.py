"""What an evaluation returns: the posed skeleton, and a report for each goal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import dist
from time import perf_counter_ns
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.rigs import Constraint, Goal, Ik
from pantin.rigs.fields import Vector3
from pantin.rigs.problems import Problem
from pantin.rigs.solvers import SOLVERS
from pantin.rigs.unusable import Unusable
from pantin.rigs.wording import quoted
from pantin.solver.compiling.layout import (
    BONE_LOWER,
    BONE_UPPER,
    FREE,
    ITERATIONS,
    POLE_UNDEFINED,
    POSE_WIDTH,
    REACHED,
    REPORT_EFFECTOR,
    REPORT_GOAL,
    REPORT_LENGTH,
    REPORT_METHOD,
    REPORT_POLE,
    REPORT_ROOT,
    REPORT_ROTATION,
    REPORT_WIDTH,
    RESIDUAL,
    TRACE_COUNT,
    TRACE_RESIDUALS,
    TRACE_WIDTH,
)
from pantin.solver.compiling.solver_numbers import NAMES
from pantin.solver.messages import _
from pantin.solver.program.memory import Memory
from pantin.solver.program.program import Program
from pantin.solver.program.schedule import Chain
from pantin.solver.program.single_poses import single_poses
from pantin.solver.program.skeleton import Floats, Skeleton

NEAR_IN_MOTION = 1e-3
"""In a simulation a goal is reached from this part of the chain's length on: an end in motion is never quite there."""

UNSEEN = 5e-5
"""Parts of a chain's length: nobody sees that a goal is missed by less. Straight legs with a soft reach always are."""


@dataclass(frozen=True, slots=True)
class GoalReport:
    """What became of one goal. `constraint` is its index among the rig's constraints, None for a grab. Metres."""

    owner: str
    constraint: int | None
    residual: float
    reached: bool
    iterations: int
    pole_undefined: bool
    position: tuple[float, float, float]
    effector: tuple[float, float, float]
    method: str = ""
    """The title of the solver that solved it."""
    residuals: tuple[float, ...] = ()
    """The residuals before the first step and after each; at most 128, of which the last is the final one."""
    bones: tuple[str, ...] = ()
    """The chain that was turned for it, from tip to root."""
    root: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """The position of the chain's root."""
    length: float = 0.0
    """The length of the chain when straight, metres."""
    handle: str = ""
    """The bone that stands for the goal: the constraint's target, else the bone that is dragged."""
    steps_most: int = 0
    rotation_residual: float = 0.0
    """The angle between owner and goal, radians, where it asks for a rotation; free axes do not count."""
    pole_residual: float = 0.0
    """The angle from the chain's bend to the side of its pole, radians; 0 without a pole, and for a straight chain."""
    microseconds: float = field(default=0.0, compare=False)
    """How long its group of goals took. Not part of the result."""
    near: float = 1e-5
    """A goal is reached when its residual is less than this part of the chain's length."""
    ahead: bool = False
    """Whether it is not reached because a body with speed comes after it, in a simulation."""
    pinned: bool = False
    """Whether it is a pin that a pull could not keep in its place."""

    @property
    def tolerance(self) -> float:
        """A goal is reached when its residual is less, metres."""
        return self.near * self.length

    @property
    def distance(self) -> float:
        """From the root of the chain to the goal, metres."""
        return dist(self.root, self.position)


class Evaluated:
    """A posed skeleton: a matrix for each bone of the rig, in its order. Arrays are read-only."""

    def __init__(
        self,
        program: Program,
        out: Floats,
        began: int,
        reports: tuple[GoalReport, ...] = (),
        memory: Memory | None = None,
    ) -> None:
        _set_writeable(out, False)  # `seal`, without a call
        self.memory = memory
        """What a simulation remembers for its next frame; None without one."""
        self._reports = reports
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
        """Cycles, whose constraints were left out."""
        return self._program.problems

    @property
    def heads(self) -> Floats:
        """The positions of the bones' heads (n, 3), armature space."""
        return self.matrices[:, :3, 3]

    @cached_property
    def tails(self) -> Floats:
        """The positions of the bones' tails (n, 3), armature space."""
        return self.heads + self.matrices[:, :3, 1] * self._program.skeleton.lengths[:, None]

    @cached_property
    def goals(self) -> tuple[GoalReport, ...]:
        """A report for each goal that was solved, in the order of solving; after them those that were given."""
        count, numbers = len(self._program.chains), self._out.reshape(-1)
        first = 18 * len(self.names)
        last = first + count * REPORT_WIDTH
        times = last + count * TRACE_WIDTH
        ends, traces = numbers[first:last].reshape(count, REPORT_WIDTH), numbers[last:times].reshape(count, TRACE_WIDTH)
        rows = zip(self._program.chains, ends.tolist(), traces, numbers[times : times + count].tolist(), strict=True)
        moving = self.memory is not None
        return (*(_report(self._program, moving, *each) for each in rows if each[0].reported), *self._reports)

    @cached_property
    def limits_hit(self) -> tuple[str, ...]:
        """The bones whose joints are on a limit, or beyond."""
        return tuple(self.bounds_hit)

    @cached_property
    def bounds_hit(self) -> Mapping[str, tuple[int, int, int]]:
        """For those bones, the limits that X, Y and Z are on: 1 the upper, −1 the lower, 0 none."""
        signs = _limits_reached(self.skeleton.table, self.local_poses)
        hit = np.flatnonzero(signs.any(axis=1)).tolist()
        return {self.names[i]: (int(signs[i, 0]), int(signs[i, 1]), int(signs[i, 2])) for i in hit}

    def limits_hit_in(self, rows: NDArray[np.intp]) -> tuple[str, ...]:
        """Those of the bones in `rows` whose joints are on a limit, or beyond. No other bone is looked at."""
        limited = rows[_limited(self.skeleton.table[rows])]
        if not len(limited):
            return ()
        poses = single_poses(self.skeleton, np.asarray(self.matrices), self.stretches, limited)
        hit = limited[_limits_reached(self.skeleton.table[limited], poses).any(axis=1)]
        return tuple(self.names[i] for i in hit.tolist())

    def largest_turn_since(self, before: Evaluated) -> float:
        """The largest rotation of a joint since `before`, radians: a jump, where the motion should be smooth."""
        if self.skeleton is not before.skeleton or not self.names:
            return 0.0
        here, there = self.local_poses[:, 3:7], before.local_poses[:, 3:7]
        alike = np.minimum(np.abs(np.einsum("nc,nc->n", here, there)), 1.0)
        return float(2.0 * np.arccos(alike.min()))

    @cached_property
    def local_poses(self) -> Floats:
        """How each bone would be posed to stand as it does (n, POSE_WIDTH)."""
        from pantin.solver.entries.local_poses import to_local_poses

        channels = np.empty((len(self.names), POSE_WIDTH))
        to_local_poses(self.skeleton.table, np.array(self.matrices).reshape(-1, 16), np.array(self.stretches), channels)
        return channels

    @property
    def skeleton(self) -> Skeleton:
        """The bones of the rig."""
        return self._program.skeleton

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """The constraints of the rig."""
        return self._program.constraints

    @property
    def stretches(self) -> Floats:
        """Length and thickness of each bone (n, 2), relative to its own: 1 unless IK stretches it."""
        count = len(self.names)
        return self._out.reshape(-1)[16 * count : 18 * count].reshape(-1, 2)

    def matrix(self, name: str) -> Floats:
        """The matrix (4, 4) of the bone `name`. Raises Unusable where there is no such bone."""
        try:
            found: Floats = self.matrices[self.index[name]]
        except (KeyError, TypeError):
            raise Unusable(_("The rig has no bone {bone}.").format(bone=quoted(str(name)))) from None
        return found


_set_writeable: Any = np.ndarray.setflags


def seal(array: Floats) -> None:
    """Make an array read-only."""
    _set_writeable(array, False)  # by position, which numpy's hints do not know: by keyword it takes twice as long


def _limited(bones: Floats) -> NDArray[np.bool_]:
    """Which bones have a limit. One that is locked as well stands at none."""
    lower, upper = bones[:, BONE_LOWER : BONE_LOWER + 3], bones[:, BONE_UPPER : BONE_UPPER + 3]
    return np.asarray(((lower < upper) & ((upper < FREE) | (lower > -FREE))).any(axis=1))


def _limits_reached(bones: Floats, poses: Floats) -> Floats:
    """The limits (n, 3) that X, Y and Z of bones in these poses are on: 1 the upper, −1 the lower, 0 none."""
    from pantin.solver.entries.local_poses import limits_reached

    standing = np.empty((len(bones), 3))
    limits_reached(bones, poses, standing)
    return standing


def _report(program: Program, moving: bool, chain: Chain, row: list[float], trace: Floats, time: float) -> GoalReport:
    """What became of the goal of a chain: its report (REPORT_WIDTH,) by kernels, its trace, and its microseconds.

    `moving` is true in a simulation, where a goal is reached that is only near.
    """
    solver = SOLVERS[NAMES[int(row[REPORT_METHOD])]]
    constraint = Ik(owner=chain.owner) if chain.constraint is None else program.constraints[chain.constraint]
    assert isinstance(constraint, Goal)
    near = max(getattr(constraint, "tolerance", 1e-5), NEAR_IN_MOTION if moving else UNSEEN)
    reached = row[REACHED] > 0.5 or row[RESIDUAL] <= near * row[REPORT_LENGTH]
    return GoalReport(
        owner=chain.owner,
        constraint=chain.constraint,
        residual=row[RESIDUAL],
        reached=reached,
        iterations=int(row[ITERATIONS]),
        pole_undefined=row[POLE_UNDEFINED] > 0.5,
        position=_place(row, REPORT_GOAL),
        effector=_place(row, REPORT_EFFECTOR),
        method=solver.full_title or solver.title,
        residuals=tuple(trace[TRACE_RESIDUALS : TRACE_RESIDUALS + int(trace[TRACE_COUNT])].tolist()),
        bones=chain.bones,
        root=_place(row, REPORT_ROOT),
        length=row[REPORT_LENGTH],
        handle=constraint.target or chain.owner,
        steps_most=constraint.iterations,
        rotation_residual=row[REPORT_ROTATION],
        pole_residual=row[REPORT_POLE],
        microseconds=time,
        near=near,
        ahead=moving and not reached,
    )


def _place(row: list[float], at: int) -> Vector3:
    """The position that begins in column `at` of a report, metres, armature space."""
    return (row[at], row[at + 1], row[at + 2])
