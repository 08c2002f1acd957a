"""Translation, rotation and scale of the nodes that are written, where the bones of their rig are in some pose."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from pantin.rigs import rotations as rot
from pantin.rigs.formats.gltf.container import Node
from pantin.rigs.formats.gltf.joints import locals_of, transform_of
from pantin.rigs.formats.gltf.node_tree import NodeTree
from pantin.rigs.motion.transform_arrays import Floats, composed, decomposed
from pantin.rigs.rest import rest_matrices
from pantin.rigs.rig import Rig

UNMOVED = 1e-6
"""A node that stands apart from where the file has it by less, in parts of its largest number, is written as it was:
poses that come out of clips have the seven digits of 32-bit floats.
"""

SHEARED, UNSCALED = 1e-6, 1e-5
"""Parts of its size by which the axes of a node may be off those of its bone, and be scaled: rounding."""

FLAT = 1e-30
"""Axes with a smaller determinant are squashed to a plane or a point and have no inverse; three of 1e-9 still have one.
"""


def node_transforms(
    tree: NodeTree, rig: Rig, matrices: Floats, tracks: Mapping[int, Floats] | None = None
) -> tuple[Floats, frozenset[int]]:
    """Compute the transforms (f, n, 10) of all nodes on their parents, and which bones lose their shear, by rows.

    Bones are in `matrices` (f, bones, 4, 4), armature space. A transform is translation 3, rotation [x, y, z, w] 4
    and scale 3, in the axes of the file. Nodes that are no bones are posed as in the file, or move as `tracks`, rows
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
                _keep_turns(found[:, number], tree, rig, number, matrices, above)
            _fill_hidden(found[:, number], above, original)
        else:
            found[:, number] = tracks.get(number, transform_of(original))
        still = row == -1 and number not in tracks  # a matrix may have shear, which its transform has not
        worlds[number] = above @ (locals_of([original])[0] if still else composed(found[:, number]))
    return found, frozenset(sheared)


def _lose_shear(transforms: Floats, matrices: Floats) -> bool:
    """Return whether transforms (f, 10) are not all of what matrices (f, 4, 4) do to the axes."""
    axes = matrices[:, :3, :3]
    off = np.abs(composed(transforms)[:, :3, :3] - axes).max(axis=(1, 2))
    return bool((off > SHEARED * np.abs(axes).max(axis=(1, 2))).any())


def _keep_turns(found: Floats, tree: NodeTree, rig: Rig, number: int, matrices: Floats, above: Floats) -> None:
    """Give a node below uneven scale its rotations and scales (f, 10): those that turn its bone as it is turned.

    Shear is dropped from how bones are posed, but their Y axes and the planes of X and Y are kept. These tell by which
    turn of the node they came there, below the same uneven scale `above` (f, 4, 4). What uneven scale does to the
    length of a bone that turns is no scale of its node.
    """
    row, parent = tree.bone_rows[number], tree.parents[number]
    to_file = tree.to_armature.T[:3, :3]
    rest = to_file @ rest_matrices((rig.bones[row],))[0, :3, :3]
    over = np.eye(3) if parent == -1 else tree.rests[parent][:3, :3]
    if min(abs(np.linalg.det(over)), float(np.abs(np.linalg.det(above[..., :3, :3])).min())) < FLAT:
        return
    posed, above = to_file @ matrices[:, row, :3, :3], above[..., :3, :3]
    own = decomposed(_inverse(np.eye(4) if parent == -1 else tree.rests[parent]) @ tree.rests[number])
    turn, resting = rot.matrix_from_quaternion(rot.normalised(own[3:7])), np.linalg.inv(over) @ rest
    turned = rot.orthonormalised(np.linalg.inv(above) @ posed) @ rot.orthonormalised(resting).T
    axes = turn.T @ rot.orthonormalised(resting)
    scales = np.einsum("ij,...j,ij->...i", axes, _growth(above @ turned @ resting, posed), axes)
    found[:, 3:7] = rot.quaternion_from_matrix(turned @ turn)
    found[:, 7:] = own[7:] * np.where(np.abs(scales - 1.0) < UNSCALED, 1.0, scales)
    for columns in (slice(0, 3), slice(3, 7)):
        same = np.abs(found[:, columns] - own[columns]).max() < UNSCALED * max(np.abs(own[columns]).max(), 1e-3)
        if same:  # 32-bit floats, seen through uneven scale
            found[:, columns] = own[columns]


def _growth(axes: Floats, posed: Floats) -> Floats:
    """Return how many times as long (f, 3) posed axes are as others (f, 3, 3); Z negative where one of them mirrors."""
    lengths, longer = (np.linalg.norm(each, axis=-2) for each in (axes, posed))
    found = longer / np.where(lengths < FLAT, 1.0, lengths)
    found[..., 2] *= np.where(np.linalg.det(axes) * np.linalg.det(posed) < 0.0, -1.0, 1.0)
    return np.asarray(found)


def _fill_hidden(found: Floats, above: Floats, original: Node) -> None:
    """Give a node, where all that it hangs on is at scale 0, the transform (f, 10) of the nearest frame that tells one.

    Nothing is seen of it there. Where no frame tells one it keeps that of its file.
    """
    hidden = np.broadcast_to(np.abs(np.linalg.det(above[..., :3, :3])) < FLAT, len(found))
    if not hidden.any():
        return
    shown = np.flatnonzero(~hidden)
    if not len(shown):
        found[:] = transform_of(original)
        return
    at = np.flatnonzero(hidden)
    after = np.clip(np.searchsorted(shown, at), 0, len(shown) - 1)
    before = np.maximum(after - 1, 0)
    nearest = np.where(at - shown[before] < shown[after] - at, shown[before], shown[after])
    found[at] = found[np.where(at < shown[0], shown[0], nearest)]


def nodes_at(tree: NodeTree, transforms: Floats) -> list[Node]:
    """The nodes that are posed as `transforms` (n, 10) say; those of the file as it has them, where that is the
    same."""
    worlds, originals = composed(transforms), locals_of(tree.originals)
    tolerances = UNMOVED * np.maximum(1.0, np.abs(originals).max(axis=(1, 2)))
    unmoved = np.abs(worlds - originals).max(axis=(1, 2)) <= tolerances
    # A node with shear is given by its matrix alone; it is posed as in the file where its transform is the same.
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
