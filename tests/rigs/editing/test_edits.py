"""Edits: a document before, a document after, and the one before as it was."""

from __future__ import annotations

import json
from math import dist
from typing import get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pantin.rigs import (
    REST,
    Bone,
    CopyRotation,
    Document,
    Ik,
    Transform,
)
from pantin.rigs.constraints import Constraint, LimitDistance, Untargeted, target_of
from pantin.rigs.editing import constrain
from pantin.rigs.editing.bones import rename, reparent, replace_bone
from pantin.rigs.editing.constrain import add, add_ik, bones_above, remove, replace
from pantin.rigs.editing.pose import reset, with_transforms
from pantin.rigs.editing.selection import select
from pantin.rigs.formats import native
from tests.rigs.samples import document, leg
from tests.rigs.strategies import documents, relaxed

MOVED = Transform(location=(1.0, 0.0, 0.0), rotation=(0.6, 0.0, 0.0, 0.8), scale=(2.0, 1.0, 1.0))


def plainly_named(document: Document) -> Document:
    """The same document with names that stand nowhere in a file but where a bone is named."""
    for number, bone in enumerate(document.rig.bones):
        document = rename(document, bone.name, f"the bone {number}")
    return document


@given(documents(), st.data())
@relaxed
def test_a_renamed_bone_is_renamed_everywhere(document: Document, data: st.DataObject) -> None:
    before = plainly_named(document)
    old = data.draw(st.sampled_from([bone.name for bone in before.rig.bones]))
    after = rename(before, old, "somebody new")
    assert native.text(after.scene) == native.text(before.scene).replace(json.dumps(old), '"somebody new"')
    assert after.selected == tuple("somebody new" if name == old else name for name in before.selected)
    assert after.active == ("somebody new" if before.active == old else before.active)
    assert rename(after, "somebody new", old) == before


def test_what_does_not_name_the_bone_stays_the_same_object() -> None:
    before = document()
    after = rename(before, "foot_ik.L", "ankle_ik.L")
    assert after.rig.constraints[0].target == "ankle_ik.L"
    assert after.figure.pose.bones["ankle_ik.L"] is before.figure.pose.bones["foot_ik.L"]
    assert all(after.rig.bones[row] is before.rig.bones[row] for row in (0, 1, 2, 4))
    assert after.selected is before.selected


@pytest.mark.parametrize("new", ["", "  ", "shin.L", "x" * 201])
def test_a_name_that_cannot_be_is_rejected(new: str) -> None:
    with pytest.raises(ValueError, match=r"name|called"):
        rename(document(), "hips", new)


def test_a_bone_that_is_not_there_cannot_be_edited() -> None:
    with pytest.raises(ValueError, match='no bone "tail"'):
        rename(document(), "tail", "end")
    with pytest.raises(ValueError, match='no bone "tail"'):
        replace_bone(document(), Bone(name="tail"))
    with pytest.raises(ValueError, match='no bone "tail"'):
        with_transforms(document(), {"tail": MOVED})
    with pytest.raises(ValueError, match='no bone "tail"'):
        add(document(), Ik(owner="tail"))


def test_a_bone_is_replaced_in_its_place() -> None:
    longer = msgspec.structs.replace(leg().rig.bones[1], roll=0.5)
    after = replace_bone(document(), longer)
    assert after.rig.bones[1] == longer
    assert after.rig.bones[:1] + after.rig.bones[2:] == leg().rig.bones[:1] + leg().rig.bones[2:]
    assert after.rig.by_name["thigh.L"] == longer
    same = document()
    assert replace_bone(same, same.rig.bones[1]) is same


@pytest.mark.parametrize(
    ("parent", "words"), [("shin.L", "hangs below"), ("hips", "carry itself"), ("gone", "no bone")]
)
def test_a_parent_that_cannot_be_is_rejected(parent: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        replace_bone(document(), msgspec.structs.replace(leg().rig.bones[0], parent=parent))


def test_bones_get_another_parent_and_stay_where_they_stand() -> None:
    before = document()
    after = reparent(before, ["foot_ik.L", "knee_pole.L"], "hips")
    assert [after.rig.by_name[name].parent for name in ("foot_ik.L", "knee_pole.L")] == ["hips", "hips"]
    assert not reparent(after, ["shin.L"], None).rig.by_name["shin.L"].connected
    assert [(bone.head, bone.tail, bone.roll) for bone in after.rig.bones] == [
        (bone.head, bone.tail, bone.roll) for bone in before.rig.bones
    ]
    assert after.rig.by_name["thigh.L"] is before.rig.by_name["thigh.L"]
    assert reparent(after, ["shin.L"], "thigh.L") is after
    assert reparent(after, ["knee_pole.L"], None).rig.by_name["knee_pole.L"].parent is None


@pytest.mark.parametrize(
    ("names", "parent", "words"),
    [
        (["hips"], "shin.L", '"shin.L" hangs below "hips"'),
        (["hips"], "hips", '"hips" cannot carry itself'),
        (["hips"], "gone", 'no bone "gone"'),
        (["gone"], "hips", 'no bone "gone"'),
        (["foot_ik.L"], "shin.L", '"foot_ik.L" is the target of the IK that turns "shin.L", "thigh.L"'),
        (["hips", "knee_pole.L"], "thigh.L", "hangs below"),
        (["knee_pole.L"], "thigh.L", '"knee_pole.L" is the pole of the IK'),
    ],
)
def test_a_parent_that_would_make_a_cycle_is_rejected_with_the_reason(
    names: list[str], parent: str, words: str
) -> None:
    with pytest.raises(ValueError, match=words) as rejected:
        reparent(document(), names, parent)
    assert str(rejected.value).endswith(".") and "\n" not in str(rejected.value)


def test_a_constraint_that_would_feed_itself_is_rejected() -> None:
    before = add(document(), CopyRotation(owner="hips", target="foot_ik.L"))
    with pytest.raises(ValueError, match="depend on each other"):
        reparent(before, ["foot_ik.L"], "hips")


def test_a_cycle_that_was_there_before_forbids_nothing() -> None:
    before = add(document(), CopyRotation(owner="hips", target="hips"))
    assert reparent(before, ["foot_ik.L"], "hips").rig.by_name["foot_ik.L"].parent == "hips"


@given(documents(), st.data())
@relaxed
def test_a_re_parented_rig_is_still_one(before: Document, data: st.DataObject) -> None:
    """Whatever is dragged onto whatever: rejected, or a file that can be written and read."""
    called = [bone.name for bone in before.rig.bones]
    names = data.draw(st.lists(st.sampled_from(called), unique=True))
    try:
        after = reparent(before, names, data.draw(st.none() | st.sampled_from(called)))
    except ValueError:
        return
    assert native.parse(native.text(after.scene).encode()) == after.scene


def test_posing_replaces_the_pose_and_nothing_else() -> None:
    before = document()
    assert before.rig.by_name and before.rig.children
    after = with_transforms(before, {"shin.L": MOVED})
    assert after.figure.pose.bones == {**leg().pose.bones, "shin.L": MOVED}
    assert before.figure.pose.bones == leg().pose.bones
    assert after.rig.bones is before.rig.bones
    assert after.rig.by_name is before.rig.by_name
    assert after.rig.children is before.rig.children


def test_a_bone_at_rest_is_not_kept_in_the_pose() -> None:
    assert with_transforms(document(), {"hips": REST}).figure.pose.bones == {"foot_ik.L": leg().pose.bones["foot_ik.L"]}


def test_a_pose_that_changes_nothing_is_the_same_document() -> None:
    before = document()
    assert with_transforms(before, {"hips": before.figure.pose.bones["hips"], "shin.L": REST}) is before
    assert reset(before, ["shin.L"]) is before


def test_resetting_takes_the_channels_asked_for() -> None:
    moved = with_transforms(document(), {"hips": MOVED, "shin.L": MOVED})
    turned = Transform(rotation=MOVED.rotation)
    assert reset(moved, ["hips"], ("location", "scale")).figure.pose.bones == {
        **moved.figure.pose.bones,
        "hips": turned,
    }
    assert reset(moved, ["hips", "shin.L", "foot_ik.L"]).figure.pose.bones == {}


def test_constraints_are_added_replaced_and_removed_by_place() -> None:
    copy = CopyRotation(owner="hips", target="shin.L")
    ik = leg().rig.constraints[0]
    added = add(document(), copy)
    assert added.rig.constraints == (ik, copy)
    half = msgspec.structs.replace(copy, influence=0.5)
    assert replace(added, 1, half).rig.constraints == (ik, half)
    assert replace(added, 1, copy) is added
    assert remove(added, 0).rig.constraints == (copy,)
    assert added.rig.by_name is remove(added, 0).rig.by_name
    with pytest.raises(IndexError):
        remove(added, 2)


def test_a_new_ik_bends_a_limb() -> None:
    assert add_ik(document(), "shin.L").rig.constraints[-1] == Ik(owner="shin.L", chain_length=2)
    assert add_ik(document(), "hips").rig.constraints[-1] == Ik(owner="hips", chain_length=1)
    assert bones_above(leg().rig, "shin.L") == 3


@pytest.mark.parametrize("kind", get_args(Constraint))
def test_a_new_constraint_of_any_kind_is_one_of_the_rig(kind: type[Constraint]) -> None:
    document = constrain.add_new(Document.of(leg()), kind, "shin.L", "foot_ik.L")
    added = document.rig.constraints[-1]
    assert type(added) is kind and added.owner == "shin.L"
    assert added.named == (() if isinstance(added, Untargeted) else ("foot_ik.L",))
    assert target_of(constrain.add_new(document, kind, "hips").rig.constraints[-1]) is None


def test_a_new_distance_is_the_one_at_rest() -> None:
    document = constrain.add_new(Document.of(leg()), LimitDistance, "shin.L", "foot_ik.L")
    (added,) = [c for c in document.rig.constraints if isinstance(c, LimitDistance)]
    bones = document.rig.by_name
    assert added.radius == pytest.approx(dist(bones["shin.L"].head, bones["foot_ik.L"].head))


def test_selecting() -> None:
    before = document()
    after = select(before, ["thigh.L", "gone", "hips", "thigh.L"])
    assert (after.selected, after.active) == (("thigh.L", "hips"), "hips")
    assert select(after, ["shin.L", "thigh.L"]).active == "thigh.L"
    assert select(after, ["shin.L", "thigh.L"], "shin.L").active == "shin.L"
    assert select(after, []) == Document.of(leg())
    assert select(before, before.selected) is before
    assert after.figure is before.figure
