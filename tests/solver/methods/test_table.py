"""Tests of which solver a chain gets: its own, the rig's, or Auto's where that cannot do it; and what each solver is
about.
"""

from __future__ import annotations

import typing
from math import cos, pi, sin

import msgspec
import numpy as np
import pytest

from pantin.rigs import (
    Document,
    Ik,
    Joint,
    Rig,
)
from pantin.rigs.constraints import Ik as IkModel
from pantin.rigs.fields import fields_of
from pantin.rigs.problems import problems_of
from pantin.rigs.solvers import SOLVERS, SolverName
from pantin.solver import Grab, evaluate
from pantin.solver.compiling.solver_numbers import NUMBERS
from pantin.solver.evaluate import needs_all_solvers
from tests.solver.methods.legs import bends
from tests.solver.methods.limited_chains import inside, tree
from tests.solver.sample_chains import (
    HINGE,
    chain,
    end,
    handle,
    miss,
    reach,
    reaching,
    some_reachable,
    with_ik,
    with_rig,
)


def bits(document: Document, solver: SolverName | None = None) -> bytes:
    return evaluate(document, solver=solver).matrices.tobytes()


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
    plain = Document.of(Rig(bones=(*arm, *leg, *goals), constraints=iks))
    mixed = with_rig(plain, constraints=(iks[0], msgspec.structs.replace(iks[1], solver="spring")))
    assert not needs_all_solvers(plain) and needs_all_solvers(mixed)
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
