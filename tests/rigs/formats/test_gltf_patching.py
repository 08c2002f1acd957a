"""A figure's own file leaves with what changed of it, and with all that Pantin does not know."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from pantin import rigs
from pantin.rigs import Document, Transform
from pantin.rigs.clip import Clip
from pantin.rigs.editing.bones import rename
from pantin.rigs.editing.building.extruding import extrude
from pantin.rigs.editing.building.removing import delete
from pantin.rigs.editing.building.upright import stood_up
from pantin.rigs.figure import Figure
from pantin.rigs.formats import gltf
from pantin.rigs.formats.files import Fault
from pantin.rigs.formats.gltf.meshes import character as read_character
from pantin.rigs.meshes import posed_points
from pantin.rigs.meshes.binding import binding, palette
from pantin.rigs.motion.baked import WrittenFile
from pantin.rigs.pose import Pose
from pantin.solver.edits.expressions import set_expression
from tests.readers.skinned import Skinned
from tests.rigs.formats.characters import NODES, character, opened, seen
from tests.rigs.formats.gltf_files import baked, glb, standing
from tests.rigs.formats.gltf_files import gltf as described

PULLED = {
    "Hips": Transform((0.1, -0.2, 0.3), (0.0, 0.6, 0.0, 0.8)),
    "Arm": Transform((0.0, 0.0, 0.0), (0.6, 0.0, 0.0, 0.8)),
    "Head": Transform((0.0, 0.0, 0.0), (0.0, 0.0, 0.28, 0.96)),
}


def written(figure: Figure) -> Skinned:
    """The file of a figure, whose data must begin with that of its own file."""
    return Skinned(gltf.written(baked(figure)).data)


def posed(figure: Figure) -> Figure:
    return replace(figure, pose=Pose({name: at for name, at in PULLED.items() if name in figure.rig.by_name}))


def still(figure: Figure) -> Figure:
    return replace(figure, clips=())


def assert_as_drawn(figure: Figure, original: bytes, found: Skinned) -> None:
    expected = seen(figure, standing(figure), original)
    stands = found.vertices(found.worlds())
    assert stands.keys() == expected.keys()
    for mesh, places in expected.items():
        np.testing.assert_allclose(stands[mesh], places, atol=2e-6)


def differences(one: Any, other: Any, path: str = "") -> set[str]:
    """The places at which two plain values differ."""
    if isinstance(one, dict) and isinstance(other, dict):
        return set[str]().union(
            *(
                differences(one[key], other[key], f"{path}.{key}") if key in one and key in other else {f"{path}.{key}"}
                for key in one.keys() | other.keys()
            )
        )
    if (
        one
        and isinstance(one, list)
        and isinstance(other, list)
        and len(one) == len(other)
        and isinstance(one[0], dict)
    ):
        pairs = enumerate(zip(one, other, strict=True))
        return set[str]().union(*(differences(a, b, f"{path}[{at}]") for at, (a, b) in pairs))
    return set() if one == other else {path}


def test_at_rest_it_leaves_to_the_byte(tmp_path: Path) -> None:
    for extensions in ({}, {"VRM": {"humanoid": {"humanBones": []}}}, {"VRMC_vrm": {"specVersion": "1.0"}}):
        data = character(extensions)
        assert gltf.written(baked(opened(tmp_path, data))).data == data


def test_a_pose_changes_the_nodes_that_it_moves_and_nothing_else(tmp_path: Path) -> None:
    data = character()
    figure = posed(opened(tmp_path, data))
    found, before = written(still(figure)), Skinned(data)
    assert differences(found.plain, before.plain) == {
        ".animations",
        ".nodes[1].translation",
        ".nodes[1].rotation",
        ".nodes[3].matrix",
        ".nodes[3].translation",
        ".nodes[3].rotation",
        ".nodes[6].rotation",
    }
    assert (found.data, found.others) == (before.data, before.others)
    assert_as_drawn(figure, data, found)


def test_a_figure_that_looked_back_is_turned_back(tmp_path: Path) -> None:
    data = character({"VRM": {"humanoid": {"humanBones": []}}})
    figure = still(posed(opened(tmp_path, data, "avatar.vrm")))
    made = gltf.written_vrm(baked(figure))
    assert "VRM" in Skinned(made.data).plain["extensions"]
    assert_as_drawn(figure, data, Skinned(made.data))


def lying() -> bytes:
    """The character on its front: its file has Z up."""
    nodes = [dict(node) for node in NODES]
    nodes[0]["rotation"] = [float(np.sqrt(0.5)), 0.0, 0.0, float(np.sqrt(0.5))]
    return character(nodes=nodes)


def test_a_figure_that_lay_stands_on_screen_and_leaves_so(tmp_path: Path) -> None:
    standing_file = Skinned(character())
    figure = stood_up(Document.of(opened(tmp_path, lying()))).figure
    own = read_character(tmp_path / "fighter.glb")
    bound = binding(figure.rig, figure.source, own)
    for found, moved in ((figure, False), (posed(figure), True)):
        matrices, left = palette(bound, standing(found)), written(found)
        for part, first in zip(own.parts, bound.firsts, strict=True):
            mesh = standing_file.plain["meshes"][standing_file.plain["nodes"][part.node]["mesh"]]["name"]
            places = posed_points.posed(part, matrices[first:], ()).positions @ own.turn[:3, :3]
            np.testing.assert_allclose(left.vertices(left.worlds())[mesh], places, atol=2e-6)
            upright = standing_file.vertices(standing_file.worlds())[mesh]
            assert moved or np.allclose(places, upright, atol=2e-6)


def test_its_clips_leave_as_the_file_has_them_below_the_node_that_turns_it(tmp_path: Path) -> None:
    before, there = Skinned(lying()), Skinned(character())
    found = written(stood_up(Document.of(opened(tmp_path, lying()))).figure)
    assert differences(found.plain, before.plain) == {".nodes", ".scenes[0].nodes"}
    assert found.plain["nodes"][:-1] == before.plain["nodes"] and found.data == before.data
    for animation in (0, 1):
        for seconds in (0.0, 0.5, 1.0):
            for mesh, places in there.vertices(there.worlds(animation, seconds)).items():
                stands = found.vertices(found.worlds(animation, seconds))[mesh]
                np.testing.assert_allclose(stands, places, atol=2e-6)


def edited(figure: Figure) -> Figure:
    """The arm and the spine rest elsewhere, turned and longer."""
    bones = {
        "Spine": {"head": (0.1, 0.0, 1.6), "tail": (0.2, 0.3, 2.2), "roll": 0.5, "connected": False},
        "Arm": {"head": (0.4, 0.1, 2.0), "tail": (0.9, 0.1, 2.2), "roll": -0.3, "connected": False},
    }
    changed = (replace(bone, **{"connected": False, **bones.get(bone.name, {})}) for bone in figure.rig.bones)
    return replace(figure, rig=figure.rig.changed(bones=tuple(changed)))


def test_bones_that_rest_elsewhere_leave_their_meshes_where_they_are(tmp_path: Path) -> None:
    data = character()
    figure, before = edited(still(opened(tmp_path, data))), Skinned(data)
    found = written(figure)
    assert_as_drawn(figure, data, found)
    for mesh, places in before.vertices(before.worlds()).items():
        np.testing.assert_allclose(found.vertices(found.worlds())[mesh], places, atol=2e-6)
    assert found.plain["skins"][0]["inverseBindMatrices"] == len(before.plain["accessors"])
    assert found.data[: len(before.data)] == before.data and len(found.data) > len(before.data)
    assert found.plain["accessors"][: len(before.plain["accessors"])] == before.plain["accessors"]
    assert_as_drawn(posed(figure), data, written(posed(figure)))
    (tmp_path / "again.glb").write_bytes(gltf.written(baked(figure)).data)
    again = rigs.read(tmp_path / "again.glb").figure.rig
    np.testing.assert_allclose(again.by_name["Arm"].head, (0.4, 0.1, 2.0), atol=1e-6)


def test_a_mesh_on_the_node_of_a_bone_that_rests_elsewhere_gets_a_node_of_its_own(tmp_path: Path) -> None:
    data = character(
        nodes=[{**node, "mesh": 1} if node["name"] == "Arm" else node for node in NODES[:-1]] + [NODES[-1]]
    )
    figure = edited(still(opened(tmp_path, data)))
    for each in (figure, posed(figure)):
        found = written(each)
        expected = seen(each, standing(each), data)
        holder = found.plain["nodes"][-1]
        assert holder["mesh"] == 1 and "mesh" not in found.plain["nodes"][3]
        assert len(found.plain["nodes"]) == len(NODES) + 1
        found.plain["nodes"][4].pop("mesh")  # of the two at which it is, the sword
        np.testing.assert_allclose(
            found.vertices(found.worlds())["blade"], seen_at(each, data, 3), atol=2e-6, err_msg=str(expected.keys())
        )


def seen_at(figure: Figure, data: bytes, node: int) -> np.ndarray:
    """Where the mesh at a node is drawn."""
    plain = Skinned(data).plain
    only = [{k: v for k, v in each.items() if k != "mesh" or at == node} for at, each in enumerate(plain["nodes"])]
    return seen(figure, standing(figure), character(nodes=only))["blade"]


def test_bones_that_were_deleted_stay_as_nodes_with_their_skin(tmp_path: Path) -> None:
    data = character()
    document = delete(Document.of(still(opened(tmp_path, data))), ("Spine",))
    figure = posed(document.figure)
    found, before = written(figure), Skinned(data)
    assert found.plain["skins"] == before.plain["skins"] and len(found.plain["nodes"]) == len(NODES)
    assert_as_drawn(figure, data, found)


def test_bones_that_were_added_are_nodes_behind_all_and_move_no_skin(tmp_path: Path) -> None:
    data = character()
    document = extrude(Document.of(still(opened(tmp_path, data))), "Head", "tail", (0.0, 0.0, 4.0))
    added = document.figure.rig.bones[-1].name
    found, before = written(document.figure), Skinned(data)
    assert found.plain["nodes"][-1]["name"] == added and found.parents[len(NODES)] == 6
    assert found.plain["skins"] == before.plain["skins"]
    head = document.figure.rig.by_name[added].head
    x, y, z = found.worlds()[-1][:3, 3]
    assert (x, -z, y) == pytest.approx(head, abs=1e-6)
    alone = replace(document.figure.rig.bones[-1], parent=None, connected=False)
    rootless = document.with_rig(document.figure.rig.changed(bones=(*document.figure.rig.bones[:-1], alone)))
    assert written(rootless.figure).plain["scenes"] == [{"nodes": [0, len(NODES)], "name": "Stage"}]


def test_a_bone_with_another_name_or_parent_is_the_same_node(tmp_path: Path) -> None:
    data = character()
    document = rename(Document.of(still(opened(tmp_path, data))), "Head", "Skull")
    assert differences(written(document.figure).plain, Skinned(data).plain) == {".animations", ".nodes[6].name"}
    bones = tuple(
        replace(b, parent="Hips", connected=False) if b.name == "Arm" else b for b in document.figure.rig.bones
    )
    figure = document.with_rig(document.figure.rig.changed(bones=bones)).figure
    found = written(figure)
    assert found.plain["nodes"][1]["children"] == [2, 3] and found.plain["nodes"][2]["children"] == [6]
    assert_as_drawn(posed(figure), data, written(posed(figure)))


# Clips


def clip_named(figure: Figure, name: str) -> Clip:
    return next(clip for clip in figure.clips if clip.name == name)


def test_animations_of_clips_that_did_not_change_stay_as_they_are(tmp_path: Path) -> None:
    data = character()
    figure, before = opened(tmp_path, data), Skinned(data)
    wave, walk = figure.clips
    named = replace(walk, name="stroll")
    found = written(replace(figure, clips=(wave, named)))
    assert differences(found.plain, before.plain) == {".animations[1].name"} and found.data == before.data
    found = written(replace(figure, clips=(walk,)))
    assert found.plain["animations"] == before.plain["animations"][1:] and found.data == before.data
    assert "animations" not in written(still(figure)).plain


@pytest.mark.parametrize(
    "change",
    [
        lambda clip: replace(clip, first=10),
        lambda clip: replace(clip, rate=2.0 * clip.rate),
        lambda clip: clip.with_frames(clip.frames_at(slice(None))[::-1].copy()),
    ],
)
def test_a_clip_that_changed_is_written_behind_all_else(change: Callable[[Clip], Clip], tmp_path: Path) -> None:
    data = character()
    figure, before = opened(tmp_path, data), Skinned(data)
    wave, walk = figure.clips
    figure = replace(figure, clips=(change(wave), walk))
    found = written(figure)
    assert found.plain["animations"][1] == before.plain["animations"][1]
    assert found.plain["animations"][0]["extras"] == {"by": "us"} and found.plain["animations"][0]["name"] == "wave"
    assert found.data[: len(before.data)] == before.data
    clip = baked(figure).clips[0]
    for frame in (0, len(clip.matrices) - 1):
        seconds = (clip.first + frame) / clip.rate
        stands, expected = found.vertices(found.worlds(0, seconds)), seen(figure, clip.matrices[frame], data)
        for mesh in expected:
            np.testing.assert_allclose(stands[mesh], expected[mesh], atol=5e-6)


def test_what_moves_no_node_goes_on_in_a_clip_that_changed(tmp_path: Path) -> None:
    figure = opened(tmp_path, character())
    wave = clip_named(figure, "wave")
    found = written(replace(figure, clips=(wave.with_frames(wave.frames_at(slice(None))[::-1].copy()),)))
    (animation,) = found.plain["animations"]
    (smile,) = (each for each in animation["channels"] if each["target"]["path"] == "weights")
    sampler = animation["samplers"][smile["sampler"]]
    np.testing.assert_array_equal(found.numbers(sampler["output"])[:, 0], (0.0, 1.0, 0.0))


def test_what_the_pose_moves_stands_in_each_animation_as_the_clip_shows_it(tmp_path: Path) -> None:
    data = character()
    figure = posed(opened(tmp_path, data))
    found = written(figure)
    for place, clip in enumerate(baked(figure).clips):
        stands, expected = found.vertices(found.worlds(place, 0.5)), seen(figure, clip.matrices[15], data)
        for mesh in expected:
            np.testing.assert_allclose(stands[mesh], expected[mesh], atol=5e-6)
    assert_as_drawn(figure, data, found)


def test_a_new_clip_comes_after_those_of_the_file(tmp_path: Path) -> None:
    data = character()
    figure = opened(tmp_path, data)
    names = [bone.name for bone in figure.rig.bones]
    turning = np.tile((0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0), (3, len(names), 1))
    turning[1:, names.index("Head"), 3:7] = (0.0, 0.6, 0.0, 0.8)
    figure = replace(figure, clips=(*figure.clips, Clip.of("nod", 30.0, names, turning)))
    found, before = written(figure), Skinned(data)
    assert found.plain["animations"][:2] == before.plain["animations"]
    (channel,) = found.plain["animations"][2]["channels"]
    assert channel["target"] == {"node": 6, "path": "rotation"}


def test_an_animation_that_is_damaged_stays_as_it_is(tmp_path: Path) -> None:
    plain = Skinned(character()).plain
    broken = {
        "name": "broken",
        "samplers": [{"input": 99, "output": 99}],
        "channels": [{"sampler": 0, "target": {"node": 1, "path": "scale"}}],
    }
    data = character(animations=[broken, *plain["animations"]])
    (tmp_path / "fighter.glb").write_bytes(data)
    figure = rigs.opened(tmp_path / "fighter.glb").document.figure
    assert [clip.name for clip in figure.clips] == ["wave", "walk"]
    assert Skinned(gltf.written(baked(figure)).data).plain["animations"][-1] == broken


# Files in several parts


def test_text_with_its_buffers_and_pictures_is_packed_into_one_container(tmp_path: Path) -> None:
    whole = Skinned(character())
    half = whole.plain["bufferViews"][4]["byteOffset"]
    (tmp_path / "data.bin").write_bytes(whole.data[:half])
    (tmp_path / "a skin.png").write_bytes(b"\x89PNG and more")
    inline = "data:application/octet-stream;base64," + base64.b64encode(whole.data[half:]).decode()
    buffers = [
        {"byteLength": half, "uri": "data.bin", "name": "first"},
        {"byteLength": len(whole.data) - half, "uri": inline},
    ]
    views = [
        {**view, "buffer": 1, "byteOffset": view["byteOffset"] - half} if view["byteOffset"] >= half else view
        for view in whole.plain["bufferViews"]
    ]
    images = [{"uri": "a%20skin.png", "name": "skin"}, {"uri": "gone.png"}]
    plain = {**whole.plain, "buffers": buffers, "bufferViews": views, "images": images}
    (tmp_path / "fighter.gltf").write_text(json.dumps(plain), "utf-8")
    made = gltf.written(baked(posed(still(rigs.read(tmp_path / "fighter.gltf").figure))))
    found = Skinned(made.data)
    assert made.words == ('The picture "gone.png" is not beside the file, and not in it.',)
    (buffer,) = found.plain["buffers"]
    assert buffer == {"byteLength": buffer["byteLength"], "name": "first"}
    assert -3 <= buffer["byteLength"] - len(found.data) <= 0
    assert found.data.startswith(whole.data[:half])
    picture, missing = found.plain["images"]
    assert missing == {"uri": "gone.png"} and picture["mimeType"] == "image/png" and "uri" not in picture
    view = found.plain["bufferViews"][picture["bufferView"]]
    at = view["byteOffset"]
    assert found.data[at : at + view["byteLength"]] == b"\x89PNG and more"
    assert_as_drawn(posed(still(rigs.read(tmp_path / "fighter.gltf").figure)), character(), found)


# Files that are not what they were


def write(figure: Figure) -> WrittenFile:
    return gltf.written(baked(figure))


def test_a_file_that_changed_since_it_was_opened_is_no_figure_s_own(tmp_path: Path) -> None:
    data = character()
    figure = opened(tmp_path, data)
    for other in (data[:-1] + b"!", data + b"!", b""):
        (tmp_path / "fighter.glb").write_bytes(other)
        with pytest.raises(Fault, match=r'"fighter\.glb" has changed since it was opened; open it again'):
            write(figure)


def test_what_lies_beside_it_must_be_what_it_was(tmp_path: Path) -> None:
    whole = Skinned(character())
    (tmp_path / "data.bin").write_bytes(whole.data)
    plain = {**whole.plain, "buffers": [{"byteLength": len(whole.data), "uri": "data.bin"}]}
    (tmp_path / "fighter.gltf").write_text(json.dumps(plain), "utf-8")
    figure = rigs.read(tmp_path / "fighter.gltf").figure
    (tmp_path / "data.bin").write_bytes(whole.data[:-1] + b"!")
    with pytest.raises(Fault, match=r'"data\.bin" has changed since it was opened'):
        write(figure)
    (tmp_path / "data.bin").unlink()
    assert "meshes" not in Skinned(write(figure).data).plain


def test_without_its_file_the_skeleton_leaves_and_why_is_said(tmp_path: Path) -> None:
    figure = opened(tmp_path, character())
    (tmp_path / "fighter.glb").unlink()
    made = write(figure)
    what = f'Meshes are left out, because "fighter.glb" is not in {tmp_path}, where it was opened; put it back there.'
    assert made.words == (what,)
    assert "meshes" not in Skinned(made.data).plain
    with pytest.raises(Fault, match="which is not there"):
        gltf.written_vrm(baked(figure))


def test_what_is_no_vrm_leaves_as_none(tmp_path: Path) -> None:
    with pytest.raises(Fault, match="is no VRM; choose a name that ends in"):
        gltf.written_vrm(baked(opened(tmp_path, character())))


def test_nodes_that_are_not_those_of_the_file_are_told(tmp_path: Path) -> None:
    figure = opened(tmp_path, character())
    assert figure.source is not None
    other = replace(figure, source=replace(figure.source, nodes=(*figure.source.nodes, figure.source.nodes[0])))
    with pytest.raises(Fault, match="its nodes are not those of"):
        write(other)


@pytest.mark.parametrize(
    "entries",
    [
        {"bufferViews": [5]},
        {"bufferViews": [{"buffer": 7, "byteLength": 4}]},
        {"bufferViews": [{"buffer": 0, "byteLength": 4, "extensions": {"EXT_meshopt_compression": []}}]},
        {"buffers": [None]},
        {"buffers": [{"uri": 5}]},
        {"buffers": [{"uri": "data:;base64,!"}]},
    ],
)
def test_what_is_bent_in_the_file_is_one_sentence(entries: dict[str, Any], tmp_path: Path) -> None:
    plain = described({"name": "a"}, buffers=[{"byteLength": 4, "uri": "data:;base64,AAAAAA=="}])
    (tmp_path / "fighter.gltf").write_text(json.dumps({**plain, **entries}), "utf-8")
    figure = rigs.read(tmp_path / "fighter.gltf").figure
    with pytest.raises(Fault):
        write(figure)


@pytest.mark.parametrize(
    "entries",
    [
        {"scenes": 5},
        {"scenes": [5, {"nodes": 5}], "scene": "first"},
        {"images": 5, "meshes": 5, "materials": None},
        {"images": [5, {"uri": 5}]},
    ],
)
def test_what_is_bent_and_not_needed_goes_on(entries: dict[str, Any], tmp_path: Path) -> None:
    (tmp_path / "fighter.glb").write_bytes(glb({**described({"name": "a"}), **entries}))
    document = extrude(rigs.read(tmp_path / "fighter.glb"), "a", "tail", (0.0, 0.0, 4.0))
    found = Skinned(write(posed(document.figure)).data)
    assert {key: found.plain[key] for key in entries} == entries


def test_the_weights_of_a_pose_are_those_of_its_node(tmp_path: Path) -> None:
    """They are added to those that the file has, and points are where the picture has them."""
    figure = still(posed(opened(tmp_path, character())))
    found = written(set_expression(figure, "0", 0.5))
    assert found.plain["nodes"][5]["weights"] == [0.75]
    assert differences(written(figure).plain, found.plain) == {".nodes[5].weights"}
    path = tmp_path / "again.glb"
    path.write_bytes(gltf.written(baked(set_expression(figure, "0", 0.5))).data)
    (again,) = read_character(path).morphs
    assert again.weights == (0.75,)


def test_animated_weights_are_a_clip_s_expressions_and_leave_again(tmp_path: Path) -> None:
    figure = opened(tmp_path, character())
    wave = clip_named(figure, "wave")
    values = wave.expressions["0"].array[:, 0]
    assert wave.rate == 30.0
    np.testing.assert_allclose(values[[0, 15, 30]], (-0.25, 0.75, -0.25), atol=1e-7)  # from the 0.25 of the file
    smiles = np.linspace(0.0, 0.5, wave.count)
    found = written(replace(figure, clips=(wave.with_expressions({"0": smiles}),)))
    (animation,) = found.plain["animations"]
    (smile,) = (each for each in animation["channels"] if each["target"]["path"] == "weights")
    assert smile["target"]["node"] == 5
    np.testing.assert_allclose(
        found.numbers(animation["samplers"][smile["sampler"]]["output"])[:, 0], 0.25 + smiles, atol=1e-7
    )


def test_a_clip_that_lost_its_expressions_moves_no_target(tmp_path: Path) -> None:
    figure = opened(tmp_path, character())
    found = written(replace(figure, clips=(clip_named(figure, "wave").with_expressions({}),)))
    assert all(each["target"]["path"] != "weights" for each in found.plain["animations"][0]["channels"])


def test_expressions_of_the_pose_stay_in_its_clips(tmp_path: Path) -> None:
    """An animation that moves other targets of the mesh has those of the pose too, as the editor shows it."""
    figure = set_expression(opened(tmp_path, character()), "0", 0.5)
    found = written(figure)
    assert found.plain["nodes"][5]["weights"] == [0.75]
    (wave,) = (each for each in found.plain["animations"] if each["name"] == "wave")
    (smile,) = (each for each in wave["channels"] if each["target"]["path"] == "weights")
    weights = found.numbers(wave["samplers"][smile["sampler"]]["output"])[:, 0]
    np.testing.assert_allclose(weights[[0, -1]], (0.0, 0.0), atol=1e-6)  # the clip has its own say of it
