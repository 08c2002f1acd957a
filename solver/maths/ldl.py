"""LDLᵀ factorisation of a few symmetric equations: no roots, one division for each, and it tells what is not positive.

Golub and Van Loan, Matrix Computations, 2013, ch. 4.1, column by column: what follows a column does not wait for it.
"""

from __future__ import annotations

from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Numbers, Table

LEAST_PIVOT = 1e-200
"""A pivot that is not greater is not positive."""


@kernel
def factor(square: Table, n: int) -> bool:
    """Factor the first n rows of the symmetric `square` in place; only the lower half is read and written.

    Afterwards the diagonal holds the inverses of the pivots. False where one of them is not positive.
    """
    for k in range(n):
        if not square[k, k] > LEAST_PIVOT:
            return False
        pivot = 1.0 / square[k, k]
        square[k, k] = pivot
        for i in range(k + 1, n):
            part = square[i, k] * pivot
            for c in range(k + 1, i):
                square[i, c] -= square[c, k] * part
            square[i, i] -= square[i, k] * part
        for i in range(k + 1, n):
            square[i, k] *= pivot
    return True


@kernel
def solve(square: Table, n: int, right: Numbers) -> None:
    """Replace the first n numbers of `right` by the solution, after `factor`."""
    for k in range(n):
        v = right[k]
        for i in range(k + 1, n):
            right[i] -= square[i, k] * v
    for k in range(n):
        right[k] *= square[k, k]
    for k in range(n - 1, 0, -1):
        v = right[k]
        for i in range(k):
            right[i] -= square[k, i] * v
