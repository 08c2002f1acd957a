"""A person is found in other people's skeletons: by names of any convention, by shape, in characters in use."""

from __future__ import annotations

import pytest

from pantin.rigs.fitting import person_figure_in
from tests.others.samples import sample
from tests.rigs.skeletons import (
    nameless,
)

CHARACTERS = {
    "glb/CesiumMan.glb": ("", ("shoulder.L", "shoulder.R")),
    "glb/RobotExpressive.glb": ("VRoid", ("foot.L", "foot.R", "toe.L", "toe.R")),
    "glb/kaykit_Knight.glb": ("VRM", ("neck", "shoulder.L", "shoulder.R")),
    "glb/godot_platformer_player.glb": (
        "Mixamo",
        ("shoulder.L", "shoulder.R", "hand.L", "hand.R", "toe.L", "toe.R"),
    ),
    "vrm/cool_loops.vrm": ("Mixamo", ()),
    "vrm/godette.vrm": ("Blender", ()),
    "vrm/debug_robot.vrm": ("VRM", ()),
    "vrm/vrmc_override.vrm": ("VRM", ()),
}


@pytest.mark.parametrize("file", CHARACTERS)
def test_characters_in_use_are_people(file: str) -> None:
    convention, missing = CHARACTERS[file]
    figure = person_figure_in(sample(file).rig)
    assert figure.missing == missing and figure.convention == convention
    assert {
        "hips",
        "head",
        *(f"{part}.{side}" for part in ("upper_arm", "forearm") for side in "LR"),
    } <= figure.bones.keys()


@pytest.mark.parametrize("file", [file for file in CHARACTERS if "Robot" not in file and "override" not in file])
def test_characters_without_their_names_are_the_same_people(file: str) -> None:
    """Sides may be swapped: the names of one of them call left what is on its right."""
    rig = sample(file).rig
    plain, old = nameless(rig)
    named, shaped = person_figure_in(rig), person_figure_in(plain)
    for part in ("upper_arm", "forearm", "thigh", "shin", "foot"):
        assert {old[shaped.bones[f"{part}.{side}"]] for side in "LR"} == {
            named.bones[f"{part}.{side}"] for side in "LR"
        }
    assert [old[name] for name in shaped.spine] == list(named.spine)


@pytest.mark.parametrize("file", ["cmu_12_01_walk_cgspeed", "ad_rokoko_jesse_dance", "mh_tpose", "mh_zombieWalk1"])
def test_people_in_motion_capture_are_found(file: str) -> None:
    figure = person_figure_in(sample(f"bvh/{file}.bvh").rig)
    assert figure.missing == () and len(figure.spine) > 2
    assert figure.convention == {"c": "CMU", "a": "Mixamo", "m": "MakeHuman"}[file[0]]


@pytest.mark.parametrize("file", ["glb/Fox.glb", "glb/kenney_character.glb"])
def test_who_has_no_arms_is_no_person(file: str) -> None:
    figure = person_figure_in(sample(file).rig)
    assert {"forearm.L", "forearm.R", "hand.L", "hand.R"} <= set(figure.missing)
