"""Animals on four legs and hands by themselves get their controls in one go, and stand as before."""

from __future__ import annotations

import numpy as np

from pantin.rigs.document import Document
from pantin.rigs.editing.limbs import holder_of, keeps_rotation
from pantin.rigs.problems import problems_of
from pantin.rigs.rig import Pin, Rig
from pantin.rigs.templates import TEMPLATES
from pantin.solver import evaluate
from pantin.solver.edits.limbs.person_controls import rig_person
from tests.rigs.skeletons import bare


def rigged(rig: Rig) -> tuple[Document, str]:
    """The rig with controls, of which no bone stands otherwise than before."""
    before = Document(rig=rig)
    made, told = rig_person(before)
    was, now = evaluate(before), evaluate(made)
    np.testing.assert_allclose([now.matrix(name) for name in was.names], was.matrices, atol=1e-6)
    assert all(goal.reached for goal in now.goals) and set(problems_of(made.rig)) <= set(problems_of(rig))
    return made, told


def test_an_animal_gets_four_limbs_back_and_head() -> None:
    made, told = rigged(bare(TEMPLATES["quadruped"]()))
    assert [limb.kind for limb in made.rig.limbs] == ["spine", "limb", "limb", "limb", "limb", "spine"]
    assert told == "An animal on four legs: 24 of 38 bones"
    paws = [f"{end}_paw.{side}" for end in ("front", "hind") for side in "LR"]
    assert made.rig.pins == tuple(Pin(paw, rotation=True, on_ground=True) for paw in paws)
    for paw in paws:
        [limb] = [limb for limb in made.rig.limbs if limb.bones[-1] == paw]
        assert keeps_rotation(made.rig, limb) and holder_of(made.rig, limb) not in ("chest", "hips")
