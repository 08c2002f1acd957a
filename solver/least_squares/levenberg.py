"""Levenberg–Marquardt: from near an answer to the answer.

One damped step (`damped_step`) after the other. Damping follows the ratio of what a step gained to what it promised
(Nielsen, Damping Parameter in Marquardt's Method, 1999).
"""

from __future__ import annotations

from math import sqrt

from pantin.solver.chains.goals import errors, jacobian_of
from pantin.solver.chains.residual_trace import note
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Numbers, Table
from pantin.solver.least_squares.damped_step import (
    Desk,
    block,
    desk_for,
    keep,
    propose_sliding,
    propose_stopping,
    put_back,
    towards,
    turn_all,
)

TOLERANCE = 1e-8
"""A goal nearer than this part of its chain is met; convergence is quadratic there, so it costs one step more."""

STRIDE_DAMPING = 0.003
"""Damping of a step while walking, in parts of the mean diagonal."""

LEAST_GAIN = 1e-7
"""A step that takes less than this part off the error gains nothing; three of them in a row are the end."""

LEAST_GAIN_BY_HAND = 0.05
"""The same for what is dragged by hand: towards a place out of reach, the last percents are not worth wandering for."""


@kernel
def polish(joints: Table, goals: Table, steps: int, least_gain: float, trace: Table) -> int:
    """Take at most `steps` steps towards the goals, gained or refused, each noted in `trace`. Returns how many."""
    return polish_at(desk_for(joints, goals), joints, goals, steps, least_gain, trace)


@kernel
def polish_at(desk: Desk, joints: Table, goals: Table, steps: int, least_gain: float, trace: Table) -> int:
    """`polish` with room that is there already."""
    damping, growth, idle = 1e-4, 2.0, 0
    error, trial = desk.error, desk.trial
    cost = errors(joints, goals, desk.size, error)
    for step in range(steps):
        if cost <= TOLERANCE * TOLERANCE:
            return step
        jacobian_of(joints, goals, desk.size, desk.jacobian)
        scale = propose_sliding(desk, joints, error, damping)
        keep(joints, desk.before)
        turn_all(joints, desk.change)
        now = errors(joints, goals, desk.size, trial)
        if now < cost:
            gain = (cost - now) / max(_promised(cost, damping * scale, desk.answer), 1e-300)
            damping = max(damping * max(0.1, 1.0 - (2.0 * gain - 1.0) ** 3), 1e-12)
            growth, idle = 2.0, (idle + 1 if cost - now < least_gain * cost else 0)
            cost = now
            error, trial = trial, error
        else:
            put_back(joints, desk.before)
            damping, growth = damping * growth, growth * 2.0
        note(joints, goals, trace)
        if idle >= 3 or damping > 1e8:
            return step + 1
    return steps


@kernel
def level(desk: Desk, joints: Table, goals: Table, steps: int, trace: Table) -> int:
    """Step to where the pull on every joint is 0, though it is the slope of no sum of squares. Returns the steps."""
    damping, pull = 1e-3, _pull(desk, joints, goals)
    for step in range(steps):
        if pull <= TOLERANCE or damping > 1e6:
            return step
        propose_sliding(desk, joints, desk.error, damping)
        keep(joints, desk.before)
        turn_all(joints, desk.change)
        now = _pull(desk, joints, goals)
        if now < pull:
            pull, damping = now, max(0.2 * damping, 1e-9)
        else:
            put_back(joints, desk.before)
            _pull(desk, joints, goals)
            damping *= 8.0
        note(joints, goals, trace)
    return steps


@kernel
def _pull(desk: Desk, joints: Table, goals: Table) -> float:
    """How hard the goals pull at the joints that can follow: the length of Jᵀ e."""
    errors(joints, goals, desk.size, desk.error)
    jacobian_of(joints, goals, desk.size, desk.jacobian)
    desk.answer[:] = desk.error
    towards(desk)
    if block(desk, joints):
        towards(desk)
    total = 0.0
    for c in range(len(desk.change)):
        total += desk.change[c] * desk.change[c]
    return sqrt(total)


@kernel
def stride(desk: Desk, joints: Table, goals: Table, part: float) -> None:
    """Take `part` of a damped step towards the goals, whatever it gains: a smooth answer to where they are."""
    errors(joints, goals, desk.size, desk.error)
    jacobian_of(joints, goals, desk.size, desk.jacobian)
    propose_stopping(desk, joints, desk.error, STRIDE_DAMPING)
    for c in range(len(desk.change)):
        desk.change[c] *= part
    turn_all(joints, desk.change)


@kernel
def _promised(cost: float, damping: float, answer: Numbers) -> float:
    """How much less the sum of squares would be after the step if the errors were linear: e − J dq = λ y."""
    for r in range(len(answer)):
        cost -= (damping * answer[r]) ** 2
    return cost
