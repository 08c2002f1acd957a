"""glTF that was written, read again and checked."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from pantin import rigs
from pantin.rigs.figure import Figure
from pantin.rigs.formats.gltf import writing
from tests.rigs.formats.gltf_files import baked, parts


def checked(data: bytes) -> dict:
    """The JSON of a file, held against what the specification asks of what Pantin writes."""
    plain, binary = parts(data)
    nodes = plain["nodes"]
    assert not plain.get("buffers") or plain["buffers"] == [{"byteLength": len(binary)}]
    views = [(accessor["type"] == "MAT4", accessor["bufferView"]) for accessor in plain.get("accessors", ())]
    assert len({view for _bind, view in views}) == len(set(views)), "bind matrices and motion share a view"
    below = [child for node in nodes for child in node.get("children", ())]
    assert len(set(below)) == len(below) and sorted(below + plain["scenes"][0]["nodes"]) == list(range(len(nodes)))
    numbers = []
    for accessor in plain.get("accessors", ()):
        size = accessor["count"] * {"SCALAR": 1, "VEC3": 3, "VEC4": 4, "MAT4": 16}[accessor["type"]]
        view = plain["bufferViews"][accessor["bufferView"]]
        assert accessor["byteOffset"] % 4 == 0 and accessor["byteOffset"] + 4 * size <= view["byteLength"] and size
        first = view["byteOffset"] + accessor["byteOffset"]
        numbers.append(np.frombuffer(binary, "<f4", size, first).reshape(accessor["count"], -1))
        assert np.isfinite(numbers[-1]).all()
    for node in nodes:
        assert not node.keys() & {"translation", "rotation", "scale"} or "matrix" not in node
        assert abs(np.linalg.norm(node.get("rotation", (0, 0, 0, 1))) - 1.0) < 1e-5
    for animation in plain.get("animations", ()):
        targets = [(channel["target"]["node"], channel["target"]["path"]) for channel in animation["channels"]]
        assert targets and len(set(targets)) == len(targets)
        assert not any("matrix" in nodes[node] for node, _path in targets)
        for sampler in animation["samplers"]:
            times, about = numbers[sampler["input"]], plain["accessors"][sampler["input"]]
            assert (
                (np.diff(times[:, 0]) > 0).all() and times.min() >= 0 and len(times) == len(numbers[sampler["output"]])
            )
            assert about["min"] == [times.min()] and about["max"] == [times.max()]
    for skin in plain.get("skins", ()):
        binds = numbers[skin["inverseBindMatrices"]]
        assert len(binds) == len(skin["joints"]) == len(set(skin["joints"]))
        np.testing.assert_array_equal(binds[:, 3::4], np.tile((0.0, 0.0, 0.0, 1.0), (len(binds), 1)))
    return plain


def again(tmp_path: Path, figure: Figure) -> Figure:
    """The figure, written and read."""
    path = tmp_path / "again.glb"
    path.write_bytes(writing.written(baked(figure)).data)
    checked(path.read_bytes())
    return rigs.read(path).figure
