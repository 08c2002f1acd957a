"""What every solver in the table keeps to: reach what can be reached, hold lengths and limits, give the same bits."""

from __future__ import annotations

from math import acos, pi

import msgspec
import numpy as np
import pytest
from hypothesis import given

from pantin.rigs import (
    Bone,
    Document,
    Ik,
    Joint,
    Rig,
    Transform,
)
from pantin.rigs.editing.pose import with_transforms
from pantin.solver import SOLVERS, Evaluated, Grab, evaluate
from tests.rigs.strategies import relaxed
from tests.solver.reference import overshoot, turn_from_rest
from tests.solver.sample_chains import (
    FREE,
    HINGE,
    bone,
    chain,
    end,
    handle,
    miss,
    reach,
    reaching,
    rotation,
    some_reachable,
    tasks,
    with_ik,
)

SEEDS = range(6)
ENOUGH = 1000
"""Steps for those that take many small ones."""

ELLIPSE = Joint(limit=((-1.4, 0.9), (-0.5, 0.7), (-0.6, 1.2)))
MIXED = Joint(lock=(False, True, False), limit=((-0.2, 2.0), None, (-0.8, 0.3)))
HELD = {"hinges": HINGE, "ellipses": ELLIPSE, "locks and limits": MIXED}

every_solver = pytest.mark.parametrize("solver", SOLVERS)


def inside(bones: tuple[Bone, ...], seed: int) -> np.ndarray:
    """A place that the chain reaches without being stretched: near full reach some solvers take for ever."""
    place = some_reachable(bones, seed)
    far = np.linalg.norm(place) / reach(bones)
    return place * min(1.0, 0.8 / far)


def straight(count: int, joint: Joint = FREE) -> tuple[Bone, ...]:
    """A chain that stands straight up."""
    return tuple(
        bone(f"b{i}", (0, 0, i), (0, 0, i + 1), parent=f"b{i - 1}" if i else None, connected=i > 0, joint=joint)
        for i in range(count)
    )


def assert_lengths(evaluated: Evaluated, bones: tuple[Bone, ...]) -> None:
    for row, b in enumerate(bones):
        there = np.linalg.norm(evaluated.tails[row] - evaluated.heads[row])
        assert there == pytest.approx(np.linalg.norm(np.subtract(b.tail, b.head)), abs=1e-9)


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
    again = msgspec.structs.replace(document, rig=document.rig.constrained(tuple(document.rig.constraints)))
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


def tree(left: tuple[float, ...], right: tuple[float, ...], weights: tuple[float, float] = (1.0, 1.0)) -> Document:
    """A spine of two bones with two arms of two bones, each with a goal and the spine in its chain."""
    bones = (
        bone("spine", (0, 0, 0), (0, 0.1, 1)),
        bone("chest", (0, 0.1, 1), (0, 0, 2), parent="spine", connected=True),
        bone("arm.L", (0, 0, 2), (-1, 0, 2.2), parent="chest", connected=True),
        bone("hand.L", (-1, 0, 2.2), (-2, 0, 2), parent="arm.L", connected=True),
        bone("arm.R", (0, 0, 2), (1, 0, 2.2), parent="chest", connected=True),
        bone("hand.R", (1, 0, 2.2), (2, 0, 2), parent="arm.R", connected=True),
        handle("goal.L", left),
        handle("goal.R", right),
    )
    goals = zip("LR", weights, strict=True)
    iks = tuple(Ik(owner=f"hand.{s}", target=f"goal.{s}", weight=weight, iterations=ENOUGH) for s, weight in goals)
    return Document(rig=Rig(bones=bones, constraints=iks))


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
    without = msgspec.structs.replace(document, rig=document.rig.constrained(()))
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
        evaluated = evaluate(Document(rig=rig), solver=solver)
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
    document, goal = Document(rig=Rig(bones=bones)), inside(bones, 4)
    evaluated = evaluate(document, (Grab("b4", 0, tuple(goal.tolist())),), solver)
    assert np.linalg.norm(end(evaluated, bones) - goal) <= 1e-3 * reach(bones)


@every_solver
def test_the_trace_goes_from_the_start_to_what_is_left(solver: str) -> None:
    bones = chain(6, 1)
    goal = inside(bones, 1)
    report = evaluate(reaching(bones, goal), solver=solver).goals[0]
    rest = np.asarray(bones[-1].tail)
    assert report.residuals[0] == pytest.approx(float(np.linalg.norm(rest - goal)), abs=1e-9)
    assert report.residuals[-1] == report.residual
    assert len(report.residuals) == min(report.iterations + 1, 128)


def test_the_closed_form_has_a_start_and_an_end() -> None:
    bones = chain(2)
    report = evaluate(reaching(bones, inside(bones, 0))).goals[0]
    assert report.method == "Two bones"
    assert len(report.residuals) == 2
    assert report.residuals[1] <= 1e-9


def test_a_trace_is_never_longer_than_its_row() -> None:
    bones = chain(4, 1)
    document = with_ik(reaching(bones, 0.97 * reach(bones) * np.array((0.6, 0.0, 0.8))), iterations=ENOUGH)
    report = evaluate(document, solver="ccd").goals[0]
    assert report.iterations > 128
    assert len(report.residuals) == 128
    assert report.residuals[-1] == report.residual


def test_a_report_says_what_it_was_about() -> None:
    bones = chain(3, 2)
    report = evaluate(reaching(bones, (9.0, 0.0, 0.0)), solver="fabrik").goals[0]
    assert report.method == "FABRIK"
    assert report.bones == ("b2", "b1", "b0")
    assert report.root == (0.0, 0.0, 0.0)
    assert report.length == pytest.approx(reach(bones))


def test_joints_on_a_limit_are_named() -> None:
    joints = {"b0": Joint(limit=(None, None, (-0.2, 0.2))), "b1": HINGE, "b2": Joint(lock=(True, True, True))}
    bones = tuple(msgspec.structs.replace(b, joint=joints[b.name]) for b in straight(3))
    assert evaluate(reaching(bones, (0.0, 0.0, 2.9))).limits_hit == ()
    assert evaluate(reaching(bones, (4.0, 0.0, 1.0))).limits_hit == ("b0",)


def test_the_largest_turn_between_two_solves() -> None:
    bones = straight(1)
    document = Document(rig=Rig(bones=bones))
    before, aside = evaluate(document), evaluate(document, (Grab("b0", 0, (0.0, 1.0, 0.0)),))
    assert before.largest_turn_since(before) == pytest.approx(0.0, abs=1e-6)
    assert aside.largest_turn_since(before) == pytest.approx(pi / 2.0, abs=1e-6)
