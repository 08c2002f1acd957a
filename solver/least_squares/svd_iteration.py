"""Iterations by singular values: what DLS and SDLS share. They differ in how far they go along each movement.

A round decomposes the Jacobian, lets the solver propose a step, and takes it whether it gains or not: near full stretch
the way may lead through worse. The best round is kept. Joints slide along their limits.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from pantin.solver.chains.goals import errors
from pantin.solver.chains.iteration import begin_iterations, pivots_to_pole, tolerated_cost
from pantin.solver.chains.jacobian import jacobian_of
from pantin.solver.chains.reach import pivot_to_pole
from pantin.solver.chains.residual_trace import record
from pantin.solver.compiling.functions import sqrt
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Numbers, Table
from pantin.solver.least_squares.damped_step import apply_step, project_out_limits
from pantin.solver.least_squares.levenberg import LEAST_GAIN
from pantin.solver.least_squares.workspace import apply_transpose, workspace_for
from pantin.solver.maths.rotations import copy_into
from pantin.solver.maths.singular_values import decompose

IDLE_ROUNDS = 12
"""Rounds without a new best after which the solve ends."""

LARGEST_ERROR = 0.25
"""A larger error, chain lengths, is approached in parts: the linear model does not hold beyond."""

Propose = Callable[[Table, Table, Table, Numbers, Numbers, Numbers], None]


@kernel
def solve(propose: Propose, joints: Table, goals: Table, steps: int, tolerance: float, trace: Table) -> int:
    """Turn the joints, at most `steps` rounds, until the goals are met. Returns the rounds taken."""
    if begin_iterations(joints, goals, trace):
        return 1
    poled, met = pivots_to_pole(joints, goals), tolerated_cost(joints, goals, tolerance)
    workspace = workspace_for(joints, goals)
    jacobian, error, change = workspace.jacobian, workspace.error, workspace.change
    turns, movements, sizes = np.empty_like(jacobian), np.empty_like(workspace.gram), np.empty_like(error)
    best, idle = joints.copy(), 0
    least = errors(joints, goals, workspace.unit_length, error)
    for step in range(steps):
        if least <= met or idle >= IDLE_ROUNDS:
            copy_into(joints, best)
            return step
        _shorten_error(error)
        jacobian_of(joints, goals, workspace.unit_length, jacobian)
        workspace.multipliers[:] = error
        apply_transpose(workspace)
        project_out_limits(workspace, joints)
        _step(propose, jacobian, turns, movements, sizes, error, change)
        if project_out_limits(workspace, joints):
            _step(propose, jacobian, turns, movements, sizes, error, change)
        apply_step(joints, change)
        if poled:
            pivot_to_pole(joints, goals)
        record(joints, goals, trace)
        left = errors(joints, goals, workspace.unit_length, error)
        idle = 0 if left < (1.0 - LEAST_GAIN) * least else idle + 1
        if left < least:
            least = left
            copy_into(best, joints)
    copy_into(joints, best)
    return steps


@kernel
def _shorten_error(error: Numbers) -> None:
    """Scale a large error down."""
    total = 0.0
    for r in range(len(error)):
        total += error[r] * error[r]
    if total > LARGEST_ERROR * LARGEST_ERROR:
        for r in range(len(error)):
            error[r] *= LARGEST_ERROR / sqrt(total)


@kernel
def _step(
    propose: Propose, jacobian: Table, turns: Table, movements: Table, sizes: Numbers, error: Numbers, change: Numbers
) -> None:
    """Decompose the Jacobian and fill `change` with the step that the solver proposes."""
    copy_into(turns, jacobian)
    decompose(turns, movements, sizes)
    propose(jacobian, turns, movements, sizes, error, change)
