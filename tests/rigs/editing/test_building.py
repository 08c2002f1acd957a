"""Edits of the rest pose: what they make of bones, and that nothing else is disturbed or left dangling."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from math import dist, pi

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pantin import solver
from pantin.rigs import (
    Bone,
    CopyLocation,
    CopyRotation,
    Document,
    Ik,
    Rig,
    Transform,
)
from pantin.rigs.collection import Collection
from pantin.rigs.document import End
from pantin.rigs.editing.bones import replace_bones
from pantin.rigs.editing.building.dividing import insert_joint, subdivide
from pantin.rigs.editing.building.duplicating import duplicate
from pantin.rigs.editing.building.extruding import draw, extrude
from pantin.rigs.editing.building.joining import connect, disconnect
from pantin.rigs.editing.building.joints import frames_of
from pantin.rigs.editing.building.merging import merged
from pantin.rigs.editing.building.removing import delete, dissolve
from pantin.rigs.editing.building.rolling import roll_to, roll_to_bend, set_rolls, turn_rolls
from pantin.rigs.formats import native
from pantin.rigs.limb import Limb
from pantin.rigs.problems import problems_of
from pantin.rigs.templates import biped
from tests.rigs.figures import is_sound, names_in, sound
from tests.rigs.samples import is_one_sentence, leg
from tests.rigs.strategies import documents, numbers, relaxed, vectors

a_few = settings(relaxed, max_examples=relaxed.max_examples // 2)
"""For what is asked of every edit."""

Edit = Callable[[Document, list[str]], Document]

LEG = Document(
    rig=replace(
        leg(),
        collections=(Collection("Legs", ("thigh.L", "shin.L")),),
        limbs=(Limb("leg.L", "limb", ("thigh.L", "shin.L"), ("foot_ik.L", "knee_pole.L")),),
    ),
    selected=("shin.L",),
    active="shin.L",
    ends=(End("shin.L", "tail"),),
)
IK = LEG.rig.constraints[0]

EDITS: dict[str, Edit] = {
    "subdivide": lambda document, names: subdivide(document, names, 3),
    "duplicate": duplicate,
    "delete": delete,
    "dissolve": dissolve,
    "disconnect": disconnect,
    "connect": connect,
    "turn_rolls": lambda document, names: turn_rolls(document, names, 1.0),
    "roll_to": lambda document, names: roll_to(document, names, (0.3, -1.0, 0.2)),
    "roll_to_bend": roll_to_bend,
    "extrude": lambda document, names: extrude(document, names[0], "tail", (0.5, 0.5, 2.5), mirror=True),
    "extrude_head": lambda document, names: extrude(document, names[0], "head", (0.5, 0.5, 2.5)),
}
SOUND = EDITS.keys() - {"connect"}
"""Connecting a handle to what carries it may well leave a bone in line with another."""


def drawn_names(data: st.DataObject, document: Document) -> list[str]:
    called = [bone.name for bone in document.rig.bones]
    return data.draw(st.lists(st.sampled_from(called), min_size=1, max_size=4, unique=True))


def place(document: Document, name: str) -> tuple[object, ...]:
    bone = document.rig.by_name[name]
    return bone.head, bone.tail


# Whatever the rig


@pytest.mark.parametrize("name", EDITS)
@given(document=documents(), data=st.data())
@a_few
def test_no_edit_leaves_a_name_dangling(name: str, document: Document, data: st.DataObject) -> None:
    """Any rig: edited, it names no bone that is not there, but those that it named before; or it is refused."""
    dangling = names_in(document) - document.rig.by_name.keys()
    try:
        after = EDITS[name](document, drawn_names(data, document))
    except ValueError as refused:
        assert is_one_sentence(str(refused))
        return
    assert names_in(after) - dangling <= after.rig.by_name.keys()
    assert len(after.rig.by_name) == len(after.rig.bones)
    assert not after.rig.bones or native.parse(native.text(after.rig).encode()) == after.rig


@pytest.mark.parametrize("name", sorted(SOUND))
@given(document=sound(), data=st.data())
@a_few
def test_a_sound_figure_stays_sound(name: str, document: Document, data: st.DataObject) -> None:
    try:
        after = EDITS[name](document, drawn_names(data, document))
    except ValueError:
        return
    assert is_sound(after)


# Drawing


def test_a_tail_grows_a_connected_child_that_goes_on_with_its_axes() -> None:
    after = extrude(LEG, "shin.L", "tail", (0.1, -0.2, 0.05))
    foot = after.rig.by_name["shin.001.L"]
    assert (foot.parent, foot.connected, foot.head, foot.tail) == ("shin.L", True, (0.1, 0.0, 0.1), (0.1, -0.2, 0.05))
    shin, foot = frames_of(after.rig, [after.rig.by_name["shin.L"], foot])[:, :3, :3]
    np.testing.assert_allclose(np.cross(shin[:, 1], foot[:, 1]) @ (foot @ shin.T - np.eye(3)), 0.0, atol=1e-12)
    assert after.selected == ("shin.001.L",) and after.active == "shin.001.L"
    assert after.rig.collections[0].bones == ("thigh.L", "shin.L", "shin.001.L")
    assert [bone.name for bone in after.rig.bones][2:4] == ["shin.L", "shin.001.L"]


def test_a_head_grows_a_brother() -> None:
    bones = extrude(LEG, "shin.L", "head", (0.3, 0.0, 0.5)).rig.by_name
    assert (bones["shin.001.L"].parent, bones["shin.001.L"].connected) == ("thigh.L", True)
    assert bones["shin.001.L"].head == bones["thigh.L"].tail
    assert extrude(LEG, "hips", "head", (0.0, 0.0, 0.5)).rig.by_name["hips.001"].parent is None


def test_a_bone_drawn_beside_the_plane_is_named_after_its_side() -> None:
    assert extrude(LEG, "hips", "head", (-0.1, 0.0, 0.8), mirror=True).active == "hips.R"
    assert extrude(LEG, "hips", "head", (-0.1, 0.0, 0.8)).active == "hips.001"
    assert extrude(LEG, "hips", "tail", (0.0, 0.0, 1.4), mirror=True).active == "hips.001"
    assert extrude(LEG, "shin.L", "tail", (0.1, 0.0, 0.0), mirror=True).active == "shin.001.L"
    assert draw(Document(), (0.1, 0.0, 0.0), (0.2, 0.0, 1.0), mirror=True).active == "bone.L"
    assert draw(Document(), (0.0, 0.0, 0.0), (0.0, 0.0, 1.0), mirror=True).active == "bone"


def test_a_bone_without_length_is_not_drawn() -> None:
    with pytest.raises(ValueError, match="no length; "):
        extrude(LEG, "shin.L", "tail", LEG.rig.by_name["shin.L"].tail)


# Dividing


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
    rig = document.rig.constrained(())
    name = data.draw(st.sampled_from([bone.name for bone in rig.bones]))
    posed = replace(document, rig=rig.posed({name: Transform(rotation=(0.6, 0.0, 0.0, 0.8), scale=(1.0, 1.5, 0.5))}))
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
    looking = replace(LEG, rig=LEG.rig.constrained((CopyLocation(owner="hips", target="shin.L", head_tail=0.75),)))
    assert subdivide(looking, ["shin.L"]).rig.constraints == (
        CopyLocation(owner="hips", target="shin.001.L", head_tail=0.5),
    )


# Copying


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
    assert rig.pose["foot_ik.001.L"] == rig.pose["foot_ik.L"]
    assert rig.limbs[1] == Limb("leg.001.L", "limb", after.selected[:2], after.selected[2:])
    assert rig.collections[0].bones == ("thigh.L", "thigh.001.L", "shin.L", "shin.001.L")


def test_a_copy_alone_hangs_un_connected_and_looks_where_its_bone_looks() -> None:
    after = duplicate(LEG, ["shin.L"]).rig
    assert (after.by_name["shin.001.L"].parent, after.by_name["shin.001.L"].connected) == ("thigh.L", False)
    assert after.constraints[1] == replace(IK, owner="shin.001.L") and len(after.limbs) == 1


# Taking out


def test_what_is_deleted_is_named_nowhere() -> None:
    after = delete(LEG, ["foot_ik.L"])
    assert after.rig.constraints == () and after.rig.pose == {"hips": leg().pose["hips"]}
    assert after.rig.limbs == () and "knee_pole.L" not in after.rig.by_name
    gone = delete(LEG, ["shin.L", "thigh.L"])
    assert gone.rig.limbs == () and gone.rig.collections == (Collection("Legs"),)
    assert (gone.selected, gone.active, gone.ends, gone.rig.constraints) == ((), None, (), ())
    without_pole = delete(LEG, ["knee_pole.L"]).rig
    assert without_pole.constraints == (replace(IK, pole=None),)


def test_children_of_the_deleted_hang_one_higher_where_they_are() -> None:
    after = delete(LEG, ["thigh.L"]).rig
    shin = after.by_name["shin.L"]
    assert (shin.parent, shin.connected, shin.head) == ("hips", False, leg().bones[2].head)
    assert after.constraints == (replace(IK, chain_length=1),)
    assert delete(LEG, ["hips"]).rig.by_name["thigh.L"].parent is None
    assert delete(LEG, [bone.name for bone in LEG.rig.bones]).rig.bones == ()


def test_dissolving_undoes_dividing() -> None:
    divided = subdivide(LEG, ["shin.L"], 3)
    again = dissolve(divided, ["shin.001.L", "shin.002.L"]).rig
    assert again.by_name["shin.L"].tail == pytest.approx(leg().bones[2].tail)
    assert again.by_name["shin.L"].roll == pytest.approx(leg().bones[2].roll)
    assert (again.constraints, again.limbs, again.collections) == (
        LEG.rig.constraints,
        LEG.rig.limbs,
        LEG.rig.collections,
    )


def test_the_neighbours_of_the_dissolved_join_and_the_others_stay() -> None:
    document = extrude(extrude(LEG, "shin.L", "tail", (0.1, -0.2, 0.0)), "shin.L", "head", (0.4, 0.0, 0.5))
    after = dissolve(document, ["shin.L"]).rig
    assert after.by_name["thigh.L"].tail == leg().bones[2].tail
    assert (after.by_name["shin.001.L"].parent, after.by_name["shin.001.L"].connected) == ("thigh.L", True)
    beside = after.by_name["shin.002.L"]
    assert (beside.parent, beside.connected, beside.head) == ("thigh.L", False, leg().bones[1].tail)
    assert after.constraints == (replace(IK, owner="thigh.L", chain_length=1),)


def test_a_bone_that_nothing_connects_upwards_is_given_to_its_child() -> None:
    after = dissolve(LEG, ["thigh.L"]).rig
    shin = after.by_name["shin.L"]
    assert (shin.parent, shin.head, shin.connected) == ("hips", leg().bones[1].head, False)
    assert dissolve(LEG, ["thigh.L", "shin.L"]).rig.by_name["thigh.L"].tail == leg().bones[2].tail
    with pytest.raises(ValueError, match='No bone is connected to "hips" to be joined; delete'):
        dissolve(LEG, ["hips"])


# Joining


def test_connecting_begins_a_bone_on_its_parents_tail() -> None:
    after = connect(LEG, ["thigh.L"]).rig.by_name["thigh.L"]
    assert (after.head, after.tail, after.connected) == ((0.0, 0.0, 1.1), leg().bones[1].tail, True)
    apart = disconnect(connect(LEG, ["thigh.L"]), ["thigh.L", "hips"]).rig.by_name["thigh.L"]
    assert apart == replace(after, connected=False)


def test_what_cannot_be_connected_is_refused_with_the_reason() -> None:
    with pytest.raises(ValueError, match='"hips" has no parent to be connected to; '):
        connect(LEG, ["hips"])
    ends_there = replace_bones(LEG, [Bone(name="thigh.L", parent="hips", tail=(0.0, 0.0, 1.1))])
    with pytest.raises(ValueError, match="would have no length; "):
        connect(ends_there, ["thigh.L"])


# Rolling


def test_rolls_are_set_and_turned() -> None:
    assert set_rolls(LEG, {"hips": 0.5}).rig.by_name["hips"].roll == 0.5
    assert turn_rolls(LEG, ["shin.L"], pi).rig.by_name["shin.L"].roll == pytest.approx(0.25 - pi)


@given(sound(), st.data(), vectors(1.0).filter(lambda v: dist(v, (0, 0, 0)) > 0.1))
@relaxed
def test_z_faces_the_direction_asked_for(document: Document, data: st.DataObject, direction) -> None:
    names = drawn_names(data, document)
    try:
        after = roll_to(document, names, direction)
    except ValueError:
        return
    axes = frames_of(after.rig, [after.rig.by_name[name] for name in names])[:, :3, :3]
    for frame in axes:
        across = direction - (frame[:, 1] @ direction) * frame[:, 1]
        if np.linalg.norm(across) > 0.01:
            assert frame[:, 2] @ across == pytest.approx(np.linalg.norm(across), rel=1e-6)


@given(numbers(-pi, pi), numbers(-pi, pi))
@relaxed
def test_a_limb_bends_about_its_x_axes(thigh: float, shin: float) -> None:
    """Whatever the rolls were: X stands across the plane of thigh and shin, to the side where it was."""
    rolled = set_rolls(LEG, {"thigh.L": thigh, "shin.L": shin})
    after = roll_to_bend(rolled, ["thigh.L", "shin.L"])
    for name in ("thigh.L", "shin.L"):
        before, now = (frames_of(each.rig, [each.rig.by_name[name]])[0, :3, 0] for each in (rolled, after))
        assert abs(now[0]) == pytest.approx(1.0) and before @ now > -1e-9
    assert roll_to_bend(after, ["thigh.L", "shin.L"]).rig.by_name["shin.L"].roll == pytest.approx(
        after.rig.by_name["shin.L"].roll
    )


def test_a_straight_bone_bends_as_the_nearest_joint_of_its_chain() -> None:
    document = subdivide(LEG, ["shin.L"], 3)
    after = roll_to_bend(turn_rolls(document, ["shin.002.L"], 0.4), ["shin.002.L"]).rig
    assert abs(frames_of(after, [after.by_name["shin.002.L"]])[0, 0, 0]) == pytest.approx(1.0)


def test_what_has_no_side_to_turn_to_is_refused() -> None:
    with pytest.raises(ValueError, match="run along that axis"):
        roll_to(LEG, ["hips"], (0.0, 0.0, 2.0))
    with pytest.raises(ValueError, match="is straight"):
        roll_to_bend(LEG, ["foot_ik.L"])


# Merging


def test_a_merged_rig_moves_bones_by_name_and_adds_the_others() -> None:
    knee = (0.1, -0.1, 0.55)
    other = Rig(
        bones=(
            Bone(name="hips", head=(0.0, 0.0, 1.0), tail=(0.0, 0.0, 1.2), roll=0.1),
            Bone(name="thigh.L", parent="hips", head=(0.1, 0.0, 1.0), tail=knee),
            Bone(name="prop", parent="hips"),
        ),
        constraints=(CopyRotation(owner="prop", target="hips"), CopyRotation(owner="hips", target="prop")),
        pose={"hips": Transform(location=(1.0, 0.0, 0.0)), "prop": Transform(location=(2.0, 0.0, 0.0))},
        collections=(
            Collection("Legs", ("thigh.L", "prop")),
            Collection("Props", ("prop",)),
            Collection("None", ("hips",)),
        ),
    )
    after = merged(LEG, other).rig
    assert place(Document(rig=after), "hips") == ((0.0, 0.0, 1.0), (0.0, 0.0, 1.2))
    assert after.by_name["shin.L"].head == knee and after.by_name["shin.L"].tail == leg().bones[2].tail
    assert after.by_name["shin.L"].joint == leg().bones[2].joint
    assert after.constraints == (IK, other.constraints[0])
    assert after.pose == {**leg().pose, "prop": other.pose["prop"]}
    assert [(each.name, each.bones) for each in after.collections] == [
        ("Legs", ("thigh.L", "shin.L", "prop")),
        ("Props", ("prop",)),
    ]
    assert problems_of(after) == ()


@given(documents(), documents())
@a_few
def test_any_two_rigs_can_be_merged(document: Document, other: Document) -> None:
    after = merged(document, other.rig).rig
    assert native.parse(native.text(after).encode()) == after
    assert after.by_name.keys() == document.rig.by_name.keys() | other.rig.by_name.keys()
    assert merged(document, document.rig).rig.by_name.keys() == document.rig.by_name.keys()


def test_nothing_cannot_be_merged() -> None:
    with pytest.raises(ValueError, match="no bones; choose"):
        merged(LEG, Rig())


def test_an_ik_made_longer_has_no_more_bones_than_it_may() -> None:
    long = replace(LEG, rig=LEG.rig.constrained((replace(IK, chain_length=1000),)))
    assert isinstance(grown := subdivide(long, ["shin.L"]).rig.constraints[0], Ik) and grown.chain_length == 1000


def leg_with_a_limb() -> Document:
    """A biped whose left foot hangs on its handle, which is selected with the thigh."""
    return Document(biped.rig(), ("thigh.L", "foot_ik.L"), "foot_ik.L")


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
