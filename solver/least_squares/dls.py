"""Damped least squares: a step that goes easy where the chain can hardly move.

The step of least squares is taken apart by singular values (`singular`). One below epsilon means a movement that takes
large turns, as towards full stretch; there the damping rises from nothing to its most (Wampler, Manipulator Inverse
Kinematic Solutions Based on Vector Formulations and Damped Least-Squares Methods, 1986; Nakamura and Hanafusa, Inverse
Kinematic Solutions with Singularity Robustness, 1986). The chain slows down there instead of shaking.
"""

from __future__ import annotations

from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Numbers, Table

MOST = 0.5
"""The damping of a movement that is not possible at all."""

EPSILON = 0.15
"""Singular values from here on are not damped. Lengths are measured in chains, so that it means the same for all."""


@kernel
def propose(jacobian: Table, turns: Table, movements: Table, sizes: Numbers, error: Numbers, change: Numbers) -> None:
    """Fill `change` with the turns of one step; `turns`, `movements` and `sizes` are the jacobian taken apart."""
    change[:] = 0.0
    for i in range(len(sizes)):
        size, wanted = sizes[i], 0.0
        for r in range(len(error)):
            wanted += movements[i, r] * error[r]
        damping = MOST * (1.0 - (size / EPSILON) ** 2) if size < EPSILON else 0.0
        share = wanted * size / (size * size + damping * damping)
        for c in range(len(change)):
            change[c] += share * turns[i, c]
