"""One group of goals that share bones, through one frame of a simulation.

The bones come as they are posed: that is what joints are drawn back to, and what blending starts from. Where the joints
stand is remembered from the frame before.
"""

from __future__ import annotations

from pantin.solver.chains import planar
from pantin.solver.chains.joints import clamp_to_limits
from pantin.solver.chains.residual_trace import begin_trace, record
from pantin.solver.compiling import layout as at
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Numbers, Table
from pantin.solver.compiling.solver_numbers import NUMBERS
from pantin.solver.groups.goal_setup import set_pole_influence
from pantin.solver.groups.group import Group, is_elastic, read_group, write_group
from pantin.solver.groups.tables import Tables
from pantin.solver.maths.rotations import quaternion, store_quaternion
from pantin.solver.methods.stretch import lengthen_at_once, soften
from pantin.solver.simulation import columns as col
from pantin.solver.simulation.frame import move
from pantin.solver.simulation.leading import keep_goals, keep_joints
from pantin.solver.simulation.stretching import stretch_in_time

SDLS, DLS = NUMBERS["sdls"], NUMBERS["dls"]


@kernel
def move_group(tables: Tables, g: int, grabs: Table, settings: Numbers, kept_joints: Table, kept_goals: Table) -> None:
    """Move group `g` through a frame; write its bones, reports, traces and memory, whose tables are whole.

    Reads `grabs` (g, 3); `settings` (SETTINGS_WIDTH,); KEPT_LOCAL, KEPT_PLACE, KEPT_REST, KEPT, KEPT_LENGTH and
    KEPT_WANTED_LENGTH of `kept_joints` (j, KEPT_JOINT_WIDTH); and `kept_goals` (k, KEPT_GOAL_WIDTH). Writes KEPT_LOCAL,
    KEPT_PLACE, KEPT_REST, KEPT, KEPT_LENGTH and KEPT_WANTED_LENGTH of `kept_joints`; and KEPT_POSITION, KEPT_ROTATION,
    KEPT_POLE and KEPT_GOAL of `kept_goals`.
    """
    group = read_group(tables, g, grabs)
    joints, goals, trace = group.joints, group.goals, group.trace
    kept_goals = kept_goals[tables.groups[g, at.FIRST_GOAL] : tables.groups[g, at.LAST_GOAL]]
    kept_joints = kept_joints[tables.groups[g, at.FIRST_JOINT] : tables.groups[g, at.LAST_JOINT]]
    _prepare(group, kept_joints, settings)
    begin_trace(joints, goals, trace)
    taken = move(joints, goals, kept_joints, kept_goals, settings)
    record(joints, goals, trace)
    keep_joints(joints, kept_joints)
    keep_goals(goals, kept_goals)
    write_group(tables, group, goals, taken, DLS if settings[col.BY_DLS] != 0.0 else SDLS)


@kernel
def _prepare(group: Group, kept: Table, settings: Numbers) -> None:
    """Set up hinges, lengths, poles, and the joints as they were at the end of the frame before.

    Reads KEPT_LOCAL, KEPT, KEPT_LENGTH and KEPT_WANTED_LENGTH of `kept` (j, KEPT_JOINT_WIDTH); and `settings`
    (SETTINGS_WIDTH,). Writes KEPT_LENGTH and KEPT_WANTED_LENGTH of `kept`.
    """
    joints, goals, asked = group.joints, group.goals, group.settings
    if planar.has_hinges(group.hinges):
        planar.make_hinges(joints, goals, group.hinges)
        planar.project_goals(joints, goals, asked)
    if len(goals) == 1:
        if is_elastic(joints):
            lengthen_at_once(joints, goals, asked[0, at.SETTING_STRETCH])
            stretch_in_time(joints, kept, settings)
        soften(joints, goals, asked[0, at.SETTING_SOFT_REACH])
    for j in range(len(joints)):
        if kept[j, col.KEPT] != 0.0:
            store_quaternion(joints, j, at.LOCAL, quaternion(kept, j, col.KEPT_LOCAL))
    clamp_to_limits(joints)
    for k in range(len(goals)):
        set_pole_influence(joints, goals, k, group.reports)
