"""Poles: the side to which a chain bends, and what happens where a pole has none."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import numpy as np
import pytest

from pantin import read
from pantin.rigs import (
    Document,
    Joint,
    Transform,
)
from pantin.rigs.editing.pose import with_transforms
from pantin.solver import evaluate
from tests.cases import case
from tests.solver.methods.limited_chains import SEEDS, straight
from tests.solver.reference import angle_between
from tests.solver.sample_chains import (
    chain,
    reaching,
    sides,
    some_reachable,
    with_ik,
)

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("joint", [Joint(), Joint(limit=((-2.5, 2.5), (-2.5, 2.5), (-2.5, 2.5)))], ids=["free", "wide"])
@pytest.mark.parametrize("count", [2, 3, 6])
def test_a_straight_chain_bends_towards_its_pole(count, joint) -> None:
    pole = np.array((1.0, -4.0, 1.0))
    for goal in ((0.0, 0.0, 0.7 * count), (0.3 * count, 0.2, 0.5 * count)):
        evaluated = evaluate(reaching(straight(count, joint), goal, pole))
        assert evaluated.goals[0].reached
        bend, wanted = sides(evaluated, evaluated.goals[0].bones, "pole")
        assert bend @ wanted / np.linalg.norm(bend) / np.linalg.norm(wanted) > 1.0 - 1e-6


@pytest.mark.parametrize("seed", SEEDS)
def test_what_limits_leave_of_a_pole_is_reported(seed: int) -> None:
    """The angle between bend and pole, seen along the line from root to effector, measured from the heads of bones."""
    bones = [msgspec.structs.replace(bone, joint=Joint(lock=(False, True, True))) for bone in chain(3, seed)]
    document = reaching(tuple(bones), some_reachable(tuple(bones), seed), np.array((2.0, -3.0, 4.0)))
    loose = tuple(msgspec.structs.replace(bone, joint=Joint()) for bone in document.rig.bones)
    free = evaluate(document.with_rig(msgspec.structs.replace(document.rig, bones=loose)))
    locked = evaluate(document)
    for evaluated in (locked, free):
        goal = evaluated.goals[0]
        bend, wanted = sides(evaluated, goal.bones, "pole")
        cosine = bend @ wanted / np.linalg.norm(bend) / np.linalg.norm(wanted)
        assert goal.pole_residual == pytest.approx(np.arccos(np.clip(cosine, -1.0, 1.0)), abs=1e-6)
    assert free.goals[0].pole_residual < 1e-4
    assert evaluate(with_ik(document, pole=None)).goals[0].pole_residual == 0.0


@pytest.mark.parametrize("count", [2, 3, 5])
def test_a_pole_in_line_keeps_the_side_and_is_told_of(count) -> None:
    bones = chain(count, 2)
    goal = some_reachable(bones, 2)
    document = reaching(bones, goal, 2.5 * goal)
    assert evaluate(document).goals[0].pole_undefined
    kept, free = evaluate(document), evaluate(with_ik(document, pole=None))
    if count > 2:
        return
    np.testing.assert_allclose(kept.matrices[:count], free.matrices[:count], atol=1e-6)


@pytest.mark.parametrize("count", [2, 3, 5])
def test_a_pole_that_passes_the_line_turns_the_chain_without_a_jump(count) -> None:
    """It is led right through the line from root to goal: the bend goes over to the other side in steps, no leap."""
    bones = chain(count, 2)
    goal = some_reachable(bones, 2)
    along = goal / np.linalg.norm(goal)
    aside = np.cross(along, (0.3, 1.0, 0.2))
    pole = 3.0 * goal
    document = reaching(bones, goal, pole)
    size, before = 3.0 * float(np.linalg.norm(goal)), None
    for step in np.linspace(-0.04, 0.04, 801):
        place = pole + size * step * aside / np.linalg.norm(aside)
        now = evaluate(with_transforms(document, {"pole": Transform(location=tuple((place - pole).tolist()))}))
        if before is not None:
            assert now.largest_turn_since(before) < 0.1, step
        before = now


def test_a_leg_that_folds_like_a_z_does_not_turn_over() -> None:
    """A bird's foot in two places a tenth of a millimetre apart: the bend of its leg vanishes between them."""
    rig = read(ROOT / "resources" / "rigs" / "bird.rig.json").rig
    stands = []
    for name in ("bird-foot-low", "bird-foot-high"):
        place = json.loads((case(f"{name}.pose.json")).read_text(encoding="utf-8"))["pose"]["foot_ik.L"]["location"]
        x, y, z = place
        stands.append(evaluate(with_transforms(Document.of(rig), {"foot_ik.L": Transform(location=(x, y, z))})))
    assert all(goal.reached for each in stands for goal in each.goals)
    for bone in ("thigh.L", "shin.L", "hock.L"):
        one, other = (each.matrix(bone)[:3, :3] for each in stands)
        assert angle_between(one, other) < np.radians(1.0)
