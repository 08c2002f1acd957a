"""Packed data of every mode, version and filter: packed by meshoptimizer 1.3.0, unpacked to what went in.

`meshopt.json` holds the packed bytes; the formulas that made the numbers are repeated here.
"""

from __future__ import annotations

import base64
import json
from functools import cache

import numpy as np
import pytest

from pantin.rigs.formats.files import Fault
from pantin.rigs.formats.gltf.meshes import character
from pantin.rigs.formats.gltf.meshopt import unpacked
from tests.cases import case
from tests.rigs.formats.gltf.mesh_files import MeshFile

I, J = np.arange(70)[:, None], np.array([0, 4, 8])
WORDS = {
    "smooth": np.stack([np.round(1000 * np.sin(I / 20 + J)), 3 * I + J], axis=2).astype("<i2"),
    "float": (3 * np.sin(I / 50 + J)).astype("<f4"),
    "noise": (((12 * I + J) * 2654435761 + I * I * 97531) % 2**32).astype("<u4"),
    "same": (7 + J + 0 * I).astype("<u4"),
}
GRID = [
    each for y in range(5) for x in range(5) for i in [6 * y + x] for each in ([i, i + 1, i + 6], [i + 1, i + 7, i + 6])
]
CORNERS = {"grid": np.array(GRID), "mixed": np.array([GRID[7 * row % 50] for row in range(50)])}
K = np.arange(40)
FOUR = np.stack([np.sin(K), np.cos(2 * K), np.sin(3 * K + 1), np.cos(5 * K)], axis=1)


@cache
def packed() -> dict[str, bytes]:
    texts = json.loads(case("meshopt.json").read_text("utf-8"))
    return {name: base64.b64decode(text) for name, text in texts.items()}


@pytest.mark.parametrize("version", [0, 1])
@pytest.mark.parametrize("name", list(WORDS))
def test_attributes_of_both_versions(name: str, version: int) -> None:
    assert unpacked(packed()[f"{name} {version}"], 70, 12, "ATTRIBUTES", "NONE", "$") == WORDS[name].tobytes()


@pytest.mark.parametrize("width", [2, 4])
@pytest.mark.parametrize("name", list(CORNERS))
def test_corners(name: str, width: int) -> None:
    corners, kind = CORNERS[name], "<u2" if width == 2 else "<u4"
    found = unpacked(packed()[f"{name} indices {width}"], corners.size, width, "INDICES", "NONE", "$")
    assert found == corners.astype(kind).tobytes()
    triangles = np.frombuffer(
        unpacked(packed()[f"{name} triangles {width}"], corners.size, width, "TRIANGLES", "NONE", "$"), kind
    ).reshape(-1, 3)
    turned = [{tuple(np.roll(row, step).tolist()) for step in range(3)} for row in corners]
    assert all(tuple(row) in ways for row, ways in zip(triangles.tolist(), turned, strict=True))


@pytest.mark.parametrize(("stride", "kind", "bits"), [(4, "i1", 8), (8, "<i2", 12)])
def test_unit_vectors_on_an_octahedron(stride: int, kind: str, bits: int) -> None:
    found = np.frombuffer(
        unpacked(packed()[f"octahedral {stride}"], 40, stride, "ATTRIBUTES", "OCTAHEDRAL", "$"), kind
    ).reshape(-1, 4)
    vectors = found[:, :3] / np.iinfo(kind).max
    assert np.abs(vectors - FOUR[:, :3] / np.linalg.norm(FOUR[:, :3], axis=1, keepdims=True)).max() < 4 / 2**bits
    assert (np.sign(found[:, 3]) == np.where(K % 2, 1, -1)).all()


@pytest.mark.parametrize(("stride", "kind", "bits"), [(4, "u1", 8), (8, "<u2", 12)])
def test_colours_of_brightness_and_differences(stride: int, kind: str, bits: int) -> None:
    data = unpacked(packed()[f"colour {stride}"], 40, stride, "ATTRIBUTES", "COLOR", "$")
    found = np.frombuffer(data, kind).reshape(-1, 4) / np.iinfo(kind).max
    assert np.abs(found - FOUR**2).max() < 2 / 2**bits


def test_quaternions_and_floats() -> None:
    data = unpacked(packed()["quaternion"], 40, 8, "ATTRIBUTES", "QUATERNION", "$")
    found = np.frombuffer(data, "<i2").reshape(-1, 4) / 32767
    unit = FOUR / np.linalg.norm(FOUR, axis=1, keepdims=True)
    assert np.abs(np.abs((found * unit).sum(axis=1)) - 1.0).max() < 1e-4  # either sign is the same turn
    data = unpacked(packed()["exponential"], 40, 12, "ATTRIBUTES", "EXPONENTIAL", "$")
    numbers = FOUR[:, :3] * (9, 1, 1e-3) - (0, 5, 0)
    assert np.abs(np.frombuffer(data, "<f4").reshape(-1, 3) - numbers).max() < 10 / 2**19  # of 20 bits with the sign


@pytest.mark.parametrize("name", ["smooth 0", "noise 1", "float 1", "mixed triangles 4", "mixed indices 2"])
def test_what_is_cut_off_or_changed_is_one_sentence_or_numbers(name: str) -> None:
    """Whatever its bytes are, it ends, and nothing but a Fault is raised."""
    data = bytearray(packed()[name])
    mode = "TRIANGLES" if "triangles" in name else "INDICES" if "indices" in name else "ATTRIBUTES"
    size = (70, 12) if mode == "ATTRIBUTES" else (150, int(name[-1]))
    for end in range(0, len(data), 7):
        with pytest.raises(Fault, match="damaged"):
            unpacked(bytes(data[:end]), *size, mode, "NONE", "$")
    random = np.random.default_rng(5)
    for _round in range(60):
        changed = bytearray(data)
        changed[int(random.integers(len(data)))] = int(random.integers(256))
        try:
            assert len(unpacked(bytes(changed), *size, mode, "NONE", "$")) == size[0] * size[1]
        except Fault as fault:
            assert "damaged" in fault.what


def test_a_mesh_whose_corners_are_packed(tmp_path) -> None:
    places = [(float(x), float(y), 0.0) for y in range(6) for x in range(6)]
    file = MeshFile({"mesh": 0})
    primitive = file.primitive(places, None, NORMAL=[(0, 0, 1)] * 36)
    view = file.data.view(packed()["grid triangles 2"])
    extension = {**file.data.views[view], "byteStride": 2, "count": 150, "mode": "TRIANGLES"}
    file.data.views[view] = {"buffer": 0, "byteLength": 300, "extensions": {"KHR_meshopt_compression": extension}}
    file.data.accessors.append({"bufferView": view, "componentType": 5123, "count": 150, "type": "SCALAR"})
    file.mesh({**primitive, "indices": len(file.data.accessors) - 1})
    (part,) = character(file.written(tmp_path / "a.glb")).parts
    corners = part.positions[part.triangles]
    areas = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])[:, 2] / 2
    assert len(areas) == 50 and areas.sum() == 25.0 == np.abs(areas).sum()
