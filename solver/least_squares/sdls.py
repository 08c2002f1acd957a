"""Selectively damped least squares: every movement gets the damping that it needs, and none has to be set.

The step of least squares is taken apart by singular values (`singular`). Each part may turn the joints only as far as
keeps the movements that it really makes near the one that it should make: where turning moves the ends a lot and little
of that is wanted, it is held back (Buss and Kim, Selectively Damped Least Squares for Inverse Kinematics, 2005). Every
row of the Jacobian is here what an end effector is there.
"""

from __future__ import annotations

from math import pi

from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Numbers, Table

MOST = 0.25 * pi
"""No joint turns further in one step, radians."""


@kernel
def propose(jacobian: Table, turns: Table, movements: Table, sizes: Numbers, error: Numbers, change: Numbers) -> None:
    """Fill `change` with the turns of one step; `turns`, `movements` and `sizes` are the jacobian taken apart."""
    change[:] = 0.0
    for i in range(len(sizes)):
        if sizes[i] < 1e-10:
            continue
        wanted, made = 0.0, 0.0
        for r in range(len(error)):
            wanted += movements[i, r] * error[r]
            made += abs(movements[i, r])
        allowed = MOST * min(1.0, made / max(_stirred(jacobian, turns, i) / sizes[i], 1e-300))
        part = wanted / sizes[i]
        part *= min(1.0, allowed / max(abs(part) * _largest(turns, i), 1e-300))
        for c in range(len(change)):
            change[c] += part * turns[i, c]
    largest = 0.0
    for c in range(len(change)):
        largest = max(largest, abs(change[c]))
    if largest > MOST:
        for c in range(len(change)):
            change[c] *= MOST / largest


@kernel
def _stirred(jacobian: Table, turns: Table, i: int) -> float:
    """How much all rows would move, one by one, if the joints made turns `i`."""
    total = 0.0
    for c in range(jacobian.shape[1]):
        for r in range(jacobian.shape[0]):
            total += abs(turns[i, c] * jacobian[r, c])
    return total


@kernel
def _largest(turns: Table, i: int) -> float:
    largest = 0.0
    for c in range(turns.shape[1]):
        largest = max(largest, abs(turns[i, c]))
    return largest
