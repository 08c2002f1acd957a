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

LARGEST_ROTATION = 0.25 * pi
"""No joint turns further in one step, radians."""


@kernel
def propose(jacobian: Table, turns: Table, movements: Table, sizes: Numbers, error: Numbers, change: Numbers) -> None:
    """Fill `change` (3 j,) with a step; `turns`, `movements` and `sizes` are the singular value decomposition."""
    change[:] = 0.0
    for i in range(len(sizes)):
        if sizes[i] < 1e-10:
            continue
        wanted, made = 0.0, 0.0
        for r in range(len(error)):
            wanted += movements[i, r] * error[r]
            made += abs(movements[i, r])
        allowed = LARGEST_ROTATION * min(1.0, made / max(_movement_of_rows(jacobian, turns, i) / sizes[i], 1e-300))
        part = wanted / sizes[i]
        part *= min(1.0, allowed / max(abs(part) * _largest(turns[i]), 1e-300))
        for c in range(len(change)):
            change[c] += part * turns[i, c]
    largest = _largest(change)
    if largest > LARGEST_ROTATION:
        for c in range(len(change)):
            change[c] *= LARGEST_ROTATION / largest


@kernel
def _movement_of_rows(jacobian: Table, turns: Table, i: int) -> float:
    """How much all rows would change, in absolute values, if the joints made the turns of component `i`."""
    total = 0.0
    for c in range(jacobian.shape[1]):
        for r in range(jacobian.shape[0]):
            total += abs(turns[i, c] * jacobian[r, c])
    return total


@kernel
def _largest(turns: Numbers) -> float:
    """The largest of the turns."""
    largest = 0.0
    for c in range(len(turns)):
        largest = max(largest, abs(turns[c]))
    return largest
