"""Translation, rotation and scale of the nodes that are written, where the bones of their rig stand in some pose."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from pantin.rigs.formats.gltf.container import Node
from pantin.rigs.formats.gltf.joints import locals_of
from pantin.rigs.formats.gltf.node_tree import NodeTree
from pantin.rigs.motion.transform_arrays import Floats, composed, decomposed
from pantin.rigs.rest import rest_matrices
from pantin.rigs.rig import Rig

UNMOVED = 1e-6
"""A node that stands apart from where the file has it by less, in parts of its largest number, is written as it was:
poses that come out of clips have the seven digits of 32-bit floats.
"""

SHEARED = 1e-6
"""Parts of a bone's size by which its axes may differ from those of its node: rounding."""

FLAT = 1e-30
"""Axes with a smaller determinant are squashed to a plane or a point and have no inverse; three of 1e-9 still have one.
"""


def node_transforms(
    tree: NodeTree, rig: Rig, matrices: Floats, tracks: Mapping[int, Floats] | None = None
) -> tuple[Floats, frozenset[int]]:
    """Compute the transforms (f, n, 10) of all nodes on their parents, and which bones lose their shear, by rows.

    Bones stand in `matrices` (f, bones, 4, 4), armature space. A transform is translation 3, rotation [x, y, z, w] 4
    and scale 3, in the axes of the file. Nodes that are no bones stand as in the file, or move as `tracks`, rows
    (f, 10) by node, say.
    """
    tracks = tracks or {}
    moved = matrices @ np.linalg.inv(rest_matrices(rig.bones))
    found = np.empty((len(matrices), len(tree.parents), 10))
    worlds: list[Floats] = [np.eye(4)] * len(tree.parents)
    sheared: set[int] = set()
    for number in tree.order:
        row, parent, original = tree.bone_rows[number], tree.parents[number], tree.originals[number]
        above = np.eye(4) if parent == -1 else worlds[parent]
        if row != -1:
            wanted = tree.to_armature.T @ moved[:, row] @ tree.to_armature @ tree.rests[number]
            local = _inverse(above) @ wanted
            found[:, number] = decomposed(local)
            if _lose_shear(found[:, number], local):
                sheared.add(row)
        else:
            found[:, number] = tracks.get(number, transform_of(original))
        still = row == -1 and number not in tracks  # a matrix may have shear, which its transform has not
        worlds[number] = above @ (locals_of([original])[0] if still else composed(found[:, number]))
    return found, frozenset(sheared)


def _lose_shear(transforms: Floats, matrices: Floats) -> bool:
    """Whether transforms (f, 10) are not all of what matrices (f, 4, 4) do to the axes."""
    axes = matrices[:, :3, :3]
    off = np.abs(composed(transforms)[:, :3, :3] - axes).max(axis=(1, 2))
    return bool((off > SHEARED * np.abs(axes).max(axis=(1, 2))).any())


def transform_of(node: Node) -> Floats:
    """Translation, rotation and scale (10) of a node on its parent."""
    if node.matrix is not None:
        return decomposed(locals_of([node])[0])
    return np.array((*node.translation, *node.rotation, *node.scale))


def nodes_at(tree: NodeTree, transforms: Floats) -> list[Node]:
    """The nodes that stand as `transforms` (n, 10) say; those of the file as it has them, where that is the same."""
    worlds, originals = composed(transforms), locals_of(tree.originals)
    tolerances = UNMOVED * np.maximum(1.0, np.abs(originals).max(axis=(1, 2)))
    unmoved = np.abs(worlds - originals).max(axis=(1, 2)) <= tolerances
    # A node with shear is told by its matrix alone; it stands as in the file where its transform is the same.
    without_shear = composed(np.array([transform_of(node) for node in tree.originals]))
    unmoved |= np.abs(without_shear - worlds).max(axis=(1, 2)) <= tolerances
    return [
        original if same and tree.source_indices[number] != -1 else _node(transforms[number])
        for number, (original, same) in enumerate(zip(tree.originals, unmoved.tolist(), strict=True))
    ]


def _inverse(matrices: Floats) -> Floats:
    """The inverse matrices (…, 4, 4); of one that is squashed flat the inverse of its location alone."""
    flat = np.abs(np.linalg.det(matrices[..., :3, :3])) < FLAT
    whole = np.array(matrices)
    whole[flat, :3, :3] = np.eye(3)
    return np.asarray(np.linalg.inv(whole))


def _node(transform: Floats) -> Node:
    numbers = transform.tolist()
    return Node(translation=tuple(numbers[:3]), rotation=tuple(numbers[3:7]), scale=tuple(numbers[7:]))
