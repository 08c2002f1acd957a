"""The plan of a simulation: what the errors of all goals should be by now, beside what they are.

Each error should shrink at the rate of the feedback. What a step misses of that the next makes up for, within reason.
"""

from __future__ import annotations

from pantin.solver.chains.goals import errors, goal_rows, shorten
from pantin.solver.compiling.functions import sqrt
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Numbers, Table
from pantin.solver.least_squares.workspace import Workspace

LARGEST_ERROR = 0.5
"""A larger error, chain lengths, is made up for in parts."""

DEBT = 1e-3
"""Largest error, chain lengths or radians, that a step leaves because joints are too slow and the next makes up for.

More would take ends off their way: feedback makes up for that.
"""

LEAP = 3.0
"""An error that changes by more in a step, chain lengths or radians, has leapt to the other side, and has no speed."""


@kernel
def plan_errors(workspace: Workspace, joints: Table, goals: Table, planned: Numbers, left: float) -> None:
    """Fill `planned` (r,) with the part `left` of what was planned for; for less of a goal that comes nearer by itself.

    No end flees from its goal. An error that leapt has no past: of that as it is now the part is planned for.

    Reads PARENT_JOINT, LENGTH_RATIO, LOCAL, WORLD, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); `goals`
    (k, GOAL_WIDTH); and `planned` (r,). Writes `planned`.
    """
    error = workspace.error
    planned[:] = left * planned
    errors(joints, goals, workspace.unit_length, error)
    first = 0
    for k in range(len(goals)):
        last, along, most = first + goal_rows(goals, k), 0.0, 0.0
        for r in range(first, last):
            if abs(error[r] - planned[r]) > LEAP:
                planned[r] = left * error[r]
            along += error[r] * planned[r]
            most += planned[r] * planned[r]
        part = min(max(along / most, 0.0), 1.0) if most > 0.0 else 1.0
        for r in range(first, last):
            planned[r] *= part
        first = last


@kernel
def find_excess(workspace: Workspace, joints: Table, goals: Table, planned: Numbers) -> None:
    """Fill the error with what is to be made up for: what exceeds the plan, for each goal by LARGEST_ERROR at most.

    Reads PARENT_JOINT, LENGTH_RATIO, LOCAL, WORLD, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); `goals`
    (k, GOAL_WIDTH); and `planned` (r,).
    """
    error, first = workspace.error, 0
    errors(joints, goals, workspace.unit_length, error)
    for k in range(len(goals)):
        last = first + goal_rows(goals, k)
        for r in range(first, last):
            if abs(error[r] - planned[r]) < LEAP:
                error[r] -= planned[r]
        shorten(error, first, last, LARGEST_ERROR)
        first = last


@kernel
def limit_debt(workspace: Workspace, joints: Table, goals: Table, planned: Numbers) -> None:
    """Limit the difference of the plan from the errors to DEBT for each goal, after joints were too slow.

    Reads PARENT_JOINT, LENGTH_RATIO, LOCAL, WORLD, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); `goals`
    (k, GOAL_WIDTH); and `planned` (r,). Writes `planned`.
    """
    error, first = workspace.error, 0
    errors(joints, goals, workspace.unit_length, error)
    for k in range(len(goals)):
        last, total = first + goal_rows(goals, k), 0.0
        for r in range(first, last):
            total += (error[r] - planned[r]) * (error[r] - planned[r])
        if total > DEBT * DEBT:
            for r in range(first, last):
                planned[r] = error[r] - (error[r] - planned[r]) * DEBT / sqrt(total)
        first = last
