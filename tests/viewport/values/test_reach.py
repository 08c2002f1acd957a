"""Tests of how far Auto IK goes, and what wheel and keys make of it."""

from __future__ import annotations

from pantin.viewport.values.reach import Reaching

BODY = Reaching("body", 3)


def test_chains_are_ordered_from_as_far_as_connected_over_one_bone_to_the_body() -> None:
    lengths = [Reaching().further(steps, 3, has_body=True) for steps in range(6)]
    assert [each.chain_length for each in lengths] == [0, 1, 2, 3, 3, 3]
    assert [each.reach for each in lengths] == ["chain"] * 4 + ["body"] * 2


def test_back_from_the_body_comes_the_longest_chain() -> None:
    assert BODY.further(-1, 3, has_body=True) == Reaching("chain", 3)
    assert BODY.further(-3, 3, has_body=True) == Reaching("chain", 1)
    assert BODY.further(-9, 3, has_body=True) == Reaching("chain", 0)


def test_without_a_body_the_longest_chain_is_the_end() -> None:
    assert Reaching("chain", 2).further(9, 3, has_body=False) == Reaching("chain", 3)
