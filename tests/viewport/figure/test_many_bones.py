"""The figure of very many bones: one solid for each, and nothing left to sort when it is uploaded."""

from __future__ import annotations

from unittest.mock import patch

import numpy as np

from pantin.rigs.rig import Bone, Rig
from pantin.rigs.templates import humanoid
from pantin.viewport.figure import mannequin as growing
from pantin.viewport.figure.body import Body
from pantin.viewport.figure.mannequin import BALL, ONE_DETAIL_FROM, ONE_SOLID_FROM, mannequin
from pantin.viewport.figure.parts import alike_solids, is_plain, part
from tests.rigs.skeletons import chain_of


def row_of(count: int) -> Rig:
    return Rig(bones=tuple(Bone(name=str(n), head=(n, 0, 0), tail=(n, 0, 1)) for n in range(count)))


def test_triangles_stand_in_the_order_of_their_bones_and_are_counted() -> None:
    rig = humanoid.rig()
    shape = mannequin(rig)
    bones = shape.main_joints[shape.triangles[:, 0]]
    assert (np.diff(bones) >= 0).all()
    assert shape.triangle_counts.tolist() == np.bincount(bones, minlength=len(rig.bones)).tolist()


def test_each_bone_of_a_swarm_is_one_solid() -> None:
    few, swarm = mannequin(row_of(10)), mannequin(row_of(ONE_SOLID_FROM + 1))
    assert (few.materials == BALL).any() and not (swarm.materials == BALL).any()
    assert len(np.unique(swarm.main_joints)) == ONE_SOLID_FROM + 1


def test_the_plain_bones_of_a_crowd_are_made_together() -> None:
    with patch.object(growing, "part", wraps=part) as single:
        assert len(np.unique(mannequin(chain_of(ONE_DETAIL_FROM + 1)).main_joints)) == ONE_DETAIL_FROM + 1
    assert not single.called


def test_solids_that_are_made_together_are_those_that_are_made_alone() -> None:
    body = Body(chain_of(40))
    assert all(is_plain(body, row) for row in range(40))
    alone = [
        (solid.row, solid.darker, (solid.rings, solid.radial)) for row in range(40) for solid in part(body, row)[0]
    ]
    keys = {(solid.row, solid.darker): np.array(solid.keys) for row in range(40) for solid in part(body, row)[0]}
    groups = list(alike_solids(body, np.arange(40), beads=True))
    together = [(int(row), each.darker, (each.rings, each.radial)) for each in groups for row in each.rows]
    assert sorted(together) == sorted(alone)
    for each in groups:
        for row, made in zip(each.rows.tolist(), each.keys, strict=True):
            assert np.allclose(made, keys[row, each.darker], rtol=1e-12, atol=1e-15)


def test_parts_of_a_body_in_a_crowd_have_their_own_profiles() -> None:
    person, crowd = humanoid.rig(), chain_of(ONE_DETAIL_FROM, x=9.0)
    both = Rig(bones=(*person.bones, *crowd.bones))
    alone, among = Body(person), Body(both)
    assert [is_plain(among, row) for row in range(len(person.bones))] == [
        is_plain(alone, row) for row in range(len(person.bones))
    ]
    boxes = mannequin(both).boxes
    assert np.isnan(boxes[: len(person.bones)]).any() == np.isnan(mannequin(person).boxes).any()
    assert not np.isnan(boxes[len(person.bones) :]).any()
