"""Transforms, many at once: matrices taken apart into location, rotation and scale, and put together again."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]

SMALLEST = 1e-12
"""Axes that are shorter have no direction."""


def decomposed(matrices: Floats) -> Floats:
    """Location, unit rotation [x, y, z, w] and scale (…, 10) of matrices (…, 4, 4).

    Y keeps its direction, X is what is left of it across Y; shear is dropped. A mirrored matrix has a negative Z.
    """
    axes = matrices[..., :3, :3]
    sizes = np.linalg.norm(axes, axis=-2)
    rows = np.empty((*matrices.shape[:-2], 10))
    rows[..., :3] = matrices[..., :3, 3]
    rotations = orthonormal(axes)
    mirrored = np.einsum("...i,...i->...", rotations[..., 2], axes[..., 2]) < 0.0
    rows[..., 3:7] = quaternions_of(rotations)
    rows[..., 7:] = sizes
    rows[..., 9] *= np.where(mirrored, -1.0, 1.0)
    return rows


def composed(rows: Floats) -> Floats:
    """The matrices (…, 4, 4) of rows (…, 10); what follows in a row is not looked at."""
    matrices = np.zeros((*rows.shape[:-1], 4, 4))
    matrices[..., :3, :3] = rotations_of(rows[..., 3:7]) * rows[..., None, 7:10]
    matrices[..., :3, 3] = rows[..., :3]
    matrices[..., 3, 3] = 1.0
    return matrices


def orthonormal(axes: Floats) -> Floats:
    """The rotations (…, 3, 3) nearest to axes of any lengths and angles: Y first, then X."""
    y = _unit(axes[..., 1], (0.0, 1.0, 0.0))
    x = axes[..., 0] - np.einsum("...i,...i->...", axes[..., 0], y)[..., None] * y
    across = np.stack((1.0 - y[..., 0] ** 2, -y[..., 0] * y[..., 1], -y[..., 0] * y[..., 2]), -1)
    other = np.stack((-y[..., 2] * y[..., 0], -y[..., 2] * y[..., 1], 1.0 - y[..., 2] ** 2), -1)
    spare = np.where(np.abs(y[..., :1]) < 0.9, across, other)
    x = _unit(x, spare / np.linalg.norm(spare, axis=-1, keepdims=True))
    return np.stack((x, y, np.cross(x, y)), -1)


def _unit(vectors: Floats, otherwise: ArrayLike) -> Floats:
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.where(lengths > SMALLEST, vectors / np.maximum(lengths, SMALLEST), otherwise)


def rotations_of(quaternions: Floats) -> Floats:
    """The rotation matrices (…, 3, 3) of quaternions (…, 4) of any length; one of zeros does not turn."""
    length2 = np.einsum("...i,...i->...", quaternions, quaternions)[..., None]
    still = length2 < 1e-18
    unit = np.where(still, (0.0, 0.0, 0.0, 1.0), quaternions / np.sqrt(np.where(still, 1.0, length2)))
    return rotations_of_unit(unit)


def rotations_of_unit(quaternions: Floats) -> Floats:
    """The rotation matrices (…, 3, 3) of unit quaternions (…, 4)."""
    x, y, z, w = np.moveaxis(quaternions, -1, 0)
    found = np.empty((*quaternions.shape[:-1], 3, 3))
    found[..., 0, 0], found[..., 0, 1], found[..., 0, 2] = (
        1 - 2 * (y * y + z * z),
        2 * (x * y - z * w),
        2 * (x * z + y * w),
    )
    found[..., 1, 0], found[..., 1, 1], found[..., 1, 2] = (
        2 * (x * y + z * w),
        1 - 2 * (x * x + z * z),
        2 * (y * z - x * w),
    )
    found[..., 2, 0], found[..., 2, 1], found[..., 2, 2] = (
        2 * (x * z - y * w),
        2 * (y * z + x * w),
        1 - 2 * (x * x + y * y),
    )
    return found


def quaternions_of(rotations: Floats) -> Floats:
    """The unit quaternions (…, 4) of rotation matrices, from the largest component (Shepperd, 1978)."""
    m = rotations
    trace = np.trace(m, axis1=-2, axis2=-1)
    squares = np.stack((m[..., 0, 0], m[..., 1, 1], m[..., 2, 2], trace), -1) * 2.0 - trace[..., None] + 1.0
    xy, xz, yz = m[..., 0, 1] + m[..., 1, 0], m[..., 0, 2] + m[..., 2, 0], m[..., 1, 2] + m[..., 2, 1]
    xw, yw, zw = m[..., 2, 1] - m[..., 1, 2], m[..., 0, 2] - m[..., 2, 0], m[..., 1, 0] - m[..., 0, 1]
    products = np.stack(
        (
            np.stack((squares[..., 0], xy, xz, xw), -1),
            np.stack((xy, squares[..., 1], yz, yw), -1),
            np.stack((xz, yz, squares[..., 2], zw), -1),
            np.stack((xw, yw, zw, squares[..., 3]), -1),
        ),
        -2,
    )
    found = np.take_along_axis(products, np.argmax(squares, -1)[..., None, None], -2)[..., 0, :]
    return np.asarray(found / np.linalg.norm(found, axis=-1, keepdims=True))


def slerp(start: Floats, end: Floats, share: Floats) -> Floats:
    """Rotations (…, 4) between unit quaternions, at `share` 0 … 1 (…, 1) of the shorter arc (Shoemake, 1985)."""
    cosine = np.einsum("...i,...i->...", start, end)[..., None]
    end, cosine = np.where(cosine < 0.0, -end, end), np.minimum(np.abs(cosine), 1.0)
    angle = np.arccos(cosine)
    sine = np.sin(angle)
    near = sine < 1e-6
    safe = np.where(near, 1.0, sine)
    first = np.where(near, 1.0 - share, np.sin((1.0 - share) * angle) / safe)
    second = np.where(near, share, np.sin(share * angle) / safe)
    found = first * start + second * end
    return np.asarray(found / np.linalg.norm(found, axis=-1, keepdims=True))


def without_sign_flips(quaternions: Floats) -> Floats:
    """Quaternions (f, …, 4) with their signs such that each frame follows the shorter way from the one before."""
    if len(quaternions) < 2:
        return quaternions
    turned = np.einsum("...i,...i->...", quaternions[1:], quaternions[:-1]) < 0.0
    signs = np.where(np.cumsum(turned, axis=0) % 2, -1.0, 1.0)
    found = quaternions.copy()
    found[1:] *= signs[..., None]
    return found
