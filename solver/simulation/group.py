"""One group of goals that share bones, through one frame of a simulation.

The bones come as they are posed: that is what joints are drawn back to, and what blending starts from. Where the joints
stand is remembered from the frame before.
"""

from __future__ import annotations

from pantin.solver.chains import planar
from pantin.solver.chains.bones import read_joints, write_joints
from pantin.solver.chains.joints import clamp_to_limits
from pantin.solver.chains.residual_trace import begin_trace, finish_trace, record
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import (
    FIRST_GOAL,
    FIRST_JOINT,
    LAST_GOAL,
    LAST_JOINT,
    LOCAL,
    REPORT_EFFECTOR,
    SETTING_BONE,
    SETTING_SOFT_REACH,
    SETTING_STRETCH,
    SETTING_TOLERANCE,
    Numbers,
    Rows,
    Table,
)
from pantin.solver.compiling.solver_numbers import NUMBERS
from pantin.solver.groups.goal_setup import goals_of, set_pole_influence
from pantin.solver.groups.group import blends_of, is_elastic
from pantin.solver.groups.reporting import report
from pantin.solver.maths.forward import tail
from pantin.solver.maths.rotations import quaternion, store, store_quaternion
from pantin.solver.methods.stretch import lengthen_at_once, soften
from pantin.solver.simulation.columns import BY_DLS, KEPT, KEPT_LOCAL
from pantin.solver.simulation.frame import move
from pantin.solver.simulation.leading import keep_goals, keep_joints
from pantin.solver.simulation.stretching import stretch_in_time

SDLS, DLS = NUMBERS["sdls"], NUMBERS["dls"]


@kernel
def move_group(
    bones: Table,
    groups: Rows,
    g: int,
    joint_bones: Rows,
    hinges: Table,
    settings: Table,
    grabs: Table,
    matrices: Table,
    stretches: Table,
    reports: Table,
    traces: Table,
    how: Numbers,
    kept_joints: Table,
    kept_goals: Table,
) -> None:
    """Move group `g` through a frame; write its bones, reports, traces and memory. Tables are whole."""
    first, last = groups[g, FIRST_GOAL], groups[g, LAST_GOAL]
    settings, reports, trace = settings[first:last], reports[first:last], traces[first:last]
    kept_goals = kept_goals[first:last]
    first, last = groups[g, FIRST_JOINT], groups[g, LAST_JOINT]
    joints = read_joints(bones, joint_bones[first:last], matrices, stretches)
    goals = goals_of(bones, joints, settings, grabs, matrices)
    _prepare(joints, goals, settings, hinges[first:last], reports, kept_joints[first:last], how)
    begin_trace(joints, goals, trace)
    taken = move(joints, goals, kept_joints[first:last], kept_goals, how)
    record(joints, goals, trace)
    keep_joints(joints, kept_joints[first:last])
    keep_goals(goals, kept_goals)
    method = DLS if how[BY_DLS] != 0.0 else SDLS
    for k in range(len(goals)):
        finish_trace(trace, k, report(joints, goals, k, taken, method, settings[k, SETTING_TOLERANCE], reports))
    write_joints(joints, blends_of(joints, goals, settings), matrices, stretches)
    for k in range(len(goals)):
        store(reports, k, REPORT_EFFECTOR, tail(bones, int(settings[k, SETTING_BONE]), matrices))


@kernel
def _prepare(
    joints: Table, goals: Table, settings: Table, hinges: Table, reports: Table, kept: Table, how: Numbers
) -> None:
    """Hinges, lengths, poles, and the joints as they were at the end of the frame before."""
    if planar.has_hinges(hinges):
        planar.make_hinges(joints, goals, hinges)
        planar.project_goals(joints, goals, settings)
    if len(goals) == 1:
        if is_elastic(joints):
            lengthen_at_once(joints, goals, settings[0, SETTING_STRETCH])
            stretch_in_time(joints, kept, how)
        soften(joints, goals, settings[0, SETTING_SOFT_REACH])
    for j in range(len(joints)):
        if kept[j, KEPT] != 0.0:
            store_quaternion(joints, j, LOCAL, quaternion(kept, j, KEPT_LOCAL))
    clamp_to_limits(joints)
    for k in range(len(goals)):
        set_pole_influence(joints, goals, k, reports)
