"""Stretch and soft reach."""

from __future__ import annotations

from math import exp

import msgspec
import numpy as np
import pytest

from pantin.rigs import (
    Joint,
)
from pantin.rigs.rest import rest_lengths
from pantin.solver import evaluate
from tests.solver.methods.measured_chains import (
    SEEDS,
    lengths,
    some_direction,
)
from tests.solver.sample_chains import (
    COUNTS,
    chain,
    end,
    reach,
    reaching,
    some_reachable,
    with_goal_at,
)


@pytest.mark.parametrize("count", COUNTS)
def test_stretch_lengthens_only_and_reaches(count) -> None:
    for seed in SEEDS:
        bones = chain(count, seed, Joint(stretch=0.5 + 0.5 * (seed % 2)))
        far = evaluate(reaching(bones, 1.5 * reach(bones) * some_direction(seed)))
        assert far.goals[0].reached, seed
        assert (lengths(far, count) >= rest_lengths(bones) * (1.0 - 1e-9)).all()
        near = evaluate(reaching(bones, some_reachable(bones, seed)))
        np.testing.assert_allclose(lengths(near, count), rest_lengths(bones), rtol=1e-12)


def test_only_stretchable_bones_stretch_and_each_by_its_share() -> None:
    joints = (Joint(stretch=0.2), Joint(), Joint(stretch=0.8))
    bones = tuple(msgspec.structs.replace(b, joint=j) for b, j in zip(chain(3), joints, strict=True))
    evaluated = evaluate(reaching(bones, (0.0, 0.0, 1.4 * reach(bones))))
    grown = lengths(evaluated, 3) / rest_lengths(bones) - 1.0
    assert evaluated.goals[0].reached
    assert grown[1] == pytest.approx(0.0, abs=1e-12)
    assert grown[2] == pytest.approx(4.0 * grown[0])


def test_stretch_can_be_forbidden() -> None:
    bones = chain(3, joint=Joint(stretch=1.0))
    evaluated = evaluate(reaching(bones, (0.0, 0.0, 2.0 * reach(bones)), stretch=False))
    np.testing.assert_allclose(lengths(evaluated, 3), rest_lengths(bones), rtol=1e-12)


@pytest.mark.parametrize("count", [2, 3, 10])
def test_stretch_sets_in_without_a_jump(count) -> None:
    """Just before the end of reach and just behind it the chain is the same."""
    bones = chain(count, joint=Joint(stretch=1.0))
    way = some_direction(1)
    document = reaching(bones, (0.0, 0.0, 0.0))
    ends = [end(evaluate(with_goal_at(document, s * reach(bones) * way)), bones) for s in (1.0 - 1e-7, 1.0 + 1e-7)]
    np.testing.assert_allclose(*ends, atol=1e-5 * reach(bones))


@pytest.mark.parametrize("count", [2, 3, 10])
def test_soft_reach_keeps_the_end_from_snapping_straight(count) -> None:
    soft = 0.1
    bones = chain(count)
    way, whole = some_direction(2), reach(bones)
    document = reaching(bones, (0.0, 0.0, 0.0), soft_reach=soft)
    last = 0.0
    for share in (0.5, 0.85, 0.9, 0.95, 1.0, 1.05, 1.2, 1.6):
        evaluated = evaluate(with_goal_at(document, share * whole * way))
        distance = float(np.linalg.norm(end(evaluated, bones))) / whole
        wanted = share if share <= 1.0 - soft else 1.0 - soft * exp(-(share - 1.0 + soft) / soft)
        assert distance == pytest.approx(wanted, abs=1e-5)
        assert last < distance < 1.0
        last = distance
