"""Two bones and a pole."""

from __future__ import annotations

from math import cos, pi, sin

import numpy as np
import pytest

from pantin.rigs import (
    Document,
)
from pantin.solver import evaluate
from tests.solver.methods.measured_chains import (
    some_direction,
)
from tests.solver.sample_chains import (
    chain,
    end,
    reach,
    reaching,
    some_reachable,
    with_ik,
)


@pytest.mark.parametrize("seed", range(6))
def test_the_knee_lies_on_the_side_of_the_pole(seed) -> None:
    bones, pole = chain(2, seed), 4.0 * some_direction(seed)
    document = reaching(bones, some_reachable(bones, seed, 2.0), pole)
    knee, line = _knee(document)
    aside = pole - (pole @ line) * line
    assert abs(knee @ np.cross(line, aside)) < 1e-9 * np.linalg.norm(aside)
    assert knee @ aside > 0.0


@pytest.mark.parametrize("angle", [-pi, -2.0, -0.4, 0.3, 1.5, 3.0, 2.0 * pi])
@pytest.mark.parametrize("count", [2, 5])
def test_the_pole_angle_turns_the_bend_by_exactly_that(count, angle) -> None:
    bones, pole = chain(count, 1), np.array((0.5, -4.0, 1.0))
    document = reaching(bones, some_reachable(bones, 1), pole, iterations=1000)
    knee, line = _knee(document)
    turned, _ = _knee(with_ik(document, pole_angle=angle))
    wanted = knee * cos(angle) + np.cross(line, knee) * sin(angle)
    away = abs(np.arctan2(np.cross(wanted, turned) @ line, wanted @ turned))
    assert away < 1e-6
    if count == 2:
        np.testing.assert_allclose(turned, wanted, atol=1e-9)


def _knee(document: Document) -> tuple[np.ndarray, np.ndarray]:
    """Return what the middle joints have off the line from root to end, and that line."""
    evaluated = evaluate(document)
    assert evaluated.goals[0].reached
    bones = document.rig.bones[:-2]
    root, tip = evaluated.heads[0], end(evaluated, bones)
    line = (tip - root) / np.linalg.norm(tip - root)
    middles = evaluated.heads[1 : len(bones)] - root
    return (middles - np.outer(middles @ line, line)).sum(axis=0), line


def test_a_pole_without_a_side_is_told_of() -> None:
    bones = chain(2)
    goal = some_reachable(bones, 1)
    evaluated = evaluate(reaching(bones, goal, 2.0 * goal))
    assert evaluated.goals[0].pole_undefined
    assert not evaluate(reaching(bones, goal, (3.0, 3.0, -1.0))).goals[0].pole_undefined


def test_a_swinging_pole_swings_the_knee_without_a_jump() -> None:
    bones = chain(2)
    goal = np.array((0.3, 0.2, 0.7 * reach(bones)))
    knees = []
    for step in range(200):
        angle = 2.0 * pi * step / 200
        knees.append(_knee(reaching(bones, goal, (4.0 * cos(angle), 4.0 * sin(angle), 1.0)))[0])
    moves = np.linalg.norm(np.diff(knees, axis=0), axis=1)
    assert moves.max() < 0.1 * np.linalg.norm(knees[0])
