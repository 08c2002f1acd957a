"""Selected bones that branch mean several chains with common bones: none of them has a limb already."""

from __future__ import annotations

import pytest

from pantin.rigs import Bone, Document, Rig
from pantin.rigs.editing.selection import select
from pantin.solver.edits.limbs.limbs import make


def _branching() -> Document:
    places = {
        "root": (None, (0.0, 0.0, 0.0), (0.0, 0.0, 1.0)),
        "left": ("root", (0.0, 0.0, 1.0), (0.5, 0.1, 1.0)),
        "left_tip": ("left", (0.5, 0.1, 1.0), (1.0, 0.0, 1.0)),
        "right": ("root", (0.0, 0.0, 1.0), (-0.5, 0.1, 1.0)),
        "right_tip": ("right", (-0.5, 0.1, 1.0), (-1.0, 0.0, 1.0)),
    }
    bones = tuple(Bone(name=name, parent=above, head=head, tail=tail) for name, (above, head, tail) in places.items())
    return Document.of(Rig(bones=bones))


def test_bones_that_branch_are_rejected_with_what_they_share() -> None:
    document = _branching()
    with pytest.raises(ValueError, match='share "root"; select only their ends'):
        make(select(document, tuple(document.rig.by_name), "root"), "limb")
    made, _ = make(select(document, ("left_tip", "right_tip"), "left_tip"), "limb")
    assert len(made.rig.limbs) == 2
