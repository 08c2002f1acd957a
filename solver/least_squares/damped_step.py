"""One damped step: how all joints turn at once so that the errors shrink, within their limits.

The step solves the damped normal equations in their dual form, (J W Jᵀ + λ) y = e, dq = W Jᵀ y, whose size is the
number of error rows, not of joints (Buss, Introduction to Inverse Kinematics, 2004). Limits are kept in one of two
ways: `propose_clamped` is smooth, `propose_projected` finds its way out of corners.
"""

from __future__ import annotations

from pantin.solver.chains.joints import (
    LimitMet,
    coordinates_after,
    leaves_limit,
    limit_met,
    limit_of_swing,
    limits,
    room_to_limit,
    step_and_forward_joint,
)
from pantin.solver.compiling import layout as at
from pantin.solver.compiling.functions import sqrt
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Numbers, Table
from pantin.solver.least_squares.workspace import Workspace, apply_transpose, project_out, solve_damped, zero_column
from pantin.solver.maths.joint_coordinates import blocked_axes, leads_beyond
from pantin.solver.maths.rotations import Vector, add, dot, scaled, store, vector

LARGEST_ROTATION = 0.7
"""No joint turns further in one step, radians: the linear model does not hold beyond."""

CLAMP_ROUNDS = 4
"""Most rounds of clamping within one step; joints that leave their limits after that are clamped by `apply_step`."""

NEGLIGIBLE = 1e-12
"""A direction in which a joint moves the effectors less than this is clamped already."""


@kernel
def propose_clamped(workspace: Workspace, joints: Table, error: Numbers, damping: float) -> float:
    """Fill `workspace.change` with a damped step that ends where limits begin (Wampler, 1986; Nakamura and Hanafusa,
    1986).

    Returns the scale of the damping.

    A joint that would leave its limits is clamped to where it meets them, and the others make up for the rest. The
    step is a continuous function of the goals: where a joint just meets its limit, clamping it changes nothing.

    Reads LIMITED, LOWER, COORDS, UPPER and MOBILITY of `joints` (j, JOINT_WIDTH); and `error` (r,).
    """
    for r in range(len(error)):
        workspace.remaining[r] = error[r]
    for j in range(len(joints)):
        store(workspace.clamped, j, 0, (0.0, 0.0, 0.0))
    scale = 0.0
    for _ in range(CLAMP_ROUNDS):
        scale = solve_damped(workspace, damping, scale)
        apply_transpose(workspace)
        if not _clamp_joints(workspace, joints):
            break
    for j in range(len(joints)):
        for a in range(3):
            workspace.change[3 * j + a] += workspace.clamped[j, a]
    return scale


@kernel
def _clamp_joints(workspace: Workspace, joints: Table) -> bool:
    """Clamp every joint that the change would take out of its limits. Returns whether there was any.

    Reads LIMITED, LOWER, COORDS, UPPER and MOBILITY of `joints` (j, JOINT_WIDTH).
    """
    changed = False
    for j in range(len(joints)):
        if joints[j, at.LIMITED] != 0.0:
            changed = _clamp_joint(workspace, joints, j) or changed
    return changed


@kernel
def _clamp_joint(workspace: Workspace, joints: Table, j: int) -> bool:
    """Clamp the step of joint `j`: its twist alone, its swing along the normal of the limit that it would meet.

    Reads LOWER, COORDS, UPPER and MOBILITY of `joints` (j, JOINT_WIDTH).
    """
    change = workspace.change
    step = add(vector(workspace.clamped, j, 0), (change[3 * j], change[3 * j + 1], change[3 * j + 2]))
    met = limit_met(joints, j, coordinates_after(joints, j, step))
    if not met.is_met:
        return False
    changed = _clamp_axis(workspace, joints, j, 1, met)
    nx, nz, reach = limit_of_swing(joints, j, met)
    if nx != 0.0 or nz != 0.0:
        return _clamp_along(workspace, j, (nx, 0.0, nz), reach) or changed
    changed = _clamp_axis(workspace, joints, j, 0, met) or changed
    return _clamp_axis(workspace, joints, j, 2, met) or changed


@kernel
def _clamp_axis(workspace: Workspace, joints: Table, j: int, a: int, met: LimitMet) -> bool:
    """Clamp coordinate `a` of joint `j` to where it meets its limit, if it does. Returns whether it could.

    Reads COORDS and MOBILITY of `joints` (j, JOINT_WIDTH).
    """
    if not leaves_limit(joints, j, a, met):
        return False
    line = (1.0 if a == 0 else 0.0, 1.0 if a == 1 else 0.0, 1.0 if a == 2 else 0.0)
    return _clamp_along(workspace, j, line, room_to_limit(joints, j, a, met))


@kernel
def _clamp_along(workspace: Workspace, j: int, line: Vector, step: float) -> bool:
    """Clamp joint `j` along unit `line` to `step`, and take that out of the system.

    False where it is clamped already.
    """
    before = dot(vector(workspace.clamped, j, 0), line)
    free = 0.0
    for n in range(1, 1 + workspace.blocks[j, 0]):
        for r in range(workspace.blocks[j, n], workspace.blocks[j, n] + 3):
            along = dot(vector(workspace.jacobian, r, 3 * j), line)
            free = max(free, abs(along))
            workspace.remaining[r] -= along * (step - before)
            for a in range(3):
                workspace.jacobian[r, 3 * j + a] -= along * line[a]
    if free < NEGLIGIBLE:
        return False
    store(workspace.clamped, j, 0, add(vector(workspace.clamped, j, 0), scaled(line, step - before)))
    return True


@kernel
def propose_projected(workspace: Workspace, joints: Table, error: Numbers, damping: float) -> float:
    """Fill `workspace.change` with a step along the limits. Returns the scale of the damping.

    Directions in which a joint on its limit would leave it, by the gradient or by the step, are projected out, so that
    joints slide along their limits. Gets out of corners in which `propose_clamped` is stuck, but is not continuous.

    Reads LIMITED, LOWER, COORDS, UPPER and LIMIT_NORMAL of `joints` (j, JOINT_WIDTH); and `error` (r,).
    """
    for r in range(len(error)):
        workspace.remaining[r] = error[r]
        workspace.multipliers[r] = error[r]
    apply_transpose(workspace)
    project_out_limits(workspace, joints)
    scale = solve_damped(workspace, damping, 0.0)
    apply_transpose(workspace)
    if project_out_limits(workspace, joints):
        scale = solve_damped(workspace, damping, 0.0)
        apply_transpose(workspace)
    return scale


@kernel
def project_out_limits(workspace: Workspace, joints: Table) -> bool:
    """Project out of the Jacobian the directions in which `workspace.change` leaves limits. Whether there were any.

    Reads LIMITED, LOWER, COORDS, UPPER and LIMIT_NORMAL of `joints` (j, JOINT_WIDTH).
    """
    changed = False
    for j in range(len(joints)):
        if joints[j, at.LIMITED] != 0.0:
            changed = _project_out_joint(workspace, joints, j) or changed
    return changed


@kernel
def _project_out_joint(workspace: Workspace, joints: Table, j: int) -> bool:
    """Project out for joint `j`: twist, locked swing axes, and the normal of the limit of its swing.

    Reads LOWER, COORDS, UPPER and LIMIT_NORMAL of `joints` (j, JOINT_WIDTH).
    """
    step = (workspace.change[3 * j], workspace.change[3 * j + 1], workspace.change[3 * j + 2])
    lower, upper = limits(joints, j)
    blocked = blocked_axes(lower, upper, vector(joints, j, at.COORDS), step)
    changed = blocked[0] or blocked[1] or blocked[2]
    if changed:
        for a in range(3):
            if blocked[a]:
                zero_column(workspace, j, 3 * j + a)
    nx, nz = joints[j, at.LIMIT_NORMAL], joints[j, at.LIMIT_NORMAL + 1]
    if leads_beyond(nx, nz, 1.0, step[0], step[2]):
        project_out(workspace, j, nx, nz)
        changed = True
    return changed


@kernel
def apply_step(joints: Table, change: Numbers, most: float) -> None:
    """Turn every joint by its part of `change` (3 j,) times its mobility, within its limits; forward kinematics.

    No joint turns by more than `most`, radians.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, LINK, LOWER, COORDS, UPPER, MOBILITY, LOCAL, WORLD, HEAD
    and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and `change` (3 j,). Writes STATE of `joints`.
    """
    for j in range(len(joints)):
        step_and_forward_joint(joints, j, limited_step(joints, j, change, most))


@kernel
def limited_step(joints: Table, j: int, change: Numbers, most: float) -> Vector:
    """Return the change of the coordinates of joint `j`: times its mobility, by at most `most`.

    Reads MOBILITY of `joints` (j, JOINT_WIDTH) and `change` (3 j,).
    """
    step, mobility = (change[3 * j], change[3 * j + 1], change[3 * j + 2]), vector(joints, j, at.MOBILITY)
    d = (step[0] * mobility[0], step[1] * mobility[1], step[2] * mobility[2])
    size2 = dot(d, d)
    return scaled(d, most / sqrt(size2)) if size2 > most * most else d
