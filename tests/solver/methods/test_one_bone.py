"""One bone is aimed, and keeps its twist."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.rigs import (
    Transform,
)
from pantin.rigs.editing.pose import with_transforms
from pantin.solver import evaluate
from tests.solver.reference import swing_and_twist, turn_from_rest
from tests.solver.sample_chains import (
    chain,
    end,
    reach,
    reaching,
    rotation,
    with_rig,
)


@pytest.mark.parametrize("twist", [0.0, 0.8, -2.5])
def test_one_bone_is_aimed_and_keeps_its_twist(twist: float) -> None:
    for seed in range(8):
        bones = chain(1, seed)
        way = np.random.default_rng(seed).normal(size=3)
        document = reaching(bones, 3.0 * way, solver="one_bone")
        turn = rotation(np.array((0.0, twist, 0.0)))
        evaluated = evaluate(with_transforms(document, {"b0": Transform(rotation=turn)}))
        np.testing.assert_allclose(end(evaluated, bones), reach(bones) * way / np.linalg.norm(way), atol=1e-12)
        _, kept, _ = swing_and_twist(turn_from_rest(document.rig, evaluated, "b0"))
        assert kept == pytest.approx(twist, abs=1e-9)


def test_one_bone_that_points_at_its_goal_stays() -> None:
    document = reaching(chain(1), (1.0, 2.0, 0.5))
    posed = with_transforms(document, {"b0": Transform(rotation=rotation(np.array((0.4, 0.9, -0.6))))})
    free = evaluate(with_rig(posed, constraints=()))
    ahead = 2.0 * free.tails[0] - free.heads[0]
    moved = with_transforms(posed, {"goal": Transform(location=tuple((ahead - (1.0, 2.0, 0.5)).tolist()))})
    np.testing.assert_allclose(evaluate(moved).matrices[0], free.matrices[0], atol=1e-12)
