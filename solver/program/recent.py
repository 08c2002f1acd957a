"""The programs made last, looked up by the identity of what they were made from.

It only saves time: equal values that were built anew give equal arrays.
"""

from __future__ import annotations

from collections.abc import Sequence

from pantin.rigs import Rig
from pantin.rigs.ground.kinds import Ground
from pantin.rigs.solvers import SolverName
from pantin.solver.program.pose_rows import PoseRows, pose_rows, pose_rows_from
from pantin.solver.program.program import Program, program_of, shape_of
from pantin.solver.program.schedule import Grab
from pantin.solver.program.skeleton import Floats, skeleton_of

KEPT = 4
"""Programs kept: that of the document on screen, that of a drag of it, and two more, for comparing side by side."""

Request = tuple[
    tuple[tuple[str, int, bool], ...], SolverName | None, SolverName, bool, tuple[float, float], Ground | None
]
"""What a program depends on beside bones and constraints: grabs, solver for all and of the rig, damping, ground …"""


class _Kept:
    """A program, what it was made for, and the rows of the pose that it was last run on."""

    __slots__ = ("bones", "constraints", "last", "program", "request")

    def __init__(self, program: Program, request: Request, last: PoseRows) -> None:
        self.program, self.request = program, request
        self.bones, self.constraints = program.skeleton.bones, program.constraints
        self.last = last
        """Replaced whole, so that threads may share it."""


_recent: tuple[_Kept, ...] = ()
"""Newest first; replaced whole, so that threads may share it."""


def program_for(rig: Rig, grabs: Sequence[Grab], solver: SolverName | None) -> tuple[Program, Floats]:
    """The program and the pose rows (n, 10) for `rig`, reusing what is kept as far as possible."""
    damping = rig.simulation.damping, rig.simulation.epsilon
    request = (shape_of(grabs) if grabs else (), solver, rig.solver, rig.live_solving, damping, rig.ground)
    kept = _find(rig, request)
    if kept is None:
        return _make(rig, grabs, request)
    last = kept.last
    if last[0] is not rig.pose:
        kept.last = last = pose_rows_from(kept.program.skeleton.index, last, rig.pose)
    return kept.program, last[2]


def _find(rig: Rig, request: Request) -> _Kept | None:
    """The kept program for `rig`, moved to the front."""
    global _recent
    recent, bones, constraints = _recent, rig.bones, rig.constraints
    for kept in recent:
        if kept.constraints is constraints and kept.bones is bones and kept.request == request:
            if kept is not recent[0]:
                _recent = (kept, *(other for other in recent if other is not kept))
            return kept
    return None


def _make(rig: Rig, grabs: Sequence[Grab], request: Request) -> tuple[Program, Floats]:
    """A program made anew, but for the skeleton where that is kept."""
    global _recent
    skeleton = next((kept.program.skeleton for kept in _recent if kept.bones is rig.bones), None)
    program = program_of(rig, skeleton or skeleton_of(rig.bones), grabs, request[1])
    last = pose_rows(program.skeleton.index, rig.pose)
    _recent = (_Kept(program, request, last), *_recent)[:KEPT]
    return program, last[2]
