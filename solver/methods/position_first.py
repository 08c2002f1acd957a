"""Goals whose position and rotation cannot both be met: the position first, or both by their weights.

Position first: the effector ends as near to the goal as it would without the rotation, and the owner turns as far as
that leaves it. A free chain has that in closed form: the other links lead to the point from which the last link meets
the goal with the least turn away from what is asked. With limits, or among several goals, rotations and poles weigh
less and less until they cost nothing.

Balanced: each joint responds less to the rotation out of reach, the tip by the part `decay`, those above by its powers:
with a decay of 0 the chain points straight at the goal. Sought is the equilibrium at which the gradient, with those
weights, is 0. It is the gradient of no function, so its norm is reduced instead.
"""

from __future__ import annotations

from pantin.solver.chains.chain import link_lengths, root
from pantin.solver.chains.goals import are_full_poses, full_rotation_error, residual
from pantin.solver.chains.joints import forward_joint, rest_rotation
from pantin.solver.chains.last_link import is_led_to, last_link
from pantin.solver.chains.reach import REACHED_WITHIN, are_reached
from pantin.solver.chains.residual_trace import record
from pantin.solver.chains.spheres import nearest_within_shell
from pantin.solver.compiling import layout as at
from pantin.solver.compiling.kernel import kernel, shared_kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.least_squares.levenberg import LEAST_GAIN, find_equilibrium, minimise
from pantin.solver.least_squares.workspace import workspace_for
from pantin.solver.maths.rotations import (
    add,
    copy_into,
    inverse,
    length,
    multiply,
    normalised,
    perpendicular,
    shortest_arc,
    store,
    store_quaternion,
    subtract,
    unit,
    vector,
)
from pantin.solver.methods import continuation, free_chain

STAGES = 6
"""The falloff grows in so many stages: from one equilibrium to the next it is near enough to be found."""

STEPS = 300
"""Most steps of a stage; convergence is that of damped least squares, slow where bones are nearly in line."""

TRANSITION = 0.05
"""The distance beyond reach, in chain lengths, over which the rotation yields, so that nothing jumps."""

LESSENINGS, LESSENED = 3, 0.01
"""Most reductions of the weight of rotations, and the factor; then they weigh nothing."""

STEPS_OF_WEIGHT, LEAST_GAIN_OF_WEIGHT = 60, 1e-4
"""Most steps with each weight, and the gain below which its steps are idle."""

LESS = 1e-5
"""A pose that misses by less than another by this part of the chain's length is preferred to it."""


@kernel
def asks(goals: Table, settings: Table) -> bool:
    """Return whether any goal asks for a rotation that yields to its position.

    Reads ROTATION_WEIGHT and GOAL_KIND of `goals` (k, GOAL_WIDTH); and SETTING_POSITION_FIRST of `settings`
    (k, SETTING_WIDTH).
    """
    for k in range(len(goals)):  # noqa: SIM110  (kernels have no any())
        if goals[k, at.ROTATION_WEIGHT] > 0.0 and yields(goals, settings, k):
            return True
    return False


@kernel
def yields(goals: Table, settings: Table, k: int) -> bool:
    """Return whether goal `k` is one whose position comes first.

    Reads GOAL_KIND of `goals` (k, GOAL_WIDTH) and SETTING_POSITION_FIRST of `settings` (k, SETTING_WIDTH).
    """
    does: bool = goals[k, at.GOAL_KIND] == at.POSE_GOAL and settings[k, at.SETTING_POSITION_FIRST] != 0.0
    return does


@kernel
def has_closed_form(joints: Table, goals: Table) -> bool:
    """Return whether a single goal asks a free chain for position and rotation.

    Reads PARENT_JOINT, LIMITED and MOBILITY of `joints` (j, JOINT_WIDTH); and `goals` (k, GOAL_WIDTH).
    """
    if len(goals) != 1 or not are_full_poses(goals):
        return False
    return free_chain.is_free(joints, _position_only(goals))


@kernel
def cannot_meet_both(joints: Table, goals: Table) -> bool:
    """Return whether such a chain cannot meet both.

    Reads PARENT_JOINT, LENGTH_RATIO, LINK, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and TIP,
    EFFECTOR_OFFSET, TIP_TO_OWNER, GOAL_POSITION, GOAL_ROTATION and ROOT of `goals` (k, GOAL_WIDTH).
    """
    return not is_led_to(last_link(joints, goals), 0.0)


@kernel
def meets_both(joints: Table, goals: Table) -> bool:
    """Return whether position and rotation of the only goal are met.

    Reads PARENT_JOINT, LENGTH_RATIO, LINK, LOCAL, WORLD, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and TIP,
    WEIGHT, EFFECTOR_OFFSET, TIP_TO_OWNER, GOAL_POSITION, GOAL_ROTATION, GOAL_KIND, ROOT, RADIUS, KEEP,
    FREE_POSITION_AXES and AXES_OF_OWNER of `goals` (k, GOAL_WIDTH).
    """
    return are_reached(joints, goals) and length(full_rotation_error(joints, goals, 0)) <= REACHED_WITHIN


@kernel
def _position_only(goals: Table) -> Table:
    """Return the goals without rotations that yield and without poles: those of pose goals.

    Reads `goals` (k, GOAL_WIDTH).
    """
    alone = goals.copy()
    for k in range(len(goals)):
        if goals[k, at.GOAL_KIND] == at.POSE_GOAL:
            alone[k, at.ROTATION_WEIGHT], alone[k, at.POLE_INFLUENCE] = 0.0, 0.0
    return alone


@kernel
def solve_free(joints: Table, goals: Table, steps: int, interactive: bool, trace: Table) -> int:
    """Turn a free chain: the effector on the goal, or in line with it, and the owner as near to its rotation as can be.

    Returns the steps taken. The pole does not count: what links before the last have to do leaves it no room.

    Reads `joints` (j, JOINT_WIDTH), `goals` (k, GOAL_WIDTH) and `trace` (k, TRACE_WIDTH). Writes `joints`; and
    TRACE_COUNT and TRACE_RESIDUALS of `trace`.
    """
    last, end, taken = last_link(joints, goals), len(joints) - 1, 1
    if end > 0:
        above = _position_only(goals)
        point = nearest_within_shell(last.begin, last.end, length(last.link), last.inner, last.outer)
        above[0, at.TIP] = end - 1
        store(above, 0, at.EFFECTOR_OFFSET, vector(joints, end, at.LINK))
        store(above, 0, at.GOAL_POSITION, add(vector(joints, 0, at.HEAD), point))
        taken += continuation.solve(joints[:end], above, steps, True, interactive, trace.copy())
        forward_joint(joints, end)
    now = unit(last.link, (0.0, 1.0, 0.0))
    wanted = unit(subtract(vector(goals, 0, at.GOAL_POSITION), vector(joints, end, at.HEAD)), now)
    turned = multiply(shortest_arc(now, wanted, perpendicular(now)), last.turned)
    store_quaternion(joints, end, at.LOCAL, normalised(multiply(inverse(rest_rotation(joints, end)), turned)))
    forward_joint(joints, end)
    record(joints, goals, trace)
    return taken


@shared_kernel
def let_yield(
    joints: Table, goals: Table, settings: Table, start: Table, steps: int, interactive: bool, trace: Table
) -> int:
    """Lessen the weights of rotations and poles for which positions are missed, to nothing. Returns the steps taken.

    A single goal is also sought from the pose `start` without its rotation, where that comes nearer.

    Reads `joints` (j, JOINT_WIDTH); `goals` (k, GOAL_WIDTH); SETTING_POSITION_FIRST of `settings` (k, SETTING_WIDTH);
    `start` (j, JOINT_WIDTH); and TRACE_COUNT, TRACE_POSITION, TRACE_RADIUS and TRACE_KEEP of `trace` (k, TRACE_WIDTH).
    Writes `joints`; and TRACE_COUNT and TRACE_RESIDUALS of `trace`.
    """
    if are_reached(joints, goals):
        return 0
    light, alone = goals.copy(), _without_rotations(goals, settings)
    taken = _lessen(joints, light, settings, steps, trace)
    taken += minimise(joints, alone, steps, LEAST_GAIN, trace)
    if len(goals) > 1 or are_reached(joints, goals):
        return taken
    first, (total, _) = joints.copy(), link_lengths(joints, goals, 0)
    copy_into(joints, start)
    taken += continuation.solve(joints, alone, steps, True, interactive, trace)
    if residual(joints, goals, 0) > residual(first, goals, 0) - LESS * total:
        copy_into(joints, first)
        return taken
    nearer = joints.copy()
    taken += minimise(joints, light, steps, LEAST_GAIN, trace)
    taken += minimise(joints, alone, steps, LEAST_GAIN, trace)
    if residual(joints, goals, 0) > residual(nearer, goals, 0) + LESS * total:
        copy_into(joints, nearer)
    return taken


@kernel
def _without_rotations(goals: Table, settings: Table) -> Table:
    """Return the goals without the rotations and poles that yield.

    Reads `goals` (k, GOAL_WIDTH) and SETTING_POSITION_FIRST of `settings` (k, SETTING_WIDTH).
    """
    alone = goals.copy()
    for k in range(len(goals)):
        if yields(goals, settings, k):
            alone[k, at.ROTATION_WEIGHT], alone[k, at.POLE_INFLUENCE] = 0.0, 0.0
    return alone


@kernel
def _lessen(joints: Table, light: Table, settings: Table, steps: int, trace: Table) -> int:
    """Let rotations and poles that yield weigh less and less, and the joints follow. Returns the steps taken.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, LINK, LOWER, UPPER, MOBILITY, STATE, ROTATION_AXES and
    KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); `light` (k, GOAL_WIDTH); SETTING_POSITION_FIRST of `settings`
    (k, SETTING_WIDTH); and TRACE_COUNT, TRACE_POSITION, TRACE_RADIUS and TRACE_KEEP of `trace` (k, TRACE_WIDTH). Writes
    ROTATION_AXES and STATE of `joints`; ROTATION_WEIGHT and POLE_INFLUENCE of `light`; and TRACE_COUNT and
    TRACE_RESIDUALS of `trace`.
    """
    taken = 0
    for _ in range(LESSENINGS):
        for k in range(len(light)):
            if yields(light, settings, k):
                light[k, at.ROTATION_WEIGHT] *= LESSENED
                light[k, at.POLE_INFLUENCE] *= LESSENED
        taken += minimise(joints, light, min(steps, STEPS_OF_WEIGHT), LEAST_GAIN_OF_WEIGHT, trace)
    return taken


@kernel
def rotation_falloff(joints: Table, goals: Table, decay: float) -> float:
    """Return the part by which the weight of the rotation falls from joint to joint.

    0 within reach, 1 − `decay` well out of it.

    Reads PARENT_JOINT, LENGTH_RATIO, LINK, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and TIP,
    EFFECTOR_OFFSET, GOAL_POSITION and ROOT of `goals` (k, GOAL_WIDTH).
    """
    total, _ = link_lengths(joints, goals, 0)
    out = length(subtract(vector(goals, 0, at.GOAL_POSITION), vector(joints, root(goals, 0), at.HEAD)))
    beyond = min(max((out - total) / max(TRANSITION * total, 1e-12), 0.0), 1.0)
    return (1.0 - decay) * beyond * beyond * (3.0 - 2.0 * beyond)


@kernel
def solve_out_of_reach(joints: Table, goals: Table, falloff: float, trace: Table) -> int:
    """Go from the solution with equal weights to the equilibrium with this falloff. Returns the steps taken.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, LINK, LOWER, UPPER, MOBILITY, STATE, ROTATION_AXES and
    KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); `goals` (k, GOAL_WIDTH); and TRACE_COUNT, TRACE_POSITION, TRACE_RADIUS
    and TRACE_KEEP of `trace` (k, TRACE_WIDTH). Writes ROTATION_AXES and STATE of `joints`; ROTATION_FALLOFF of `goals`;
    and TRACE_COUNT and TRACE_RESIDUALS of `trace`.
    """
    workspace, taken = workspace_for(joints, goals), 0
    for stage in range(STAGES):
        goals[0, at.ROTATION_FALLOFF] = falloff * (stage + 1.0) / STAGES
        taken += find_equilibrium(workspace, joints, goals, STEPS, trace)
    return taken
