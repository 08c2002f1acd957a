"""One step of a simulation: the speeds of joints that the goals ask for, and the joints moved on by them.

Errors e are those of `chains.goals`. In a step of h seconds each shall shrink by the factor exp(−K h), K the feedback,
while targets and roots move on: the joints make up for e' − exp(−K h)·e, where e' is the error if they did not move.
So a handle's own speed is matched, and no feedback and no step is too large. An equation for speeds holds for small
turns only; a second round makes up for what the first has missed. Speeds are limited last, all by one factor, so that
the ends keep their directions.
"""

from __future__ import annotations

from typing import NamedTuple

from pantin.solver.chains.goals import errors, goal_rows
from pantin.solver.chains.jacobian import jacobian_of
from pantin.solver.chains.joints import clamp_to_limits, forward_chain
from pantin.solver.compiling.functions import atan2, sqrt
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import LOCAL, Numbers, Table
from pantin.solver.least_squares import dls, sdls
from pantin.solver.least_squares.damped_step import apply_step, project_out_limits
from pantin.solver.least_squares.svd_iteration import decompose_jacobian
from pantin.solver.least_squares.workspace import Workspace, apply_transpose, restore_state, save_state
from pantin.solver.maths.rotations import (
    inverse,
    length,
    multiply,
    quaternion,
    slerp,
    store_quaternion,
)
from pantin.solver.simulation.columns import BY_DLS, MAX_VELOCITY
from pantin.solver.simulation.leading import carry, lead

ROUNDS = 2
"""Rounds in which a step is solved: the second leaves errors of third order in the step."""

LARGEST_TURN = 0.5
"""No joint turns further in a round, radians: the equations do not hold beyond."""

LARGEST_ERROR = 0.5
"""A larger error, chain lengths, is made up for in parts."""

LEAP = 3.0
"""An error that changes by more in a step, chain lengths or radians, has leapt to the other side, and has no speed."""

SLOWER = 1.0 - 1e-12
"""Joints stay below their largest velocity by this factor, so that rounding does not take them over it."""

SLIDES = 3
"""Most proposals of a round, of which each knows the limits that the one before would have left."""

BRAKINGS = 6
"""Most attempts to find the factor by which joints are slowed down: at limits angles are not proportional to it."""


class Frame(NamedTuple):
    """What the steps of a frame share."""

    how: Numbers
    """(HOW_WIDTH,): the settings."""
    wanted: Table
    """The goals as they are at the end of the frame."""
    kept: Table
    """The goals as they were at its beginning."""
    ways: Table
    """From where to where the roots are carried."""
    workspace: Workspace
    movements: Table
    """(r, r): the movements of a singular value decomposition."""
    sizes: Numbers
    """(r,): its singular values."""
    room: Table
    """(2, 3 j): room for two changes."""
    reached: Table
    """(j, STATE_WIDTH): where a step would end if joints could turn as fast as they like."""


@kernel
def step(frame: Frame, joints: Table, goals: Table, part: float, seconds: float, left: float) -> None:
    """Move on by `seconds`, to the `part` of the frame at which roots and goals are then.

    `left` is the part of the errors that may be left.
    """
    workspace = frame.workspace
    most = frame.how[MAX_VELOCITY] * seconds * SLOWER
    errors(joints, goals, workspace.unit_length, workspace.trial)
    workspace.trial[:] = left * workspace.trial
    save_state(joints, workspace.saved)
    lead(goals, frame.wanted, frame.kept, part)
    carry(joints, frame.ways, part)
    for _ in range(ROUNDS):
        errors(joints, goals, workspace.unit_length, workspace.error)
        _reduce_errors(goals, workspace.error, workspace.trial)
        _solve(frame, joints, goals, min(most, LARGEST_TURN))
        apply_step(joints, workspace.change, LARGEST_TURN)
    _brake(frame, joints, most)


@kernel
def _reduce_errors(goals: Table, error: Numbers, left: Numbers) -> None:
    """What is to be made up for: the errors less what may be left of them, in parts where a goal has a large one."""
    first = 0
    for k in range(len(goals)):
        last, total = first + goal_rows(goals, k), 0.0
        for r in range(first, last):
            if abs(error[r] - left[r]) < LEAP:
                error[r] -= left[r]
            total += error[r] * error[r]
        if total > LARGEST_ERROR * LARGEST_ERROR:
            for r in range(first, last):
                error[r] *= LARGEST_ERROR / sqrt(total)
        first = last


@kernel
def _solve(frame: Frame, joints: Table, goals: Table, most: float) -> None:
    """Fill the change with the turns that make up for the error; joints slide along their limits."""
    workspace = frame.workspace
    jacobian_of(joints, goals, workspace.unit_length, workspace.jacobian)
    workspace.multipliers[:] = workspace.error
    apply_transpose(workspace)
    project_out_limits(workspace, joints)
    for _ in range(SLIDES):
        _propose(frame, goals, most)
        if not project_out_limits(workspace, joints):
            break


@kernel
def _propose(frame: Frame, goals: Table, most: float) -> None:
    """Fill the change with the turns that the solver proposes."""
    decompose_jacobian(frame.workspace, frame.movements, frame.sizes)
    if frame.how[BY_DLS] != 0.0:
        dls.propose(frame.workspace, goals, frame.movements, frame.sizes, frame.room)
    else:
        sdls.propose_within(frame.workspace, most, frame.movements, frame.sizes, frame.room)


@kernel
def _brake(frame: Frame, joints: Table, most: float) -> None:
    """Where a joint has turned by more than `most` since the step began: let all turn the same part of their way."""
    saved, factor = frame.workspace.saved, 1.0
    save_state(joints, frame.reached)
    for _ in range(BRAKINGS):
        largest = largest_turn(joints, saved)
        if largest <= most:
            return
        factor *= most / largest * SLOWER
        for j in range(len(joints)):
            turn = slerp(quaternion(saved, j, 0), quaternion(frame.reached, j, 0), factor)
            store_quaternion(joints, j, LOCAL, turn)
        clamp_to_limits(joints)
    restore_state(joints, saved)
    forward_chain(joints)


@kernel
def largest_turn(joints: Table, before: Table) -> float:
    """By how much that joint has turned that has turned farthest since `save_state`, radians."""
    largest = 0.0
    for j in range(len(joints)):
        turned = multiply(inverse(quaternion(before, j, 0)), quaternion(joints, j, LOCAL))
        largest = max(largest, 2.0 * atan2(length((turned[0], turned[1], turned[2])), abs(turned[3])))
    return largest
