"""glTF that Pantin writes: the nodes of the file it came from, in the pose and the clips that one sees."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from pantin import rigs
from pantin.rigs import Document, Transform
from pantin.rigs.clip import Clip
from pantin.rigs.editing.bones import rename
from pantin.rigs.editing.building.extruding import extrude
from pantin.rigs.editing.building.removing import delete
from pantin.rigs.figure import Figure
from pantin.rigs.formats.gltf import writing
from pantin.rigs.motion.baked import BakedFigure
from pantin.rigs.motion.clips_of_bones import forward_kinematics
from pantin.rigs.motion.transform_arrays import composed
from pantin.rigs.templates import TEMPLATES
from tests.cases import case
from tests.rigs.formats.gltf_files import Data, animated, baked, channels, glb, parts, skinned, standing, z_up
from tests.rigs.formats.gltf_read_again import again, checked


def armature(tmp_path: Path) -> Figure:
    """Two joints and a mesh under a node that moves and is no joint, beside a lamp."""
    path = tmp_path / "armature.glb"
    data = Data()
    moves, turns = data.add([(0, 0, 0), (1, 2, 0), (3, 2, 1)]), data.add([(0, 0, 0, 1), (0, 0, 0.6, 0.8), (0, 0, 1, 0)])
    channels = ((0, "translation", moves), (1, "rotation", turns), (3, "translation", moves))
    nodes = (
        {"name": "Arm", "children": [1, 3], "scale": [0.5, 0.5, 0.5]},
        {"name": "a", "children": [2], "rotation": [0.5, 0.5, 0.5, 0.5]},
        {"name": "b", "translation": [0, 1, 0]},
        {"name": "mesh", "translation": [1, 0, 0]},
    )
    path.write_bytes(animated(nodes, [1, 2], data, (0.0, 0.5, 1.0), channels, name="go"))
    return rigs.read(path).figure


def test_a_node_that_is_no_joint_moves_the_joints_below_it_and_moves_again(tmp_path: Path) -> None:
    figure = armature(tmp_path)
    (clip,) = figure.clips
    heads = forward_kinematics(figure.rig.bones, clip.frames)[[0, 15, 30], :, :3, 3]
    np.testing.assert_allclose(heads[:, 0], [(0, 0, 0), (1, 0, 2), (3, -1, 2)], atol=1e-6)
    plain = checked(writing.written(baked(figure)).data)
    moving = {(channel["target"]["node"], channel["target"]["path"]) for channel in plain["animations"][0]["channels"]}
    assert moving == {(0, "translation"), (1, "rotation"), (3, "translation")}, "nothing else moves in its own axes"
    assert plain["animations"][0]["name"] == "go"


def test_a_node_follows_its_bone_where_that_was_edited(tmp_path: Path) -> None:
    made = rename(Document.of(replace(armature(tmp_path), clips=())), "b", "hand")
    hand = made.rig.by_name["hand"]
    moved = replace(hand, head=(0.0, -2.0, 0.0), tail=(0.0, -3.0, 0.0), connected=False)
    found = again(tmp_path, made.with_rig(replace(made.rig, bones=(made.rig.bones[0], moved))).figure)
    assert found.source is not None
    assert [node.name for node in found.source.nodes] == ["Arm", "a", "hand", "mesh"]
    np.testing.assert_allclose(found.rig.by_name["hand"].head, (0.0, -2.0, 0.0), atol=1e-6)
    gone = again(tmp_path, delete(made, ("hand",)).figure)
    assert gone.source is not None
    assert [node.name for node in gone.source.nodes] == ["Arm", "a", "mesh"] and len(gone.rig.bones) == 1
    hand_end = made.rig.by_name["hand"].tail
    longer = again(tmp_path, extrude(made, "hand", "tail", (hand_end[0], hand_end[1], hand_end[2] + 1.0)).figure)
    assert longer.rig.bones[-1].parent == "hand" and longer.rig.bones[-1].head == pytest.approx(hand_end)


def test_a_rig_of_pantins_own_leaves_with_its_bones_alone(tmp_path: Path) -> None:
    figure = TEMPLATES["arm"].figure()
    plain = checked(writing.written(baked(figure)).data)
    deforming = [bone.name for bone in figure.rig.bones if bone.kind == "bone"]
    assert [node["name"] for node in plain["nodes"]] == [figure.name, *deforming]
    assert plain["skins"][0]["joints"] == list(range(1, len(deforming) + 1))
    found = again(tmp_path, figure)
    assert [(bone.name, bone.parent) for bone in found.rig.bones] == [
        (bone.name, bone.parent) for bone in figure.rig.bones if bone.kind == "bone"
    ]


def test_a_posed_rig_and_a_clip_in_which_nothing_moves_are_valid(tmp_path: Path) -> None:
    still = np.zeros((1, 2, 10))
    still[..., 6:] = 1.0
    figure = replace(armature(tmp_path), clips=(Clip.of("still", 24.0, ["a", "b"], still),))
    turned = Transform(rotation=(0.6, 0.0, 0.0, 0.8))
    rows = np.zeros((1, 2, 10))
    rows[..., 6:] = 1.0
    rows[0, 0, 3:7] = turned.rotation
    pose = forward_kinematics(figure.rig.bones, rows)[0]
    data = writing.written(replace_matrices(baked(figure), pose)).data
    assert len(checked(data)["animations"]) == 1
    (tmp_path / "posed.glb").write_bytes(data)
    heads = [bone.head for bone in rigs.read(tmp_path / "posed.glb").rig.bones]
    np.testing.assert_allclose(heads, pose[:, :3, 3], atol=1e-6)


def replace_matrices(what: BakedFigure, matrices: np.ndarray) -> BakedFigure:
    return replace(what, matrices=matrices)


@pytest.mark.parametrize("said, kept", [("CC-BY 4.0 by A. Person", "CC-BY 4.0 by A. Person"), ("", None), (7, None)])
def test_whose_work_a_file_is_goes_on_with_it(tmp_path: Path, said: object, kept: str | None) -> None:
    plain = skinned({"name": "hips", "children": [1]}, {"name": "chest", "translation": [0, 1, 0]})
    plain["asset"]["copyright"] = said
    (tmp_path / "in.glb").write_bytes(glb(plain))
    rigs.write(rigs.read(tmp_path / "in.glb"), tmp_path / "kept.rig.json")
    again = checked(writing.written(baked(rigs.read(tmp_path / "kept.rig.json").figure)).data)
    assert again["asset"].get("copyright") == kept


def test_what_steps_from_key_to_key_steps_when_it_leaves(tmp_path: Path) -> None:
    figure = rigs.read(case("gltf-step.gltf")).figure
    assert figure.clips[0].held == {"b": ("location",)}
    ((way, times, values),) = channels(writing.written(baked(figure)).data).values()
    heights = [values[np.searchsorted(times, at, "right") - 1, 1] for at in (0.0, 0.499, 0.5001, 0.99, 1.0)]
    assert way == "STEP" and heights == [1.0, 1.0, 2.0, 2.0, 1.0]
    assert again(tmp_path, figure).clips[0].held == figure.clips[0].held


def test_a_bone_of_which_a_part_steps_leaves_so() -> None:
    found = channels(writing.written(baked(rigs.read(case("ok-gltf-mixed-interpolation.gltf")).figure)).data)
    ways = {path: way for (_name, path), (way, _times, _values) in found.items()}
    assert ways == {"translation": "LINEAR", "rotation": "STEP", "scale": "LINEAR"}


def test_what_moves_a_bone_between_its_steps_leaves_straight() -> None:
    """Something else moves the bone as well, so its frames are not those of the clip."""
    made = baked(rigs.read(case("gltf-step.gltf")).figure)
    moved = made.clips[0].matrices.copy()
    moved[:, 1, 0, 3] = np.linspace(0.0, 1.0, len(moved))
    other = replace(made, clips=(replace(made.clips[0], matrices=moved),))
    ((way, _times, _values),) = channels(writing.written(other).data).values()
    assert way == "LINEAR"


def test_nodes_that_are_no_joints_step_when_they_leave(tmp_path: Path) -> None:
    data, path = Data(), tmp_path / "figure.glb"
    nodes = (
        {"name": "stage", "children": [1]},
        {"name": "a", "children": [2]},
        {"name": "b", "translation": [0, 1, 0]},
    )
    moves = [(0, "translation", data.add([(0, 0, 0), (1, 0, 0), (1, 0, 0)]))]
    path.write_bytes(animated(nodes, [1, 2], data, (0.0, 0.5, 1.0), moves, interpolation="STEP"))
    found = channels(writing.written(baked(rigs.read(path).figure)).data)
    assert [(key, way) for key, (way, _times, _values) in found.items()] == [(("stage", "translation"), "STEP")]


def test_keys_before_0_are_all_played_and_said() -> None:
    found = rigs.opened(case("gltf-keys-before-0.gltf"))
    (clip,) = found.document.figure.clips
    assert clip.seconds == pytest.approx(1.0) and "has keys before 0; it begins 0.5 s later here." in found.report
    heights = clip.frames[[0, 15, 30], clip.bones.index("b"), :3].sum(axis=1)
    np.testing.assert_allclose(heights, (0.0, 1.0, 2.0), atol=1e-6)


def test_below_uneven_scale_joints_leave_with_their_own_turns() -> None:
    """One joint turns: by the quaternions of the file, without scales that grow down the chain."""
    path = case("gltf-uneven-scale-above.gltf")
    found = channels(writing.written(baked(rigs.read(path).figure)).data)
    ((key, (_way, times, values)),) = found.items()
    assert key == ("a", "rotation") and times[-1] == 1.0
    np.testing.assert_allclose(values[0], (0.0, 0.0, np.sin(np.radians(20)), np.cos(np.radians(20))), atol=1e-6)
    text = json.loads(path.read_text())["buffers"][0]["uri"].partition(",")[2]
    np.testing.assert_allclose(values[-1], np.frombuffer(base64.b64decode(text), "<f4")[6:10], atol=1e-6)


def test_a_bone_below_uneven_scale_is_where_it_is_posed() -> None:
    """Posed by hand, bones keep their lengths: the heads of all stand where they do in the editor."""
    figure = rigs.read(case("gltf-uneven-scale-above.gltf")).figure
    turned = {"a": Transform(rotation=(0.5, 0.5, 0.5, 0.5)), "b": Transform(rotation=(0.6, 0, 0, 0.8))}
    posed = replace(figure, clips=()).posed(turned)
    plain, _data = parts(writing.written(baked(posed)).data)
    worlds: list[np.ndarray] = []
    for node in plain["nodes"]:
        above = worlds[-1] if worlds else np.eye(4)
        rows = (*node.get("translation", (0, 0, 0)), *node.get("rotation", (0, 0, 0, 1)), *node.get("scale", (1, 1, 1)))
        worlds.append(above @ composed(np.array(rows, float)))
    heads = z_up(np.array(worlds)[1:, :3, 3])
    np.testing.assert_allclose(heads, standing(posed)[:, :3, 3], atol=1e-6)


def test_parts_that_grow_from_scale_0_leave(tmp_path: Path) -> None:
    data = writing.written(baked(rigs.read(case("gltf-rests-at-scale-0.gltf")).figure)).data
    ((key, (_way, _times, values)),) = channels(data).items()
    assert key == ("sword", "scale")
    np.testing.assert_allclose(values[[0, 3, 15, 30], 0], (0.0, 0.2, 1.0, 0.0), atol=1e-6)
    plain, _binary = parts(data)
    assert plain["nodes"][1]["scale"] == [0, 0, 0] and plain["nodes"][2]["translation"] == [0.0, 0.5, 0.0]
