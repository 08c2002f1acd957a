"""The tables of a program, as an entry finds them in the few long arrays that it is handed."""

from __future__ import annotations

from typing import NamedTuple

from pantin.solver.compiling import layout as at
from pantin.solver.compiling.array_views import part, part_of_ints
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Ints, Matrices, Numbers, Rows, Table
from pantin.solver.constraints.ground_rows import GROUND_WIDTH

COUNTS = 7
"""The count of integers in `rows` before the first table of integers."""


class Tables(NamedTuple):
    """The tables of n bones, input and output: rows as in `layout`, for all groups one after the other."""

    bones: Table
    constraints: Table
    settings: Table
    hinges: Table
    ground: Table
    """(g, GROUND_WIDTH): what the figure stands on, where a constraint asks for it."""
    steps: Rows
    """(s, 2): the kind of each step, and the row that it concerns."""
    groups: Rows
    joint_bones: Rows
    """(j, 2): the bone of each joint, and its parent joint in the group."""
    matrices: Table
    """(n, 16), written."""
    stretches: Table
    """(n, 2): length and thickness of each bone, written."""
    reports: Table
    traces: Table
    times: Table
    """(k, 1): microseconds that the group of each goal took. All else that is written is the same another time."""


@kernel
def tables_of(numbers: Numbers, rows: Ints, out: Matrices, frame: int, frames: int) -> Tables:
    """Return the tables in the arrays of a program, with the matrices of one of the frames for which `out` has room.

    Reads `rows` (i,). Takes `numbers` (f,) and `out` (b, 4, 4) as other kernels of its kind do.
    """
    bones, steps, constraints, groups, joints, goals = rows[0], rows[1], rows[2], rows[3], rows[4], rows[5]
    ground = rows[6]
    constraints_at = bones * at.BONE_WIDTH
    settings_at = constraints_at + constraints * at.CONSTRAINT_WIDTH
    hinges_at = settings_at + goals * at.SETTING_WIDTH
    ground_at = hinges_at + joints * at.HINGE_WIDTH
    groups_at = COUNTS + 2 * steps
    joints_at = groups_at + at.GROUP_WIDTH * groups
    stretches_at = 16 * bones * frames
    reports_at = stretches_at + 2 * bones
    traces_at = reports_at + goals * at.REPORT_WIDTH
    return Tables(
        part(numbers, 0, bones, at.BONE_WIDTH),
        part(numbers, constraints_at, constraints, at.CONSTRAINT_WIDTH),
        part(numbers, settings_at, goals, at.SETTING_WIDTH),
        part(numbers, hinges_at, joints, at.HINGE_WIDTH),
        part(numbers, ground_at, ground, GROUND_WIDTH),
        part_of_ints(rows, COUNTS, steps, 2),
        part_of_ints(rows, groups_at, groups, at.GROUP_WIDTH),
        part_of_ints(rows, joints_at, joints, 2),
        part(out, 16 * bones * frame, bones, 16),
        part(out, stretches_at, bones, 2),
        part(out, reports_at, goals, at.REPORT_WIDTH),
        part(out, traces_at, goals, at.TRACE_WIDTH),
        part(out, traces_at + goals * at.TRACE_WIDTH, goals, 1),
    )


@kernel
def note_time(tables: Tables, g: int, spent: float) -> None:
    """Note how long group `g` took, microseconds."""
    for k in range(tables.groups[g, at.FIRST_GOAL], tables.groups[g, at.LAST_GOAL]):
        tables.times[k, 0] = spent
