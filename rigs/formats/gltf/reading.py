"""A glTF file opened: its joints as a rig at rest, its animations as clips, and its nodes to be written again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import BinaryIO

import msgspec
import numpy as np

from pantin.rigs.clip import packed
from pantin.rigs.document import Document
from pantin.rigs.formats.files import Fault, FilePath, read_with
from pantin.rigs.formats.gltf.accessors import Accessors
from pantin.rigs.formats.gltf.animations import Animation, animations_of, local_rows, matrices_of
from pantin.rigs.formats.gltf.container import Gltf, Node, read_gltf
from pantin.rigs.formats.gltf.joints import Skeleton, skeleton_of
from pantin.rigs.formats.json_text import LARGEST
from pantin.rigs.formats.skeleton import bones_of, distinct, rig_called, size_of, usable
from pantin.rigs.motion.clips_of_bones import Motion, clip_of, disconnected, rows_of
from pantin.rigs.motion.transform_arrays import Floats
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.source import Source, SourceNode, SourceSkin, SourceTrack


def read(path: FilePath, faults: list[Fault] | None = None) -> Document:
    """The skeleton in the file as a rig, with its animations as clips. Raises Unreadable.

    With `faults` animations that are damaged are left out, and what is wrong with each is appended there.
    """
    return Document(rig=read_with(path, lambda file, size: _rig(path, file, size, faults)))


def _rig(path: FilePath, file: BinaryIO, size: int, faults: list[Fault] | None) -> Rig:
    gltf = read_gltf(file, size)
    skeleton = skeleton_of(gltf)
    bones = bones_of(skeleton.pivots)
    animations = animations_of(gltf, Accessors(gltf, file, size, Path(path)), len(bones), faults)
    motions = [Motion(each.count, matrices_of(gltf, skeleton, bones, each)) for each in animations]
    animations, rows = _rows(bones, animations, motions, faults)
    names = distinct(usable(each.name) or f"animation_{each.index}" for each in animations)
    bones = disconnected(bones, rows, size_of(skeleton.pivots))
    clips = tuple(
        msgspec.structs.replace(clip_of(name, each.rate, bones, made), first=each.first)
        for name, each, made in zip(names, animations, rows, strict=True)
    )
    source = _source(gltf, skeleton, bones, animations, names)
    return msgspec.structs.replace(rig_called(path, bones), clips=clips, source=source)


def _rows(
    bones: tuple[Bone, ...], animations: list[Animation], motions: list[Motion], faults: list[Fault] | None
) -> tuple[list[Animation], list[Floats]]:
    """The animations that pose the bones, with the rows (count, n, 10) of each: all, or those that are not at fault."""
    try:
        return animations, rows_of(bones, motions)
    except Fault:
        if faults is None:
            raise
    found: list[Animation] = []
    rows: list[Floats] = []
    for animation, motion in zip(animations, motions, strict=True):
        try:
            rows += rows_of(bones, (motion,))
        except Fault as fault:
            faults.append(fault)
        else:
            found.append(animation)
    return found, rows


def _source(
    gltf: Gltf, skeleton: Skeleton, bones: tuple[Bone, ...], animations: list[Animation], names: list[str]
) -> Source | None:
    """The nodes as they are; None where some number of theirs is none that a rig can hold.

    `names` are the clips of the `animations`.
    """
    if not all(_can_be_held(node) for node in gltf.nodes):
        return None
    of_node = dict(zip(skeleton.nodes, bones, strict=True))
    clips = list(zip(names, animations, strict=True))
    return Source(
        nodes=tuple(
            _source_node(node, skeleton.parents[index], of_node.get(index)) for index, node in enumerate(gltf.nodes)
        ),
        skins=tuple(SourceSkin(skin.joints, _text(skin.name)) for skin in gltf.skins),
        faces_back=gltf.faces_back,
        copyright=_text(gltf.asset.copyright) if isinstance(gltf.asset.copyright, str) else "",
        animations={name: _text(each.name) for name, each in clips if name != each.name},
        tracks=tuple(track for name, each in clips for track in _tracks(gltf, name, each, of_node)),
    )


def _can_be_held(node: Node) -> bool:
    numbers = (*(node.matrix or ()), *node.translation, *node.rotation, *node.scale)
    return all(-LARGEST <= number <= LARGEST for number in numbers)


def _tracks(gltf: Gltf, clip: str, animation: Animation, of_node: Mapping[int, Bone]) -> Iterator[SourceTrack]:
    """How the nodes that became no bones move in an animation."""
    seconds = np.arange(animation.count) / animation.rate
    for node, keys in animation.keys.items():
        if node not in of_node:
            yield SourceTrack(clip, node, animation.count, packed(local_rows(gltf.nodes[node], keys, seconds)))


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
