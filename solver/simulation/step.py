"""One step of a simulation: goals and roots move on, the joints keep up, and all are slowed down where one is too fast.

Errors e are those of `chains.goals`. In a step of h seconds each shall shrink by the factor exp(−K h), K the feedback,
while targets and roots move on: the joints make up for e' − exp(−K h)·e, where e' is the error if they did not move.
So a handle's own speed is matched, and no feedback and no step is too large. Within a frame e is the error as planned,
not as it is: what a step has missed the next makes up for. Where a goal comes nearer by itself, as one that was out of
reach does, the plan leaves less of the error: no end flees from its goal. An equation for speeds holds for small turns
only; a second round makes up for what the first has missed, and more where there is more. Speeds are limited last, all
by one factor, so that the ends keep their directions.
"""

from __future__ import annotations

from math import inf
from typing import NamedTuple

import numpy as np

from pantin.solver.chains.chain import STRAIGHT, bend_straight_chain, effector, link_lengths, root, tip
from pantin.solver.chains.goals import errors, norm
from pantin.solver.chains.joints import clamp_to_limits, forward_chain
from pantin.solver.compiling import layout as at
from pantin.solver.compiling.functions import atan2
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Numbers, Table
from pantin.solver.least_squares import dls, sdls
from pantin.solver.least_squares.damped_step import apply_step, project_out_limits
from pantin.solver.least_squares.svd_iteration import Decomposition, decompose_jacobian, decomposition_for, linearise
from pantin.solver.least_squares.workspace import STATE_WIDTH, Workspace, restore_state, save_state, workspace_for
from pantin.solver.maths.rotations import (
    inverse,
    length,
    multiply,
    quaternion,
    slerp,
    store_quaternion,
    subtract,
    vector,
)
from pantin.solver.simulation import columns as col
from pantin.solver.simulation.leading import carry, lead, ways_of
from pantin.solver.simulation.planned_errors import find_excess, limit_debt, plan_errors

ROUNDS = 2
"""Rounds in which a step is solved at least: the second leaves errors of third order in the step."""

MOST_ROUNDS = 8
"""And at most: as long as each of them brings the ends nearer, and no joint is as fast as it may be.

A chain that is nearly straight has to turn far to shorten a little; two rounds would leave it behind a goal that comes
nearer. The rounds beyond the second may also turn joints that hardly move the ends: else a chain whose joints are slow
stays at such a place for seconds, while none of them is as fast as it may be.
"""

NEAR_ENOUGH = 0.036
"""Errors that need no third round, chain lengths or radians a second squared.

That is 1e-5 in steps of 1/60 s. Halved steps leave a quarter: as there are twice as many, half as a whole.
"""

NEARER = 0.98
"""A round beyond the second that leaves more than this part of what it should have made up for is the last.

Unless a chain has to shorten: one that is nearly straight bends by a factor in every round, which is little at first.
"""

LARGEST_TURN = 0.5
"""No joint turns further in a round, radians: the equations do not hold beyond."""

FREE_TURN = 1.0
"""Of this much, radians, a round beyond the second allows its part to what moves the ends little (`sdls`)."""

SLOWER = 1.0 - 1e-12
"""Joints stay below their largest velocity by this factor, so that rounding does not take them over it."""

SLIDES = 3
"""Most proposals of a round, of which each knows the limits that the one before would have left."""

BRAKINGS = 6
"""Most attempts to find the factor by which joints are slowed down: at limits angles are not proportional to it."""


class Frame(NamedTuple):
    """The state that the steps of a frame share, for j joints and r rows of errors."""

    settings: Numbers
    """(SETTINGS_WIDTH,)"""
    wanted: Table
    """The goals as they are at the end of the frame."""
    kept: Table
    """(k, KEPT_GOAL_WIDTH): where targets and poles were at its beginning."""
    ways: Table
    """(j, WAY_WIDTH): from where to where the roots are carried."""
    workspace: Workspace
    planned: Numbers
    """(r,): what the errors should be by now."""
    decomposition: Decomposition
    reached: Table
    """(j, STATE_WIDTH): where a step would end if joints could turn as fast as they like."""


@kernel
def frame_for(joints: Table, goals: Table, kept_joints: Table, kept_goals: Table, settings: Numbers) -> Frame:
    """Return a frame that ends where `goals`, and what carries the joints, are now. The memory is of the frame before.

    Reads PARENT_JOINT, LENGTH_RATIO, REST_ROTATION, LINK and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); `goals`
    (k, GOAL_WIDTH); KEPT_PLACE, KEPT_REST and KEPT of `kept_joints` (j, KEPT_JOINT_WIDTH); and `kept_goals`
    (k, KEPT_GOAL_WIDTH). Takes `settings` (SETTINGS_WIDTH,) as other kernels of its kind do.
    """
    workspace = workspace_for(joints, goals)
    return Frame(
        settings,
        goals.copy(),
        kept_goals.copy(),
        ways_of(joints, kept_joints),
        workspace,
        workspace.trial,
        decomposition_for(workspace),
        np.empty((len(joints), STATE_WIDTH)),
    )


@kernel
def begin(frame: Frame, joints: Table, goals: Table) -> None:
    """Put goals and roots where they are at the beginning of the frame: what is left there is what is planned for.

    Reads PARENT_JOINT, LENGTH_RATIO, REST_ROTATION, LINK, LOCAL, WORLD, HEAD and KEEPS_VOLUME of `joints`
    (j, JOINT_WIDTH); and `goals` (k, GOAL_WIDTH). Writes REST_ROTATION, LINK, WORLD and HEAD of `joints`; and
    GOAL_POSITION, GOAL_ROTATION and POLE_POSITION of `goals`.
    """
    _move_on(frame, joints, goals, 0.0)
    errors(joints, goals, frame.workspace.unit_length, frame.planned)


@kernel
def step(frame: Frame, joints: Table, goals: Table, part: float, seconds: float, left: float) -> None:
    """Move on by `seconds`, to the `part` of the frame at which roots and goals are then.

    Of the errors that were planned for so far the part `left` is planned for next.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, LINK, LOWER, UPPER, MOBILITY, STATE, ROTATION_AXES and
    KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and `goals` (k, GOAL_WIDTH). Writes REST_ROTATION, LINK, ROTATION_AXES
    and STATE of `joints`; and GOAL_POSITION, GOAL_ROTATION and POLE_POSITION of `goals`.
    """
    most = frame.settings[col.MAX_VELOCITY] * seconds * SLOWER
    save_state(joints, frame.workspace.saved)
    _move_on(frame, joints, goals, part)
    plan_errors(frame.workspace, joints, goals, frame.planned, left)
    _turn(frame, joints, goals, seconds, most)
    if _slow_down(frame, joints, most):
        limit_debt(frame.workspace, joints, goals, frame.planned)


@kernel
def _move_on(frame: Frame, joints: Table, goals: Table, part: float) -> None:
    """Put goals and roots where they are after this part of the frame.

    Reads PARENT_JOINT, LENGTH_RATIO, REST_ROTATION, LINK, LOCAL, WORLD, HEAD and KEEPS_VOLUME of `joints`
    (j, JOINT_WIDTH). Writes REST_ROTATION, LINK, WORLD and HEAD of `joints`; and GOAL_POSITION, GOAL_ROTATION and
    POLE_POSITION of `goals` (k, GOAL_WIDTH).
    """
    lead(goals, frame.wanted, frame.kept, part)
    carry(joints, frame.ways, part)


@kernel
def _turn(frame: Frame, joints: Table, goals: Table, seconds: float, most: float) -> None:
    """Turn the joints, in rounds, until the errors are as planned.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, LINK, LOWER, COORDS, UPPER, MOBILITY, LOCAL, LIMIT_NORMAL,
    WORLD, HEAD, ROTATION_AXES and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and `goals` (k, GOAL_WIDTH). Writes
    ROTATION_AXES and STATE of `joints`.
    """
    workspace = frame.workspace
    before, near_enough = inf, NEAR_ENOUGH * seconds * seconds
    for n in range(MOST_ROUNDS):
        find_excess(workspace, joints, goals, frame.planned)
        if n >= ROUNDS:
            now = norm(workspace.error)
            least = before if _asks_to_shorten(joints, goals) else NEARER * before
            if now <= near_enough or now >= least or largest_turn(joints, workspace.saved) > most:
                break
            before = inf if _bend_straight_chains(joints, goals) else now
        _find_change(frame, joints, goals, min(most, LARGEST_TURN) if n < ROUNDS else FREE_TURN)
        apply_step(joints, workspace.change, LARGEST_TURN)


@kernel
def _asks_to_shorten(joints: Table, goals: Table) -> bool:
    """Return whether a goal is nearer to the root of its chain than its effector is.

    Reads LENGTH_RATIO, WORLD, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and TIP, EFFECTOR_OFFSET,
    GOAL_POSITION, GOAL_KIND and ROOT of `goals` (k, GOAL_WIDTH).
    """
    for k in range(len(goals)):
        if goals[k, at.GOAL_KIND] != at.POSTURE_GOAL:
            origin = vector(joints, root(goals, k), at.HEAD)
            near = length(subtract(vector(goals, k, at.GOAL_POSITION), origin))
            if near < length(subtract(effector(joints, goals, k), origin)):
                return True
    return False


@kernel
def _bend_straight_chains(joints: Table, goals: Table) -> bool:
    """Bend chains that are straight where their goal is nearer, for no small turn shortens them. Whether one was.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, LINK, LOWER, UPPER, MOBILITY, LOCAL, WORLD, HEAD and
    KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and TIP, EFFECTOR_OFFSET, GOAL_POSITION, GOAL_KIND and ROOT of `goals`
    (k, GOAL_WIDTH). Writes STATE of `joints`.
    """
    bent = False
    for k in range(len(goals)):
        if goals[k, at.GOAL_KIND] == at.POSTURE_GOAL or tip(goals, k) == root(goals, k):
            continue
        total, _ = link_lengths(joints, goals, k)
        origin, straight = vector(joints, root(goals, k), at.HEAD), (1.0 - STRAIGHT) * total
        near = length(subtract(vector(goals, k, at.GOAL_POSITION), origin)) < straight
        if near and length(subtract(effector(joints, goals, k), origin)) > straight:
            bend_straight_chain(joints, goals, k)
            bent = True
    return bent


@kernel
def _find_change(frame: Frame, joints: Table, goals: Table, most: float) -> None:
    """Fill the change with the turns that make up for the error; joints slide along their limits.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, LOWER, COORDS, UPPER, MOBILITY, LOCAL, LIMIT_NORMAL,
    WORLD, HEAD, ROTATION_AXES and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and `goals` (k, GOAL_WIDTH). Writes
    ROTATION_AXES of `joints`.
    """
    linearise(frame.workspace, joints, goals)
    for _ in range(SLIDES):
        _propose(frame, goals, most)
        if not project_out_limits(frame.workspace, joints):
            break


@kernel
def _propose(frame: Frame, goals: Table, most: float) -> None:
    """Fill the change with the turns that the solver proposes.

    Reads DAMPING and EPSILON of `goals` (k, GOAL_WIDTH).
    """
    decompose_jacobian(frame.workspace, frame.decomposition)
    if frame.settings[col.BY_DLS] != 0.0:
        dls.propose(frame.workspace, goals, frame.decomposition)
    else:
        sdls.propose_within(frame.workspace, most, frame.decomposition)


@kernel
def _slow_down(frame: Frame, joints: Table, most: float) -> bool:
    """Let all joints turn the same part of their way where one has turned by more than `most` since the step began.

    Returns whether one had.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, LINK, LOWER, UPPER, STATE and KEEPS_VOLUME of `joints`
    (j, JOINT_WIDTH). Writes STATE of `joints`.
    """
    saved, factor = frame.workspace.saved, 1.0
    save_state(joints, frame.reached)
    for n in range(BRAKINGS):
        largest = largest_turn(joints, saved)
        if largest <= most:
            return n > 0
        factor *= most / largest * SLOWER
        for j in range(len(joints)):
            turn = slerp(quaternion(saved, j, 0), quaternion(frame.reached, j, 0), factor)
            store_quaternion(joints, j, at.LOCAL, turn)
        clamp_to_limits(joints)
    restore_state(joints, saved)
    forward_chain(joints)
    return True


@kernel
def largest_turn(joints: Table, before: Table) -> float:
    """Return the largest turn of a joint since `save_state`, radians.

    Reads LOCAL of `joints` (j, JOINT_WIDTH) and `before` (j, STATE_WIDTH).
    """
    largest = 0.0
    for j in range(len(joints)):
        turned = multiply(inverse(quaternion(before, j, 0)), quaternion(joints, j, at.LOCAL))
        largest = max(largest, 2.0 * atan2(length((turned[0], turned[1], turned[2])), abs(turned[3])))
    return largest
