"""Out of reach, a rotation gives way to the position.

Every joint then answers to the rotation less than the one below it: the last joint turns as the goal wants, those above
point at the goal. What is sought is the pose at which no joint gains by turning alone, each weighing the rotation by
its own share: the gradient with those shares is 0 there. It is no slope of anything, so its length is what must fall.
"""

from __future__ import annotations

from pantin.solver.chains.chain import link_lengths, root
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import HEAD, LOSS, PLACE, Table
from pantin.solver.least_squares.damped_step import desk_for
from pantin.solver.least_squares.levenberg import level
from pantin.solver.maths.rotations import length, subtract, vector

STEPS = 300
"""Most steps; it converges like any damped least squares, slowly where bones are nearly in line."""

SETTING_IN = 0.05
"""The part of the chain's length beyond its reach over which the rotation gives way, so that nothing jumps."""


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
    goals[0, LOSS] = lost
    return level(desk_for(joints, goals), joints, goals, STEPS, trace)
