"""Round by round by least squares: what DLS and SDLS share. They differ in how far they go along each movement.

A round takes the Jacobian apart (`singular`), lets the solver propose a step, and takes it, whether it gains or not:
near full stretch the way may have to go through worse. The best round is kept. Joints on a bound slide along it.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt

import numpy as np

from pantin.solver.chains.goals import errors, jacobian_of
from pantin.solver.chains.iteration import enough, follows_pole, set_out
from pantin.solver.chains.reach import turn_to_pole
from pantin.solver.chains.residual_trace import note
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Numbers, Table
from pantin.solver.least_squares.damped_step import block, desk_for, towards, turn_all
from pantin.solver.least_squares.levenberg import LEAST_GAIN
from pantin.solver.maths.rotations import overwrite
from pantin.solver.maths.singular_values import decompose

IDLE = 12
"""Rounds without a new best until the solve ends."""

LARGEST_ERROR = 0.25
"""A goal farther away than this is approached in parts, in chains: the linear model ends there."""

Propose = Callable[[Table, Table, Table, Numbers, Numbers, Numbers], None]


@kernel
def solve(propose: Propose, joints: Table, goals: Table, steps: int, tolerance: float, trace: Table) -> int:
    """Turn the joints, at most `steps` rounds, until the goals are met. Returns the rounds taken."""
    if set_out(joints, goals, trace):
        return 1
    poled, met = follows_pole(joints, goals), enough(joints, goals, tolerance)
    desk = desk_for(joints, goals)
    jacobian, error, change = desk.jacobian, desk.error, desk.change
    turns, movements, sizes = np.empty_like(jacobian), np.empty_like(desk.square), np.empty_like(error)
    best, idle = joints.copy(), 0
    least = errors(joints, goals, desk.size, error)
    for step in range(steps):
        if least <= met or idle >= IDLE:
            overwrite(joints, best)
            return step
        _shorten(error)
        jacobian_of(joints, goals, desk.size, jacobian)
        desk.answer[:] = error
        towards(desk)
        block(desk, joints)
        _step(propose, jacobian, turns, movements, sizes, error, change)
        if block(desk, joints):
            _step(propose, jacobian, turns, movements, sizes, error, change)
        turn_all(joints, change)
        if poled:
            turn_to_pole(joints, goals)
        note(joints, goals, trace)
        left = errors(joints, goals, desk.size, error)
        idle = 0 if left < (1.0 - LEAST_GAIN) * least else idle + 1
        if left < least:
            least = left
            overwrite(best, joints)
    overwrite(joints, best)
    return steps


@kernel
def _shorten(error: Numbers) -> None:
    """Make a large error smaller, in its direction."""
    total = 0.0
    for r in range(len(error)):
        total += error[r] * error[r]
    if total > LARGEST_ERROR * LARGEST_ERROR:
        for r in range(len(error)):
            error[r] *= LARGEST_ERROR / sqrt(total)


@kernel
def _step(
    propose: Propose, jacobian: Table, turns: Table, movements: Table, sizes: Numbers, error: Numbers, change: Numbers
) -> None:
    """Take the Jacobian apart and fill `change` with what the solver makes of it."""
    overwrite(turns, jacobian)
    decompose(turns, movements, sizes)
    propose(jacobian, turns, movements, sizes, error, change)
