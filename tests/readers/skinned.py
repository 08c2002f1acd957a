"""Skinned meshes of binary glTF, by numpy and the specification alone: where vertices are, also in animations."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from tests.readers.glb import USUAL, _matrix

KINDS = {5121: "<u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
NOTHING: Mapping[int, np.ndarray] = {}
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}


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
        width, count = WIDTHS[found["type"]], found["count"]
        if "bufferView" in found:
            rows = self._rows(found, found["componentType"], count, width)
        else:
            rows = np.zeros((count, width))
        if "sparse" in found:
            sparse = found["sparse"]
            places = self._rows(sparse["indices"], sparse["indices"]["componentType"], sparse["count"], 1)
            rows[places[:, 0].astype(int)] = self._rows(
                sparse["values"], found["componentType"], sparse["count"], width
            )
        return rows

    def _rows(self, part: dict[str, Any], component: int, count: int, width: int) -> np.ndarray:
        view, kind = self.plain["bufferViews"][part["bufferView"]], np.dtype(KINDS[component])
        at = view.get("byteOffset", 0) + part.get("byteOffset", 0)
        step = view.get("byteStride", width * kind.itemsize)
        return np.ndarray((count, width), kind, self.data, at, (step, kind.itemsize)).astype(float)

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

    def weights(self, animation: int, seconds: float) -> dict[int, np.ndarray]:
        """Return how far the morph targets are there, by the nodes of their meshes, at a key of an animation."""
        found, weights = self.plain["animations"][animation], {}
        for channel in found["channels"]:
            if channel["target"]["path"] == "weights":
                sampler = found["samplers"][channel["sampler"]]
                times, values = self.numbers(sampler["input"])[:, 0], self.numbers(sampler["output"])
                key = int(np.abs(times - min(max(seconds, times[0]), times[-1])).argmin())
                weights[channel["target"]["node"]] = values.reshape(len(times), -1)[key]
        return weights

    def vertices(self, worlds: np.ndarray, weights: Mapping[int, np.ndarray] = NOTHING) -> dict[str, np.ndarray]:
        """Return the vertices (v, 3) of each mesh by its name, in the file's axes; nodes stand at `worlds`.

        `weights` are those of morph targets, by nodes, where they are not as the meshes have them.
        """
        found = {}
        for number, node in enumerate(self.plain["nodes"]):
            if "mesh" in node:
                mesh = self.plain["meshes"][node["mesh"]]
                shaped = weights.get(number, mesh.get("weights", ()))
                parts = [self._of_part(each, shaped, node.get("skin"), worlds, number) for each in mesh["primitives"]]
                found[mesh["name"]] = np.concatenate(parts)
        return found

    def _of_part(
        self, part: dict[str, Any], weights: Sequence[float], skin: int | None, worlds: np.ndarray, node: int
    ) -> np.ndarray:
        moves = [self.numbers(target["POSITION"]) for target in part.get("targets", ())]
        moved = sum(weight * move for weight, move in zip(weights, moves, strict=False))
        return self._of_mesh(part["attributes"], skin, worlds, node, moved)

    def _of_mesh(
        self, attributes: dict[str, int], skin: int | None, worlds: np.ndarray, node: int, moved: Any = 0.0
    ) -> np.ndarray:
        places = self.numbers(attributes["POSITION"]) + moved
        places = np.column_stack((places, np.ones(len(places))))
        if skin is None:
            return (places @ worlds[node].T)[:, :3]
        of_skin = self.plain["skins"][skin]
        binds = self.numbers(of_skin["inverseBindMatrices"]).reshape(-1, 4, 4).transpose(0, 2, 1)
        moves, sets = worlds[of_skin["joints"]] @ binds, sum(name.startswith("JOINTS_") for name in attributes)
        joints = np.hstack([self.numbers(attributes[f"JOINTS_{number}"]).astype(int) for number in range(sets)])
        shares = np.hstack([self.numbers(attributes[f"WEIGHTS_{number}"]) for number in range(sets)])
        return np.einsum("vk,vkij,vj->vi", shares, moves[joints], places)[:, :3]
