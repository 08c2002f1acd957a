"""Auto IK: what a pull lights and turns, what it leaves alone, and that what was seen is what is kept."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.rigs import (
    Rig,
)
from pantin.solver import evaluate
from pantin.solver.edits.auto_ik import Pull
from pantin.solver.program.schedule import connected_chain
from tests.others.samples import sample
from tests.solver.edits.pulls import assert_kept_as_seen, dragged, grab, tail, turned


@pytest.mark.parametrize("length", [0, 1, 2])
@pytest.mark.parametrize(
    ("file", "hand"), [("CesiumMan.glb", "Skeleton_arm_joint_L__2_"), ("RobotExpressive.glb", "Palm2.L")]
)
def test_the_hand_of_a_character_is_pulled(file, hand, length) -> None:
    document = sample(f"glb/{file}")
    pulled = grab(document, hand, length)
    assert pulled.moves == "chain"
    assert pulled.turned_bones == connected_chain(document.rig, hand, length)
    delta = 0.25 * (
        pulled.evaluated.heads[pulled.evaluated.index[pulled.turned_bones[-1]]] - tail(pulled.evaluated, hand)
    )
    seen, kept = dragged(pulled, delta)
    assert turned(document, kept) == (set() if length == 1 else set(pulled.turned_bones)), (
        "one bone points there already"
    )
    if length == 0:
        wanted = tail(pulled.evaluated, hand) + delta
        assert np.linalg.norm(tail(seen, hand) - wanted) <= 1e-4 * _size(pulled)
    others = [i for i, name in enumerate(seen.names) if not _hangs_on(document.rig, name, set(pulled.turned_bones))]
    np.testing.assert_array_equal(seen.matrices[others], pulled.evaluated.matrices[others])
    np.testing.assert_allclose(evaluate(kept).matrices, seen.matrices, atol=1e-9 * max(1.0, _size(pulled)))


def test_a_character_moved_by_its_root_keeps_its_tips_in_place() -> None:
    """As far as they are within reach from where the root is now; the others point back at their places."""
    document = sample("glb/CesiumMan.glb")
    pulled = grab(document, "Skeleton_torso_joint_1")
    assert pulled.moves == "root"
    assert {held.bone for held in pulled.held} >= {"leg_joint_L_5", "leg_joint_R_5"}
    for delta in np.random.default_rng(3).normal(size=(10, 3)) * 0.02:
        seen, kept = dragged(pulled, delta)
        for held in pulled.held:
            rows = [seen.index[name] for name in connected_chain(document.rig, held.bone, held.chain_length)]
            whole = np.linalg.norm(seen.tails[rows] - seen.heads[rows], axis=1).sum()
            way = np.subtract(held.goal, seen.heads[rows[-1]])
            if np.linalg.norm(way) < 0.999 * whole:
                np.testing.assert_allclose(tail(seen, held.bone), held.goal, atol=1e-4, err_msg=held.bone)
            elif np.linalg.norm(way) > whole:
                way /= np.linalg.norm(way)
                np.testing.assert_allclose(seen.matrices[rows, :3, 1] @ way, 1.0, atol=1e-6, err_msg=held.bone)
        assert_kept_as_seen(seen, kept)


def _size(pulled: Pull) -> float:
    rows = [pulled.evaluated.index[name] for name in pulled.turned_bones]
    return float(np.linalg.norm(pulled.evaluated.tails[rows] - pulled.evaluated.heads[rows], axis=1).sum())


def _hangs_on(rig: Rig, name: str | None, above: set[str]) -> bool:
    while name is not None:
        if name in above:
            return True
        name = rig.by_name[name].parent
    return False
