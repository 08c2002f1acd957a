"""Bones that are deleted or dissolved, with what steered them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pantin.rigs import Bone, Document, Rig
from pantin.rigs.collection import Collection
from pantin.rigs.editing.building.dividing import subdivide
from pantin.rigs.editing.building.extruding import extrude
from pantin.rigs.editing.building.removing import delete, dissolve
from pantin.rigs.problems import problems_of
from pantin.rigs.templates import biped, bird, quadruped
from tests.rigs.editing.building.subjects import IK, LEG
from tests.rigs.samples import leg


def test_what_is_deleted_is_named_nowhere() -> None:
    after = delete(LEG, ["foot_ik.L"])
    assert after.rig.constraints == () and after.figure.pose.bones == {"hips": leg().pose.bones["hips"]}
    assert after.rig.limbs == () and "knee_pole.L" not in after.rig.by_name
    gone = delete(LEG, ["shin.L", "thigh.L"])
    assert gone.rig.limbs == () and gone.rig.collections == (Collection("Legs"),)
    assert (gone.selected, gone.active, gone.ends, gone.rig.constraints) == ((), None, (), ())
    without_pole = delete(LEG, ["knee_pole.L"]).rig
    assert without_pole.constraints == (replace(IK, pole=None),)


def test_children_of_the_deleted_hang_one_higher_where_they_are() -> None:
    after = delete(LEG, ["thigh.L"]).rig
    shin = after.by_name["shin.L"]
    assert (shin.parent, shin.connected, shin.head) == ("hips", False, leg().rig.bones[2].head)
    assert after.constraints == (replace(IK, chain_length=1),)
    assert delete(LEG, ["hips"]).rig.by_name["thigh.L"].parent is None
    assert delete(LEG, [bone.name for bone in LEG.rig.bones]).rig.bones == ()


def test_dissolving_undoes_dividing() -> None:
    divided = subdivide(LEG, ["shin.L"], 3)
    again = dissolve(divided, ["shin.001.L", "shin.002.L"]).rig
    assert again.by_name["shin.L"].tail == pytest.approx(leg().rig.bones[2].tail)
    assert again.by_name["shin.L"].roll == pytest.approx(leg().rig.bones[2].roll)
    assert (again.constraints, again.limbs, again.collections) == (
        LEG.rig.constraints,
        LEG.rig.limbs,
        LEG.rig.collections,
    )


def test_the_neighbours_of_the_dissolved_join_and_the_others_stay() -> None:
    document = extrude(extrude(LEG, "shin.L", "tail", (0.1, -0.2, 0.0)), "shin.L", "head", (0.4, 0.0, 0.5))
    after = dissolve(document, ["shin.L"]).rig
    assert after.by_name["thigh.L"].tail == leg().rig.bones[2].tail
    assert (after.by_name["shin.001.L"].parent, after.by_name["shin.001.L"].connected) == ("thigh.L", True)
    beside = after.by_name["shin.002.L"]
    assert (beside.parent, beside.connected, beside.head) == ("thigh.L", False, leg().rig.bones[1].tail)
    assert after.constraints == (replace(IK, owner="thigh.L", chain_length=1),)


def test_a_bone_that_nothing_connects_upwards_is_given_to_its_child() -> None:
    after = dissolve(LEG, ["thigh.L"]).rig
    shin = after.by_name["shin.L"]
    assert (shin.parent, shin.head, shin.connected) == ("hips", leg().rig.bones[1].head, False)
    assert dissolve(LEG, ["thigh.L", "shin.L"]).rig.by_name["thigh.L"].tail == leg().rig.bones[2].tail
    with pytest.raises(ValueError, match='No bone is connected to "hips" to be joined; delete'):
        dissolve(LEG, ["hips"])


def leg_with_a_limb() -> Document:
    """A biped whose left foot hangs on its handle, which is selected with the thigh."""
    return Document.of(biped.rig(), selected=("thigh.L", "foot_ik.L"), active="foot_ik.L")


def test_handles_and_poles_of_a_limb_go_with_the_bone_that_they_steer() -> None:
    after = delete(leg_with_a_limb(), ("shin.L",))
    assert not {"foot_ik.L", "knee_pole.L"} & after.rig.by_name.keys()
    assert [limb.name for limb in after.rig.limbs] == ["hand.L", "hand.R", "foot.R"]
    assert problems_of(after.rig) == ()
    assert not [tie for tie in after.rig.constraints if tie.owner.endswith(".L") and "foot" in tie.owner]
    assert after.active is None and set(after.selected) <= {"thigh.L"}


@pytest.mark.parametrize("gone", ["foot.L", "thigh.L", "toe.L", "knee_pole.L"])
def test_a_limb_that_still_reaches_for_its_handle_stays(gone: str) -> None:
    after = delete(leg_with_a_limb(), (gone,))
    assert "foot_ik.L" in after.rig.by_name and "foot.L" in [limb.name for limb in after.rig.limbs]


def test_a_pole_goes_with_the_handle_of_its_limb() -> None:
    after = delete(leg_with_a_limb(), ("foot_ik.L",))
    assert "knee_pole.L" not in after.rig.by_name and "foot.L" not in [limb.name for limb in after.rig.limbs]


@pytest.mark.parametrize(
    ("figure", "edit", "bone"),
    [
        (quadruped, dissolve, "thigh.L"),
        (bird, delete, "thigh.L"),
        (bird, subdivide, "hock.L"),
    ],
)
def test_the_pole_of_a_leg_that_bends_the_other_way_now_is_put_before_it(figure, edit, bone: str) -> None:
    """The leg of an animal bends forwards at the knee and back at the hock: without one of them the other counts."""
    document = Document.of(figure.rig())
    assert not problems_of(document.rig)
    after = edit(document, (bone,))
    assert not problems_of(after.rig)
    poles = [name for name, bone in document.rig.by_name.items() if bone.kind == "pole" and name in after.rig.by_name]
    assert any(after.rig.by_name[name].head != document.rig.by_name[name].head for name in poles)


def test_a_pole_that_was_behind_stays_there_when_its_chain_gets_another_owner() -> None:
    """Dissolving the last bone gives the goal to the one above; a pole that somebody put behind is not moved for it."""
    bones = (
        Bone("a", head=(0.0, 0.0, 0.0), tail=(0.0, -0.2, 1.0)),
        Bone("b", parent="a", head=(0.0, -0.2, 1.0), tail=(0.0, -0.15, 2.0), connected=True),
        Bone("c", parent="b", head=(0.0, -0.15, 2.0), tail=(0.0, 0.0, 3.0), connected=True),
        Bone("handle", kind="handle", head=(0.0, 0.0, 3.0), tail=(0.0, 0.0, 3.1)),
        Bone("pole", kind="pole", head=(0.0, 1.0, 1.5), tail=(0.0, 1.0, 1.6)),
    )
    ik = replace(IK, owner="c", target="handle", pole="pole", chain_length=3, pole_angle=0.0)
    document = Document.of(Rig(bones=bones, constraints=(ik,)))
    assert [problem.kind for problem in problems_of(document.rig)] == ["pole_behind"]
    after = dissolve(document, ["c"]).rig
    assert after.constraints[0].owner == "b"
    assert after.by_name["pole"] == document.rig.by_name["pole"]
