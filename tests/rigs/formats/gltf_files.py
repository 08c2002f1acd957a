"""glTF files that tests write and take apart: text, and the binary container around it."""

from __future__ import annotations

import json
import struct

import numpy as np

from pantin.rigs.figure import Figure
from pantin.rigs.motion.baked import BakedClip, BakedFigure
from pantin.rigs.motion.clips_of_bones import forward_kinematics, rows_of_pose


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


TYPES = {5120: "<i1", 5121: "<u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}


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
        numbers = np.array(rows, TYPES[kind])
        width = {1: "SCALAR", 2: "VEC2", 3: "VEC3", 4: "VEC4", 16: "MAT4"}[1 if numbers.ndim == 1 else numbers.shape[1]]
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


def baked(figure: Figure) -> BakedFigure:
    """The figure in its pose and in all its clips; nothing constrains it."""
    clips = (
        BakedClip(
            c.name,
            c.rate,
            c.span[0],
            forward_kinematics(figure.rig.bones, c.frames)[c.span[0] :],
            {name: track.array[c.span[0] :, 0] for name, track in c.expressions.items()},
        )
        for c in figure.clips
    )
    return BakedFigure(figure, standing(figure), tuple(clips))


def standing(figure: Figure) -> np.ndarray:
    """The matrices (n, 4, 4) of the bones in the figure's pose; nothing constrains them."""
    bones = figure.rig.bones
    return forward_kinematics(bones, rows_of_pose(bones, figure.pose.bones))[0]


def parts(data: bytes) -> tuple[dict, bytes]:
    """JSON and data of a container, whose lengths must be right."""
    magic, version, length, text = struct.unpack_from("<4sIII", data)
    assert (magic, version, length) == (b"glTF", 2, len(data)) and text % 4 == 0
    rest = data[20 + text :]
    if rest:
        assert struct.unpack_from("<I4s", rest) == (len(rest) - 8, b"BIN\0") and len(rest) % 4 == 0
    return json.loads(data[20 : 20 + text]), rest[8:]


NODES = ({"name": "a", "children": [1]}, {"name": "b", "translation": [0, 1, 0]})

SECOND = (0.0, 1.0)


def moved(rows: object, times: object = SECOND, kind: int = 5126, path: str = "translation", **more: object) -> bytes:
    data = Data()
    interpolation = {"interpolation": more.pop("interpolation", "LINEAR")}
    return animated(NODES, [0, 1], data, data.add(times), [(1, path, data.add(rows, kind, **more))], **interpolation)


def channels(data: bytes) -> dict[tuple[str, str], tuple[str, np.ndarray, np.ndarray]]:
    """Of the one animation in a file: interpolation, times and values by node and path."""
    plain, binary = parts(data)
    widths = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}

    def numbers(index: int) -> np.ndarray:
        accessor = plain["accessors"][index]
        at = plain["bufferViews"][accessor["bufferView"]].get("byteOffset", 0) + accessor.get("byteOffset", 0)
        width = widths[accessor["type"]]
        return np.frombuffer(binary, "<f4", accessor["count"] * width, at).reshape(-1, width)

    (animation,) = plain["animations"]
    found = {}
    for channel in animation["channels"]:
        sampler = animation["samplers"][channel["sampler"]]
        name = plain["nodes"][channel["target"]["node"]]["name"]
        times, values = numbers(sampler["input"])[:, 0], numbers(sampler["output"])
        found[name, channel["target"]["path"]] = sampler["interpolation"], times, values
    return found
