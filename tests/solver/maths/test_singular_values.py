"""The decomposition of small matrices, against numpy's."""

from __future__ import annotations

import numpy as np
import pytest

from tests.solver.wrappers import decompose

RNG = np.random.default_rng(5)
MATRICES = {
    "wide": RNG.normal(size=(3, 30)),
    "many rows": RNG.normal(size=(14, 18)),
    "more rows than columns": RNG.normal(size=(7, 3)),
    "of rank 1": np.outer(RNG.normal(size=6), RNG.normal(size=9)),
    "tiny and large": RNG.normal(size=(4, 9)) * np.array((1e-8, 1.0, 1e5, 1.0))[:, None],
    "nothing": np.zeros((3, 6)),
    "two rows alike": np.ones((2, 5)),
}


@pytest.mark.parametrize("case", MATRICES)
def test_a_matrix_is_put_together_again(case: str) -> None:
    matrix = MATRICES[case]
    turns, movements, sizes = matrix.copy(), np.empty((len(matrix), len(matrix))), np.empty(len(matrix))
    decompose(turns, movements, sizes)
    scale = max(np.abs(matrix).max(), 1e-300)
    np.testing.assert_allclose(movements.T @ (sizes[:, None] * turns) / scale, matrix / scale, atol=1e-13)
    np.testing.assert_allclose(movements @ movements.T, np.eye(len(matrix)), atol=1e-13)
    known = np.linalg.svd(matrix, compute_uv=False)
    found = np.sort(sizes)[::-1]
    np.testing.assert_allclose(found[: len(known)], known, atol=1e-13 * scale * len(matrix))
    assert (found[len(known) :] <= 1e-13 * scale).all()


@pytest.mark.parametrize("case", ["wide", "many rows", "tiny and large"])
def test_directions_of_turns_are_perpendicular(case: str) -> None:
    turns = MATRICES[case].copy()
    decompose(turns, np.empty((len(turns), len(turns))), np.empty(len(turns)))
    np.testing.assert_allclose(turns @ turns.T, np.eye(len(turns)), atol=1e-12)
