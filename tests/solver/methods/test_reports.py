"""Reports: residuals, limits that are hit, and the trace."""

from __future__ import annotations

from math import pi

import msgspec
import numpy as np
import pytest

from pantin.rigs import (
    Document,
    Ik,
    Joint,
    Rig,
)
from pantin.solver import Grab, evaluate
from tests.solver.methods.limited_chains import (
    ENOUGH,
    every_solver,
    inside,
    straight,
)
from tests.solver.sample_chains import (
    HINGE,
    chain,
    reach,
    reaching,
    with_ik,
)


@every_solver
def test_the_trace_goes_from_the_start_to_what_is_left(solver: str) -> None:
    bones = chain(6, 1)
    goal = inside(bones, 1)
    report = evaluate(reaching(bones, goal), solver=solver).goals[0]
    rest = np.asarray(bones[-1].tail)
    assert report.residuals[0] == pytest.approx(float(np.linalg.norm(rest - goal)), abs=1e-9)
    assert report.residuals[-1] == report.residual
    assert len(report.residuals) == min(report.iterations + 1, 128)


@pytest.mark.parametrize("solver", ["dls", "sdls", "ccd", "fabrik"])
def test_no_more_steps_are_taken_than_are_asked_for(solver: str) -> None:
    bones = chain(6, 1)
    few, many = (
        evaluate(reaching(bones, inside(bones, 1), iterations=most), solver=solver).goals[0] for most in (2, ENOUGH)
    )
    assert few.iterations <= 2 and few.residual >= many.residual
    assert many.reached


def test_what_is_reached_takes_far_fewer_steps_than_are_allowed() -> None:
    bones = chain(6, 1)
    report = evaluate(reaching(bones, inside(bones, 1))).goals[0]
    assert report.reached and report.iterations <= Ik(owner="").iterations / 5


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
    document = Document.of(Rig(bones=bones))
    before, aside = evaluate(document), evaluate(document, (Grab("b0", 0, (0.0, 1.0, 0.0)),))
    assert before.largest_turn_since(before) == pytest.approx(0.0, abs=1e-6)
    assert aside.largest_turn_since(before) == pytest.approx(pi / 2.0, abs=1e-6)
