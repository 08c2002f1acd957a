"""Bones in several parts: they are solved and aimed at as before."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pantin import solver
from pantin.rigs import (
    CopyLocation,
    Document,
    Ik,
    Transform,
)
from pantin.rigs.editing.building.dividing import insert_joint, subdivide
from tests.rigs.editing.building.subjects import IK, LEG
from tests.rigs.figures import sound
from tests.rigs.strategies import relaxed


def test_a_divided_bone_is_solved_as_before_and_so_are_its_children() -> None:
    after = subdivide(LEG, ["shin.L"], 3).rig
    parts = [after.by_name[name] for name in ("shin.L", "shin.001.L", "shin.002.L")]
    assert [part.parent for part in parts] == ["thigh.L", "shin.L", "shin.001.L"]
    assert [(a.tail, b.connected) for a, b in pairwise(parts)] == [(b.head, True) for b in parts[1:]]
    assert after.constraints == (replace(IK, owner="shin.002.L", chain_length=4),)
    assert after.limbs[0].bones == ("thigh.L", "shin.L", "shin.001.L", "shin.002.L")
    assert after.collections[0].bones == after.limbs[0].bones
    assert subdivide(LEG, ["thigh.L"]).rig.by_name["shin.L"].parent == "thigh.001.L"


@given(sound(), st.data(), st.integers(2, 4))
@relaxed
def test_the_parts_of_a_bone_stand_where_it_stood(document: Document, data: st.DataObject, parts: int) -> None:
    """Posed by hand, with no constraints: the first part begins and the last one ends where the bone did."""
    rig = document.rig.changed(constraints=())
    name = data.draw(st.sampled_from([bone.name for bone in rig.bones]))
    posed = document.with_rig(rig).posed({name: Transform(rotation=(0.6, 0.0, 0.0, 0.8), scale=(1.0, 1.5, 0.5))})
    before, after = solver.evaluate(posed), solver.evaluate(divided := subdivide(posed, [name], parts))
    row, first, last = before.index[name], *(after.index[part] for part in (divided.selected[0], divided.selected[-1]))
    np.testing.assert_allclose(after.heads[first], before.heads[row], atol=1e-9)
    np.testing.assert_allclose(after.tails[last], before.tails[row], atol=1e-9)
    others = [name for name in before.names if name != posed.rig.bones[row].name]
    was, now = ([each.matrix(name) for name in others] for each in (before, after))
    np.testing.assert_allclose(now, was, atol=1e-9)


def test_a_joint_is_put_where_it_is_asked_for() -> None:
    bones = insert_joint(LEG, "thigh.L", 0.25).rig.by_name
    assert bones["thigh.L"].tail == bones["thigh.001.L"].head == pytest.approx((0.1, -0.0075, 0.8))
    with pytest.raises(ValueError, match="between the ends"):
        insert_joint(LEG, "thigh.L", 1.0)


def test_what_looks_at_a_place_along_a_bone_looks_at_the_same_place() -> None:
    looking = LEG.with_rig(LEG.rig.changed(constraints=(CopyLocation(owner="hips", target="shin.L", head_tail=0.75),)))
    assert subdivide(looking, ["shin.L"]).rig.constraints == (
        CopyLocation(owner="hips", target="shin.001.L", head_tail=0.5),
    )


def test_an_ik_made_longer_has_no_more_bones_than_it_may() -> None:
    long = LEG.with_rig(LEG.rig.changed(constraints=(replace(IK, chain_length=1000),)))
    assert isinstance(grown := subdivide(long, ["shin.L"]).rig.constraints[0], Ik) and grown.chain_length == 1000
