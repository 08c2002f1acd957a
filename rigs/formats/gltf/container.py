"""The parts of a glTF file that say where its joints are, how they move and what is drawn, and the places of its data.

Written here rather than taken from a library: the container is two headers, and of the buffers, which hold nearly all
bytes, only what is asked for is read. No size that a file declares is believed before the file has it.
"""

from __future__ import annotations

import struct
from typing import Annotated, Any, BinaryIO

import msgspec

from pantin.rigs.formats.decoding import decode
from pantin.rigs.formats.files import CUT_OFF, LARGEST_TEXT, Fault
from pantin.rigs.formats.json_text import parse_unchecked
from pantin.rigs.messages import _
from pantin.rigs.wording import quoted

Index = Annotated[int, msgspec.Meta(ge=0)]
Floats3 = tuple[float, float, float]
Floats4 = tuple[float, float, float, float]
Floats16 = Annotated[list[float], msgspec.Meta(min_length=16, max_length=16)]

LARGEST_JSON = 64 * 1024 * 1024
"""Bytes of the JSON in a container, whose numbers and pictures lie beside it: characters have less than one million."""

MOST_CHUNKS = 1000
"""A container has a chunk of JSON and one of data; extensions may add some, a file made to hurt has millions."""

_HEADER = struct.Struct("<4sII")
_CHUNK = struct.Struct("<I4s")


class Node(msgspec.Struct, frozen=True):
    """A node of the scene: where it is, relative to the node that has it as a child."""

    name: str = ""
    children: tuple[Index, ...] = ()
    matrix: Floats16 | None = None
    translation: Floats3 = (0.0, 0.0, 0.0)
    rotation: Floats4 = (0.0, 0.0, 0.0, 1.0)
    scale: Floats3 = (1.0, 1.0, 1.0)
    mesh: Any = None
    camera: Any = None
    skin: Any = None
    weights: Any = None
    extensions: Any = None


class Skin(msgspec.Struct, frozen=True):
    """A skin: the nodes that move it, and the accessor of their inverse bind matrices."""

    joints: tuple[Index, ...]
    name: str = ""
    inverseBindMatrices: Any = None


class Asset(msgspec.Struct, frozen=True):
    """The version of glTF that the file is written to, and the generator."""

    version: str
    copyright: Any = None
    """A text, where it is one: anything else there keeps no file shut."""
    extras: Any = None


MOST_NODES = 65_536
"""As many as a figure may have bones."""


class Gltf(msgspec.Struct, frozen=True):
    """The part of a glTF file that its skeleton, its motion and its meshes need."""

    asset: Asset
    nodes: tuple[Node, ...] = ()
    skins: tuple[Skin, ...] = ()
    extensionsUsed: tuple[str, ...] = ()
    extensions: Any = None
    animations: tuple[Any, ...] = ()
    accessors: tuple[Any, ...] = ()
    bufferViews: tuple[Any, ...] = ()
    buffers: tuple[Any, ...] = ()
    scene: Any = None
    scenes: Any = None
    meshes: Any = None
    materials: Any = None
    textures: Any = None
    images: Any = ()
    samplers: Any = None
    """Properties that are decoded where they are needed: a fault in a mesh keeps no skeleton away."""

    @property
    def faces_back(self) -> bool:
        """Return whether the figure looks along -Z, as VRM had it before 1.0, and not along +Z as all glTF should."""
        return "VRM" in self.extensionsUsed


def uris_of(gltf: Gltf) -> list[str]:
    """Return the URIs of the buffers and pictures that are not in the file's own data."""
    holders = (*gltf.buffers, *(gltf.images if isinstance(gltf.images, (list, tuple)) else ()))
    found = (each.get("uri") for each in holders if isinstance(each, dict))
    return [uri for uri in found if isinstance(uri, str) and not uri.startswith("data:")]


def read_gltf(file: BinaryIO, size: int) -> Gltf:
    """The nodes and skins of an open file, whether it is JSON text or the binary container. Raises Fault."""
    start = file.read(4)
    file.seek(0)
    if start == b"glTF":
        data = _json_chunk(file, size)
    elif size <= LARGEST_TEXT:
        data = file.read()
    else:
        raise Fault(_("file"), _("the file is larger than 256 MB and not binary glTF; save it as .glb."))
    plain = parse_unchecked(data)
    if not isinstance(plain, dict) or "asset" not in plain:
        raise Fault("$.asset", _("this is not a glTF file, which says its version here; choose another one."))
    nodes = plain.get("nodes")
    if isinstance(nodes, list) and len(nodes) > MOST_NODES:
        what = _("the file has {count:,} nodes, and at most {most:,} are read; export the figure alone.")
        raise Fault("$.nodes", what.format(count=len(nodes), most=MOST_NODES))
    gltf = decode(plain, Gltf)
    if not gltf.asset.version.startswith("2."):
        raise Fault(
            "$.asset.version",
            _("glTF {version} is not known; save it as glTF 2.0.").format(version=quoted(gltf.asset.version)),
        )
    return gltf


def _json_chunk(file: BinaryIO, size: int) -> bytes:
    """The bytes of the JSON in a binary container, whose chunks must all lie within the file."""
    if size < _HEADER.size + _CHUNK.size:
        raise Fault(_("byte {size}").format(size=size), CUT_OFF)
    _magic, version, length = _HEADER.unpack(file.read(_HEADER.size))
    if version != 2:
        raise Fault(
            _("byte 4"),
            _("version {version} of the container is not known; save it as glTF 2.0.").format(version=version),
        )
    if length > size:
        raise Fault(_("byte 8"), CUT_OFF)
    chunks = chunks_of(file, length)
    if not chunks or chunks[0][0] != b"JSON":
        raise Fault(_("byte 16"), _("the first chunk must hold the JSON; save the file anew."))
    _kind, at, chunk_length = chunks[0]
    if chunk_length > LARGEST_JSON:
        raise Fault(
            _("byte {at}").format(at=at),
            _("the JSON in the file is larger than 64 MB, too large for a rig; name another file."),
        )
    file.seek(at)
    return file.read(chunk_length)


def data_chunk(file: BinaryIO, size: int) -> tuple[int, int]:
    """Place and length of the data in an open binary container; no length where there is none."""
    file.seek(0)
    if size < _HEADER.size or file.read(4) != b"glTF":
        return 0, 0
    found = chunks_of(file, size)
    return (found[1][1], found[1][2]) if len(found) > 1 and found[1][0] == b"BIN\0" else (0, 0)


def chunks_of(file: BinaryIO, length: int) -> list[tuple[bytes, int, int]]:
    """Kind, place and length of every chunk. One that would run past the end makes the whole file doubtful."""
    chunks: list[tuple[bytes, int, int]] = []
    at = _HEADER.size
    while at + _CHUNK.size <= length:
        file.seek(at)
        chunk_length, kind = _CHUNK.unpack(file.read(_CHUNK.size))
        if at + _CHUNK.size + chunk_length > length:
            raise Fault(
                _("byte {at}").format(at=at),
                _("a chunk is longer than the file says it is itself; take another copy of it."),
            )
        if len(chunks) == MOST_CHUNKS:
            raise Fault(
                _("byte {at}").format(at=at),
                _("there are more than {most_chunks:,} chunks in the file; export it anew.").format(
                    most_chunks=MOST_CHUNKS
                ),
            )
        chunks.append((kind, at + _CHUNK.size, chunk_length))
        at += _CHUNK.size + chunk_length
    return chunks
