"""Out of reach, a rotation gives way to the position.

Every joint then answers to the rotation less than the one below it: the last joint turns as the goal wants, those above
point at the goal. What is sought is the pose at which no joint gains by turning alone, each weighing the rotation by
its own share: the gradient with those shares is 0 there. It is no slope of anything, so its length is what must fall.
"""

from __future__ import annotations

import numpy as np

from solver.chain import link_lengths, root
from solver.goals import errors, jacobian_of, row_count, size_of
from solver.kernel import kernel
from solver.layout import HEAD, LOSS, PLACE, Table
from solver.levenberg import apply, gradient_of, propose
from solver.rotations import length, overwrite, subtract, vector
from solver.trace import note

STEPS = 60
"""Most steps; it converges like any damped least squares."""

SETTING_IN = 0.05
"""The part of the chain's length beyond its reach over which the rotation gives way, so that nothing jumps."""

STILL = 1e-9
"""A gradient shorter than this is an end."""


@kernel
def loss(joints: Table, goals: Table, decay: float) -> float:
    """What the rotation of the one goal loses from joint to joint: 0 within reach, 1 − decay well out of it."""
    total, _ = link_lengths(joints, goals, 0)
    out = length(subtract(vector(goals, 0, PLACE), vector(joints, root(goals, 0), HEAD)))
    beyond = min(max((out - total) / max(SETTING_IN * total, 1e-12), 0.0), 1.0)
    return (1.0 - decay) * beyond * beyond * (3.0 - 2.0 * beyond)


@kernel
def give_way(joints: Table, goals: Table, lost: float, trace: Table) -> int:
    """From where the goal pulls everywhere alike to where its rotation gives way. Returns the steps taken."""
    rows, columns = row_count(goals), 3 * len(joints)
    jacobian, square = np.zeros((rows, columns)), np.empty((rows, rows))
    error, answer, change = np.empty(rows), np.empty(rows), np.empty(columns)
    before, size, damping = joints.copy(), size_of(joints, goals), 1e-3
    goals[0, LOSS] = lost
    errors(joints, goals, size, error)
    jacobian_of(joints, goals, size, jacobian)
    pull = gradient_of(joints, jacobian, error, change)
    for step in range(STEPS):
        if pull < STILL or damping > 1e6:
            return step
        overwrite(before, joints)
        propose(joints, jacobian, error, damping, square, answer, change)
        apply(joints, change)
        errors(joints, goals, size, error)
        jacobian_of(joints, goals, size, jacobian)
        now = gradient_of(joints, jacobian, error, change)
        if now < pull:
            pull, damping = now, max(0.2 * damping, 1e-9)
        else:
            overwrite(joints, before)
            errors(joints, goals, size, error)
            jacobian_of(joints, goals, size, jacobian)
            damping *= 8.0
        note(joints, goals, trace)
    return STEPS
