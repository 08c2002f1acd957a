"""Levenberg–Marquardt: from near an answer to the answer.

Damped steps (`damped_step`), one after the other. The damping follows what they gain (`damping`).
"""

from __future__ import annotations

from pantin.solver.chains.goals import errors, norm
from pantin.solver.chains.jacobian import jacobian_of
from pantin.solver.chains.residual_trace import record
from pantin.solver.compiling.kernel import kernel, shared_kernel
from pantin.solver.compiling.layout import Numbers, Table
from pantin.solver.least_squares.damped_step import (
    LARGEST_ROTATION,
    apply_step,
    project_out_limits,
    propose_clamped,
    propose_projected,
)
from pantin.solver.least_squares.damping import FIRST_DAMPING, FIRST_GROWTH, MOST_DAMPING, less_damping
from pantin.solver.least_squares.workspace import Workspace, apply_transpose, restore_state, save_state, workspace_for

TOLERANCE = 1e-8
"""A goal nearer than this part of its chain's length is met; convergence is quadratic there, so it costs one step."""

CONTINUATION_DAMPING = 0.003
"""Damping of a continuation step, in parts of the mean diagonal of J Jᵀ."""

LEAST_GAIN, IDLE_STEPS = 1e-7, 3
"""A step that reduces the squared error by less than this part is idle; so many idle steps in a row end the solve."""

LEAST_DAMPING = 1e-12
"""Less would change nothing: rounding is about as large."""

LEAST_GAIN_INTERACTIVE = 0.05
"""LEAST_GAIN while dragging: towards a goal out of reach the last per cents are not worth their time."""


@kernel
def minimise(joints: Table, goals: Table, steps: int, least_gain: float, trace: Table) -> int:
    """Take at most `steps` steps towards the goals, each recorded in `trace`. Returns how many.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, LINK, LOWER, UPPER, MOBILITY, STATE, ROTATION_AXES and
    KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); `goals` (k, GOAL_WIDTH); and TRACE_COUNT, TRACE_POSITION, TRACE_RADIUS
    and TRACE_KEEP of `trace` (k, TRACE_WIDTH). Writes ROTATION_AXES and STATE of `joints`; and TRACE_COUNT and
    TRACE_RESIDUALS of `trace`.
    """
    return minimise_in(workspace_for(joints, goals), joints, goals, steps, least_gain, trace)


@shared_kernel
def minimise_in(workspace: Workspace, joints: Table, goals: Table, steps: int, least_gain: float, trace: Table) -> int:
    """Minimise as `minimise`, in a workspace that is there already.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, LINK, LOWER, UPPER, MOBILITY, STATE, ROTATION_AXES and
    KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); `goals` (k, GOAL_WIDTH); and TRACE_COUNT, TRACE_POSITION, TRACE_RADIUS
    and TRACE_KEEP of `trace` (k, TRACE_WIDTH). Writes ROTATION_AXES and STATE of `joints`; and TRACE_COUNT and
    TRACE_RESIDUALS of `trace`.
    """
    damping, growth, idle = FIRST_DAMPING, FIRST_GROWTH, 0
    error, trial = workspace.error, workspace.trial
    cost = errors(joints, goals, workspace.unit_length, error)
    for step in range(steps):
        if cost <= TOLERANCE * TOLERANCE:
            return step
        jacobian_of(joints, goals, workspace.unit_length, workspace.jacobian)
        scale = propose_projected(workspace, joints, error, damping)
        save_state(joints, workspace.saved)
        apply_step(joints, workspace.change, LARGEST_ROTATION)
        now = errors(joints, goals, workspace.unit_length, trial)
        if now < cost:
            predicted = _predicted_gain(cost, damping * scale, workspace.multipliers)
            damping = less_damping(damping, (cost - now) / max(predicted, 1e-300), LEAST_DAMPING)
            growth, idle = FIRST_GROWTH, (idle + 1 if cost - now < least_gain * cost else 0)
            cost, error, trial = now, trial, error
        else:
            restore_state(joints, workspace.saved)
            damping, growth = damping * growth, 2.0 * growth
        record(joints, goals, trace)
        if idle >= IDLE_STEPS or damping > MOST_DAMPING:
            return step + 1
    return steps


@kernel
def _predicted_gain(cost: float, damping: float, answer: Numbers) -> float:
    """Return the decrease of the sum of squares if the errors were linear: e − J dq = λ y.

    Reads `answer` (r,).
    """
    for r in range(len(answer)):
        part = damping * answer[r]
        cost -= part * part
    return cost


@kernel
def find_equilibrium(workspace: Workspace, joints: Table, goals: Table, steps: int, trace: Table) -> int:
    """Step to where the gradient Jᵀe is 0, though it is the gradient of no function. Returns the steps taken.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, LINK, LOWER, UPPER, MOBILITY, STATE, ROTATION_AXES and
    KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); `goals` (k, GOAL_WIDTH); and TRACE_COUNT, TRACE_POSITION, TRACE_RADIUS
    and TRACE_KEEP of `trace` (k, TRACE_WIDTH). Writes ROTATION_AXES and STATE of `joints`; and TRACE_COUNT and
    TRACE_RESIDUALS of `trace`.
    """
    damping, pull = 1e-3, _gradient_norm(workspace, joints, goals)
    for step in range(steps):
        if pull <= TOLERANCE or damping > 1e6:
            return step
        propose_projected(workspace, joints, workspace.error, damping)
        save_state(joints, workspace.saved)
        apply_step(joints, workspace.change, LARGEST_ROTATION)
        now = _gradient_norm(workspace, joints, goals)
        if now < pull:
            pull, damping = now, max(0.2 * damping, 1e-9)
        else:
            restore_state(joints, workspace.saved)
            _gradient_norm(workspace, joints, goals)
            damping *= 8.0
        record(joints, goals, trace)
    return steps


@kernel
def _gradient_norm(workspace: Workspace, joints: Table, goals: Table) -> float:
    """Return the norm of Jᵀ e over the joints that can follow it.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, LOWER, COORDS, UPPER, MOBILITY, LOCAL, LIMIT_NORMAL,
    WORLD, HEAD, ROTATION_AXES and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and `goals` (k, GOAL_WIDTH). Writes
    ROTATION_AXES of `joints`.
    """
    errors(joints, goals, workspace.unit_length, workspace.error)
    jacobian_of(joints, goals, workspace.unit_length, workspace.jacobian)
    workspace.multipliers[:] = workspace.error
    apply_transpose(workspace)
    if project_out_limits(workspace, joints):
        apply_transpose(workspace)
    return norm(workspace.change)


@kernel
def continuation_step(workspace: Workspace, joints: Table, goals: Table, part: float) -> None:
    """Take `part` of a damped step towards the goals, whatever it gains: continuous in where the goals are.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, LINK, LOWER, COORDS, UPPER, MOBILITY, LOCAL, WORLD, HEAD,
    ROTATION_AXES and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and `goals` (k, GOAL_WIDTH). Writes ROTATION_AXES and
    STATE of `joints`.
    """
    errors(joints, goals, workspace.unit_length, workspace.error)
    jacobian_of(joints, goals, workspace.unit_length, workspace.jacobian)
    propose_clamped(workspace, joints, workspace.error, CONTINUATION_DAMPING)
    for c in range(len(workspace.change)):
        workspace.change[c] *= part
    apply_step(joints, workspace.change, LARGEST_ROTATION)
