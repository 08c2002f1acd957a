"""glTF files that tests write: text, and the binary container around it."""

from __future__ import annotations

import json
import struct

import numpy as np


def z_up(position: np.ndarray) -> np.ndarray:
    return np.stack([position[..., 0], -position[..., 2], position[..., 1]], axis=-1)


def gltf(*nodes: dict, **entries: object) -> dict:
    return {"asset": {"version": "2.0"}, "nodes": list(nodes), **entries}


def skinned(*nodes: dict) -> dict:
    return gltf(*nodes, skins=[{"joints": list(range(len(nodes)))}])


def glb(plain: dict, data: bytes = b"") -> bytes:
    text = json.dumps(plain).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<I4s", len(text), b"JSON") + text
    if data:
        data += b"\0" * (-len(data) % 4)
        chunks += struct.pack("<I4s", len(data), b"BIN\0") + data
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks


class Data:
    """The binary part of a file: rows of floats or whole numbers, each with an accessor."""

    def __init__(self) -> None:
        self.bytes, self.views, self.accessors = b"", [], []

    def view(self, data: bytes) -> int:
        self.bytes += b"\0" * (-len(self.bytes) % 4)
        self.views.append({"buffer": 0, "byteOffset": len(self.bytes), "byteLength": len(data)})
        self.bytes += data
        return len(self.views) - 1

    def add(self, rows: object, kind: int = 5126, **more: object) -> int:
        numbers = np.array(rows, {5126: "<f4", 5122: "<i2", 5121: "<u1"}[kind])
        width = {1: "SCALAR", 3: "VEC3", 4: "VEC4"}[1 if numbers.ndim == 1 else numbers.shape[1]]
        view = self.view(numbers.tobytes())
        self.accessors.append({"bufferView": view, "componentType": kind, "count": len(numbers), "type": width, **more})
        return len(self.accessors) - 1


def animated(nodes, joints, data: Data, times, channels, name: str = "", **sampler: object) -> bytes:
    """A container with one animation: its channels are (node, path, accessor)."""
    keys = times if isinstance(times, int) else data.add(times)
    animation = {
        "samplers": [{"input": keys, "output": output, **sampler} for _node, _path, output in channels],
        "channels": [
            {"sampler": number, "target": {"node": node, "path": path}}
            for number, (node, path, _output) in enumerate(channels)
        ],
        **({"name": name} if name else {}),
    }
    plain = gltf(
        *nodes,
        skins=[{"joints": joints}],
        animations=[animation],
        accessors=data.accessors,
        bufferViews=data.views,
        buffers=[{"byteLength": len(data.bytes)}],
    )
    return glb(plain, data.bytes)
