"""Bones that grow from others and that are drawn."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.rigs import Document
from pantin.rigs.editing.building.extruding import draw, extrude
from pantin.rigs.editing.building.joints import frames_of
from pantin.rigs.templates import humanoid
from tests.rigs.editing.building.subjects import LEG


def test_a_tail_grows_a_connected_child_that_goes_on_with_its_axes() -> None:
    after = extrude(LEG, "shin.L", "tail", (0.1, -0.2, 0.05))
    foot = after.rig.by_name["shin.001.L"]
    assert (foot.parent, foot.connected, foot.head, foot.tail) == ("shin.L", True, (0.1, 0.0, 0.1), (0.1, -0.2, 0.05))
    shin, foot = frames_of(after.rig, [after.rig.by_name["shin.L"], foot])[:, :3, :3]
    np.testing.assert_allclose(np.cross(shin[:, 1], foot[:, 1]) @ (foot @ shin.T - np.eye(3)), 0.0, atol=1e-12)
    assert after.selected == ("shin.001.L",) and after.active == "shin.001.L"
    assert after.rig.collections[0].bones == ("thigh.L", "shin.L", "shin.001.L")
    assert [bone.name for bone in after.rig.bones][2:4] == ["shin.L", "shin.001.L"]


def test_children_are_listed_in_the_order_in_which_they_are_drawn() -> None:
    after = extrude(LEG, "thigh.L", "tail", (0.4, 0.0, 0.1))
    after = extrude(after, "thigh.L", "tail", (0.5, 0.0, 0.1))
    after = extrude(after, "thigh.001.L", "tail", (0.6, 0.0, 0.1))
    names = [bone.name for bone in after.rig.children["thigh.L"]]
    assert names == ["shin.L", "thigh.001.L", "thigh.002.L"]
    drawn = [bone.name for bone in after.rig.bones if bone.name.startswith("thigh.0")]
    assert drawn == ["thigh.001.L", "thigh.003.L", "thigh.002.L"]


def test_a_head_grows_a_brother() -> None:
    bones = extrude(LEG, "shin.L", "head", (0.3, 0.0, 0.5)).rig.by_name
    assert (bones["shin.001.L"].parent, bones["shin.001.L"].connected) == ("thigh.L", True)
    assert bones["shin.001.L"].head == bones["thigh.L"].tail


def test_the_head_of_a_root_grows_a_child_so_that_a_figure_stays_one() -> None:
    """Legs are drawn from the hips; brothers of the hips would stay behind when these move."""
    beside = extrude(LEG, "hips", "head", (0.0, 0.0, 0.5)).rig.by_name["hips.001"]
    assert (beside.parent, beside.connected) == ("hips", False)


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


def test_a_bone_out_of_a_handle_is_a_handle_that_is_grabbed_by_itself() -> None:
    document = extrude(Document.of(humanoid.rig()), "hand_ik.L", "tail", (1.0, -0.5, 1.0))
    new = document.rig.by_name[document.active or ""]
    assert (new.name, new.kind, new.connected) == ("hand_ik.001.L", "handle", False)
