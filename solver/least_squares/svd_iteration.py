"""Iterations by singular values: what DLS and SDLS share. They differ in how far they go along each movement.

A round decomposes the Jacobian, by way of its small square J Jᵀ, lets the solver propose a step, and takes it whether
it gains or not: near full stretch the way may lead through worse. The best round is kept. Joints slide along their
limits.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from pantin.solver.chains.goals import errors, shorten
from pantin.solver.chains.iteration import begin_iterations, pivots_to_pole, tolerated_cost
from pantin.solver.chains.jacobian import jacobian_of
from pantin.solver.chains.reach import pivot_to_pole
from pantin.solver.chains.residual_trace import record
from pantin.solver.compiling.functions import sqrt
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Numbers, Table
from pantin.solver.least_squares.damped_step import LARGEST_ROTATION, apply_step, project_out_limits
from pantin.solver.least_squares.levenberg import LEAST_GAIN
from pantin.solver.least_squares.workspace import Workspace, apply_transpose, fill_gram, workspace_for
from pantin.solver.maths.rotations import copy_into
from pantin.solver.maths.singular_values import decompose

IDLE_ROUNDS = 12
"""Rounds without a new best after which the solve ends."""

LARGEST_ERROR = 0.25
"""A larger error, chain lengths, is approached in parts: the linear model does not hold beyond."""

Propose = Callable[[Workspace, Table, Table, Numbers, Table], None]
"""Fills a workspace's change: (workspace, goals, movements (r, r), singular values (r,), scratch (2, 3 j))."""


@kernel
def solve(propose: Propose, joints: Table, goals: Table, steps: int, tolerance: float, trace: Table) -> int:
    """Turn the joints, at most `steps` rounds, until the goals are met. Returns the rounds taken."""
    if begin_iterations(joints, goals, trace):
        return 1
    poled, met = pivots_to_pole(joints, goals), tolerated_cost(joints, goals, tolerance)
    workspace = workspace_for(joints, goals)
    error, movements = workspace.error, np.empty_like(workspace.gram)
    sizes, scratch = np.empty_like(error), np.empty((2, len(workspace.change)))
    best, idle = joints.copy(), 0
    least = errors(joints, goals, workspace.unit_length, error)
    for step in range(steps):
        if least <= met or idle >= IDLE_ROUNDS:
            copy_into(joints, best)
            return step
        shorten(error, 0, len(error), LARGEST_ERROR)
        linearise(workspace, joints, goals)
        _step(propose, workspace, goals, movements, sizes, scratch)
        if project_out_limits(workspace, joints):
            _step(propose, workspace, goals, movements, sizes, scratch)
        apply_step(joints, workspace.change, LARGEST_ROTATION)
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
def linearise(workspace: Workspace, joints: Table, goals: Table) -> None:
    """Fill the Jacobian, without the directions in which the gradient leads joints out of their limits."""
    jacobian_of(joints, goals, workspace.unit_length, workspace.jacobian)
    workspace.multipliers[:] = workspace.error
    apply_transpose(workspace)
    project_out_limits(workspace, joints)


@kernel
def _step(
    propose: Propose, workspace: Workspace, goals: Table, movements: Table, sizes: Numbers, scratch: Table
) -> None:
    """Decompose the Jacobian and fill the change with the step that the solver proposes."""
    decompose_jacobian(workspace, movements, sizes)
    propose(workspace, goals, movements, sizes, scratch)


@kernel
def decompose_jacobian(workspace: Workspace, movements: Table, sizes: Numbers) -> None:
    """Fill the movements and the singular values of the Jacobian.

    The singular values of J Jᵀ, which has a row for each error and none for the joints, are the squares of those of J.
    """
    gram = workspace.gram
    fill_gram(workspace)
    for a in range(len(gram)):
        for b in range(a):
            gram[b, a] = gram[a, b]
    decompose(gram, movements, sizes)
    for a in range(len(sizes)):
        sizes[a] = sqrt(sizes[a])
