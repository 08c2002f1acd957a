"""Tests of what names have in common."""

from __future__ import annotations

import pytest

from pantin.widgets.values.name_space import shared_prefix

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
