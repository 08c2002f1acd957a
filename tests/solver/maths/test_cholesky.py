"""The equations of a damped step, solved in blocks of three, against numpy."""

from __future__ import annotations

import numpy as np
import pytest

from tests.solver import wrappers as kernels


@pytest.mark.parametrize("size", [3, 6, 9, 15, 30])
def test_the_answer_is_that_of_numpy(size):
    rng = np.random.default_rng(size)
    rows = rng.normal(size=(size, size + 4))
    square, right = rows @ rows.T, rng.normal(size=size)
    assert np.allclose(_solved(square, right), np.linalg.solve(square, right), rtol=1e-9, atol=1e-12)


def test_only_the_lower_half_is_read():
    square = np.diag([4.0, 9.0, 16.0])
    right = np.array((8.0, 18.0, 32.0))
    assert np.allclose(_solved(square + np.triu(np.full((3, 3), np.nan), 1), right), 2.0)


def test_rows_that_no_goal_has_stay_without_an_answer():
    """Rows are filled up to threes with zeros, which only the damping holds."""
    rows = np.zeros((6, 9))
    rows[:4] = np.random.default_rng(1).normal(size=(4, 9))
    damped = rows @ rows.T + 1e-4 * np.eye(6)
    right = np.array((1.0, -2.0, 0.5, 3.0, 0.0, 0.0))
    answer = _solved(damped, right)
    assert answer[4:].tolist() == [0.0, 0.0]
    assert np.allclose(answer[:4], np.linalg.solve(damped[:4, :4], right[:4]), rtol=1e-9)


def _solved(square: np.ndarray, right: np.ndarray) -> np.ndarray:
    factored, answer = square.copy(), np.empty(len(right))
    kernels.factor(factored)
    kernels.solve(factored, right, answer)
    return answer
