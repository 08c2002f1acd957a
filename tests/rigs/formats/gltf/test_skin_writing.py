"""A skin put into a file: as an independent reader has it, nothing moves at rest, and all else survives."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import numpy as np
import pytest

from pantin.rigs import Bone, Figure, Rig
from pantin.rigs.formats import gltf
from pantin.rigs.formats.converted.binding import bound_figure
from pantin.rigs.formats.converted.content import Content, Mesh, Node, Primitive, Target
from pantin.rigs.formats.converted.glb import glb_of
from pantin.rigs.formats.gltf.meshes import MADE, character_in
from pantin.rigs.formats.gltf.skin_writing import bound
from pantin.rigs.meshes.binding import binding, palette
from pantin.rigs.meshes.posed_points import points as posed_points
from pantin.rigs.meshes.weighting.characters import weights_of
from pantin.rigs.rest import rest_matrices
from pantin.rigs.unusable import Unusable
from tests.readers.skinned import Skinned
from tests.rigs.meshes.weighting.solids import TO_FILE, chain, file_of, rig, tube

TUBE = tube((0.0, 0.0, 0.0), (0.0, 0.0, 3.0), 0.2, 31, 12)
THREE = rig(*chain((0.0, 0.0, 0.0), (0.0, 0.0, 1.0), (0.0, 0.0, 2.0), (0.0, 0.0, 3.0)))
HALF = float(np.sqrt(0.5))


def with_skin(data: bytes, figure: Rig = THREE, most: int = 4) -> Skinned:
    """The file with a skin, by numpy alone."""
    return Skinned(bound(data, figure, weights_of(character_in(data), figure, most)))


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep files in a folder of the test."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def test_nothing_moves_at_rest_and_a_joint_takes_its_part_along() -> None:
    found = with_skin(file_of(TUBE))
    worlds = found.worlds()
    expected = TUBE[0] @ TO_FILE.T
    np.testing.assert_allclose(found.vertices(worlds)["mesh 0"], expected, atol=1e-6)
    joints = found.plain["skins"][0]["joints"]
    assert [found.plain["nodes"][joint]["name"] for joint in joints] == ["bone0", "bone1", "bone2"]
    worlds[joints[2], 0, 3] += 1.0
    moved = found.vertices(worlds)["mesh 0"][:, 0] - expected[:, 0]
    assert moved[TUBE[0][:, 2] > 2.6].min() > 0.95 and moved[TUBE[0][:, 2] < 1.0].max() < 0.02


def test_where_the_node_of_a_mesh_stands_is_kept() -> None:
    """It is scaled, turned and below another one, which the skin does not count."""
    above = Node("above", translation=(0.0, 0.5, 0.0), scale=(2.0, 2.0, 2.0))
    small = TUBE[0] * 0.5 - (0.0, 0.0, 0.25)
    turned = Node("turned", 0, rotation=(0.0, HALF, 0.0, HALF), mesh=0)
    found = with_skin(file_of((small, TUBE[1]), nodes=[above, turned]))
    quarter = np.array(((0.0, 0.0, 1.0), (0.0, 1.0, 0.0), (-1.0, 0.0, 0.0)))
    expected = 2.0 * (small @ TO_FILE.T @ quarter.T) + (0.0, 0.5, 0.0)
    np.testing.assert_allclose(found.vertices(found.worlds())["mesh 0"], expected, atol=1e-6)


def test_a_mesh_at_two_nodes_has_weights_for_each() -> None:
    nodes = [Node("low", mesh=0), Node("high", translation=(0.0, 1.5, 0.0), mesh=0)]
    short = TUBE[0] * (1.0, 1.0, 0.5), TUBE[1]
    found = with_skin(file_of(short, nodes=nodes))
    low, high = found.plain["nodes"][0], found.plain["nodes"][1]
    assert low["mesh"] != high["mesh"] and low["skin"] != high["skin"]
    worlds = found.worlds()
    worlds[found.plain["skins"][0]["joints"][2], 0, 3] += 1.0
    for node, most in ((low, 0.1), (high, 1.0)):
        attributes = found.plain["meshes"][node["mesh"]]["primitives"][0]["attributes"]
        moved = found._of_mesh(attributes, node["skin"], worlds, 0)[:, 0].max()
        assert moved == pytest.approx(most + 0.2 if most == 1.0 else moved, abs=0.05)
        assert most == 1.0 or moved < 0.4


def test_eight_influences_are_in_two_sets() -> None:
    many = rig(*chain(*((0.0, 0.0, 0.05 * step) for step in range(61))))
    found = with_skin(file_of(TUBE), many, 8)
    attributes = found.plain["meshes"][0]["primitives"][0]["attributes"]
    total = found.numbers(attributes["WEIGHTS_0"]).sum(axis=1) + found.numbers(attributes["WEIGHTS_1"]).sum(axis=1)
    np.testing.assert_allclose(total, 1.0, atol=1e-6)


def test_what_else_is_in_the_file_survives() -> None:
    points = (TUBE[0] @ TO_FILE.T).astype(np.float32)
    wave = Target(np.where(points[:, 1:2] > 2.0, np.float32(0.1), np.float32(0.0)) * np.ones((1, 3), np.float32))
    part = Primitive(points, TUBE[1].astype(np.uint32), normals=points, targets=(wave,))
    content = Content([Node("body", mesh=0), Node("lamp")], [Mesh("body", (part,), ("wave",))])
    content.notes["ours"] = 3
    data = glb_of(content)
    made = bound(data, THREE, weights_of(character_in(data), THREE))
    before, after = Skinned(data), Skinned(made)
    assert after.data.startswith(before.data)
    assert after.plain["meshes"][0]["extras"] == {"targetNames": ["wave"]}
    assert after.plain["meshes"][0]["primitives"][0]["targets"] == before.plain["meshes"][0]["primitives"][0]["targets"]
    assert after.plain["nodes"][1] == {"name": "lamp"}
    assert after.plain["asset"]["extras"] == {"ours": 3, MADE: ["weights"]}
    assert character_in(made).parts[0].targets is not None
    assert character_in(made).told == ("Pantin made its weights.",)
    assert character_in(made).weighted == "by Pantin"


def test_a_mesh_that_has_a_skin_is_refused() -> None:
    data = file_of(TUBE)
    once = bound(data, THREE, weights_of(character_in(data), THREE))
    with pytest.raises(Unusable, match="has a skin already"):
        bound(once, THREE, weights_of(character_in(once), THREE))


def test_a_figure_keeps_its_bones_and_moves_the_mesh(tmp_path: Path) -> None:
    (tmp_path / "tube.glb").write_bytes(file_of(TUBE))
    mesh = gltf.read(tmp_path / "tube.glb").figure
    handle = Bone("handle", "bone0", (0.0, 0.0, 3.0), (0.0, 0.0, 3.2), kind="handle")
    figure = Figure("Worm", Rig(bones=(THREE.bones[0], handle, *THREE.bones[1:])))
    made = bound_figure(mesh, figure)
    assert made.rig.bones == figure.rig.bones and made.name == "Worm"
    assert made.source is not None and made.source.file is not None
    kept = Path(made.source.file.path)
    assert kept.name == "tube.glb" and kept.is_relative_to(tmp_path / "cache")
    character = character_in(kept.read_bytes())
    bound_to = binding(made.rig, made.source, character)
    stands = np.array(rest_matrices(made.rig.bones))
    at_rest = posed_points(character, bound_to, palette(bound_to, stands))[0].positions
    np.testing.assert_allclose(at_rest, TUBE[0], atol=1e-6)
    stands[3, 0, 3] += 1.0
    moved = posed_points(character, bound_to, palette(bound_to, stands))[0].positions - at_rest
    assert moved[TUBE[0][:, 2] > 2.6, 0].min() > 0.95


def test_a_mesh_beside_the_rig_is_bound_where_it_is_placed() -> None:
    data, placed = file_of((TUBE[0] / 2.0, TUBE[1])), np.diag((2.0, 2.0, 2.0, 1.0))
    made = bound(data, THREE, weights_of(character_in(data), THREE, placed=placed), placed=placed)
    found = Skinned(made)
    np.testing.assert_allclose(found.vertices(found.worlds())["mesh 0"], TUBE[0] @ TO_FILE.T, atol=1e-6)


def test_the_container_is_whole() -> None:
    data = file_of(TUBE)
    made = bound(data, THREE, weights_of(character_in(data), THREE))
    assert struct.unpack_from("<I", made, 8)[0] == len(made)
    size = struct.unpack_from("<I", made, 12)[0]
    plain = json.loads(made[20 : 20 + size])
    assert plain["buffers"] == [{"byteLength": len(Skinned(made).data)}]
