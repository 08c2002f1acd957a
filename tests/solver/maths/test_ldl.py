"""The equations of a step of Newton's method, against numpy."""

from __future__ import annotations

import numpy as np
import pytest

from tests.solver import wrappers as kernels


@pytest.mark.parametrize("size", range(10))
def test_the_answer_is_that_of_numpy(size: int) -> None:
    """Only the first rows are looked at, of these the upper half, and one column more: the right side."""
    rng = np.random.default_rng(size)
    rows, right = rng.normal(size=(size, size + 4)), rng.normal(size=size)
    given, answer = np.full((10, 11), np.nan), np.full(10, 7.0)
    given[:size, :size] = np.triu(rows @ rows.T) + np.tril(np.full((size, size), np.nan), -1)
    given[:size, size] = right
    assert kernels.solve_ldl(given, size, answer)
    assert np.allclose(answer[:size], np.linalg.solve(rows @ rows.T, right), rtol=1e-9, atol=1e-12)
    assert answer[size:].tolist() == [7.0] * (10 - size)


@pytest.mark.parametrize("size", [4, 5])
@pytest.mark.parametrize("seed", range(6))
def test_it_tells_whether_all_curvatures_are_positive(seed: int, size: int) -> None:
    rng = np.random.default_rng(seed)
    turn, _ = np.linalg.qr(rng.normal(size=(size, size)))
    curvatures = rng.uniform(0.1, 2.0, size) * np.where(np.arange(size) == seed, -1.0, 1.0)
    equations = np.column_stack((turn @ np.diag(curvatures) @ turn.T, np.ones(size)))
    assert kernels.solve_ldl(equations, size, np.empty(size)) == (seed >= size)
