"""A frame of a simulation as an entry: an evaluation in which chains are moved on, not solved."""

from __future__ import annotations

from pantin.solver.compiling import layout as at
from pantin.solver.compiling.clock import microseconds
from pantin.solver.compiling.kernel import entry
from pantin.solver.compiling.layout import Ints, Matrices, Numbers, Table
from pantin.solver.entries.steps import pose_step
from pantin.solver.groups.tables import note_time, tables_of
from pantin.solver.simulation.group import move_group

_TABLE = "f8[:,::1]"


@entry(f"void(f8[::1],i8[::1],{_TABLE},{_TABLE},f8[:,:,::1],f8[::1],{_TABLE},{_TABLE})")
def run(
    numbers: Numbers,
    rows: Ints,
    poses: Table,
    grabs: Table,
    out: Matrices,
    settings: Numbers,
    kept_joints: Table,
    kept_goals: Table,
) -> None:
    """Fill `out` for one frame, as `steps.evaluate_program` does; `kept_joints` and `kept_goals` are the memory.

    Reads `rows` (i,); location, rotation, scale, POSE_LENGTH and POSE_THICKNESS of `poses` (f · n, POSE_WIDTH); `grabs`
    (g, 3); `settings` (SETTINGS_WIDTH,); KEPT_LOCAL, KEPT_PLACE, KEPT_REST, KEPT, KEPT_LENGTH and KEPT_WANTED_LENGTH of
    `kept_joints` (j, KEPT_JOINT_WIDTH); and `kept_goals` (k, KEPT_GOAL_WIDTH). Writes KEPT_LOCAL, KEPT_PLACE,
    KEPT_REST, KEPT, KEPT_LENGTH and KEPT_WANTED_LENGTH of `kept_joints`; and KEPT_POSITION, KEPT_ROTATION, KEPT_POLE
    and KEPT_GOAL of `kept_goals`. Takes `numbers` (f,) and `out` (b, 4, 4) as other kernels of its kind do.
    """
    tables = tables_of(numbers, rows, out, 0, 1)
    for s in range(len(tables.steps)):
        kind, row = tables.steps[s, 0], tables.steps[s, 1]
        if kind == at.STEP_SOLVE:
            start = microseconds()
            move_group(tables, row, grabs, settings, kept_joints, kept_goals)
            note_time(tables, row, microseconds() - start)
        else:
            pose_step(tables, kind, row, poses)
