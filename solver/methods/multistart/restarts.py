"""A goal within reach that is not met: solved again without its pole, from the pose itself, then from random poses."""

from __future__ import annotations

import numpy as np

from pantin.solver.chains.chain import link_lengths
from pantin.solver.chains.goals import are_full_poses, errors, residual, rotation_error
from pantin.solver.chains.joints import clamp_to_limits
from pantin.solver.chains.last_link import is_led_to, last_link
from pantin.solver.chains.reach import REACHED_WITHIN, prepare_chain
from pantin.solver.compiling import layout as at
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.least_squares import newton
from pantin.solver.least_squares.levenberg import LEAST_GAIN, minimise, minimise_in
from pantin.solver.least_squares.second_order import system_for
from pantin.solver.least_squares.workspace import Workspace, workspace_for
from pantin.solver.maths.joint_coordinates import rotation_of
from pantin.solver.maths.rotations import (
    copy_into,
    exponential,
    length,
    multiply,
    quaternion,
    store_quaternion,
)
from pantin.solver.methods.multistart.random_numbers import SEED, random_part

RESTARTS = 12
"""Random poses from which is begun at most; more than a dozen hardly find another answer."""

MOST_STEPS = 60
"""Most steps from each pose; those that lead to the goal need far fewer."""

LARGEST_ROTATION = 1.5
"""Largest random rotation of a joint, radians: larger ones leave poses that are hardly ever near an answer."""

FOUND_AGAIN = 4
"""Number of times that the least miss is found until there is hardly a lesser one."""

SAME_MISS = 1e-4
"""Misses that differ by less than this part are one."""

SHORT = 3
"""Chains of more bones pop where they are minimised fully: many poses serve alike."""

OUT_OF_REACH = 1e-5
"""A chain that ends farther than this part of its length from where it would have to cannot reach its goal."""


@kernel
def solve(workspace: Workspace, joints: Table, goals: Table, initial: Table, steps: int, trace: Table) -> int:
    """Restart until the single goal is met. Returns the steps taken, 0 where it is met already.

    Where nothing reaches it, the nearer of two answers is kept: that of the continuation, in which `joints` stand, and
    that found straight from the pose `initial`. Random poses are not tried where the goal is known to be out of reach,
    nor any more when the least miss was found again and again.

    Reads `joints` (j, JOINT_WIDTH); `goals` (k, GOAL_WIDTH); `initial` (j, JOINT_WIDTH); and TRACE_COUNT,
    TRACE_POSITION, TRACE_RADIUS and TRACE_KEEP of `trace` (k, TRACE_WIDTH). Writes `joints`; and TRACE_COUNT and
    TRACE_RESIDUALS of `trace`.
    """
    if is_reached(joints, goals):
        return 0
    steps, poleless = min(steps, MOST_STEPS), goals.copy()
    poleless[0, at.POLE_INFLUENCE] = 0.0
    taken = _without_pole(joints, goals, poleless, steps, trace)
    if is_reached(joints, goals) or is_turned_out_of_reach(joints, goals):
        return taken
    best = joints.copy()
    taken += _from_initial_pose(workspace, joints, goals, poleless, initial, steps, trace)
    if is_reached(joints, goals):
        return taken
    if goals[0, at.ROTATION_WEIGHT] == 0.0 and residual(joints, goals, 0) < residual(best, goals, 0):
        copy_into(best, joints)
    taken += _from_random_poses(workspace, joints, goals, poleless, steps, trace)
    if not is_reached(joints, goals):
        copy_into(joints, best)
    return taken


@kernel
def _without_pole(joints: Table, goals: Table, poleless: Table, steps: int, trace: Table) -> int:
    """Give up a pole that keeps the goal from being met. Returns the steps taken.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, LINK, LOWER, UPPER, MOBILITY, STATE, ROTATION_AXES and
    KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); TIP, WEIGHT, ROTATION_WEIGHT, POLE_INFLUENCE, EFFECTOR_OFFSET,
    TIP_TO_OWNER, GOAL_POSITION, GOAL_ROTATION, GOAL_KIND, ROOT, RADIUS, KEEP, FREE_POSITION_AXES, FREE_ROTATION_AXES
    and AXES_OF_OWNER of `goals` (k, GOAL_WIDTH); `poleless` (k, GOAL_WIDTH); and TRACE_COUNT, TRACE_POSITION,
    TRACE_RADIUS and TRACE_KEEP of `trace` (k, TRACE_WIDTH). Writes ROTATION_AXES and STATE of `joints`; and TRACE_COUNT
    and TRACE_RESIDUALS of `trace`.
    """
    if goals[0, at.POLE_INFLUENCE] == 0.0 or is_reached(joints, goals):
        return 0
    return minimise(joints, poleless, steps, LEAST_GAIN, trace)


@kernel
def _from_initial_pose(
    workspace: Workspace, joints: Table, goals: Table, poleless: Table, initial: Table, steps: int, trace: Table
) -> int:
    """Solve from the pose `initial`, without continuation, then without the pole. Returns the steps taken.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, LINK, LOWER, UPPER, MOBILITY, STATE, ROTATION_AXES and
    KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); `goals` (k, GOAL_WIDTH); `poleless` (k, GOAL_WIDTH); `initial`
    (j, JOINT_WIDTH); and TRACE_COUNT, TRACE_POSITION, TRACE_RADIUS and TRACE_KEEP of `trace` (k, TRACE_WIDTH). Writes
    `joints`; and TRACE_COUNT and TRACE_RESIDUALS of `trace`.
    """
    copy_into(joints, initial)
    prepare_chain(joints, goals, True)
    if len(joints) <= SHORT and newton.is_suited(joints, poleless):
        return newton.approach(
            _workspace_without(workspace, joints, goals, poleless),
            system_for(joints, poleless),
            joints,
            poleless,
            steps,
            trace,
        )
    taken = minimise_in(workspace, joints, goals, steps, LEAST_GAIN, trace)
    return taken + _without_pole(joints, goals, poleless, steps, trace)


@kernel
def _workspace_without(workspace: Workspace, joints: Table, goals: Table, poleless: Table) -> Workspace:
    """Return the workspace for the goals without their poles: that which is there, where they have none.

    Reads PARENT_JOINT, LENGTH_RATIO, LINK and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); POLE_INFLUENCE of `goals`
    (k, GOAL_WIDTH); and TIP, ROTATION_WEIGHT, POLE_INFLUENCE, EFFECTOR_OFFSET, GOAL_KIND and ROOT of `poleless`
    (k, GOAL_WIDTH).
    """
    return workspace if goals[0, at.POLE_INFLUENCE] == 0.0 else workspace_for(joints, poleless)


@kernel
def _from_random_poses(
    workspace: Workspace, joints: Table, goals: Table, poleless: Table, steps: int, trace: Table
) -> int:
    """Begin from random poses until one leads to the goal, or to the least miss for the last time that is worth while.

    Returns the steps taken.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, LINK, LOWER, UPPER, MOBILITY, STATE, ROTATION_AXES and
    KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); `goals` (k, GOAL_WIDTH); `poleless` (k, GOAL_WIDTH); and TRACE_COUNT,
    TRACE_POSITION, TRACE_RADIUS and TRACE_KEEP of `trace` (k, TRACE_WIDTH). Writes ROTATION_AXES and STATE of `joints`;
    and TRACE_COUNT and TRACE_RESIDUALS of `trace`.
    """
    seed, system, taken = np.uint64(SEED), system_for(joints, goals), 0
    is_quick = newton.is_suited(joints, poleless)
    sought = (
        poleless if is_quick else goals
    )  # only an answer that reaches counts, and the pole would be given up for it
    own = _workspace_without(workspace, joints, goals, poleless) if is_quick else workspace
    least, found = errors(joints, sought, own.unit_length, own.error), 1
    for _ in range(RESTARTS):
        seed = _turn_at_random(joints, seed)
        if is_quick:
            taken += newton.approach(own, system, joints, poleless, steps, trace)
        else:
            taken += minimise_in(workspace, joints, goals, steps, LEAST_GAIN, trace)
            taken += _without_pole(joints, goals, poleless, steps, trace)
        miss = errors(joints, sought, own.unit_length, own.error)
        if miss < (1.0 + SAME_MISS) * least:
            found = 1 if miss < (1.0 - SAME_MISS) * least else found + 1
        least = min(miss, least)
        if is_reached(joints, goals) or (found >= FOUND_AGAIN and is_quick):  # others seldom end in the minimum itself
            break
    return taken


@kernel
def _turn_at_random(joints: Table, seed: np.uint64) -> np.uint64:
    """Turn every joint by LARGEST_ROTATION at most, within its limits; one without limits from where it is.

    Returns the next seed.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, LINK, LOWER, UPPER, LOCAL, WORLD, HEAD and KEEPS_VOLUME of
    `joints` (j, JOINT_WIDTH). Writes STATE of `joints`.
    """
    turned = np.empty(3)
    for j in range(len(joints)):
        for a in range(3):
            seed, part = random_part(seed)
            measure = 1.0 if a == 1 else 2.0  # a swing's limit is a half-angle sine
            low = max(measure * joints[j, at.LOWER + a], -LARGEST_ROTATION)
            high = min(measure * joints[j, at.UPPER + a], LARGEST_ROTATION)
            turned[a] = low + (high - low) * part
        if joints[j, at.LIMITED] != 0.0:
            store_quaternion(joints, j, at.LOCAL, rotation_of((turned[0], turned[1], turned[2])))
        else:
            local = quaternion(joints, j, at.LOCAL)
            store_quaternion(joints, j, at.LOCAL, multiply(local, exponential((turned[0], turned[1], turned[2]))))
    clamp_to_limits(joints)
    return seed


@kernel
def is_turned_out_of_reach(joints: Table, goals: Table) -> bool:
    """Return whether the rotation that the goal asks for puts the last link where the others do not reach.

    Turned as it should be, with its end on the goal, it begins at a certain point, to which the other links must lead.

    Reads PARENT_JOINT, LENGTH_RATIO, LINK, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and TIP, WEIGHT,
    ROTATION_WEIGHT, EFFECTOR_OFFSET, TIP_TO_OWNER, GOAL_POSITION, GOAL_ROTATION, GOAL_KIND, ROOT, FREE_POSITION_AXES
    and FREE_ROTATION_AXES of `goals` (k, GOAL_WIDTH).
    """
    if goals[0, at.ROTATION_WEIGHT] == 0.0 or goals[0, at.WEIGHT] == 0.0 or not are_full_poses(goals):
        return False
    last = last_link(joints, goals)
    return not is_led_to(last, OUT_OF_REACH * (last.outer + length(last.link)))


@kernel
def is_reached(joints: Table, goals: Table) -> bool:
    """Return whether the first goal is met, its pole aside.

    Reads PARENT_JOINT, LENGTH_RATIO, LINK, LOCAL, WORLD, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and TIP,
    WEIGHT, ROTATION_WEIGHT, EFFECTOR_OFFSET, TIP_TO_OWNER, GOAL_POSITION, GOAL_ROTATION, GOAL_KIND, ROOT, RADIUS, KEEP,
    FREE_POSITION_AXES, FREE_ROTATION_AXES and AXES_OF_OWNER of `goals` (k, GOAL_WIDTH).
    """
    total, _ = link_lengths(joints, goals, 0)
    if goals[0, at.WEIGHT] > 0.0 and residual(joints, goals, 0) > REACHED_WITHIN * total:
        return False
    return goals[0, at.ROTATION_WEIGHT] == 0.0 or length(rotation_error(joints, goals, 0)) <= REACHED_WITHIN
