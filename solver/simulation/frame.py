"""One frame of a group: its steps, and repetitions with everything at rest where the settings ask for them."""

from __future__ import annotations

import numpy as np

from pantin.solver.chains.chain import effector, link_lengths
from pantin.solver.compiling import layout as at
from pantin.solver.compiling.functions import ceil, exp
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Numbers, Table
from pantin.solver.least_squares.workspace import STATE_WIDTH, restore_state, save_state
from pantin.solver.maths.rotations import (
    inverse,
    length,
    logarithm,
    multiply,
    quaternion,
    store,
    subtract,
    vector,
)
from pantin.solver.simulation import columns as col
from pantin.solver.simulation.leading import carry, keep_goals
from pantin.solver.simulation.step import SLOWER, Frame, begin, frame_for, largest_turn, step

FINE = 0.25
"""In a chosen step at most this part of the time in which feedback makes up for 63 % of an error."""

MOTION = 0.1
"""In a chosen step goals move by this part of their chain's length at most, or turn by as many radians."""

MOST_MOTION = 1e6
"""A goal that moves farther in a frame, chain lengths, counts as this: the number of steps has to be an integer."""

WHOLE = 1e-9
"""So much more than a whole number of steps comes of rounding."""


@kernel
def move(joints: Table, goals: Table, kept_joints: Table, kept_goals: Table, settings: Numbers) -> int:
    """Turn `joints` through a frame, to `goals` as they are at its end. Returns the steps taken.

    `kept_joints` and `kept_goals` are the memory of the frame before.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, LINK, LOWER, UPPER, MOBILITY, STATE, ROTATION_AXES and
    KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); `goals` (k, GOAL_WIDTH); KEPT_PLACE, KEPT_REST and KEPT of `kept_joints`
    (j, KEPT_JOINT_WIDTH); `kept_goals` (k, KEPT_GOAL_WIDTH); and `settings` (SETTINGS_WIDTH,). Writes REST_ROTATION,
    LINK, ROTATION_AXES and STATE of `joints`; and GOAL_POSITION, GOAL_ROTATION and POLE_POSITION of `goals`.
    """
    if settings[col.SECONDS] <= 0.0:
        return 0
    frame, first = frame_for(joints, goals, kept_joints, kept_goals, settings), np.empty((len(joints), STATE_WIDTH))
    save_state(joints, first)
    count = _step_count(joints, goals, frame.kept, settings)
    _take_steps(frame, joints, goals, count, exp(-settings[col.FEEDBACK] * settings[col.SECONDS] / count))
    return count + _reiterate(frame, joints, goals, first)


@kernel
def _step_count(joints: Table, goals: Table, kept: Table, settings: Numbers) -> int:
    """Return the number of steps of the frame: as given, or as feedback and the motion of goals ask for.

    Reads PARENT_JOINT, LENGTH_RATIO, LINK and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); TIP, ROTATION_WEIGHT,
    EFFECTOR_OFFSET, GOAL_POSITION, GOAL_ROTATION, GOAL_KIND and ROOT of `goals` (k, GOAL_WIDTH); KEPT_POSITION,
    KEPT_ROTATION and KEPT_GOAL of `kept` (k, KEPT_GOAL_WIDTH); and `settings` (SETTINGS_WIDTH,).
    """
    if settings[col.STEPS] > 0.0:
        return int(settings[col.STEPS])
    seconds = settings[col.SECONDS]
    longest = max(min(FINE / settings[col.FEEDBACK], settings[col.STEP_MAX]), settings[col.STEP_MIN])
    count = max(ceil(seconds / longest - WHOLE), ceil(_farthest_motion(joints, goals, kept) / MOTION))
    return max(min(count, ceil(seconds / settings[col.STEP_MIN] - WHOLE)), 1)


@kernel
def _farthest_motion(joints: Table, goals: Table, kept: Table) -> float:
    """Return the largest movement of a goal in the frame, in lengths of its chain, or turns, radians.

    Reads PARENT_JOINT, LENGTH_RATIO, LINK and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); TIP, ROTATION_WEIGHT,
    EFFECTOR_OFFSET, GOAL_POSITION, GOAL_ROTATION, GOAL_KIND and ROOT of `goals` (k, GOAL_WIDTH); and KEPT_POSITION,
    KEPT_ROTATION and KEPT_GOAL of `kept` (k, KEPT_GOAL_WIDTH).
    """
    farthest = 0.0
    for k in range(len(goals)):
        if kept[k, col.KEPT_GOAL] == 0.0 or goals[k, at.GOAL_KIND] == at.POSTURE_GOAL:
            continue
        total, _ = link_lengths(joints, goals, k)
        moved = length(subtract(vector(goals, k, at.GOAL_POSITION), vector(kept, k, col.KEPT_POSITION)))
        farthest = max(farthest, moved / max(total, 1e-9))
        if goals[k, at.ROTATION_WEIGHT] > 0.0:
            turned = multiply(quaternion(goals, k, at.GOAL_ROTATION), inverse(quaternion(kept, k, col.KEPT_ROTATION)))
            farthest = max(farthest, length(logarithm(turned)))
    return min(farthest, MOST_MOTION)


@kernel
def _take_steps(frame: Frame, joints: Table, goals: Table, count: int, left: float) -> None:
    """Go through the frame in `count` even steps, of which each leaves the part `left` of the errors.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, LINK, LOWER, UPPER, MOBILITY, STATE, ROTATION_AXES and
    KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and `goals` (k, GOAL_WIDTH). Writes REST_ROTATION, LINK, ROTATION_AXES
    and STATE of `joints`; and GOAL_POSITION, GOAL_ROTATION and POLE_POSITION of `goals`.
    """
    begin(frame, joints, goals)
    for s in range(count):
        step(frame, joints, goals, (s + 1.0) / count, frame.settings[col.SECONDS] / count, left)


@kernel
def _reiterate(frame: Frame, joints: Table, goals: Table, first: Table) -> int:
    """Go through the frame again, with all at rest, until little changes. Returns how often.

    It is one step that makes up for all that is left: what changes little then is where it would end. But for the first
    frame no joint comes farther from the state `first` than its largest velocity takes it in a single frame.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, LINK, LOWER, UPPER, MOBILITY, STATE, ROTATION_AXES and
    KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); `goals` (k, GOAL_WIDTH); and `first` (j, STATE_WIDTH). Writes
    REST_ROTATION, LINK, ROTATION_AXES and STATE of `joints`; and GOAL_POSITION, GOAL_ROTATION and POLE_POSITION of
    `goals`.
    """
    settings, before, ends = frame.settings, np.empty_like(first), np.empty((len(goals), 3))
    farthest = settings[col.MAX_VELOCITY] * settings[col.SECONDS] * SLOWER
    _bring_to_rest(frame)
    for n in range(int(settings[col.REITERATIONS])):
        save_state(joints, before)
        _store_effectors(joints, goals, ends)
        _take_steps(frame, joints, goals, 1, 0.0)
        if settings[col.BEGINS] == 0.0 and largest_turn(joints, first) > farthest:
            restore_state(joints, before)
            carry(joints, frame.ways, 1.0)
            return n
        moved = _largest_move(joints, goals, ends)
        if moved < settings[col.PRECISION] and largest_turn(joints, before) < settings[col.PRECISION]:
            return n + 1
    return int(settings[col.REITERATIONS])


@kernel
def _bring_to_rest(frame: Frame) -> None:
    """Let goals and roots be at the end of the frame from its beginning."""
    keep_goals(frame.wanted, frame.kept)
    frame.ways[:, : col.TO_PLACE] = frame.ways[:, col.TO_PLACE :]


@kernel
def _store_effectors(joints: Table, goals: Table, ends: Table) -> None:
    """Remember where the effectors are.

    Reads LENGTH_RATIO, WORLD, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and TIP and EFFECTOR_OFFSET of
    `goals` (k, GOAL_WIDTH). Writes `ends` (k, 3).
    """
    for k in range(len(goals)):
        store(ends, k, 0, effector(joints, goals, k))


@kernel
def _largest_move(joints: Table, goals: Table, ends: Table) -> float:
    """Return the largest movement of an effector since `_store_effectors`, metres.

    Reads LENGTH_RATIO, WORLD, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); TIP and EFFECTOR_OFFSET of `goals`
    (k, GOAL_WIDTH); and `ends` (k, 3).
    """
    largest = 0.0
    for k in range(len(goals)):
        largest = max(largest, length(subtract(effector(joints, goals, k), vector(ends, k, 0))))
    return largest
