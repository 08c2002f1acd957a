"""Auto: which solver a group of goals gets where none is asked for.

One bone is aimed, two are solved in closed form, everything else by continuation and Levenberg–Marquardt. A distance is
solved as a place (`distance`). All other solvers are in an entry of their own (`table`), so that nobody waits for
solvers that he does not use.
"""

from __future__ import annotations

from pantin.solver.chains.goals import are_full_poses, residual
from pantin.solver.chains.joints import clamp_to_limits
from pantin.solver.chains.reach import are_reached, is_unlimited
from pantin.solver.chains.residual_trace import record
from pantin.solver.compiling import layout as at
from pantin.solver.compiling.kernel import kernel, shared_kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.compiling.solver_numbers import NUMBERS
from pantin.solver.maths.rotations import copy_into
from pantin.solver.methods import continuation, distance, limb, one_bone, poles, two_bone

ONE_BONE, TWO_BONES, LM = NUMBERS["one_bone"], NUMBERS["two_bones"], NUMBERS["lm"]


PLACINGS = 4
"""Most rounds that try the nearest places on spheres where sliding on them does not meet all goals."""


@kernel
def solve(
    joints: Table, goals: Table, solver: int, steps: int, tolerance: float, interactive: bool, trace: Table
) -> tuple[int, int]:
    """Solve as `choose`, for a program in which no chain asks for another solver than Auto.

    Reads `joints` (j, JOINT_WIDTH), `goals` (k, GOAL_WIDTH) and `trace` (k, TRACE_WIDTH). Writes `joints`;
    POLE_INFLUENCE and POLE_POSITION of `goals`; and TRACE_COUNT and TRACE_RESIDUALS of `trace`.
    """
    return choose(joints, goals, steps, tolerance, interactive, trace)


@kernel
def choose(
    joints: Table, goals: Table, steps: int, tolerance: float, interactive: bool, trace: Table
) -> tuple[int, int]:
    """Turn the joints towards the goals. Returns the steps taken, and the number of the solver that took them.

    `tolerance` is for solvers that can be asked for; these are as exact as they can be.

    Reads `joints` (j, JOINT_WIDTH), `goals` (k, GOAL_WIDTH) and `trace` (k, TRACE_WIDTH). Writes `joints`;
    POLE_INFLUENCE and POLE_POSITION of `goals`; and TRACE_COUNT and TRACE_RESIDUALS of `trace`.
    """
    if len(goals) == 1 and goals[0, at.WEIGHT] == 0.0 and goals[0, at.ROTATION_WEIGHT] == 0.0:
        return 0, LM
    if not distance.has_distances(goals):
        return _choose(joints, goals, steps, interactive, trace)
    if len(goals) == 1:
        return _keep_distance(joints, goals, steps, interactive, trace)
    return _keep_distances(joints, goals, steps, interactive, trace)


@kernel
def _keep_distance(joints: Table, goals: Table, steps: int, interactive: bool, trace: Table) -> tuple[int, int]:
    """Solve for one distance: free joints go to the nearest place that keeps it, limited ones to any they find.

    Where those find none, they go to the place nearest to their answer, to the centre of the sphere, and from there to
    the sphere; what misses least is kept.

    Reads `joints` (j, JOINT_WIDTH), `goals` (k, GOAL_WIDTH) and `trace` (k, TRACE_WIDTH). Writes `joints`; and
    TRACE_COUNT and TRACE_RESIDUALS of `trace`.
    """
    if not is_unlimited(joints):
        clamp_to_limits(joints)
    if residual(joints, goals, 0) == 0.0:
        return 0, LM
    start = joints.copy()
    if is_unlimited(joints):
        taken, method = _choose(joints, distance.nearest_place(joints, goals), steps, interactive, trace)
    else:
        sphere = distance.on_spheres(joints, goals)
        taken, method = continuation.solve(joints, sphere, steps, True, interactive, trace), LM
    if are_reached(joints, goals):
        return taken, method
    best, least = joints.copy(), residual(joints, goals, 0)
    for n in range(3):
        if n == 1:
            copy_into(joints, start)
        place = distance.centre_or_place(joints, goals) if n == 1 else distance.nearest_place(joints, goals)
        taken += continuation.solve(joints, place, steps, n == 1, interactive, trace)
        if residual(joints, goals, 0) < least:
            least = residual(joints, goals, 0)
            copy_into(best, joints)
        if are_reached(joints, goals):
            break
    copy_into(joints, best)
    return taken, LM


@kernel
def _keep_distances(joints: Table, goals: Table, steps: int, interactive: bool, trace: Table) -> tuple[int, int]:
    """Solve for several goals with distances: each ends on its sphere where all can, else where it may.

    Reads `joints` (j, JOINT_WIDTH), `goals` (k, GOAL_WIDTH) and `trace` (k, TRACE_WIDTH). Writes `joints`; and
    TRACE_COUNT and TRACE_RESIDUALS of `trace`.
    """
    held = distance.on_spheres(joints, goals)
    taken, method = _choose(joints, held.copy(), steps, interactive, trace)
    found = joints.copy()
    for _ in range(PLACINGS):
        if are_reached(joints, held):
            return taken, method
        places = distance.places_on_spheres(joints, held)
        taken += continuation.solve(joints, places, steps, False, interactive, trace)
    if are_reached(joints, held):
        return taken, method
    copy_into(joints, found)
    return taken + continuation.solve(joints, goals, steps, False, interactive, trace), method


@shared_kernel
def _choose(joints: Table, goals: Table, steps: int, interactive: bool, trace: Table) -> tuple[int, int]:
    """Solve where some goal counts: closed forms where there are, else iterations.

    Reads `joints` (j, JOINT_WIDTH), `goals` (k, GOAL_WIDTH) and `trace` (k, TRACE_WIDTH). Writes `joints`;
    POLE_INFLUENCE and POLE_POSITION of `goals`; and TRACE_COUNT and TRACE_RESIDUALS of `trace`.
    """
    if len(joints) > 2 or not has_closed_form(joints, goals):
        return _iterative(joints, goals, steps, interactive, trace), LM
    if len(joints) == 1:
        one_bone.solve(joints, goals)
    else:
        two_bone.solve(joints, goals)
    method = ONE_BONE if len(joints) == 1 else TWO_BONES
    record(joints, goals, trace)
    if is_unlimited(joints):
        return 1, method
    bent = joints.copy()
    if not clamp_to_limits(joints):
        return 1, method
    if limb.is_suited(joints) and not interactive:
        copy_into(joints, bent)
        return 1 + limb.solve(joints, goals, steps, trace), LM
    return 1 + continuation.solve(joints, goals, steps, False, interactive, trace), LM


@kernel
def _iterative(joints: Table, goals: Table, steps: int, interactive: bool, trace: Table) -> int:
    """Solve by continuation and Levenberg–Marquardt, with what poles ask for. Returns the steps taken.

    Reads `joints` (j, JOINT_WIDTH), `goals` (k, GOAL_WIDTH) and `trace` (k, TRACE_WIDTH). Writes `joints`;
    POLE_INFLUENCE and POLE_POSITION of `goals`; and TRACE_COUNT and TRACE_RESIDUALS of `trace`.
    """
    if len(goals) == 1 and goals[0, at.POLE_INFLUENCE] != 0.0:
        return poles.solve(joints, goals, steps, True, interactive, trace)
    if poles.has_poles(goals):
        return poles.solve_together(joints, goals, steps, interactive, trace)
    return continuation.solve(joints, goals, steps, True, interactive, trace)


@kernel
def has_closed_form(joints: Table, goals: Table) -> bool:
    """Return whether there is one goal, for a position alone, and no joint is stiff: stiffness shares the bend
    otherwise.

    Reads MOBILITY of `joints` (j, JOINT_WIDTH); and ROTATION_WEIGHT, GOAL_KIND, FREE_POSITION_AXES and
    FREE_ROTATION_AXES of `goals` (k, GOAL_WIDTH).
    """
    if len(goals) != 1 or goals[0, at.ROTATION_WEIGHT] != 0.0 or not are_full_poses(goals):
        return False
    for j in range(len(joints)):
        for a in range(3):
            if joints[j, at.MOBILITY + a] != 1.0 and joints[j, at.MOBILITY + a] != 0.0:
                return False
    return True
