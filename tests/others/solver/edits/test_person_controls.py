"""A loaded person gets controls and limits in one go, and stands as before."""

from __future__ import annotations

import pytest

from pantin import solver
from pantin.rigs.constraints import Ik
from pantin.rigs.fitting import person_figure_in
from pantin.rigs.problems import problems_of
from pantin.solver.edits.limbs.person_controls import rig_person
from tests.others.samples import sample
from tests.solver.edits.moved_parts import moved

SLIGHT = 0.012
"""How far parts of matrices of a limb that is straight at rest may change: it is bent there by half a degree."""


CHARACTERS = {
    # file: bones of limbs that are straight at rest
    "glb/CesiumMan.glb": "",
    "glb/RobotExpressive.glb": "",
    "glb/kaykit_Knight.glb": "",
    "vrm/godette.vrm": "",
    "vrm/cool_loops.vrm": "Arm Spine",
    "vrm/debug_robot.vrm": "arm leg",
    "vrm/vrmc_override.vrm": "Arm Leg Spine Chest",
    "glb/godot_platformer_player.glb": "arm",
}


def test_what_was_not_found_is_said() -> None:
    said = [rig_person(sample(f"glb/{file}"))[1] for file in ("CesiumMan.glb", "kaykit_Knight.glb")]
    found, beyond = zip(*(each.split("; clips turn ") for each in said), strict=True)
    knight = "By VRM names: 18 of 41 bones; no neck, shoulders; 18 controls of the file are hidden"
    assert found == ("By its shape: 19 of 19 bones; no shoulders", knight)
    for each, more in zip(beyond, (" and 4 more", " and 5 more"), strict=True):
        bones, means = each.split(" beyond these limits: ")
        assert bones.count('"') == 10 and bones.endswith(more), "clips turn joints up to 48° too far"
        assert means == "in such frames a limb is moved by its bones, not by IK"


@pytest.mark.parametrize("file", CHARACTERS)
def test_characters_in_use_get_four_limbs_spine_and_head(file: str) -> None:
    document = sample(file)
    made, _ = rig_person(document)
    limbs = [limb.kind for limb in made.rig.limbs]
    assert limbs.count("limb") == 4 and limbs.count("spine") == 2
    iks = [tie for tie in made.rig.constraints if isinstance(tie, Ik) and tie.pole]
    assert len(iks) == 4 and all(goal.reached for goal in solver.evaluate(made).goals)
    assert set(problems_of(made.rig)) <= set(problems_of(document.rig))
    for name, by in moved(document, made).items():
        assert by < SLIGHT and any(part in name for part in CHARACTERS[file].split()), name
    assert len(person_figure_in(document.rig).bones) >= 12
