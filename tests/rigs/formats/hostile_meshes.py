"""Characters made to hurt: in each something asks for far more time or memory than the bytes of the file are worth.

A kind is a function from a number of repetitions to the bytes of a container.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable

import numpy as np

from tests.rigs.formats.gltf.mesh_files import FACING, MeshFile, moved_by
from tests.rigs.formats.gltf_files import glb, gltf

VAST = 2**31
ONE = (1.0, 0.0, 0.0, 0.0)


def person(**entries: object) -> tuple[MeshFile, dict]:
    """A square on two joints, and its primitive."""
    nodes = {"children": [1]}, {"translation": [0, 1, 0]}, {"mesh": 0, "skin": 0}
    file = MeshFile(*nodes, **entries)
    carried = {"JOINTS_0": [(0, 1, 0, 0)] * 4, "WEIGHTS_0": [(0.5, 0.5, 0.0, 0.0)] * 4}
    primitive = file.primitive(NORMAL=FACING, TEXCOORD_0=[(0, 0)] * 4, **carried)
    file.mesh(primitive)
    file.skin([0, 1], [np.eye(4), moved_by(0, -1, 0)])
    return file, primitive


def contents(file: MeshFile) -> bytes:
    """The bytes of a file."""
    data = file.data
    more = {"accessors": data.accessors, "bufferViews": data.views, "buffers": [{"byteLength": len(data.bytes)}]}
    return glb(gltf(*file.nodes, **more, **file.entries), data.bytes)


def changed(change: Callable[[MeshFile, dict], object], **entries: object) -> bytes:
    """A person of which something was changed."""
    file, primitive = person(**entries)
    change(file, primitive)
    return contents(file)


def accessors(**values: object) -> bytes:
    """A person all of whose numbers are said to be others."""
    return changed(lambda file, _primitive: [each.update(values) for each in file.data.accessors])


def repeated_nodes(count: int, node: dict) -> bytes:
    """A person with so many more nodes."""
    return changed(lambda file, _primitive: file.nodes.extend([node] * count))


def with_picture(data: bytes, count: int = 1) -> bytes:
    """A person with so many pictures, all of the same bytes."""

    def change(file: MeshFile, primitive: dict) -> None:
        view = file.data.view(data)
        file.entries["images"] = [{"bufferView": view, "mimeType": "image/png"}] * count
        file.entries["textures"] = [{"source": number} for number in range(count)]
        file.entries["materials"] = [
            {"pbrMetallicRoughness": {"baseColorTexture": {"index": number}}} for number in range(count)
        ]
        file.entries["meshes"][0]["primitives"] = [{**primitive, "material": number} for number in range(count)]

    return changed(change)


def png(wide: int, high: int, data: bytes) -> bytes:
    """A PNG of 24 bits, whatever its data are."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def flat(side: int) -> bytes:
    """A PNG of one colour: of a thousandth of the bytes that it is decoded into."""
    return png(side, side, zlib.compress(bytes(side * (3 * side + 1)), 9))


def packed(extension: str, body: dict, data: bytes) -> bytes:
    """A person whose places are packed, in data that are none."""

    def change(file: MeshFile, primitive: dict) -> None:
        view = file.data.view(data)
        if extension == "KHR_draco_mesh_compression":
            primitive["extensions"] = {extension: {"bufferView": view, **body}}
        else:
            place = {"byteOffset": file.data.views[view]["byteOffset"], "byteLength": len(data), "buffer": 0}
            own = file.data.accessors[primitive["attributes"]["POSITION"]]["bufferView"]
            file.data.views[own]["extensions"] = {extension: {**place, **body}}

    return changed(change, extensionsUsed=[extension])


def _sparse(count: int) -> Callable[[MeshFile, dict], object]:
    rows = {"bufferView": 0, "componentType": 5125}
    sparse = {"count": count, "indices": rows, "values": {"bufferView": 0}}
    return lambda file, _primitive: file.data.accessors[0].update(sparse=sparse)


def _targets(count: int, file: MeshFile, primitive: dict) -> None:
    primitive["targets"] = [{"POSITION": primitive["attributes"]["NORMAL"]}] * count
    file.entries["meshes"][0]["weights"] = [0.1] * count


NOISE = bytes(np.random.default_rng(3).integers(0, 256, 20_000).astype(np.uint8))

KINDS: dict[str, Callable[[int], bytes]] = {
    "morph targets by the million": lambda n: changed(lambda file, own: _targets(n, file, own)),
    "morph targets that move nothing": lambda n: changed(lambda file, own: own.update(targets=[{}] * n)),
    "primitives by the million": lambda n: changed(
        lambda file, own: file.entries["meshes"][0]["primitives"].extend([own] * (n // 10))
    ),
    "primitives of nothing": lambda n: changed(
        lambda file, own: file.entries["meshes"][0]["primitives"].extend([{}] * n)
    ),
    "materials by the million": lambda n: changed(lambda file, own: file.entries.update(materials=[{}] * n)),
    "meshes by the million": lambda n: changed(
        lambda file, own: file.entries["meshes"].extend([{"primitives": []}] * n)
    ),
    "pictures by the million": lambda n: changed(lambda file, own: file.entries.update(images=[{"uri": "a.png"}] * n)),
    "a mesh at many nodes": lambda n: repeated_nodes(min(n, 50_000), {"mesh": 0, "skin": 0}),
    "skins by the million": lambda n: changed(
        lambda file, own: file.entries["skins"].extend([{"joints": [0, 1]}] * (n // 10))
    ),
    "joints by the million": lambda n: changed(
        lambda file, own: file.entries["skins"][0].update(joints=[0, 1] * (n // 2))
    ),
    "numbers that are not there": lambda n: accessors(count=VAST),
    "numbers from nowhere": lambda n: accessors(count=16_000_000, bufferView=None),
    "numbers before the data": lambda n: accessors(byteOffset=-4),
    "steps that are too short": lambda n: changed(
        lambda file, own: [each.update(byteStride=1) for each in file.data.views]
    ),
    "steps over all": lambda n: changed(lambda file, own: [each.update(byteStride=VAST) for each in file.data.views]),
    "single rows by the billion": lambda n: changed(_sparse(VAST)),
    "single rows that are nowhere": lambda n: changed(_sparse(3)),
    "a picture of 65,535 by 65,535": lambda n: with_picture(png(65_535, 65_535, b"")),
    "a picture that is cut off": lambda n: with_picture(png(64, 64, zlib.compress(bytes(64 * 193)))[:60]),
    "a large picture of one colour": lambda n: with_picture(flat(8_192 if n > 10_000 else 512)),
    "large pictures of one colour": lambda n: with_picture(flat(4_096 if n > 10_000 else 512), 60),
    "noise for Draco": lambda n: packed(
        "KHR_draco_mesh_compression", {"attributes": {"POSITION": 0}}, b"DRACO\2\2\1\1\0\0" + NOISE
    ),
    "noise for meshopt": lambda n: packed(
        "EXT_meshopt_compression", {"count": 4, "byteStride": 12, "mode": "ATTRIBUTES"}, b"\xa0" + NOISE
    ),
    "meshopt that unpacks without end": lambda n: packed(
        "EXT_meshopt_compression",
        {"count": 16_000_000, "byteStride": 256, "mode": "ATTRIBUTES"},
        b"\xa0" + bytes(20_000),
    ),
}
