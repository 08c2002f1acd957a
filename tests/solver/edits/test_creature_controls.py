"""Animals on four legs and hands by themselves get their controls in one go, and stand as before."""

from __future__ import annotations

import numpy as np

from pantin.rigs.clip import Clip
from pantin.rigs.editing.limbs import keeps_rotation, space_of
from pantin.rigs.figure import Figure
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
        assert keeps_rotation(made.rig, limb) and space_of(made.rig, limb) not in ("chest", "hips")


def test_a_hand_gets_a_handle_for_each_finger() -> None:
    made, told = rigged(bare(TEMPLATES["hand"]()))
    assert [limb.kind for limb in made.rig.limbs] == ["finger"] * 5 and told.startswith("A hand: 16 of")


def test_bones_that_clips_bend_beyond_the_limits_are_said() -> None:
    """A shin that is bent by 100 degrees, in one frame forwards and in one backwards."""
    rig, tracks = bare(TEMPLATES["quadruped"]()), np.zeros((3, 1, 10))
    tracks[..., 6:] = 1.0
    for frame, half in ((1, 0.87), (2, -0.87)):
        tracks[frame, 0, 3:7] = np.sin(half), 0.0, 0.0, np.cos(half)
    clip = Clip.of("kick", 24.0, ["shin.L"], tracks)
    made, told = rigged(Figure(rig=rig, clips=(clip,)))
    assert 'clips turn "shin.L" beyond these limits' in told and "not by IK" in told
    assert made.figure.clips == (clip,)
