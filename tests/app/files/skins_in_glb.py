"""A reader of binary glTF that shares nothing with the program: numpy and the specification of glTF 2.0 alone.

It says where points that rest beside joints are, in the pose and in animations, as a skin in the file would have them.
"""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import numpy as np

Z_UP = np.array(((1.0, 0, 0, 0), (0, 0, -1.0, 0), (0, 1.0, 0, 0), (0, 0, 0, 1.0)))
WIDTHS = {"SCALAR": 1, "VEC3": 3, "VEC4": 4, "MAT4": 16}
USUAL = {"translation": [0.0, 0.0, 0.0], "rotation": [0.0, 0.0, 0.0, 1.0], "scale": [1.0, 1.0, 1.0]}


class SkinsInGlb:
    """The joints of the first skin of a file, by name."""

    def __init__(self, path: Path) -> None:
        data = path.read_bytes()
        size = struct.unpack_from("<I", data, 12)[0]
        self.plain: dict[str, Any] = json.loads(data[20 : 20 + size])
        self.data = data[28 + size :]
        self.parents = {child: n for n, node in enumerate(self.plain["nodes"]) for child in node.get("children", ())}
        skin = self.plain["skins"][0]
        binds = self._numbers(skin["inverseBindMatrices"]).reshape(-1, 4, 4).transpose(0, 2, 1)
        self.joints = {
            self.plain["nodes"][node]["name"]: (node, bind) for node, bind in zip(skin["joints"], binds, strict=True)
        }

    def _numbers(self, accessor: int) -> np.ndarray:
        found = self.plain["accessors"][accessor]
        view = self.plain["bufferViews"][found["bufferView"]]
        assert found["componentType"] == 5126 and "byteStride" not in view
        at = view.get("byteOffset", 0) + found.get("byteOffset", 0)
        width = WIDTHS[found["type"]]
        return np.frombuffer(self.data, "<f4", found["count"] * width, at).reshape(-1, width).astype(float)

    def _nodes(self, animation: str | None, seconds: float) -> list[dict[str, Any]]:
        nodes = [dict(node) for node in self.plain["nodes"]]
        for each in self.plain.get("animations", ()):
            for channel in each["channels"] if each["name"] == animation else ():
                sampler = each["samplers"][channel["sampler"]]
                assert sampler.get("interpolation", "LINEAR") == "LINEAR"
                times, values = self._numbers(sampler["input"])[:, 0], self._numbers(sampler["output"])
                key = int(np.abs(times - seconds).argmin())
                assert abs(times[key] - seconds) < 1e-5, "the frame has a key of its own"
                nodes[channel["target"]["node"]][channel["target"]["path"]] = values[key].tolist()
        return nodes

    def skinned(self, points: dict[str, np.ndarray], animation: str | None = None, seconds: float = 0.0):
        """Points (p, 3) that rest beside joints, Z up, as the skin has them at a time: by joint (p, 3), Z up."""
        nodes = self._nodes(animation, seconds)
        found = {}
        for name, places in points.items():
            node, bind = self.joints[name]
            at = Z_UP.T @ np.column_stack((places, np.ones(len(places)))).T
            found[name] = (Z_UP @ self._world(nodes, node) @ bind @ at)[:3].T
        return found

    def _world(self, nodes: list[dict[str, Any]], index: int) -> np.ndarray:
        local = _matrix(nodes[index])
        return self._world(nodes, self.parents[index]) @ local if index in self.parents else local


def _matrix(node: dict[str, Any]) -> np.ndarray:
    if "matrix" in node:
        return np.array(node["matrix"]).reshape(4, 4).T
    moved, (x, y, z, w), scale = (np.array(node.get(path, usual)) for path, usual in USUAL.items())
    found = np.eye(4)
    found[:3, :3] = (
        np.array(
            (
                (1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)),
                (2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)),
                (2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)),
            )
        )
        * scale
    )
    found[:3, 3] = moved
    return found
