"""Reports on the goals of a group: residuals, steps and effectors, as rows."""

from __future__ import annotations

from pantin.solver.chains.chain import distance_error, effector, link_lengths, root
from pantin.solver.chains.goals import has_free_axes, position_axes, position_error, residual, rotation_error
from pantin.solver.chains.pole_error import pole_angle
from pantin.solver.compiling import layout as at
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.maths.rotations import Vector, add, length, rotate, scaled, store, subtract, vector


@kernel
def report(
    joints: Table, goals: Table, k: int, iterations: int, method: int, tolerance: float, reports: Table
) -> float:
    """Fill the report of goal `k`, before blending. Returns the residual, metres; `tolerance` is in chain lengths.

    Reads PARENT_JOINT, LENGTH_RATIO, LINK, LOCAL, WORLD, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and TIP,
    ROTATION_WEIGHT, POLE_INFLUENCE, POLE_ANGLE, EFFECTOR_OFFSET, TIP_TO_OWNER, GOAL_POSITION, GOAL_ROTATION,
    POLE_POSITION, GOAL_KIND, ROOT, RADIUS, KEEP, FREE_POSITION_AXES, FREE_ROTATION_AXES and AXES_OF_OWNER of `goals`
    (k, GOAL_WIDTH). Writes RESIDUAL, REACHED, ITERATIONS, REPORT_GOAL, REPORT_METHOD, REPORT_ROOT, REPORT_LENGTH,
    REPORT_ROTATION and REPORT_POLE of `reports` (k, REPORT_WIDTH).
    """
    total, _ = link_lengths(joints, goals, k)
    remaining = residual(joints, goals, k)
    reports[k, at.RESIDUAL] = remaining
    reports[k, at.REACHED] = 1.0 if remaining <= tolerance * total else 0.0
    reports[k, at.ITERATIONS], reports[k, at.REPORT_METHOD] = iterations, method
    turned = goals[k, at.ROTATION_WEIGHT] > 0.0
    reports[k, at.REPORT_ROTATION] = length(rotation_error(joints, goals, k)) if turned else 0.0
    reports[k, at.REPORT_POLE] = pole_angle(joints, goals, k) if goals[k, at.POLE_INFLUENCE] > 0.0 else 0.0
    store(reports, k, at.REPORT_GOAL, _nearest_allowed(joints, goals, k))
    store(reports, k, at.REPORT_ROOT, vector(joints, root(goals, k), at.HEAD))
    reports[k, at.REPORT_LENGTH] = total
    return remaining


@kernel
def _nearest_allowed(joints: Table, goals: Table, k: int) -> Vector:
    """Return the position nearest to the effector that would meet goal `k`.

    Reads LENGTH_RATIO, LOCAL, WORLD, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and TIP, EFFECTOR_OFFSET,
    TIP_TO_OWNER, GOAL_POSITION, GOAL_ROTATION, GOAL_KIND, RADIUS, KEEP, FREE_POSITION_AXES and AXES_OF_OWNER of `goals`
    (k, GOAL_WIDTH).
    """
    now, target = effector(joints, goals, k), vector(goals, k, at.GOAL_POSITION)
    if goals[k, at.GOAL_KIND] == at.DISTANCE_GOAL:
        out = subtract(now, target)
        distance = length(out)
        error = distance_error(goals[k, at.KEEP], goals[k, at.RADIUS], distance)
        return subtract(now, scaled(out, error / max(distance, 1e-12)))
    if not has_free_axes(goals, k, at.FREE_POSITION_AXES):
        return target
    return add(now, rotate(position_axes(joints, goals, k), position_error(joints, goals, k)))
