"""A pole is chosen: nothing moves."""

from __future__ import annotations

from math import pi

import numpy as np
import pytest
from msgspec.structs import replace

from pantin.rigs import Bone, Document, Joint, Rig
from pantin.rigs.fields import BoneRef
from pantin.rigs.figure import Figure
from pantin.rigs.place import HERE, Place
from pantin.rigs.scene import Scene
from pantin.solver import evaluate
from pantin.solver.edits.controls.pole_angles import keep_bends
from tests.solver.groups.goal_documents import SEEDS
from tests.solver.methods.limited_chains import ELLIPSE, straight
from tests.solver.sample_chains import (
    chain,
    reach,
    reaching,
    some_reachable,
    with_ik,
)


@pytest.mark.parametrize("joint", [Joint(), ELLIPSE], ids=["free", "limited"])
@pytest.mark.parametrize("blend", [1.0, 0.4])
@pytest.mark.parametrize("count", [2, 3, 5, 9])
def test_choosing_a_pole_moves_nothing(count, blend, joint) -> None:
    for seed in SEEDS:
        bones = chain(count, seed, joint)
        pole = np.random.default_rng(seed).normal(size=3) * reach(bones)
        document = reaching(bones, some_reachable(bones, seed), pole, blend=blend)
        before = with_ik(document, pole=None)
        after = keep_bends(before, document)
        assert after.rig.constraints[0].pole == "pole"
        assert abs(after.rig.constraints[0].pole_angle) <= pi
        np.testing.assert_allclose(evaluate(after).matrices, evaluate(before).matrices, atol=1e-6)
        assert (
            keep_bends(after, with_ik(after, blend=0.5)).rig.constraints[0].pole_angle
            == after.rig.constraints[0].pole_angle
        )


def test_a_new_constraint_with_a_pole_bends_as_it_would_without() -> None:
    for seed in SEEDS:
        bones = chain(3, seed)
        document = reaching(bones, some_reachable(bones, seed), np.array((1.0, 2.0, 3.0)))
        bare = document.with_rig(document.rig.changed(constraints=()))
        added, unpoled = keep_bends(bare, document), with_ik(document, pole=None)
        np.testing.assert_allclose(evaluate(added).matrices, evaluate(unpoled).matrices, atol=1e-6)


@pytest.mark.parametrize("count", [2, 4])
def test_choosing_a_pole_for_a_straight_limb_keeps_its_roll(count) -> None:
    document = reaching(straight(count), (1.0, 0.5, 2.0 * count), (0.0, -4.0, 1.0))
    before = with_ik(document, pole=None)
    np.testing.assert_allclose(evaluate(keep_bends(before, document)).matrices, evaluate(before).matrices, atol=1e-6)


@pytest.mark.parametrize("place", [HERE, Place((0.3, -0.2, 0.1), 0.8, 2.0)], ids=["here", "there"])
def test_choosing_a_pole_of_another_figure_moves_nothing(place) -> None:
    for seed in SEEDS:
        bones = chain(3, seed)
        far = np.random.default_rng(seed).normal(size=3) * reach(bones)
        alone = with_ik(reaching(bones, some_reachable(bones, seed), far), pole=None)
        x, y, z = (place.matrix @ (*far, 1.0))[:3].tolist()
        pole = Figure("other", Rig(bones=(Bone("far", head=(x, y, z), tail=(x, y, z + 0.1)),)))
        whole = Scene((replace(alone.figure, name="one", place=place), pole))
        before = Document.in_scene(whole)
        after = keep_bends(before, with_ik(before, pole=BoneRef("far", "other")))
        assert after.rig.constraints[0].pole == BoneRef("far", "other")
        np.testing.assert_allclose(evaluate(after).matrices, evaluate(before).matrices, atol=1e-6)
