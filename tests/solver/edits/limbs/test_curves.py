"""A chain put on a curve in one action: handles are made for it, and taken away they leave it turned as it was."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from pantin.rigs import Bone, Document, Rig, SplineIk, Transform
from pantin.rigs.editing import constrain
from pantin.rigs.editing.building.dividing import insert_joint
from pantin.rigs.editing.building.removing import dissolve
from pantin.rigs.editing.mirroring.symmetry import symmetrize
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.problems import problems_of
from pantin.rigs.templates import humanoid, quadruped, tentacle
from pantin.solver import evaluate
from pantin.solver.edits.auto_ik import pull
from pantin.solver.edits.limbs.limbs import make, without
from tests.rigs.samples import plain
from tests.solver.edits.limbs.limb_documents import posed, selecting


@pytest.mark.parametrize(("template", "end", "handles"), [(tentacle, "tentacle_20", 6), (quadruped, "tail_3", 3)])
def test_handles_stand_at_the_joints_and_the_chain_follows_them(template, end: str, handles: int) -> None:
    document = selecting(plain(template.rig()), end)
    made, _ = make(document, "spline")
    follow = made.rig.constraints[-1]
    assert isinstance(follow, SplineIk) and len(follow.points) == handles and not problems_of(made.rig)
    chain = made.rig.limbs[0].bones
    stood, stands = evaluate(document), evaluate(made)
    rows, size = [stood.index[name] for name in chain], sum(stood.skeleton.lengths[stood.index[name]] for name in chain)
    assert np.abs(stands.heads[rows] - stood.heads[rows]).max() <= 0.015 * size  # a curve is smoother than a chain
    tip = follow.points[-1]
    lifted = with_transforms(made, {tip: Transform(location=(0.05, 0.02, 0.03))})
    evaluated = evaluate(lifted)
    np.testing.assert_allclose(
        evaluated.tails[evaluated.index[chain[-1]]], evaluated.heads[evaluated.index[tip]], atol=1e-9
    )
    for one, after in pairwise(rows):
        np.testing.assert_allclose(evaluated.tails[one], evaluated.heads[after], atol=1e-9)
    gone = without(lifted, lifted.rig.limbs)
    assert not gone.rig.constraints and not gone.rig.limbs and set(gone.rig.by_name) == set(document.rig.by_name)
    left = evaluate(gone)
    ways = [
        [each.matrix(name)[:3, 1] / np.linalg.norm(each.matrix(name)[:3, 1]) for name in chain]
        for each in (evaluated, left)
    ]
    np.testing.assert_allclose(ways[1], ways[0], atol=0.1)  # turned as they were; the lengths are their own again


def bent(angle: float) -> Document:
    """Six bones of 0.2 m in a row that turns by this angle, radians, to one side and the other."""
    ways = [(np.cos(each), 0.0, np.sin(each)) for each in (0.0, angle, 0.0, -angle, 0.5 * angle, 0.0)]
    places = np.vstack((np.zeros(3), np.cumsum(0.2 * np.array(ways), axis=0))).tolist()
    bones = tuple(
        Bone(f"b{number}", f"b{number - 1}" if number else None, tuple(places[number]), tuple(places[number + 1]))
        for number in range(6)
    )
    return selecting(Document.of(Rig(bones=bones)), *(bone.name for bone in bones))


@pytest.mark.parametrize("angle", [0.0, 0.5, 1.2, 2.5])
def test_a_chain_that_bends_sharply_stays_where_it_is(angle: float) -> None:
    document = bent(angle)
    for before in (document, with_transforms(document, {"b2": Transform(rotation=(0.6, 0.0, 0.0, 0.8))})):
        made, note = make(before, "spline")
        stood, stands = evaluate(before), evaluate(made)
        rows = [stood.index[name] for name in document.rig.by_name]
        for was, now in ((stood.heads, stands.heads), (stood.tails, stands.tails)):
            assert np.abs(now[rows] - was[rows]).max() <= 1e-4 * 1.2
        assert (len(made.rig.limbs[0].controls) == 7) == bool(note)
    assert not problems_of(made.rig)


def test_a_chain_that_bends_gently_says_how_far_it_moves() -> None:
    made, note = make(bent(0.1), "spline")
    assert len(made.rig.limbs[0].controls) < 7
    assert note.startswith("Its joints moved onto the curve, by ")


def test_a_posed_chain_gets_its_handles_where_it_stands() -> None:
    document = posed(selecting(plain(quadruped.rig()), "tail_3"), 3)
    stood = evaluate(document)
    made, _ = make(document, "spline")
    stands = evaluate(made)
    follow = made.rig.constraints[-1]
    assert isinstance(follow, SplineIk)
    np.testing.assert_allclose(stands.matrix(follow.points[0])[:3, 3], stood.matrix("tail_1")[:3, 3], atol=1e-9)
    np.testing.assert_allclose(stands.matrix(follow.points[-1])[:3, 3], stood.tails[stood.index["tail_6"]], atol=1e-9)


def test_bones_selected_beside_the_chain_are_the_points_of_its_curve() -> None:
    """In the order along the chain, whichever was selected first; none may hang on the chain."""
    document = selecting(plain(humanoid.rig()), "index_3.L")
    made = constrain.add_between(document, SplineIk, "index_3.L", ("middle_3.L", "index_2.L", "middle_1.L"))
    assert made.rig.constraints[-1] == SplineIk(owner="index_3.L", points=("middle_1.L", "middle_3.L"), chain_length=3)
    assert not problems_of(made.rig)
    with pytest.raises(ValueError, match="The curve cannot go through these bones"):
        constrain.add_between(document, SplineIk, "hand.L", ("index_1.L", "middle_1.L"))


def test_the_other_side_and_divided_and_dissolved_bones_keep_their_curve() -> None:
    made, _ = make(selecting(plain(humanoid.rig()), "index_3.L", "index_2.L", "index_1.L"), "spline")
    both = symmetrize(made, made.rig.limbs[0].controls)
    curves = [each for each in both.rig.constraints if isinstance(each, SplineIk)]
    assert sorted(each.owner for each in curves) == ["index_3.L", "index_3.R"]
    assert all(name.endswith(".R") for name in next(each for each in curves if each.owner[-1] == "R").points)
    divided = insert_joint(made, "index_2.L", 0.5)
    assert next(each for each in divided.rig.constraints if isinstance(each, SplineIk)).chain_length == 4
    fewer = dissolve(made, ("index_2.L",))
    assert next(each for each in fewer.rig.constraints if isinstance(each, SplineIk)).chain_length == 2


def test_a_bone_on_a_curve_that_is_pulled_moves_the_nearest_point() -> None:
    """Its own pose would show nothing."""
    made, _ = make(selecting(plain(tentacle.rig()), "tentacle_20"), "spline")
    stood = evaluate(made)
    pulled = pull(made, stood, "tentacle_09")
    assert (pulled.moves, pulled.driven_bone) == ("handle", "tentacle_09_curve")
    moved, grabs = pulled.to((0.1, 0.0, 0.0))
    row = stood.index["tentacle_09"]
    assert not grabs and evaluate(moved).heads[row][0] - stood.heads[row][0] > 0.08
