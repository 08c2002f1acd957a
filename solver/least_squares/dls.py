"""Damped least squares: singular movements are damped, so that the chain slows down there instead of shaking.

The least-squares step is decomposed by singular values (`singular_values`). A singular value below epsilon means a
movement that takes large rotations, as towards full stretch; there the damping grows from 0 to its largest (Wampler,
Manipulator Inverse Kinematic Solutions Based on Vector Formulations and Damped Least-Squares Methods, 1986; Nakamura
and Hanafusa, Inverse Kinematic Solutions with Singularity Robustness, 1986).
"""

from __future__ import annotations

from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Numbers, Table
from pantin.solver.least_squares.workspace import Workspace, apply_transpose

LARGEST_DAMPING = 0.5
"""Damping where the singular value is 0."""

EPSILON = 0.15
"""Singular values from here on are not damped. Lengths are in chain lengths, so it means the same for all chains."""


@kernel
def propose(workspace: Workspace, movements: Table, sizes: Numbers, room: Table) -> None:
    """Fill the change (3 j,) with a step; `movements` and `sizes` are of the singular value decomposition.

    Component i is Jᵀ times movement i, over its damped square: together one product with Jᵀ.
    """
    multipliers, error = workspace.multipliers, workspace.error
    multipliers[:] = 0.0
    for i in range(len(sizes)):
        size, wanted = sizes[i], 0.0
        for r in range(len(error)):
            wanted += movements[i, r] * error[r]
        near = size / EPSILON
        damping = LARGEST_DAMPING * (1.0 - near * near) if size < EPSILON else 0.0
        share = wanted / (size * size + damping * damping)
        for r in range(len(error)):
            multipliers[r] += share * movements[i, r]
    apply_transpose(workspace)
