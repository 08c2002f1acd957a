"""Newton's method for one position goal under limits: from anywhere to a pose from which nothing comes nearer.

Gauss–Newton steps (`levenberg`) take the effector's path as straight. Where a goal cannot be met that is not so, and
they need hundreds of steps to where nothing is gained any more; with the curvature it is a dozen, and the end is
certain: the gradient is 0 but for what limits hold back (Karush, Kuhn and Tucker; Nocedal and Wright, Numerical
Optimization, 2006, ch. 12). Damping keeps the equations convex (`second_order`), an active set keeps the step within
limits (`limits_of_step`).
"""

from __future__ import annotations

from pantin.solver.chains.goals import are_full_poses, residual
from pantin.solver.chains.joints import forward_chain, turn_a_little
from pantin.solver.chains.reach import REACHED_WITHIN, is_unlimited
from pantin.solver.chains.residual_trace import record_effector
from pantin.solver.compiling import layout as at
from pantin.solver.compiling.functions import sqrt
from pantin.solver.compiling.kernel import kernel, scalar_kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.least_squares import levenberg
from pantin.solver.least_squares.damped_step import LARGEST_ROTATION, limited_step
from pantin.solver.least_squares.damping import FIRST_DAMPING, FIRST_GROWTH, MOST_DAMPING, less_damping
from pantin.solver.least_squares.levenberg import minimise_in
from pantin.solver.least_squares.limits_of_step import clamp, hold_at_limits, release, turn_swing
from pantin.solver.least_squares.second_order import (
    Objective,
    System,
    fill_between_joints,
    fill_columns,
    sum_of_squares,
)
from pantin.solver.least_squares.workspace import Workspace, restore_state, save_state
from pantin.solver.maths import ldl
from pantin.solver.maths.rotations import Vector, dot

TOLERANCE = 1e-8
"""A goal nearer than this part of its chain's length is met."""

MOST_JOINTS = 6
"""Longer chains have more coordinates than it is worth while to solve for at once."""

STEPS = 40
"""Most steps. A dozen are enough but where a limit has corners."""

GAUSS_NEWTON_STEPS = 10
"""Most steps of the beginning that take the effector's path as straight."""

PLAINLY, PLAIN_DAMPING = 5.0, 1e-2
"""A minimum is hardly less than now by more than this many times what a step gains that is damped less than this."""

UNBOUNDED = 1e9
"""No minimum is greater, chain lengths."""

LEAST_GAIN = 1e-9
"""A step that would reduce the sum of squares by less than this part is not worth while: the minimum is found."""

SAME_MISS = 1e-6
"""Misses nearer to each other than this, chain lengths, are one."""

SETTLED, NEARLY_SETTLED = 1e-3, 1e-2
"""A step that reduces the sum of squares by less than the first part tells how great the minimum is; by less than the
second, whether it is plainly greater than another. What the next step gains shrinks with the square there."""

ACTIVE_ROUNDS = 6
"""Most rounds in which a step finds out which limits hold it."""

DAMPINGS, DAMPING_GROWTH, LEAST_RAISED = 12, 6.0, 1e-3
"""Most raises of the damping where the equations are not convex, the factor of each, and the least it becomes."""

LEAST_DAMPING = 1e-9
"""Damping that only keeps movements in place which change nothing."""


@kernel
def is_suited(joints: Table, goals: Table) -> bool:
    """Return whether this is a limited chain, not too long, with one goal, for a position alone.

    Reads LIMITED of `joints` (j, JOINT_WIDTH); and WEIGHT, ROTATION_WEIGHT, POLE_INFLUENCE, GOAL_KIND,
    FREE_POSITION_AXES and FREE_ROTATION_AXES of `goals` (k, GOAL_WIDTH).
    """
    if len(joints) > MOST_JOINTS or len(goals) != 1 or is_unlimited(joints) or not are_full_poses(goals):
        return False
    suited: bool = (
        goals[0, at.ROTATION_WEIGHT] == 0.0 and goals[0, at.POLE_INFLUENCE] == 0.0 and goals[0, at.WEIGHT] > 0.0
    )
    return suited


@kernel
def approach(workspace: Workspace, system: System, joints: Table, goals: Table, steps: int, trace: Table) -> int:
    """Turn the joints until the only goal is met, or is as near as it gets from there. Returns the steps taken.

    Gauss–Newton steps come first: they are quicker, go farther and are as good where nothing is left.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, LINK, LOWER, UPPER, MOBILITY, STATE, ROTATION_AXES and
    KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); `goals` (k, GOAL_WIDTH); and TRACE_COUNT, TRACE_POSITION, TRACE_RADIUS
    and TRACE_KEEP of `trace` (k, TRACE_WIDTH). Writes ROTATION_AXES and STATE of `joints`; and TRACE_COUNT and
    TRACE_RESIDUALS of `trace`.
    """
    taken = minimise_in(workspace, joints, goals, min(steps, GAUSS_NEWTON_STEPS), levenberg.LEAST_GAIN, trace)
    if residual(joints, goals, 0) <= REACHED_WITHIN * system.size:
        return taken
    return taken + minimise_distance(system, joints, goals, steps, trace)


@kernel
def minimise_distance(system: System, joints: Table, goals: Table, steps: int, trace: Table) -> int:
    """Step to where the distance from the only goal cannot be reduced any more. Returns the steps taken.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, LINK, LOWER, UPPER, MOBILITY, STATE and KEEPS_VOLUME of
    `joints` (j, JOINT_WIDTH); and TRACE_COUNT, TRACE_POSITION, TRACE_RADIUS and TRACE_KEEP of `trace` (k, TRACE_WIDTH).
    Writes STATE of `joints`; and TRACE_COUNT and TRACE_RESIDUALS of `trace`. Takes `goals` (k, GOAL_WIDTH) as other
    kernels of its kind do.
    """
    objective = Objective(goals, joints, 0.0, 0.0)
    return minimise(system, joints, objective, min(steps, STEPS), LEAST_GAIN, UNBOUNDED, trace)


@kernel
def seek_lesser(
    system: System, joints: Table, goals: Table, steps: int, known: float, trace: Table
) -> tuple[int, float]:
    """Minimise as `minimise_distance`, and stop as soon as the miss can be no less than one that is `known`.

    Returns the steps taken, and the miss, chain lengths: where the joints are if it is less, else where it would end.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, LINK, LOWER, UPPER, MOBILITY, STATE and KEEPS_VOLUME of
    `joints` (j, JOINT_WIDTH); and TRACE_COUNT, TRACE_POSITION, TRACE_RADIUS and TRACE_KEEP of `trace` (k, TRACE_WIDTH).
    Writes STATE of `joints`; and TRACE_COUNT and TRACE_RESIDUALS of `trace`. Takes `goals` (k, GOAL_WIDTH) as other
    kernels of its kind do.
    """
    objective = Objective(goals, joints, 0.0, 0.0)
    return _minimise(system, joints, objective, min(steps, STEPS), LEAST_GAIN, UNBOUNDED, known, known, trace)


@kernel
def minimise(
    system: System, joints: Table, objective: Objective, steps: int, least_gain: float, most: float, trace: Table
) -> int:
    """Step to where the objective cannot be reduced any more. Returns the steps taken.

    `least_gain` is the part of the sum of squares below which a step is not worth while. Nor is one worth while when it
    is plain that the minimum is greater than `most`, chain lengths: the root of the sum.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, LINK, LOWER, UPPER, MOBILITY, STATE and KEEPS_VOLUME of
    `joints` (j, JOINT_WIDTH); and TRACE_COUNT, TRACE_POSITION, TRACE_RADIUS and TRACE_KEEP of `trace` (k, TRACE_WIDTH).
    Writes STATE of `joints`; and TRACE_COUNT and TRACE_RESIDUALS of `trace`.
    """
    taken, _ = _minimise(system, joints, objective, steps, least_gain, most, UNBOUNDED, UNBOUNDED, trace)
    return taken


@kernel
def seek_another(
    system: System,
    joints: Table,
    objective: Objective,
    steps: int,
    least_gain: float,
    most: float,
    known: float,
    trace: Table,
) -> tuple[int, float]:
    """Return `minimise`, which stops as soon as it is plain that it leads to the minimum that is `known`, chain
    lengths.

    Returns the steps taken, and the root of the sum of squares: `known` where it would end there.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, LINK, LOWER, UPPER, MOBILITY, STATE and KEEPS_VOLUME of
    `joints` (j, JOINT_WIDTH); and TRACE_COUNT, TRACE_POSITION, TRACE_RADIUS and TRACE_KEEP of `trace` (k, TRACE_WIDTH).
    Writes STATE of `joints`; and TRACE_COUNT and TRACE_RESIDUALS of `trace`.
    """
    return _minimise(system, joints, objective, steps, least_gain, most, UNBOUNDED, known, trace)


@scalar_kernel
def _minimise(
    system: System,
    joints: Table,
    objective: Objective,
    steps: int,
    least_gain: float,
    most: float,
    least: float,
    known: float,
    trace: Table,
) -> tuple[int, float]:
    """Minimise as `minimise`, and as `seek_lesser` adds. Returns the steps, and the root of the least sum of squares.
    Reads and writes STATE of `joints` (j, JOINT_WIDTH) and TRACE_RESIDUALS of `trace` (k, TRACE_WIDTH)."""
    damping, growth = FIRST_DAMPING, FIRST_GROWTH
    cost, end = sum_of_squares(system, joints, objective)
    for step in range(steps):
        if cost <= TOLERANCE * TOLERANCE:
            return step, sqrt(cost)
        gain, needed = _propose(system, joints, objective, end, damping)
        is_plain = growth == FIRST_GROWTH and needed == damping and damping <= PLAIN_DAMPING and gain > 0.0
        if abs(gain) <= least_gain * cost or (is_plain and cost - PLAINLY * gain > most * most):
            return step, sqrt(cost)
        if is_plain and _leads_to(cost, gain, known):
            return step, known
        if is_plain and gain <= NEARLY_SETTLED * cost and sqrt(cost - 2.0 * gain) > least + 10.0 * SAME_MISS:
            return step, max(sqrt(cost - gain), least)
        save_state(joints, system.saved)
        _apply(system, joints)
        now, there = sum_of_squares(system, joints, objective)
        if now < cost and gain > 0.0:
            damping, growth = less_damping(needed, (cost - now) / gain, LEAST_DAMPING), FIRST_GROWTH
            cost, end = now, there
        else:
            restore_state(joints, system.saved)
            damping, growth = needed * growth, 2.0 * growth
            cost, end = sum_of_squares(system, joints, objective)
        record_effector(trace, 0, end)
        if damping > MOST_DAMPING:
            return step + 1, sqrt(cost)
    return steps, sqrt(cost)


@kernel
def _leads_to(cost: float, gain: float, known: float) -> bool:
    """Return whether a step that gains so much is near a minimum, and that is the one that is known."""
    return gain <= SETTLED * cost and abs(sqrt(cost - gain) - known) < SAME_MISS


@kernel
def root_of_sum(system: System, joints: Table, objective: Objective) -> float:
    """Return the root of the sum of squares that `minimise` reduces, chain lengths.

    Reads PARENT_JOINT, LENGTH_RATIO, LOCAL, WORLD, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH).
    """
    total, _ = sum_of_squares(system, joints, objective)
    return sqrt(total)


@kernel
def _propose(system: System, joints: Table, objective: Objective, end: Vector, damping: float) -> tuple[float, float]:
    """Fill `system.change` with a step that ends where limits begin, or slides along them.

    `sum_of_squares` has looked at the joints before, and found their effector at `end`. Returns by how much the sum of
    squares would shrink, and the damping, which is greater where it had to be.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, LOWER, COORDS, UPPER, MOBILITY, LOCAL, LIMIT_NORMAL,
    WORLD, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH).
    """
    scale = fill_columns(system, joints, objective, end)
    hold_at_limits(system, joints)
    fill_between_joints(system, objective.pole > 0.0)
    for _ in range(ACTIVE_ROUNDS):
        damping = _solve(system, scale, damping)
        released = release(system, damping * scale)
        if not (clamp(system, joints) or released):
            break
    gain = _gain(system)
    for j in range(len(joints)):
        turn_swing(system, system.change, j, -1.0)
    return gain, damping


@kernel
def _solve(system: System, scale: float, damping: float) -> float:
    """Solve the damped equations for `change`. Returns the damping: where they are not convex, as much as it takes."""
    count = _list_free(system)
    _fill_right_side(system, count)
    for _ in range(DAMPINGS):
        _fill_equations(system, count, damping * scale)
        if ldl.solve(system.equations, count, system.answer):
            break
        damping = max(DAMPING_GROWTH * damping, LEAST_RAISED)
    for i in range(count):
        system.change[system.free[i]] = system.answer[i]
    _shorten_steps(system)
    return damping


@kernel
def _shorten_steps(system: System) -> None:
    """Shorten the step of each joint, before mobility, to LARGEST_ROTATION."""
    for c in range(0, len(system.change), 3):
        step = (system.change[c], system.change[c + 1], system.change[c + 2])
        size2 = dot(step, step)
        if size2 > LARGEST_ROTATION * LARGEST_ROTATION:
            for a in range(c, c + 3):
                system.change[a] *= LARGEST_ROTATION / sqrt(size2)


@kernel
def _apply(system: System, joints: Table) -> None:
    """Turn all joints by `change`, none waiting for the other; then forward kinematics.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, LINK, LOWER, COORDS, UPPER, MOBILITY, LOCAL, WORLD, HEAD
    and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH). Writes STATE of `joints`.
    """
    for j in range(len(joints)):
        turn_a_little(joints, j, limited_step(joints, j, system.change, LARGEST_ROTATION))
    forward_chain(joints)


@kernel
def _list_free(system: System) -> int:
    """List the coordinates that are not held; the others change by what is given. Returns how many there are."""
    count = 0
    for c in range(len(system.held)):
        system.change[c] = system.given[c]
        if system.held[c] == 0.0:
            system.free[count] = c
            count += 1
    return count


@kernel
def _fill_right_side(system: System, count: int) -> None:
    """Fill the right side with the gradient of the free coordinates, less what the given changes contribute."""
    for i in range(count):
        system.right[i] = system.gradient[system.free[i]]
    for b in range(len(system.held)):
        if system.held[b] != 0.0 and system.given[b] != 0.0:
            for i in range(count):
                system.right[i] -= system.square[system.free[i], b] * system.given[b]


@kernel
def _fill_equations(system: System, count: int, damping: float) -> None:
    """Fill the equations: second derivatives of the free coordinates, damped, upper half, and the right side."""
    for i in range(count):
        c = system.free[i]
        for k in range(i, count):
            system.equations[i, k] = system.square[c, system.free[k]]
        system.equations[i, i] += damping
        system.equations[i, count] = system.right[i]


@kernel
def _gain(system: System) -> float:
    """Return the decrease of the sum of squares. What two coordinates have in common counts twice."""
    gain, change = 0.0, system.change
    for c in range(len(change)):
        if change[c] != 0.0:
            half = system.gradient[c]
            for b in range(c):
                half -= system.square[c, b] * change[b]
            gain += change[c] * (2.0 * half - system.square[c, c] * change[c])
    return gain
