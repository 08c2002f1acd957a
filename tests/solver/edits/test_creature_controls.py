"""Animals on four legs and hands by themselves get their controls in one go, and stand as before."""

from __future__ import annotations

from pantin.rigs.editing.limbs import holder_of, keeps_rotation
from pantin.rigs.rig import Pin
from pantin.rigs.templates import TEMPLATES
from tests.rigs.skeletons import bare
from tests.solver.edits.fitted_creatures import rigged


def test_an_animal_gets_four_limbs_back_and_head() -> None:
    made, told = rigged(bare(TEMPLATES["quadruped"]()))
    assert [limb.kind for limb in made.rig.limbs] == ["spine", "limb", "limb", "limb", "limb", "spine"]
    assert told == "An animal on four legs: 24 of 38 bones"
    paws = [f"{end}_paw.{side}" for end in ("front", "hind") for side in "LR"]
    assert made.rig.pins == tuple(Pin(paw, rotation=True, on_ground=True) for paw in paws)
    for paw in paws:
        [limb] = [limb for limb in made.rig.limbs if limb.bones[-1] == paw]
        assert keeps_rotation(made.rig, limb) and holder_of(made.rig, limb) not in ("chest", "hips")
