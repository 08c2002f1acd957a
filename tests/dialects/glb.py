"""A body and its motion as binary glTF: joints with axes of their own, under an armature with a unit, in a skin."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from tests.dialects.body import Body, Motion, about
from tests.rigs.formats.gltf_files import Data, glb, gltf

Axes = Literal["file", "bone", "any"]
"""Which way the axes of joints are turned: as those of the file, Y along the bone, or anyhow."""
Storage = Literal["float", "normalized", "sparse", "meshopt"]

FLOAT, SHORT, USHORT, BYTE = 5126, 5122, 5123, 5121


class Armature:
    """How joints are written: their axes, the node above them, and which way the figure looks."""

    def __init__(self, axes: Axes = "file", unit: float = 1.0, lying: bool = False, looks_back: bool = False) -> None:
        """`unit` is how many units of the joints are a metre; a `lying` armature turns Z up to Y up by its node."""
        self.axes, self.unit = axes, unit
        self.node = about("x", -np.pi / 2.0) if lying else np.eye(3)
        self.facing = about("y", np.pi) if looks_back else np.eye(3)


def written(
    body: Body,
    motion: Motion | None,
    names: dict[str, str],
    armature: Armature,
    storage: Storage = "float",
    extensions: dict[str, Any] | None = None,
) -> bytes:
    """Return the bytes of a file: the armature's node is the first, joints follow in the order of the body."""
    data, facing = Data(), armature.facing
    places, rest = body.places @ facing.T, facing @ axes_of(body, armature.axes)
    nodes: list[dict[str, Any]] = [
        {"name": "Armature", "children": [1], "rotation": quaternions(armature.node).tolist()}
    ]
    nodes[0]["scale"] = [1.0 / armature.unit] * 3
    for row, parent in enumerate(body.parents):
        above = armature.node if parent < 0 else rest[parent]
        start = places[parent] if parent >= 0 else np.zeros(3)
        node = {"name": names[body.parts[row]], "rotation": quaternions(above.T @ rest[row]).tolist()}
        node["translation"] = (armature.unit * above.T @ (places[row] - start)).tolist()
        children = [child + 1 for child in body.children(row)]
        nodes.append(node | ({"children": children} if children else {}))
    joints = list(range(1, len(nodes)))
    skin = {"joints": joints, "inverseBindMatrices": data.add(binds(places, rest, armature.unit))}
    nodes.append({"name": "Body", "mesh": 0, "skin": 0})
    entries = {"skins": [skin], "meshes": [skinned_triangle(data, places)]}
    entries |= {"scenes": [{"nodes": [0, len(nodes) - 1]}], "scene": 0}
    if motion is not None:
        entries["animations"] = [animation(data, body, motion, rest, armature, storage)]
    used = {**(extensions or {}), **({"EXT_meshopt_compression": {}} if storage == "meshopt" else {})}
    plain = gltf(*nodes, **entries, accessors=data.accessors, bufferViews=data.views, extensionsUsed=list(used))
    plain["buffers"] = [{"byteLength": len(data.bytes)}]
    return glb(plain | {"extensions": extensions or {}}, data.bytes)


def axes_of(body: Body, axes: Axes) -> np.ndarray:
    """Return how the axes of joints rest (n, 3, 3)."""
    chance = np.random.default_rng(11)
    found = np.repeat(np.eye(3)[None], len(body.parts), axis=0)
    for row in range(len(body.parts) if axes != "file" else 0):
        if axes == "any":
            found[row] = about("z", chance.uniform(-3, 3)) @ about("x", chance.uniform(-3, 3))
            continue
        below = body.children(row) or [row]
        start = body.places[row] if below != [row] else body.places[body.parents[row]]
        y = body.places[below[0]] - start
        y = y / np.linalg.norm(y) if np.linalg.norm(y) > 1e-6 else np.array((0.0, 1.0, 0.0))
        x = np.cross(y, (0.0, 0.0, 1.0) if abs(y[2]) < 0.9 else (0.0, 1.0, 0.0))
        x /= np.linalg.norm(x)
        found[row] = np.column_stack((x, y, np.cross(x, y))) @ about("y", chance.uniform(-0.3, 0.3))
    return found


def binds(places: np.ndarray, rest: np.ndarray, unit: float) -> np.ndarray:
    """Return inverse bind matrices (n, 16), column by column, of joints whose axes are as long as a unit."""
    worlds = np.repeat(np.eye(4)[None], len(places), axis=0)
    worlds[:, :3, :3], worlds[:, :3, 3] = rest / unit, places
    return np.linalg.inv(worlds).transpose(0, 2, 1).reshape(-1, 16)


def skinned_triangle(data: Data, places: np.ndarray) -> dict[str, Any]:
    """Return a mesh of one triangle at the hips, which moves with them."""
    corners = places[0] + np.array(((0.0, 0.0, 0.1), (0.1, 0.0, 0.1), (0.0, 0.1, 0.1)))
    weights, bones = [(1.0, 0.0, 0.0, 0.0)] * 3, [(0, 0, 0, 0)] * 3
    attributes = {"POSITION": data.add(corners), "JOINTS_0": data.add(bones, BYTE), "WEIGHTS_0": data.add(weights)}
    return {"primitives": [{"attributes": attributes}]}


def animation(
    data: Data, body: Body, motion: Motion, rest: np.ndarray, armature: Armature, storage: Storage
) -> dict[str, Any]:
    """Return an animation with a rotation of every joint, and a translation of the hips."""
    facing, node = armature.facing, armature.node
    times = data.add(np.arange(len(motion.hips)) / motion.rate)
    turns = facing @ motion.turns @ facing.T
    channels, samplers = [], []
    for row, parent in enumerate(body.parents):
        above = node if parent < 0 else rest[parent]
        keys = stored(data, quaternions(above.T @ turns[:, row] @ rest[row]), storage)
        channels.append({"sampler": row, "target": {"node": row + 1, "path": "rotation"}})
        samplers.append({"input": times, "output": keys})
    places = armature.unit * motion.hips @ facing.T @ node
    channels.append({"sampler": len(samplers), "target": {"node": 1, "path": "translation"}})
    samplers.append({"input": times, "output": stored(data, places, "float" if storage == "normalized" else storage)})
    return {"name": "Walk", "channels": channels, "samplers": samplers}


def stored(data: Data, rows: np.ndarray, storage: Storage) -> int:
    """Return the accessor of rows (f, 3) or (f, 4), which are written in one of the ways that glTF knows."""
    if storage == "normalized":
        return data.add(np.round(rows * 32767.0), SHORT, normalized=True)
    if storage == "sparse":
        indices = data.view(np.arange(len(rows), dtype="<u2").tobytes())
        values = data.view(rows.astype("<f4").tobytes())
        data.accessors.append(
            {
                "componentType": FLOAT,
                "count": len(rows),
                "type": f"VEC{rows.shape[1]}",
                "sparse": {
                    "count": len(rows),
                    "indices": {"bufferView": indices, "componentType": USHORT},
                    "values": {"bufferView": values},
                },
            }
        )
        return len(data.accessors) - 1
    number = data.add(rows)
    if storage == "meshopt":
        view = data.views[data.accessors[number]["bufferView"]]
        first, count, stride = view["byteOffset"], len(rows), 4 * rows.shape[1]
        data.bytes = data.bytes[:first]
        packed = packed_by_meshopt(rows.astype("<f4").tobytes(), count, stride)
        data.views.pop()
        data.view(packed)
        about_it = {"buffer": 0, "byteOffset": first, "byteLength": len(packed), "byteStride": stride}
        about_it |= {"count": count, "mode": "ATTRIBUTES", "filter": "NONE"}
        data.views[-1] = {"buffer": 0, "byteOffset": first, "byteLength": count * stride}
        data.views[-1]["extensions"] = {"EXT_meshopt_compression": about_it}
    return number


def packed_by_meshopt(rows: bytes, count: int, stride: int) -> bytes:
    """Return elements packed by EXT_meshopt_compression, version 0: differences of bytes, eight bits each."""
    elements = np.frombuffer(rows, np.uint8).reshape(count, stride).astype(np.int16)
    packed, most = b"\xa0", min(8192 // stride // 16 * 16, 256)
    before = np.zeros(stride, np.int16)
    for first in range(0, count, most):
        block = elements[first : first + most]
        apart = (np.diff(block, axis=0, prepend=before[None]) + 128) % 256 - 128
        groups = -(-len(block) // 16)
        for byte in range(stride):
            zigzag = np.zeros(16 * groups, np.uint8)
            zigzag[: len(block)] = np.where(apart[:, byte] < 0, -2 * apart[:, byte] - 1, 2 * apart[:, byte])
            packed += b"\xff" * -(-groups // 4) + zigzag.tobytes()
        before = block[-1]
    return packed + bytes(max(stride, 32))


def quaternions(turns: np.ndarray) -> np.ndarray:
    """Return quaternions x y z w (…, 4) of rotations (…, 3, 3): the largest row of q qᵀ, made one long."""
    xx, yy, zz = (turns[..., n, n] for n in range(3))
    off = [
        (turns[..., 2, 1], turns[..., 1, 2]),
        (turns[..., 0, 2], turns[..., 2, 0]),
        (turns[..., 1, 0], turns[..., 0, 1]),
    ]
    (yz, zy), (zx, xz), (xy, yx) = off
    rows = [
        (1.0 + xx - yy - zz, xy + yx, zx + xz, yz - zy),
        (xy + yx, 1.0 - xx + yy - zz, yz + zy, zx - xz),
        (zx + xz, yz + zy, 1.0 - xx - yy + zz, xy - yx),
        (yz - zy, zx - xz, xy - yx, 1.0 + xx + yy + zz),
    ]
    whole = np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)
    best = np.argmax(np.diagonal(whole, axis1=-2, axis2=-1), axis=-1)
    found = np.take_along_axis(whole, best[..., None, None], axis=-2)[..., 0, :]
    return np.asarray(found / np.linalg.norm(found, axis=-1, keepdims=True))
