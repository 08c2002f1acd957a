"""One group: the goals that share bones, from the pose to the solved pose."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from pantin.solver.chains import planar
from pantin.solver.chains.bones import read_joints, write_joints
from pantin.solver.chains.chain import root, tip
from pantin.solver.chains.goals import are_full_poses
from pantin.solver.chains.joints import forward_chain, parent
from pantin.solver.chains.residual_trace import begin_trace, finish_trace
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import (
    BLEND_BONES,
    FIRST_GOAL,
    FIRST_JOINT,
    GOAL_KIND,
    GROUP_SOLVER,
    LAST_GOAL,
    LAST_JOINT,
    LOCAL,
    POLE_INFLUENCE,
    POSTURE_GOAL,
    REPORT_EFFECTOR,
    ROTATION_WEIGHT,
    SETTING_BLEND,
    SETTING_BLEND_BY,
    SETTING_BONE,
    SETTING_FROM_REST,
    SETTING_ITERATIONS,
    SETTING_ROTATION_DECAY,
    SETTING_SOFT_REACH,
    SETTING_STRETCH,
    SETTING_TARGET,
    SETTING_TOLERANCE,
    STRETCH,
    Numbers,
    Rows,
    Table,
)
from pantin.solver.groups.goal_setup import goals_of, set_pole_influence
from pantin.solver.groups.reporting import report
from pantin.solver.maths.forward import tail
from pantin.solver.maths.rotations import store, store_quaternion
from pantin.solver.methods.position_first import rotation_falloff, solve_out_of_reach
from pantin.solver.methods.stretch import lengthen_at_once, lengthen_until_reached, soften

Solve = Callable[[Table, Table, int, int, float, bool, Table], tuple[int, int]]
"""Turns joints towards goals: (joints, goals, solver, most steps, tolerance, interactive, trace) → (steps, method)."""


@kernel
def solve_group(
    solve: Solve,
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
) -> None:
    """Solve group `g` and write its bones, reports and traces. Tables with a row for each joint or goal are whole."""
    first, last = groups[g, FIRST_GOAL], groups[g, LAST_GOAL]
    settings, reports, trace = settings[first:last], reports[first:last], traces[first:last]
    first, last = groups[g, FIRST_JOINT], groups[g, LAST_JOINT]
    joints = read_joints(bones, joint_bones[first:last], matrices, stretches)
    goals = goals_of(bones, joints, settings, grabs, matrices)
    flat = _prepare(joints, goals, settings, hinges[first:last], reports)
    wanted = goals.copy()
    begin_trace(joints, goals, trace)
    if flat:
        planar.bend_to_poles(joints, goals, settings)
    taken, method = _solve(solve, joints, goals, settings, int(groups[g, GROUP_SOLVER]), trace)
    if flat and len(goals) == 1:
        planar.finish(joints, goals, wanted[0, POLE_INFLUENCE] != 0.0)
    taken += _yield_and_stretch(joints, goals, settings, trace)
    for k in range(len(goals)):
        finish_trace(trace, k, report(joints, wanted, k, taken, method, settings[k, SETTING_TOLERANCE], reports))
    write_joints(joints, blends_of(joints, goals, settings), matrices, stretches)
    for k in range(len(goals)):
        store(reports, k, REPORT_EFFECTOR, tail(bones, int(settings[k, SETTING_BONE]), matrices))


@kernel
def _prepare(joints: Table, goals: Table, settings: Table, hinges: Table, reports: Table) -> bool:
    """Hinges, start pose and poles. Returns whether the group has planar chains."""
    flat = planar.has_hinges(hinges)
    if flat:
        planar.make_hinges(joints, goals, hinges)
    _begin_at_rest(joints, goals, settings)
    if flat:
        planar.project_goals(joints, goals, settings)
    for k in range(len(goals)):
        set_pole_influence(joints, goals, k, reports)
    return flat


@kernel
def _begin_at_rest(joints: Table, goals: Table, settings: Table) -> None:
    """Put the chains that are to be solved from the rest pose there."""
    for k in range(len(goals)):
        if settings[k, SETTING_FROM_REST] != 0.0:
            j = tip(goals, k)
            while j >= 0:
                store_quaternion(joints, j, LOCAL, (0.0, 0.0, 0.0, 1.0))
                j = parent(joints, j)
            forward_chain(joints)


@kernel
def _solve(solve: Solve, joints: Table, goals: Table, settings: Table, solver: int, trace: Table) -> tuple[int, int]:
    """Solve the group's goals together. Returns the steps taken, and which method took them."""
    if len(goals) == 1:
        if is_elastic(joints):
            lengthen_at_once(joints, goals, settings[0, SETTING_STRETCH])
        soften(joints, goals, settings[0, SETTING_SOFT_REACH])
    steps, tolerance, interactive = 1, 1.0, False
    for k in range(len(goals)):
        steps = max(steps, int(settings[k, SETTING_ITERATIONS]))
        tolerance = min(tolerance, settings[k, SETTING_TOLERANCE])
        interactive = interactive or settings[k, SETTING_TARGET] < 0  # a grab has no target
    return solve(joints, goals, solver, steps, tolerance, interactive, trace)


@kernel
def is_elastic(joints: Table) -> bool:
    """Whether any bone of the group lengthens."""
    for j in range(len(joints)):  # noqa: SIM110  (kernels have no any())
        if joints[j, STRETCH] != 0.0:
            return True
    return False


@kernel
def _yield_and_stretch(joints: Table, goals: Table, settings: Table, trace: Table) -> int:
    """Out of reach: a rotation gives way to the position, then bones lengthen. Returns the steps taken."""
    taken = 0
    if len(goals) == 1 and goals[0, ROTATION_WEIGHT] > 0.0 and are_full_poses(goals):
        falloff = rotation_falloff(joints, goals, settings[0, SETTING_ROTATION_DECAY])
        if falloff > 0.0:
            taken += solve_out_of_reach(joints, goals, falloff, trace)
    for k in range(len(goals) if is_elastic(joints) else 0):
        lengthen_until_reached(joints, goals, k, settings[k, SETTING_STRETCH], trace)
    return taken


@kernel
def blends_of(joints: Table, goals: Table, settings: Table) -> Numbers:
    """How much of the solution each joint takes (j,): 1 − ∏(1 − blend) over the goals whose chains it is in."""
    rest = np.ones(len(joints))
    for k in range(len(goals)):
        blends_goal = settings[k, SETTING_BLEND_BY] != BLEND_BONES
        j = tip(goals, k) if goals[k, GOAL_KIND] != POSTURE_GOAL else -1
        while j >= 0:
            rest[j] *= 0.0 if blends_goal else 1.0 - settings[k, SETTING_BLEND]
            j = parent(joints, j) if j != root(goals, k) else -1
    for j in range(len(joints)):
        rest[j] = 1.0 - rest[j]
    return rest
