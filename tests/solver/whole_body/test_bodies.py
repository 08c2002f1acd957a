"""The errors of a body, and how they answer to its unknowns: held against finite differences."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pantin.solver.maths.rotations import exponential, multiply
from pantin.solver.whole_body import bodies
from pantin.solver.whole_body import columns as c
from tests.solver.whole_body.random_bodies import random_body

STEP = 1e-6


@given(st.integers(0, 10_000))
def test_the_jacobian_is_that_of_the_errors(seed: int) -> None:
    bones, goals, settings = random_body(seed)
    rows, unknowns = bodies.row_count(goals), bodies.ROOT_UNKNOWNS + 3 * len(bones)
    columns = np.zeros((unknowns, rows))
    bodies.jacobian(bones, goals, settings, columns)
    before = errors_of(bones, goals)
    for u in range(unknowns):
        change = (errors_of(changed(bones, settings, u, STEP), goals) - before) / STEP
        assert -change == pytest.approx(columns[u], abs=1e-4), u


def errors_of(bones: np.ndarray, goals: np.ndarray) -> np.ndarray:
    """All errors of a body that stands. Rotations are asked for as they are, where their errors are linear."""
    error = np.zeros(bodies.row_count(goals))
    bodies.errors(bones, goals, error)
    return error


def changed(bones: np.ndarray, settings: np.ndarray, u: int, step: float) -> np.ndarray:
    """The body with one unknown changed; none where that is not free."""
    found = bones.copy()
    if u < 3:
        found[0, c.HEAD + u] += step
    elif u < bodies.ROOT_UNKNOWNS:
        turn = exponential(tuple(step * (u - 3 == a) for a in range(3)))
        found[0, c.WORLD : c.WORLD + 4] = multiply(turn, tuple(found[0, c.WORLD : c.WORLD + 4].tolist()))
    else:
        bone, a = divmod(u - bodies.ROOT_UNKNOWNS, 3)
        found[bone, c.COORDS + a] += step * found[bone, c.FREE + a]
    bodies.stand(found, settings)
    return found
