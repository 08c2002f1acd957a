"""The programs made last, looked up by the identity of what they were made from.

It only saves time: equal values that were built anew give equal arrays.
"""

from __future__ import annotations

from collections.abc import Sequence

from pantin.rigs import Rig
from pantin.rigs.figure import Figure
from pantin.rigs.ground.kinds import Ground
from pantin.rigs.remembered import room
from pantin.rigs.solvers import SolverName
from pantin.solver.program.pose_rows import PoseRows, pose_rows, pose_rows_from
from pantin.solver.program.program import Program, program_of, shape_of
from pantin.solver.program.schedule import Grab
from pantin.solver.program.skeleton import Floats, skeleton_for

Shape = tuple[tuple[str, int, bool], ...]
"""The part of grabs that a program depends on (`shape_of`)."""


class _Kept:
    """A program, what it was made for, and the rows of the pose that it was last run on."""

    __slots__ = ("bones", "constraints", "ground", "last", "live_solving", "program", "shape", "simulation", "solvers")

    def __init__(self, program: Program, figure: Figure, ground: Ground | None, solver: SolverName | None) -> None:
        self.program, rig = program, figure.rig
        self.bones, self.constraints, self.shape = rig.bones, rig.constraints, program.grabs
        self.ground, self.simulation = ground, rig.simulation
        self.solvers, self.live_solving = (solver, rig.solver), rig.live_solving
        self.last: PoseRows = pose_rows(program.skeleton.index, figure.pose.bones)
        """Replaced whole, so that threads may share it."""


_recent: tuple[_Kept, ...] = ()
"""Newest first; replaced whole, so that threads may share it."""


def program_for(
    figure: Figure, ground: Ground | None, grabs: Sequence[Grab], solver: SolverName | None
) -> tuple[Program, Floats]:
    """Return the program and the pose rows (n, 12) for the figure on this ground, reusing what is kept."""
    shape = shape_of(grabs) if grabs else ()
    kept = _find(figure.rig, ground, shape, solver) or _make(figure, ground, grabs, solver)
    last = kept.last
    if last[0] is not figure.pose.bones:
        kept.last = last = pose_rows_from(kept.program.skeleton.index, last, figure.pose.bones)
    return kept.program, last[2]


def _find(rig: Rig, ground: Ground | None, shape: Shape, solver: SolverName | None) -> _Kept | None:
    """The kept program for `rig`, moved to the front."""
    global _recent
    recent, bones, constraints = _recent, rig.bones, rig.constraints
    for kept in recent:
        if (
            kept.constraints is constraints
            and kept.bones is bones
            and kept.simulation is rig.simulation
            and kept.ground is ground
            and kept.shape == shape
            and kept.live_solving is rig.live_solving
            and kept.solvers == (solver, rig.solver)
        ):
            if kept is not recent[0]:
                _recent = (kept, *(other for other in recent if other is not kept))
            return kept
    return None


def _make(figure: Figure, ground: Ground | None, grabs: Sequence[Grab], solver: SolverName | None) -> _Kept:
    """A program made anew, but for the skeleton where that is kept."""
    global _recent
    rig = figure.rig
    program = program_of(rig, ground, skeleton_for(rig.bones), grabs, solver)
    made = _Kept(program, figure, ground, solver)
    _recent = (made, *_recent)[: room()]
    return made
