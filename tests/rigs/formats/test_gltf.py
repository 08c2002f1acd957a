"""Tests of what the reader of glTF makes of nodes and skins, and what it says of a file that is wrong."""

from __future__ import annotations

import struct

import msgspec
import numpy as np
import pytest

from pantin import rigs
from pantin.rigs import Unreadable
from pantin.rigs.formats.gltf import written
from pantin.rigs.motion.baked import BakedFigure
from pantin.rigs.rest import rest_lengths, rest_matrices
from tests.rigs.formats.gltf_files import glb, gltf, skinned
from tests.rigs.samples import is_one_sentence

TURNED = [0.0, 0.0, 0.38268343236508984, 0.9238795325112867]


def test_y_up_becomes_z_up(opened) -> None:
    figure = opened(skinned({"name": "a", "children": [1]}, {"name": "b", "translation": [1.0, 2.0, 3.0]}))
    rig = figure.rig
    assert figure.name == "figure"
    assert [bone.name for bone in rig.bones] == ["a", "b"]
    assert (rig.bones[0].head, rig.bones[0].tail) == ((0.0, 0.0, 0.0), (1.0, -3.0, 2.0))
    assert rig.bones[1].connected


def test_a_joint_whose_y_runs_along_its_bone_keeps_its_axes(opened) -> None:
    turned = {"name": "a", "rotation": TURNED, "children": [1]}
    rig = opened(skinned(turned, {"name": "b", "translation": [0.0, 1.0, 0.0]})).rig
    half = 0.5**0.5
    expected = np.array([[half, -half, 0.0], [0.0, 0.0, -1.0], [half, half, 0.0]])
    np.testing.assert_allclose(rest_matrices(rig.bones)[:, :3, :3], [expected, expected], atol=1e-9)


def test_nodes_above_and_between_joints_move_them(opened) -> None:
    rig = opened(
        gltf(
            {"name": "scene", "scale": [100.0, 100.0, 100.0], "children": [1]},
            {"name": "a", "children": [2]},
            {"name": "between", "matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0.5, 0, 1], "children": [3]},
            {"name": "b", "translation": [0.0, 0.5, 0.0]},
            skins=[{"joints": [3, 1]}, {"joints": [1, 3]}],
        )
    ).rig
    assert [(bone.name, bone.parent, bone.head) for bone in rig.bones] == [
        ("a", None, (0.0, 0.0, 0.0)),
        ("b", "a", (0.0, 0.0, 100.0)),
    ]


def test_names_become_unique(opened) -> None:
    named = [{"name": name} for name in ("hand", "hand.001", "hand", "", "hand")]
    rig = opened(skinned(*named, {})).rig
    assert [bone.name for bone in rig.bones] == ["hand", "hand.001", "hand.002", "joint_3", "hand.003", "joint_5"]


def test_a_name_that_could_not_be_saved_is_mended(opened) -> None:
    rig = opened(skinned({"name": " half \ud800"}, {"name": "x" * 500})).rig
    assert [bone.name for bone in rig.bones] == ["half ?", "x" * 180]


def test_a_bone_goes_on_to_the_child_that_continues_it(opened) -> None:
    rig = opened(
        skinned(
            {"name": "forearm", "children": [1]},
            {"name": "hand", "translation": [1.0, 0.0, 0.0], "children": [2, 3, 4]},
            {"name": "thumb", "translation": [0.1, 0.0, 0.3], "children": [5]},
            {"name": "middle", "translation": [0.3, 0.0, 0.01]},
            {"name": "little", "translation": [0.1, 0.0, -0.3]},
            {"name": "thumb_tip", "translation": [0.1, 0.0, 0.0]},
        )
    ).rig
    assert {bone.name for bone in rig.bones if bone.connected} == {"hand", "middle", "thumb_tip"}


def test_a_root_goes_on_to_the_child_that_carries_most(opened) -> None:
    rig = opened(
        skinned(
            {"name": "hips", "children": [1, 2]},
            {"name": "leg", "translation": [0.1, 0.0, 0.0]},
            {"name": "spine", "translation": [0.0, 0.3, 0.0], "children": [3]},
            {"name": "head", "translation": [0.0, 0.3, 0.0]},
        )
    ).rig
    assert rig.by_name["hips"].tail == rig.by_name["spine"].head
    assert not rig.by_name["leg"].connected


def test_a_last_bone_ends_where_the_exporter_marked_it(opened) -> None:
    rig = opened(
        gltf(
            {"name": "a", "children": [1]}, {"name": "a_end", "translation": [0.0, 0.0, 0.25]}, skins=[{"joints": [0]}]
        )
    ).rig
    assert [(bone.name, bone.tail) for bone in rig.bones] == [("a", (0.0, -0.25, 0.0))]


def test_joints_in_one_place_still_make_bones(opened) -> None:
    rig = opened(skinned({"children": [1]}, {"children": [2]}, {})).rig
    assert (rest_lengths(rig.bones) > 0.01).all()


def test_a_figure_of_stiff_parts_moves_by_its_nodes(opened) -> None:
    rig = opened(
        gltf(
            {"name": "torso", "mesh": 0, "children": [1]},
            {"name": "arm", "mesh": 1, "translation": [0.3, 0.2, 0.0]},
        )
    ).rig
    assert [(bone.name, bone.parent) for bone in rig.bones] == [("torso", None), ("arm", "torso")]


def test_the_container_and_the_text_are_the_same(tmp_path, opened) -> None:
    plain = skinned({"name": "a", "children": [1]}, {"name": "b", "translation": [0.0, 1.0, 0.0]})
    (tmp_path / "figure.glb").write_bytes(glb(plain))
    one, other = rigs.read(tmp_path / "figure.glb").figure, opened(plain)
    assert msgspec.structs.replace(one.source, file=None) == msgspec.structs.replace(other.source, file=None)
    assert msgspec.structs.replace(one, source=None) == msgspec.structs.replace(other, source=None)


GOOD = glb(skinned({"name": "a"}))


@pytest.mark.parametrize(
    ("data", "where"),
    [
        (GOOD[:10], "byte 10"),
        (GOOD[:-4], "byte 8"),
        (GOOD[:4] + b"\1" + GOOD[5:], "byte 4"),
        (GOOD[:12] + b"\xf0\xff\xff\xff" + GOOD[16:], "byte 12"),
        (GOOD[:16] + b"BIN\0" + GOOD[20:], "byte 16"),
        (GOOD[:8] + struct.pack("<I", 12) + GOOD[12:], "byte 16"),
        (GOOD[:20] + b"#" + GOOD[21:], "line 1 column 1"),
    ],
)
def test_a_container_that_is_wrong_says_where(tmp_path, data: bytes, where: str) -> None:
    path = tmp_path / "bad.glb"
    path.write_bytes(data)
    with pytest.raises(Unreadable) as caught:
        rigs.read(path)
    assert caught.value.where == where
    assert is_one_sentence(caught.value.what)


@pytest.mark.parametrize(
    ("plain", "where"),
    [
        ({"asset": {"version": "1.0"}}, "$.asset.version"),
        ({"nodes": []}, "$.asset"),
        ({"asset": "\ud800"}, "$"),
        (gltf(), "$.nodes"),
        (gltf({"children": [5]}), "$.nodes[0].children[0]"),
        (gltf({"children": [-1]}), "$.nodes[0].children[0]"),
        (gltf({"children": [0]}), "$.nodes[0].children"),
        (gltf({"children": [1]}, {"children": [0]}), "$.nodes[0].children"),
        (gltf({"children": [2]}, {"children": [2]}, {}), "$.nodes[1].children[0]"),
        (gltf({}, skins=[{"joints": [0, 1]}]), "$.skins[0].joints[1]"),
        (gltf({}, skins=[{"joints": []}]), "$.skins[0].joints"),
        (gltf({}, skins=[{}]), "$.skins[0]"),
        (gltf({"translation": [0, 1]}), "$.nodes[0].translation"),
        (gltf({"matrix": [0] * 15}), "$.nodes[0].matrix"),
        (gltf({"translation": [0, float("nan"), 0]}), "$.nodes[0]"),
        (gltf({"translation": [0, 1e9, 0]}), "$.nodes[0]"),
        (gltf({"scale": [1e200] * 3, "children": [1]}, {"scale": [1e200] * 3}), "$.nodes[1]"),
    ],
)
def test_a_scene_that_is_wrong_says_where(opened, plain: dict, where: str) -> None:
    with pytest.raises(Unreadable) as caught:
        opened(plain)
    assert caught.value.where == where
    assert is_one_sentence(caught.value.what)


@pytest.mark.parametrize("count", [15, 17])
def test_a_matrix_has_16_numbers(opened, count: int) -> None:
    with pytest.raises(Unreadable, match="16 values belong here"):
        opened(gltf({"matrix": [0] * count}))


def test_eyes_look_ahead_and_the_head_goes_on_upwards(opened) -> None:
    neck = {"name": "neck", "translation": [0, 1.5, 0], "children": [1]}
    head = {"name": "head", "translation": [0, 0.1, 0], "children": [2, 3]}
    eyes = [{"name": f"{side}Eye", "translation": [at, 0.08, 0.05]} for side, at in (("left", 0.03), ("right", -0.03))]
    rig = opened(skinned(neck, head, *eyes)).rig
    skull, left, right = (rig.by_name[name] for name in ("head", "leftEye", "rightEye"))
    np.testing.assert_allclose(np.subtract(skull.tail, skull.head)[:2], 0, atol=1e-9)
    for eye in (left, right):
        across_x, forward, up = np.subtract(eye.tail, eye.head)
        assert (across_x, up) == (0.0, 0.0) and forward < -0.02 and not eye.connected


def test_a_rotation_of_zeros_does_not_turn(opened) -> None:
    rig = opened(
        skinned({"rotation": [0, 0, 0, 0], "scale": [0, 0, 0], "children": [1]}, {"translation": [0, 1, 0]})
    ).rig
    assert [bone.head for bone in rig.bones] == [(0.0, 0.0, 0.0), (0.0, 0.0, 0.0)]
    assert np.isfinite(rest_matrices(rig.bones)).all()


def test_a_matrix_whose_last_row_is_not_that_of_a_place_still_is_one(opened) -> None:
    """Such a node, which has no inverse, once ended the writing of the file."""
    flat = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 2, 3, 4, 0]
    figure = opened(skinned({"matrix": flat, "children": [1]}, {"translation": [0, 1, 0]}))
    assert [bone.head for bone in figure.rig.bones] == [(2.0, -4.0, 3.0), (2.0, -4.0, 4.0)]
    written(BakedFigure(figure, rest_matrices(figure.rig.bones)))


def test_a_file_of_more_nodes_than_a_figure_may_have_is_refused_in_a_sentence(tmp_path) -> None:
    path = tmp_path / "crowd.glb"
    path.write_bytes(glb({"asset": {"version": "2.0"}, "nodes": [{}] * 65_537, "skins": [{"joints": [0]}]}))
    with pytest.raises(Unreadable) as caught:
        rigs.read(path)
    assert "65,537 nodes" in str(caught.value) and is_one_sentence(str(caught.value))
