"""Bones connected to what carries them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pantin.rigs import (
    Bone,
)
from pantin.rigs.editing.bones import replace_bones
from pantin.rigs.editing.building.joining import connect, disconnect
from tests.rigs.editing.building.subjects import LEG
from tests.rigs.samples import leg


def test_connecting_begins_a_bone_on_its_parents_tail() -> None:
    after = connect(LEG, ["thigh.L"]).rig.by_name["thigh.L"]
    assert (after.head, after.tail, after.connected) == ((0.0, 0.0, 1.1), leg().rig.bones[1].tail, True)
    apart = disconnect(connect(LEG, ["thigh.L"]), ["thigh.L", "hips"]).rig.by_name["thigh.L"]
    assert apart == replace(after, connected=False)


def test_what_cannot_be_connected_is_rejected_with_the_reason() -> None:
    with pytest.raises(ValueError, match='"hips" has no parent to be connected to; '):
        connect(LEG, ["hips"])
    ends_there = replace_bones(LEG, [Bone(name="thigh.L", parent="hips", tail=(0.0, 0.0, 1.1))])
    with pytest.raises(ValueError, match="would have no length; "):
        connect(ends_there, ["thigh.L"])
