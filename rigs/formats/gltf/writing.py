"""A rig as binary glTF: its nodes in the pose that one sees, its clips as animations, its skins with their bind poses.

Numbers of nodes are JSON, those of animations and skins 32-bit floats. Only what moves has channels; keys stand at the
frames of the clip and go straight from one to the next. Meshes are not written.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.clip import unpacked
from pantin.rigs.formats.gltf.container import Node
from pantin.rigs.formats.gltf.tree import Tree, as_in_file, local_rows, parts_of, tree_of
from pantin.rigs.motion.parts import Floats, without_sign_flips
from pantin.rigs.motion.seen import Seen, SeenClip, Written
from pantin.rigs.rig import Rig

STILL, NEAR = 1e-6, 1e-7
"""Rotations and scales that differ from the node's own by less than the one have no channel, nor have translations that
differ by less than the other, in parts of their length: clips hold numbers of seven digits.
"""

PATHS = (("translation", slice(0, 3), "VEC3"), ("rotation", slice(3, 7), "VEC4"), ("scale", slice(7, 10), "VEC3"))
FLOAT = 5126


def written(seen: Seen) -> Written:
    """The file of what is seen."""
    tree = tree_of(seen.rig)
    pose, moves = _rows(tree, seen)
    nodes = as_in_file(tree, pose)
    data = _Data()
    copyright = {"copyright": seen.rig.source.copyright} if seen.rig.source and seen.rig.source.copyright else {}
    plain: dict[str, Any] = {"asset": {"version": "2.0", "generator": "Pantin"} | copyright}
    if nodes:
        roots = [number for number, parent in enumerate(tree.parents) if parent == -1]
        plain |= {"scene": 0, "scenes": [{"nodes": roots}]}
    animations = [
        _animation(seen.rig, clip, tree, nodes, rows, data) for clip, rows in zip(seen.clips, moves, strict=True)
    ]
    moving = {channel["target"]["node"] for each in animations for channel in each["channels"]}
    plain["nodes"] = _nodes(tree, nodes, pose, moving)
    skins = _skins(seen.rig, tree, data)
    plain |= {key: found for key, found in (("skins", skins), ("animations", animations)) if found}
    plain |= data.tables()
    return Written(
        _container({key: found for key, found in plain.items() if found != []}, data.bytes), _read_order(tree, skins)
    )


def _rows(tree: Tree, seen: Seen) -> tuple[Floats, list[Floats]]:
    """The rows of all nodes in the pose (nodes, 10), and in the frames of each clip (f, nodes, 10)."""
    tracks = _tracks(tree, seen)
    all_frames = np.concatenate([seen.matrices[None], *(clip.matrices for clip in seen.clips)])
    rows = local_rows(tree, seen.rig, all_frames, tracks)
    parts = np.split(rows, np.cumsum([1, *(len(clip.matrices) for clip in seen.clips)])[:-1])
    for part in parts[1:]:
        part[..., 3:7] = without_sign_flips(part[..., 3:7])
    return parts[0][0], parts[1:]


def _tracks(tree: Tree, seen: Seen) -> dict[int, Floats]:
    """How nodes that are no bones move in the pose, where they stand still, and then in all clips, rows by node."""
    source, found = seen.rig.source, dict[int, Floats]()
    if source is None:
        return found
    counts = {clip.name: clip.count for clip in seen.rig.clips}
    starts = np.cumsum([1, *(len(clip.matrices) for clip in seen.clips)])
    place = {index: number for number, index in enumerate(tree.sources) if index != -1}
    for track in source.tracks:
        number = place.get(track.node, -1)
        which = next((k for k, clip in enumerate(seen.clips) if clip.name == track.clip), -1)
        if -1 in (number, which) or tree.rows[number] != -1 or counts.get(track.clip) != track.count:
            continue
        if number not in found:
            own = local_rows(tree, seen.rig, seen.matrices[None])[0, number]
            found[number] = np.tile(own, (int(starts[-1]), 1))
        clip = seen.clips[which]
        rows = unpacked(track.frames, track.count)[clip.first : clip.first + len(clip.matrices)]
        found[number][starts[which] : starts[which] + len(rows)] = rows
    return found


def _nodes(tree: Tree, nodes: list[Node], pose: Floats, moving: set[int]) -> list[dict[str, Any]]:
    children = tree.children
    return [
        {
            **({"name": tree.names[number]} if tree.names[number] else {}),
            **({"children": children[number]} if children[number] else {}),
            **_transform(node, pose[number] if number in moving else None),
        }
        for number, node in enumerate(nodes)
    ]


def _transform(node: Node, moving: Floats | None) -> dict[str, Any]:
    """How a node stands, without what is usual. One that an animation moves may have no matrix."""
    if node.matrix is not None and moving is None:
        return {"matrix": list(node.matrix)}
    parts = {"translation": node.translation, "rotation": _unit(node.rotation), "scale": node.scale}
    if node.matrix is not None and moving is not None:
        parts = {path: tuple(moving[columns].tolist()) for path, columns, _type in PATHS}
    usual = {"translation": (0.0, 0.0, 0.0), "rotation": (0.0, 0.0, 0.0, 1.0), "scale": (1.0, 1.0, 1.0)}
    return {path: list(numbers) for path, numbers in parts.items() if tuple(numbers) != usual[path]}


def _unit(rotation: tuple[float, ...]) -> tuple[float, ...]:
    """The quaternion with length 1, which glTF asks for; one of zeros does not turn."""
    length = float(np.linalg.norm(rotation))
    if abs(length - 1.0) < 1e-6:
        return rotation
    return tuple(number / length for number in rotation) if length > 1e-9 else (0.0, 0.0, 0.0, 1.0)


def _animation(rig: Rig, clip: SeenClip, tree: Tree, nodes: list[Node], rows: Floats, data: _Data) -> dict[str, Any]:
    """A clip as an animation. One in which nothing moves holds its first node still: an animation has a channel."""
    times = data.add(clip.seconds, "SCALAR", bounds=True)
    channels: list[dict[str, Any]] = []
    samplers: list[dict[str, Any]] = []
    parts = [
        (number, path, columns, kind)
        for number in range(len(nodes))
        for path, columns, kind in PATHS
        if _moves(rows[:, number, columns], nodes[number], path, columns)
    ]
    for number, path, columns, kind in parts or [(tree.order[0], *PATHS[0])]:
        output = data.add(rows[:, number, columns], kind)
        channels.append({"sampler": len(samplers), "target": {"node": number, "path": path}})
        samplers.append({"input": times, "output": output, "interpolation": "LINEAR"})
    names: Mapping[str, str] = rig.source.animations if rig.source else {}
    name = names.get(clip.name, clip.name)
    return {**({"name": name} if name else {}), "channels": channels, "samplers": samplers}


def _moves(values: Floats, node: Node, path: str, columns: slice) -> bool:
    """Whether these values of a node are not all what the node has itself."""
    own = parts_of(node)[columns]
    if path == "rotation":
        own = np.array(_unit(tuple(own.tolist())))
    apart = np.abs(values - own).max()
    if path == "rotation":
        apart = min(apart, np.abs(values + own).max())
    near = NEAR * max(1e-3, float(np.abs(own).max())) if path == "translation" else STILL
    return bool(apart > near)


def _skins(rig: Rig, tree: Tree, data: _Data) -> list[dict[str, Any]]:
    """The skins of the file it came from, with the bones added since; else one of all bones."""
    place = {index: number for number, index in enumerate(tree.sources) if index != -1}
    added = [number for number, index in enumerate(tree.sources) if index == -1 and tree.rows[number] != -1]
    if rig.source is None:
        parts = [("", added)]
    else:
        skins = [(skin.name, [place[joint] for joint in skin.joints if joint in place]) for skin in rig.source.skins]
        parts = [(name, joints + (added if number == 0 else [])) for number, (name, joints) in enumerate(skins)]
    found = []
    for name, joints in parts:
        if joints:
            bind = data.add(_bind_matrices(tree.worlds[joints]), "MAT4")
            found.append({**({"name": name} if name else {}), "inverseBindMatrices": bind, "joints": joints})
    return found


def _bind_matrices(worlds: Floats) -> Floats:
    """The inverse bind matrices (n, 16), by columns: meshes are bound to the joints at rest."""
    squashed = np.abs(np.linalg.det(worlds[:, :3, :3])) < 1e-30
    inverse = np.linalg.inv(np.where(squashed[:, None, None], np.eye(4), worlds))
    inverse[:, 3] = (0.0, 0.0, 0.0, 1.0)
    return inverse.transpose(0, 2, 1).reshape(-1, 16)


def _read_order(tree: Tree, skins: list[dict[str, Any]]) -> NDArray[np.intp]:
    """The rows of the bones in the order in which a reader finds them: of skins, if there are any, their joints."""
    joints = {joint for skin in skins for joint in skin["joints"]}
    kept = [number for number in tree.order if tree.rows[number] != -1 and (not joints or number in joints)]
    return np.array([tree.rows[number] for number in kept], np.intp)


class _Data:
    """The binary part: accessors one after the other, bind matrices in a view apart from motion, as glTF asks."""

    def __init__(self) -> None:
        self._views: dict[bool, bytearray] = {}
        self._accessors: list[dict[str, Any]] = []

    @property
    def bytes(self) -> bytes:
        """All views, one after the other."""
        return b"".join(self._views.values())

    def add(self, numbers: Floats, kind: str, bounds: bool = False) -> int:
        """Append numbers as 32-bit floats; returns the place of their accessor."""
        floats, is_bind = np.ascontiguousarray(numbers, "<f4"), kind == "MAT4"
        view = self._views.setdefault(is_bind, bytearray())
        accessor: dict[str, Any] = {
            "bufferView": list(self._views).index(is_bind),
            "byteOffset": len(view),
            "componentType": FLOAT,
            "count": len(floats),
        }
        accessor |= {"type": kind}
        if bounds:
            accessor |= {"min": [float(floats.min())], "max": [float(floats.max())]}
        view += floats.tobytes()
        self._accessors.append(accessor)
        return len(self._accessors) - 1

    def tables(self) -> dict[str, Any]:
        """What the JSON says of the binary part; nothing where there is none."""
        if not self._accessors:
            return {}
        views, size = [], 0
        for view in self._views.values():
            views.append({"buffer": 0, "byteOffset": size, "byteLength": len(view)})
            size += len(view)
        return {"accessors": self._accessors, "bufferViews": views, "buffers": [{"byteLength": size}]}


def _container(plain: dict[str, Any], data: bytes | bytearray) -> bytes:
    text = json.dumps(plain, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<I4s", len(text), b"JSON") + text
    if data:
        chunks += struct.pack("<I4s", len(data), b"BIN\0") + bytes(data)
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks
