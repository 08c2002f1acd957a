"""The poses of single bones are those that all bones together have, and only these and their parents are looked at."""

from __future__ import annotations

import numpy as np
import pytest

from pantin import rigs
from pantin.resources import FOLDER
from pantin.solver import evaluate
from pantin.solver.edits import auto_ik
from pantin.solver.entries.local_poses import to_local_poses
from pantin.solver.program import single_poses as module
from pantin.solver.program.evaluated import Evaluated
from pantin.solver.program.single_poses import single_poses

SAMPLES = sorted((FOLDER / "rigs").glob("*.rig.json"))


def pulled(path) -> Evaluated:
    """A sample whose last bone is pulled away, so that joints come to their limits."""
    document = rigs.read(path)
    ends = [bone.name for bone in document.rig.bones if bone.kind == "bone" and bone.parent]
    name = "hand.L" if "hand.L" in ends else ends[-1]
    moved, grabs = auto_ik.pull(document, evaluate(document), name).to((0.3, 0.9, 0.7))
    return evaluate(moved, grabs)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name.partition(".")[0])
def test_the_limits_of_some_bones_are_those_among_all(path) -> None:
    evaluated, chance = pulled(path), np.random.default_rng(1)
    count = len(evaluated.names)
    for size in (0, 1, 5, count):
        rows = np.sort(chance.permutation(count)[:size])
        names = {evaluated.names[row] for row in rows}
        expected = tuple(name for name in evaluated.limits_hit if name in names)
        assert evaluated.limits_hit_in(rows) == expected


def test_joints_of_a_pulled_arm_stand_at_limits() -> None:
    evaluated = pulled(FOLDER / "rigs" / "humanoid.rig.json")
    assert evaluated.limits_hit_in(np.arange(len(evaluated.names))) == evaluated.limits_hit != ()


def test_a_single_pose_is_the_same_to_the_last_bit() -> None:
    evaluated = pulled(FOLDER / "rigs" / "humanoid.rig.json")
    rows = np.array([3, 7, 8, 20])
    alone = single_poses(evaluated.skeleton, np.array(evaluated.matrices), evaluated.stretches, rows)
    assert alone.tobytes() == evaluated.local_poses[rows].tobytes()


def test_only_limited_bones_and_their_parents_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at: list[int] = []

    def counting(bones, *arrays) -> None:
        looked_at.append(len(bones))
        to_local_poses(bones, *arrays)

    monkeypatch.setattr(module, "_entry", lambda: counting)
    evaluated = pulled(FOLDER / "rigs" / "humanoid.rig.json")
    looked_at.clear()
    evaluated.limits_hit_in(np.array([evaluated.index["forearm.L"]]))
    evaluated.limits_hit_in(np.array([evaluated.index["foot_ik.L"]]))  # has no limits
    assert looked_at == [2]
