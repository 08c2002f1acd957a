"""Transforms, many at once: matrices taken apart into location, rotation and scale, and put together again."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pantin.rigs import rotations as rot

Floats = NDArray[np.float64]


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
