"""An evaluation as kernels: the steps of a program, in their order, for each frame of a clip.

How the goals of a group are solved is handed in as a kernel, so that there may be several entries: `auto` and
`all_solvers`. A simulation takes the same steps, but for its groups (`simulation`).
"""

from __future__ import annotations

from pantin.solver.compiling import layout as at
from pantin.solver.compiling.clock import microseconds
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Ints, Matrices, Numbers, Table
from pantin.solver.constraints.constraint import constrain
from pantin.solver.constraints.spline.chain import follow_curve
from pantin.solver.constraints.surroundings import Surroundings
from pantin.solver.groups.group import Solve, solve_group
from pantin.solver.groups.tables import Tables, note_time, tables_of
from pantin.solver.maths.forward import forward, reconnect

SIGNATURE = "void(f8[::1],i8[::1],f8[:,::1],f8[:,::1],f8[:,:,::1])"
"""The types of what an entry takes: few arrays, because handing one over takes as long as posing a bone."""


@kernel
def evaluate_program(solve: Solve, numbers: Numbers, rows: Ints, poses: Table, grabs: Table, out: Matrices) -> None:
    """Do a program's steps for each frame of `poses` (f · n, POSE_WIDTH), filling `out` as `Program.room` says.

    `out` holds the matrices (n, 4, 4) of each frame; behind them, of the last frame, stretches (n, 2), reports and
    traces (k rows each) and times (k, 1), as many numbers as fill blocks of 16. `solve` turns the joints of a group.

    Reads `rows` (i,); location, rotation, scale, POSE_LENGTH and POSE_THICKNESS of `poses` (f · n, POSE_WIDTH); and
    `grabs` (g, 3). Takes `numbers` (f,) and `out` (b, 4, 4) as other kernels of its kind do.
    """
    n = rows[0]
    frames = len(poses) // max(n, 1)
    for frame in range(frames):
        tables = tables_of(numbers, rows, out, frame, frames)
        _evaluate_frame(solve, tables, poses[frame * n : (frame + 1) * n], grabs)


@kernel
def _evaluate_frame(solve: Solve, tables: Tables, poses: Table, grabs: Table) -> None:
    """Take the steps of a program for one frame; groups of goals with their times.

    Reads location, rotation, scale, POSE_LENGTH and POSE_THICKNESS of `poses` (n, POSE_WIDTH); and `grabs` (g, 3).
    """
    for s in range(len(tables.steps)):
        kind, row = tables.steps[s, 0], tables.steps[s, 1]
        if kind == at.STEP_SOLVE:
            start = microseconds()
            solve_group(solve, tables, row, grabs)
            note_time(tables, row, microseconds() - start)
        else:
            pose_step(tables, kind, row, poses)


@kernel
def pose_step(tables: Tables, kind: int, row: int, poses: Table) -> None:
    """Take a step that solves no group: pose a bone, apply a constraint, or lay a chain along its curve.

    Reads location, rotation, scale, POSE_LENGTH and POSE_THICKNESS of `poses` (n, POSE_WIDTH).
    """
    if kind == at.STEP_FORWARD:
        forward(tables.bones, row, poses, tables.matrices, tables.stretches)
    elif kind == at.STEP_CONSTRAIN:
        around = Surroundings(tables.ground)
        constrain(tables.bones, tables.constraints, row, tables.matrices, tables.stretches, around)
    elif kind == at.STEP_RECONNECT:
        reconnect(tables.bones, row, tables.matrices, tables.stretches)
    elif kind == at.STEP_FOLLOW:
        follow_curve(tables.bones, tables.constraints, row, tables.matrices)
