"""Sides told by names, in the ways of other programs, and no sides where there are none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rigs.sides import mirrored_name, side_of
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
]


@pytest.mark.parametrize(("left", "right"), LEFT_AND_RIGHT)
def test_a_name_tells_its_side_and_its_partner(left: str, right: str) -> None:
    assert (side_of(left), side_of(right)) == ("L", "R")
    assert (mirrored_name(left), mirrored_name(right)) == (right, left)


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
