"""Tests that what a person says about the parts of a body outranks names and shape, and is kept with the rig."""

from __future__ import annotations

from pantin.rigs.fitting import person_figure_in
from tests.others.samples import sample
from tests.rigs.fitting.assigning import saying


def test_no_bone_is_the_clavicle_of_both_sides() -> None:
    """The arms of this figure hang on its chest, and the bone below is said to be that."""
    rig = sample("glb/kaykit_Knight.glb").rig
    assert person_figure_in(rig).bones["upper_arm.L"] == "upperarm.l"
    figure = person_figure_in(saying(rig, chest="spine"))
    assert figure.spine[-1] == "spine" and not {"shoulder.L", "shoulder.R"} & figure.bones.keys()
