"""VRM files with springs, as tests write them: hair, a ribbon beside the head and a skirt, among colliders."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from pantin.rigs import Document, Transform
from pantin.rigs import rotations as rot
from pantin.rigs.rest import rest_matrices
from tests.rigs.formats.gltf.mesh_files import MeshFile

TO_ARMATURE = np.array(((1.0, 0.0, 0.0), (0.0, 0.0, -1.0), (0.0, 1.0, 0.0)))
"""Y up to Z up: (x, y, z) becomes (x, -z, y)."""

HIPS, SPINE, HEAD, ARM = 0, 1, 2, 3
HAIR, RIBBON, SKIRT, TAIL = (4, 5, 6, 7), (8, 9, 10), (11, 12, 13), (14, 15, 16)


def nodes(size: float = 1.0) -> list[dict[str, Any]]:
    """Return a body of 1.6 m, times `size`, whose nodes have axes of their own."""
    placed = [
        ("hips", (0.0, 0.9, 0.0), (0.0, 0.0, 0.0, 1.0), [1, 11, 14]),
        ("spine", (0.0, 0.2, 0.0), (0.0, 0.0, 0.0, 1.0), [2, 3]),
        ("head", (0.0, 0.35, 0.0), (0.0, 0.0, 0.0, 1.0), [4, 8]),
        ("arm", (0.15, 0.25, 0.0), (0.0, 0.0, -0.6, 0.8), []),
        ("hair_1", (0.0, 0.15, -0.08), (0.6, 0.0, 0.0, 0.8), [5]),
        ("hair_2", (0.0, 0.02, -0.11), (0.3, 0.1, 0.0, 0.9), [6]),
        ("hair_3", (0.01, 0.03, -0.10), (0.0, 0.2, 0.1, 0.9), [7]),
        ("hair_4", (0.0, 0.0, -0.12), (0.0, 0.0, 0.0, 1.0), []),
        ("ribbon_1", (0.12, 0.1, 0.0), (0.0, 0.0, 0.5, 0.8), [9]),
        ("ribbon_2", (0.1, 0.0, 0.02), (0.0, 0.0, 0.0, 1.0), [10]),
        ("ribbon_3", (0.1, -0.05, 0.0), (0.0, 0.0, 0.0, 1.0), []),
        ("skirt_1", (0.1, -0.05, 0.08), (0.0, 0.0, 0.0, 1.0), [12]),
        ("skirt_2", (0.06, -0.14, 0.04), (0.1, 0.0, 0.0, 1.0), [13]),
        ("skirt_3", (0.04, -0.15, 0.02), (0.0, 0.0, 0.0, 1.0), []),
        ("tail_1", (0.0, 0.0, -0.1), (0.0, 0.7, 0.0, 0.7), [15]),
        ("tail_2", (0.15, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0), [16]),
        ("tail_3", (0.15, 0.03, 0.0), (0.0, 0.0, 0.0, 1.0), []),
    ]
    made = []
    for name, place, turn, children in placed:
        length = sum(part * part for part in turn) ** 0.5
        node: dict[str, Any] = {"name": name, "translation": [size * part for part in place]}
        node["rotation"] = [part / length for part in turn]
        made.append(node | ({"children": children} if children else {}))
    return made


def springs(size: float = 1.0) -> dict[str, Any]:
    """Return `VRMC_springBone` with each kind of collider; gravity and radii are those of a figure of that size."""
    return {
        "specVersion": "1.0",
        "colliders": colliders(size),
        "colliderGroups": [
            {"name": "body", "colliders": [0, 1]},
            {"name": "floor", "colliders": [2]},
            {"name": "hoop", "colliders": [3]},
        ],
        "springs": chains(size),
    }


def colliders(size: float) -> list[dict[str, Any]]:
    """Return a capsule, a sphere, a plane, and a sphere to stay inside."""
    extended = "VRMC_springBone_extended_collider"

    def wide(shape: dict[str, Any]) -> dict[str, Any]:
        plain = {"sphere": {"offset": [0, -10000, 0], "radius": 0}}
        return {"shape": plain, "extensions": {extended: {"specVersion": "1.0", "shape": shape}}}

    def at(*place: float) -> list[float]:
        return [size * part for part in place]

    return [
        {"node": SPINE, "shape": {"capsule": {"offset": at(0, 0, 0.02), "tail": at(0, 0.4, 0), "radius": size * 0.12}}},
        {"node": HEAD, "shape": {"sphere": {"offset": at(0.02, 0.08, 0), "radius": size * 0.13}}},
        {"node": HIPS, **wide({"plane": {"offset": at(0, -0.22, 0), "normal": [0.2, 1, 0]}})},
        {"node": HIPS, **wide({"sphere": {"offset": at(0, -0.1, 0), "radius": size * 0.3, "inside": True}})},
    ]


def chains(size: float) -> list[dict[str, Any]]:
    """Return the springs of hair, ribbon, skirt and tail."""

    def chain(bones: tuple[int, ...], **how: Any) -> list[dict[str, Any]]:
        return [{"node": node, **how} for node in bones]

    hair = chain(HAIR, stiffness=0.6, gravityPower=0.5, dragForce=0.5, hitRadius=size * 0.02)
    ribbon = chain(RIBBON, stiffness=0.4, gravityPower=1.0, gravityDir=[0, -1, 0], hitRadius=size * 0.03)
    skirt = chain(SKIRT, stiffness=1.0, gravityPower=0.3, hitRadius=size * 0.01)
    return [
        {"name": "hair", "joints": hair, "colliderGroups": [0]},
        {"name": "ribbon", "joints": ribbon, "colliderGroups": [0]},
        {"name": "skirt", "joints": skirt, "colliderGroups": [1, 2], "center": HIPS},
        {"name": "tail", "joints": chain(TAIL, stiffness=1.5, dragForce=0.1)},
    ]


def file_of(path: Path, extensions: dict[str, Any], **more: Any) -> Path:
    """Write a file of these nodes and extensions and return its path."""
    made = MeshFile(*more.pop("nodes", nodes()), **more)
    made.entries |= {
        "extensions": extensions,
        "extensionsUsed": list(extensions),
        "scenes": [{"nodes": [0]}],
        "scene": 0,
    }
    del made.entries["meshes"]
    return made.written(path)


def springy(path: Path, size: float = 1.0) -> Path:
    """Write a file of 1.0 with springs and return its path."""
    used = {"VRMC_vrm": {"specVersion": "1.0"}, "VRMC_springBone": springs(size)}
    made = MeshFile(*nodes(size))
    made.entries |= {"extensions": used, "extensionsUsed": [*used, "VRMC_springBone_extended_collider"]}
    made.entries |= {"scenes": [{"nodes": [0]}], "scene": 0}
    del made.entries["meshes"]
    return made.written(path)


def constrained(path: Path) -> Path:
    """Write a file of 1.0 whose nodes turn with others, roll with them and look at them, and return its path."""
    made = nodes()
    wanted: dict[int, dict[str, Any]] = {
        ARM: {"roll": {"source": SPINE, "rollAxis": "X", "weight": 0.7}},
        RIBBON[0]: {"aim": {"source": ARM, "aimAxis": "PositiveX"}},
        RIBBON[1]: {"aim": {"source": SKIRT[2], "aimAxis": "NegativeZ", "weight": 0.4}},
        HAIR[0]: {"rotation": {"source": HIPS, "weight": 0.5}},
        HAIR[1]: {"rotation": {"source": HEAD}},
        SKIRT[0]: {"roll": {"source": HAIR[0], "rollAxis": "Z"}},
        TAIL[0]: {"roll": {"source": SPINE, "rollAxis": "Y"}},
    }
    for node, constraint in wanted.items():
        made[node]["extensions"] = {"VRMC_node_constraint": {"specVersion": "1.0", "constraint": constraint}}
    return file_of(path, {"VRMC_node_constraint": {}}, nodes=made)


def turned(document: Document, turns: dict[str, list[float]]) -> Document:
    """Turn nodes in their own axes: the same turn seen in the axes of their bones."""
    source, pose = document.figure.source, {}
    assert source is not None
    rests, worlds = rest_matrices(document.rig.bones), {}
    for index, node in enumerate(source.nodes):
        own = rot.matrix_from_quaternion(np.array(node.rotation))
        worlds[index] = own if node.parent is None else worlds[node.parent] @ own
    for index, turn in turns.items():
        bone = source.nodes[int(index)].bone
        axes = rests[document.rig.rows[bone], :3, :3].T @ TO_ARMATURE @ worlds[int(index)]
        matrix = axes @ rot.matrix_from_quaternion(np.array(turn)) @ axes.T
        x, y, z, w = rot.quaternion_from_matrix(matrix).tolist()
        pose[bone] = Transform(rotation=(x, y, z, w))
    return document.posed(pose)
