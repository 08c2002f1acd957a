"""Bones that no file may hold, put together by a script: one sentence, no KeyError and no endless walk."""

from __future__ import annotations

import pytest

from pantin import rigs, solver
from pantin.rigs import Bone, Document, Ik, Rig


@pytest.mark.parametrize("constraints", [(), (Ik(owner="a", target="b"),)])
@pytest.mark.parametrize(
    ("bones", "words"),
    [
        ((Bone(name="a", parent="nobody"),), r'^\$.bones\[0\].parent: the rig has no bone "nobody"'),
        ((Bone(name="a", parent="b"), Bone(name="b", parent="a")), r"^\$.bones\[0\].parent: .* in a circle"),
        ((Bone(name="a", parent="a"),), r"^\$.bones\[0\].parent: .* in a circle"),
        ((Bone(name="a"), Bone(name="a")), r'^\$.bones\[1\].name: "a" is also the name of bone 0'),
    ],
)
def test_bones_that_are_no_tree_are_told_in_a_sentence(bones: tuple[Bone, ...], words: str, constraints) -> None:
    document = Document.of(Rig(bones=bones, constraints=constraints))
    with pytest.raises(ValueError, match=words):
        solver.evaluate(document)


def test_a_file_says_the_same() -> None:
    with pytest.raises(rigs.Unwritable, match="no bone"):
        rigs.write(Document.of(Rig(bones=(Bone(name="a", parent="nobody"),))), "never.rig.json")
