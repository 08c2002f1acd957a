"""Animals on four legs and hands by themselves are found, and get hinges and ranges of their own."""

from __future__ import annotations

import pytest

from pantin.rigs.fitting import figure_in
from tests.others.samples import sample
from tests.rigs.fitting.creature_parts import FINGERS, FOUR


def test_a_fox_is_an_animal() -> None:
    figure = figure_in(sample("glb/Fox.glb").rig)
    assert figure.kind == "quadruped" and set(FOUR) <= figure.bones.keys()
    assert figure.bones["foot.L"] == "b_LeftFoot02_018", "where it stands, below the hock"
    assert figure.bones["upper_arm.L"] == "b_LeftUpperArm_09" and figure.bones["thigh.R"] == "b_RightLeg01_019"
    assert figure.bones["head"] == "b_Head_05" and figure.spine == ("b_Spine01_02", "b_Spine02_03")


@pytest.mark.parametrize("file, side", [("LeftHandHumanoid.gltf", ".L"), ("webxr_generic_hand_right.glb", "")])
def test_hands_of_others_are_found(file: str, side: str) -> None:
    """One of them has no sides in its names, and bones that do not hang together."""
    figure = figure_in(sample(f"glb/{file}").rig)
    assert figure.kind == "hand" and figure.missing == () and f"hand{side}" in figure.bones
    assert {f"{finger}_{number}{side}" for finger in FINGERS for number in (1, 2, 3)} == set(figure.fingers)
