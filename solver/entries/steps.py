"""An evaluation as kernels: the steps of a program, in their order, for each frame of a clip.

How the goals of a group are solved is handed in as a kernel, so that there may be several entries: `auto` and
`all_solvers`.
"""

from __future__ import annotations

from pantin.solver.compiling.array_views import part, part_of_ints
from pantin.solver.compiling.clock import microseconds
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import (
    BONE_WIDTH,
    CONSTRAINT_WIDTH,
    FIRST_GOAL,
    GROUP_WIDTH,
    HINGE_WIDTH,
    LAST_GOAL,
    REPORT_WIDTH,
    SETTING_WIDTH,
    STEP_CONSTRAIN,
    STEP_FOLLOW,
    STEP_FORWARD,
    STEP_RECONNECT,
    TRACE_WIDTH,
    Ints,
    Matrices,
    Numbers,
    Rows,
    Table,
)
from pantin.solver.constraints.constraint import constrain
from pantin.solver.constraints.spline.chain import follow_curve
from pantin.solver.groups.group import Solve, solve_group
from pantin.solver.maths.forward import forward, reconnect

SIGNATURE = "void(f8[::1],i8[::1],f8[:,::1],f8[:,::1],f8[:,:,::1])"
"""The types of what an entry takes: few arrays, because handing one over takes as long as posing a bone."""


@kernel
def evaluate_program(solve: Solve, numbers: Numbers, rows: Ints, poses: Table, grabs: Table, out: Matrices) -> None:
    """Do a program's steps for each frame of `poses` (f · n, POSE_WIDTH), filling `out` as `Program.room` says.

    `out` holds the matrices (n, 4, 4) of each frame; behind them, of the last frame, stretches (n, 2), reports and
    traces (k rows each) and times (k, 1), as many numbers as fill blocks of 16. `solve` turns the joints of a group.
    """
    n, joints, count = rows[0], rows[4], rows[5]
    a = n * BONE_WIDTH
    b = a + rows[2] * CONSTRAINT_WIDTH
    c = b + count * SETTING_WIDTH
    d = 6 + 2 * rows[1]
    e = d + GROUP_WIDTH * rows[3]
    frames = len(poses) // max(n, 1)
    f = 16 * n * frames
    g = f + 2 * n
    h = g + count * REPORT_WIDTH
    for frame in range(frames):
        _evaluate_frame(
            solve,
            part(numbers, 0, n, BONE_WIDTH),
            part_of_ints(rows, 6, rows[1], 2),
            part(numbers, a, rows[2], CONSTRAINT_WIDTH),
            part_of_ints(rows, d, rows[3], GROUP_WIDTH),
            part_of_ints(rows, e, joints, 2),
            part(numbers, c, joints, HINGE_WIDTH),
            part(numbers, b, count, SETTING_WIDTH),
            poses[frame * n : (frame + 1) * n],
            grabs,
            part(out, 16 * n * frame, n, 16),
            part(out, f, n, 2),
            part(out, g, count, REPORT_WIDTH),
            part(out, h, count, TRACE_WIDTH),
            part(out, h + count * TRACE_WIDTH, count, 1),
        )


@kernel
def _evaluate_frame(
    solve: Solve,
    bones: Table,
    steps: Rows,
    constraints: Table,
    groups: Rows,
    joint_bones: Rows,
    hinges: Table,
    settings: Table,
    poses: Table,
    grabs: Table,
    matrices: Table,
    stretches: Table,
    reports: Table,
    traces: Table,
    times: Table,
) -> None:
    """One step after the other. Of all that is filled only `times` (k, 1), microseconds, may differ another time."""
    for s in range(len(steps)):
        kind, i = steps[s, 0], steps[s, 1]
        if kind == STEP_FORWARD:
            forward(bones, i, poses, matrices, stretches)
        elif kind == STEP_CONSTRAIN:
            constrain(bones, constraints, i, matrices, stretches)
        elif kind == STEP_RECONNECT:
            reconnect(bones, i, matrices, stretches)
        elif kind == STEP_FOLLOW:
            follow_curve(bones, constraints, i, matrices)
        else:
            start = microseconds()
            solve_group(
                solve, bones, groups, i, joint_bones, hinges, settings, grabs, matrices, stretches, reports, traces
            )
            spent = microseconds() - start
            for k in range(groups[i, FIRST_GOAL], groups[i, LAST_GOAL]):
                times[k, 0] = spent
