"""Up and down the tree of bones."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pantin.rigs import Bone, Document, Rig
from pantin.rigs.tree.traversal import ancestors, depth_of, root_of, topmost, with_descendants
from tests.rigs.samples import ARMS
from tests.rigs.strategies import documents, relaxed


def test_ancestors_go_up_to_the_root() -> None:
    assert tuple(ancestors(ARMS, "hand.L")) == ("arm.L", "spine")
    assert (root_of(ARMS, "hand.L"), root_of(ARMS, "prop.L")) == ("spine", "prop.L")
    assert (depth_of(ARMS, "hand.L"), depth_of(ARMS, "spine")) == (2, 0)


def test_descendants_come_after_what_carries_them() -> None:
    assert with_descendants(ARMS, ["arm.L"]) == ("arm.L", "hand.L")
    assert with_descendants(ARMS, ["spine", "arm.L", "gone"]) == (
        *("spine", "ribs", "arm.L", "hand.L"),
        *("arm.R", "hand.R"),
    )


def test_a_rig_may_be_thousands_of_bones_deep() -> None:
    rig = Rig(bones=tuple(Bone(name=str(n), parent=str(n - 1) if n else None) for n in range(5000)))
    assert len(with_descendants(rig, ["0"])) == 5000
    assert depth_of(rig, "4999") == 4999


def test_topmost_leaves_out_what_others_carry() -> None:
    assert topmost(ARMS, ["hand.L", "arm.L", "hand.R", "gone"]) == ("arm.L", "hand.R")


@given(documents(), st.data())
@relaxed
def test_topmost_and_descendants_undo_each_other(document: Document, data: st.DataObject) -> None:
    names = data.draw(st.lists(st.sampled_from([bone.name for bone in document.rig.bones]), unique=True))
    tops = topmost(document.rig, names)
    everything = with_descendants(document.rig, names)
    assert set(tops) <= set(names) <= set(everything)
    assert set(with_descendants(document.rig, tops)) == set(everything)
    assert set(topmost(document.rig, everything)) == set(tops)
