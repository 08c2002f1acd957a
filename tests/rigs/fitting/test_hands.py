"""Hands are found in any skeleton: by names, of whatever convention, and by shape where names say nothing."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from pantin.rigs.document import Document
from pantin.rigs.editing.hands.sliders import with_preset
from pantin.rigs.fitting import figure_in
from pantin.rigs.fitting.by_shape import fingers_by_shape
from pantin.rigs.fitting.hand_joints import hand_joints
from pantin.rigs.fitting.hands import hands_of
from pantin.rigs.fitting.limits.human_limits import human_limits
from pantin.rigs.fitting.palm import palm_of
from pantin.rigs.fitting.tree import Tree
from pantin.rigs.motion.clips_of_bones import forward_kinematics
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.templates import TEMPLATES
from tests.rigs.hands import document_of, hands


def nameless(rig: Rig) -> Rig:
    """The bones of a rig, with names that say nothing."""
    names = {bone.name: f"b{number}" for number, bone in enumerate(rig.bones)}
    bones = [bone for bone in rig.bones if bone.kind == "bone"]
    return Rig(
        bones=tuple(replace(b, name=names[b.name], parent=names.get(b.parent or ""), connected=False) for b in bones)
    )


def nameless_but_the_hand(rig: Rig) -> Rig:
    """A hand of which only the first bone is named."""
    bones = tuple(
        replace(bone, parent="hand.L" if bone.parent == "b0" else bone.parent) for bone in nameless(rig).bones
    )
    return Rig(bones=(rig.bones[0], *bones[1:]))


def test_what_has_no_hand_has_none() -> None:
    assert hands("quadruped") == () == hands("bird") == hands("tentacle") == hands("biped")


def test_a_persons_hands_are_found_where_names_say_nothing() -> None:
    rig = TEMPLATES["humanoid"]()
    told = {bone.name: f"b{number}" for number, bone in enumerate(rig.bones)}
    [left, right], named = hands_of(nameless(rig)), hands_of(rig)
    assert [left.bone, right.bone] == [told[hand.bone] for hand in named]
    for hand, same in zip((left, right), named, strict=True):
        assert hand.fingers["thumb"] == tuple(told[name] for name in same.fingers["thumb"])
        assert set(hand.fingers) == set(same.fingers)


def drawn_hand(bones_a_finger: int = 3) -> Rig:
    """A flat left hand, drawn from before its palm: fingers that all begin at the end of the hand, in no order."""
    knuckles = {"little": (0.07, 0.15), "index": (-0.02, 0.2), "x": (-0.08, 0.12), "ring": (0.04, 0.18)}
    bones = [Bone("hand.L", tail=(0.0, 0.0, 0.05))]
    for finger, (x, z) in knuckles.items():
        places = [(0.0, 0.0, 0.05), *((x * part, 0.0, z * part) for part in (1.0, 1.3, 1.5, 1.6))]
        bones += [
            Bone(f"{finger} {at}", f"{finger} {at - 1}" if at else "hand.L", places[at], places[at + 1])
            for at in range(bones_a_finger)
        ]
    return Rig(bones=tuple(bones))


def test_fingers_that_all_begin_at_the_wrist_are_told_by_their_knuckles() -> None:
    rig = drawn_hand()
    found = fingers_by_shape(Tree(rig), "hand.L", "L")
    first = [found[role] for role in ("thumb_1.L", "index_1.L", "middle_1.L", "ring_1.L")]
    assert first == ["x 0", "index 0", "ring 0", "little 0"]
    assert figure_in(replace(rig, bones=rig.bones[:10])).kind == "person"  # three jaws
    assert figure_in(nameless_but_the_hand(rig)).kind == "hand"
    with_palm = fingers_by_shape(Tree(drawn_hand(4)), "hand.L", "L")
    assert [with_palm[f"index_{number}.L"] for number in (1, 2, 3)] == ["index 1", "index 2", "index 3"]


@pytest.mark.parametrize("named", [True, False])
def test_fingers_of_a_hand_that_is_drawn_flat_fold_to_its_palm(named: bool) -> None:
    """A fist within the limits that are found for it brings the last joints before the palm."""
    flat = drawn_hand(3) if named else nameless_but_the_hand(drawn_hand(4))
    limits = human_limits(flat, figure_in(flat))
    rig = replace(flat, bones=tuple(replace(bone, joint=limits.get(bone.name, bone.joint)) for bone in flat.bones))
    fist = with_preset(Document.of(rig), hand_joints(rig), "fist").figure
    turns = [fist.transform(bone.name) for bone in rig.bones]
    rows = np.array([[(*turn.location, *turn.rotation, *turn.scale) for turn in turns]])
    heads = forward_kinematics(rig.bones, rows)[0, :, :3, 3]
    (hand,) = hands_of(rig)
    fingers = set(hand.fingers) - {"thumb"}
    assert len(fingers) == 3
    for finger in fingers:
        first, *_, last = (heads[rig.rows[name]] for name in hand.fingers[finger])
        assert last[1] < -0.5 * np.linalg.norm(last - first) < 0.0


def test_both_palms_face_the_body_and_mirror_each_other() -> None:
    rig = document_of("humanoid").rig
    left, right = (palm_of(rig, hand) for hand in hands_of(rig))
    assert left is not None and right is not None and left.out[0] < -0.5
    for one, other in ((left.out, right.out), (left.thumb, right.thumb), (left.along, right.along)):
        np.testing.assert_allclose(one * (-1.0, 1.0, 1.0), other, atol=1e-9)
