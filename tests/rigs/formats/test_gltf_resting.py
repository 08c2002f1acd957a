"""Figures saved in a pose: they rest as their skin is bound, or as their nodes are saved, and stand as saved."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from pantin import rigs
from pantin.rigs import Rig, Unreadable
from pantin.rigs.figure import Figure
from pantin.rigs.formats import gltf as format
from pantin.rigs.motion.clips_of_bones import forward_kinematics
from tests.cases import case
from tests.rigs.formats.gltf_files import Data, baked, glb, gltf, parts, standing

SAVED = {"a": (0.0, 0.0, 0.0), "b": (-np.sin(np.radians(60)), 0.0, np.cos(np.radians(60)))}
"""The joints of the case as its nodes stand: the first turned by 60° about Z of the file."""


def heads(rig: Rig) -> dict[str, tuple[float, ...]]:
    return {bone.name: bone.head for bone in rig.bones}


def stands(figure: Figure) -> dict[str, np.ndarray]:
    return dict(zip(figure.rig.by_name, standing(figure)[:, :3, 3], strict=True))


def figure(turned: float = 30.0, scale: float = 1.0, longer: float = 1.0, binds: bool = True) -> bytes:
    """Three joints in a row upwards, one metre each, of which the second is saved turned. The bones of the bind pose
    are `longer`, and bound in a space in which they are `scale` times as large.
    """
    data = Data()
    bound = [np.diag((1.0, 1.0, 1.0, 1.0)) for _joint in range(3)]
    for row, matrix in enumerate(bound):
        matrix[1, 3] = row * longer
    placed = [np.diag((scale, scale, scale, 1.0)) @ matrix for matrix in bound]
    rows = np.array([np.linalg.inv(matrix).T.ravel() for matrix in placed])
    data.accessors.append({"bufferView": data.view(rows.astype("<f4").tobytes()), "componentType": 5126, "count": 3})
    data.accessors[-1]["type"] = "MAT4"
    angle = np.radians(turned) / 2
    nodes = (
        {"name": "a", "children": [1]},
        {"name": "b", "translation": [0, 1, 0], "rotation": [np.sin(angle), 0, 0, np.cos(angle)], "children": [2]},
        {"name": "c", "translation": [0, 1, 0]},
    )
    skin = {"joints": [0, 1, 2], **({"inverseBindMatrices": 0} if binds else {})}
    tables = {"accessors": data.accessors, "bufferViews": data.views, "buffers": [{"byteLength": len(data.bytes)}]}
    return glb(gltf(*nodes, skins=[skin], **tables), data.bytes)


def test_a_figure_saved_in_a_pose_rests_as_its_skin_is_bound_and_stands_as_saved() -> None:
    found = rigs.opened(case("gltf-saved-in-a-pose.gltf"), "bind")
    bound = found.document.figure
    assert found.rested_from == "bind" and not found.report
    assert heads(bound.rig) == {"a": (0.0, 0.0, 0.0), "b": (0.0, 0.0, 1.0)}
    for name, place in stands(bound).items():
        np.testing.assert_allclose(place, SAVED[name], atol=1e-6)
    assert rigs.read(case("gltf-saved-in-a-pose.gltf"), rest_from="bind").figure == bound


def test_unless_one_chooses_it_rests_as_it_is_saved_and_says_that_there_is_a_choice() -> None:
    found = rigs.opened(case("gltf-saved-in-a-pose.gltf"))
    assert found.rested_from == "nodes" and not found.report and not found.document.figure.pose.bones
    for name, place in heads(found.document.rig).items():
        np.testing.assert_allclose(place, SAVED[name], atol=1e-6)
    assert rigs.read(case("gltf-saved-in-a-pose.gltf"), rest_from="nodes") == found.document


def test_it_leaves_as_it_came(tmp_path: Path) -> None:
    """Nodes in the pose, inverse bind matrices of the rest: to the numbers of the file."""
    path = tmp_path / "figure.glb"
    path.write_bytes(figure())
    before, data = parts(path.read_bytes())
    after, written = parts(format.written(baked(rigs.read(path, rest_from="bind").figure)).data)
    for old, new in zip(before["nodes"], after["nodes"], strict=True):
        for key in ("translation", "rotation"):
            np.testing.assert_allclose(old.get(key, 0.0), new.get(key, 0.0), atol=1e-6)
    view = after["bufferViews"][after["accessors"][after["skins"][0]["inverseBindMatrices"]]["bufferView"]]
    binds = np.frombuffer(written, "<f4", 48, view["byteOffset"])
    np.testing.assert_allclose(binds, np.frombuffer(data, "<f4", 48), atol=1e-6)


@pytest.mark.parametrize(
    ("made", "why"),
    [
        (figure(turned=0.0), "saved as bound"),
        (figure(turned=0.1), "rounded"),
        (figure(binds=False), "without bind matrices"),
        (figure(longer=1.5), "another skeleton than the nodes"),
        (figure(scale=100.0), "bound in centimetres, nothing in the file says so"),
    ],
)
def test_what_the_bind_matrices_do_not_tell_is_taken_from_the_nodes(tmp_path: Path, made: bytes, why: str) -> None:
    path = tmp_path / "figure.glb"
    path.write_bytes(made)
    found = rigs.opened(path)
    assert found.rested_from is None and not found.report and not found.document.figure.pose.bones, why
    asked = rigs.opened(path, "bind")
    assert asked.document == found.document and "it rests in that." in asked.report


def test_a_bind_pose_in_a_space_of_its_own_is_offered(tmp_path: Path) -> None:
    """Bound in the space of the node above the joints, which makes them a hundred times smaller."""
    path = tmp_path / "figure.glb"
    plain, data = parts(figure(scale=100.0))
    plain["nodes"].append({"name": "armature", "scale": [0.01, 0.01, 0.01], "children": [0]})
    plain["nodes"][1]["translation"] = plain["nodes"][2]["translation"] = [0, 100, 0]
    numbers = np.frombuffer(data, "<f4").reshape(3, 4, 4).copy()
    numbers[:, :3, :3] = np.eye(3)
    numbers[:, 3, 1] = (0.0, -100.0, -200.0)
    path.write_bytes(glb(plain, numbers.tobytes()))
    found = rigs.opened(path)
    assert found.rested_from == "nodes"
    chosen = rigs.opened(path, "bind")
    np.testing.assert_allclose(heads(chosen.document.rig)["c"], (0.0, 0.0, 2.0), atol=1e-6)
    np.testing.assert_allclose(stands(chosen.document.figure)["c"], heads(found.document.rig)["c"], atol=1e-6)


def test_skins_that_contradict_each_other_tell_no_rest(tmp_path: Path) -> None:
    path = tmp_path / "figure.glb"
    plain, data = parts(figure())
    other = np.frombuffer(data, "<f4").reshape(3, 16).copy()
    other[2, 12] = 0.5
    plain["accessors"].append({**plain["accessors"][0], "bufferView": 1})
    plain["bufferViews"].append({"buffer": 0, "byteOffset": len(data), "byteLength": 192})
    plain["buffers"][0]["byteLength"] = 2 * len(data)
    plain["skins"].append({"joints": [0, 1, 2], "inverseBindMatrices": 1})
    path.write_bytes(glb(plain, data + other.astype("<f4").tobytes()))
    assert rigs.opened(path).rested_from is None


def test_damaged_bind_matrices_keep_no_skeleton_away(tmp_path: Path) -> None:
    path = tmp_path / "figure.glb"
    for change in ({"inverseBindMatrices": 7}, {"inverseBindMatrices": "x"}, {"inverseBindMatrices": -1}):
        plain, data = parts(figure())
        plain["skins"][0] |= change
        path.write_bytes(glb(plain, data))
        assert len(rigs.read(path).rig.bones) == 3
    path.write_text(json.dumps({"asset": {"version": "2.0"}}))
    with pytest.raises(Unreadable):
        rigs.read(path, rest_from="bind")


def test_parts_at_scale_0_rest_at_scale_1_and_stand_at_0() -> None:
    found = rigs.read(case("gltf-rests-at-scale-0.gltf")).figure
    assert heads(found.rig) == {"root": (0.0, 0.0, 0.0), "sword": (0.0, 0.0, 1.0), "tip": (0.0, 0.0, 1.0)}
    assert found.pose.bones["sword"].scale == (0.0, 0.0, 0.0)
    np.testing.assert_allclose(stands(found)["tip"], (0.0, 0.0, 1.0), atol=1e-9)
    (clip,) = found.clips
    at = clip.bones.index("sword")
    np.testing.assert_allclose(clip.frames[[0, 15, 30], at, 7], (0.0, 1.0, 0.0), atol=1e-6)
    places = forward_kinematics(found.rig.bones, np.asarray(clip.frames, float))[[0, 6, 15], 2, :3, 3]
    np.testing.assert_allclose(places, [(0, 0, 1), (0, 0, 1.2), (0, 0, 1.5)], atol=1e-6)
