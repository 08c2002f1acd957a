"""Singular values of the few rows of a Jacobian: which movements of the effectors are easy, which hard.

One-sided Jacobi: pairs of rows are rotated in their plane until all are orthogonal (Hestenes, Inversion of Matrices by
Biorthogonalization and Related Results, 1958). What remains of a row is a singular value times a direction of joint
turns; the accumulated rotations are the directions of movement. Slow for large matrices, exact for few rows.
"""

from __future__ import annotations

from pantin.solver.compiling.functions import sqrt
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Numbers, Table

SWEEPS = 40
"""Most sweeps over all pairs; about six are enough."""

PERPENDICULAR = 1e-14
"""Cosine below which two rows are orthogonal."""


@kernel
def decompose(rows: Table, movements: Table, sizes: Numbers) -> None:
    """Decompose `rows` (m, n): afterwards row i is a unit direction of turns, or 0 where its singular value is.

    `movements` (m, m) has the directions of movement in its rows, `sizes` (m,) the singular values, in no order:
    rows = Σ sizes[i] · movements[i]ᵀ · rows[i].

    Reads `rows` (n, m), `movements` (n, n) and `sizes` (n,). Writes `rows`, `movements` and `sizes`.
    """
    count = rows.shape[0]
    for a in range(count):
        for b in range(count):
            movements[a, b] = 1.0 if a == b else 0.0
    for _ in range(SWEEPS):
        if not _sweep(rows, movements):
            break
    for a in range(count):
        sizes[a] = sqrt(_dot(rows, a, a))
        for c in range(rows.shape[1]):
            rows[a, c] = rows[a, c] / sizes[a] if sizes[a] > 1e-150 else 0.0


@kernel
def _sweep(rows: Table, movements: Table) -> bool:
    """Orthogonalise each pair of rows once. Returns whether any pair was not orthogonal.

    Reads `rows` (n, m) and `movements` (n, n). Writes `rows` and `movements`.
    """
    turned = False
    for a in range(len(rows)):
        for b in range(a + 1, len(rows)):
            turned = _orthogonalise(rows, movements, a, b) or turned
    return turned


@kernel
def _orthogonalise(rows: Table, movements: Table, a: int, b: int) -> bool:
    """Rotate rows `a` and `b` in their plane until they are orthogonal. Returns whether they were not.

    Reads `rows` (n, m) and `movements` (n, n). Writes `rows` and `movements`.
    """
    aa, bb, ab = _dot(rows, a, a), _dot(rows, b, b), _dot(rows, a, b)
    if abs(ab) <= PERPENDICULAR * sqrt(aa * bb) + 1e-300:
        return False
    half = (bb - aa) / (2.0 * ab)
    tangent = (1.0 if half >= 0.0 else -1.0) / (abs(half) + sqrt(1.0 + half * half))
    cosine = 1.0 / sqrt(1.0 + tangent * tangent)
    _rotate_rows(rows, a, b, cosine, cosine * tangent)
    _rotate_rows(movements, a, b, cosine, cosine * tangent)
    return True


@kernel
def _rotate_rows(rows: Table, a: int, b: int, cosine: float, sine: float) -> None:
    """Rotate rows `a` and `b` in their plane.

    Reads `rows` (n, m). Writes `rows`.
    """
    for c in range(rows.shape[1]):
        p, q = rows[a, c], rows[b, c]
        rows[a, c], rows[b, c] = cosine * p - sine * q, sine * p + cosine * q


@kernel
def _dot(rows: Table, a: int, b: int) -> float:
    """Return the dot product of rows `a` and `b`.

    Reads `rows` (n, m).
    """
    total = 0.0
    for c in range(rows.shape[1]):
        total += rows[a, c] * rows[b, c]
    return total
