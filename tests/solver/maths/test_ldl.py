"""The equations of a step of Newton's method, against numpy."""

from __future__ import annotations

import numpy as np
import pytest

from tests.solver import wrappers as kernels


@pytest.mark.parametrize("size", range(8))
def test_the_answer_is_that_of_numpy(size: int) -> None:
    """Only the first rows are looked at, and of these the lower half."""
    rng = np.random.default_rng(size)
    rows, right = rng.normal(size=(size, size + 4)), rng.normal(size=9)
    given = np.full((9, 9), np.nan)
    given[:size, :size] = np.tril(rows @ rows.T) + np.triu(np.full((size, size), np.nan), 1)
    answer = right.copy()
    assert kernels.factor_ldl(given, size)
    kernels.solve_ldl(given, size, answer)
    assert np.allclose(answer[:size], np.linalg.solve(rows @ rows.T, right[:size]), rtol=1e-9, atol=1e-12)
    assert answer[size:].tolist() == right[size:].tolist()


@pytest.mark.parametrize("seed", range(6))
def test_it_tells_whether_all_curvatures_are_positive(seed: int) -> None:
    rng = np.random.default_rng(seed)
    turn, _ = np.linalg.qr(rng.normal(size=(5, 5)))
    curvatures = rng.uniform(0.1, 2.0, 5) * np.where(np.arange(5) == seed, -1.0, 1.0)
    assert kernels.factor_ldl(turn @ np.diag(curvatures) @ turn.T, 5) == (seed >= 5)
