"""A glTF file opened: its joints as a rig at rest, its animations as clips, and its nodes to be written again."""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO

import msgspec
import numpy as np

from pantin.rigs.clip import Clip, packed
from pantin.rigs.document import Document
from pantin.rigs.formats.files import FilePath, read_with
from pantin.rigs.formats.gltf.accessors import Accessors
from pantin.rigs.formats.gltf.animations import Animation, animations_of, local_rows, matrices_of
from pantin.rigs.formats.gltf.container import Gltf, Node, read_gltf
from pantin.rigs.formats.gltf.joints import Skeleton, skeleton_of
from pantin.rigs.formats.json_text import LARGEST
from pantin.rigs.formats.skeleton import bones_of, distinct, rig_called, size_of, usable
from pantin.rigs.motion.clips_of_bones import Motion, clip_of, loosened, rows_of
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.source import Source, SourceNode, SourceSkin, SourceTrack


def read(path: FilePath) -> Document:
    """The skeleton in the file as a rig, with its animations as clips. Raises Unreadable."""
    return Document(rig=read_with(path, lambda file, size: _rig(path, file, size)))


def _rig(path: FilePath, file: BinaryIO, size: int) -> Rig:
    gltf = read_gltf(file, size)
    skeleton = skeleton_of(gltf)
    bones = bones_of(skeleton.pivots)
    animations = animations_of(gltf, Accessors(gltf, file, size, Path(path)), len(bones))
    names = distinct(usable(each.name) or f"animation_{number}" for number, each in enumerate(animations))
    bones, clips = _moved(gltf, skeleton, bones, animations, names)
    source = _source(gltf, skeleton, bones, animations, names)
    return msgspec.structs.replace(rig_called(path, bones), clips=clips, source=source)


def _moved(
    gltf: Gltf, skeleton: Skeleton, bones: tuple[Bone, ...], animations: list[Animation], names: list[str]
) -> tuple[tuple[Bone, ...], tuple[Clip, ...]]:
    """The bones as they have to be connected, and the clips of the animations."""
    motions = [
        Motion(each.count, matrices_of(gltf, skeleton, bones, each, f"$.animations[{number}]"))
        for number, each in enumerate(animations)
    ]
    rows = rows_of(bones, motions)
    bones = loosened(bones, rows, size_of(skeleton.pivots))
    clips = (
        msgspec.structs.replace(clip_of(name, each.rate, bones, made), first=each.first)
        for name, each, made in zip(names, animations, rows, strict=True)
    )
    return bones, tuple(clips)


def _source(
    gltf: Gltf, skeleton: Skeleton, bones: tuple[Bone, ...], animations: list[Animation], names: list[str]
) -> Source | None:
    """The nodes as they are; None where some number of theirs is none that a rig can hold."""
    of_node = dict(zip(skeleton.nodes, bones, strict=True))
    numbers = (
        number
        for node in gltf.nodes
        for number in (*(node.matrix or ()), *node.translation, *node.rotation, *node.scale)
    )
    if not all(-LARGEST <= number <= LARGEST for number in numbers):
        return None
    return Source(
        nodes=tuple(
            _source_node(node, skeleton.parents[index], of_node.get(index)) for index, node in enumerate(gltf.nodes)
        ),
        skins=tuple(SourceSkin(skin.joints, _text(skin.name)) for skin in gltf.skins),
        faces_back=gltf.faces_back,
        animations={name: _text(each.name) for name, each in zip(names, animations, strict=True) if name != each.name},
        tracks=tuple(
            SourceTrack(name, node, each.count, packed(local_rows(gltf.nodes[node], keys, seconds)))
            for name, each in zip(names, animations, strict=True)
            for seconds in (np.arange(each.count) / each.rate,)
            for node, keys in each.keys.items()
            if node not in of_node
        ),
    )


def _source_node(node: Node, parent: int, bone: Bone | None) -> SourceNode:
    found = SourceNode(
        name=_text(node.name),
        parent=None if parent == -1 else parent,
        matrix=None if node.matrix is None else tuple(node.matrix),
        translation=node.translation,
        rotation=node.rotation,
        scale=node.scale,
    )
    if bone is None:
        return found
    return msgspec.structs.replace(
        found, bone=bone.name, called=bone.name, head=bone.head, tail=bone.tail, roll=bone.roll
    )


def _text(name: str) -> str:
    """A name that can be written to a file: no halves of characters."""
    return name.encode(errors="replace").decode()
