"""Sides told by names, in the ways of other programs, and no sides where there are none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pantin.rigs.sides import SplitName, mirrored_name, side_of, split_name, style_of, with_side, without_side_letter
from tests.rigs.strategies import names, relaxed

LEFT_AND_RIGHT = [
    ("hand.L", "hand.R"),
    ("hand_l", "hand_r"),
    ("hand-L", "hand-R"),
    ("upper_arm.L.001", "upper_arm.R.001"),
    ("l_hand", "r_hand"),
    ("L Hand", "R Hand"),
    ("Bip01 L Hand", "Bip01 R Hand"),
    ("DEF-hand_L_ik", "DEF-hand_R_ik"),
    ("LeftHand", "RightHand"),
    ("mixamorig:LeftHandIndex1", "mixamorig:RightHandIndex1"),
    ("handLeft", "handRight"),
    ("leftHand", "rightHand"),
    ("hand_left", "hand_right"),
    ("LEFT_HAND", "RIGHT_HAND"),
    ("Left", "Right"),
    ("left_", "right_"),
    ("upperarm_l_07", "upperarm_r_07"),
    ("左手首", "右手首"),
    ("手首.左", "手首.右"),
]

ON_NO_SIDE = [
    "",
    "ball",
    "pillar",
    "l",
    "R",
    "R.001",
    "Clavicle",
    "Bright_x",
    "BrightArm",
    "leftover",
    "Leftover",
    "upright",
    "spine.001",
    "L5",
    "armL",
    "lower_leg",
    "root",
    "左右",
    "頭",
]


@pytest.mark.parametrize(("left", "right"), LEFT_AND_RIGHT)
def test_a_name_tells_its_side_and_its_partner(left: str, right: str) -> None:
    assert (side_of(left), side_of(right)) == ("L", "R")
    assert (mirrored_name(left), mirrored_name(right)) == (right, left)


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("hand.L", "hand"),
        ("thigh.r", "thigh"),
        ("hand_l", "hand"),
        ("LeftHand", "LeftHand"),
        ("hand_left", "hand_left"),
        ("l_hand", "l_hand"),
        ("hand.L.001", "hand.L.001"),
        ("pelvis", "pelvis"),
        ("手首.左", "手首.左"),
    ],
)
def test_the_letter_at_the_end_of_a_name_that_tells_its_side_can_be_left_out(name: str, stem: str) -> None:
    assert without_side_letter(name) == stem


@pytest.mark.parametrize("name", ON_NO_SIDE)
def test_a_name_without_a_side_is_its_own_partner(name: str) -> None:
    assert (side_of(name), mirrored_name(name)) == ("", name)


PIECES = st.sampled_from(["l", "r", "L", "R", "left", "Left", "LEFT", "right", "Right", "arm", "Arm", "1", "é", "\n"])
MARKS = st.sampled_from(["", ".", "_", "-", " ", ":", ".001"])
LIKE_NAMES = st.lists(st.tuples(PIECES, MARKS).map("".join), max_size=5).map("".join)


@given(names() | LIKE_NAMES)
@relaxed
def test_mirrored_twice_is_the_same_and_sides_swap(name: str) -> None:
    other = mirrored_name(name)
    assert mirrored_name(other) == name
    assert {"L": "R", "R": "L", "": ""}[side_of(name)] == side_of(other)
    assert (other == name) == (side_of(name) == "")


@pytest.mark.parametrize(
    ("known", "left", "right"),
    [
        ([], "foot.L", "foot.R"),
        (["hips"], "foot.L", "foot.R"),
        (["thigh_r", "shin_r", "hand.L"], "foot_l", "foot_r"),
        (["l_hand"], "l_foot", "r_foot"),
        (["RightHand"], "LeftFoot", "RightFoot"),
        (["hand_right"], "foot_left", "foot_right"),
        (["handRight"], "footLeft", "footRight"),
        (["hand.R.001"], "foot.L", "foot.R"),
        (["Bip01 R Hand"], "foot.L", "foot.R"),
    ],
)
def test_a_side_is_named_as_the_rig_names_sides(known: list[str], left: str, right: str) -> None:
    style = style_of(known)
    assert (with_side("foot", "L", style), with_side("foot", "R", style)) == (left, right)


def test_what_all_names_begin_with_stays_in_front() -> None:
    assert with_side("mixamorig:foot", "R", style_of(["mixamorig:LeftHand"])) == "mixamorig:RightFoot"


@given(names() | LIKE_NAMES.filter(bool), st.lists(names() | LIKE_NAMES), st.sampled_from(["L", "R"]))
@relaxed
def test_whatever_the_rig_a_name_gets_the_side_it_is_given(name: str, known: list[str], side) -> None:
    if side_of(name) == "":
        assert side_of(with_side(name, side, style_of(known))) == side


@pytest.mark.parametrize(
    ("name", "split"),
    [
        ("foot.L", SplitName("foot", behind=".L")),
        ("foot_LEFT.001", SplitName("foot", behind="_LEFT", copy=".001")),
        ("l_foot", SplitName("foot", before="l_")),
        ("Right foot", SplitName("foot", before="Right ")),
        ("DEF-foot_L_ik", SplitName("DEF-foot_L_ik")),
        ("LeftFoot", SplitName("LeftFoot")),
        (".L", SplitName(".L")),
        ("", SplitName("")),
    ],
)
def test_a_name_is_split_where_a_mark_sets_its_side_off(name: str, split: SplitName) -> None:
    assert split_name(name) == split
