"""Tests of what is framed: the part of the body that is meant by what is selected, never a dot."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pantin.viewport.navigation.framed_parts import framed_bones
from tests.app.person import sample
from tests.viewport.stages import look_at


@pytest.mark.parametrize(
    ("figure", "selected", "within", "without"),
    [
        ("humanoid", "index_3.L", {"hand.L", "thumb_3.L", "little_3.L"}, {"forearm.L"}),
        ("humanoid", "hand_ik.L", {"hand.L", "thumb_3.L"}, {"forearm.L"}),
        ("humanoid", "forearm.L", {"shoulder.L", "upper_arm.L", "hand.L", "index_3.L"}, {"chest", "hand.R"}),
        ("humanoid", "elbow_pole.L", {"upper_arm.L", "forearm.L", "hand.L"}, {"chest"}),
        ("humanoid", "neck", {"head"}, {"chest"}),
        ("humanoid", "spine", {"hips", "chest", "neck"}, {"head", "thigh.L", "shoulder.L"}),
        ("humanoid", "shin.R", {"thigh.R", "foot.R", "toe.R"}, {"hips", "shin.L"}),
        ("bird", "toe_inner_2.L", {"foot.L", "toe_outer_2.L"}, {"hock.L"}),
        ("quadruped", "ear_tip.L", {"head", "jaw", "ear.R"}, {"neck_2"}),
        ("quadruped", "tail_4", {"tail_1", "tail_6"}, {"hips"}),
    ],
)
def test_a_bone_means_its_part_of_the_body(figure: str, selected: str, within: set[str], without: set[str]) -> None:
    look = look_at(sample(figure))
    found = set(framed_bones(look, (selected,)))
    assert within <= found and not without & found


def test_the_control_of_the_whole_body_means_all_of_it() -> None:
    assert framed_bones(look_at(sample("humanoid")), ("body",)) == ()


def test_while_bones_are_edited_they_are_meant_themselves() -> None:
    look = replace(look_at(sample("humanoid")), in_rest_pose=True)
    assert framed_bones(look, ("index_2.L", "forearm.L")) == ("index_2.L", "forearm.L")
