"""Tests of what depends on what: an order for every rig, cycles told and cut, the same ones with and without the
solver.
"""

from __future__ import annotations

from hypothesis import given

from pantin.rigs import (
    Bone,
    CopyRotation,
    DampedTrack,
    Ik,
    LimitDistance,
    LimitRotation,
    Rig,
)
from pantin.rigs.constraints import Chained, Untargeted
from pantin.rigs.tree.chains import acts, chain_bones, connected_chain, turned_by_ik
from pantin.rigs.tree.order import cycles_of, order_of
from tests.rigs.samples import leg
from tests.rigs.strategies import relaxed
from tests.rigs.strategies import rigs as any_rig


@given(any_rig())
@relaxed
def test_every_bone_has_its_place_after_what_it_needs(rig: Rig) -> None:
    order = order_of(rig)
    place = {name: p for p, names in enumerate(order.sets) for name in names}
    assert sorted(place) == sorted(rig.by_name)
    assert all(bone.parent is None or place[bone.parent] <= place[bone.name] for bone in rig.bones)
    for index in order.acting:
        constraint = rig.constraints[index]
        moved = chain_bones(rig, constraint) if isinstance(constraint, Chained) else (constraint.owner,)
        assert constraint.aims or isinstance(constraint, Untargeted)
        assert all(place[aim] < place[name] for aim in constraint.looks_at for name in moved)


@given(any_rig())
@relaxed
def test_what_was_cut_leaves_no_cycle(rig: Rig) -> None:
    order = order_of(rig)
    resting = [index for index, constraint in enumerate(rig.constraints) if acts(rig, constraint)]
    assert (set(resting) == order.acting) == (not order.cycles)
    kept = rig.changed(constraints=tuple(rig.constraints[index] for index in sorted(order.acting)))
    assert cycles_of(kept) == ()


@given(any_rig())
@relaxed
def test_cycles_are_those_that_the_order_cuts(rig: Rig) -> None:
    assert set(cycles_of(rig)) == set(order_of(rig).cycles)


def test_a_chain_that_is_pulled_is_one_set() -> None:
    assert ("thigh.L", "shin.L") in order_of(leg().rig.changed(constraints=()), [("shin.L", "thigh.L")]).sets


def test_bones_that_copy_each_other_are_a_cycle() -> None:
    links = (CopyRotation(owner="a", target="b"), CopyRotation(owner="b", target="a"))
    rig = Rig(bones=(Bone(name="a"), Bone(name="b"), Bone(name="c")), constraints=links)
    assert cycles_of(rig) == (frozenset("ab"),)


def test_bones_that_look_at_each_other_are_a_cycle() -> None:
    links = (DampedTrack(owner="a", target="b"), LimitDistance(owner="b", target="a"), LimitRotation(owner="a"))
    rig = Rig(bones=(Bone(name="a"), Bone(name="b")), constraints=links)
    order = order_of(rig)
    assert order.cycles == (frozenset("ab"),)
    assert order.acting == {2}


def test_chains() -> None:
    rig = leg().rig
    assert chain_bones(rig, Ik(owner="shin.L", chain_length=2)) == ("shin.L", "thigh.L")
    assert chain_bones(rig, Ik(owner="shin.L", use_tail=False)) == ("thigh.L", "hips")
    assert chain_bones(rig, Ik(owner="hips", use_tail=False)) == chain_bones(rig, Ik(owner="gone")) == ()
    assert connected_chain(rig, "shin.L", 0) == ("shin.L", "thigh.L")
    assert turned_by_ik(rig) == {"shin.L", "thigh.L"}
