"""Tests of what names have in common."""

from __future__ import annotations

import pytest

from pantin.widgets.values.name_space import Shared, shared_prefix, shared_suffix

FINGERS = [
    f"{side}Hand{finger}{joint}" for side in ("Left", "Right") for finger in ("Index", "Thumb") for joint in "123"
]


@pytest.mark.parametrize("prefix", ["mixamorig:", "CC_Base_", "DEF-", "Bip01 ", "a|b:c_"])
def test_what_nearly_all_names_begin_with_is_found(prefix: str) -> None:
    assert shared_prefix(["root", *(prefix + name for name in FINGERS)]) == prefix


@pytest.mark.parametrize(
    "names",
    [
        FINGERS,
        ["hand.L", "hand.R", "foot.L", "foot.R"],
        ["arm:a", "arm:b"],
        [f"Bone.00{n}" for n in range(9)],
        [f"J_{name}" for name in FINGERS],
        [],
    ],
)
def test_short_few_and_no_beginnings_stay(names: list[str]) -> None:
    assert shared_prefix(names) == ""


HAIR = ["root", *(f"hair{n}" for n in range(4))]


@pytest.mark.parametrize("suffix", ["_Armature", "_jnt", ".bone"])
def test_what_nearly_all_names_end_with_is_found(suffix: str) -> None:
    assert shared_suffix([*HAIR, *(name + suffix for name in FINGERS)]) == suffix


@pytest.mark.parametrize("names", [FINGERS, ["hand.L", "hand.R", "foot.L", "foot.R"], ["a_end", "b_end"], []])
def test_sides_few_and_no_ends_stay(names: list[str]) -> None:
    assert shared_suffix(names) == ""


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("upper_arm.l_Armature", "upper_arm.l"),
        ("rig:hand.r_Armature", "hand.r"),
        ("HairBall_L", "HairBall_L"),
        ("rig:_Armature", "rig:_Armature"),
    ],
)
def test_a_label_leaves_out_what_is_shared_and_keeps_the_side(name: str, short: str) -> None:
    assert Shared("rig:", "_Armature").short(name) == short
