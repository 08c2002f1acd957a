"""Poses of the library that are pulled afterwards: knees that kneel and feet on tiptoe hold by themselves."""

from __future__ import annotations

import numpy as np
import pytest

from pantin import solver
from pantin.rigs import Document
from pantin.rigs.editing.pins import holding, unpinned
from pantin.solver.edits.poses.poses import flipped
from pantin.solver.edits.pulling.pull import pull
from tests.solver.edits.pulling.shipped_stances import STANDING, head, posed


def held(document: Document) -> set[str]:
    """The bones that pins hold where they are."""
    evaluated = solver.evaluate(document)
    return {pin.bone for pin in holding(document.rig, document.ground, evaluated.heads, evaluated.tails)}


def test_a_knee_that_a_pose_brings_to_the_ground_holds_until_a_pose_lifts_it() -> None:
    kneeling = posed("Kneel")
    assert held(kneeling) == {"foot.L", "foot.R", "shin.R"}
    assert held(posed("Kneel", flip=True)) == held(flipped(kneeling)) == {"foot.L", "foot.R", "shin.L"}
    assert posed("Stand", kneeling).rig.pins == STANDING.rig.pins


def test_a_knee_that_was_let_go_stays_free_where_a_pose_leaves_it_alone() -> None:
    free = unpinned(posed("Kneel"), ("shin.R",))
    assert "shin.R" not in held(posed("Wave", free, bones=("hand.L",)))


@pytest.mark.parametrize("name", ["Kneel", "Lunge", "Push", "Crouch"])
@pytest.mark.parametrize("way", [(0.0, -0.3, 0.0), (0.2, 0.0, 0.0), (0.0, 0.2, 0.1)])
def test_what_stands_in_a_pose_stays_while_the_chest_is_pulled(name: str, way: tuple[float, float, float]) -> None:
    document = posed(name)
    feet, stands = {"foot.L", "foot.R"}, held(document)
    assert feet <= stands
    pulled = pull(document, {"chest": head(document, "chest") + np.array(way)})
    for bone in feet if way[2] > 0.0 else stands:
        assert np.linalg.norm(head(pulled, bone) - head(document, bone)) < 1e-5 * 1.775
