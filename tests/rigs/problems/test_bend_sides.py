"""Straight chains whose limits say to which side they bend."""

from __future__ import annotations

import pytest

from pantin.rigs import Bone, Ik, Joint, Rig
from pantin.rigs.problems import problems_of


def _kinds(joint: Joint) -> list[str]:
    bones = (
        Bone("thigh", head=(0, 0, 1), tail=(0, 0, 0.55)),
        Bone("shin", parent="thigh", connected=True, head=(0, 0, 0.55), tail=(0, 0, 0.1), joint=joint),
        Bone("goal", head=(0, 0, 0.5), tail=(0, 0, 0.6), kind="handle"),
    )
    return [problem.kind for problem in problems_of(Rig(bones=bones, constraints=(Ik(owner="shin", target="goal"),)))]


@pytest.mark.parametrize("bend", [(0.0087, 3.1), (0.0, 3.1), (-3.1, 0.0), (-3.1, -0.01)])
def test_a_limit_to_one_side_says_how_a_straight_chain_bends(bend: tuple[float, float]) -> None:
    assert _kinds(Joint(lock=(False, True, True), limit=(bend, None, None))) == []
    assert _kinds(Joint(lock=(True, True, False), limit=(None, None, bend))) == []


def test_a_limit_to_both_sides_does_not() -> None:
    assert _kinds(Joint(lock=(False, True, True), limit=((-0.1, 3.1), None, None))) == ["straight_chain"]
    assert _kinds(Joint(limit=((0.0, 3.1), None, None))) == ["straight_chain"]
