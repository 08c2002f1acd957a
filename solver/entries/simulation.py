"""A frame of a simulation as an entry: an evaluation in which chains are moved on, not solved."""

from __future__ import annotations

from pantin.solver.compiling.array_views import part, part_of_ints
from pantin.solver.compiling.clock import microseconds
from pantin.solver.compiling.kernel import entry
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
    STEP_FORWARD,
    STEP_RECONNECT,
    TRACE_WIDTH,
    Ints,
    Matrices,
    Numbers,
    Table,
)
from pantin.solver.constraints.constraint import constrain
from pantin.solver.maths.forward import forward, reconnect
from pantin.solver.simulation.group import move_group

_TABLE = "f8[:,::1]"


@entry(f"void(f8[::1],i8[::1],{_TABLE},{_TABLE},f8[:,:,::1],f8[::1],{_TABLE},{_TABLE})")
def run(
    numbers: Numbers,
    rows: Ints,
    poses: Table,
    grabs: Table,
    out: Matrices,
    how: Numbers,
    kept_joints: Table,
    kept_goals: Table,
) -> None:
    """Fill `out` for one frame, as `steps.evaluate_program` does; `kept_joints` and `kept_goals` are the memory."""
    n, joints, count = rows[0], rows[4], rows[5]
    a = n * BONE_WIDTH
    b = a + rows[2] * CONSTRAINT_WIDTH
    c = b + count * SETTING_WIDTH
    d = 6 + 2 * rows[1]
    e = d + GROUP_WIDTH * rows[3]
    g = 18 * n
    h = g + count * REPORT_WIDTH
    bones, constraints = part(numbers, 0, n, BONE_WIDTH), part(numbers, a, rows[2], CONSTRAINT_WIDTH)
    settings, hinges = part(numbers, b, count, SETTING_WIDTH), part(numbers, c, joints, HINGE_WIDTH)
    steps, groups = part_of_ints(rows, 6, rows[1], 2), part_of_ints(rows, d, rows[3], GROUP_WIDTH)
    joint_bones = part_of_ints(rows, e, joints, 2)
    matrices, stretches = part(out, 0, n, 16), part(out, 16 * n, n, 2)
    reports, traces = part(out, g, count, REPORT_WIDTH), part(out, h, count, TRACE_WIDTH)
    times = part(out, h + count * TRACE_WIDTH, count, 1)
    for s in range(len(steps)):
        kind, i = steps[s, 0], steps[s, 1]
        if kind == STEP_FORWARD:
            forward(bones, i, poses, matrices, stretches)
        elif kind == STEP_CONSTRAIN:
            constrain(bones, constraints, i, matrices, stretches)
        elif kind == STEP_RECONNECT:
            reconnect(bones, i, matrices, stretches)
        else:
            start = microseconds()
            move_group(
                bones,
                groups,
                i,
                joint_bones,
                hinges,
                settings,
                grabs,
                matrices,
                stretches,
                reports,
                traces,
                how,
                kept_joints,
                kept_goals,
            )
            spent = microseconds() - start
            for k in range(groups[i, FIRST_GOAL], groups[i, LAST_GOAL]):
                times[k, 0] = spent
