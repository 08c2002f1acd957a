"""Tests of which joints tools take hold of while the rest pose is edited."""

from __future__ import annotations

from unittest.mock import patch

from msgspec.structs import replace

from pantin.rigs.document import Document, End
from pantin.rigs.editing.building import ends
from pantin.rigs.editing.building.ends import joints_held, single_joint_held
from tests.rigs.skeletons import chain_of, row_of


def test_the_ends_that_lie_on_one_joint_are_one() -> None:
    document = Document.of(chain_of(3), ends=(End("bone_1", "head"), End("bone_0", "tail")))
    assert single_joint_held(document) == End("bone_0", "tail")
    assert joints_held(document) == (End("bone_0", "tail"),)


def test_none_is_single_among_several_or_none() -> None:
    document = Document.of(chain_of(3))
    assert single_joint_held(document) is None
    assert single_joint_held(replace(document, ends=(End("bone_1", "head"), End("bone_2", "tail")))) is None


def test_of_very_many_joints_only_the_first_are_looked_at() -> None:
    rig = row_of(300)
    document = Document.of(rig, selected=tuple(bone.name for bone in rig.bones))
    with patch.object(ends, "joint_of", wraps=ends.joint_of) as joint_of:
        assert single_joint_held(document) is None
    assert joint_of.call_count == 1
