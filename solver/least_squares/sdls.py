"""Selectively damped least squares: every movement gets the damping that it needs, and none has to be set.

The least-squares step is decomposed by singular values (`singular_values`). Each component may turn the joints only so
far that what it really moves stays close to what it should move: where rotations move the effectors a lot and little of
that is wanted, it is reduced (Buss and Kim, Selectively Damped Least Squares for Inverse Kinematics, 2005). Every row
of the Jacobian takes the part of an effector there.
"""

from __future__ import annotations

from math import pi

from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Numbers, Table
from pantin.solver.least_squares.svd_iteration import Decomposition
from pantin.solver.least_squares.workspace import Workspace, apply_transpose

LARGEST_ROTATION = 0.25 * pi
"""No joint turns further in one step, radians."""

NEGLIGIBLE = 1e-7
"""Singular values below this part of the largest are left by rounding; what they move could hardly be allowed."""


@kernel
def propose(workspace: Workspace, goals: Table, decomposition: Decomposition) -> None:
    """Fill the change (3 j,) with a step in which no joint turns by more than LARGEST_ROTATION.

    Takes `goals` (k, GOAL_WIDTH) as other kernels of its kind do.
    """
    propose_within(workspace, LARGEST_ROTATION, decomposition)


@kernel
def propose_within(workspace: Workspace, most: float, decomposition: Decomposition) -> None:
    """Fill the change (3 j,) with a step in which no joint turns by more than `most`, radians."""
    turns, sizes = workspace.change, decomposition.sizes
    total, weights = decomposition.scratch[0], decomposition.scratch[1]
    total[:] = 0.0
    _add_up_rows(workspace, weights)
    least = NEGLIGIBLE * _largest(sizes)
    for i in range(len(sizes)):
        if sizes[i] <= least:
            continue
        part = _component(workspace, most, decomposition, i, weights)
        for c in range(len(turns)):
            total[c] += part * turns[c]
    largest = _largest(total)
    shorter = most / largest if largest > most else 1.0
    for c in range(len(turns)):
        turns[c] = shorter * total[c]


@kernel
def _component(workspace: Workspace, most: float, decomposition: Decomposition, i: int, weights: Numbers) -> float:
    """Fill the change (3 j,) with the unit turn of component `i`. Returns how much of it is taken.

    `weights` (3 j,) tells how much all rows change as each coordinate grows, in absolute values.

    Reads `weights` (3 j,).
    """
    movements, sizes = decomposition.movements, decomposition.sizes
    error, turns = workspace.error, workspace.change
    wanted, made = 0.0, 0.0
    for r in range(len(error)):
        wanted += movements[i, r] * error[r]
        made += abs(movements[i, r])
        workspace.multipliers[r] = movements[i, r] / sizes[i]
    apply_transpose(workspace)
    moved = 0.0
    for c in range(len(turns)):
        moved += abs(turns[c]) * weights[c]
    allowed = most * min(1.0, made / max(moved / sizes[i], 1e-300))
    part = wanted / sizes[i]
    taken: float = part * min(1.0, allowed / max(abs(part) * _largest(turns), 1e-300))
    return taken


@kernel
def _add_up_rows(workspace: Workspace, weights: Numbers) -> None:
    """Fill `weights` (3 j,) with the sums of the absolute values in each column of the Jacobian.

    Reads `weights` (3 j,). Writes `weights`.
    """
    jacobian = workspace.jacobian
    for c in range(len(weights)):
        j, weights[c] = c // 3, 0.0
        for n in range(1, 1 + workspace.blocks[j, 0]):
            for r in range(workspace.blocks[j, n], workspace.blocks[j, n] + 3):
                weights[c] += abs(jacobian[r, c])


@kernel
def _largest(turns: Numbers) -> float:
    """Return the largest of the turns.

    Reads `turns` (3 j,).
    """
    largest = 0.0
    for c in range(len(turns)):
        largest = max(largest, abs(turns[c]))
    return largest
