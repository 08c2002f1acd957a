"""Transforms, many at once: matrices taken apart into location, rotation and scale, put together again, and chained."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from pantin.rigs import rotations as rot

Floats = NDArray[np.float64]

NOTHING: Mapping[int, Floats] = {}


def decomposed(matrices: Floats) -> Floats:
    """Return the location, unit rotation [x, y, z, w] and scale (…, 10) of matrices (…, 4, 4).

    Y keeps its direction, X is what is left of it across Y; shear is dropped. A mirrored matrix has a negative Z.
    """
    axes = matrices[..., :3, :3]
    sizes = np.linalg.norm(axes, axis=-2)
    rows = np.empty((*matrices.shape[:-2], 10))
    rows[..., :3] = matrices[..., :3, 3]
    rotations = rot.orthonormalised(axes)
    mirrored = np.einsum("...i,...i->...", rotations[..., 2], axes[..., 2]) < 0.0
    rows[..., 3:7] = rot.quaternion_from_matrix(rotations)
    rows[..., 7:] = sizes
    rows[..., 9] *= np.where(mirrored, -1.0, 1.0)
    return rows


def composed(rows: Floats) -> Floats:
    """Return the matrices (…, 4, 4) of rows (…, 10); what follows in a row is not looked at."""
    matrices = np.zeros((*rows.shape[:-1], 4, 4))
    matrices[..., :3, :3] = rot.matrix_from_quaternion(rot.normalised(rows[..., 3:7])) * rows[..., None, 7:10]
    matrices[..., :3, 3] = rows[..., :3]
    matrices[..., 3, 3] = 1.0
    return matrices


def transformed(matrices: Floats, points: Floats) -> Floats:
    """Return points (…, n, 3) moved by matrices (…, 4, 4): each set of points by its matrix."""
    return np.asarray(points @ np.swapaxes(matrices[..., :3, :3], -1, -2) + matrices[..., None, :3, 3])


def world_matrices(
    local: Sequence[Floats] | Floats,
    parents: Sequence[int],
    order: Iterable[int] | None = None,
    known: Mapping[int, Floats] = NOTHING,
) -> list[Floats]:
    """Return the world matrices (…, 4, 4) of all rows of a tree: forward kinematics.

    `local` are matrices in the axes of the parent, (…, 4, 4) by row; `parents` are rows, −1 of a root. `order` are the
    rows, parents first, where they are not in that order. Rows that are `known`, matrices by row, have those.
    """
    worlds = list(local)
    for row in range(len(worlds)) if order is None else order:
        if row in known:
            worlds[row] = known[row]
        elif parents[row] >= 0:
            worlds[row] = worlds[parents[row]] @ worlds[row]
    return worlds
