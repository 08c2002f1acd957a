"""One group: the goals that share bones, from the pose to the solved pose."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from pantin.solver.chains import planar
from pantin.solver.chains.bones import read_joints, write_joints
from pantin.solver.chains.chain import root, tip
from pantin.solver.chains.goals import are_full_poses
from pantin.solver.chains.joints import forward_chain, parent
from pantin.solver.chains.residual_trace import begin_trace, finish_trace
from pantin.solver.compiling import layout as at
from pantin.solver.compiling.kernel import kernel, shared_kernel
from pantin.solver.compiling.layout import Numbers, Table
from pantin.solver.compiling.solver_numbers import NUMBERS
from pantin.solver.groups.goal_setup import goals_of, set_pole_influence
from pantin.solver.groups.reporting import report
from pantin.solver.groups.tables import Tables
from pantin.solver.maths.forward import tail
from pantin.solver.maths.rotations import store, store_quaternion
from pantin.solver.methods import position_first
from pantin.solver.methods.stretch import lengthen_at_once, lengthen_until_reached, soften

LM = NUMBERS["lm"]

Solve = Callable[[Table, Table, int, int, float, bool, Table], tuple[int, int]]
"""Turns joints towards goals: (joints, goals, solver, most steps, tolerance, interactive, trace) → (steps, method)."""


class Group(NamedTuple):
    """The goals that share bones, and the joints that they turn. All but joints and goals are parts of the tables."""

    joints: Table
    goals: Table
    settings: Table
    hinges: Table
    reports: Table
    trace: Table


@shared_kernel
def read_group(tables: Tables, g: int, grabs: Table) -> Group:
    """Return group `g` as its bones are posed; `grabs` (g, 3) are the positions to which bones are pulled by hand.

    Reads `grabs` (g, 3).
    """
    first, last = tables.groups[g, at.FIRST_GOAL], tables.groups[g, at.LAST_GOAL]
    begin, end = tables.groups[g, at.FIRST_JOINT], tables.groups[g, at.LAST_JOINT]
    settings = tables.settings[first:last]
    joints = read_joints(tables.bones, tables.joint_bones[begin:end], tables.matrices, tables.stretches)
    goals = goals_of(tables.bones, joints, settings, grabs, tables.matrices)
    return Group(
        joints, goals, settings, tables.hinges[begin:end], tables.reports[first:last], tables.traces[first:last]
    )


@kernel
def write_group(tables: Tables, group: Group, wanted: Table, taken: int, method: int) -> None:
    """Write the bones of a solved group, and reports on its goals as they are `wanted`.

    Reads TIP, ROTATION_WEIGHT, POLE_INFLUENCE, POLE_ANGLE, EFFECTOR_OFFSET, TIP_TO_OWNER, GOAL_POSITION, GOAL_ROTATION,
    POLE_POSITION, GOAL_KIND, ROOT, RADIUS, KEEP, FREE_POSITION_AXES, FREE_ROTATION_AXES and AXES_OF_OWNER of `wanted`
    (k, GOAL_WIDTH).
    """
    joints, settings, reports = group.joints, group.settings, group.reports
    for k in range(len(wanted)):
        residual = report(joints, wanted, k, taken, method, settings[k, at.SETTING_TOLERANCE], reports)
        finish_trace(group.trace, k, residual)
    write_joints(joints, _blends(joints, wanted, settings), tables.matrices, tables.stretches)
    for k in range(len(wanted)):
        end = tail(tables.bones, int(settings[k, at.SETTING_BONE]), tables.matrices)
        store(reports, k, at.REPORT_EFFECTOR, end)


@kernel
def solve_group(solve: Solve, tables: Tables, g: int, grabs: Table) -> None:
    """Solve group `g` and write its bones, reports and traces.

    Reads `grabs` (g, 3).
    """
    group = read_group(tables, g, grabs)
    joints, goals, settings, trace = group.joints, group.goals, group.settings, group.trace
    flat = _prepare(group)
    wanted = goals.copy()
    begin_trace(joints, goals, trace)
    if flat:
        planar.bend_to_poles(joints, goals, settings)
    taken, method = _solve(solve, group, int(tables.groups[g, at.GROUP_SOLVER]))
    if flat and len(goals) == 1:
        planar.finish(joints, goals, wanted[0, at.POLE_INFLUENCE] != 0.0)
    taken += _yield_and_stretch(joints, goals, settings, trace)
    write_group(tables, group, wanted, taken, method)


@kernel
def _prepare(group: Group) -> bool:
    """Set up hinges, start pose and poles. Returns whether the group has planar chains."""
    joints, goals = group.joints, group.goals
    flat = planar.has_hinges(group.hinges)
    if flat:
        planar.make_hinges(joints, goals, group.hinges)
    _begin_at_rest(joints, goals, group.settings)
    if flat:
        planar.project_goals(joints, goals, group.settings)
    for k in range(len(goals)):
        set_pole_influence(joints, goals, k, group.reports)
    return flat


@kernel
def _begin_at_rest(joints: Table, goals: Table, settings: Table) -> None:
    """Put the chains that are to be solved from the rest pose there.

    Reads PARENT_JOINT, LENGTH_RATIO, REST_ROTATION, LINK, LOCAL, WORLD, HEAD and KEEPS_VOLUME of `joints`
    (j, JOINT_WIDTH); TIP of `goals` (k, GOAL_WIDTH); and SETTING_FROM_REST of `settings` (k, SETTING_WIDTH). Writes
    LOCAL, WORLD and HEAD of `joints`.
    """
    for k in range(len(goals)):
        if settings[k, at.SETTING_FROM_REST] != 0.0:
            j = tip(goals, k)
            while j >= 0:
                store_quaternion(joints, j, at.LOCAL, (0.0, 0.0, 0.0, 1.0))
                j = parent(joints, j)
            forward_chain(joints)


@kernel
def _solve(solve: Solve, group: Group, solver: int) -> tuple[int, int]:
    """Solve the group's goals together. Returns the steps taken, and which method took them."""
    joints, goals, settings, trace = group.joints, group.goals, group.settings, group.trace
    if len(goals) == 1:
        if is_elastic(joints):
            lengthen_at_once(joints, goals, settings[0, at.SETTING_STRETCH])
        soften(joints, goals, settings[0, at.SETTING_SOFT_REACH])
    steps, tolerance, interactive = 1, 1.0, False
    for k in range(len(goals)):
        steps = max(steps, int(settings[k, at.SETTING_ITERATIONS]))
        tolerance = min(tolerance, settings[k, at.SETTING_TOLERANCE])
        interactive = interactive or settings[k, at.SETTING_TARGET] < 0  # a grab has no target
    if not position_first.asks(goals, settings):
        return solve(joints, goals, solver, steps, tolerance, interactive, trace)
    closed = position_first.has_closed_form(joints, goals)
    if closed and position_first.cannot_meet_both(joints, goals):
        return position_first.solve_free(joints, goals, steps, interactive, trace), LM
    start = joints.copy()
    taken, method = solve(joints, goals, solver, steps, tolerance, interactive, trace)
    if not closed:
        taken += position_first.let_yield(joints, goals, settings, start, steps, interactive, trace)
    elif not position_first.meets_both(joints, goals):
        taken += position_first.solve_free(joints, goals, steps, interactive, trace)
    return taken, method


@kernel
def is_elastic(joints: Table) -> bool:
    """Return whether any bone of the group lengthens.

    Reads STRETCH of `joints` (j, JOINT_WIDTH).
    """
    for j in range(len(joints)):  # noqa: SIM110  (kernels have no any())
        if joints[j, at.STRETCH] != 0.0:
            return True
    return False


@kernel
def _yield_and_stretch(joints: Table, goals: Table, settings: Table, trace: Table) -> int:
    """Solve out of reach: a balanced rotation pulls less farther up; then bones lengthen. Returns the steps taken.

    Reads `joints` (j, JOINT_WIDTH); `goals` (k, GOAL_WIDTH); SETTING_STRETCH, SETTING_ROTATION_DECAY and
    SETTING_POSITION_FIRST of `settings` (k, SETTING_WIDTH); and TRACE_COUNT, TRACE_POSITION, TRACE_RADIUS and
    TRACE_KEEP of `trace` (k, TRACE_WIDTH). Writes `joints`; ROTATION_FALLOFF of `goals`; and TRACE_COUNT and
    TRACE_RESIDUALS of `trace`.
    """
    taken = 0
    weighs = goals[0, at.ROTATION_WEIGHT] > 0.0 and not position_first.yields(goals, settings, 0)
    if len(goals) == 1 and weighs and are_full_poses(goals):
        falloff = position_first.rotation_falloff(joints, goals, settings[0, at.SETTING_ROTATION_DECAY])
        if falloff > 0.0:
            taken += position_first.solve_out_of_reach(joints, goals, falloff, trace)
    for k in range(len(goals) if is_elastic(joints) else 0):
        lengthen_until_reached(joints, goals, k, settings[k, at.SETTING_STRETCH], trace)
    return taken


@kernel
def _blends(joints: Table, goals: Table, settings: Table) -> Numbers:
    """Return the part of the solution that each joint takes (j,): 1 − ∏(1 − blend) over the goals of its chains.

    Reads PARENT_JOINT of `joints` (j, JOINT_WIDTH); TIP, GOAL_KIND and ROOT of `goals` (k, GOAL_WIDTH); and
    SETTING_BLEND and SETTING_BLEND_BY of `settings` (k, SETTING_WIDTH).
    """
    rest = np.ones(len(joints))
    for k in range(len(goals)):
        blends_goal = settings[k, at.SETTING_BLEND_BY] != at.BLEND_BONES
        j = tip(goals, k) if goals[k, at.GOAL_KIND] != at.POSTURE_GOAL else -1
        while j >= 0:
            rest[j] *= 0.0 if blends_goal else 1.0 - settings[k, at.SETTING_BLEND]
            j = parent(joints, j) if j != root(goals, k) else -1
    for j in range(len(joints)):
        rest[j] = 1.0 - rest[j]
    return rest
