"""Damped least squares: singular movements are damped, so that the chain slows down there instead of shaking.

The least-squares step is decomposed by singular values (`singular_values`). A singular value below epsilon means a
movement that takes large rotations, as towards full stretch; there the damping grows from 0 to its largest (Wampler,
Manipulator Inverse Kinematic Solutions Based on Vector Formulations and Damped Least-Squares Methods, 1986; Nakamura
and Hanafusa, Inverse Kinematic Solutions with Singularity Robustness, 1986).
"""

from __future__ import annotations

from pantin.solver.compiling import layout as at
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.least_squares.svd_iteration import Decomposition
from pantin.solver.least_squares.workspace import Workspace, apply_transpose

NEGLIGIBLE = 1e-12
"""A damped square below this is left by rounding."""


@kernel
def propose(workspace: Workspace, goals: Table, decomposition: Decomposition) -> None:
    """Fill the change (3 j,) with a step.

    Component i is Jᵀ times movement i, over its damped square: together one product with Jᵀ. Damping and epsilon are
    the same for all goals. Lengths are in chain lengths, so they mean the same for all chains.

    Reads DAMPING and EPSILON of `goals` (k, GOAL_WIDTH).
    """
    multipliers, error = workspace.multipliers, workspace.error
    movements, sizes = decomposition.movements, decomposition.sizes
    most, epsilon = goals[0, at.DAMPING], goals[0, at.EPSILON]
    multipliers[:] = 0.0
    for i in range(len(sizes)):
        size, wanted = sizes[i], 0.0
        for r in range(len(error)):
            wanted += movements[i, r] * error[r]
        damping = _damping(size, most, epsilon)
        share = wanted / max(size * size + damping * damping, NEGLIGIBLE)
        for r in range(len(error)):
            multipliers[r] += share * movements[i, r]
    apply_transpose(workspace)


@kernel
def _damping(size: float, most: float, epsilon: float) -> float:
    """Return the damping of a singular value: 0 from `epsilon` on, growing to `most` where it is 0."""
    if size < epsilon:
        near = size / epsilon
        return most * (1.0 - near * near)
    return 0.0
