"""Other weights for vertices of a file: an independent reader finds them, and all else to the byte."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pantin.rigs.formats.gltf.meshes import MADE, character_in
from pantin.rigs.formats.gltf.reweighting import OtherWeights, reweighted
from pantin.rigs.formats.gltf.whole import taken_apart
from tests.readers.skinned import Skinned
from tests.rigs.formats.gltf.mesh_files import FACING, SQUARE, TWO_TRIANGLES, MeshFile, moved_by

FIRST = ((1.0, 0.0, 0.0, 0.0),) * 4
JOINTS = ((0, 1, 0, 0),) * 4
BINDS = (moved_by(0, 0, 0), moved_by(0, -1, 0))


def square(**more: object) -> MeshFile:
    """A square on the first of two joints."""
    found = MeshFile({"name": "hip", "children": [1]}, {"name": "knee", "translation": [0, 1, 0]})
    found.mesh(found.primitive(**({"NORMAL": FACING, "JOINTS_0": JOINTS, "WEIGHTS_0": FIRST} | more)), name="square")
    found.skin([0, 1], BINDS)
    found.nodes.append({"name": "body", "mesh": 0, "skin": 0})
    return found


def painted(data: bytes, part: int = 0, vertex: int = 2, share: float = 0.25, joints: int = 2) -> bytes:
    """The file with one vertex of a part whose second joint has a share; the other joints the rest."""
    found = character_in(data).parts[part]
    weights = np.full((1, joints), (1.0 - share) / (joints - 1))
    weights[0, 1] = share
    places = np.arange(joints)[None] if joints == 2 else np.arange(joints)[None] % 8
    return reweighted(taken_apart(data), [OtherWeights(found, np.array([vertex]), places, weights)])


def weights_of(data: bytes, mesh: int = 0, primitive: int = 0) -> np.ndarray:
    """How much of each vertex each of the first eight joints moves (v, 8), by numpy alone."""
    read = Skinned(data)
    attributes = read.plain["meshes"][mesh]["primitives"][primitive]["attributes"]
    found = np.zeros((len(read.numbers(attributes["POSITION"])), 8))
    for number in range(sum(name.startswith("JOINTS_") for name in attributes)):
        joints = read.numbers(attributes[f"JOINTS_{number}"]).astype(int)
        for column in range(4):
            shares = read.numbers(attributes[f"WEIGHTS_{number}"])[:, column]
            np.add.at(found, (np.arange(len(found)), joints[:, column]), shares)
    return found


def test_plain_weights_are_overwritten_and_nothing_else(tmp_path: Path) -> None:
    before = square().written(tmp_path / "square.glb").read_bytes()
    after = painted(before)
    expected = weights_of(before)
    expected[2, :2] = 0.75, 0.25
    np.testing.assert_array_equal(weights_of(after), expected)
    was, now = Skinned(before), Skinned(after)
    assert len(now.data) == len(was.data)
    assert sum(a != b for a, b in zip(was.data, now.data, strict=True)) <= 8 + 16
    assert now.plain.pop("asset")["extras"] == {MADE: ["changed weights"]}
    was.plain.pop("asset")
    assert now.plain == was.plain
    worlds = now.worlds()
    worlds[1, 0, 3] += 1.0
    moved = now.vertices(worlds)["square"] - np.array(SQUARE)
    np.testing.assert_allclose(moved, [(0, 0, 0), (0, 0, 0), (0.25, 0, 0), (0, 0, 0)], atol=1e-6)
    assert character_in(after).told == ("Pantin changed its weights.",)
    assert [character_in(each).weighted for each in (before, after)] == ["as its file", "changed"]
    assert Skinned(painted(after, share=0.5)).plain["asset"]["extras"] == {MADE: ["changed weights"]}


def test_packed_weights_become_floats_once(tmp_path: Path) -> None:
    """Of bytes a quarter cannot be written; those before lie unused, and what is painted next replaces the floats."""
    found = square()
    attributes = found.entries["meshes"][0]["primitives"][0]["attributes"]
    attributes["WEIGHTS_0"] = found.data.add(np.array(FIRST) * 255, 5121)
    found.data.accessors[attributes["WEIGHTS_0"]]["normalized"] = True
    before = found.written(tmp_path / "square.glb").read_bytes()
    once = painted(before, share=0.3)
    assert Skinned(once).data.startswith(Skinned(before).data)
    np.testing.assert_allclose(weights_of(once)[2, :2], (0.7, 0.3), atol=1e-7)
    twice = painted(once, share=0.4)
    assert len(twice) == len(once)
    np.testing.assert_allclose(weights_of(twice)[2, :2], (0.6, 0.4), atol=1e-7)


def test_more_than_four_bones_are_two_sets(tmp_path: Path) -> None:
    found = square()
    found.nodes += [{"name": f"more{number}"} for number in range(4)]
    found.entries["skins"] = []
    found.skin([0, 1, 3, 4, 5, 6], [moved_by(0, 0, 0)] * 6)
    before = found.written(tmp_path / "square.glb").read_bytes()
    data = painted(before, share=0.5, joints=6)
    np.testing.assert_allclose(weights_of(data)[2, :6], (0.1, 0.5, 0.1, 0.1, 0.1, 0.1), atol=1e-7)
    np.testing.assert_allclose(weights_of(data)[[0, 1, 3], 0], 1.0)
    assert character_in(data).left_out == ()


def test_primitives_that_share_their_vertices_share_them_still(tmp_path: Path) -> None:
    """The second triangle has the vertices 0, 2 and 3: the second of its own is the third of the file."""
    found = square()
    (first,) = found.entries["meshes"][0]["primitives"]
    corners = TWO_TRIANGLES[:3], TWO_TRIANGLES[3:]
    found.entries["meshes"][0]["primitives"] = [{**first, "indices": found.data.add(own, 5125)} for own in corners]
    before = found.written(tmp_path / "square.glb").read_bytes()
    after = painted(before, part=1, vertex=1)
    assert len(Skinned(after).data) == len(Skinned(before).data)
    for primitive in (0, 1):
        np.testing.assert_array_equal(weights_of(after, primitive=primitive)[2, :2], (0.75, 0.25))


def test_vertices_that_are_taken_apart_for_flat_normals_are_found_again(tmp_path: Path) -> None:
    found = square()
    del found.entries["meshes"][0]["primitives"][0]["attributes"]["NORMAL"]
    before = found.written(tmp_path / "square.glb").read_bytes()
    assert len(character_in(before).parts[0].positions) == 6
    expected = weights_of(before)
    expected[3, :2] = 0.75, 0.25
    np.testing.assert_array_equal(weights_of(painted(before, vertex=5)), expected)


def test_a_mesh_of_two_skins_is_changed_for_one_of_them(tmp_path: Path) -> None:
    found = square()
    found.skin([1, 0], BINDS)
    found.nodes.append({"name": "other", "mesh": 0, "skin": 1})
    before = found.written(tmp_path / "square.glb").read_bytes()
    after = painted(before, part=1)
    nodes = Skinned(after).plain["nodes"]
    np.testing.assert_array_equal(weights_of(after, nodes[2]["mesh"]), weights_of(before))
    np.testing.assert_array_equal(weights_of(after, nodes[3]["mesh"])[2, :2], (0.75, 0.25))


@pytest.mark.parametrize("vertex", [1, 3])
def test_data_that_another_accessor_names_too_is_not_overwritten(tmp_path: Path, vertex: int) -> None:
    found = square()
    attributes = found.entries["meshes"][0]["primitives"][0]["attributes"]
    found.data.accessors.append(dict(found.data.accessors[attributes["WEIGHTS_0"]]))
    before = found.written(tmp_path / "square.glb").read_bytes()
    after = painted(before, vertex=vertex)
    assert Skinned(after).data.startswith(Skinned(before).data)
    np.testing.assert_array_equal(weights_of(after)[vertex, :2], (0.75, 0.25))
