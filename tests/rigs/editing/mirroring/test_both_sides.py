"""Mirrored editing: an edit of one side of a figure whose sides are alike leaves them alike, whatever it was."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import assume, given, reject
from hypothesis import strategies as st
from msgspec.structs import replace

from pantin.rigs import Bone, Document, Ik, Joint
from pantin.rigs.collection import Collection
from pantin.rigs.editing.bones import rename, reparent, replace_bones
from pantin.rigs.editing.building.dividing import subdivide
from pantin.rigs.editing.building.duplicating import duplicate
from pantin.rigs.editing.building.extruding import extrude
from pantin.rigs.editing.building.joining import disconnect
from pantin.rigs.editing.building.joints import frames_of, joint_of, moved, transformed
from pantin.rigs.editing.building.removing import delete, dissolve
from pantin.rigs.editing.building.rolling import turn_rolls
from pantin.rigs.editing.mirroring.both_sides import mirrored_edit
from pantin.rigs.editing.mirroring.images import mirrored_list
from pantin.rigs.editing.mirroring.symmetry import symmetrize
from pantin.rigs.limb import Limb
from pantin.rigs.problems import problems_of
from pantin.rigs.rig import Pin
from pantin.rigs.sides import mirrored_name, side_of
from pantin.rigs.templates import biped
from tests.rigs.figures import names_in, sound
from tests.rigs.samples import leg
from tests.rigs.strategies import numbers, relaxed, vectors

LIMB = Limb("leg.L", "limb", ("thigh.L", "shin.L"), ("foot_ik.L", "knee_pole.L"))
LEGS = symmetrize(
    Document.of(leg()).with_rig(
        replace(leg().rig, limbs=(LIMB,), collections=(Collection("Legs", ("shin.L",)),)),
    ),
    ["shin.L"],
)
FLIP = np.diag([-1.0, 1.0, 1.0])

Edit = Callable[[Document, str], Document]
EDITS: dict[str, Edit] = {
    "move a tail": lambda document, name: moved(document, {(name, "tail"): (0.3, -0.2, 0.4)}),
    "move a head": lambda document, name: moved(document, {(name, "head"): (0.3, -0.2, 0.45)}),
    "turn": lambda document, name: transformed(document, [(name, "head"), (name, "tail")], TURN),
    "roll": lambda document, name: turn_rolls(document, [name], 0.4),
    "divide": lambda document, name: subdivide(document, [name], 3),
    "duplicate": lambda document, name: duplicate(document, [name]),
    "extrude": lambda document, name: extrude(document, name, "tail", (0.25, 0.35, 0.45)),
    "delete": lambda document, name: delete(document, [name]),
    "dissolve": lambda document, name: dissolve(document, [name]),
    "disconnect": lambda document, name: disconnect(document, [name]),
    "un-parent": lambda document, name: reparent(document, [name], None),
    "rename": lambda document, name: rename(document, name, "something.L"),
    "limit": lambda document, name: replace_bones(document, [replace(document.rig.by_name[name], joint=LIMITED)]),
}
LIMITED = Joint(limit=((-1.0, 2.0), (-0.1, 0.2), None))
TURN = np.array([[0.8, -0.6, 0.0, 0.1], [0.6, 0.8, 0.0, 0.0], [0.0, 0.0, 1.0, -0.1], [0.0, 0.0, 0.0, 1.0]])


def are_alike(document: Document) -> bool:
    """Every bone with a side has a partner, and all that there is of it is the mirror image."""
    rig = document.rig
    sided = [bone for bone in rig.bones if side_of(bone.name)]
    others = [rig.by_name[mirrored_name(bone.name)] for bone in sided]
    for bone, other in zip(sided, others, strict=True):
        assert other.parent == (mirrored_name(bone.parent) if bone.parent else None)
        assert (other.connected, other.joint.lock) == (bone.connected, bone.joint.lock)
    if sided:
        one, two = frames_of(rig, sided), frames_of(rig, others)
        names = ", ".join(bone.name for bone in sided)
        np.testing.assert_allclose(two[:, :3, :3], FLIP @ one[:, :3, :3] @ FLIP, atol=1e-9, err_msg=names)
        np.testing.assert_allclose(two[:, :3, 3], one[:, :3, 3] @ FLIP, atol=1e-9, err_msg=names)
        tails, mirrored_tails = (np.array([bone.tail for bone in bones]) for bones in (sided, others))
        np.testing.assert_allclose(mirrored_tails, tails @ FLIP, atol=1e-9, err_msg=names)
    mirrored = mirrored_list(rig, rig.constraints, {})
    assert sorted(map(str, mirrored)) == sorted(map(str, rig.constraints))
    return True


@pytest.mark.parametrize("name", EDITS)
@given(document=sound(), data=st.data())
@relaxed
def test_sides_that_are_alike_stay_so(name: str, document: Document, data: st.DataObject) -> None:
    left = [bone.name for bone in document.rig.bones if side_of(bone.name) == "L"]
    assume(left)
    before = symmetrize(document, left)
    try:
        edited = EDITS[name](before, data.draw(st.sampled_from(left)))
    except ValueError:
        reject()
    after = mirrored_edit(before, edited)
    assert are_alike(after)
    assert names_in(after) <= after.rig.by_name.keys()
    assert (after.selected, after.active) == (edited.selected, edited.active)
    assert mirrored_edit(edited, edited) is edited


@given(sound(), st.data(), vectors(0.5))
@relaxed
def test_what_is_in_the_middle_stays_there(document: Document, data: st.DataObject, shift) -> None:
    """A middle joint dragged anywhere: it and all that hangs on it keep to the plane."""
    middle = [bone.name for bone in document.rig.bones if not side_of(bone.name) and bone.head[0] == bone.tail[0] == 0]
    assume(middle)
    name = data.draw(st.sampled_from(middle))
    tail = document.rig.by_name[name].tail
    place = tuple(a + b for a, b in zip(tail, shift, strict=True))
    after = mirrored_edit(document, moved(document, {(name, "tail"): place})).rig
    assert after.by_name[name].tail == (0.0, place[1], place[2])
    for bone, end in joint_of(after, name, "tail"):
        assert getattr(after.by_name[bone], end) == after.by_name[name].tail


def test_only_what_was_changed_is_done_to_the_other_side() -> None:
    """Sides that differ stay as different: the tail follows, joint and roll do not."""
    other = replace(LEGS.rig.by_name["shin.R"], joint=LIMITED, roll=1.0, head=(-0.2, 0.0, 0.5), connected=False)
    before = replace_bones(LEGS, [other])
    after = mirrored_edit(before, replace_bones(before, [replace(before.rig.by_name["shin.L"], tail=(0.1, 0.0, 0.0))]))
    shin = after.rig.by_name["shin.R"]
    assert (shin.tail, shin.head, shin.joint) == ((-0.1, 0.0, 0.0), other.head, LIMITED)


def test_where_both_sides_were_changed_both_stay_as_they_are() -> None:
    after = turn_rolls(turn_rolls(LEGS, ["shin.L"], 0.1), ["shin.R"], 0.3)
    assert mirrored_edit(LEGS, after).figure == after.figure


def test_a_divided_limb_is_divided_on_both_sides_with_its_ik() -> None:
    after = mirrored_edit(LEGS, subdivide(LEGS, ["shin.L"])).rig
    left, right = after.constraints
    assert (right.owner, right.target, right.pole) == ("shin.001.R", "foot_ik.R", "knee_pole.R")
    assert (right.chain_length, left.chain_length) == (3, 3)
    assert [limb.bones for limb in after.limbs] == [
        ("thigh.L", "shin.L", "shin.001.L"),
        ("thigh.R", "shin.R", "shin.001.R"),
    ]
    assert set(after.collections[0].bones) == {"shin.L", "shin.R", "shin.001.L", "shin.001.R"}


def test_partners_keep_their_pose_and_constraints_when_both_are_renamed() -> None:
    before = LEGS.posed({"foot_ik.R": LEGS.figure.pose.bones["foot_ik.L"]})
    after = mirrored_edit(before, rename(before, "foot_ik.L", "ankle.L"))
    assert [each.target for each in after.rig.constraints] == ["ankle.L", "ankle.R"]
    assert after.figure.pose.bones == {"ankle.R": before.figure.pose.bones["foot_ik.R"]}


def test_a_new_bone_of_a_side_gets_a_partner_and_one_in_the_middle_none() -> None:
    left = mirrored_edit(LEGS, extrude(LEGS, "hips", "tail", (0.2, 0.0, 1.2), mirror=True))
    assert left.selected == ("hips.L",) and left.rig.by_name["hips.R"].tail == (-0.2, 0.0, 1.2)
    middle = mirrored_edit(LEGS, extrude(LEGS, "hips", "tail", (0.0, 0.0, 1.3), mirror=True))
    assert len(middle.rig.bones) == len(LEGS.rig.bones) + 1


def test_a_bone_without_partner_is_edited_alone() -> None:
    alone = delete(LEGS, ["shin.R", "thigh.R", "foot_ik.R", "knee_pole.R"])
    edited = turn_rolls(alone, ["shin.L"], 0.2)
    assert mirrored_edit(alone, edited).figure == edited.figure
    assert mirrored_edit(Document(), extrude(Document.of(leg()), "shin.L", "tail", (0, 0, 0))).rig.by_name["shin.R"]


@given(numbers(-1.0, 1.0), numbers(-1.0, 1.0))
@relaxed
def test_a_drag_of_many_steps_ends_where_one_step_does(x: float, z: float) -> None:
    """Every preview is mirrored from the document before the drag, so that none leaves a trace."""
    place = (0.3 + x, -0.2, 0.4 + z)
    bone = Bone(name="foot_ik.R")
    after = mirrored_edit(LEGS, moved(LEGS, {("foot_ik.L", "tail"): place})).rig.by_name[bone.name]
    assert after.tail == (0.0 - place[0], place[1], place[2])


@pytest.mark.parametrize("edit", [delete, dissolve])
def test_a_bone_of_a_limb_goes_on_both_sides_with_the_same_left_of_the_limb(edit) -> None:
    before = Document.of(biped.rig(), selected=("shin.L",), active="shin.L")
    after = mirrored_edit(before, edit(before, ("shin.L",))).rig
    for name in after.by_name:
        assert mirrored_name(name) in after.by_name
    goals = {(tie.owner, tie.target) for tie in after.constraints if isinstance(tie, Ik)}
    assert goals == {(mirrored_name(owner), mirrored_name(target)) for owner, target in goals}
    assert {limb.name for limb in after.limbs} == {mirrored_name(limb.name) for limb in after.limbs}
    assert problems_of(after) == ()


def test_pins_of_a_side_are_those_of_the_other_too() -> None:
    """A leg that is made on one side stands, and so does its image, whether edited so or copied afterwards."""
    moved_foot = EDITS["move a tail"](LEGS, "shin.L")
    pinned = moved_foot.with_rig(moved_foot.rig.changed(pins=(Pin("shin.L", rotation=True, on_ground=True),)))
    both = (Pin("shin.L", rotation=True, on_ground=True), Pin("shin.R", rotation=True, on_ground=True))
    once = mirrored_edit(LEGS, pinned)
    assert once.rig.pins == both
    free = EDITS["roll"](once, "shin.L").with_rig(EDITS["roll"](once, "shin.L").rig.changed(pins=both[1:]))
    assert mirrored_edit(once, free).rig.pins == ()
    assert symmetrize(pinned, ["shin.L"]).rig.pins == both
