"""Meshes that Draco packed: read by the package that does it, in a process of its own, or said to be left out."""

from __future__ import annotations

from pathlib import Path

import DracoPy
import numpy as np

from pantin.rigs.formats.gltf import draco
from pantin.rigs.formats.gltf.meshes import character
from tests.rigs.formats.gltf.mesh_files import FACING, SQUARE, TWO_TRIANGLES, MeshFile

JOINTS = np.array([(0, 1, 0, 0)] * 4, np.uint16)
WEIGHTS = np.array([(0.25, 0.75, 0, 0)] * 4, np.float32)


def packed(tmp_path: Path, damage: bool = False) -> Path:
    """A square on two joints, all of it packed but its normals, and a part beside it that is not."""
    generic = {7: JOINTS, 9: WEIGHTS}
    data = DracoPy.encode(
        np.array(SQUARE, np.float32),
        np.array(TWO_TRIANGLES).reshape(-1, 3),
        preserve_order=True,
        generic_attributes=generic,
    )
    own = {"POSITION": np.array(SQUARE), "JOINTS_0": JOINTS, "WEIGHTS_0": WEIGHTS}
    there = [(each["unique_id"], each["data"]) for each in DracoPy.decode(data).attributes]
    attributes = {
        name: next(n for n, found in there if found.shape == rows.shape and np.allclose(found, rows, atol=1e-4))
        for name, rows in own.items()
    }
    file = MeshFile({}, {}, {"mesh": 0, "skin": 0}, {"mesh": 1})
    primitive = file.primitive(NORMAL=FACING, JOINTS_0=JOINTS * 0, WEIGHTS_0=WEIGHTS * 0)
    view = file.data.view(bytes(len(data)) if damage else data)
    for name in own:
        del file.data.accessors[primitive["attributes"][name]]["bufferView"]
    primitive["extensions"] = {draco.EXTENSION: {"bufferView": view, "attributes": attributes}}
    file.mesh(primitive, name="body")
    file.mesh(file.primitive(NORMAL=FACING))
    file.skin([0, 1])
    return file.written(tmp_path / "a.glb")


def test_what_draco_packed_is_read(tmp_path) -> None:
    found = character(packed(tmp_path))
    body, _other = found.parts
    assert found.left_out == () and np.abs(body.positions - SQUARE).max() < 1e-4
    assert body.triangles.ravel().tolist() == list(TWO_TRIANGLES) and body.joints.tolist() == JOINTS.tolist()
    assert np.abs(body.weights - WEIGHTS).max() < 1e-6 and body.normals.tolist() == [list(row) for row in FACING]


def test_without_the_package_the_rest_is_read_and_the_command_said(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(draco, "find_spec", lambda name: None)
    found = character(packed(tmp_path))
    assert [part.node for part in found.parts] == [3]
    assert found.left_out == (
        'The mesh "body" is left out: it is compressed by Draco, which one more package reads; install it by: '
        'pip install "pantin[draco]".',
    )


def test_damaged_data_of_draco_takes_nothing_else_along(tmp_path) -> None:
    found = character(packed(tmp_path, damage=True))
    assert [part.node for part in found.parts] == [3] and "Draco" in found.left_out[0]
