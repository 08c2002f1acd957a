"""Cholesky factorisation in blocks of three, for the few equations of a damped step.

Rows of errors come in threes, so the matrix is split into blocks of 3 × 3, whose numbers stay in registers. `factor`
once for a matrix, then `solve` for each right side.
"""

from __future__ import annotations

from pantin.solver.compiling.functions import sqrt
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Numbers, Table

SMALLEST_PIVOT = 1e-300
"""Smaller pivots, left by rounding where the matrix is singular, are replaced by this."""


@kernel
def factor(square: Table) -> None:
    """Factor the symmetric positive definite `square` (n, n), n divisible by 3, in place: square = L Lᵀ
    (Cholesky, 1910).

    Only the lower half is read; afterwards it is L.

    Reads `square` (n, n). Writes `square`.
    """
    n = len(square)
    for k in range(0, n, 3):
        for i in range(k, n, 3):
            _subtract_products(square, i, k)
            if i == k:
                _factor_diagonal(square, k)
            else:
                _divide_by_diagonal(square, i, k)


@kernel
def _subtract_products(square: Table, i: int, k: int) -> None:
    """Subtract from block (i, k) the products of the blocks to its left with those of row k.

    Reads the columns from `k` on of `square` (n, n). Writes the columns from `k` on of `square`.
    """
    s00, s01, s02 = square[i, k], square[i, k + 1], square[i, k + 2]
    s10, s11, s12 = square[i + 1, k], square[i + 1, k + 1], square[i + 1, k + 2]
    s20, s21, s22 = square[i + 2, k], square[i + 2, k + 1], square[i + 2, k + 2]
    for c in range(k):
        x, y, z = square[i, c], square[i + 1, c], square[i + 2, c]
        u, v, w = square[k, c], square[k + 1, c], square[k + 2, c]
        s00, s01, s02 = s00 - x * u, s01 - x * v, s02 - x * w
        s10, s11, s12 = s10 - y * u, s11 - y * v, s12 - y * w
        s20, s21, s22 = s20 - z * u, s21 - z * v, s22 - z * w
    square[i, k], square[i, k + 1], square[i, k + 2] = s00, s01, s02
    square[i + 1, k], square[i + 1, k + 1], square[i + 1, k + 2] = s10, s11, s12
    square[i + 2, k], square[i + 2, k + 1], square[i + 2, k + 2] = s20, s21, s22


@kernel
def _factor_diagonal(square: Table, k: int) -> None:
    """Factor the block on the diagonal.

    Reads the columns from `k` on of `square` (n, n). Writes the columns from `k` on of `square`.
    """
    a = sqrt(max(square[k, k], SMALLEST_PIVOT))
    b, c = square[k + 1, k] / a, square[k + 2, k] / a
    d = sqrt(max(square[k + 1, k + 1] - b * b, SMALLEST_PIVOT))
    e = (square[k + 2, k + 1] - c * b) / d
    square[k, k], square[k + 1, k], square[k + 2, k] = a, b, c
    square[k + 1, k + 1], square[k + 2, k + 1] = d, e
    square[k + 2, k + 2] = sqrt(max(square[k + 2, k + 2] - c * c - e * e, SMALLEST_PIVOT))


@kernel
def _divide_by_diagonal(square: Table, i: int, k: int) -> None:
    """Multiply block (i, k) by the inverse transpose of the factor on the diagonal.

    Reads the columns from `k` on of `square` (n, n). Writes the columns from `k` on of `square`.
    """
    a, d, f = square[k, k], square[k + 1, k + 1], square[k + 2, k + 2]
    b, c, e = square[k + 1, k], square[k + 2, k], square[k + 2, k + 1]
    for r in range(i, i + 3):
        x = square[r, k] / a
        y = (square[r, k + 1] - x * b) / d
        square[r, k], square[r, k + 1] = x, y
        square[r, k + 2] = (square[r, k + 2] - x * c - y * e) / f


@kernel
def solve(square: Table, right: Numbers, answer: Numbers) -> None:
    """Fill `answer` (n,) with the solution of square · answer = right, after `factor`.

    Reads `square` (n, n), `right` (n,) and `answer` (n,). Writes `answer`.
    """
    n = len(right)
    for k in range(0, n, 3):
        x, y, z = right[k], right[k + 1], right[k + 2]
        for c in range(k):
            v = answer[c]
            x, y, z = x - square[k, c] * v, y - square[k + 1, c] * v, z - square[k + 2, c] * v
        x /= square[k, k]
        y = (y - square[k + 1, k] * x) / square[k + 1, k + 1]
        z = (z - square[k + 2, k] * x - square[k + 2, k + 1] * y) / square[k + 2, k + 2]
        answer[k], answer[k + 1], answer[k + 2] = x, y, z
    for a in range(n - 1, -1, -1):
        total = answer[a]
        for c in range(a + 1, n):
            total -= square[c, a] * answer[c]
        answer[a] = total / square[a, a]
