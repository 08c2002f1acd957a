"""Tests of what the sheet of an export says in words of the file."""

from __future__ import annotations

from msgspec.structs import replace

from pantin.app.exporting.motion_facts import left_out
from pantin.rigs.figure import Figure
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.source.values import Source, SourceNode, SourceSkin

BONES = Figure(rig=Rig(bones=(Bone(name="hips", head=(0, 0, 0), tail=(0, 0, 1)),)))


def test_the_mesh_of_a_character_is_said_to_be_left_out_and_nothing_of_a_bare_skeleton() -> None:
    skinned = Source(nodes=(SourceNode(name="hips", bone="hips"),), skins=(SourceSkin(joints=(0,)),))
    assert left_out(BONES, False, "glb", "clip") == "Nothing."
    assert "mesh" in left_out(replace(BONES, source=skinned), False, "glb", "clip")
    assert "mesh" not in left_out(replace(BONES, source=replace(skinned, skins=())), False, "glb", "clip")
    of_bvh = replace(skinned, z_up=False)
    assert "mesh" not in left_out(replace(BONES, source=of_bvh), False, "glb", "clip"), "BVH has none"
