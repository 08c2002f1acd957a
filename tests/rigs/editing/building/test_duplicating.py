"""Copies of bones and of what ties them."""

from __future__ import annotations

from msgspec.structs import replace

from pantin.rigs import Bone, Document, Rig
from pantin.rigs.editing.building.duplicating import duplicate
from pantin.rigs.limb import Limb
from tests.rigs.editing.building.subjects import IK, LEG


def test_copies_are_tied_to_each_other_as_the_bones_are() -> None:
    names = ["thigh.L", "shin.L", "foot_ik.L", "knee_pole.L"]
    after = duplicate(LEG, names)
    rig = after.rig
    assert after.selected == ("thigh.001.L", "shin.001.L", "foot_ik.001.L", "knee_pole.001.L")
    assert after.active == "shin.001.L"
    assert rig.constraints == (
        IK,
        replace(IK, owner="shin.001.L", target="foot_ik.001.L", pole="knee_pole.001.L"),
    )
    assert rig.by_name["shin.001.L"] == replace(rig.by_name["shin.L"], name="shin.001.L", parent="thigh.001.L")
    assert rig.by_name["thigh.001.L"].parent == "hips"
    assert after.figure.pose.bones["foot_ik.001.L"] == after.figure.pose.bones["foot_ik.L"]
    assert rig.limbs[1] == Limb("leg.001.L", "limb", after.selected[:2], after.selected[2:])
    assert rig.collections[0].bones == ("thigh.L", "thigh.001.L", "shin.L", "shin.001.L")


def test_a_copy_alone_hangs_un_connected_and_looks_where_its_bone_looks() -> None:
    after = duplicate(LEG, ["shin.L"]).rig
    assert (after.by_name["shin.001.L"].parent, after.by_name["shin.001.L"].connected) == ("thigh.L", False)
    assert after.constraints[1] == replace(IK, owner="shin.001.L") and len(after.limbs) == 1


def test_constraints_of_others_are_not_copied() -> None:
    assert duplicate(LEG, ["thigh.L", "foot_ik.L"]).rig.constraints == (IK,)


def test_copies_are_numbered_from_the_body_outwards_whatever_was_selected_first() -> None:
    rig = Rig(bones=(Bone("bone"), Bone("bone.001", parent="bone")))
    rig = duplicate(Document.of(rig), ["bone.001", "bone"]).rig
    assert rig.by_name["bone.003"].parent == "bone.002"
