"""Points of a posed character: morphed, then skinned, in numpy.

What is drawn is skinned on the card; this is for files, and what the card is held against.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.meshes.binding import Binding
from pantin.rigs.meshes.character import Character, Floats32, Part, Targets
from pantin.rigs.meshes.expressions import MeshMorphs

Floats = NDArray[np.float64]
Weights = Mapping[int, Sequence[float]]

PIECE = 65_536
"""Points that are skinned together: their matrices take 6 MB."""


class PosedPart(NamedTuple):
    """The points of a part in the armature space."""

    positions: Floats
    """(v, 3), metres."""
    normals: Floats
    """(v, 3), of unit length, outwards."""
    mirrored: bool = False
    """Whether its triangles run the other way, because what moves them mirrors."""


def corners(part: Part, posed: PosedPart) -> NDArray[np.uint32]:
    """Return the corners (t, 3) of the triangles of a part, counter-clockwise from outside where it is posed."""
    return part.triangles[:, ::-1] if posed.mirrored else part.triangles


def points(
    character: Character, binding: Binding, palette: Floats, weights: Weights | None = None
) -> tuple[PosedPart, ...]:
    """Compute the points of each part as a palette (p, 3, 4) moves them.

    `weights` are those of morph targets by the node of their mesh; those of other meshes are as the file has them.
    """
    own = weights_in_file(character.morphs)
    return tuple(
        posed(part, palette[first:], {**own, **(weights or {})}.get(part.node, ()))
        for part, first in zip(character.parts, binding.firsts, strict=True)
    )


def weights_in_file(morphs: Sequence[MeshMorphs]) -> dict[int, Sequence[float]]:
    """Return the weights of morph targets that a file gives, by the node of their mesh."""
    return {each.node: each.weights for each in morphs}


def posed(part: Part, palette: Floats, weights: Sequence[float]) -> PosedPart:
    """Compute the points of one part by the matrices (p, 3, 4) of its joints, the first of them its own."""
    moved, turned = morphed(part.positions, part.normals, part.targets, weights)
    positions, normals = np.empty((2, len(moved), 3))
    mirrored = 0
    for first in range(0, len(moved), PIECE):
        piece = slice(first, first + PIECE)
        matrices = palette[:1] if part.joints is None else _blended(part, palette, piece)
        positions[piece] = np.einsum("nij,nj->ni", matrices[:, :, :3], moved[piece]) + matrices[:, :, 3]
        normals[piece], signs = _turned(matrices[:, :, :3], turned[piece])
        mirrored += int((signs < 0.0).sum()) * (1 if len(signs) > 1 else len(moved[piece]))
    return PosedPart(positions, normals, 2 * mirrored > len(moved))


def morphed(
    positions: Floats32, normals: Floats32, targets: Targets | None, weights: Sequence[float]
) -> tuple[Floats, Floats]:
    """Compute positions and normals (v, 3) with morph targets added by their weights; missing weights are 0."""
    moved, turned = positions.astype(np.float64), normals.astype(np.float64)
    if targets is None:
        return moved, turned
    for first, last, weight in zip(targets.firsts, targets.firsts[1:], weights, strict=False):
        if weight:
            rows = targets.rows[first:last]  # no target names a row twice
            moved[rows] += weight * targets.positions[first:last].astype(np.float64)
            turned[rows] += weight * targets.normals[first:last].astype(np.float64)
    return moved, turned


def _blended(part: Part, palette: Floats, piece: slice) -> Floats:
    """Return the means (v, 3, 4) of the matrices of joints, by the weights of points."""
    assert part.joints is not None and part.weights is not None
    joints, weights = part.joints[piece], part.weights[piece].astype(np.float64)
    weights /= weights.sum(axis=1, keepdims=True)
    found = np.zeros((len(joints), 3, 4))
    for column in range(joints.shape[1]):
        found += weights[:, column, None, None] * palette[joints[:, column]]
    return found


def _turned(axes: Floats, normals: Floats) -> tuple[Floats, Floats]:
    """Return normals (v, 3) turned by axes (v, 3, 3), of unit length, outwards, and the signs (v) of these.

    They are turned by cofactors, so that they stay upright on their surface below uneven scale too.
    """
    x, y, z = axes[:, :, 0], axes[:, :, 1], axes[:, :, 2]
    over = _across(y, z)
    signs = np.where(np.einsum("ni,ni->n", x, over) < 0.0, -1.0, 1.0)
    found = over * normals[:, :1] + _across(z, x) * normals[:, 1:2] + _across(x, y) * normals[:, 2:]
    lengths = np.sqrt(np.einsum("ni,ni->n", found, found))
    usable = lengths > 0.0
    lengths[~usable] = 1.0
    found /= lengths[:, None]
    return np.where(usable[:, None], found, normals) * signs[:, None], signs


def _across(one: Floats, other: Floats) -> Floats:
    """Return the cross products (n, 3) of vectors; that of numpy takes three times as long."""
    found = np.empty(one.shape)
    for axis in range(3):
        second, third = (axis + 1) % 3, (axis + 2) % 3
        found[:, axis] = one[:, second] * other[:, third] - one[:, third] * other[:, second]
    return found
