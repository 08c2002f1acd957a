"""Meshes for weights, made by hand: tubes and boxes, as files that hold them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from pantin.rigs import Bone, Rig
from pantin.rigs.formats.converted.content import Content, Mesh, Node, Primitive
from pantin.rigs.formats.converted.glb import glb_of
from pantin.rigs.formats.gltf.meshes import character_in
from pantin.rigs.meshes.character import Character

Mesh3 = tuple[np.ndarray, np.ndarray]
TO_FILE = np.array(((1.0, 0.0, 0.0), (0.0, 0.0, 1.0), (0.0, -1.0, 0.0)))
"""From Z up to the axes of glTF, Y up."""


def tube(start: Sequence[float], end: Sequence[float], radius: float, rings: int = 41, around: int = 24) -> Mesh3:
    """A closed tube between two places, straight along one axis, Z up: its points (v, 3) and triangles (t, 3)."""
    first, last = np.array(start, float), np.array(end, float)
    along = (last - first) / np.linalg.norm(last - first)
    one = np.eye(3)[int(np.abs(along).argmin())]
    other = np.cross(along, one)
    angles = 2 * np.pi * np.arange(around) / around
    ring = radius * (np.cos(angles)[:, None] * one + np.sin(angles)[:, None] * other)
    points = np.concatenate([first + (last - first) * part + ring for part in np.linspace(0.0, 1.0, rings)])
    points = np.concatenate([points, [first], [last]])
    triangles = []
    for row in range(rings - 1):
        for column in range(around):
            a, b = row * around + column, row * around + (column + 1) % around
            triangles += [(a, b, a + around), (b, b + around, a + around)]
    bottom, top = len(points) - 2, len(points) - 1
    for column in range(around):
        following = (column + 1) % around
        triangles += [(following, column, bottom)]
        triangles += [((rings - 1) * around + column, (rings - 1) * around + following, top)]
    return points, np.array(triangles)


def together(*meshes: Mesh3) -> Mesh3:
    """Several meshes as one."""
    firsts = np.cumsum([0, *(len(points) for points, _triangles in meshes)])
    triangles = [triangles + first for (_points, triangles), first in zip(meshes, firsts, strict=False)]
    return np.concatenate([points for points, _triangles in meshes]), np.concatenate(triangles)


def file_of(*meshes: Mesh3, nodes: Sequence[Node] | None = None) -> bytes:
    """A file with these meshes, Z up here, each at a node of its own."""
    made = [
        Mesh(
            f"mesh {number}",
            (
                Primitive(
                    (points @ TO_FILE.T).astype(np.float32), triangles.astype(np.uint32), normals=points.astype("<f4")
                ),
            ),
        )
        for number, (points, triangles) in enumerate(meshes)
    ]
    return glb_of(Content(list(nodes or [Node(f"node {n}", mesh=n) for n in range(len(made))]), made))


def character(*meshes: Mesh3) -> Character:
    """The same as it is read."""
    return character_in(file_of(*meshes))


def chain(*places: Sequence[float], name: str = "bone", parent: str | None = None) -> tuple[Bone, ...]:
    """Bones one after the other through these places."""
    bones: list[Bone] = []
    for number, (head, tail) in enumerate(pairwise(places)):
        above = bones[-1].name if bones else parent
        bones.append(Bone(f"{name}{number}", above, tuple(head), tuple(tail), connected=bool(bones)))
    return tuple(bones)


def rig(*bones: Bone) -> Rig:
    """A rig of bones."""
    return Rig(bones=bones)
