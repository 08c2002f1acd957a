"""One frame of a group: its steps, and repetitions with everything at rest where the settings ask for them."""

from __future__ import annotations

import numpy as np

from pantin.solver.chains.chain import effector, link_lengths
from pantin.solver.chains.goals import errors
from pantin.solver.compiling.functions import ceil, exp
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import (
    GOAL_KIND,
    GOAL_POSITION,
    GOAL_ROTATION,
    POSTURE_GOAL,
    ROTATION_WEIGHT,
    Numbers,
    Table,
)
from pantin.solver.least_squares.workspace import STATE_WIDTH, restore_state, save_state, workspace_for
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
from pantin.solver.simulation.columns import (
    BEGINS,
    FEEDBACK,
    KEPT_GOAL,
    KEPT_POSITION,
    KEPT_ROTATION,
    MAX_VELOCITY,
    PRECISION,
    REITERATIONS,
    SECONDS,
    STEP_MAX,
    STEP_MIN,
    STEPS,
    TO_PLACE,
)
from pantin.solver.simulation.leading import carry, keep_goals, lead, ways_of
from pantin.solver.simulation.step import SLOWER, Frame, largest_turn, step

FINE = 0.25
"""In a chosen step at most this part of the time in which feedback makes up for 63 % of an error."""

TURN = 0.1
"""In a chosen step goals move by this part of their chain's length at most, or turn by as many radians."""


@kernel
def move(joints: Table, goals: Table, kept_joints: Table, kept_goals: Table, how: Numbers) -> int:
    """Turn `joints` through a frame, to `goals` as they are at its end. Returns the steps taken.

    `kept_joints` and `kept_goals` are the memory of the frame before.
    """
    if how[SECONDS] <= 0.0:
        return 0
    wanted, kept, ways = goals.copy(), kept_goals.copy(), ways_of(joints, kept_joints)
    count = _step_count(joints, goals, kept, how)
    workspace = workspace_for(joints, goals)
    room = np.empty((2, 3 * len(joints)))
    reached, first = np.empty((len(joints), STATE_WIDTH)), np.empty((len(joints), STATE_WIDTH))
    frame = Frame(
        how, wanted, kept, ways, workspace, np.empty_like(workspace.gram), np.empty_like(workspace.error), room, reached
    )
    save_state(joints, first)
    _take_steps(frame, joints, goals, count, exp(-how[FEEDBACK] * how[SECONDS] / count))
    return count + _reiterate(frame, joints, goals, first)


@kernel
def _step_count(joints: Table, goals: Table, kept: Table, how: Numbers) -> int:
    """How many steps the frame has: as many as are given, or as feedback and the motion of goals ask for."""
    if how[STEPS] > 0.0:
        return int(how[STEPS])
    seconds = how[SECONDS]
    longest = max(min(FINE / how[FEEDBACK], how[STEP_MAX]), how[STEP_MIN])
    count = max(ceil(seconds / longest - 1e-9), ceil(_farthest_turn(joints, goals, kept) / TURN))
    return max(min(count, ceil(seconds / how[STEP_MIN] - 1e-9)), 1)


@kernel
def _farthest_turn(joints: Table, goals: Table, kept: Table) -> float:
    """By how much a goal moves in the frame at most, in lengths of its chain, or turns, radians."""
    farthest = 0.0
    for k in range(len(goals)):
        if kept[k, KEPT_GOAL] == 0.0 or goals[k, GOAL_KIND] == POSTURE_GOAL:
            continue
        total, _ = link_lengths(joints, goals, k)
        moved = length(subtract(vector(goals, k, GOAL_POSITION), vector(kept, k, KEPT_POSITION)))
        farthest = max(farthest, moved / max(total, 1e-9))
        if goals[k, ROTATION_WEIGHT] > 0.0:
            turned = multiply(quaternion(goals, k, GOAL_ROTATION), inverse(quaternion(kept, k, KEPT_ROTATION)))
            farthest = max(farthest, length(logarithm(turned)))
    return min(farthest, 1e6)


@kernel
def _take_steps(frame: Frame, joints: Table, goals: Table, count: int, left: float) -> None:
    """Go through the frame in `count` even steps, of which each leaves the part `left` of the errors."""
    lead(goals, frame.wanted, frame.kept, 0.0)
    carry(joints, frame.ways, 0.0)
    errors(joints, goals, frame.workspace.unit_length, frame.workspace.trial)
    for s in range(count):
        step(frame, joints, goals, (s + 1.0) / count, frame.how[SECONDS] / count, left)


@kernel
def _reiterate(frame: Frame, joints: Table, goals: Table, first: Table) -> int:
    """Go through the frame again, with all at rest, until little changes. Returns how often.

    It is one step that makes up for all that is left: what changes little then is where it would end.
    But for the first frame no joint comes farther than its largest velocity takes it in a single frame.
    """
    keep_goals(frame.wanted, frame.kept)
    frame.ways[:, :TO_PLACE] = frame.ways[:, TO_PLACE:]
    before, ends = np.empty_like(first), np.empty((len(goals), 3))
    farthest = frame.how[MAX_VELOCITY] * frame.how[SECONDS] * SLOWER
    for n in range(int(frame.how[REITERATIONS])):
        save_state(joints, before)
        _store_effectors(joints, goals, ends)
        _take_steps(frame, joints, goals, 1, 0.0)
        if frame.how[BEGINS] == 0.0 and largest_turn(joints, first) > farthest:
            restore_state(joints, before)
            carry(joints, frame.ways, 1.0)
            return n
        moved = _largest_move(joints, goals, ends)
        if moved < frame.how[PRECISION] and largest_turn(joints, before) < frame.how[PRECISION]:
            return n + 1
    return int(frame.how[REITERATIONS])


@kernel
def _store_effectors(joints: Table, goals: Table, ends: Table) -> None:
    """Remember where the effectors are."""
    for k in range(len(goals)):
        store(ends, k, 0, effector(joints, goals, k))


@kernel
def _largest_move(joints: Table, goals: Table, ends: Table) -> float:
    """How far the effector is that has moved farthest since `_store_effectors`, metres."""
    largest = 0.0
    for k in range(len(goals)):
        largest = max(largest, length(subtract(effector(joints, goals, k), vector(ends, k, 0))))
    return largest
