"""Tests that where chains are solved by DLS, its damping is that of the rig."""

from __future__ import annotations

import pytest

from pantin.rigs import Document
from pantin.rigs.simulation import Simulation
from pantin.solver import evaluate
from tests.solver.sample_chains import chain, reach, reaching, with_rig


def rounds(document: Document, **settings: float) -> tuple[float, ...]:
    """Return how far the end is off after each round."""
    damped = with_rig(document, solver="dls", simulation=Simulation(**settings))
    return evaluate(damped).goals[0].residuals


@pytest.fixture
def nearly_straight() -> Document:
    bones = chain(4)
    return reaching(bones, (0.0, 0.2, 0.97 * reach(bones)), iterations=8)


def test_more_damping_leaves_more_after_as_many_rounds(nearly_straight: Document) -> None:
    calm, usual, lively = (rounds(nearly_straight, damping=damping)[2] for damping in (1.0, 0.5, 0.0))
    assert calm > usual > lively


def test_below_epsilon_only(nearly_straight: Document) -> None:
    assert rounds(nearly_straight, epsilon=0.0) == rounds(nearly_straight, damping=0.0)
    assert rounds(nearly_straight, epsilon=0.6)[2] > rounds(nearly_straight, epsilon=0.15)[2]


def test_the_defaults_are_what_they_were(nearly_straight: Document) -> None:
    assert rounds(nearly_straight) == rounds(nearly_straight, damping=0.5, epsilon=0.15)


def test_other_solvers_do_not_heed_it(nearly_straight: Document) -> None:
    a, b = (with_rig(nearly_straight, simulation=Simulation(damping=damping)) for damping in (0.0, 1.0))
    assert evaluate(a).matrices.tobytes() == evaluate(b).matrices.tobytes()
