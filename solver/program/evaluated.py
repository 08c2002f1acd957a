"""The result of an evaluation: a posed skeleton, read from the numbers of the kernels."""

from __future__ import annotations

from functools import cached_property
from time import perf_counter_ns

from pantin.rigs import Constraint, Goal, Ik, Rig
from pantin.rigs.fields import Vector3
from pantin.rigs.problems import Problem
from pantin.rigs.solvers import SOLVERS
from pantin.solver.compiling import layout
from pantin.solver.compiling.solver_numbers import NAMES
from pantin.solver.program.memory import Memory
from pantin.solver.program.names_of_others import name_of
from pantin.solver.program.posed import GoalReport, Posed, set_writeable
from pantin.solver.program.program import Program
from pantin.solver.program.schedule import Chain
from pantin.solver.program.skeleton import Floats, skeleton_for

NEAR_IN_MOTION = 1e-3
"""In a simulation a goal is reached from this part of the chain's length on: an end in motion is never quite there."""

UNSEEN = 5e-5
"""Parts of a chain's length: nobody sees that a goal is missed by less. Straight legs with a soft reach always are."""


class Evaluated(Posed):
    """A skeleton posed by `evaluate`, with a report for each goal. Arrays are read-only."""

    def __init__(
        self,
        program: Program,
        out: Floats,
        began: int,
        reports: tuple[GoalReport, ...] = (),
        memory: Memory | None = None,
        own: Rig | None = None,
    ) -> None:
        """Read what an entry has written into `out` for a program; nothing is copied. `began` is a time, ns.

        `own` is the rig whose bones count, where the program has bones of other figures behind them.
        """
        set_writeable(out, False)  # `seal`, without a call
        self.memory = memory
        self._reports = reports
        self._program = program
        self._out = out
        self._constraints = program.constraints
        self.skeleton = program.skeleton
        self.matrices = out[program.standing]
        if own is not None:
            self.skeleton, self._constraints = skeleton_for(own.bones), own.constraints
            self.matrices = out[: len(own.bones)]
            rows = program.skeleton.index
            looked_at = ((ref, rows.get(name_of(ref.figure, ref.bone))) for ref in own.looked_at_in_others)
            self.others = {ref: out[row] for ref, row in looked_at if row is not None}
        self._took = perf_counter_ns() - began

    @property
    def microseconds(self) -> float:
        """The time that the evaluation took. Not part of the result."""
        return self._took / 1000.0

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Cycles, whose constraints were left out."""
        return self._program.problems

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """The constraints of the rig."""
        return self._constraints

    @property
    def stretches(self) -> Floats:
        """Length and thickness of each bone (n, 2), relative to its own: 1 unless it is posed so or IK stretches it."""
        count = len(self._program.skeleton.names)
        return self._out.reshape(-1)[16 * count : 18 * count].reshape(-1, 2)[: len(self.names)]

    @cached_property
    def goals(self) -> tuple[GoalReport, ...]:
        """A report for each goal that was solved, in the order of solving; after them those that were given."""
        count, numbers = len(self._program.chains), self._out.reshape(-1)
        first = 18 * len(self._program.skeleton.names)
        last = first + count * layout.REPORT_WIDTH
        times = last + count * layout.TRACE_WIDTH
        ends, traces = (
            numbers[first:last].reshape(count, layout.REPORT_WIDTH),
            numbers[last:times].reshape(count, layout.TRACE_WIDTH),
        )
        rows = zip(self._program.chains, ends.tolist(), traces, numbers[times : times + count].tolist(), strict=True)
        moving = self.memory is not None
        return (*(_report(self._constraints, moving, *each) for each in rows if each[0].reported), *self._reports)


def _report(
    constraints: tuple[Constraint, ...], moving: bool, chain: Chain, row: list[float], trace: Floats, time: float
) -> GoalReport:
    """Return the report of a chain's goal from its row (REPORT_WIDTH,), its trace (TRACE_WIDTH,) and its time, µs.

    `moving` is true in a simulation, where a goal is reached that is only near.
    """
    solver = SOLVERS[NAMES[int(row[layout.REPORT_METHOD])]]
    constraint = Ik(owner=chain.owner) if chain.constraint is None else constraints[chain.constraint]
    assert isinstance(constraint, Goal)
    near = max(getattr(constraint, "tolerance", 1e-5), NEAR_IN_MOTION if moving else UNSEEN)
    reached = row[layout.REACHED] > 0.5 or row[layout.RESIDUAL] <= near * row[layout.REPORT_LENGTH]
    return GoalReport(
        owner=chain.owner,
        constraint=chain.constraint,
        residual=row[layout.RESIDUAL],
        reached=reached,
        iterations=int(row[layout.ITERATIONS]),
        pole_undefined=row[layout.POLE_UNDEFINED] > 0.5,
        position=_place(row, layout.REPORT_GOAL),
        effector=_place(row, layout.REPORT_EFFECTOR),
        method=solver.full_title or solver.title,
        residuals=tuple(
            trace[layout.TRACE_RESIDUALS : layout.TRACE_RESIDUALS + int(trace[layout.TRACE_COUNT])].tolist()
        ),
        bones=chain.bones,
        root=_place(row, layout.REPORT_ROOT),
        length=row[layout.REPORT_LENGTH],
        handle=constraint.own_target or chain.owner,
        steps_most=constraint.iterations,
        rotation_residual=row[layout.REPORT_ROTATION],
        pole_residual=row[layout.REPORT_POLE],
        microseconds=time,
        near=near,
        ahead=moving and not reached,
    )


def _place(row: list[float], at: int) -> Vector3:
    """The position that begins in column `at` of a report, metres, armature space."""
    return (row[at], row[at + 1], row[at + 2])
