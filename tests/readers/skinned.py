"""Skinned meshes of binary glTF, by numpy and the specification alone: where vertices are, also in animations."""

from __future__ import annotations

import json
import struct
from typing import Any

import numpy as np

from tests.readers.glb import USUAL, _matrix

KINDS = {5121: "<u1", 5123: "<u2", 5126: "<f4"}
WIDTHS = {"SCALAR": 1, "VEC3": 3, "VEC4": 4, "MAT4": 16}


class Skinned:
    """A file that holds all its data; animations are looked at where they have keys."""

    def __init__(self, data: bytes) -> None:
        size = struct.unpack_from("<I", data, 12)[0]
        self.plain: dict[str, Any] = json.loads(data[20 : 20 + size])
        length = struct.unpack_from("<I", data, 20 + size)[0] if len(data) > 20 + size else 0
        self.data, self.others = data[28 + size : 28 + size + length], data[28 + size + length :]
        self.parents = {child: n for n, node in enumerate(self.plain["nodes"]) for child in node.get("children", ())}

    def numbers(self, accessor: int) -> np.ndarray:
        """Return the numbers (count, width) of an accessor."""
        found = self.plain["accessors"][accessor]
        view, width = self.plain["bufferViews"][found["bufferView"]], WIDTHS[found["type"]]
        at = view.get("byteOffset", 0) + found.get("byteOffset", 0)
        kind = KINDS[found["componentType"]]
        return np.frombuffer(self.data, kind, found["count"] * width, at).reshape(-1, width).astype(float)

    def worlds(self, animation: int | None = None, seconds: float = 0.0) -> np.ndarray:
        """Return where the nodes stand (n, 4, 4), at a key of an animation."""
        nodes = [dict(node) for node in self.plain["nodes"]]
        found = self.plain["animations"][animation] if animation is not None else {"channels": ()}
        for channel in found["channels"]:
            target, sampler = channel["target"], found["samplers"][channel["sampler"]]
            if target["path"] in USUAL:
                times, values = self.numbers(sampler["input"])[:, 0], self.numbers(sampler["output"])
                values = values.reshape(len(times), -1, values.shape[1])
                key = int(np.abs(times - min(max(seconds, times[0]), times[-1])).argmin())
                nodes[target["node"]].pop("matrix", None)
                nodes[target["node"]][target["path"]] = values[key, values.shape[1] // 2].tolist()

        def world(number: int) -> np.ndarray:
            local = _matrix(nodes[number])
            return world(self.parents[number]) @ local if number in self.parents else local

        return np.array([world(number) for number in range(len(nodes))])

    def vertices(self, worlds: np.ndarray) -> dict[str, np.ndarray]:
        """Return the vertices (v, 3) of each mesh by its name, in the file's axes; nodes stand at `worlds`."""
        found = {}
        for number, node in enumerate(self.plain["nodes"]):
            if "mesh" in node:
                mesh = self.plain["meshes"][node["mesh"]]
                found[mesh["name"]] = self._of_mesh(
                    mesh["primitives"][0]["attributes"], node.get("skin"), worlds, number
                )
        return found

    def _of_mesh(self, attributes: dict[str, int], skin: int | None, worlds: np.ndarray, node: int) -> np.ndarray:
        places = self.numbers(attributes["POSITION"])
        places = np.column_stack((places, np.ones(len(places))))
        if skin is None:
            return (places @ worlds[node].T)[:, :3]
        of_skin = self.plain["skins"][skin]
        binds = self.numbers(of_skin["inverseBindMatrices"]).reshape(-1, 4, 4).transpose(0, 2, 1)
        moves = worlds[of_skin["joints"]] @ binds
        joints, weights = self.numbers(attributes["JOINTS_0"]).astype(int), self.numbers(attributes["WEIGHTS_0"])
        return np.einsum("vk,vkij,vj->vi", weights, moves[joints], places)[:, :3]
