"""Translation, rotation and scale of the nodes that are written, where the bones of their rig are in some pose."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from pantin.rigs import rotations as rot
from pantin.rigs.formats.gltf.container import Node
from pantin.rigs.formats.gltf.joints import transform_of
from pantin.rigs.formats.gltf.node_tree import NodeTree
from pantin.rigs.motion.transform_arrays import Floats, composed, decomposed
from pantin.rigs.rest import rest_matrices
from pantin.rigs.rig import Rig
from pantin.rigs.source.worlds import locals_of

UNMOVED = 1e-6
"""Parts of its size, of the figure's for places, by which a node that is written as it was may stand apart from where
the file has it: poses that come out of clips have the seven digits of 32-bit floats.
"""

SHEARED, UNSCALED = 1e-6, 1e-5
"""Parts of its size by which the axes of a node may be off those of its bone, and be scaled: rounding."""

SMALLEST = 1e-12
"""A figure, and axes, of less have no size."""

FLAT = 1e-30
"""Axes with a smaller determinant are squashed to a plane or a point and have no inverse; three of 1e-9 still have one.
"""


def node_transforms(
    tree: NodeTree, rig: Rig, matrices: Floats, tracks: Mapping[int, Floats] | None = None
) -> tuple[Floats, frozenset[int]]:
    """Compute the transforms (f, n, 10) of all nodes on their parents, and which bones lose their shear, by rows.

    Bones are in `matrices` (f, bones, 4, 4), armature space, in the first frame as in the pose. A transform is
    translation 3, rotation [x, y, z, w] 4 and scale 3, in the axes of the file. Nodes that are no bones stand as in the
    file, or move as `tracks`, rows (f, 10) by node, say.
    """
    tracks, size = tracks or {}, max(float(np.ptp(tree.rests[:, :3, 3], axis=0).max(initial=0.0)), SMALLEST)
    moved = matrices @ np.linalg.inv(rest_matrices(rig.bones))
    found = np.empty((len(matrices), len(tree.parents), 10))
    worlds: list[Floats] = [np.eye(4)] * len(tree.parents)
    sheared: set[int] = set()
    for number in tree.order:
        row, parent, original = tree.bone_rows[number], tree.parents[number], tree.originals[number]
        above = np.eye(4) if parent == -1 else worlds[parent]
        still = row == -1 and number not in tracks
        if row != -1:
            wanted = tree.to_armature.T @ moved[:, row] @ tree.to_armature @ tree.rests[number]
            local, reach = _inverse(above) @ wanted, _reach(above, size)
            still = tree.source_indices[number] != -1 and _stands_still(local, original, reach)
        if row != -1 and not still:
            found[:, number] = decomposed(local)
            if _lose_shear(found[:, number], local):
                sheared.add(row)
                _keep_turns(found[:, number], tree, rig, number, matrices, above)
            if tree.source_indices[number] != -1:
                _keep_unmoved(found[:, number], own_transform(original), reach)
            _fill_hidden(found[:, number], above, original)
        else:
            found[:, number] = tracks.get(number, own_transform(original))
        # A matrix may have shear, which its transform has not.
        worlds[number] = above @ (locals_of([original])[0] if still else composed(found[:, number]))
    return found, frozenset(sheared)


def own_transform(node: Node) -> Floats:
    """Return translation, rotation and scale (10) of a node as its file has it, the quaternion of length 1."""
    found = transform_of(node)
    length = float(np.linalg.norm(found[3:7]))
    if length < 1e-9:
        found[3:7] = (0.0, 0.0, 0.0, 1.0)
    elif abs(length - 1.0) >= UNMOVED:  # else as exact as 32-bit floats: left as it is in the file
        found[3:7] /= length
    return found


def _reach(above: Floats, size: float) -> Floats:
    """Return the size of the figure as it is seen from nodes with these axes (f, 4, 4): (f, 1), or one."""
    lengths = np.linalg.norm(above[..., :3, :3], axis=-2).max(axis=-1)
    return np.asarray(size / np.maximum(lengths, SMALLEST))[..., None]


def _stands_still(local: Floats, original: Node, reach: Floats) -> bool:
    """Return whether a node stands in all frames (f, 4, 4) as its file has it."""
    own = locals_of([original])[0]
    away, turned = np.abs(local - own)[:, :3, 3], np.abs(local - own)[:, :3, :3]
    near = away <= UNMOVED * np.maximum(reach, np.abs(own[:3, 3]).max())
    return bool(near.all() and (turned <= UNMOVED * np.abs(own[:3, :3]).max()).all())


def _keep_unmoved(found: Floats, own: Floats, reach: Floats) -> None:
    """Give a node its own numbers in the pose, the first frame (f, 10), and where it does not move in any, in all."""
    span = UNMOVED * np.maximum(reach, np.abs(own[:3]).max())
    turned = np.minimum(np.abs(found[:, 3:7] - own[3:7]), np.abs(found[:, 3:7] + own[3:7]))
    grown = np.abs(found[:, 7:] - own[7:]) <= UNMOVED * np.abs(own[7:]).max()
    for columns, near in (
        (slice(0, 3), np.abs(found[:, :3] - own[:3]) <= span),
        (slice(3, 7), turned <= UNMOVED),
        (slice(7, 10), grown),
    ):
        unmoved = np.asarray(near.all(axis=1))
        if unmoved.all():
            found[:, columns] = own[columns]
        elif unmoved[0]:
            found[0, columns] = own[columns]


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
    """The nodes that are posed as `transforms` (n, 10) say; those of the file where these are the same."""
    return [
        original
        if tree.source_indices[number] != -1 and np.array_equal(transform, own_transform(original))
        else _node(transform)
        for number, (original, transform) in enumerate(zip(tree.originals, transforms, strict=True))
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
