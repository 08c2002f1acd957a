"""Which solver a chain gets: its own, the rig's, or Auto's where that cannot do it; and what each solver is about."""

from __future__ import annotations

import typing
from itertools import pairwise
from math import atan2, cos, pi, sin

import msgspec
import numpy as np
import pytest

from pantin.rigs import (
    Bone,
    Document,
    Ik,
    Joint,
    Rig,
    Transform,
)
from pantin.rigs.constraints import Ik as IkModel
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.fields import fields_of
from pantin.rigs.problems import problems_of
from pantin.rigs.solvers import SOLVERS, SolverName
from pantin.solver import Grab, evaluate
from pantin.solver.evaluate import needs_chosen
from pantin.solver.program.solver_codes import NUMBERS
from tests.solver.methods.test_contract import inside, straight, tree
from tests.solver.reference import swing_and_twist, turn_from_rest
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
    with_ik,
)


def with_rig(document: Document, **changes: object) -> Document:
    return msgspec.structs.replace(document, rig=msgspec.structs.replace(document.rig, **changes))


def bits(document: Document, solver: SolverName | None = None) -> bytes:
    return evaluate(document, solver=solver).matrices.tobytes()


# The table.


def test_every_solver_has_a_number_and_may_be_asked_for() -> None:
    assert set(SOLVERS) == set(typing.get_args(SolverName)) == set(NUMBERS)


def test_what_a_solver_ignores_is_a_setting_of_ik() -> None:
    declared = {field.name for field in fields_of(IkModel)}
    for solver in SOLVERS.values():
        assert solver.ignores <= declared


@pytest.mark.parametrize("solver", [name for name in SOLVERS if name != "auto"])
def test_settings_that_a_solver_ignores_change_nothing(solver: SolverName) -> None:
    others = {"weight": 0.4, "iterations": 3, "pole_angle": 1.0, "soft_reach": 0.15, "pole": "aside"}
    bones = chain(SOLVERS[solver].bones[0], 3)
    document = reaching(bones, inside(bones, 3), solver=solver)
    document = with_rig(document, bones=(*document.rig.bones, handle("aside", (3.0, 1.0, 0.0))))
    for name in SOLVERS[solver].ignores:
        assert bits(with_ik(document, **{name: others[name]})) == bits(document), name


# Who chooses.


@pytest.mark.parametrize("solver", SOLVERS)
def test_a_chain_the_rig_and_the_caller_choose_alike(solver: SolverName) -> None:
    bones = chain(5, 1)
    plain = reaching(bones, inside(bones, 1))
    wanted = bits(plain, solver)
    assert bits(with_ik(plain, solver=solver)) == wanted
    assert bits(with_rig(plain, solver=solver)) == wanted
    assert bits(with_rig(with_ik(plain, solver="ccd"), solver="dls"), solver) == wanted


def test_a_chain_knows_better_than_its_rig() -> None:
    bones = chain(5, 1)
    document = with_rig(reaching(bones, inside(bones, 1), solver="ccd"), solver="sdls")
    assert evaluate(document).goals[0].method == "CCD"


def test_auto_gives_the_same_bits_beside_others() -> None:
    """A rig in which one chain asks for something else runs through another entry; the others must not notice."""
    arm, leg = chain(5, 1), tuple(msgspec.structs.replace(b, name=f"leg {b.name}") for b in chain(4, 2))
    leg = tuple(msgspec.structs.replace(b, parent=b.parent and f"leg {b.parent}") for b in leg)
    goals = handle("goal", inside(arm, 1)), handle("other", inside(leg, 2))
    iks = Ik(owner="b4", target="goal"), Ik(owner="leg b3", target="other")
    plain = Document(rig=Rig(bones=(*arm, *leg, *goals), constraints=iks))
    mixed = with_rig(plain, constraints=(iks[0], msgspec.structs.replace(iks[1], solver="spring")))
    assert not needs_chosen(plain) and needs_chosen(mixed)
    assert evaluate(mixed).matrices[:5].tobytes() == evaluate(plain).matrices[:5].tobytes()
    assert [goal.method for goal in evaluate(mixed).goals] == ["Levenberg–Marquardt", "Spring"]


@pytest.mark.parametrize(
    ("count", "solver", "settings", "method", "why"),
    [
        (5, "two_bones", {}, "Levenberg–Marquardt", "Two bones, its chain has 5: Levenberg–Marquardt solves it."),
        (1, "two_bones", {}, "One bone", "Two bones, its chain has 1: One bone solves it."),
        (2, "one_bone", {}, "Two bones", "One bone, its chain has 2: Two bones solves it."),
        (1, "spring", {}, "One bone", "Spring, its chain has 1: One bone solves it."),
        (
            3,
            "spring",
            {"rotation": True},
            "Levenberg–Marquardt",
            "Spring, it holds a rotation: Levenberg–Marquardt solves it.",
        ),
    ],
)
def test_what_a_solver_cannot_do_auto_does_and_a_problem_says_so(count, solver, settings, method, why) -> None:
    bones = chain(count, 1)
    document = reaching(bones, inside(bones, 1), solver=solver, **settings)
    assert evaluate(document).goals[0].method == method
    found = [problem for problem in problems_of(document.rig) if problem.kind == "other_solver"]
    assert [problem.text for problem in found] == [f'IK of "b{count - 1}" asks for {why}']
    assert found[0].where == "$.constraints[0].solver"


def test_a_chain_that_gets_its_solver_is_no_problem() -> None:
    for solver in SOLVERS:
        bones = chain(SOLVERS[solver].bones[0], 1)
        assert not [p for p in problems_of(reaching(bones, (1, 1, 1), solver=solver).rig) if p.kind == "other_solver"]


def test_goals_that_share_bones_share_a_solver() -> None:
    left, right = tree((-1.2, 0.4, 2.6), (1.4, 0.3, 2.4)).rig.constraints
    document = tree((-1.2, 0.4, 2.6), (1.4, 0.3, 2.4))
    spring = with_rig(document, constraints=(left, msgspec.structs.replace(right, solver="spring")))
    assert {goal.method for goal in evaluate(spring).goals} == {"Levenberg–Marquardt"}
    assert [p.text for p in problems_of(spring.rig)] == [
        'IK of "hand.R" asks for Spring, its bones have other goals too: Levenberg–Marquardt solves it.'
    ]
    both = (msgspec.structs.replace(left, solver="ccd"), msgspec.structs.replace(right, solver="dls"))
    mixed = with_rig(document, constraints=both)
    assert {goal.method for goal in evaluate(mixed).goals} == {"CCD"}
    assert [p.text for p in problems_of(mixed.rig)] == [
        'IK of "hand.R" asks for DLS, yet shares bones with that of "hand.L": CCD solves both.'
    ]


@pytest.mark.parametrize(
    ("solver", "method"),
    [
        ("fabrik", "FABRIK"),
        ("ccd", "CCD"),
        ("dls", "DLS"),
        ("sdls", "SDLS"),
        ("lm", "Levenberg–Marquardt"),
        ("spring", "Spring"),
    ],
)
def test_a_report_names_the_method(solver: SolverName, method: str) -> None:
    bones = chain(5, 1)
    assert evaluate(reaching(bones, inside(bones, 1), solver=solver)).goals[0].method == method


# Live solving.


def test_without_live_solving_the_pose_stands_as_it_is() -> None:
    bones = chain(4, 1)
    document = reaching(bones, inside(bones, 1))
    off = with_rig(document, live_solving=False)
    assert bits(off) == bits(with_rig(document, constraints=()))
    assert evaluate(off).goals == ()
    assert bits(with_rig(off, live_solving=True)) == bits(document)


def test_without_live_solving_a_hand_may_still_pull() -> None:
    bones = chain(4, 1)
    goal = inside(bones, 1)
    off = with_rig(reaching(bones, (9.0, 9.0, 9.0)), live_solving=False)
    assert np.allclose(end(evaluate(off, (Grab("b3", 0, tuple(goal.tolist())),)), bones), goal, atol=1e-5)


# One bone.


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


# Spring.

BENT = ((0, 0, 0), (0, -0.3, 1), (0, 0.6, 1.8), (0, 0.2, 2.9), (0, 0.9, 3.6))
"""A hind leg, drawn upwards: its bends go to and fro."""


def leg(points=BENT, joint: Joint = FREE) -> tuple[Bone, ...]:
    return tuple(
        bone(f"b{i}", a, b, parent=f"b{i - 1}" if i else None, connected=i > 0, joint=joint)
        for i, (a, b) in enumerate(pairwise(points))
    )


def bends(evaluated, count: int) -> np.ndarray:
    """The angles between bones that follow each other, radians."""
    ways = (evaluated.tails - evaluated.heads)[:count]
    ways = ways / np.linalg.norm(ways, axis=1, keepdims=True)
    return np.arctan2(np.linalg.norm(np.cross(ways[1:], ways[:-1]), axis=1), (ways[1:] * ways[:-1]).sum(axis=1))


@pytest.mark.parametrize("share", [0.55, 0.7, 0.9, 0.999])
@pytest.mark.parametrize("way", [(0.3, -0.9, 0.5), (1.0, 0.2, -0.4)])
def test_a_spring_bends_in_proportion_to_its_rest(share, way) -> None:
    bones = leg()
    rest = bends(evaluate(Document(rig=Rig(bones=bones))), 4)
    goal = share * reach(bones) * np.array(way) / np.linalg.norm(way)
    evaluated = evaluate(reaching(bones, goal, solver="spring"))
    assert evaluated.goals[0].method == "Spring"
    assert miss(evaluated, bones) <= 1e-12
    factors = bends(evaluated, 4) / rest
    np.testing.assert_allclose(factors, factors[0], rtol=1e-6)


def test_a_spring_at_its_own_distance_keeps_its_shape() -> None:
    bones = leg()
    size = float(np.linalg.norm(BENT[-1]))
    evaluated = evaluate(reaching(bones, (size, 0.0, 0.0), solver="spring"))
    rest = bends(evaluate(Document(rig=Rig(bones=bones))), 4)
    np.testing.assert_allclose(bends(evaluated, 4), rest, atol=1e-9)


@pytest.mark.parametrize("count", [2, 3, 5])
def test_a_straight_spring_bends_evenly(count) -> None:
    """All angles alike, so the joints lie on a circle: the angle is known from the chord."""
    bones = straight(count)
    evaluated = evaluate(reaching(bones, (0.1, 0.5 * count, 0.1), solver="spring"))
    assert miss(evaluated, bones) <= 1e-12
    angles = bends(evaluated, count)
    np.testing.assert_allclose(angles, angles[0], rtol=1e-9)
    chord = sin(count * angles[0] / 2.0) / sin(angles[0] / 2.0)
    assert chord == pytest.approx(float(np.linalg.norm((0.1, 0.5 * count, 0.1))), abs=1e-9)


@pytest.mark.parametrize("pole", [(5.0, 0.0, 1.0), (0.0, -5.0, 1.0), (-3.0, 4.0, 0.0)])
def test_a_spring_turns_to_its_pole(pole) -> None:
    bones = straight(4)
    evaluated = evaluate(reaching(bones, (0.0, 0.0, 2.5), pole=pole, solver="spring"))
    middle = evaluated.heads[1:4].sum(axis=0)
    assert miss(evaluated, bones) <= 1e-12
    assert atan2(middle[1], middle[0]) == pytest.approx(atan2(pole[1], pole[0]), abs=1e-9)


def test_a_spring_in_hinges_stays_in_them() -> None:
    """Hinges about the axis of the bends change nothing; one that may not bend that far lets LM go on from there."""
    bones = leg()
    goal = (0.0, 1.2, 2.2)
    free = evaluate(reaching(bones, goal, solver="spring"))
    held = evaluate(reaching(leg(joint=Joint(lock=(False, True, True))), goal, solver="spring"))
    assert held.goals[0].method == "Spring"
    np.testing.assert_allclose(held.tails[:4], free.tails[:4], atol=1e-9)
    narrow = Joint(lock=(False, True, True), limit=((-0.4, 0.4), None, None))
    stopped = evaluate(reaching(leg(joint=narrow), goal, solver="spring"))
    assert stopped.goals[0].method == "Levenberg–Marquardt"


def test_a_spring_moves_evenly_with_its_goal() -> None:
    """Small steps of the goal are small turns of every joint, from folded to out of reach."""
    bones = leg()
    size, before = reach(bones), None
    for share in np.arange(0.5, 1.05, 0.0005):
        way = np.array((sin(share), 0.3, cos(share)))
        evaluated = evaluate(reaching(bones, share * size * way / np.linalg.norm(way), solver="spring"))
        ways = (evaluated.tails - evaluated.heads)[:4]
        if before is not None:
            assert np.abs(ways - before).max() < 0.1
        before = ways


# LM, and the rounds of least squares.


def test_lm_reaches_as_exactly_as_auto() -> None:
    for joint in (Joint(), HINGE):
        for seed in range(8):
            bones = chain(6, seed, joint)
            document = reaching(bones, some_reachable(bones, seed), solver="lm")
            assert miss(evaluate(document), bones) <= 1e-6


@pytest.mark.parametrize("solver", ["dls", "sdls"])
def test_damping_is_calm_beyond_reach(solver: SolverName) -> None:
    """A chain with limits and a goal out of reach: more steps change nothing any more."""
    bones = chain(5, 2, Joint(limit=((-1.4, 0.9), (-0.5, 0.7), (-0.6, 1.2))))
    goal = 1.4 * reach(bones) * np.array((cos(0.4), 0.0, sin(0.4)))
    some, more = (evaluate(reaching(bones, goal, solver=solver, iterations=n)) for n in (400, 800))
    np.testing.assert_allclose(some.tails[:5], more.tails[:5], atol=1e-3 * reach(bones))
    assert some.goals[0].residual < 0.55 * reach(bones)
    assert pi > np.abs(bends(some, 5)).max()
