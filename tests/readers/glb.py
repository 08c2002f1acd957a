"""Binary glTF read by numpy and the specification of glTF 2.0 alone.

It says where points that rest beside joints are, in the pose and in animations, as a skin in the file would have them.
"""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import numpy as np

Z_UP = np.array(((1.0, 0, 0, 0), (0, 0, -1.0, 0), (0, 1.0, 0, 0), (0, 0, 0, 1.0)))
KINDS = {5120: ("i1", 127), 5121: ("u1", 255), 5122: ("<i2", 32767), 5123: ("<u2", 65535), 5126: ("<f4", 1)}
"""How numbers lie in a file, and by what whole ones are divided."""

WIDTHS = {"SCALAR": 1, "VEC3": 3, "VEC4": 4, "MAT4": 16}
USUAL = {"translation": [0.0, 0.0, 0.0], "rotation": [0.0, 0.0, 0.0, 1.0], "scale": [1.0, 1.0, 1.0]}


class Glb:
    """A file: its JSON, its numbers, how its nodes stand, and where its first skin has points."""

    def __init__(self, path: Path) -> None:
        data = path.read_bytes()
        size = struct.unpack_from("<I", data, 12)[0]
        self.plain: dict[str, Any] = json.loads(data[20 : 20 + size])
        self.data = data[28 + size :]
        self.parents = {child: n for n, node in enumerate(self.plain["nodes"]) for child in node.get("children", ())}

    def _numbers(self, accessor: int) -> np.ndarray:
        found = self.plain["accessors"][accessor]
        width = WIDTHS[found["type"]]
        rows = self._rows(found, found["componentType"], found["count"], width)
        if "sparse" in found:
            sparse, rows = found["sparse"], np.array(rows)
            places = self._rows(sparse["indices"], sparse["indices"]["componentType"], sparse["count"], 1)[:, 0]
            rows[places] = self._rows(sparse["values"], found["componentType"], sparse["count"], width)
        most = KINDS[found["componentType"]][1] if found.get("normalized") else 1
        return np.maximum(rows.astype(float) / most, -np.inf if most == 1 else -1.0)

    def _rows(self, part: dict[str, Any], component: int, count: int, width: int) -> np.ndarray:
        """The numbers (count, width) that lie in a view; 0 where there is none."""
        kind = KINDS[component][0]
        if "bufferView" not in part:
            return np.zeros((count, width), kind)
        view = self.plain["bufferViews"][part["bufferView"]]
        at, stride = view.get("byteOffset", 0) + part.get("byteOffset", 0), np.dtype(kind).itemsize * width
        stride = view.get("byteStride", stride)
        packed = view.get("extensions", {}).get("EXT_meshopt_compression")
        if packed is not None:
            first = packed.get("byteOffset", 0)
            data = unpacked(self.data[first : first + packed["byteLength"]], packed["count"], packed["byteStride"])
            return np.frombuffer(data, kind).reshape(-1, width)[:count]
        return np.array([np.frombuffer(self.data, kind, width, at + stride * row) for row in range(count)])

    def moving(self) -> dict[str, np.ndarray]:
        """Return how nodes stand at the keys of the first animation, by name (f, 4, 4), in the file's axes.

        A channel has a key at each of them, or one for all. Of nodes with one name it is the joint.
        """
        moved, count = dict[tuple[int, str], np.ndarray](), 1
        for each in self.plain.get("animations", ())[:1]:
            for channel in each["channels"]:
                values = self._numbers(each["samplers"][channel["sampler"]]["output"])
                moved[channel["target"]["node"], channel["target"]["path"]] = values
                count = max(count, len(values))
        joints = {joint for skin in self.plain.get("skins", ()) for joint in skin["joints"]}
        found: dict[str, np.ndarray] = {}

        def put(number: int, above: np.ndarray) -> None:
            node = self.plain["nodes"][number]
            rows = (moved.get((number, path), np.array([node.get(path, usual)])) for path, usual in USUAL.items())
            own = _matrices(*(np.broadcast_to(row, (count, row.shape[1])) for row in rows))
            world = above @ (np.reshape(node["matrix"], (4, 4)).T if "matrix" in node else own)
            if node.get("name", "") not in found or number in joints:
                found[node.get("name", "")] = world
            for child in node.get("children", ()):
                put(child, world)

        for root in self.plain["scenes"][self.plain.get("scene", 0)]["nodes"]:
            put(root, np.eye(4)[None])
        return found

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

    @property
    def _joints(self) -> dict[str, tuple[int, np.ndarray]]:
        """The joints of the first skin, by name, with their inverse bind matrices."""
        skin = self.plain["skins"][0]
        binds = self._numbers(skin["inverseBindMatrices"]).reshape(-1, 4, 4).transpose(0, 2, 1)
        return {
            self.plain["nodes"][node]["name"]: (node, bind) for node, bind in zip(skin["joints"], binds, strict=True)
        }

    def skinned(self, points: dict[str, np.ndarray], animation: str | None = None, seconds: float = 0.0):
        """Points (p, 3) that rest beside joints, Z up, as the skin has them at a time: by joint (p, 3), Z up."""
        nodes, joints = self._nodes(animation, seconds), self._joints
        found = {}
        for name, places in points.items():
            node, bind = joints[name]
            at = Z_UP.T @ np.column_stack((places, np.ones(len(places)))).T
            found[name] = (Z_UP @ self._world(nodes, node) @ bind @ at)[:3].T
        return found

    def _world(self, nodes: list[dict[str, Any]], index: int) -> np.ndarray:
        local = _matrix(nodes[index])
        return self._world(nodes, self.parents[index]) @ local if index in self.parents else local


def unpacked(data: bytes, count: int, stride: int) -> bytes:
    """Return rows of bytes that meshopt packed without any gain: all groups of 16 bytes are there as they are.

    They are differences to the row before, with the sign in the lowest bit; the row before the first is at the end.
    """
    rows, before, at = np.zeros((count, stride), np.uint8), np.frombuffer(data[-stride:], np.uint8).astype(int), 1
    block = min(8192 // stride & ~15, 256)
    for first in range(0, count, block):
        some = min(block, count - first)
        groups = -(-some // 16)
        for column in range(stride):
            at += -(-groups // 4)
            steps = np.frombuffer(data, np.uint8, some, at).astype(int)
            at += 16 * groups
            rows[first : first + some, column] = (before[column] + np.cumsum(-(steps & 1) ^ steps >> 1)) & 255
        before = rows[first + some - 1].astype(int)
    return rows.tobytes()


def _matrix(node: dict[str, Any]) -> np.ndarray:
    if "matrix" in node:
        return np.array(node["matrix"]).reshape(4, 4).T
    return _matrices(*(np.array([node.get(path, usual)], float) for path, usual in USUAL.items()))[0]


def _matrices(places: np.ndarray, turns: np.ndarray, scales: np.ndarray) -> np.ndarray:
    x, y, z, w = turns.T
    found = np.zeros((len(turns), 4, 4))
    found[:, 0, :3] = np.stack((1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)), -1)
    found[:, 1, :3] = np.stack((2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)), -1)
    found[:, 2, :3] = np.stack((2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)), -1)
    found[:, :3, :3] *= scales[:, None, :]
    found[:, :3, 3], found[:, 3, 3] = places, 1.0
    return found
