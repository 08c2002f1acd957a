"""A few symmetric equations by LDLᵀ, two unknowns at a time: no roots, and it tells what is not positive.

Golub and Van Loan, Matrix Computations, 2013, ch. 4.1, with blocks of two in D: each number is read and written half as
often, and there is one division for two unknowns. The right side is one more column, so that it is carried along while
the equations are factored.
"""

from __future__ import annotations

from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Numbers, Table

LEAST_PIVOT = 1e-200
"""A pivot that is not greater is not positive."""


@kernel
def solve(equations: Table, n: int, answer: Numbers) -> bool:
    """Solve the first n rows of the symmetric `equations`, whose right side is column n, for the first n of `answer`.

    Of the square only the upper half is read; it is overwritten. False, without an answer, where they are not positive
    definite.

    Reads the columns from `n` on of `equations` (n, n + 1) and `answer` (n,). Writes `equations` and `answer`.
    """
    last = n - 1 if n % 2 else n
    for k in range(0, last, 2):
        if not _eliminate_two(equations, n, k):
            return False
    if last < n:
        if not equations[last, last] > LEAST_PIVOT:
            return False
        answer[last] = equations[last, n] / equations[last, last]
    for k in range(last - 2, -1, -2):
        u, v = equations[k, n], equations[k + 1, n]
        for c in range(n - 1, k + 1, -1):  # the answer that is known last comes last
            u -= equations[k, c] * answer[c]
            v -= equations[k + 1, c] * answer[c]
        answer[k] = equations[k, k] * u + equations[k, k + 1] * v
        answer[k + 1] = equations[k, k + 1] * u + equations[k + 1, k + 1] * v
    return True


@kernel
def _eliminate_two(equations: Table, n: int, k: int) -> bool:
    """Eliminate the unknowns k and k + 1 from all rows below. Whether their block, then replaced by its inverse, is
    positive definite.

    Reads the columns from `k` on of `equations` (n, n + 1). Writes the columns from `k` on of `equations`.
    """
    first, between, second = equations[k, k], equations[k, k + 1], equations[k + 1, k + 1]
    determinant = first * second - between * between
    if not (first > LEAST_PIVOT and determinant > LEAST_PIVOT):
        return False
    part = 1.0 / determinant
    p, r, q = second * part, -between * part, first * part
    equations[k, k], equations[k, k + 1], equations[k + 1, k + 1] = p, r, q
    for i in range(k + 2, n):
        u, v = equations[k, i], equations[k + 1, i]
        a, b = p * u + r * v, r * u + q * v
        for c in range(i, n + 1):
            equations[i, c] -= equations[k, c] * a + equations[k + 1, c] * b
    return True
