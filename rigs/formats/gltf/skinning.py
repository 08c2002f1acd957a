"""Skinning of points by a glTF file's skins: the joints as they are, after the inverse bind matrices in the file.

A file is judged by it after it was written: joints alone do not tell whether a skin that hangs on them would be where
it was seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

import msgspec
import numpy as np

from pantin.rigs.formats.files import FilePath, read_with
from pantin.rigs.formats.gltf.accessors import Accessors
from pantin.rigs.formats.gltf.animations import Animation, animations_of, joint_worlds, local_rows
from pantin.rigs.formats.gltf.container import Gltf, Node, read_gltf
from pantin.rigs.formats.gltf.joints import Skeleton, skeleton_of
from pantin.rigs.formats.gltf.sampling import at_times
from pantin.rigs.formats.opening import Reading
from pantin.rigs.motion.transform_arrays import Floats
from pantin.rigs.source.worlds import parents_first, worlds

FLAT = 1e-18
"""Axes with a smaller determinant are squashed flat: nothing can be bound to them."""


class Skinning(msgspec.Struct, frozen=True):
    """The joints of a file, in the order of its bones, with their inverse bind matrices and animations."""

    nodes: Sequence[Node]
    skeleton: Skeleton
    binds: Floats
    """The inverse bind matrices (n, 4, 4) in the file's own axes; without skins those that bind parts to the pose, or
    none, where they hang on nodes."""
    animations: Sequence[Animation]
    is_skinned: bool
    """Whether the file has skins. Without any, parts hang on its nodes in their pose."""

    def at(self, animation: int | None, seconds: Floats) -> Floats:
        """Compute the matrices (f, n, 4, 4) that move what is bound to each joint, armature space, at these times.

        They are those of an animation, by its place in the file; None is for the pose, which stays.
        """
        keys = {} if animation is None else self.animations[animation].keys
        turn = np.eye(4)
        turn[:3, :3] = self.skeleton.turn
        moved = joint_worlds(self.nodes, self.skeleton, keys, seconds) @ self.binds
        return np.asarray(turn @ moved @ turn.T)

    def weights(self, animation: int | None, second: float) -> dict[int, tuple[float, ...]]:
        """Compute the weights of the morph targets that an animation moves at a time, by the node of their mesh."""
        keys = {} if animation is None else self.animations[animation].weights
        return {node: tuple(at_times(each, np.array([second]), False)[0].tolist()) for node, each in keys.items()}

    def worlds(self, animation: int | None, second: float) -> Floats:
        """Compute where all nodes of the file are (nodes, 4, 4), its axes, in the pose or an animation at a time."""
        keys = {} if animation is None else self.animations[animation].keys
        nodes = list(self.nodes)
        for number, moved in keys.items():
            nodes[number] = placed_at(nodes[number], local_rows(nodes[number], moved, np.array([second]))[0])
        order = parents_first(self.skeleton.parents, [node.children for node in nodes])
        return worlds(nodes, self.skeleton.parents, order)


def skinning(path: FilePath, hangs_on_nodes: bool = False) -> Skinning:
    """Read the joints, the skins and the animations of a file. Raises Unreadable.

    In a file without skins parts are bound to the pose, or hang on nodes.
    """
    return read_with(path, lambda file, size: _skinning(path, file, size, hangs_on_nodes))


def _skinning(path: FilePath, file: BinaryIO, size: int, hangs_on_nodes: bool) -> Skinning:
    gltf = read_gltf(file, size)
    skeleton, accessors = skeleton_of(gltf), Accessors(gltf, file, size, Path(path))
    animations = animations_of(gltf, accessors, len(skeleton.nodes), Reading(partly=True))
    if gltf.skins:
        return Skinning(gltf.nodes, skeleton, _binds(gltf, skeleton, accessors), animations, True)
    if hangs_on_nodes:
        return Skinning(gltf.nodes, skeleton, np.tile(np.eye(4), (len(skeleton.nodes), 1, 1)), animations, False)
    worlds = joint_worlds(gltf.nodes, skeleton, {}, np.zeros(1))[0]
    flat = np.abs(np.linalg.det(worlds[:, :3, :3])) < FLAT
    binds = np.linalg.inv(np.where(flat[:, None, None], np.eye(4), worlds))
    binds[flat] = 0.0
    return Skinning(gltf.nodes, skeleton, binds, animations, False)


def placed_at(node: Node, row: Floats) -> Node:
    """Return the node with the transform of a row (10,) in place of its own."""
    numbers = row.tolist()
    at = tuple(numbers[:3]), tuple(numbers[3:7]), tuple(numbers[7:])
    return msgspec.structs.replace(node, matrix=None, translation=at[0], rotation=at[1], scale=at[2])


def _binds(gltf: Gltf, skeleton: Skeleton, accessors: Accessors) -> Floats:
    """The inverse bind matrices (n, 4, 4) of the joints, each as the first skin that has it says."""
    found: dict[int, Floats] = {}
    for skin in gltf.skins:
        if isinstance(skin.inverseBindMatrices, int):
            matrices = accessors.numbers(skin.inverseBindMatrices, ("MAT4",)).reshape(-1, 4, 4)
            for joint, matrix in zip(skin.joints, matrices.transpose(0, 2, 1), strict=False):
                found.setdefault(joint, matrix)
    return np.array([found.get(node, np.eye(4)) for node in skeleton.nodes]).reshape(-1, 4, 4)
