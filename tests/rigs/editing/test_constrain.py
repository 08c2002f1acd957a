"""Adding constraints between selected bones, and saying why one bone cannot be another's target."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace as replaced

from pantin.rigs import (
    Bone,
    Constraint,
    CopyRotation,
    Document,
    Ik,
    LimitRotation,
    Rig,
)
from pantin.rigs.constraints import Armature, CopyLocation, LimitDistance, target_of
from pantin.rigs.editing.constrain import add_between, add_new, copy_all, remove_all, replace, why_not, with_controls
from pantin.rigs.fields import BoneRef
from pantin.rigs.figure import Figure
from pantin.rigs.place import Place
from pantin.rigs.scene import Scene
from pantin.rigs.tree.order import cycles_of
from tests.rigs.samples import leg
from tests.rigs.strategies import documents, relaxed

BARE = Document.of(leg()).with_rig(leg().rig.changed(constraints=()))


@pytest.mark.parametrize("kind", get_args(Constraint))
def test_the_other_selected_bone_is_the_target(kind) -> None:
    (added,) = add_between(BARE, kind, "shin.L", ("foot_ik.L",)).rig.constraints
    assert added.owner == "shin.L" and target_of(added) in ("foot_ik.L", None)


def test_a_selected_pole_is_the_pole() -> None:
    for others in (("foot_ik.L", "knee_pole.L"), ("knee_pole.L", "foot_ik.L")):
        (added,) = add_between(BARE, Ik, "shin.L", others).rig.constraints
        assert (added.target, added.pole, added.chain_length) == ("foot_ik.L", "knee_pole.L", 2)
    (copy,) = add_between(BARE, CopyRotation, "shin.L", ("knee_pole.L",)).rig.constraints
    assert copy.target == "knee_pole.L"


def test_bones_that_were_extruded_to_steer_a_limb_become_its_handle_and_its_pole() -> None:
    """As in other programs: extruded from ankle and knee, their parents cleared, then chosen with the shin."""
    drawn = BARE.rig.bones
    loose = [
        Bone("foot.001.L", head=(0.1, 0.0, 0.1), tail=(0.1, -0.2, 0.1)),
        Bone("shin.001.L", head=(0.1, -0.5, 0.5), tail=(0.1, -0.7, 0.5)),
        Bone("prop", head=(1.0, 0.0, 0.0), tail=(1.0, 0.0, 1.0)),
    ]
    document = Document.of(Rig(bones=(*drawn, *loose)))
    added = add_new(document, Ik, "shin.L", "foot.001.L")
    (ik,) = added.rig.constraints
    handle = added.rig.by_name[ik.target]
    assert (handle.name, handle.kind) == ("foot_ik_2.L", "handle")  # the leg has a foot_ik.L
    poled = replace(added, 0, ik.with_bone("pole", "shin.001.L"))
    pole = with_controls(poled, 0).rig
    assert (pole.constraints[0].pole, pole.by_name["shin_pole.L"].kind) == ("shin_pole.L", "pole")
    assert add_new(document, Ik, "shin.L", "prop").rig.by_name["prop"].kind == "bone"
    (copy,) = add_new(document, CopyRotation, "shin.L", "foot.001.L").rig.constraints
    assert copy.target == "foot.001.L"


def test_of_several_others_the_first_is_the_target_but_an_armature_takes_all() -> None:
    others = ("foot_ik.L", "hips")
    (copy,) = add_between(BARE, CopyRotation, "shin.L", others).rig.constraints
    assert copy.target == "foot_ik.L"
    (armature,) = add_between(BARE, Armature, "shin.L", others).rig.constraints
    assert tuple(armature.looks_at) == others


def test_what_would_go_in_circles_is_rejected() -> None:
    with pytest.raises(ValueError, match=r'"thigh\.L" cannot be the target: this moves it; select another bone'):
        add_between(BARE, Ik, "shin.L", ("thigh.L",))
    follows = add_new(BARE, CopyRotation, "foot_ik.L", "shin.L")
    with pytest.raises(ValueError, match=r"it follows shin\.L already"):
        add_between(follows, CopyRotation, "shin.L", ("foot_ik.L",))


def test_why_a_bone_cannot_be_the_target() -> None:
    foot = Bone("foot.L", parent="shin.L", head=(0.1, 0.0, 0.1), tail=(0.1, -0.2, 0.1))
    document = Document.of(Rig(bones=(*leg().rig.bones, foot), constraints=leg().rig.constraints))
    reasons = {bone.name: why_not(document, 0, "target", bone.name) for bone in document.rig.bones}
    assert reasons == {
        "hips": "",
        "thigh.L": "this moves it",
        "shin.L": "this moves it",
        "foot_ik.L": "",
        "knee_pole.L": "",
        "foot.L": "it hangs below shin.L, which this moves",
    }


@given(documents(), st.data())
@relaxed
def test_what_is_not_rejected_makes_no_new_cycle(document: Document, data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from([kind for kind in get_args(Constraint) if kind is not LimitRotation]))
    names = st.sampled_from([bone.name for bone in document.rig.bones])
    owner, others = data.draw(names), data.draw(st.lists(names, max_size=2))
    try:
        added = add_between(document, kind, owner, others)
    except ValueError as rejected:
        assert "; select another bone" in str(rejected)
    else:
        assert set(cycles_of(added.rig)) <= set(cycles_of(document.rig)) or not others


def test_all_constraints_are_copied_and_removed() -> None:
    document = add_new(Document.of(leg()), LimitRotation, "shin.L")
    copied = copy_all(document, "shin.L", ("shin.L", "hips"))
    assert [type(one) for one in copied.rig.constraints if one.owner == "hips"] == [Ik, LimitRotation]
    assert remove_all(copied, ("hips",)).rig.constraints == document.rig.constraints
    assert remove_all(copied, ("thigh.L",)) is copied


def company(*constraints: Constraint) -> Document:
    """A figure with a hand that may look at another one, a ball, half as large and 2 m aside; the hand is edited."""
    hand = Figure(name="hand", rig=Rig(bones=(Bone("hand", head=(0.0, 0.0, 1.0), tail=(0.0, 0.0, 2.0)),)))
    ball = Figure(
        name="ball",
        place=Place((2.0, 0.0, 1.0), size=0.5),
        rig=Rig(bones=(Bone("ball", head=(0.0, 3.0, 0.0), tail=(0.0, 3.0, 1.0)),), constraints=constraints),
    )
    return Document.in_scene(Scene((hand, ball)))


def test_a_distance_to_a_bone_of_another_figure_begins_as_it_is_at_rest() -> None:
    added = add_new(company(), LimitDistance, "hand", BoneRef("ball", "ball"))
    [limit] = added.rig.constraints
    assert limit == LimitDistance(owner="hand", target=BoneRef("ball", "ball"), radius=2.5)


def test_figures_that_would_look_at_each_other_are_not_chosen() -> None:
    ball = BoneRef("ball", "ball")
    free = add_new(company(), CopyLocation, "hand")
    assert why_not(free, 0, "target", ball) == ""
    assert why_not(free, 0, "target", BoneRef("gone", "ball")) == "the scene has no such bone"
    looking = CopyLocation(owner="ball", target=BoneRef("hand", "hand"))
    taken = add_new(company(looking), CopyLocation, "hand")
    assert why_not(taken, 0, "target", ball) == "ball looks at hand already"
    muted = add_new(company(replaced(looking, enabled=False)), CopyLocation, "hand")
    assert why_not(muted, 0, "target", ball) == ""
