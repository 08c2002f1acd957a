"""Tests that people find what Pantin has by the words of other programs, and are told what it has not."""

from __future__ import annotations

import pytest

from pantin.app.actions import ACTIONS
from pantin.app.actions.other_programs import ABSENT, NAMES, absent
from pantin.app.keyboard.keymap import Keymap
from pantin.app.window.palette_entries import ADD, entries
from pantin.rigs.constraints import KINDS
from pantin.widgets.finding.palette import ranked
from tests.app.person import Person

FOUND = {
    "auto ik": "Auto IK",
    "fk": "Switch to FK",
    "constraint": "Add constraint…",
    "symmetrize": "Copy to other side",
    "apply rest pose": "Edit the rest pose",
    "edit mode": "Edit the rest pose",
    "t-pose": "Match T-pose",
    "retarget": "Fit body…",
    "humanik": "Fit body…",
    "rigify": "New from template…",
    "ground": "Ground: floor",
    "mirror": "Mirror X",
    "bake": "Export…",
    "pole vector": "Make IK limb",
    "ik handle": "Make IK limb",
    "joint tool": "Draw bones",
    "timeline": "Panel: clip",
    "outliner": "Panel: bones",
    "channel box": "Panel: properties",
    "x-ray": "Bones in front",
    "wireframe": "Bones: wire",
    "playblast": "Export picture…",
    "fulcrum": "Pin",
    "foot lock": "Pin",
    "zero out": "Reset pose",
    "freeze transforms": "Reset position",
    "orient joint": "Roll to bend plane",
    "onion skin": "Ghosts by frame",
    "motion trail": "Ghosts by frame",
    "breakdowner": "Push",
    "pose library": "Save pose",
    "hotkeys": "Keys and mouse",
    "dark mode": "Settings…",
    "font size": "Settings…",
    "full screen": "Figure alone",
    "space switch": "Held by…",
    "parent constraint": "Add constraint: Child of",
    "orient constraint": "Add constraint: Copy rotation",
    "driver": "Add constraint: Transformation",
    "translate": "Move",
    "reverse foot": "Make rolling foot",
    "ragdoll": "Simulation",
    "mocap": "Import clip…",
    "clean up": "Fix all problems",
}
TOLD = {
    "keyframe": "no keyframes",
    "insert keyframe": "no keyframes",
    "retime": "not retimed",
    "export fbx": "writes .glb, .vrm, .vrma, .bvh and .obj",
    "Shape Keys": "under Expressions",
    "set driven key": "Transformation",
    "python": "import pantin",
    "turntable": "no movies",
    "material": "as its file has them",
}
FIRST = 4
"""So many rows are seen at a glance."""


def test_words_of_other_programs_find_what_pantin_has(person: Person) -> None:
    palette = entries(person.window, Keymap())
    for typed, title in FOUND.items():
        best = [entry.title for entry, _match in ranked(palette, typed, ())][:FIRST]
        assert title in best, typed


@pytest.mark.parametrize(("typed", "sentence"), TOLD.items())
def test_what_pantin_does_not_have_is_said_in_one_sentence(typed: str, sentence: str) -> None:
    assert sentence in absent(typed) and absent(typed).count(". ") == 0


@pytest.mark.parametrize("typed", ["", "move", "onion skin", "blend to rest", "light", "joint"])
def test_nothing_is_said_of_what_is_there(typed: str) -> None:
    assert absent(typed) == ""


def test_every_word_belongs_to_an_entry_and_every_sentence_ends() -> None:
    assert NAMES.keys() <= {*ACTIONS, *(f"{ADD}{kind.__name__}" for kind in KINDS)}
    assert all(each.sentence.endswith(".") for each in ABSENT)
