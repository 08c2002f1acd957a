"""IK and FK take over each other's pose: nothing moves, whatever the chain, however it is blended before and after."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import pantin
from pantin.rigs import CopyRotation, Document, Ik, Transform
from pantin.rigs.editing.limb_ties import influence_of, limb_called, ties_of, with_influence
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.limb_kinds.bending import length_of
from pantin.rigs.templates import TEMPLATES
from pantin.solver import evaluate
from pantin.solver.edits.controls.pole_places import points_in
from pantin.solver.edits.limbs.limbs import make
from pantin.solver.edits.limbs.matching import match_fk, match_ik, switch_to_fk, switch_to_ik
from tests.rigs.samples import plain
from tests.rigs.strategies import numbers, relaxed
from tests.solver.edits.limbs.limb_documents import JOINTS, STILL, bent, selecting
from tests.solver.sample_chains import chain as chain_of
from tests.solver.sample_chains import point, reaching, rotation, some_reachable, some_turn, with_ik

BLENDS = (0.0, 0.35, 1.0)


def moved(document: Document, other: Document) -> float:
    """Return how far any bone of the body stands from where it stood; handles and poles may move."""
    before, after = evaluate(document), evaluate(other)
    body = [bone.name for bone in document.rig.bones if bone.kind == "bone"]
    return max(float(np.abs(before.matrix(name) - after.matrix(name)).max()) for name in body)


def check_still(document: Document, limb: str, ties: tuple[int, ...]) -> None:
    fk, ik = match_fk(document, limb), match_ik(document, limb)
    for matched in (fk, ik, with_influence(fk, ties, 0.0), with_influence(ik, ties, 1.0)):
        assert moved(document, matched) <= STILL


def pulled(document: Document, seed: int, far: float) -> Document:
    """Bones turned within their limits, handle and pole somewhere else."""
    rng = np.random.default_rng(seed)
    limb = document.rig.limbs[0]
    pose = {
        name: Transform(location=point(rng.uniform(-far, far, 3)), rotation=rotation(rng.normal(size=3) * 0.4))
        for name in (limb.controls if far else ())
    }
    turned = {n: Transform(rotation=some_turn(rng, document.rig.by_name[n].joint, 0.6)) for n in limb.bones}
    return with_transforms(document, pose | turned)


def test_the_tie_of_a_bone_is_its_ik_with_a_target_and_no_copy_before_it() -> None:
    others = (CopyRotation(owner="b2", target="goal", enabled=False), Ik(owner="b2"))
    document = reaching(chain_of(3), (0.5, 0.5, 1.5))
    tied = document.rig.constraints
    rig = document.rig.changed(constraints=(*others, *tied))
    assert limb_called(rig, "b2") == (2,)
    with pytest.raises(ValueError, match="is no limb"):
        limb_called(rig.changed(constraints=others), "b2")


@given(st.sampled_from(sorted(JOINTS)), st.integers(0, 10_000), st.sampled_from(BLENDS), numbers(0.0, 2.0))
@relaxed
def test_any_chain_with_limits_and_pole_stays_where_it_is(kind, seed, blend, far) -> None:
    made, _ = make(bent(seed, JOINTS[kind], at_rest=seed % 2 == 0), "limb")
    limb = made.rig.limbs[0]
    ties = ties_of(made.rig, limb)
    document = with_influence(pulled(made, seed, far), ties, blend)
    points = points_in(evaluate(document), limb.bones)
    assume(kind == "free" or np.linalg.norm(points[-1] - points[0]) < (1.0 - 1e-5) * length_of(points))
    check_still(document, limb.name, ties)


@pytest.mark.parametrize("figure", TEMPLATES)
def test_every_limb_of_every_figure_stays_where_it_is(figure) -> None:
    document = Document.of(TEMPLATES[figure]())
    for number, limb in enumerate(document.rig.limbs[:2]):
        ties = ties_of(document.rig, limb)
        only = document.with_rig(msgspec.structs.replace(document.rig, limbs=(limb,)))
        check_still(with_influence(pulled(only, number, 0.2), ties, BLENDS[number]), limb.name, ties)


@pytest.mark.parametrize("kind", ("limb", "reverse_foot", "spine", "finger", "tail", "aim"))
def test_every_kind_of_limb_stays_where_it_is(kind) -> None:
    chosen = {"spine": "chest", "finger": "index_3.L", "tail": "index_3.L", "aim": "head"}.get(kind, "foot.L")
    made, _ = make(selecting(plain(TEMPLATES["humanoid"]()), chosen), kind)
    limb = made.rig.limbs[0]
    ties = ties_of(made.rig, limb)
    for blend in BLENDS:
        check_still(with_influence(pulled(made, 5, 0.0), ties, blend), limb.name, ties)


@pytest.mark.parametrize("settings", ({}, {"pole_angle": 0.9}, {"rotation": True}, {"blend_by": "arc"}))
@pytest.mark.parametrize("seed", range(4))
def test_an_ik_constraint_without_a_limb_is_matched_too(settings, seed) -> None:
    bones = chain_of(3, seed)
    document = reaching(bones, some_reachable(bones, seed), pole=(2.0, 1.0, 1.0), **settings)
    for blend in BLENDS:
        check_still(with_ik(document, blend=blend), "b2", (0,))
    by_constraint = document.rig.constraints[0]
    assert isinstance(by_constraint, Ik)
    assert match_fk(document, by_constraint) == match_fk(document, "b2")


def test_there_and_back_leaves_handle_and_pole_to_the_bit() -> None:
    document = pulled(Document.of(TEMPLATES["humanoid"]()), 3, 0.1)
    fk = switch_to_fk(document, "hand.L")
    assert influence_of(fk.rig, ties_of(fk.rig, fk.rig.limbs[0])) == 0.0
    back = switch_to_ik(fk, "hand.L")
    assert influence_of(back.rig, ties_of(back.rig, back.rig.limbs[0])) == 1.0
    assert moved(document, fk) <= STILL and moved(document, back) <= STILL
    assert all(
        back.figure.transform(name) == document.figure.transform(name) for name in document.rig.limbs[0].controls
    )


def test_the_package_offers_them_and_says_what_is_no_limb() -> None:
    document = Document.of(TEMPLATES["humanoid"]())
    assert pantin.match_fk(document, document.rig.limbs[0]) == match_fk(document, "hand.L")
    assert pantin.match_ik(document, "hand.L") == match_ik(document, document.rig.limbs[0])
    with pytest.raises(ValueError, match='"tail" is no limb'):
        pantin.match_fk(document, "tail")


@pytest.mark.parametrize("y_scale", ("rest", "fit"))
def test_a_chain_on_a_curve_is_switched_to_fk_and_back(y_scale) -> None:
    """Where the curve stretches its bones they get their lengths back, and stay turned as they are."""
    made, _ = make(selecting(plain(TEMPLATES["tentacle"]()), "tentacle_20"), "spline")
    limb = made.rig.limbs[0]
    moves = {limb.controls[0]: Transform((0.1, 0.1, 0.05)), limb.controls[1]: Transform((0.0, -0.1, 0.1))}
    rig = made.rig.changed(
        constraints=tuple(msgspec.structs.replace(each, y_scale=y_scale) for each in made.rig.constraints)
    )
    curved = with_transforms(made.with_rig(rig), moves)
    fk = switch_to_fk(curved, limb.name)
    before, after = evaluate(curved), evaluate(fk)
    rows = [before.index[name] for name in limb.bones]
    if y_scale == "rest":
        np.testing.assert_allclose(after.matrices[rows], before.matrices[rows], atol=1e-9)
    turns = [each.matrices[rows, :3, :3] for each in (before, after)]
    turns = [turn / np.linalg.norm(turn, axis=1, keepdims=True) for turn in turns]
    np.testing.assert_allclose(turns[1], turns[0], atol=1e-9)
    ik = switch_to_ik(fk, limb.name)
    np.testing.assert_allclose(evaluate(ik).heads[rows], after.heads[rows], atol=0.05)
    assert [each.influence for each in ik.rig.constraints] == [1.0]
