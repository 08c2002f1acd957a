"""Animals on four legs and hands by themselves get their controls in one go, and stand as before."""

from __future__ import annotations

from tests.others.samples import sample
from tests.solver.edits.fitted_creatures import rigged


def test_a_fox_gets_them_too() -> None:
    """It walks and runs with paws that bend up to 30° further than the limits allow."""
    made, told = rigged(sample("glb/Fox.glb").figure)
    assert [limb.kind for limb in made.rig.limbs].count("limb") == 4
    assert [pin.bone[2:8] for pin in made.rig.pins] == ["LeftHa", "RightH", "LeftFo", "RightF"]
    beyond = 'clips turn "b_RightForeArm_07", "b_LeftFoot01_017", "b_RightFoot01_021" beyond these limits'
    by_bones = "in such frames a limb is moved by its bones, not by IK"
    assert told == f"An animal on four legs: 17 of 24 bones; no shoulders, toes; {beyond}: {by_bones}"


def test_a_hand_gets_a_handle_for_each_finger() -> None:
    made, told = rigged(sample("glb/LeftHandHumanoid.gltf").rig)
    assert [limb.kind for limb in made.rig.limbs] == ["finger"] * 5 and told.startswith("A hand: 16 of")
