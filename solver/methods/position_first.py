"""Out of reach, a rotation gives way to the position.

Each joint then responds less to the rotation, the tip by the part `decay`, those above by its powers: with a decay of 0
the chain points straight at the goal. Sought is the equilibrium at which the gradient, with those weights, is 0. It is
the gradient of no function, so its norm is reduced instead.
"""

from __future__ import annotations

from pantin.solver.chains.chain import link_lengths, root
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import GOAL_POSITION, HEAD, ROTATION_FALLOFF, Table
from pantin.solver.least_squares.levenberg import find_equilibrium
from pantin.solver.least_squares.workspace import workspace_for
from pantin.solver.maths.rotations import length, subtract, vector

STAGES = 6
"""The falloff grows in so many stages: from one equilibrium to the next it is near enough to be found."""

STEPS = 300
"""Most steps of a stage; convergence is that of damped least squares, slow where bones are nearly in line."""

TRANSITION = 0.05
"""The distance beyond reach, in chain lengths, over which the rotation gives way, so that nothing jumps."""


@kernel
def rotation_falloff(joints: Table, goals: Table, decay: float) -> float:
    """By which part the weight of the rotation falls from joint to joint.

    0 within reach, 1 − `decay` well out of it.
    """
    total, _ = link_lengths(joints, goals, 0)
    out = length(subtract(vector(goals, 0, GOAL_POSITION), vector(joints, root(goals, 0), HEAD)))
    beyond = min(max((out - total) / max(TRANSITION * total, 1e-12), 0.0), 1.0)
    return (1.0 - decay) * beyond * beyond * (3.0 - 2.0 * beyond)


@kernel
def solve_out_of_reach(joints: Table, goals: Table, falloff: float, trace: Table) -> int:
    """From the solution with equal weights to the equilibrium with this falloff. Returns the steps taken."""
    workspace, taken = workspace_for(joints, goals), 0
    for stage in range(STAGES):
        goals[0, ROTATION_FALLOFF] = falloff * (stage + 1.0) / STAGES
        taken += find_equilibrium(workspace, joints, goals, STEPS, trace)
    return taken
