"""Heads and tails at rest: a joint of several bones moves as one, whichever of them is moved."""

from __future__ import annotations

import pytest

from rigs.bones import replace_bones
from rigs.document import Document
from rigs.placing import place_heads, place_tails, set_lengths
from rigs.rig import Bone, Rig

DOCUMENT = Document(
    rig=Rig(
        bones=(
            Bone(name="root", tail=(0.0, 0.0, 1.0)),
            Bone(name="left", parent="root", head=(0.0, 0.0, 1.0), tail=(1.0, 0.0, 1.0), connected=True),
            Bone(name="right", parent="root", head=(0.0, 0.0, 1.0), tail=(-1.0, 0.0, 1.0), connected=True),
            Bone(name="loose", parent="root", head=(0.0, 0.5, 1.0), tail=(0.0, 0.5, 1.0)),
        )
    )
)


def test_a_tail_takes_the_connected_heads_along() -> None:
    bones = place_tails(DOCUMENT, {"root": (0.0, 0.1, 2.0)}).rig.by_name
    assert bones["root"].tail == bones["left"].head == bones["right"].head == (0.0, 0.1, 2.0)
    assert bones["left"].tail == (1.0, 0.0, 1.0) and bones["loose"] is DOCUMENT.rig.by_name["loose"]


def test_a_connected_head_moves_the_joint() -> None:
    bones = place_heads(DOCUMENT, {"left": (0.0, 0.0, 1.5), "loose": (0.0, 0.7, 1.0)}).rig.by_name
    assert bones["root"].tail == bones["left"].head == bones["right"].head == (0.0, 0.0, 1.5)
    assert bones["loose"].head == (0.0, 0.7, 1.0)


def test_lengths_keep_directions_and_a_bone_without_one_points_up() -> None:
    bones = set_lengths(DOCUMENT, {"right": 2.0, "loose": 0.25}).rig.by_name
    assert bones["right"].tail == pytest.approx((-2.0, 0.0, 1.0))
    assert bones["loose"].tail == pytest.approx((0.0, 0.5, 1.25))


def test_moved_nowhere_is_the_same_document() -> None:
    assert place_tails(DOCUMENT, {"root": (0.0, 0.0, 1.0)}) is DOCUMENT


def test_several_bones_are_replaced_at_once_and_cycles_refused() -> None:
    root, left, right, _ = DOCUMENT.rig.bones
    changed = replace_bones(DOCUMENT, [Bone(name="left", parent="right"), Bone(name="right", parent="root", roll=1.0)])
    assert [bone.name for bone in changed.rig.bones] == ["root", "left", "right", "loose"]
    assert changed.rig.by_name["left"].parent == "right" and changed.rig.by_name["right"].roll == 1.0
    assert replace_bones(DOCUMENT, [root, left, right]) is DOCUMENT
    with pytest.raises(ValueError, match="hangs below"):
        replace_bones(DOCUMENT, [Bone(name="root", parent="left")])
    with pytest.raises(ValueError, match="no bone"):
        replace_bones(DOCUMENT, [Bone(name="gone")])
