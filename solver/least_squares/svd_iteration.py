"""Iterations by singular values: what DLS and SDLS share. They differ in how far they go along each movement.

A round decomposes the Jacobian, by way of its small square J Jᵀ, lets the solver propose a step, and takes it whether
it gains or not: near full stretch the way may lead through worse. The best round is kept. Joints slide along their
limits.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

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


class Decomposition(NamedTuple):
    """The singular value decomposition of a Jacobian with r rows, for the coordinates of j joints."""

    movements: Table
    """(r, r): the left singular vectors, a row each: what moves alike."""
    sizes: Numbers
    """(r,): the singular values: how far the errors move where the joints turn by one radian in all."""
    scratch: Table
    """(2, 3 j): room for two changes, for who proposes a step."""


Propose = Callable[[Workspace, Table, Decomposition], None]
"""Fills a workspace's change: (workspace, goals, decomposition)."""


@kernel
def solve(propose: Propose, joints: Table, goals: Table, steps: int, tolerance: float, trace: Table) -> int:
    """Turn the joints, at most `steps` rounds, until the goals are met. Returns the rounds taken.

    Reads `joints` (j, JOINT_WIDTH); `goals` (k, GOAL_WIDTH); and TRACE_COUNT, TRACE_POSITION, TRACE_RADIUS and
    TRACE_KEEP of `trace` (k, TRACE_WIDTH). Writes `joints`; and TRACE_COUNT and TRACE_RESIDUALS of `trace`.
    """
    if begin_iterations(joints, goals, trace):
        return 1
    poled, met = pivots_to_pole(joints, goals), tolerated_cost(joints, goals, tolerance)
    workspace = workspace_for(joints, goals)
    decomposition, error = decomposition_for(workspace), workspace.error
    best, idle = joints.copy(), 0
    least = errors(joints, goals, workspace.unit_length, error)
    for step in range(steps):
        if least <= met or idle >= IDLE_ROUNDS:
            copy_into(joints, best)
            return step
        shorten(error, 0, len(error), LARGEST_ERROR)
        _find_change(propose, workspace, joints, goals, decomposition)
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
def decomposition_for(workspace: Workspace) -> Decomposition:
    """Return arrays for the decomposition of the Jacobian of a workspace."""
    movements, sizes = np.empty_like(workspace.gram), np.empty_like(workspace.error)
    return Decomposition(movements, sizes, np.empty((2, len(workspace.change))))


@kernel
def _find_change(
    propose: Propose, workspace: Workspace, joints: Table, goals: Table, decomposition: Decomposition
) -> None:
    """Fill the change with a step along the limits; those that the first step would leave are known to the second.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, LOWER, COORDS, UPPER, MOBILITY, LOCAL, LIMIT_NORMAL,
    WORLD, HEAD, ROTATION_AXES and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and `goals` (k, GOAL_WIDTH). Writes
    ROTATION_AXES of `joints`.
    """
    linearise(workspace, joints, goals)
    _propose_step(propose, workspace, goals, decomposition)
    if project_out_limits(workspace, joints):
        _propose_step(propose, workspace, goals, decomposition)


@kernel
def linearise(workspace: Workspace, joints: Table, goals: Table) -> None:
    """Fill the Jacobian, without the directions in which the gradient leads joints out of their limits.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, LOWER, COORDS, UPPER, MOBILITY, LOCAL, LIMIT_NORMAL,
    WORLD, HEAD, ROTATION_AXES and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and `goals` (k, GOAL_WIDTH). Writes
    ROTATION_AXES of `joints`.
    """
    jacobian_of(joints, goals, workspace.unit_length, workspace.jacobian)
    workspace.multipliers[:] = workspace.error
    apply_transpose(workspace)
    project_out_limits(workspace, joints)


@kernel
def _propose_step(propose: Propose, workspace: Workspace, goals: Table, decomposition: Decomposition) -> None:
    """Decompose the Jacobian and fill the change with the step that the solver proposes.

    Hands `goals` (k, GOAL_WIDTH) to `propose`.
    """
    decompose_jacobian(workspace, decomposition)
    propose(workspace, goals, decomposition)


@kernel
def decompose_jacobian(workspace: Workspace, decomposition: Decomposition) -> None:
    """Decompose the Jacobian of the workspace.

    The singular values of J Jᵀ, which has a row for each error and none for the joints, are the squares of those of J.
    """
    gram, sizes = workspace.gram, decomposition.sizes
    fill_gram(workspace)
    for a in range(len(gram)):
        for b in range(a):
            gram[b, a] = gram[a, b]
    decompose(gram, decomposition.movements, sizes)
    for a in range(len(sizes)):
        sizes[a] = sqrt(sizes[a])
