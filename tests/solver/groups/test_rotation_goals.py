"""Goals that ask for a rotation too: free axes, what is left of it, and how it yields out of reach."""

from __future__ import annotations

from math import acos

import numpy as np
import pytest

from pantin.rigs import Transform
from pantin.rigs.editing.pose import with_transforms
from pantin.solver import evaluate
from tests.solver.groups.goal_documents import SEEDS, axes, chain_of, missing, some_document, turned
from tests.solver.reference import angle_between, quaternion_of
from tests.solver.sample_chains import (
    chain,
    multiply,
    reach,
    reaching,
    rotation,
    some_reachable,
    with_goal_at,
    with_ik,
)


@pytest.mark.parametrize("seed", SEEDS)
def test_rotation_about_one_axis_less_lets_the_bone_turn_about_it(seed) -> None:
    """Without Y the owner points where the target points, and its twist is free."""
    document = some_document(5, seed, rotation=True, rotation_axes=(True, False, True))
    document = with_goal_at(document, 0.4 * some_reachable(chain_of(document), seed))
    away, of_goal, of_bone = missing(document)
    assert np.linalg.norm(away) < 1e-5 * reach(chain_of(document))
    assert acos(min(1.0, float(of_goal[:, 1] @ of_bone[:, 1]))) < 1e-4
    assert evaluate(document).goals[0].rotation_residual < 1e-4


@pytest.mark.parametrize("seed", SEEDS)
def test_more_weight_leaves_less_of_the_rotation(seed: int) -> None:
    """Of two bones, which cannot have both: what the rotation gains the position loses."""
    document = some_document(2, seed, rotation=True)
    light, even, heavy = (
        evaluate(with_ik(document, weight=weight, rotation_weight=of_rotation)).goals[0]
        for weight, of_rotation in ((1.0, 0.1), (1.0, 1.0), (0.1, 1.0))
    )
    assert light.rotation_residual > even.rotation_residual > heavy.rotation_residual
    assert light.residual < even.residual < heavy.residual


def test_what_is_left_of_the_rotation_is_told() -> None:
    document = some_document(2, 1, rotation=True)
    evaluated = evaluate(document)
    left = angle_between(axes(evaluated, "goal"), axes(evaluated, "b1"))
    assert left > 0.01
    assert evaluated.goals[0].rotation_residual == pytest.approx(left, abs=1e-9)


@pytest.mark.parametrize("seed", SEEDS)
def test_out_of_reach_rotation_yields_and_the_chain_points_at_the_goal(seed) -> None:
    """The less the rotation is passed on, the nearer the end comes; the last bone still turns towards it."""
    bones = chain(4, seed)
    far = 1.4 * reach(bones) * some_reachable(bones, seed) / np.linalg.norm(some_reachable(bones, seed))
    straight_on = evaluate(reaching(bones, far))
    aside = multiply(rotation(np.array((0.5, 0.4, -0.5))), quaternion_of(axes(straight_on, "b3")))
    document = reaching(bones, far, rotation=True, rotation_weight=0.3)
    document = with_transforms(document, {"goal": Transform(rotation=aside)})
    alike, yielding = (evaluate(with_ik(document, rotation_decay=decay)).goals[0] for decay in (1.0, 0.25))
    best = straight_on.goals[0].residual
    assert best < yielding.residual < alike.residual
    assert yielding.rotation_residual < 0.8 * angle_between(axes(straight_on, "goal"), np.eye(3)) + 0.8


@pytest.mark.parametrize("seed", range(12))
def test_out_of_reach_the_position_comes_first(seed: int) -> None:
    """Without any decay nothing is left to the rotation; with all of it the position misses most."""
    bones = chain(3 + seed % 3, seed)
    way = some_reachable(bones, seed)
    far = (1.1 + 0.1 * seed) * reach(bones) * way / np.linalg.norm(way)
    document = turned(reaching(bones, far, rotation=True), "goal", seed)
    missed = [evaluate(with_ik(document, rotation_decay=decay)).goals[0].residual for decay in (0.0, 0.25, 1.0)]
    beyond = float(np.linalg.norm(far)) - reach(bones)
    assert missed[0] == pytest.approx(beyond, abs=1e-5 * reach(bones))
    assert missed[0] <= missed[1] + 1e-9
    assert missed[0] <= missed[2] + 1e-9


def test_rotation_sets_in_without_a_jump_where_reach_ends() -> None:
    bones = chain(4, 2)
    way = some_reachable(bones, 2)
    way = way / np.linalg.norm(way) * reach(bones)
    document = turned(reaching(bones, way, rotation=True, rotation_weight=0.3), "goal", 3)
    before = None
    for step in np.linspace(0.97, 1.1, 261):
        now = evaluate(with_goal_at(document, way * step))
        if before is not None:
            assert now.largest_turn_since(before) < 0.2
        before = now
