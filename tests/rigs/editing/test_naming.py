"""Names of new bones: they count on, keep their sides, and are never taken."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pantin.rigs.editing.naming import free_name, next_name, side_between
from pantin.rigs.sides import mirrored_name, side_of
from tests.rigs.strategies import names, relaxed


@pytest.mark.parametrize(
    ("name", "after"),
    [
        ("shin", "shin.001"),
        ("shin.001", "shin.002"),
        ("shin.L", "shin.001.L"),
        ("shin.009.L", "shin.010.L"),
        ("shin.L.001", "shin.002.L"),
        ("spine_01", "spine_02"),
        ("spine_99", "spine_100"),
        ("finger1_l", "finger2_l"),
        ("toe_left", "toe.001_left"),
        ("toe_LEFT.001", "toe.002_LEFT"),
        ("l_toe", "l_toe.001"),
        ("LeftHand", "LeftHand.001"),
        ("mixamorig:LeftHandIndex1", "mixamorig:LeftHandIndex2"),
    ],
)
def test_names_count_on(name: str, after: str) -> None:
    assert next_name(name, [name]) == after
    assert side_of(after) == side_of(name)
    assert next_name(mirrored_name(name), []) == mirrored_name(after)


@given(names(), st.lists(names()))
@relaxed
def test_a_name_is_free_and_no_longer_than_a_name_may_be(name: str, others: list[str]) -> None:
    taken = [name, *others]
    for _ in range(3):
        taken.append(free_name(name, taken))
    assert len(set(taken[-4:])) >= 3 and len(set(taken)) == len({name, *others}) + 3
    assert all(0 < len(each) <= 200 for each in taken)
    assert len(next_name("x" * 200, ["x" * 200])) == 200


def test_a_bone_lies_on_a_side_in_the_plane_or_across_it() -> None:
    assert side_between((0.0, 0.0, 0.0), (0.2, 0.0, 0.0)) == "L"
    assert side_between((-0.1, 0.0, 0.0), (0.00005, 0.0, 1.0)) == "R"
    assert side_between((0.0, 0.0, 0.0), (0.0, 0.0, 1.0)) == ""
    assert side_between((-0.1, 0.0, 0.0), (0.2, 0.0, 0.0)) == ""
