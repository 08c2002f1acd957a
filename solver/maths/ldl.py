"""A few symmetric equations by LDLᵀ: no roots, one division for each, and it tells what is not positive.

Golub and Van Loan, Matrix Computations, 2013, ch. 4.1. The right side is one more column, so that it is carried along
while the equations are factored. Two unknowns are eliminated at a time: each number is read and written half as often.
"""

from __future__ import annotations

from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Numbers, Table

LEAST_PIVOT = 1e-200
"""A pivot that is not greater is not positive."""


@kernel
def solve(equations: Table, n: int, answer: Numbers) -> bool:
    """Solve the first n rows of the symmetric `equations`, whose right side is column n, for the first n of `answer`.

    Of the square only the upper half is read; it is overwritten. False, without an answer, where one of the pivots is
    not positive.
    """
    k = 0
    while k + 1 < n:
        if not _eliminate_two(equations, n, k):
            return False
        k += 2
    if k < n:
        if not equations[k, k] > LEAST_PIVOT:
            return False
        equations[k, k] = 1.0 / equations[k, k]
    for i in range(n - 1, -1, -1):
        v = equations[i, n]
        for c in range(n - 1, i, -1):  # the answer that is known last comes last
            v -= equations[i, c] * answer[c]
        answer[i] = v * equations[i, i]
    return True


@kernel
def _eliminate_two(equations: Table, n: int, k: int) -> bool:
    """Eliminate the unknowns k and k + 1 from all rows below. Whether their pivots, then replaced by their inverses,
    are positive.
    """
    if not equations[k, k] > LEAST_PIVOT:
        return False
    p, between = 1.0 / equations[k, k], equations[k, k + 1]
    part = between * p
    pivot = equations[k + 1, k + 1] - between * part
    if not pivot > LEAST_PIVOT:
        return False
    q = 1.0 / pivot
    equations[k, k], equations[k + 1, k + 1] = p, q
    for c in range(k + 2, n + 1):
        equations[k + 1, c] -= equations[k, c] * part
    for i in range(k + 2, n):
        a, b = equations[k, i] * p, equations[k + 1, i] * q
        for c in range(i, n + 1):
            equations[i, c] -= equations[k, c] * a + equations[k + 1, c] * b
    return True
