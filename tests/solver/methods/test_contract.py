"""Tests of what every solver in the table keeps to: reach what can be reached, hold lengths and limits, give the same
bits.
"""

from __future__ import annotations

from math import acos

import msgspec
import numpy as np
import pytest
from hypothesis import given

from pantin.rigs import (
    Document,
    Joint,
    Rig,
    Transform,
)
from pantin.rigs.editing.pose import with_transforms
from pantin.solver import Grab, evaluate
from tests.rigs.strategies import relaxed
from tests.solver.methods.limited_chains import (
    ELLIPSE,
    ENOUGH,
    HELD,
    SEEDS,
    assert_lengths,
    every_solver,
    inside,
    straight,
    tree,
)
from tests.solver.reference import overshoot, turn_from_rest
from tests.solver.sample_chains import (
    HINGE,
    bone,
    chain,
    end,
    miss,
    reach,
    reaching,
    rotation,
    some_reachable,
    tasks,
)


@every_solver
@pytest.mark.parametrize("count", [3, 5, 10, 20])
def test_what_is_reachable_is_reached(solver: str, count: int) -> None:
    for seed in SEEDS:
        bones = chain(count, seed)
        evaluated = evaluate(reaching(bones, inside(bones, seed), iterations=ENOUGH), solver=solver)
        assert miss(evaluated, bones) <= 1e-5, seed
        assert evaluated.goals[0].reached


@every_solver
@pytest.mark.parametrize("count", [2, 3, 10])
def test_a_free_chain_points_at_what_is_out_of_reach(solver: str, count: int) -> None:
    bones = chain(count, 1)
    goal = np.array((3.0, -1.0, 2.0)) * reach(bones)
    evaluated = evaluate(reaching(bones, goal), solver=solver)
    assert np.allclose(end(evaluated, bones), goal / np.linalg.norm(goal) * reach(bones), atol=1e-9)
    assert not evaluated.goals[0].reached


@every_solver
@pytest.mark.parametrize("held", HELD)
def test_lengths_locks_and_limits_hold(solver: str, held: str) -> None:
    for seed in SEEDS:
        bones = chain(6, seed, HELD[held])
        document = reaching(bones, some_reachable(bones, seed))
        evaluated = evaluate(document, solver=solver)
        assert_lengths(evaluated, bones)
        for b in bones:
            assert overshoot(b.joint, turn_from_rest(document.rig, evaluated, b.name)) <= 1e-6


@every_solver
def test_most_of_what_limits_allow_is_reached_nearly(solver: str) -> None:
    missed = []
    for seed in range(12):
        bones = chain(8, seed, ELLIPSE)
        evaluated = evaluate(reaching(bones, some_reachable(bones, seed), iterations=ENOUGH), solver=solver)
        missed.append(miss(evaluated, bones))
    assert np.median(missed) <= 1e-3


@every_solver
def test_the_same_document_gives_the_same_bits(solver: str) -> None:
    bones = chain(7, 3, ELLIPSE)
    document = reaching(bones, some_reachable(bones, 3))
    first = evaluate(document, solver=solver).matrices.tobytes()
    evaluate(reaching(bones, some_reachable(bones, 4)), solver=solver)
    again = document.with_rig(document.rig.changed(constraints=tuple(document.rig.constraints)))
    assert evaluate(again, solver=solver).matrices.tobytes() == first


@every_solver
def test_a_pole_chooses_the_side_of_the_bend(solver: str) -> None:
    bones = straight(3)
    for side in ((5.0, 0.0, 1.0), (0.0, -5.0, 1.0), (-4.0, 4.0, 1.0)):
        evaluated = evaluate(reaching(bones, (0.2, 0.1, 2.0), pole=side, iterations=ENOUGH), solver=solver)
        line = end(evaluated, bones) / np.linalg.norm(end(evaluated, bones))
        bent = evaluated.heads[1] + evaluated.heads[2]
        bent, wanted = (v - (v @ line) * line for v in (bent, np.asarray(side)))
        turned = acos(min(1.0, bent @ wanted / np.linalg.norm(bent) / np.linalg.norm(wanted)))
        assert turned == pytest.approx(0.0, abs=1e-5)
        assert evaluated.goals[0].reached


@every_solver
def test_a_goal_may_turn_the_end_as_well(solver: str) -> None:
    bones = chain(6, 3)
    document = reaching(bones, inside(bones, 3), rotation=True, rotation_weight=0.5, iterations=ENOUGH)
    evaluated = evaluate(document, solver=solver)
    axes = evaluated.matrix("b5")[:3, :3].T @ evaluated.matrix("goal")[:3, :3]
    assert miss(evaluated, bones) <= 1e-4
    assert acos(min(1.0, (np.trace(axes) - 1.0) / 2.0)) <= 1e-2


@every_solver
def test_two_arms_share_a_spine(solver: str) -> None:
    document = tree((-1.2, 0.4, 2.6), (1.4, 0.3, 2.4))
    evaluated = evaluate(document, solver=solver)
    assert [goal.reached for goal in evaluated.goals] == [True, True]
    assert_lengths(evaluated, document.rig.bones[:6])


@every_solver
def test_the_heavier_goal_comes_nearer(solver: str) -> None:
    evaluated = evaluate(tree((-6.0, 0.0, 3.0), (6.0, 0.0, 3.0), weights=(1.0, 0.1)), solver=solver)
    left, right = (goal.residual for goal in evaluated.goals)
    assert left < right - 0.2


@every_solver
def test_stiff_and_locked_axes_are_spared(solver: str) -> None:
    joint = Joint(lock=(False, False, True), stiffness=(0.9, 0.0, 0.0))
    bones = (*straight(2), bone("b2", (0, 0, 2), (0, 0, 3), parent="b1", connected=True, joint=joint))
    document = reaching(bones, (0.8, 0.7, 1.9), iterations=ENOUGH)
    evaluated = evaluate(document, solver=solver)
    assert evaluated.goals[0].residuals[-1] < evaluated.goals[0].residuals[0] / 2.0
    assert overshoot(joint, turn_from_rest(document.rig, evaluated, "b2")) <= 1e-6


DEGENERATE = {
    "a straight chain, the goal on its line": reaching(straight(4), (0.0, 0.0, 2.5)),
    "a straight chain, the goal at its end": reaching(straight(4), (0.0, 0.0, 4.0)),
    "a straight chain of hinges": reaching(straight(4, HINGE), (0.0, 0.0, 1.0)),
    "the goal on the root": reaching(chain(4), (0.0, 0.0, 0.0)),
    "the goal on the root, with limits": reaching(chain(4, 0, ELLIPSE), (0.0, 0.0, 0.0)),
    "the goal at exact reach": reaching(straight(4), (0.0, 4.0, 0.0)),
    "the goal at exact reach, with limits": reaching(straight(4, ELLIPSE), (0.0, 4.0, 0.0)),
    "the goal straight behind": reaching(straight(4), (0.0, 0.0, -4.0)),
    "the goal straight behind, in a plane": reaching(straight(4), (0.0, 0.0, -3.0), planar=True),
    "the goal on the root, in a plane": reaching(chain(4), (0.0, 0.0, 0.0), planar=True),
    "the pole in line with a straight chain": reaching(straight(4), (0.0, 0.0, 2.0), pole=(0.0, 0.0, 9.0)),
    "the pole in line": reaching(chain(4), (0.5, 0.5, 1.0), pole=(1.0, 1.0, 2.0)),
    "the pole on the root": reaching(chain(4), (0.5, 0.5, 1.0), pole=(0.0, 0.0, 0.0)),
    "weight 0": reaching(chain(4), (0.5, 0.5, 1.0), weight=0.0),
    "one bone": reaching(chain(1), (1.0, 0.0, 0.0)),
    "no steps but one": reaching(chain(5), (1.0, 0.0, 0.5), iterations=1),
    "all locked": reaching(chain(3, 0, Joint(lock=(True, True, True))), (1.0, 0.0, 0.5)),
    "no bone has a length": reaching(
        tuple(bone(f"b{i}", (0, 0, 0), (0, 0, 1e-13), parent=f"b{i - 1}" if i else None) for i in range(3)),
        (0.5, 0.5, 0.5),
    ),
    "a bone of no length": reaching(
        (*straight(2), bone("b2", (0, 0, 2), (0, 0, 2 + 1e-13), parent="b1", connected=True)), (0.5, 0.5, 0.5)
    ),
}


@every_solver
@pytest.mark.parametrize("case", DEGENERATE)
def test_nothing_is_ever_not_a_number(solver: str, case: str) -> None:
    evaluated = evaluate(DEGENERATE[case], solver=solver)
    assert np.isfinite(evaluated.matrices).all()
    assert all(np.isfinite(goal.residuals).all() for goal in evaluated.goals)


@every_solver
@given(document=tasks())
@relaxed
def test_any_chain_keeps_its_lengths_locks_and_limits(solver: str, document: Document) -> None:
    bones = document.rig.bones[: -1 - ("pole" in document.rig.by_name)]
    evaluated = evaluate(document, solver=solver)
    assert np.isfinite(evaluated.matrices).all()
    assert_lengths(evaluated, bones)
    for b in bones if document.rig.constraints[0].weight > 0.0 else ():  # what weighs nothing leaves the pose
        assert overshoot(b.joint, turn_from_rest(document.rig, evaluated, b.name)) <= 1e-6, b.name
    assert evaluate(copied(document), solver=solver).matrices.tobytes() == evaluated.matrices.tobytes()


@every_solver
@given(document=tasks(blend=0.0))
@relaxed
def test_without_blend_the_pose_is_what_it_was(solver: str, document: Document) -> None:
    without = document.with_rig(document.rig.changed(constraints=()))
    assert evaluate(document, solver=solver).matrices.tobytes() == evaluate(without).matrices.tobytes()


def copied(document: Document) -> Document:
    """The same, built anew."""
    return msgspec.convert(msgspec.to_builtins(document), Document)


@every_solver
@pytest.mark.parametrize("held", HELD)
def test_a_tree_keeps_lengths_locks_and_limits(solver: str, held: str) -> None:
    for seed in SEEDS:
        goals = np.random.default_rng(seed).uniform(-4.0, 4.0, (2, 3))
        plain = tree(tuple(goals[0]), tuple(goals[1]))
        jointed = tuple(msgspec.structs.replace(b, joint=HELD[held]) for b in plain.rig.bones[:6])
        rig = msgspec.structs.replace(plain.rig, bones=(*jointed, *plain.rig.bones[6:]))
        evaluated = evaluate(plain.with_rig(rig), solver=solver)
        assert_lengths(evaluated, jointed)
        for b in jointed:
            assert overshoot(b.joint, turn_from_rest(rig, evaluated, b.name)) <= 1e-6


@every_solver
@pytest.mark.parametrize("count", [1, 2, 5])
def test_solving_from_rest_does_not_look_at_the_pose(solver: str, count: int) -> None:
    bones = chain(count, 2)
    document = reaching(bones, inside(bones, 2), start="rest", iterations=ENOUGH)
    pose = {b.name: Transform(rotation=rotation(np.array((0.7, 0.4, -0.5)))) for b in bones}
    one, other = evaluate(document, solver=solver), evaluate(with_transforms(document, pose), solver=solver)
    np.testing.assert_allclose(one.matrices, other.matrices, atol=1e-7)


@every_solver
def test_a_goal_within_the_tolerance_is_reached(solver: str) -> None:
    """Whoever allows more gets no more steps, and is told that it was reached where it was."""
    bones = chain(6, 5)
    fine = evaluate(reaching(bones, inside(bones, 5), iterations=ENOUGH, tolerance=1e-7), solver=solver).goals[0]
    coarse = evaluate(reaching(bones, inside(bones, 5), iterations=ENOUGH, tolerance=1e-2), solver=solver).goals[0]
    assert fine.reached and fine.residual <= 1e-7 * reach(bones)
    assert coarse.reached and coarse.residual <= 1e-2 * reach(bones)
    assert coarse.tolerance == pytest.approx(1e-2 * reach(bones))
    assert coarse.iterations <= fine.iterations


@every_solver
def test_a_grab_is_a_goal_like_any_other(solver: str) -> None:
    bones = chain(5, 4)
    document, goal = Document.of(Rig(bones=bones)), inside(bones, 4)
    evaluated = evaluate(document, (Grab("b4", 0, tuple(goal.tolist())),), solver)
    assert np.linalg.norm(end(evaluated, bones) - goal) <= 1e-3 * reach(bones)
