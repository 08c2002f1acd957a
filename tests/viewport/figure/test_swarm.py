"""The figure of very many bones: one solid for each, and nothing left to sort when it is uploaded."""

from __future__ import annotations

import numpy as np

from pantin.rigs.rig import Bone, Rig
from pantin.rigs.templates import humanoid
from pantin.viewport.figure.mannequin import SWARM, mannequin


def row_of(count: int) -> Rig:
    return Rig(bones=tuple(Bone(name=str(n), head=(n, 0, 0), tail=(n, 0, 1)) for n in range(count)))


def test_triangles_stand_in_the_order_of_their_bones_and_are_counted() -> None:
    rig = humanoid.rig()
    shape = mannequin(rig)
    bones = shape.rows[shape.triangles[:, 0]]
    assert (np.diff(bones) >= 0).all()
    assert shape.triangle_counts.tolist() == np.bincount(bones, minlength=len(rig.bones)).tolist()


def test_each_bone_of_a_swarm_is_one_solid() -> None:
    few, swarm = mannequin(row_of(10)), mannequin(row_of(SWARM + 1))
    assert few.darker.any() and not swarm.darker.any()
    assert len(np.unique(swarm.rows)) == SWARM + 1
