"""Cholesky in blocks of three: the few equations of a damped step, solved.

Rows of errors come in threes, so the matrix is taken apart in blocks of 3 × 3, whose numbers stay in registers. Two
steps: `factor` once for a matrix, `solve` for a right side.
"""

from __future__ import annotations

from math import sqrt

from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Numbers, Table

LEAST = 1e-300
"""What rounding has left of a diagonal that was 0 is taken as this."""


@kernel
def factor(square: Table) -> None:
    """Split the symmetric positive definite `square` (n, n), n divisible by 3, of which the lower half is read.

    Afterwards its lower half is L, square = L Lᵀ.
    """
    n = len(square)
    for k in range(0, n, 3):
        for i in range(k, n, 3):
            _take_off(square, i, k)
            if i == k:
                _root(square, k)
            else:
                _divide(square, i, k)


@kernel
def _take_off(square: Table, i: int, k: int) -> None:
    """Block (i, k) less the products of what stands left of it in its rows and in the rows of k."""
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
def _root(square: Table, k: int) -> None:
    """The block on the diagonal becomes its own factor."""
    a = sqrt(max(square[k, k], LEAST))
    b, c = square[k + 1, k] / a, square[k + 2, k] / a
    d = sqrt(max(square[k + 1, k + 1] - b * b, LEAST))
    e = (square[k + 2, k + 1] - c * b) / d
    square[k, k], square[k + 1, k], square[k + 2, k] = a, b, c
    square[k + 1, k + 1], square[k + 2, k + 1] = d, e
    square[k + 2, k + 2] = sqrt(max(square[k + 2, k + 2] - c * c - e * e, LEAST))


@kernel
def _divide(square: Table, i: int, k: int) -> None:
    """Block (i, k) becomes that of the factor: divided by the one on the diagonal of k."""
    a, d, f = square[k, k], square[k + 1, k + 1], square[k + 2, k + 2]
    b, c, e = square[k + 1, k], square[k + 2, k], square[k + 2, k + 1]
    for r in range(i, i + 3):
        x = square[r, k] / a
        y = (square[r, k + 1] - x * b) / d
        square[r, k], square[r, k + 1] = x, y
        square[r, k + 2] = (square[r, k + 2] - x * c - y * e) / f


@kernel
def solve(square: Table, right: Numbers, answer: Numbers) -> None:
    """`answer` of square · answer = right, where `square` has been through `factor`."""
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
