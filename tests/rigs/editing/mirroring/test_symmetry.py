"""Symmetrizing: the mirrored pose of the mirrored rig is the mirror image of the posed rig, whatever ties it."""

from __future__ import annotations

from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from pantin import solver
from pantin.rigs import Bone, Document, Ik, Rig
from pantin.rigs.collection import Collection
from pantin.rigs.editing.bones import renamed, replace_bones
from pantin.rigs.editing.building.joints import moved
from pantin.rigs.editing.building.removing import delete
from pantin.rigs.editing.mirroring import symmetry
from pantin.rigs.editing.mirroring.symmetry import symmetrize
from pantin.rigs.limb import Limb
from pantin.rigs.mirror_image import (
    mirrored_bone,
    mirrored_constraint,
    mirrored_joint,
)
from pantin.rigs.problems import problems_of
from pantin.rigs.sides import mirrored_name, side_of
from pantin.rigs.templates import biped
from pantin.solver.edits.limbs import limbs as limb_edits
from tests.rigs.figures import figures, is_sound, sound, with_ik
from tests.rigs.mirrored_pose import mirrored_transform
from tests.rigs.random_constraints import constraints
from tests.rigs.samples import leg, plain
from tests.rigs.strategies import documents, joints, relaxed, transforms

FLIP = np.diag([-1.0, 1.0, 1.0, 1.0])


def mirrored_pose(document: Document) -> Document:
    """The document with the bones on the right posed as those on the left."""
    rig = document.rig
    pose = {
        mirrored_name(name): mirrored_transform(document.figure.pose.bones[name])
        for name in document.figure.pose.bones
        if side_of(name) == "L"
    }
    return document.with_rig(rig).posed({**document.figure.pose.bones, **pose})


def asymmetry(document: Document) -> float:
    """Return how far, at most, the bones on the right stand from the mirror image of those on the left: metres, or
    numbers.
    """
    evaluated = solver.evaluate(document)
    pairs = [
        (name, other) for name in evaluated.names if (other := mirrored_name(name)) != name and other in evaluated.index
    ]
    return max(np.abs(evaluated.matrix(other) - FLIP @ evaluated.matrix(name) @ FLIP).max() for name, other in pairs)


@given(figures())
@relaxed
def test_the_mirrored_pose_is_the_mirror_image(document: Document) -> None:
    assert asymmetry(mirrored_pose(symmetrize(document, document.selected))) < 1e-9


@given(with_ik())
@relaxed
def test_ik_reaches_the_mirror_image_too(document: Document) -> None:
    after = symmetrize(document, [document.rig.constraints[0].owner])
    assert after.rig.constraints[1].owner == mirrored_name(document.rig.constraints[0].owner)
    assert asymmetry(mirrored_pose(after)) < 1e-6


@given(figures(), st.data())
@relaxed
def test_symmetrizing_twice_is_the_same_as_once(document: Document, data: st.DataObject) -> None:
    names = data.draw(st.lists(st.sampled_from(document.selected), min_size=1, unique=True))
    once = symmetrize(document, names)
    assert symmetrize(once, once.selected if len(names) == len(document.selected) else names) == once


@given(documents(), st.data())
@relaxed
def test_any_rig_is_symmetrized_once_or_rejected(document: Document, data: st.DataObject) -> None:
    called = [bone.name for bone in document.rig.bones]
    chosen = data.draw(st.lists(st.sampled_from(called), min_size=1, unique=True))
    try:
        once = symmetrize(replace(document, selected=tuple(chosen), active=chosen[0]), chosen)
    except ValueError as rejected:
        assert "; " in str(rejected)
        return
    assert symmetrize(once, once.selected) == once


@given(sound(), st.data())
@relaxed
def test_a_side_comes_back_as_it_was(document: Document, data: st.DataObject) -> None:
    """One side of a figure deleted and made again from the other: the same bones, and nothing wrong with them."""
    left, right = ([bone.name for bone in document.rig.bones if side_of(bone.name) == side] for side in "LR")
    assume(left)
    once = symmetrize(document, left)
    again = symmetrize(delete(once, right), left)
    assert again.rig.by_name == once.rig.by_name
    assert set(map(str, again.rig.constraints)) == set(map(str, once.rig.constraints))
    assert is_sound(symmetrize(delete(once, right), [data.draw(st.sampled_from(left))]))


def test_what_a_bone_needs_comes_with_it() -> None:
    """The shin alone: its thigh, its handle and its pole have no partners yet."""
    after = symmetrize(Document.of(leg()), ["shin.L"]).rig
    assert {"thigh.R", "shin.R", "foot_ik.R", "knee_pole.R"} <= after.by_name.keys()
    assert after.by_name["shin.R"].parent == "thigh.R" and after.by_name["thigh.R"].parent == "hips"
    ik = after.constraints[1]
    assert (ik.owner, ik.target, ik.pole) == ("shin.R", "foot_ik.R", "knee_pole.R")
    assert after.by_name["shin.R"].joint.limit == leg().rig.bones[2].joint.limit
    assert problems_of(after) == ()


def test_a_limb_is_copied_whole_and_named() -> None:
    limb = Limb("Leg", "limb", ("thigh.L", "shin.L"), ("foot_ik.L", "knee_pole.L"))
    groups = (Collection("Handles", ("foot_ik.L",)), Collection("Side.L", ("shin.L",)))
    whole = Document.of(leg()).with_rig(replace(leg().rig, limbs=(limb,), collections=groups))
    after = symmetrize(whole, ["foot_ik.L"]).rig
    assert [limb.name for limb in after.limbs] == ["Leg.L", "Leg.R"]
    assert after.limbs[1].bones == ("thigh.R", "shin.R") and after.limbs[1].controls == ("foot_ik.R", "knee_pole.R")
    assert [(each.name, each.bones) for each in after.collections] == [
        ("Handles", ("foot_ik.L", "foot_ik.R")),
        ("Side.L", ("shin.L",)),
        ("Side.R", ("shin.R",)),
    ]


def test_a_control_stands_for_its_limb_where_the_other_side_has_the_bones_already() -> None:
    document = Document.of(plain(biped.rig()).rig, selected=("foot.L",), active="foot.L")
    made, _ = limb_edits.make(document, "limb")
    rig = symmetrize(made, ("foot_ik.L",)).rig
    assert [limb.bones for limb in rig.limbs] == [("thigh.L", "shin.L", "foot.L"), ("thigh.R", "shin.R", "foot.R")]
    assert [(ik.owner, ik.target, ik.pole) for ik in rig.constraints if isinstance(ik, Ik)] == [
        ("shin.L", "foot_ik.L", "knee_pole.L"),
        ("shin.R", "foot_ik.R", "knee_pole.R"),
    ]


@pytest.mark.parametrize(
    ("like", "left", "right"),
    [
        ("hand.R", "thigh.L", "thigh.R"),
        ("hand_r", "thigh_l", "thigh_r"),
        ("mixamorig:LeftHand", "LeftThigh", "RightThigh"),
    ],
)
def test_names_without_a_side_get_one_as_the_rig_names_sides(like: str, left: str, right: str) -> None:
    named = renamed(
        Document.of(leg(), selected=("thigh.L",)), {"thigh.L": "thigh", "shin.L": "shin", "foot_ik.L": like}
    )
    after = symmetrize(named, ["thigh"])
    assert {left, right} <= after.rig.by_name.keys() and after.selected == (left,)
    assert after.rig.by_name["shin"].parent == left


def test_the_other_side_is_overwritten_and_what_hangs_on_it_follows() -> None:
    both = symmetrize(Document.of(leg()), ["shin.L"])
    bent = moved(both, {("thigh.L", "tail"): (0.15, -0.1, 0.55)})
    bent = replace_bones(bent, [replace(bent.rig.by_name["thigh.L"], roll=0.7)])
    after = symmetrize(bent, ["thigh.L"]).rig.by_name
    assert after["thigh.R"] == replace(mirrored_bone(bent.rig.by_name["thigh.L"]), name="thigh.R")
    assert after["shin.R"].head == after["thigh.R"].tail and after["shin.R"].tail == both.rig.by_name["shin.R"].tail


def test_the_side_of_the_active_bone_is_copied() -> None:
    both = symmetrize(Document.of(leg()), ["shin.L"])
    names = ["shin.L", "shin.R"]
    longer = replace_bones(both, [replace(both.rig.by_name["shin.R"], tail=(-0.1, 0.0, 0.0))])
    assert symmetrize(replace(longer, active="shin.R"), names).rig.by_name["shin.L"].tail == (0.1, 0.0, 0.0)
    assert symmetrize(replace(longer, active="shin.L"), names).rig.by_name["shin.R"].tail == (-0.1, 0.0, 0.1)
    with pytest.raises(ValueError, match="both sides"):
        symmetrize(replace(longer, active=None), names)


@pytest.mark.parametrize("bone", [Bone(name="spine"), Bone(name="bar", head=(-0.2, 0.0, 1.0), tail=(0.2, 0.0, 1.0))])
def test_what_has_no_other_side_is_rejected_with_the_reason(bone: Bone) -> None:
    with pytest.raises(ValueError, match="lies in the middle and has no other side; select"):
        symmetrize(Document.of(Rig(bones=(bone,))), [bone.name])


@pytest.mark.parametrize("chosen", [("thigh", "shin"), ("hips", "thigh", "shin")])
def test_hips_whose_tail_was_drawn_aside_stay_one_bone(chosen: tuple[str, ...]) -> None:
    """A leg that was drawn connected to them must not take them to its side."""
    hips = Bone(name="hips", head=(0.0, 0.0, 1.2), tail=(0.1, 0.0, 1.0))
    thigh = Bone(name="thigh", parent="hips", connected=True, head=hips.tail, tail=(0.12, 0.0, 0.5))
    shin = Bone(name="shin", parent="thigh", connected=True, head=thigh.tail, tail=(0.12, 0.0, 0.1))
    rig = symmetrize(Document.of(Rig(bones=(hips, thigh, shin))), chosen).rig
    assert [bone.name for bone in rig.bones] == ["hips", "thigh.L", "thigh.R", "shin.L", "shin.R"]
    right = rig.by_name["thigh.R"]
    assert (right.parent, right.connected, right.head) == ("hips", False, (-0.1, 0.0, 1.0))
    assert rig.by_name["shin.R"].connected


def test_an_arm_that_begins_in_the_middle_is_copied_whole() -> None:
    arm = Bone(name="arm", head=(0.0, 0.0, 1.0), tail=(0.4, 0.0, 1.0))
    hand = Bone(name="hand", parent="arm", connected=True, head=arm.tail, tail=(0.5, 0.0, 1.0))
    rig = symmetrize(Document.of(Rig(bones=(arm, hand))), ("arm", "hand")).rig
    assert {bone.name for bone in rig.bones} == {"arm.L", "arm.R", "hand.L", "hand.R"}


def test_a_middle_joint_stays_one() -> None:
    """A shoulder connected to the spine begins where the spine ends, on both sides."""
    spine = Bone(name="spine", tail=(2e-5, 0.0, 1.0))
    shoulder = Bone(name="shoulder.L", parent="spine", head=(2e-5, 0.0, 1.0), tail=(0.2, 0.0, 1.0), connected=True)
    after = symmetrize(Document.of(Rig(bones=(spine, shoulder))), ["shoulder.L"]).rig.by_name
    assert after["shoulder.R"].head == after["spine"].tail == spine.tail
    assert after["shoulder.R"].connected and after["shoulder.R"].tail == (-0.2, 0.0, 1.0)


@given(constraints(["a", "b.L"]), joints(), transforms())
@relaxed
def test_seen_twice_in_the_mirror_all_is_as_it_was(constraint, joint, transform) -> None:
    assert mirrored_constraint(mirrored_constraint(constraint)) == constraint
    assert mirrored_joint(mirrored_joint(joint)) == joint
    assert mirrored_transform(mirrored_transform(transform)) == transform


def test_angles_about_y_and_z_and_lengths_along_x_change_their_signs() -> None:
    ik = Ik(owner="shin.L", target="foot_ik.L", pole_angle=0.5)
    assert mirrored_constraint(ik) == replace(ik, pole_angle=-0.5)
    joint = replace(leg().rig.bones[2].joint, roll=0.4, limit=((-1.0, 2.0), (-0.1, 0.2), (0.0, 0.3)))
    assert mirrored_joint(joint).roll == -0.4
    assert mirrored_joint(joint).limit == ((-1.0, 2.0), (-0.2, 0.1), (-0.3, 0.0))


def test_joints_between_images_are_looked_at_once() -> None:
    chain = tuple(
        Bone(f"link_{n}.L", f"link_{n - 1}.L" if n else None, (1.0, 0.0, n), (1.0, 0.0, n + 1.0), connected=n > 0)
        for n in range(60)
    )
    document = Document.of(Rig(bones=chain))
    with patch.object(symmetry, "joint_of", wraps=symmetry.joint_of) as joint_of:
        both = symmetry.symmetrize(document, [bone.name for bone in chain])
    assert len(both.rig.bones) == 2 * len(chain)
    assert joint_of.call_count <= len(chain)
