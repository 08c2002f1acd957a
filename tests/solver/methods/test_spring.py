"""The spring keeps the shape of a limb at rest."""

from __future__ import annotations

from math import atan2, cos, sin

import numpy as np
import pytest

from pantin.rigs import (
    Document,
    Joint,
    Rig,
)
from pantin.solver import evaluate
from tests.solver.methods.legs import BENT, bends, leg
from tests.solver.methods.limited_chains import straight
from tests.solver.sample_chains import (
    miss,
    reach,
    reaching,
)


@pytest.mark.parametrize("share", [0.55, 0.7, 0.9, 0.999])
@pytest.mark.parametrize("way", [(0.3, -0.9, 0.5), (1.0, 0.2, -0.4)])
def test_a_spring_bends_in_proportion_to_its_rest(share, way) -> None:
    bones = leg()
    rest = bends(evaluate(Document.of(Rig(bones=bones))), 4)
    goal = share * reach(bones) * np.array(way) / np.linalg.norm(way)
    evaluated = evaluate(reaching(bones, goal, solver="spring"))
    assert evaluated.goals[0].method == "Spring"
    assert miss(evaluated, bones) <= 1e-12
    factors = bends(evaluated, 4) / rest
    np.testing.assert_allclose(factors, factors[0], rtol=1e-6)


def test_a_spring_at_its_own_distance_keeps_its_shape() -> None:
    bones = leg()
    size = float(np.linalg.norm(BENT[-1]))
    evaluated = evaluate(reaching(bones, (size, 0.0, 0.0), solver="spring"))
    rest = bends(evaluate(Document.of(Rig(bones=bones))), 4)
    np.testing.assert_allclose(bends(evaluated, 4), rest, atol=1e-9)


@pytest.mark.parametrize("count", [2, 3, 5])
def test_a_straight_spring_bends_evenly(count) -> None:
    """All angles alike, so the joints lie on a circle: the angle is known from the chord."""
    bones = straight(count)
    evaluated = evaluate(reaching(bones, (0.1, 0.5 * count, 0.1), solver="spring"))
    assert miss(evaluated, bones) <= 1e-12
    angles = bends(evaluated, count)
    np.testing.assert_allclose(angles, angles[0], rtol=1e-9)
    chord = sin(count * angles[0] / 2.0) / sin(angles[0] / 2.0)
    assert chord == pytest.approx(float(np.linalg.norm((0.1, 0.5 * count, 0.1))), abs=1e-9)


@pytest.mark.parametrize("pole", [(5.0, 0.0, 1.0), (0.0, -5.0, 1.0), (-3.0, 4.0, 0.0)])
def test_a_spring_turns_to_its_pole(pole) -> None:
    bones = straight(4)
    evaluated = evaluate(reaching(bones, (0.0, 0.0, 2.5), pole=pole, solver="spring"))
    middle = evaluated.heads[1:4].sum(axis=0)
    assert miss(evaluated, bones) <= 1e-12
    assert atan2(middle[1], middle[0]) == pytest.approx(atan2(pole[1], pole[0]), abs=1e-9)


def test_a_spring_in_hinges_stays_in_them() -> None:
    """Hinges about the axis of the bends change nothing; one that may not bend that far lets LM go on from there."""
    bones = leg()
    goal = (0.0, 1.2, 2.2)
    free = evaluate(reaching(bones, goal, solver="spring"))
    held = evaluate(reaching(leg(joint=Joint(lock=(False, True, True))), goal, solver="spring"))
    assert held.goals[0].method == "Spring"
    np.testing.assert_allclose(held.tails[:4], free.tails[:4], atol=1e-9)
    narrow = Joint(lock=(False, True, True), limit=((-0.4, 0.4), None, None))
    stopped = evaluate(reaching(leg(joint=narrow), goal, solver="spring"))
    assert stopped.goals[0].method == "Levenberg–Marquardt"


def test_a_spring_moves_evenly_with_its_goal() -> None:
    """Small steps of the goal are small turns of every joint, from folded to out of reach."""
    bones = leg()
    size, before = reach(bones), None
    for share in np.arange(0.5, 1.05, 0.0005):
        way = np.array((sin(share), 0.3, cos(share)))
        evaluated = evaluate(reaching(bones, share * size * way / np.linalg.norm(way), solver="spring"))
        ways = (evaluated.tails - evaluated.heads)[:4]
        if before is not None:
            assert np.abs(ways - before).max() < 0.1
        before = ways
