"""What a reader of another format hands over is in the file that it becomes, as an independent reader has it."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from pantin.rigs.formats import gltf
from pantin.rigs.formats.converted import keeping
from pantin.rigs.formats.converted.content import Animation, Content, Mesh, Node, Primitive, Skin, Target, Track
from pantin.rigs.formats.converted.glb import glb_of
from pantin.rigs.formats.converted.opening import opened_as_gltf
from pantin.rigs.formats.gltf.meshes import character
from pantin.rigs.formats.opening import Reading
from tests.readers.skinned import Skinned

RANDOM = np.random.default_rng(7)
PLACES = RANDOM.uniform(-1.0, 1.0, (30, 3)).astype(np.float32)
TRIANGLES = np.arange(30, dtype=np.uint32).reshape(10, 3)
HALF = float(np.sqrt(0.5))


def skinned(width: int = 4) -> Content:
    """A tail of two joints below a node that scales, with a skin and a clip in which the upper one turns."""
    joints = RANDOM.integers(0, 2, (30, width)).astype(np.uint16)
    part = Primitive(PLACES, TRIANGLES, joints=joints, weights=RANDOM.uniform(0.1, 1.0, (30, width)).astype("<f4"))
    binds = np.tile(np.eye(4), (2, 1, 1))
    binds[1, 1, 3] = -1.0
    turns = np.array([(0.0, 0.0, 0.0, 1.0), (0.0, 0.0, -HALF, -HALF)])
    nodes = [
        Node("above", scale=(0.5, 0.5, 0.5)),
        Node("low", 0, (0.0, 2.0, 0.0)),
        Node("up", 1, (0.0, 1.0, 0.0)),
        Node("body", mesh=0, skin=0),
    ]
    swing = Animation("swing", np.array((0.0, 1.0)), (Track(2, "rotation", turns),))
    return Content(nodes, [Mesh("body", (part,))], [Skin((1, 2), binds)], animations=[swing])


def by_hand(content: Content, turn: np.ndarray) -> np.ndarray:
    """Return the vertices, where the upper joint is turned (3, 3)."""
    part, above = content.meshes[0].primitives[0], np.diag((0.5, 0.5, 0.5, 1.0))
    low, up = np.eye(4), np.eye(4)
    low[1, 3], up[1, 3], up[:3, :3] = 2.0, 1.0, turn
    palette = np.array([above @ low, above @ low @ up]) @ content.skins[0].inverse_binds
    weights = part.weights / part.weights.sum(axis=1, keepdims=True)
    mixed = np.einsum("vk,vkij->vij", weights, palette[part.joints])
    return np.einsum("vij,vj->vi", mixed[:, :3, :3], PLACES) + mixed[:, :3, 3]


@pytest.mark.parametrize("width", [2, 4])
def test_a_skin_and_its_motion_are_in_the_file(width: int) -> None:
    content = skinned(width)
    found = Skinned(glb_of(content))
    np.testing.assert_allclose(found.vertices(found.worlds())["body"], by_hand(content, np.eye(3)), atol=1e-6)
    quarter = np.array(((0.0, -1.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)))
    moved = found.vertices(found.worlds(0, 1.0))["body"]
    np.testing.assert_allclose(moved, by_hand(content, quarter), atol=1e-6)


def test_targets_of_few_vertices_and_of_all_are_read_as_they_were(tmp_path: Path) -> None:
    few = np.zeros((30, 3), np.float32)
    few[[3, 17]] = (0.5, -0.25, 1.0)
    every = RANDOM.uniform(-1.0, 1.0, (30, 3)).astype(np.float32)
    part = Primitive(PLACES, TRIANGLES, targets=(Target(few), Target(every), Target(np.zeros((30, 3), np.float32))))
    mesh = Mesh("face", (part,), ("blink", "smile", "nothing"), (0.0, 0.5, 0.0))
    path = tmp_path / "face.glb"
    path.write_bytes(glb_of(Content([Node("face", mesh=0)], [mesh])))
    read = character(path)
    (shape,) = read.parts
    assert read.morphs[0].names == ("blink", "smile", "nothing") and read.left_out == ()
    np.testing.assert_array_equal(shape.positions, PLACES)
    found = np.zeros((3, 30, 3), np.float32)
    targets = shape.targets
    assert targets is not None
    for number in range(3):
        moved = slice(targets.firsts[number], targets.firsts[number + 1])
        found[number, targets.rows[moved]] = targets.positions[moved]
    np.testing.assert_array_equal(found, [few, every, np.zeros((30, 3))])


def test_what_becomes_of_a_file_is_kept_and_read_and_what_was_said_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    content = skinned()
    content.words, content.notes = ["Centimetres became metres."], {"joints": {"low": 1}}
    reading, told = Reading(), []
    document = opened_as_gltf(
        tmp_path / "tail.fbx", reading, lambda _path: glb_of(content), lambda made, notes: (told.append(notes), made)[1]
    )
    source = document.figure.source
    assert document.figure.name == "tail" and [bone.name for bone in document.rig.bones] == ["low", "up"]
    assert source is not None and source.file is not None and keeping.is_kept(source.file.path)
    assert reading.words == ["Centimetres became metres."] and told == [{"joints": {"low": 1}}]
    assert gltf.read(source.file.path).rig == document.rig
    assert keeping.keep(glb_of(content), tmp_path / "tail.fbx") == Path(source.file.path)


def test_an_empty_content_is_a_file_of_nothing() -> None:
    data = glb_of(Content())
    assert json.loads(data[20:]) == {"asset": {"version": "2.0", "generator": "Pantin"}}
