"""Heads and tails at rest: a joint of several bones moves as one, and what is turned twists no more than it has to."""

from __future__ import annotations

from math import pi

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pantin.rigs.document import Document
from pantin.rigs.editing.bones import replace_bones
from pantin.rigs.editing.building.joints import frames_of, joint_of, moved, set_lengths, transformed
from pantin.rigs.rig import Bone, Rig
from tests.rigs.strategies import documents, quaternions, relaxed, vectors

DOCUMENT = Document.of(
    Rig(
        bones=(
            Bone(name="root", tail=(0.0, 0.0, 1.0)),
            Bone(name="left", parent="root", head=(0.0, 0.0, 1.0), tail=(1.0, 0.0, 1.0), connected=True),
            Bone(name="right", parent="root", head=(0.0, 0.0, 1.0), tail=(-1.0, 0.0, 1.0), connected=True),
            Bone(name="loose", parent="root", head=(0.0, 0.5, 1.0), tail=(0.0, 0.5, 1.0)),
        )
    )
)


def test_a_tail_takes_the_connected_heads_along() -> None:
    bones = moved(DOCUMENT, {("root", "tail"): (0.0, 0.1, 2.0)}).rig.by_name
    assert bones["root"].tail == bones["left"].head == bones["right"].head == (0.0, 0.1, 2.0)
    assert bones["left"].tail == (1.0, 0.0, 1.0) and bones["loose"] is DOCUMENT.rig.by_name["loose"]


def test_a_connected_head_moves_the_joint() -> None:
    bones = moved(DOCUMENT, {("left", "head"): (0.0, 0.0, 1.5), ("loose", "head"): (0.0, 0.7, 1.0)}).rig.by_name
    assert bones["root"].tail == bones["left"].head == bones["right"].head == (0.0, 0.0, 1.5)
    assert bones["loose"].head == (0.0, 0.7, 1.0)


def test_lengths_keep_directions_and_a_bone_without_one_points_up() -> None:
    bones = set_lengths(DOCUMENT, {"right": 2.0, "loose": 0.25}).rig.by_name
    assert bones["right"].tail == pytest.approx((-2.0, 0.0, 1.0))
    assert bones["loose"].tail == pytest.approx((0.0, 0.5, 1.25))


def test_connected_bones_that_are_given_lengths_together_all_have_them() -> None:
    bones = set_lengths(DOCUMENT, {"left": 0.5, "right": 0.5, "root": 0.5}).rig.by_name
    assert bones["root"].tail == bones["left"].head == pytest.approx((0.0, 0.0, 0.5))
    assert bones["left"].tail == pytest.approx((0.5, 0.0, 0.5)) and bones["right"].tail == pytest.approx(
        (-0.5, 0.0, 0.5)
    )


def test_moved_nowhere_is_the_same_document() -> None:
    assert moved(DOCUMENT, {("root", "tail"): (0.0, 0.0, 1.0)}) is DOCUMENT


def test_a_joint_has_the_tail_and_all_heads_connected_to_it() -> None:
    joint = (("root", "tail"), ("left", "head"), ("right", "head"))
    assert joint_of(DOCUMENT.rig, "left", "head") == joint_of(DOCUMENT.rig, "root", "tail") == joint
    assert joint_of(DOCUMENT.rig, "loose", "head") == (("loose", "head"),)
    assert joint_of(DOCUMENT.rig, "root", "head") == (("root", "head"),)


def test_a_bone_that_is_only_moved_keeps_its_roll() -> None:
    rolled = replace_bones(DOCUMENT, [Bone(name="loose", parent="root", head=(0.1, 0.5, 1.0), roll=0.3)])
    shift = np.eye(4)
    shift[:3, 3] = (0.1, 0.2, 0.3)
    bone = transformed(rolled, [("loose", "head"), ("loose", "tail")], shift).rig.by_name["loose"]
    assert bone.roll == 0.3 and bone.head == pytest.approx((0.2, 0.7, 1.3))


def test_turned_right_round_a_bone_turns_about_its_x() -> None:
    document = Document.of(Rig(bones=(Bone(name="bone", roll=0.4),)))
    after = moved(document, {("bone", "tail"): (0.0, 0.0, -1.0)})
    before, after = (frames_of(each.rig, each.rig.bones)[0, :3, :3] for each in (document, after))
    np.testing.assert_allclose(after, before * (1.0, -1.0, -1.0), atol=1e-12)


def test_a_bone_without_length_points_as_its_parent_and_grows_by_these_axes() -> None:
    parent = Bone(name="parent", tail=(0.6, 0.0, 0.8), roll=0.7)
    point = Bone(name="point", parent="parent", head=(1.0, 1.0, 1.0), tail=(1.0, 1.0, 1.0))
    document = Document.of(Rig(bones=(parent, point)))
    frame = frames_of(document.rig, [point])[0, :3, :3]
    np.testing.assert_allclose(frame[:, 1], parent.tail, atol=1e-12)
    grown = moved(document, {("point", "tail"): (1.6, 1.0, 1.8)})
    np.testing.assert_allclose(frames_of(grown.rig, [grown.rig.by_name["point"]])[0, :3, :3], frame, atol=1e-12)


def test_only_bones_whose_both_ends_are_taken_turn_about_themselves() -> None:
    turn = np.diag([-1.0, -1.0, 1.0, 1.0])
    document = Document.of(Rig(bones=(Bone(name="bone", roll=0.3),)))
    assert transformed(document, [("bone", "tail")], turn) is document
    assert transformed(document, [("bone", "head"), ("bone", "tail")], turn).rig.by_name["bone"].roll != 0.3


@given(documents(), st.data(), vectors())
@relaxed
def test_what_gets_another_direction_turns_by_the_shortest_arc(document: Document, data, place) -> None:
    """The turn from the frame before to the frame after is about an axis across both: there is no twist in it."""
    name = data.draw(st.sampled_from([bone.name for bone in document.rig.bones]))
    after = moved(document, {(name, data.draw(st.sampled_from(["head", "tail"]))): place})
    for old, new in zip(document.rig.bones, after.rig.bones, strict=True):
        if old is new or np.linalg.norm(np.subtract(new.tail, new.head)) < 1e-3:
            continue
        a, b = frames_of(document.rig, [old])[0, :3, :3], frames_of(after.rig, [new])[0, :3, :3]
        if a[:, 1] @ b[:, 1] > -0.99:
            assert np.trace(b @ a.T) == pytest.approx(1.0 + 2.0 * (a[:, 1] @ b[:, 1]), abs=1e-6)


@given(documents(), quaternions(), vectors())
@relaxed
def test_whole_bones_are_turned_with_their_axes(document: Document, rotation, shift) -> None:
    matrix = np.eye(4)
    matrix[:3, :3], matrix[:3, 3] = _matrix(rotation), shift
    loose = replace_bones(document, [replace(bone, connected=False) for bone in document.rig.bones])
    ends = [(bone.name, end) for bone in loose.rig.bones for end in ("head", "tail")]
    after = transformed(loose, ends, matrix)
    long = [row for row, b in enumerate(loose.rig.bones) if np.linalg.norm(np.subtract(b.tail, b.head)) > 1e-3]
    expected = matrix @ frames_of(loose.rig, loose.rig.bones)
    np.testing.assert_allclose(frames_of(after.rig, after.rig.bones)[long], expected[long], atol=1e-6)


def test_a_bone_turned_about_itself_gets_another_roll() -> None:
    turn = np.diag([-1.0, -1.0, 1.0, 1.0])
    after = transformed(DOCUMENT, [("root", "head"), ("root", "tail")], turn).rig.by_name["root"]
    assert abs(after.roll) == pytest.approx(pi) and after.tail == (0.0, 0.0, 1.0)


def _matrix(rotation: tuple[float, ...]) -> np.ndarray:
    x, y, z, w = rotation
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )


def test_several_bones_are_replaced_at_once_and_cycles_rejected() -> None:
    root, left, right, _ = DOCUMENT.rig.bones
    changed = replace_bones(DOCUMENT, [Bone(name="left", parent="right"), Bone(name="right", parent="root", roll=1.0)])
    assert [bone.name for bone in changed.rig.bones] == ["root", "left", "right", "loose"]
    assert changed.rig.by_name["left"].parent == "right" and changed.rig.by_name["right"].roll == 1.0
    assert replace_bones(DOCUMENT, [root, left, right]) is DOCUMENT
    with pytest.raises(ValueError, match="hangs below"):
        replace_bones(DOCUMENT, [Bone(name="root", parent="left")])
    with pytest.raises(ValueError, match="no bone"):
        replace_bones(DOCUMENT, [Bone(name="gone")])
