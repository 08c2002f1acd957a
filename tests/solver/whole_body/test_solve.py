"""The whole-body solve on random bodies: what must hold of every one of them."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from pantin.solver.entries.whole_body import run
from pantin.solver.maths.joint_coordinates import clamp_coordinates
from pantin.solver.whole_body import columns as c
from tests.solver.whole_body.random_bodies import random_body

SEEDS = st.integers(0, 10_000)


@given(SEEDS)
def test_what_is_where_it_should_be_stays_as_it_is(seed: int) -> None:
    bones, goals, settings = random_body(seed)
    after, figures = solved(bones, goals, settings)
    assert np.abs(after[:, c.COORDS : c.COORDS + 3] - bones[:, c.COORDS : c.COORDS + 3]).max() < 1e-12
    assert figures[c.DRIFT] < 1e-12 and figures[c.MISSED] < 1e-12


@given(SEEDS)
def test_a_small_pull_is_followed_where_nothing_is_pinned(seed: int) -> None:
    bones, goals, settings = random_body(seed)
    goals = goals[:1].copy()
    goals[0, c.HAS_ROTATION] = 0.0
    goals[0, c.TARGET : c.TARGET + 3] += (0.03, -0.02, 0.01)
    _after, figures = solved(bones, goals, settings)
    assert figures[c.MISSED] < 1e-5  # the free root alone could do it


@given(SEEDS, st.tuples(*(st.floats(-2.0, 2.0) for _ in range(3))))
def test_limits_hold_whatever_is_pulled_how_far(seed: int, way: tuple[float, float, float]) -> None:
    bones, goals, settings = random_body(seed, limited=True)
    for i in range(len(bones)):  # begin within them
        at, lower, upper = (tuple(bones[i, k : k + 3].tolist()) for k in (c.COORDS, c.LOWER, c.UPPER))
        bones[i, c.COORDS : c.COORDS + 3] = bones[i, c.START : c.START + 3] = clamp_coordinates(lower, upper, at)[0]
    goals[0, c.TARGET : c.TARGET + 3] += way
    after, _figures = solved(bones, goals, settings)
    assert np.isfinite(after).all()
    for row in after:
        at, lower, upper = (tuple(row[k : k + 3].tolist()) for k in (c.COORDS, c.LOWER, c.UPPER))
        kept = clamp_coordinates(lower, upper, at)[0]
        assert np.abs(np.subtract(kept, at)).max() < 1e-9


@given(SEEDS, SEEDS)
def test_a_solve_comes_to_the_same_bits_whatever_was_solved_before(seed: int, other: int) -> None:
    bones, goals, settings = random_body(seed)
    goals[0, c.TARGET : c.TARGET + 3] += 0.3
    first, _ = solved(bones, goals, settings)
    solved(*random_body(other))
    again, _ = solved(bones, goals, settings)
    assert first.tobytes() == again.tobytes()


@given(SEEDS)
def test_interpreted_and_compiled_come_to_the_same(seed: int) -> None:
    bones, goals, settings = random_body(seed, limited=True)
    goals[0, c.TARGET : c.TARGET + 3] += (0.2, 0.1, -0.1)
    compiled, _ = solved(bones, goals, settings)
    interpreted, figures = bones.copy(), np.zeros(c.FIGURES)
    run.interpreted(interpreted, goals.copy(), settings, figures)
    assert compiled.tobytes() == interpreted.tobytes()


def solved(bones: np.ndarray, goals: np.ndarray, settings: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The bones when they are solved, and the figures; what is given stays as it is."""
    after, figures = bones.copy(), np.zeros(c.FIGURES)
    run(after, goals.copy(), settings, figures)
    return after, figures
