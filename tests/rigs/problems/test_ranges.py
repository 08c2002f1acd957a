"""Numbers that no file could hold, in rigs that a program has made: each is told in a sentence, none raises."""

from __future__ import annotations

from math import inf, nan

import msgspec
import pytest

from pantin.rigs import Bone, Distance, Ik, Joint, Rig
from pantin.rigs.problems import Problem, problems_of

ARM = (Bone("upper", tail=(0.0, 0.1, 1.0)), Bone("lower", parent="upper", head=(0.0, 0.1, 1.0), tail=(0.0, 0.0, 2.0)))


def found(rig: Rig, kind: str) -> list[Problem]:
    return [problem for problem in problems_of(rig) if problem.kind == kind]


def arm(joint: Joint) -> Rig:
    return Rig(bones=(ARM[0], msgspec.structs.replace(ARM[1], joint=joint)))


def test_a_sound_rig_has_none() -> None:
    rig = Rig(bones=ARM, constraints=(Ik(owner="lower", weight=0.0), Distance(owner="lower", radius=3.0)))
    assert not {"out_of_range", "reversed_limits", "limits_too_wide"} & {p.kind for p in problems_of(rig)}


def test_reversed_limits_are_told() -> None:
    (problem,) = found(arm(Joint(limit=(None, (1.0, -1.0), None))), "reversed_limits")
    assert problem.text == 'The limits of "lower" about Y are reversed; make the first the smaller one.'
    assert (problem.severity, problem.bones, problem.where) == ("error", ("lower",), "$.bones[1].joint.limit")


def test_limits_that_are_wider_than_a_whole_turn_are_told() -> None:
    (problem,) = found(arm(Joint(limit=((-4.0, 4.0), None, None))), "limits_too_wide")
    assert problem.text == (
        'The limits of "lower" about X are wider than a whole turn; leave them out, or make them less.'
    )


@pytest.mark.parametrize("limit", [(0.2, 1.0), (-2.0, -0.1), (1.5, 3.9)])
def test_limits_may_leave_out_the_rest_pose(limit: tuple[float, float]) -> None:
    joint = Joint(limit=(limit, None, None))
    assert not [p for p in problems_of(Rig(bones=arm(joint).bones)) if "limits" in p.kind]


@pytest.mark.parametrize(
    ("joint", "text"),
    [
        (Joint(stiffness=(0.0, 1.5, 0.0)), 'The stiffness of "lower" is 0, 1.5, 0; it goes from 0 to 0.99.'),
        (Joint(stretch=-0.5), 'The stretch of "lower" is -0.5; it goes from 0 to 1.'),
        (Joint(control_rotation=2.0), 'The control rotation of "lower" is 2; it goes from 0 to 1.'),
    ],
)
def test_numbers_of_joints_out_of_range_are_told(joint: Joint, text: str) -> None:
    (problem,) = found(arm(joint), "out_of_range")
    assert problem.text == text


@pytest.mark.parametrize(
    ("constraint", "text"),
    [
        (Ik(owner="lower", weight=1.5), "The position weight of {} is 1.5; it goes from 0 to 1."),
        (Ik(owner="lower", chain_length=-2), "The chain of {} is -2; it goes from 0 to 1000."),
        (Ik(owner="lower", soft_reach=nan), "The soft reach of {} is nan; it goes from 0 to 0.2."),
        (Distance(owner="lower", radius=-1.0), "The radius of {} is -1; it goes from 0 to 1e+06."),
        (Distance(owner="lower", radius=inf), "The radius of {} is inf; it goes from 0 to 1e+06."),
    ],
)
def test_numbers_of_constraints_out_of_range_are_told(constraint: Ik | Distance, text: str) -> None:
    (problem,) = found(Rig(bones=ARM, constraints=(constraint,)), "out_of_range")
    assert problem.text == text.format('a constraint on "lower"')
    assert problem.where.startswith("$.constraints[0].")


def test_a_distance_through_nothing_is_told() -> None:
    rig = Rig(bones=ARM, constraints=(Distance(owner="upper", target="lower", use_tail=False),))
    (problem,) = found(rig, "no_chain")
    assert "distance" in problem.text
