"""A rig as binary glTF: its nodes in the pose that one sees, its clips as animations, its skins with their bind poses.

Numbers of nodes are JSON, those of animations and skins 32-bit floats. Only what moves has channels; keys are at the
frames of the clip and go straight from one to the next, or step where the clip holds them. Meshes are not written:
where a figure's own file is there, that is written again (`patching`).
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.rigs import rotations as rot
from pantin.rigs.fields import Channel
from pantin.rigs.figure import Figure
from pantin.rigs.formats.gltf.animations import CHANNEL_OF
from pantin.rigs.formats.gltf.container import Node
from pantin.rigs.formats.gltf.joints import NO_BONES, transform_of
from pantin.rigs.formats.gltf.node_transforms import FLAT, node_transforms, nodes_at, own_transform
from pantin.rigs.formats.gltf.node_tree import NodeTree, node_tree
from pantin.rigs.formats.gltf.spring_writing import put_springs, with_ends
from pantin.rigs.formats.gltf.springs import FileSprings
from pantin.rigs.formats.own_file import missing
from pantin.rigs.messages import _
from pantin.rigs.motion.baked import BakedClip, BakedFigure, WrittenFile
from pantin.rigs.motion.transform_arrays import Floats
from pantin.rigs.wording import quoted

UNTURNED = 1e-6
"""Rotations and scales that stay this near to the node's own have no channel: clips hold numbers of seven digits."""

UNMOVED, SHORTEST = 1e-7, 1e-3
"""Translations that stay this near, in parts of the node's own, have no channel; one shorter than a millimetre counts
as one, so that joints in one place do not move by rounding.
"""

UNEVEN = 1e-5
"""Parts of a squared scale by which its three numbers differ, where more than rounding makes it uneven."""

PATH_OF: Mapping[Channel, str] = {channel: path for path, channel in CHANNEL_OF.items()}
"""On which path a node moves as a bone does."""

PATHS = (("translation", slice(0, 3), "VEC3"), ("rotation", slice(3, 7), "VEC4"), ("scale", slice(7, 10), "VEC3"))
"""The paths of a node's animation, their columns in a transform (10), and the type of their accessor."""

USUAL = {"translation": [0.0, 0.0, 0.0], "rotation": [0.0, 0.0, 0.0, 1.0], "scale": [1.0, 1.0, 1.0]}
"""What of a node does not move it, and is not written."""

FLOAT = 5126
"""The component type of 32-bit floats."""


class BinaryPart:
    """Accessors one after the other: those of bind matrices in a view of their own, as glTF asks, apart from motion.

    They may follow others: so many `views`, `accessors` and bytes of data, `start`.
    """

    def __init__(self, views: int = 0, accessors: int = 0, start: int = 0) -> None:
        self._views: dict[bool, bytearray] = {}
        self._accessors: list[dict[str, Any]] = []
        self._before = views, accessors, start

    @property
    def bytes(self) -> bytes:
        """All views, one after the other."""
        return b"".join(self._views.values())

    def add(self, numbers: Floats, kind: str, bounds: bool = False) -> int:
        """Append numbers (count, width), or (count), as 32-bit floats of a type such as "VEC3".

        Returns the index of their accessor. With `bounds` that says the least and the greatest, as glTF asks of times.
        """
        floats, is_bind = np.ascontiguousarray(numbers, "<f4"), kind == "MAT4"
        view = self._views.setdefault(is_bind, bytearray())
        accessor: dict[str, Any] = {
            "bufferView": self._before[0] + list(self._views).index(is_bind),
            "byteOffset": len(view),
            "componentType": FLOAT,
            "count": len(floats),
            "type": kind,
        }
        if bounds:
            accessor |= {"min": [float(floats.min())], "max": [float(floats.max())]}
        view += floats.tobytes()
        self._accessors.append(accessor)
        return self._before[1] + len(self._accessors) - 1

    def tables(self) -> dict[str, Any]:
        """The accessors, views and buffers that the JSON names; empty where there is no data."""
        if not self._accessors:
            return {}
        views, size = [], self._before[2]
        for view in self._views.values():
            views.append({"buffer": 0, "byteOffset": size, "byteLength": len(view)})
            size += len(view)
        return {"accessors": self._accessors, "bufferViews": views, "buffers": [{"byteLength": size}]}


def written(baked: BakedFigure) -> WrittenFile:
    """The file of what is baked, a binary container; what is left out because the figure's own file is gone is said."""
    tree = with_ends(node_tree(baked.figure), baked.rig, baked.springs)
    pose, motions, sheared = transforms(tree, baked)
    nodes, data = nodes_at(tree, pose), BinaryPart()
    animations = [
        animation(baked.figure, clip, tree, nodes, motion, data)
        for clip, motion in zip(baked.clips, motions, strict=True)
    ]
    skins = _skins(baked.figure, tree, data)
    moving = {channel["target"]["node"] for each in animations for channel in each["channels"]}
    plain = {
        "asset": _asset(baked.figure, [] if skins else [n for n, row in enumerate(tree.bone_rows) if row == -1]),
        **_scene(tree),
        "nodes": _nodes(tree, nodes, pose, moving),
        "skins": skins,
        "animations": animations,
        **data.tables(),
    }
    filled = {key: found for key, found in plain.items() if found != []}  # glTF allows no empty list
    put_springs(filled, tree, baked.rig, baked.springs, FileSprings(), {})
    return WrittenFile(
        container(filled, data.bytes),
        read_order(tree, skins),
        sheared,
        sheared & below_uneven(tree),
        squashed(tree),
        words=_words(baked.figure),
    )


def _words(figure: Figure) -> tuple[str, ...]:
    """Return why meshes are left out, where there may have been some."""
    if figure.source is None or figure.source.file is None or not figure.source.may_have_meshes:
        return ()
    lost = missing(figure.source.file) or Path(figure.source.file.path)
    if not lost.is_absolute():
        what = _("Meshes are left out, because {file} is not where it was opened.")
        return (what.format(file=quoted(lost.name)),)
    what = _("Meshes are left out, because {file} is not in {folder}, where it was opened; put it back there.")
    return (what.format(file=quoted(lost.name), folder=lost.parent),)


def transforms(tree: NodeTree, baked: BakedFigure) -> tuple[Floats, list[Floats], frozenset[int]]:
    """The transforms of all nodes in the pose (nodes, 10), and in the frames of each clip (f, nodes, 10).

    Last, the rows of the bones that lose their shear.
    """
    tracks = _tracks(tree, baked)
    all_frames = np.concatenate([baked.matrices[None], *(clip.matrices for clip in baked.clips)])
    transforms, sheared = node_transforms(tree, baked.rig, all_frames, tracks)
    parts = np.split(transforms, _first_frames(baked)[:-1])
    for part in parts[1:]:
        part[..., 3:7] = rot.without_sign_flips(part[..., 3:7])
    return parts[0][0], parts[1:], sheared


def _first_frames(baked: BakedFigure) -> NDArray[np.intp]:
    """Return the index of each clip's first frame behind the pose, one clip after the other; last, the number of all
    frames.
    """
    return np.cumsum([1, *(len(clip.matrices) for clip in baked.clips)])


def _tracks(tree: NodeTree, baked: BakedFigure) -> dict[int, Floats]:
    """The transforms (f, 10), by node, of those that are no bones and move in a clip, as they did in the file: first as
    in the pose, in which they stand still, then in the frames of all clips.
    """
    source, found = baked.figure.source, dict[int, Floats]()
    if source is None:
        return found
    counts = {clip.name: clip.count for clip in baked.figure.clips}
    starts = _first_frames(baked).tolist()
    number_of = {index: number for number, index in enumerate(tree.source_indices) if index != -1}
    for track in source.tracks:
        number = number_of.get(track.node, -1)
        place = next((k for k, clip in enumerate(baked.clips) if clip.name == track.clip), -1)
        if -1 in (number, place) or tree.bone_rows[number] != -1 or counts.get(track.clip) != track.count:
            continue
        still = transform_of(tree.originals[number])
        found.setdefault(number, np.tile(still, (starts[-1], 1)))
        clip = baked.clips[place]
        frames = track.frames.array[clip.first : clip.first + len(clip.matrices)]
        found[number][starts[place] : starts[place] + len(frames)] = frames
    return found


def _asset(figure: Figure, no_bones: list[int]) -> dict[str, Any]:
    """Return the asset of the file; without skins it says which nodes are `no_bones`."""
    copyright = {"copyright": figure.source.copyright} if figure.source and figure.source.copyright else {}
    return {
        "version": "2.0",
        "generator": "Pantin",
        **copyright,
        **({"extras": {NO_BONES: no_bones}} if no_bones else {}),
    }


def _scene(tree: NodeTree) -> dict[str, Any]:
    """The one scene, of all roots; none where there are no nodes."""
    roots = [number for number, parent in enumerate(tree.parents) if parent == -1]
    return {"scene": 0, "scenes": [{"nodes": roots}]} if roots else {}


def _nodes(tree: NodeTree, nodes: list[Node], pose: Floats, moving: set[int]) -> list[dict[str, Any]]:
    return [
        {
            **({"name": tree.names[number]} if tree.names[number] else {}),
            **({"children": tree.children[number]} if tree.children[number] else {}),
            **_transform(node, pose[number] if number in moving else None),
        }
        for number, node in enumerate(nodes)
    ]


def _transform(node: Node, moving: Floats | None) -> dict[str, Any]:
    """Return the transform of a node, without what is usual. One that an animation moves may have no matrix."""
    if node.matrix is not None and moving is None:
        return {"matrix": list(node.matrix)}
    rows = own_transform(node) if node.matrix is None or moving is None else moving
    parts = {path: rows[columns].tolist() for path, columns, _type in PATHS}
    return {path: numbers for path, numbers in parts.items() if numbers != USUAL[path]}


def animation(
    figure: Figure, clip: BakedClip, tree: NodeTree, nodes: list[Node], motion: Floats, data: BinaryPart
) -> dict[str, Any]:
    """A clip as an animation, whose nodes move as `motion` (f, nodes, 10) says.

    One in which nothing moves holds its first node still: an animation has at least one channel.
    """
    times = data.add(clip.seconds, "SCALAR", bounds=True)
    channels: list[dict[str, Any]] = []
    samplers: list[dict[str, Any]] = []
    held = _held(figure, clip, tree, motion)
    moving = [
        (number, path, columns, kind)
        for number, node in enumerate(nodes)
        for path, columns, kind in PATHS
        if moves(motion[:, number, columns], own_transform(node)[columns], path)
    ]
    for number, path, columns, kind in moving or [(tree.order[0], *PATHS[0])]:
        output = data.add(motion[:, number, columns], kind)
        channels.append({"sampler": len(samplers), "target": {"node": number, "path": path}})
        way = "STEP" if (number, path) in held else "LINEAR"
        samplers.append({"input": times, "output": output, "interpolation": way})
    names: Mapping[str, str] = figure.source.animations if figure.source else {}
    name = names.get(clip.name, clip.name)
    return {**({"name": name} if name else {}), "channels": channels, "samplers": samplers}


def _held(figure: Figure, clip: BakedClip, tree: NodeTree, motion: Floats) -> set[tuple[int, str]]:
    """Return which nodes keep on which path their values from each frame until the next, as they move in `motion`.

    Those are the bones that the clip holds, unless something else moves them as well, and other nodes that the file
    held.
    """
    found, kept = set[tuple[int, str]](), next((each for each in figure.clips if each.name == clip.name), None)
    number_of = {index: number for number, index in enumerate(tree.source_indices) if index != -1}
    for track in figure.source.tracks if figure.source else ():
        if track.clip == clip.name and track.node in number_of:
            found |= {(number_of[track.node], PATH_OF[channel]) for channel in track.held}
    if kept is None or not kept.held:
        return found
    shown = slice(clip.first, clip.first + len(motion))
    for number, row in enumerate(tree.bone_rows):
        name = figure.rig.bones[row].name if row != -1 else ""
        for channel in kept.held.get(name, ()):
            path, columns, _kind = next(each for each in PATHS if each[0] == PATH_OF[channel])
            values = kept.tracks[name].array[shown, columns]
            still = (values[1:] == values[:-1]).all(axis=1)
            steps = np.abs(np.diff(motion[:, number, columns], axis=0)).max(axis=1, initial=0.0)
            if not (steps[still] > UNTURNED).any():
                found.add((number, path))
    return found


def moves(values: Floats, own: Floats, path: str) -> bool:
    """Return whether the values (f, width) of a node in a clip are not all those that it has itself (width)."""
    if path == "rotation":
        return bool(min(np.abs(values - own).max(), np.abs(values + own).max()) > UNTURNED)
    tolerance = UNMOVED * max(SHORTEST, float(np.abs(own).max())) if path == "translation" else UNTURNED
    return bool(np.abs(values - own).max() > tolerance)


def _skins(figure: Figure, tree: NodeTree, data: BinaryPart) -> list[dict[str, Any]]:
    """The skins of the file that the rig came from, the first with the bones added since; else one of all bones."""
    skins = []
    for name, joints in _joints_of_skins(figure, tree):
        if joints:
            bind = data.add(_bind_matrices(tree.rests[joints]), "MAT4")
            skins.append({**({"name": name} if name else {}), "inverseBindMatrices": bind, "joints": joints})
    return skins


def _joints_of_skins(figure: Figure, tree: NodeTree) -> list[tuple[str, list[int]]]:
    """The name of each skin, and the nodes that are its joints."""
    added = [n for n, index in enumerate(tree.source_indices) if index == -1 and tree.bone_rows[n] != -1]
    if figure.source is None:
        return [("", added)]
    number_of = {index: number for number, index in enumerate(tree.source_indices) if index != -1}
    kept = [
        (skin.name, [number_of[joint] for joint in skin.joints if joint in number_of]) for skin in figure.source.skins
    ]
    return [(name, joints + (added if place == 0 else [])) for place, (name, joints) in enumerate(kept)]


def squashed(tree: NodeTree) -> frozenset[int]:
    """The rows of the bones that rest squashed flat."""
    flat = np.abs(np.linalg.det(tree.rests[:, :3, :3])) < FLAT
    return frozenset(row for row, is_flat in zip(tree.bone_rows, flat.tolist(), strict=True) if is_flat and row != -1)


def below_uneven(tree: NodeTree) -> frozenset[int]:
    """The rows of the bones that rest below nodes whose axes are of uneven lengths or not at right angles."""
    axes = tree.rests[:, :3, :3]
    products = np.einsum("nji,njk->nik", axes, axes)
    sizes = np.trace(products, axis1=1, axis2=2)[:, None, None] / 3.0
    uneven = (np.abs(products - sizes * np.eye(3)) > UNEVEN * sizes).any(axis=(1, 2))
    above = zip(tree.bone_rows, tree.parents, strict=True)
    return frozenset(row for row, parent in above if row != -1 and parent != -1 and uneven[parent])


def _bind_matrices(worlds: Floats) -> Floats:
    """The inverse bind matrices (n, 16), by columns, of joints that rest at `worlds` (n, 4, 4); of those that are
    squashed flat no transform.
    """
    flat = np.abs(np.linalg.det(worlds[:, :3, :3])) < FLAT
    inverse = np.linalg.inv(np.where(flat[:, None, None], np.eye(4), worlds))
    inverse[:, 3] = (0.0, 0.0, 0.0, 1.0)  # glTF asks for it to the bit
    return inverse.transpose(0, 2, 1).reshape(-1, 16)


def read_order(tree: NodeTree, skins: list[dict[str, Any]]) -> NDArray[np.intp]:
    """The rows of the bones in the order in which a reader finds them: of skins, if there are any, their joints."""
    joints = {joint for skin in skins for joint in skin["joints"]}
    kept = [number for number in tree.order if tree.bone_rows[number] != -1 and (not joints or number in joints)]
    return np.array([tree.bone_rows[number] for number in kept], np.intp)


def container(plain: dict[str, Any], data: bytes) -> bytes:
    """The bytes of a binary glTF file, of its JSON and its binary part."""
    text = json.dumps(plain, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<I4s", len(text), b"JSON") + text
    if data:
        chunks += struct.pack("<I4s", len(data), b"BIN\0") + data
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks
