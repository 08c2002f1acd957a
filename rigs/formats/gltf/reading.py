"""A glTF file opened: its joints as a rig at rest, its animations as clips, and its nodes to be written again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import BinaryIO, NamedTuple

import msgspec
import numpy as np

from pantin.rigs import rotations as rot
from pantin.rigs.clip import Clip
from pantin.rigs.document import Document
from pantin.rigs.fields import Channel
from pantin.rigs.figure import Figure
from pantin.rigs.formats.files import Fault, FilePath, read_with
from pantin.rigs.formats.gltf.accessors import Accessors
from pantin.rigs.formats.gltf.animations import Animation, animations_of, called, held_in, local_rows
from pantin.rigs.formats.gltf.container import Gltf, Node, read_gltf, uris_of
from pantin.rigs.formats.gltf.joints import Skeleton, skeleton_of
from pantin.rigs.formats.gltf.resting import rested
from pantin.rigs.formats.gltf.tracks import frames_of, saved_rows, tracks_of
from pantin.rigs.formats.json_text import LARGEST
from pantin.rigs.formats.opening import Reading
from pantin.rigs.formats.own_file import source_file
from pantin.rigs.formats.skeleton import bones_of, distinct, figure_called, size_of, usable
from pantin.rigs.frames import Scalars
from pantin.rigs.messages import _
from pantin.rigs.motion.transform_arrays import Floats
from pantin.rigs.pose import Pose, Transform
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.source import Source, SourceNode, SourceSkin, SourceTrack
from pantin.rigs.vectors import three
from pantin.rigs.wording import listed, quoted

UNMOVED = 1e-6
"""Numbers of a pose that are nearer to those at rest are at rest: files hold seven digits."""


def read(path: FilePath, how: Reading | None = None) -> Document:
    """Return the skeleton in the file as a rig, with its animations as clips. Raises Unreadable.

    `how` says what becomes of animations that are damaged and where the rest pose comes from, and notes what was
    found.
    """
    reading = how or Reading()
    return Document.of(read_with(path, lambda file, size: _figure(path, file, size, reading)))


class Content(NamedTuple):
    """The contents of a file: the figure, the animation of each of its clips, and what both were made of."""

    figure: Figure
    animations: list[Animation]
    skeleton: Skeleton
    gltf: Gltf


def _figure(path: FilePath, file: BinaryIO, size: int, reading: Reading) -> Figure:
    figure, _animations, _skeleton, gltf = content_of(path, file, size, reading)
    if figure.source is None:
        return figure
    known = source_file(path, file, size, uris_of(gltf))
    source = msgspec.structs.replace(figure.source, file=known)
    return msgspec.structs.replace(figure, source=source, rig=_with_soles(figure, gltf, file, size, path))


def _with_soles(figure: Figure, gltf: Gltf, file: BinaryIO, size: int, path: FilePath) -> Rig:
    """Return the rig of a figure with the soles that its meshes have; those of damaged ones are missing."""
    if not isinstance(gltf.meshes, list) or not gltf.meshes:
        return figure.rig
    from pantin.rigs.formats.gltf.meshes import shapes  # takes time, and not every file has meshes
    from pantin.rigs.meshes.soles import soles_of

    try:
        return figure.rig.changed(soles=soles_of(figure.rig, figure.source, shapes(gltf, file, size, Path(path))))
    except Fault:
        return figure.rig


def content_of(path: FilePath, file: BinaryIO, size: int, reading: Reading) -> Content:
    """Return the content of an open file; the source of the figure does not tell which file it is. Raises Fault."""
    gltf = read_gltf(file, size)
    accessors = Accessors(gltf, file, size, Path(path))
    skeleton = rested(gltf, skeleton_of(gltf, reading.stood_up), accessors, reading)
    bones = bones_of(skeleton.pivots)
    animations = animations_of(gltf, accessors, len(bones), reading)
    pose = saved_rows(gltf, skeleton, bones)
    of_skeleton = pose, size_of(skeleton.pivots)
    made, bones = tracks_of(gltf, skeleton, bones, animations, *of_skeleton, reading, accessors.size)
    animations = [each.animation for each in made]
    names = distinct(usable(each.name) or f"animation_{each.index}" for each in animations)
    left: dict[str, tuple[str, ...]] = {}
    held, face = _held(skeleton, bones), _faces(gltf, animations, left)
    clips = tuple(
        Clip(name, each.rate, each.count, tracks, each.first, held=held(each), expressions=face(each))
        for name, (each, tracks) in zip(names, made, strict=True)
    )
    _tell_left(left, reading)
    source = _source(gltf, skeleton, bones, animations, names)
    if source is not None and reading.stood_up:
        source = msgspec.structs.replace(source, stood_up=True)
    figure = msgspec.structs.replace(figure_called(path, bones), clips=clips, source=source, pose=_pose(bones, pose))
    if gltf.extensions is not None:
        from pantin.rigs.formats.gltf.humanoid import with_humanoid  # takes time, and only VRM has a map
        from pantin.rigs.formats.gltf.persons import first_person_of
        from pantin.rigs.formats.gltf.springs import springs_of

        numbers = {index: bone.name for index, bone in zip(skeleton.nodes, bones, strict=True)}
        rig, hidden = with_humanoid(gltf, figure.rig, numbers), first_person_of(gltf)
        rig = rig.changed(springs=springs_of(gltf, skeleton, rig).springs)
        figure = msgspec.structs.replace(figure, rig=rig, hidden_parts=tuple(sorted(hidden)))
    if any(node.extensions for node in gltf.nodes):
        from pantin.rigs.formats.gltf.node_constraints import node_constraints_of

        rig = figure.rig.changed(constraints=node_constraints_of(gltf, skeleton, figure.rig))
        figure = msgspec.structs.replace(figure, rig=rig)
    return Content(figure, animations, skeleton, gltf)


def _pose(bones: tuple[Bone, ...], rows: Floats) -> Pose:
    """Return the pose of the bones that rows (1, n, 10) do not leave at rest."""
    rest = np.array((0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0))
    moved = np.abs(rows - rest).max(axis=(0, 2), initial=0.0) > UNMOVED
    return Pose({bone.name: _transform(rows[0, row]) for row, bone in enumerate(bones) if moved[row]})


def _transform(row: Floats) -> Transform:
    return Transform(three(row[:3]), rot.canonical(*row[3:7].tolist()), three(row[7:]))


def _held(skeleton: Skeleton, bones: tuple[Bone, ...]) -> Callable[[Animation], dict[str, tuple[Channel, ...]]]:
    """Return what tells which channels of bones an animation holds from key to key."""
    of_node = {index: bone.name for index, bone in zip(skeleton.nodes, bones, strict=True)}

    def held(animation: Animation) -> dict[str, tuple[Channel, ...]]:
        found = {of_node[node]: held_in(keys) for node, keys in animation.keys.items() if node in of_node}
        return {name: channels for name, channels in found.items() if channels}

    return held


def _faces(
    gltf: Gltf, animations: list[Animation], left: dict[str, tuple[str, ...]]
) -> Callable[[Animation], dict[str, Scalars]]:
    """Return what gives the expressions in the frames of an animation, and notes in `left`, by the names of animations,
    the morph targets that it moves as no expressions do.
    """
    if isinstance(gltf.extensions, dict) and "VRMC_vrm_animation" in gltf.extensions:
        from pantin.rigs.formats.gltf.vrma import values_in

        return lambda animation: {name: Scalars(values[:, None]) for name, values in values_in(gltf, animation).items()}
    if not any(each.weights for each in animations):
        return lambda _animation: {}
    from pantin.rigs.formats.gltf.expression_tracks import Room, face_tracks  # takes time, and few files have any
    from pantin.rigs.formats.gltf.expressions import face_of

    known, room = face_of(gltf), Room()

    def face(animation: Animation) -> dict[str, Scalars]:
        tracks = face_tracks(known, animation, room)
        if tracks.left:
            left[called(animation)] = tracks.left
        return {name: Scalars(values[:, None]) for name, values in tracks.values.items()}

    return face


def _tell_left(left: Mapping[str, tuple[str, ...]], reading: Reading) -> None:
    """Tell which morph targets animations move as no expressions do."""
    if left:
        one = _("The animation {name} moves {targets} as no expressions do: here these stay as they are.")
        many = _("{count} animations move {targets} as no expressions do: here these stay as they are.")
        targets = listed(list(dict.fromkeys(target for each in left.values() for target in each)))
        sentence = one if len(left) == 1 else many
        reading.words.append(sentence.format(count=len(left), name=quoted(next(iter(left))), targets=targets))


def _source(
    gltf: Gltf, skeleton: Skeleton, bones: tuple[Bone, ...], animations: list[Animation], names: list[str]
) -> Source | None:
    """The nodes as they are; None where some number of theirs is none that a rig can hold.

    `names` are the clips of the `animations`.
    """
    if not all(_can_be_held(node) for node in gltf.nodes) or (np.abs(skeleton.worlds) > LARGEST).any():
        return None
    of_node = dict(zip(skeleton.nodes, bones, strict=True))
    rests = dict(zip(skeleton.nodes, skeleton.worlds, strict=True)) if skeleton.stands is not skeleton.worlds else {}
    clips = list(zip(names, animations, strict=True))
    return Source(
        nodes=tuple(
            _source_node(node, skeleton.parents[index], of_node.get(index), rests.get(index))
            for index, node in enumerate(gltf.nodes)
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
    """Yield the tracks of the nodes that became no bones in an animation."""
    seconds = np.arange(animation.count) / animation.rate
    for node, keys in animation.keys.items():
        if node not in of_node:
            rows = frames_of(local_rows(gltf.nodes[node], keys, seconds))
            yield SourceTrack(clip, node, animation.count, rows, held_in(keys))


def _source_node(node: Node, parent: int, bone: Bone | None, rest: Floats | None) -> SourceNode:
    found = SourceNode(
        name=_text(node.name),
        parent=None if parent == -1 else parent,
        matrix=None if node.matrix is None else tuple(node.matrix),
        translation=node.translation,
        rotation=node.rotation,
        scale=node.scale,
        rest=None if rest is None else tuple(rest.T.ravel().tolist()),
    )
    if bone is None:
        return found
    return msgspec.structs.replace(
        found, bone=bone.name, called=bone.name, head=bone.head, tail=bone.tail, roll=bone.roll
    )


def _text(name: str) -> str:
    """A name that can be written to a file: no halves of characters."""
    return name.encode(errors="replace").decode()
