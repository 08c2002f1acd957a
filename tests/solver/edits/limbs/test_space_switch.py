"""Tests that what holds a handle is switched without a jump, and never to a bone that depends on it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pantin.rigs import Document, Transform
from pantin.rigs.editing.limbs import space_of, switched_controls
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.problems import problems_of
from pantin.rigs.templates import biped
from pantin.solver import evaluate
from pantin.solver.edits.limbs.space_switch import switch_space
from tests.rigs.strategies import relaxed
from tests.solver.edits.limbs.limb_documents import STILL, posed
from tests.solver.sample_chains import rotation

BIPED = Document.of(biped.rig())
BODY = tuple(bone.name for bone in BIPED.rig.bones)
OWN = ("upper_arm.L", "forearm.L", "hand.L", "hand_ik.L", "elbow_pole.L")


@given(st.integers(0, 10_000), st.sampled_from([None, *(name for name in BODY if name not in OWN)]))
@relaxed
def test_held_by_any_other_bone_nothing_moves(seed, holder) -> None:
    rng = np.random.default_rng(seed)
    moves = {name: Transform(location=tuple(rng.uniform(-0.05, 0.05, 3).tolist())) for name in ("hand_ik.L", "body")}
    turned = {name: Transform(rotation=rotation(rng.normal(size=3) * 0.2)) for name in ("hips", "chest", "foot_ik.R")}
    document = with_transforms(BIPED, moves | turned)
    held = switch_space(document, BIPED.rig.limbs[0], holder)
    assert space_of(held.rig, held.rig.limbs[0]) == holder
    assert problems_of(held.rig) == () and held.rig.bones[: len(BODY) - 8] == BIPED.rig.bones[: len(BODY) - 8]
    before, after = evaluate(document), evaluate(held)
    for name in switched_controls(held.rig, held.rig.limbs[0]):
        np.testing.assert_allclose(after.matrix(name), before.matrix(name), atol=1e-9)
    assume(all(goal.reached for goal in before.goals))
    # a limited arm that its handle asks for in another last bit is the same to what its solver stops at
    np.testing.assert_allclose(after.matrices, before.matrices, atol=STILL)


def test_a_holder_that_is_scaled_keeps_the_handle_as_it_is() -> None:
    document = with_transforms(posed(BIPED, 3, 0.2), {"body": Transform(scale=(1.7, 1.7, 1.7))})
    for holder in (None, "chest", "body"):
        held = switch_space(document, BIPED.rig.limbs[0], holder)
        before, after = evaluate(document), evaluate(held)
        for name in switched_controls(held.rig, held.rig.limbs[0]):
            np.testing.assert_allclose(after.matrix(name), before.matrix(name), atol=1e-9)


@pytest.mark.parametrize("holder", OWN)
def test_a_bone_that_depends_on_the_handle_cannot_hold_it(holder) -> None:
    with pytest.raises(ValueError, match=f'"{holder}" cannot carry'):
        switch_space(BIPED, BIPED.rig.limbs[0], holder)


def test_held_by_what_holds_it_already_is_the_same_document() -> None:
    assert switch_space(BIPED, BIPED.rig.limbs[0], "chest") is BIPED


def test_the_handle_goes_with_its_holder() -> None:
    lifted = {"foot_ik.L": Transform(location=(0.0, -0.05, 0.02))}
    document = switch_space(with_transforms(BIPED, lifted), BIPED.rig.limbs[0], "foot_ik.L")
    moved = with_transforms(document, {"foot_ik.L": Transform(location=(0.0, 0.0, 0.02))})
    before, after = (evaluate(each).matrix("hand_ik.L")[:3, 3] for each in (document, moved))
    foot = [evaluate(each).matrix("foot_ik.L")[:3, 3] for each in (document, moved)]
    np.testing.assert_allclose(after - before, foot[1] - foot[0], atol=1e-12)


def test_a_handle_keeps_its_own_length_and_thickness() -> None:
    long = Transform(location=(0.01, 0.0, 0.0), length=1.5, thickness=0.8)
    document = with_transforms(BIPED, {"hand_ik.L": long})
    held = switch_space(document, BIPED.rig.limbs[0], "hips").figure.transform("hand_ik.L")
    assert (held.length, held.thickness) == pytest.approx((1.5, 0.8), abs=1e-12)
    only_long = with_transforms(BIPED, {"hand_ik.L": Transform(length=1.5)})
    switched = switch_space(only_long, BIPED.rig.limbs[0], "hips")
    assert switched.figure.transform("hand_ik.L").length == pytest.approx(1.5)
